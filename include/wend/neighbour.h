// SPDX-License-Identifier: MIT
// Input and output of the motion models that receive lists of neighbours, other bodies and walls,
// as a Voronoi diagram provides them: steer, social_force and boids.
//
// The lists determine what a body reacts to. Contacts hold whatever they contain and however long
// the step is: a step is divided into rounds of at most 0.1 s, and in each round every body is kept
// from all others that it may reach, listed or not. Bodies that overlap at the end of a round are
// moved apart. Steps beyond 3.2 s have longer rounds.
#ifndef WEND_NEIGHBOUR_H
#define WEND_NEIGHBOUR_H

#include "wend/orca.h"
#include "wend/steering_target.h"
#include "wend/tasks.h"
#include "wend/walls.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Maximum number of neighbours of one body; the nearest are kept.
#define WEND_MAX_NEIGHBOURS 16

/// Value of wend_neighbour.body for a wall.
#define WEND_NEIGHBOUR_WALL UINT32_MAX

/// A neighbour of a body: a wall or another body.
typedef struct wend_neighbour {
    wend_segment wall;  ///< a wall, or a corner where both ends are equal
    wend_vec2 velocity; ///< velocity of the wall [Units: m/s]
    uint32_t body;      ///< index of the other body; WEND_NEIGHBOUR_WALL for a wall
} wend_neighbour;

/// Points of scratch memory per body that a step needs.
#define WEND_MOTION_SCRATCH 12

/// Input of a step.
typedef struct wend_motion_input {
    const wend_body *bodies; ///< [count] avoidance_share and time_horizon are ignored
    const wend_preferred_velocity *preferred; ///< [count]
    const uint32_t *social_groups; ///< [count] 0: no social group. NULL: none for all bodies
    /// [count] True for bodies to move; the others are only obstacles. NULL: all
    const bool *moved;
    uint32_t count;
    /// [count * WEND_MAX_NEIGHBOURS] Neighbours of body i start at i * WEND_MAX_NEIGHBOURS, in any
    /// order.
    const wend_neighbour *neighbours;
    const uint32_t *neighbour_counts; ///< [count]
    /// [opt] Static walls, which no body enters, listed or not, whatever the length of the step.
    const wend_walls *walls;
    wend_vec2 *scratch; ///< [WEND_MOTION_SCRATCH * count]
    double step;        ///< time step [Units: s] [Limit: > 0]
    wend_tasks *tasks;  ///< [opt]
    /// [opt] [count] Coherent groups; 0: none. Social forces between members of one have a shorter
    /// range, in proportion to their radii, so that its shape can hold them.
    const uint32_t *coherent_groups;
} wend_motion_input;

/// Positions and velocities at the end of the step. Unused slots (radius < 0) and bodies that are
/// not moved are not written.
typedef struct wend_motion_output {
    wend_vec2 *positions;  ///< [count]
    wend_vec2 *velocities; ///< [count]
} wend_motion_output;

#ifdef __cplusplus
}
#endif

#endif
