// SPDX-License-Identifier: MIT
// A step of a group's field, while it is made: what its files share (field.c has the story).
//
// Members, and others that are near, are bodies in one list that is sorted along x or y, whichever
// they reach farther in. Whoever looks for those near a body goes along the list from it.
#ifndef WEND_GROUP_FIELD_PRIVATE_H
#define WEND_GROUP_FIELD_PRIVATE_H

#include "wend/group_field.h"

#include <math.h>

static inline wend_vec2 field_add(wend_vec2 a, double factor, wend_vec2 b)
{
    return (wend_vec2){a.x + factor * b.x, a.y + factor * b.y};
}

static inline wend_vec2 field_from(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){b.x - a.x, b.y - a.y};
}

static inline double field_dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double field_length(wend_vec2 a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

/// v, no longer than most.
static inline wend_vec2 field_limit(wend_vec2 v, double most)
{
    double square = field_dot(v, v);
    if (!(square > most * most))
        return v;
    double shorter = most / sqrt(square);
    return (wend_vec2){v.x * shorter, v.y * shorter};
}

// ---- the border (field_border.c) ----------------------------------------------------------------

/// A piece of the spine, ready to be asked.
typedef struct field_piece {
    wend_vec2 a, b;
    wend_vec2 way;        ///< straight: from a to b, over the square of its length (0: a point)
    wend_vec2 corner;     ///< an arc's centre
    wend_vec2 begin, end; ///< from there to its ends, counter-clockwise, by less than half a turn
    double radius;        ///< 0: straight
} field_piece;

/// A shape that answers as wend_group_shape_depth does, without angles.
typedef struct field_border {
    field_piece pieces[WEND_GROUP_PIECES];
    uint32_t count;
    double half; ///< of the width
} field_border;

field_border wend_field_border(const wend_group_shape *shape);

/// How deep p is in the shape. *inwards [opt]: from the nearest border to p, of length 1; 0 on the
/// spine.
double wend_field_depth(const field_border *border, wend_vec2 p, wend_vec2 *inwards);

// ---- a step -------------------------------------------------------------------------------------

/// z^-sigma: by multiplication if sigma is a multiple of a half, as people choose them.
typedef struct field_power {
    double sigma;
    uint32_t halves; ///< sigma in halves; 0: it is none, or too great
} field_power;

/// The constants, ready for use.
typedef struct field_law {
    const wend_group_field_def *def;
    field_power power1, power2, power3;
} field_law;

/// What goes on in a step. Lists have a place for each body, in the order of the list.
typedef struct field {
    field_law law;
    const wend_group_plan *plan;
    double seconds; ///< of a sub-step
    double along;   ///< T
    field_border border;

    uint32_t members, count; ///< count: of bodies
    bool by_y;               ///< they are sorted by y, not by x
    double widest;           ///< radius

    wend_vec2 *tags; ///< x: radius, y: its index, others counted on from the members (whole numbers
                     ///< are exact in a double, and scratch is made of points)
    wend_vec2 *places, *velocities;
    wend_vec2 *gaps;    ///< between disc and border; x: here, y: where the shape may carry it
    wend_vec2 *carried; ///< how far the shape has carried it in this sub-step
    wend_vec2 *stages;  ///< places in a stage of Runge-Kutta; or where the shape may carry them, or
                        ///< where a move has begun
    wend_vec2 *rates;   ///< velocities in a stage
    wend_vec2 *forces;
    wend_vec2 *ways, *gains; ///< by what place and velocity come to change
} field;

/// The number of lists.
enum { FIELD_LISTS = 10 };

static inline bool field_is_member(const field *f, uint32_t body)
{
    return f->tags[body].y < f->members;
}

/// Where a body is along the list.
static inline double field_key(const field *f, uint32_t body)
{
    return f->by_y ? f->places[body].y : f->places[body].x;
}

/// Sorts the list by where bodies are now: tags, places and velocities go along. (field.c)
void wend_field_sort(field *f);

// field_force.c

field_law wend_field_law(const wend_group_field_def *def);

/// The forces on all members at f->stages, equation 3, to f->forces. Nobody is farther from its
/// place in f->places, by which the list is sorted, than `strayed`.
void wend_field_forces(field *f, double strayed);

// field_move.c

/// Members move as the forces make them, for one sub-step, while the shape stands.
void wend_field_move(field *f);

// field_pace.c

/// The shape goes on along its plan by one sub-step, as far as it may, and carries its members.
/// Returns true if it went all of its way.
bool wend_field_pace(field *f);

#endif
