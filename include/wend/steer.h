// SPDX-License-Identifier: MIT
// Steering by free space: the behaviours of "Real-Time Path Planning in Large Environments Based on
// the Dynamic Voronoi Diagram" (UFRGS 2010), §4.5. Works on arrays, without a world; a world uses
// it as motion model "steer".
//
// - Empty circle: a body heads for the centre of an empty circle whose boundary it is on. The
//   planner "voronoi" outputs that preferred velocity.
// - Space negotiation: bodies keep away from approaching bodies. The gap to a neighbour must not
//   shrink by its own length in less than `gap_time`; each of two bodies removes half of the excess
//   speed. A standing body therefore yields to an approaching one, and no two bodies touch.
// - Goal focus: a body without a path prefers the straight direction to its goal, and space
//   negotiation stops it at the kerb.
//
// Of the velocities that satisfy these constraints, a body takes the one closest to its preferred
// velocity. Its neighbours are those in the Voronoi diagram: the sites whose cells meet its own.
// Contacts hold for any step length and for any lists (wend/neighbour.h). No function in this
// header allocates.
#ifndef WEND_STEER_H
#define WEND_STEER_H

#include "wend/neighbour.h"
#include "wend/orca.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_steer_def {
    /// Maximum gap between two discs at which they interact; wider gaps count only if they could
    /// close within one step. UFRGS 2010 gives no value. [Units: m] [Limit: >= 0]
    double interaction_distance;
    /// Gap time: minimum time in which a gap between two bodies may shrink by its own length; at
    /// least one step. A choice of wend: half of the 1 s in which people react to each other.
    /// [Units: s] [Limit: >= 0]
    double gap_time;
    /// Gap time for static walls; the default equals the wall time horizon of ORCA. [Units: s]
    /// [Limit: >= 0]
    double wall_gap_time;
    /// Lateral bias: constraints are rotated by this angle, less at short distances, so that all
    /// keep to the right and head-on encounters resolve. A choice of wend. [Units: rad]
    /// [Limit: 0..1]
    double lateral_bias;
    /// Velocity updates per round; a step is divided into rounds of at most 0.1 s. As with ORCA,
    /// more of them keep crowds from overlapping. [Limit: 1..WEND_STEER_MAX_SUBSTEPS]
    uint32_t substeps;
    uint32_t cookie; ///< set by wend_default_steer_def
} wend_steer_def;

/// Limit of wend_steer_def.substeps.
#define WEND_STEER_MAX_SUBSTEPS 64

/// Interaction distance 1 m, gap time 0.5 s, wall gap time 0.1 s, lateral bias 0.3 rad, 4 substeps.
WEND_API wend_steer_def wend_default_steer_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_steer_def_check(const wend_steer_def *def, wend_error *error);

/// Computes one step. WEND_BAD_ARGUMENT for an invalid step or definition: nothing is written.
/// Constraints from static walls are always satisfied, the others where possible. The result does
/// not depend on the number of threads. Linear in the neighbours.
WEND_API wend_result wend_steer_step(const wend_steer_def *def, const wend_motion_input *input,
                                     const wend_motion_output *output, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
