// SPDX-License-Identifier: MIT
// What the files of the social forces share: a moment of a step, the gaps around one body in it,
// and the forces on it.
#ifndef WEND_MOTION_FORCE_H
#define WEND_MOTION_FORCE_H

#include "wend/force.h"

/// What the threads of a sub-step are given.
typedef struct forcing {
    const wend_force_def *def;
    const wend_motion_input *input;
    double seconds;         ///< of a sub-step
    double gone;            ///< of the step, before this sub-step
    double calm, wall_calm; ///< no less than a sub-step
    // By body.
    wend_vec2 *places, *next_places;
    wend_vec2 *velocities;
    wend_vec2 *driven;   ///< the velocities that the forces give
    wend_vec2 *headings; ///< the directions of their wishes, of length 1; 0, 0: it stands
} forcing;

/// The gap between a body and a neighbour, now.
typedef struct force_gap {
    wend_vec2 away;     ///< the direction from the neighbour to the body, of length 1
    double gap;         ///< between the rims; negative if they overlap
    wend_vec2 velocity; ///< of the neighbour
    const wend_neighbour *near;
    bool stands; ///< a wall that does not move
} force_gap;

/// Measures the gaps to all neighbours that push, or else to those that the constraint is about:
/// walls first, and the nearest of them first. Returns how many; *walls of them are walls.
uint32_t wend_force_gaps(const forcing *f, uint32_t body, bool push,
                         force_gap gaps[WEND_NEIGHBOURS], uint32_t *walls);

/// The forces on a body but that to its wish, and the velocity that it wishes under them.
typedef struct force_sum {
    wend_vec2 push; ///< [Units: m/s^2]
    wend_vec2 wish; ///< [Units: m/s]
} force_sum;

force_sum wend_force_sum(const forcing *f, uint32_t body, const force_gap *gaps, uint32_t count,
                         uint32_t walls);

/// The direction of a wish, of length 1; 0, 0: there is none.
wend_vec2 wend_force_heading(const wend_wish *wish);

static inline double force_dot(wend_vec2 v, wend_vec2 w)
{
    return v.x * w.x + v.y * w.y;
}

/// v + factor * w.
static inline wend_vec2 force_add(wend_vec2 v, double factor, wend_vec2 w)
{
    return (wend_vec2){v.x + factor * w.x, v.y + factor * w.y};
}

#endif
