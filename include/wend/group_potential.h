// SPDX-License-Identifier: MIT
// Motion of entities inside their group's shape: group potential fields and temporal distortion (A.
// Kamphuis and M. Overmars, "Motion Planning for Coherent Groups of Entities", 2003, §5). Works on
// arrays, without a world; a world uses it as motion model "group_potential".
//
// Entities attract each other at long range and repel each other at short range (equation 1), and
// the border of the shape repels them (equation 2):
//
//     F_ij = (-c1 / z^sigma1 + c2 / z^sigma2) * n,     z = gap between the two discs
//     F_b  = c3 / d^sigma3 * n,                        d = gap between disc and border
//
// n points away from the other disc, or from the border inwards. z and d are bounded from below,
// where the paper divides by 0. The nearest border changes at the spine, so its force fades out
// there instead of changing sign abruptly. Forces are per unit mass, that is, accelerations.
//
// The shape follows its plan at full speed while every entity could stop before reaching the border
// (Definition 5.1 with its inequality corrected: v > sqrt(2 d a_max) is too fast, where v is the
// speed at which disc and border approach each other). Otherwise it waits, or advances as slowly as
// necessary: the plan is distorted in time. T, the position along the plan as a function of time,
// is `along` of wend_group_potential_state from step to step.
//
// Forces alone do not guarantee separation. Each move therefore ends where it would leave the shape
// or enter another disc, for all values of the constants.
#ifndef WEND_GROUP_POTENTIAL_H
#define WEND_GROUP_POTENTIAL_H

#include "wend/group_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_group_potential_def {
    /// Coefficients of attraction, repulsion and border. [Limit: 0 < c1 < c2, 0 < c3]
    double c1, c2, c3;
    /// Exponents of the same. [Limit: 1 < sigma1 < sigma2, 1 < sigma3]
    double sigma1, sigma2, sigma3;
    double min_gap; ///< lower bound of z and d [Units: m] [Limit: > 0]
    double reach;   ///< maximum gap at which entities interact [Units: m] [Limit: >= 0]
    /// Relaxation time of velocities relative to the shape; INFINITY: no drag. [Units: s]
    /// [Limit: > 0]
    double drag;
    double max_speed; ///< maximum speed of an entity [Units: m/s] [Limit: > 0]
    /// Maximum acceleration of an entity in the frame of the shape, a_max. [Units: m/s^2]
    /// [Limit: > 0]
    double max_acceleration;
    /// Speed of the shape along its plan. [Units: m/s] [Limit: 0 < speed <= max_speed]
    double speed;
    double substep;  ///< longest substep; a step is divided accordingly [Units: s] [Limit: > 0]
    uint32_t cookie; ///< set by wend_default_group_potential_def
} wend_group_potential_def;

/// c1 0.045, c2 0.05, c3 0.05; sigma1 1.5, sigma2 2, sigma3 2; min_gap 0.02 m, reach 1.6 m, drag
/// 0.5 s; max_speed 2 m/s, max_acceleration 3 m/s^2, speed 1.3 m/s; substeps of 0.05 s.
WEND_API wend_group_potential_def wend_default_group_potential_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits: the constraints of Kamphuis and Overmars
/// 2003 on the constants.
WEND_API wend_result wend_group_potential_def_check(const wend_group_potential_def *def,
                                                    wend_error *error);

/// State that a step reads and updates.
typedef struct wend_group_potential_state {
    const wend_group_plan *plan;
    double along; ///< distance along the plan, T; advanced by a step [Units: m]
    /// [count] All inside the shape, as wend_group_potential_place returns them
    wend_vec2 *positions;
    wend_vec2 *velocities; ///< [count] Relative to the motion with the shape
    const double *radii;   ///< [count]
    uint32_t count;
    /// [other_count, opt] Discs outside the group: they repel, and no entity enters them.
    const wend_vec2 *other_positions;
    const double *other_radii;
    uint32_t other_count;
    bool halt; ///< the shape must not advance in this step (another group is ahead)
} wend_group_potential_state;

/// Outcome of a step.
typedef struct wend_group_potential_outcome {
    double moved; ///< distance advanced along the plan [Units: m]
    /// True if the shape advanced more slowly than `speed`, for an entity or because of `halt`, and
    /// is not at the end of the plan
    bool waited;
    /// Smallest gap between a disc and the border of the shape at the end of the step; at least
    /// -WEND_GROUP_POTENTIAL_SLACK unless an entity was placed elsewhere; INFINITY without entities
    /// [Units: m]
    double min_depth;
} wend_group_potential_outcome;

/// Largest overlap of two discs, or of a disc with the border, that accumulated rounding may cause
/// over hours of motion. [Units: m]
#define WEND_GROUP_POTENTIAL_SLACK 1e-6

/// Returns the number of scratch points that a step needs.
WEND_API size_t wend_group_potential_scratch(uint32_t count, uint32_t other_count);

/// Computes one step of `step` seconds. Uses scratch [wend_group_potential_scratch(count,
/// other_count)]; does not allocate. WEND_BAD_ARGUMENT for an invalid definition, positions or
/// radii. Entities outside the shape (placed there by the host) return to it at maximum speed,
/// overlapping entities are separated, and the shape waits for them.
WEND_API wend_result wend_group_potential_step(const wend_group_potential_def *def, double step,
                                               wend_group_potential_state *state,
                                               wend_vec2 *scratch,
                                               wend_group_potential_outcome *outcome,
                                               wend_error *error);

/// Computes evenly spread positions [count] in a shape for all discs, without overlap.
/// WEND_NOT_FOUND if they do not fit.
WEND_API wend_result wend_group_potential_place(const wend_group_shape *shape, const double *radii,
                                                uint32_t count, uint64_t seed, wend_vec2 *positions,
                                                wend_error *error);

/// Returns the force on one entity: for tests and for drawing.
WEND_API wend_vec2 wend_group_potential_force(const wend_group_potential_def *def,
                                              const wend_group_potential_state *state,
                                              uint32_t entity);

#ifdef __cplusplus
}
#endif

#endif
