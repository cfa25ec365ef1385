// SPDX-License-Identifier: MIT
// Interface between planners and motion models.
//
// A planner outputs a steering target: a portal to cross, the preferred crossing point on it, and
// the path length beyond it. wend_arc converts it to a range of preferred velocities (way portals;
// S. Curtis, J. Snape and D. Manocha 2012, see wend/arc.h), which is the input of every motion
// model.
#ifndef WEND_STEERING_TARGET_H
#define WEND_STEERING_TARGET_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An intermediate goal: the output of every planner.
typedef struct wend_steering_target {
    wend_vec2 a, b;   ///< portal end points, inset by the agent radius; a == b for a waypoint
    double bias;      ///< preferred crossing point, symbol zeta: 0 at a, 1 at b [Limit: 0..1]
    double remaining; ///< path length from the portal to the goal; 0 at the last portal [Units: m]
} wend_steering_target;

#define WEND_MAKES_ROOM -1.0f

/// A range of preferred velocities: the chord from a to b, with the preferred one at `bias`. The
/// input of every motion model.
typedef struct wend_preferred_velocity {
    float ax, ay, bx, by; ///< [Units: m/s]
    float bias;           ///< [Limit: 0..1]
    /// 1: of the feasible velocities, those between the directions of a and b are preferred (the
    /// two extra half-planes of Curtis et al. 2012, §4.1). 0: no such constraint; also for a single
    /// velocity. WEND_MAKES_ROOM: nor that, and pedestrians do not queue behind the body: it steps
    /// out of the way of others.
    float wedge;
} wend_preferred_velocity;

#ifdef __cplusplus
}
#endif

#endif
