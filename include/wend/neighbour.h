// SPDX-License-Identifier: MIT
// Motions that work with neighbours given as lists, other bodies and walls, as a Voronoi diagram
// knows them: what a step of theirs reads and writes.
#ifndef WEND_NEIGHBOUR_H
#define WEND_NEIGHBOUR_H

#include "wend/aim.h"
#include "wend/orca.h"
#include "wend/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most neighbours of one body that are minded: the nearest.
#define WEND_NEIGHBOURS 16

/// Of a wend_neighbour: it is a wall.
#define WEND_NEIGHBOUR_WALL UINT32_MAX

/// A neighbour of a body.
typedef struct wend_neighbour {
    wend_segment wall;  ///< a wall, or a corner where both ends are equal
    wend_vec2 velocity; ///< of it
    uint32_t body;      ///< or the number of another body
} wend_neighbour;

/// Room that a step needs to work in, for each body.
#define WEND_MOTION_SCRATCH 5

/// What one step reads.
typedef struct wend_motion_input {
    const wend_body *bodies; ///< [count] share and horizon are not looked at
    const wend_wish *wishes; ///< [count]
    const uint32_t *groups;  ///< [count] 0: none. NULL: nobody is in a group
    const bool *moved;       ///< [count] who is moved; the others are only seen. NULL: all
    uint32_t count;
    const wend_neighbour *nears; ///< [count * WEND_NEIGHBOURS] those of body i from i *
                                 ///< WEND_NEIGHBOURS on, in any order
    const uint32_t *near_counts; ///< [count]
    wend_vec2 *scratch;          ///< [WEND_MOTION_SCRATCH * count]
    double step;                 ///< [Units: s] [Limit: > 0]
    wend_tasks *tasks;           ///< [opt]
} wend_motion_input;

/// Where everybody is and how fast they are when the step is over. Entries of nobody, and of those
/// who are not moved, are untouched.
typedef struct wend_motion_output {
    wend_vec2 *positions;  ///< [count]
    wend_vec2 *velocities; ///< [count]
} wend_motion_output;

#ifdef __cplusplus
}
#endif

#endif
