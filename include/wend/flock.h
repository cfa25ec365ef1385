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
// each with a weight. It looks around itself only; nothing keeps the group from splitting up. As
// with forces, contacts are exact: no gap to another or to a wall shrinks to nothing in a step.
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
    double wall_calm;  ///< no gap to a wall shrinks by its own length in less [Units: s]
    double calm;       ///< the same for others [Units: s]
    double substep;    ///< a step is cut into parts no longer than this [Units: s] [Limit: > 0]
    uint32_t cookie;   ///< set by wend_default_flock_def
} wend_flock_def;

WEND_API wend_flock_def wend_default_flock_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_flock_def_check(const wend_flock_def *def, wend_error *error);

/// One step; the same for any number of threads. Walls that stand are kept in any case.
WEND_API wend_result wend_flock_step(const wend_flock_def *def, const wend_motion_input *input,
                                     const wend_motion_output *output, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
