// SPDX-License-Identifier: MIT
// Boids: C. Reynolds, "Flocks, Herds, and Schools: A Distributed Behavioral Model", 1987, and
// "Steering Behaviors for Autonomous Characters", 1999. A. Kamphuis and M. Overmars 2003 (see
// wend/group_shape.h) compare their coherent groups with this model. Works on arrays, without a
// world; a world uses it as motion model "boids".
//
// A body is steered by
// - separation: away from close bodies of any group, stronger at shorter distance,
// - alignment: to the mean velocity of the visible members of its group,
// - cohesion: to the centroid of the visible members of its group,
// - goal: to its preferred velocity,
// each with a weight:
//
//     relaxation * dv/dt = goal * (preferred - v) + alignment * (mean velocity - v)
//                        + cohesion * max_speed * (centroid - p) / perception_distance
//                        + separation * max_speed * sum: (1 - gap / personal_distance) * n
//
// The cohesion term of a body that has a goal is limited to 0.5 goal * |preferred|. The sum is over
// other bodies; n points away from the other body, and a gap is measured between boundaries.
// Visible are its neighbours and their neighbours up to a gap of perception_distance, in all
// directions: one or two dozen, as starlings respond to a few of the nearest rather than to all
// within a radius. Bodies behind a wall are not visible. A body without a group is steered by
// separation and goal alone.
//
// Each body perceives only its surroundings; nothing prevents a group from splitting. As in the
// social force model, contacts are exact: no gap to another body or to a wall closes within a step.
// No function in this header allocates.
#ifndef WEND_BOIDS_H
#define WEND_BOIDS_H

#include "wend/neighbour.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_boids_def {
    double separation, alignment, cohesion, goal; ///< weights [Limit: >= 0]
    double personal_distance; ///< separation acts at gaps below this [Limit: > 0] [Units: m]
    /// Group members at wider gaps are not visible. [Limit: > 0] [Units: m]
    double perception_distance;
    /// Those who come towards a body seem to be further to the left by this angle, so that it
    /// passes them on the right. [Units: rad] [Limit: >= 0]
    double symmetry_angle;
    double relaxation; ///< relaxation time towards the steered velocity [Units: s] [Limit: > 0]
    /// Minimum time in which a gap to a wall may shrink by its own length [Units: s] [Limit: >= 0]
    double wall_gap_time;
    double gap_time; ///< the same for other bodies [Units: s] [Limit: >= 0]
    double margin;   ///< extra distance between bodies, as a fraction of both radii [Limit: >= 0]
    double substep;  ///< longest substep; a step is divided accordingly [Units: s] [Limit: > 0]
    uint32_t cookie; ///< set by wend_default_boids_def
} wend_boids_def;

/// Weights 1.5, 1, 1 and 1; personal distance 0.3 m, perception distance 5 m, relaxation 0.5 s; gap
/// times 0.1 s, margin 0.02, substeps of 0.025 s.
WEND_API wend_boids_def wend_default_boids_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_boids_def_check(const wend_boids_def *def, wend_error *error);

/// Computes one step. WEND_BAD_ARGUMENT for an invalid step or definition: nothing is written.
/// Constraints from static walls are always satisfied, the others where possible. The result does
/// not depend on the number of threads. Linear in the neighbours.
WEND_API wend_result wend_boids_step(const wend_boids_def *def, const wend_motion_input *input,
                                     const wend_motion_output *output, wend_error *error);

/// Returns dv/dt of one body at the start of a step, without the constraint: for tests and for
/// drawing. Uses the scratch memory of the input. [Limit: the definition is valid]
WEND_API wend_vec2 wend_boids_on(const wend_boids_def *def, const wend_motion_input *input,
                                 uint32_t body);

#ifdef __cplusplus
}
#endif

#endif
