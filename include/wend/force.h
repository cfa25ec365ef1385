// SPDX-License-Identifier: MIT
// Social forces: sections 5.1 and 5.2 of "Real-Time Path Planning in Dynamic Virtual Environments
// Using Multiagent Navigation Graphs" (Sud, Andersen, Curtis, Lin, Manocha 2008), after Helbing and
// Molnar (1995). Works alone, on arrays; a world uses it as its motion "force".
//
// A body is driven to the velocity that it wishes and pushed away from others and from walls:
//
//     dv/dt = (wish - v) / relaxation
//           + sum over others: strength * exp(-gap / range) * seen * n
//           - sum over its group: attraction * n
//           + sum over walls: wall_strength * exp(-gap / wall_range) * n
//           + sum over movers: mover_strength * exp(-gap / wall_range) * before * n
//
// n points away from the other, and a gap is that between rims. seen is lambda + (1 - lambda) * (1
// + cos phi) / 2, with phi between a body's heading and the way to the other: who is behind pushes
// less. before is the same with mover_lambda and the angle between a mover's velocity and n: those
// before it are pushed most.
//
// To that come the coordination rule (a body moves to the right of the nearest one that comes
// against it) and the constraint: no gap may shrink by its own length in less than `calm`, and the
// velocity into a wall that is touched is 0. Of what is too much between two bodies each takes off
// half. So forces are smooth, contacts are exact, and nobody gets into a wall.
//
// Forces are for a mass of 1: accelerations. Nobody takes memory. docs/run.md says where each value
// comes from.
#ifndef WEND_FORCE_H
#define WEND_FORCE_H

#include "wend/neighbour.h"
#include "wend/orca.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_force_def {
    double relaxation;     ///< tau: the time in which it takes its wish [Units: s] [Limit: > 0]
    double strength;       ///< A: the push of another that is touched [Units: m/s^2]
    double range;          ///< B: it is less by e that much further away [Units: m] [Limit: > 0]
    double lambda;         ///< the part of it that one behind has [Limit: 0..1]
    double attraction;     ///< C: the pull of another of the same group, in sight [Units: m/s^2]
    double wall_strength;  ///< A of walls that stand [Units: m/s^2]
    double mover_strength; ///< A of those that move [Units: m/s^2]
    double wall_range;     ///< B of both [Units: m] [Limit: > 0]
    double mover_lambda;   ///< the part of a mover's push that those behind it have [Limit: 0..1]
    double reach;          ///< who has a wider gap does not push [Units: m]
    double keep_right;     ///< the push to the right for one who comes head-on [Units: m/s^2]
    double sight;          ///< and how far away that one is seen [Units: m]
    double foresight;      ///< a mover is avoided where it will be up to so far ahead [Units: s]
    double calm;           ///< no gap to another shrinks by its own length in less [Units: s]
    double wall_calm;      ///< the same for walls that stand [Units: s]
    double margin;         ///< others are kept off by this part of both radii more
    double substep;        ///< a step is cut into parts no longer than this [Units: s] [Limit: > 0]
    uint32_t cookie;       ///< set by wend_default_force_def
} wend_force_def;

/// Relaxation 0.5 s; strength 2 m/s^2, range 0.3 m, lambda 0.5; no attraction; walls 3 m/s^2,
/// movers 6 m/s^2, 0.1 m; reach 1.5 m; keep_right 2 m/s^2 within 4 m; parts of 0.0125 s.
WEND_API wend_force_def wend_default_force_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_force_def_check(const wend_force_def *def, wend_error *error);

/// One step. WEND_BAD_ARGUMENT for a step or a def that makes no sense: nothing is written. Walls
/// that stand are kept in any case, others as well as can be. The same for any number of threads.
WEND_API wend_result wend_force_step(const wend_force_def *def, const wend_motion_input *input,
                                     const wend_motion_output *output, wend_error *error);

/// The force on one body at the start of a step, without the constraint: for tests and for drawing.
/// Works in the input's scratch. [Limit: the def is sound]
WEND_API wend_vec2 wend_force_on(const wend_force_def *def, const wend_motion_input *input,
                                 uint32_t body);

#ifdef __cplusplus
}
#endif

#endif
