// SPDX-License-Identifier: MIT
// Steering by free space: the behaviours of "Real-Time Path Planning in Large Environments Based on
// the Dynamic Voronoi Diagram" (UFRGS 2010), §4.5. Works on arrays, without a world; a world uses
// it as motion model "steer".
//
// - Empty circle: a body heads for the centre of an empty circle whose boundary it is on. The
//   planner "voronoi" outputs that preferred velocity.
// - Space negotiation: bodies keep away from approaching bodies. The gap to a neighbour must not
//   shrink by its own length in less than `gap_time`; each of two bodies removes half of the excess
//   speed, a body behind the other more than half of it. A standing body therefore yields to an
//   approaching one, no two bodies touch, and a body is hardly pushed from behind.
// - Keeping right: a body that sees an oncoming one on its course, as far as `sight`, moves to the
//   right just fast enough to pass it. Where another one beside it and a wall leave no room there,
//   it slows down and falls in behind that one; so lanes form in narrow corridors.
// - Goal focus: a body without a path prefers the straight direction to its goal, and space
//   negotiation stops it at the kerb.
//
// Of the velocities that satisfy these constraints, a body aims at the one closest to its preferred
// velocity, and its velocity approaches that one with a limited acceleration: at speed v it turns
// by at most acceleration / v, unless a contact forces it. Its neighbours are those in the Voronoi
// diagram, the sites whose cells meet its own; oncoming bodies are looked for among the neighbours
// of these, too. docs/run.md has the formulas.
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
    /// Priority of the body ahead: of the excess speed of two bodies, the one behind removes the
    /// share 0.5 + priority_ahead if both prefer the same direction. A choice of wend: the one
    /// ahead still gives way a little to a crowd that presses. [Limit: 0..0.5]
    double priority_ahead;
    /// Distance along its course up to which a body sees oncoming ones. A choice of wend: at
    /// 1.3 m/s two of them meet after 2.3 s. 0: none. [Units: m] [Limit: >= 0]
    double sight;
    /// Lateral gap kept to oncoming bodies. A choice of wend. [Units: m] [Limit: >= 0]
    double passing_gap;
    /// Maximum lateral speed for passing, as a multiple of the preferred speed: 1 turns the
    /// preferred velocity by up to 45 degrees. A choice of wend. [Limit: 0..10]
    double keep_right;
    /// Gap to an oncoming body below which a body with another one and a wall on its right slows
    /// down and falls in behind that one; the wall may be as far away. A choice of wend. 0: never.
    /// [Units: m] [Limit: >= 0]
    double file_distance;
    /// Lateral gap up to which a body beside leaves no room. A choice of wend: less than a body
    /// needs to pass between. [Units: m] [Limit: >= 0]
    double file_gap;
    /// Maximum speed of stepping back for that, as a multiple of the preferred speed. A choice of
    /// wend. [Limit: 0..1]
    double step_back;
    /// Maximum acceleration, except by contacts. A choice of wend: a walker of 1.3 m/s stops within
    /// 0.22 m. [Units: m/s^2] [Limit: > 0]
    double acceleration;
    /// Velocity updates per round; a step is divided into rounds of at most 0.1 s. As with ORCA,
    /// more of them keep crowds from overlapping. [Limit: 1..WEND_STEER_MAX_SUBSTEPS]
    uint32_t substeps;
    uint32_t cookie; ///< set by wend_default_steer_def
} wend_steer_def;

/// Limit of wend_steer_def.substeps.
#define WEND_STEER_MAX_SUBSTEPS 64

/// Interaction distance 1 m, gap time 0.5 s, wall gap time 0.1 s, lateral bias 0.3 rad, priority
/// ahead 0.45, sight 6 m, passing gap 0.1 m, keep right 1, file distance 2 m, file gap 0.3 m, step
/// back 0.8, acceleration 4 m/s^2, 4 substeps.
WEND_API wend_steer_def wend_default_steer_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_steer_def_check(const wend_steer_def *def, wend_error *error);

/// Computes one step. WEND_BAD_ARGUMENT for an invalid step or definition: nothing is written.
/// Constraints from static walls are always satisfied, the others where possible. The result does
/// not depend on the number of threads. Linear in the neighbours and their neighbours.
WEND_API wend_result wend_steer_step(const wend_steer_def *def, const wend_motion_input *input,
                                     const wend_motion_output *output, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
