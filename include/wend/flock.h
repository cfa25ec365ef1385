// SPDX-License-Identifier: MIT
// Flocking: Reynolds' boids ("Flocks, herds, and schools", 1987; "Steering behaviors for autonomous
// characters", 1999), the way of moving groups that the document on coherent groups (Kamphuis and
// Overmars 2003) compares with. Works alone, on arrays; a world uses it as its motion "flock".
//
// A body is steered by
// - separation: away from those of any group who are near, the more the nearer,
// - alignment: to the mean velocity of those of its group in sight,
// - cohesion: to the middle of those of its group in sight,
// - goal: to the velocity that it wishes,
// each with a weight:
//
//     relaxation * dv/dt = goal * (wish - v) + alignment * (mean velocity - v)
//                        + cohesion * fastest * (middle - p) / sight
//                        + separation * fastest * sum over others: (1 - gap / personal) * n
//
// n points away from the other, a gap is that between rims, and fastest is the body's max_speed. In
// sight are its neighbours and their neighbours with a gap no wider than `sight`, all around: a
// dozen or two, as starlings mind a few of the nearest and not all within a radius; and nobody
// behind a wall. Who is in no group is steered by separation and goal alone.
//
// A body looks around itself only; nothing keeps the group from splitting up. As with forces,
// contacts are exact: no gap to another or to a wall shrinks to nothing in a step. Nobody takes
// memory.
#ifndef WEND_FLOCK_H
#define WEND_FLOCK_H

#include "wend/neighbour.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_flock_def {
    double separation, alignment, cohesion, goal; ///< weights [Limit: >= 0]
    double personal;   ///< others with a narrower gap push away [Units: m] [Limit: > 0]
    double sight;      ///< those of the group with a wider gap are not seen [Units: m] [Limit: > 0]
    double relaxation; ///< the time in which it takes the velocity it is steered to [Units: s]
                       ///< [Limit: > 0]
    double wall_calm;  ///< no gap to a wall shrinks by its own length in less [Units: s]
    double calm;       ///< the same for others [Units: s]
    double margin;     ///< others are kept off by this part of both radii more
    double substep;    ///< a step is cut into parts no longer than this [Units: s] [Limit: > 0]
    uint32_t cookie;   ///< set by wend_default_flock_def
} wend_flock_def;

/// Weights 1.5, 1, 1 and 1; personal 0.3 m, sight 5 m, relaxation 0.5 s; parts of 0.025 s; else
/// what forces have.
WEND_API wend_flock_def wend_default_flock_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_flock_def_check(const wend_flock_def *def, wend_error *error);

/// One step. WEND_BAD_ARGUMENT for a step or a def that makes no sense: nothing is written. Walls
/// that stand are kept in any case, others as well as can be. The same for any number of threads.
WEND_API wend_result wend_flock_step(const wend_flock_def *def, const wend_motion_input *input,
                                     const wend_motion_output *output, wend_error *error);

/// dv/dt of one body at the start of a step, without the constraint: for tests and for drawing.
/// Works in the input's scratch. [Limit: the def is sound]
WEND_API wend_vec2 wend_flock_on(const wend_flock_def *def, const wend_motion_input *input,
                                 uint32_t body);

#ifdef __cplusplus
}
#endif

#endif
