// SPDX-License-Identifier: MIT
// How entities move inside of their group's shape: group potential fields and temporal distortion
// ("Motion Planning for Coherent Groups of Entities", Kamphuis and Overmars 2003, section 5). Works
// alone, on arrays; a world uses it as its motion "field".
//
// Entities attract each other from afar and repel each other when near (equation 1), and the border
// of the shape repels them (equation 2):
//
//     F_ij = (-c1 / z^sigma1 + c2 / z^sigma2) * n,     z = the gap between the two discs
//     F_b  = c3 / d^sigma3 * n,                        d = the gap between disc and border
//
// n points away from the other, or from the border inwards. z and d are bounded from below, where
// the document divides by 0. The border that is nearest changes at the spine, so its force fades
// out there instead of changing sides at once. Forces are for a mass of 1: accelerations.
//
// The shape follows its plan at full speed as long as everybody could stop before the border
// (definition 5.1, read the right way round: v > sqrt(2 d a_max) is too fast, v being the speed
// with which disc and border close in on each other), and else waits, or goes on as slowly as it
// must: the plan is distorted in time. T, the way along the plan, over time is what
// wend_group_field_state's `along` says from step to step.
//
// Forces alone keep nobody apart for sure. So each move ends where it would leave the shape or
// enter another disc: nobody ever does, whatever the constants are.
#ifndef WEND_GROUP_FIELD_H
#define WEND_GROUP_FIELD_H

#include "wend/group_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_group_field_def {
    double c1, c2, c3;             ///< [Limit: 0 < c1 < c2, 0 < c3]
    double sigma1, sigma2, sigma3; ///< [Limit: 1 < sigma1 < sigma2, 1 < sigma3]
    double least_gap;              ///< z and d count as at least this [Units: m] [Limit: > 0]
    double reach;                  ///< entities with a wider gap don't act on each other [Units: m]
                                   ///< [Limit: >= 0]
    double drag;             ///< velocities relative to the shape die out in this time; INFINITY:
                             ///< never [Units: s] [Limit: > 0]
    double max_speed;        ///< of an entity, over all [Units: m/s] [Limit: > 0]
    double max_acceleration; ///< of an entity in the shape's frame [Units: m/s^2] [Limit: > 0]
    double speed;    ///< of the shape along its plan [Units: m/s] [Limit: 0 < speed <= max_speed]
    double substep;  ///< a step is cut into parts no longer than this [Units: s] [Limit: > 0]
    uint32_t cookie; ///< set by wend_default_group_field_def
} wend_group_field_def;

WEND_API wend_group_field_def wend_default_group_field_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits: the document's constraints on the constants.
WEND_API wend_result wend_group_field_def_check(const wend_group_field_def *def, wend_error *error);

/// What a step reads and writes.
typedef struct wend_group_field_state {
    const wend_group_plan *plan;
    double along;          ///< of the plan: T; a step moves it on
    wend_vec2 *places;     ///< [count] all in the shape, as wend_group_field_place makes them
    wend_vec2 *velocities; ///< [count] relative to what carries them along with the shape
    const double *radii;   ///< [count]
    uint32_t count;
    /// [other_count, opt] Discs that don't belong to the group: they push, and nobody enters them.
    const wend_vec2 *other_places;
    const double *other_radii;
    uint32_t other_count;
    bool halt; ///< the shape must not go on in this step, whatever else (another group is ahead)
} wend_group_field_state;

/// What came of a step.
typedef struct wend_group_field_outcome {
    double moved;       ///< along the plan [Units: m]
    bool waited;        ///< it went slower than `speed`, for somebody or as `halt` says, and is not
                        ///< at its end
    double least_depth; ///< of a disc in the shape, at the end: what is between it and the border;
                        ///< not less than -WEND_GROUP_FIELD_SLACK unless one was put elsewhere;
                        ///< INFINITY for none [Units: m]
} wend_group_field_outcome;

/// Discs are at least so deep in their shape that they stick out by no more than this, and overlap
/// by no more: what rounding may add up to, carried along for hours. [Units: m]
#define WEND_GROUP_FIELD_SLACK 1e-6

/// How many points of scratch a step needs.
WEND_API size_t wend_group_field_scratch(uint32_t count, uint32_t other_count);

/// One step of `step` seconds. Works in scratch [wend_group_field_scratch(count, other_count)].
/// WEND_BAD_ARGUMENT for a def that makes no sense, or places and radii that are none. Entities
/// that are not in the shape (a host has put them elsewhere) are brought back to it at their
/// greatest speed, those that overlap are brought apart, and the shape waits for them.
WEND_API wend_result wend_group_field_step(const wend_group_field_def *def, double step,
                                           wend_group_field_state *state, wend_vec2 *scratch,
                                           wend_group_field_outcome *outcome, wend_error *error);

/// Places for all discs in a shape, none nearer to another than touching, spread evenly.
/// WEND_NOTHING if they don't fit. places [count].
WEND_API wend_result wend_group_field_place(const wend_group_shape *shape, const double *radii,
                                            uint32_t count, uint64_t seed, wend_vec2 *places,
                                            wend_error *error);

/// The force on one of them: for tests and for drawing.
WEND_API wend_vec2 wend_group_field_force(const wend_group_field_def *def,
                                          const wend_group_field_state *state, uint32_t entity);

#ifdef __cplusplus
}
#endif

#endif
