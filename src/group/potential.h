// SPDX-License-Identifier: MIT
// State of a step of a group's potential field, shared by its files (overview in potential.c).
//
// Members and nearby other discs are bodies in one list sorted along x or y, whichever has the
// larger extent. Neighbours of a body are found by walking the list from it.
#ifndef WEND_GROUP_POTENTIAL_PRIVATE_H
#define WEND_GROUP_POTENTIAL_PRIVATE_H

#include "wend/group_potential.h"

#include <math.h>

// ---- border (potential_border.c) ----------------------------------------------------------------

/// A piece of the spine, prepared for queries.
typedef struct potential_piece {
    wend_vec2 a, b;
    wend_vec2 displacement; ///< straight: from a to b, divided by its squared length (0: a point)
    wend_vec2 corner;       ///< centre of an arc
    wend_vec2 begin, end;   ///< from there to its ends, counter-clockwise, by less than half a turn
    double radius;          ///< 0: straight
} potential_piece;

/// A shape prepared for depth queries like wend_group_shape_depth, without angles. Pieces of a
/// track are prepared in each query.
typedef struct potential_border {
    potential_piece pieces[WEND_GROUP_PIECES];
    uint32_t count;
    const wend_path_piece *between; ///< [between_count]
    uint32_t between_count;
    double half; ///< half of the width
} potential_border;

potential_border wend_potential_border(const wend_group_shape *shape);

/// Depth of p in the shape. *inwards [opt]: unit vector from the nearest border to p; 0 on the
/// spine.
double wend_potential_depth(const potential_border *border, wend_vec2 p, wend_vec2 *inwards);

// ---- step ---------------------------------------------------------------------------------------

/// z^-sigma: by multiplication if sigma is a multiple of 0.5, as is common.
typedef struct potential_power {
    double sigma;
    uint32_t halves; ///< 2 sigma; 0: not a whole number, or too large
} potential_power;

/// The constants, prepared for use.
typedef struct potential_law {
    const wend_group_potential_def *def;
    potential_power power1, power2, power3;
} potential_law;

/// State of a step. Lists have one entry per body, in the order of the list.
typedef struct potential {
    potential_law law;
    const wend_group_plan *plan;
    double seconds; ///< duration of a substep
    double along;   ///< T
    potential_border border;

    uint32_t members, count; ///< count: number of bodies
    bool by_y;               ///< sorted by y, not by x
    double widest;           ///< largest radius

    /// x: radius, y: index, others numbered after the members (whole numbers are exact in a double,
    /// and scratch consists of points)
    wend_vec2 *tags;
    wend_vec2 *positions, *velocities;
    wend_vec2 *gaps;    ///< between disc and border; x: here, y: where the shape may carry it
    wend_vec2 *carried; ///< distance the shape has carried it in this substep
    /// Positions in a stage of Runge-Kutta; or where the shape may carry them, or where a move
    /// began
    wend_vec2 *stages;
    wend_vec2 *rates; ///< velocities in a stage
    wend_vec2 *forces;
    wend_vec2 *displacements, *gains; ///< resulting changes of position and velocity
} potential;

/// The number of lists.
enum { POTENTIAL_LISTS = 10 };

static inline bool potential_is_member(const potential *f, uint32_t body)
{
    return f->tags[body].y < f->members;
}

/// Position of a body along the list.
static inline double potential_key(const potential *f, uint32_t body)
{
    return f->by_y ? f->positions[body].y : f->positions[body].x;
}

/// Sorts the list by current positions, with tags, positions and velocities. (potential.c)
void wend_potential_sort(potential *f);

// potential_force.c

potential_law wend_potential_law(const wend_group_potential_def *def);

/// The forces on all members at f->stages (equation 3), to f->forces. No body is farther than
/// `strayed` from its position at sorting.
void wend_potential_forces(potential *f, double strayed);

// potential_move.c

/// Moves members according to the forces for one substep, while the shape stands.
void wend_potential_move(potential *f);

// potential_pace.c

/// Advances the shape along its plan by one substep, as far as permitted, and carries its members.
/// Returns true if it advanced at full speed.
bool wend_potential_pace(potential *f);

#endif
