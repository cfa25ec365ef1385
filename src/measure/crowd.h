// SPDX-License-Identifier: MIT
// Interaction of agents with each other and with the floor: collisions, use of space, groups,
// lanes.
#ifndef WEND_MEASURE_CROWD_H
#define WEND_MEASURE_CROWD_H

#include "core/array.h"
#include "measure/area.h"
#include "measure/speed.h"

// ---- collisions ---------------------------------------------------------------------------------

/// Overlaps below this fraction of the smaller radius are not collisions: brief contact, and
/// rounding.
#define MEASURE_COLLISION_DEPTH 0.01

/// In the frames of the recording; events between frames are not detected.
typedef struct measure_collisions {
    uint64_t rows;       ///< of agents with a known radius
    uint64_t colliding;  ///< of these, in collision with another agent
    double share;        ///< colliding / rows; NAN: no radius is known
    uint64_t collisions; ///< pairs, each counted at its first frame
    uint32_t most;       ///< maximum number in collision at once
    double deepest;      ///< deepest overlap of two agents, of any depth; 0: none [Units: m]
    uint32_t deepest_frame, deepest_a, deepest_b; ///< its frame and agents
} measure_collisions;

/// radius: that of agents without one; NAN: they are omitted.
bool measure_find_collisions(const recording *r, double radius, measure_collisions *out);

/// Values over time. [Units of x: s]
typedef struct measure_curve {
    wend_array(wend_vec2) points;
} measure_curve;
void measure_curve_free(measure_curve *curve);

/// Share of agents in collision, by intervals: that of all rows in an interval, at its middle.
/// Intervals without a row of a known radius are left out. As a share of time it does not depend on
/// the frame rate, nor on the time step of a simulation. radius as above. [Limit: interval > 0]
bool measure_collision_curve(const recording *r, double radius, double interval,
                             measure_curve *out);

// ---- the floor ----------------------------------------------------------------------------------

typedef struct measure_space {
    double used;  ///< area swept by discs [Units: m^2]
    double floor; ///< free area of the first frame's floor; NAN: unknown [Units: m^2]
    double share; ///< used / floor
    double cell;  ///< side of the raster cells [Units: m]
} measure_space;

/// radius as for collisions. Motion between two rows is linear.
bool measure_find_space(const recording *r, double radius, measure_space *out);

/// Rows outside the floor.
typedef struct measure_outside {
    bool known;    ///< a floor is available
    uint64_t rows; ///< farther than the margin inside a wall or outside the bounds
    size_t first;  ///< first of them by frame; SIZE_MAX: none
} measure_outside;

/// margin: tolerated distance from free space. [Units: m]
bool measure_find_outside(const recording *r, double margin, measure_outside *out);

// ---- groups -------------------------------------------------------------------------------------

/// One group of agents.
typedef struct measure_group {
    uint32_t name; ///< index in r->names
    uint32_t members;
    /// Distance of members from the group's centre in frames with two or more: mean over frames,
    /// and maximum. NAN: no such frame. [Units: m]
    double spread, most;
    double last_apart; ///< time between the first and the last exit; NAN: not all have left
} measure_group;

typedef struct measure_groups {
    wend_array(measure_group) items; ///< sorted by name
} measure_groups;

bool measure_find_groups(const recording *r, measure_groups *out);
void measure_groups_free(measure_groups *groups);

// ---- lanes --------------------------------------------------------------------------------------

/// Agents with a smaller lateral distance walk in the same lane. [Units: m]
#define MEASURE_LANE_WIDTH 0.5

/// Lane order in each frame, from 0 (mixed) to 1 (every lane has one direction), after Rex and
/// Loewen (Physical Review E 75, 2007): the mean over agents of ((same - other) / (same +
/// other))^2, where same and other count the agents in its lane, itself included, that walk in its
/// direction and against it. The direction of an agent, along the axis or against it, is that from
/// its first to its last row; agents without displacement along the axis are omitted. NAN: not both
/// directions are present. order: [r->frame_count]. Only agents in the box count; empty: all.
/// [Limit: along is not zero, width > 0]
bool measure_lane_order(const recording *r, wend_vec2 along, double width, wend_box box,
                        double *order);

/// The same for an area. The axis is the mean of the displacements, as undirected lines, of the
/// agents that were in it. NAN in all frames if there is none.
bool measure_lane_order_in(const recording *r, measure_area area, double width, double *order);

/// In each frame the mean of v . g / |v| over all moving agents, with g the direction to the goal:
/// 1 if all head straight for their goals. NAN: no agent moves, or goals are unknown. alignment:
/// [r->frame_count]
void measure_alignment(const recording *r, measure_window window, double *alignment);

#endif
