// SPDX-License-Identifier: MIT
// Steering by free space: the behaviours of section 4.5 of "Real-Time Path Planning in Large
// Environments Based on the Dynamic Voronoi Diagram" (UFRGS 2010). Works alone, on arrays; a world
// uses it as its motion "steer".
//
// - Empty circle: a body heads for the centre of an empty circle that it is on the rim of. That is
//   what the guide "voronoi" wishes.
// - Space negotiation: who comes near is pushed away from. The gap to a neighbour must not shrink
//   by its own length in less than `calm`; of the speed that is too much, each of two takes off
//   half. So one that stands gives way to one that comes, and nobody is touched.
// - Goal focus: a body that has no way is wished straight on to its goal, and it is space
//   negotiation that holds it at the kerb.
//
// Of the velocities that keep all this, a body takes the one closest to its wish. The neighbours
// are those that the diagram knows, whose cells meet the body's. Nobody takes memory.
#ifndef WEND_STEER_H
#define WEND_STEER_H

#include "wend/neighbour.h"
#include "wend/orca.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_steer_def {
    /// Those with a wider gap between their rims are not minded, unless they could close it in one
    /// step: the document's threshold, which it does not tell. [Limit: >= 0] [Units: m]
    double space;
    /// The time in which a gap between two may shrink by its own length; a step if that is longer.
    /// Ours: half of the second in which people react to each other. [Limit: >= 0] [Units: s]
    double calm;
    /// The same for walls that stand: as ORCA sees them. [Limit: >= 0] [Units: s]
    double wall_calm;
    /// Pushes are turned by this angle, so that all keep to the right and nobody waits for ever
    /// for one who comes head-on. Less the nearer they are. Ours. [Limit: 0..1] [Units: rad]
    double sidestep;
    /// Velocities are chosen so many times in a step, for one list of neighbours: as with ORCA,
    /// that keeps crowds from overlapping. [Limit: 1..WEND_STEER_MAX_SUBSTEPS]
    uint32_t substeps;
    uint32_t cookie; ///< set by wend_default_steer_def
} wend_steer_def;

#define WEND_STEER_MAX_SUBSTEPS 64

/// Space 1 m, calm 0.5 s, for walls 0.1 s, sidestep 0.3 rad, 4 sub-steps.
WEND_API wend_steer_def wend_default_steer_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_steer_def_check(const wend_steer_def *def, wend_error *error);

/// One step. WEND_BAD_ARGUMENT for a step or a def that makes no sense: nothing is written. Walls
/// that stand are kept in any case, others as well as can be. The same for any number of threads.
WEND_API wend_result wend_steer_step(const wend_steer_def *def, const wend_motion_input *input,
                                     const wend_motion_output *output, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
