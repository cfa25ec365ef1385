// SPDX-License-Identifier: MIT
// Social force model: A. Sud, E. Andersen, S. Curtis, M. Lin and D. Manocha, "Real-Time Path
// Planning in Dynamic Virtual Environments Using Multiagent Navigation Graphs", 2008, §5.1 and
// §5.2, after D. Helbing and P. Molnar 1995. Works on arrays, without a world; a world uses it as
// motion model "social_force".
//
// A body accelerates towards its preferred velocity and is repelled by other bodies and by walls:
//
//     dv/dt = (preferred - v) / relaxation
//           + sum over other bodies: strength * exp(-gap / range) * seen * n
//           - sum over its social group: attraction * n
//           + sum over static walls: wall_strength * exp(-gap / wall_range) * n
//           + sum over moving walls: moving_wall_strength * exp(-gap / wall_range) * ahead * n
//
// n points away from the other body or wall; a gap is measured between boundaries. seen = lambda +
// (1 - lambda) * (1 + cos phi) / 2, with phi the angle between the body's heading and the direction
// to the other: bodies behind it repel less. ahead is the same with moving_wall_lambda and the
// angle between the velocity of the moving wall and n: bodies ahead of it are repelled most.
//
// Two rules are added. Coordination: a body moves to the right of the nearest oncoming body.
// Constraint: no gap may shrink by its own length in less than `gap_time`, and the velocity into a
// touching wall is 0. Each of two bodies removes half of the excess speed. Forces are therefore
// smooth, contacts are exact, and no body enters a wall.
//
// Forces are per unit mass, that is, accelerations. No function in this header allocates.
// docs/run.md gives the source of each default value.
#ifndef WEND_SOCIAL_FORCE_H
#define WEND_SOCIAL_FORCE_H

#include "wend/neighbour.h"
#include "wend/orca.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_social_force_def {
    /// tau: relaxation time towards the preferred velocity [Units: s] [Limit: > 0]
    double relaxation;
    double strength; ///< A: repulsion by a touching body [Units: m/s^2] [Limit: >= 0]
    /// B: range, the distance over which it falls by a factor e [Units: m] [Limit: > 0]
    double range;
    double lambda; ///< anisotropy: fraction of the repulsion by a body behind [Limit: 0..1]
    /// C: attraction by a visible member of its group [Units: m/s^2] [Limit: >= 0]
    double attraction;
    double wall_strength;        ///< A of static walls [Units: m/s^2] [Limit: >= 0]
    double moving_wall_strength; ///< A of moving walls [Units: m/s^2] [Limit: >= 0]
    double wall_range;           ///< B of both kinds of walls [Units: m] [Limit: > 0]
    /// Fraction of a moving wall's repulsion that acts behind it. [Limit: 0..1]
    double moving_wall_lambda;
    double interaction_distance; ///< maximum gap at which bodies repel each other [Units: m]
                                 ///< [Limit: >= 0]
    /// Acceleration to the right of an oncoming body [Units: m/s^2] [Limit: >= 0]
    double keep_right;
    double keep_right_distance; ///< maximum distance of oncoming bodies [Units: m] [Limit: >= 0]
    /// Look-ahead for the position of moving walls [Units: s] [Limit: >= 0]
    double prediction_time;
    double gap_time;      ///< minimum time in which a gap may shrink by its own length [Units: s]
                          ///< [Limit: >= 0]
    double wall_gap_time; ///< gap time for static walls [Units: s] [Limit: >= 0]
    double margin;   ///< extra distance between bodies, as a fraction of both radii [Limit: >= 0]
    double substep;  ///< longest substep; a step is divided accordingly [Units: s] [Limit: > 0]
    uint32_t cookie; ///< set by wend_default_social_force_def
} wend_social_force_def;

/// Relaxation 0.5 s; strength 2 m/s^2, range 0.3 m, lambda 0.5; no attraction; static walls 3 m/s^2
/// and moving walls 6 m/s^2 with range 0.1 m; interaction distance 1.5 m; keep_right 2 m/s^2 within
/// 4 m; prediction time 2 s; gap times 0.1 s; margin 0.02; substeps of 0.0125 s.
WEND_API wend_social_force_def wend_default_social_force_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_social_force_def_check(const wend_social_force_def *def,
                                                 wend_error *error);

/// Computes one step. WEND_BAD_ARGUMENT for an invalid step or definition: nothing is written.
/// Constraints from static walls are always satisfied, the others where possible. The result does
/// not depend on the number of threads. Linear in the neighbours.
WEND_API wend_result wend_social_force_step(const wend_social_force_def *def,
                                            const wend_motion_input *input,
                                            const wend_motion_output *output, wend_error *error);

/// Returns the acceleration of one body at the start of a step, without the constraint: for tests
/// and for drawing. Uses the scratch memory of the input. [Limit: the definition is valid]
WEND_API wend_vec2 wend_social_force_on(const wend_social_force_def *def,
                                        const wend_motion_input *input, uint32_t body);

#ifdef __cplusplus
}
#endif

#endif
