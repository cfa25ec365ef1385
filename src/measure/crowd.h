// SPDX-License-Identifier: MIT
// What agents do to each other and to the floor: collisions, use of space, groups, lanes.
#ifndef WEND_MEASURE_CROWD_H
#define WEND_MEASURE_CROWD_H

#include "core/array.h"
#include "measure/area.h"
#include "measure/speed.h"

// ---- collisions ---------------------------------------------------------------------------------

/// Discs that overlap by less than this part of the smaller radius do not collide: two walkers who
/// brush each other, and rounding.
#define MEASURE_COLLISION_DEPTH 0.01

/// In the frames of the recording; what happens between them is not seen.
typedef struct measure_collisions {
    uint64_t rows;       ///< of agents whose radius is known
    uint64_t colliding;  ///< of these, in collision with another
    double share;        ///< colliding / rows; NAN: nobody's radius is known
    uint64_t collisions; ///< pairs, each counted when it begins
    uint32_t most;       ///< in collision at once
    double deepest;      ///< the deepest overlap of two, however shallow; 0: none [Units: m]
    uint32_t deepest_frame, deepest_a, deepest_b; ///< where; agents
} measure_collisions;

/// radius: of those whose file does not tell one; NAN: these are left out.
bool measure_find_collisions(const recording *r, double radius, measure_collisions *out);

// ---- the floor ----------------------------------------------------------------------------------

typedef struct measure_space {
    double used;  ///< the area that discs have swept [Units: m^2]
    double floor; ///< free area of the first frame's floor; NAN: not known [Units: m^2]
    double share; ///< used / floor
    double cell;  ///< it is measured in cells of this side [Units: m]
} measure_space;

/// radius as for collisions. The way between two rows is straight.
bool measure_find_space(const recording *r, double radius, measure_space *out);

/// Rows that are not on the floor.
typedef struct measure_outside {
    bool known;    ///< there is a floor to compare with
    uint64_t rows; ///< farther than the margin in a wall, or out of bounds
    size_t first;  ///< the first of them by frame; SIZE_MAX: none
} measure_outside;

/// margin: a row that is not farther from free space than this counts as there. [Units: m]
bool measure_find_outside(const recording *r, double margin, measure_outside *out);

// ---- groups -------------------------------------------------------------------------------------

/// One group of agents.
typedef struct measure_group {
    uint32_t name; ///< in r->names
    uint32_t members;
    /// How far members are from the group's middle, in the frames in which two or more are there: a
    /// mean of frames, and the most. NAN: never. [Units: m]
    double spread, most;
    double last_apart; ///< time between the first and the last to leave; NAN: not all have
} measure_group;

typedef struct measure_groups {
    wend_array(measure_group) items; ///< by name
} measure_groups;

bool measure_find_groups(const recording *r, measure_groups *out);
void measure_groups_free(measure_groups *groups);

// ---- lanes --------------------------------------------------------------------------------------

/// Who is less than this to the side of another walks in the same lane. [Units: m]
#define MEASURE_LANE_WIDTH 0.5

/// The order of lanes in each frame, from 0 (mixed) to 1 (each lane has one direction), as of Rex
/// and Loewen (Physical Review E 75, 2007): the mean over agents of ((same - other) / (same +
/// other))^2, where same and other count those in its lane, itself included, who go its way and the
/// other. Which way an agent goes: by its first and last row, along the axis or against it; who
/// ends beside its start is left out. NAN: there are not both ways. order: [r->frame_count]. Only
/// those in the box count; empty: all. [Limit: along is not zero, width > 0]
bool measure_lane_order(const recording *r, wend_vec2 along, double width, wend_box box,
                        double *order);

/// The same for those in an area, along the axis that people who were there walked on: the mean of
/// the ways from their first to their last row, taken as lines without a direction. NAN in all
/// frames if there is none.
bool measure_lane_order_in(const recording *r, measure_area area, double width, double *order);

/// In each frame the mean of v . g / |v| over all who move, g being the direction to their aim: 1
/// when everybody heads straight for it. NAN: nobody moves, or aims are not told. alignment:
/// [r->frame_count]
void measure_alignment(const recording *r, measure_window window, double *alignment);

#endif
