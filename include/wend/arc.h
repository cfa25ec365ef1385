// SPDX-License-Identifier: MIT
// Conversion of a steering target to a range of preferred velocities: way portals (S. Curtis, J.
// Snape and D. Manocha, "Way Portals: Efficient Multi-Agent Navigation with Line-Segment Goals",
// 2012).
#ifndef WEND_ARC_H
#define WEND_ARC_H

#include "wend/steering_target.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Parameters of the conversion (Curtis et al. 2012, §4.3 to §4.5).
typedef struct wend_arc_def {
    /// Contraction: relative bound on how much slower the chord may be than the arc, as a fraction
    /// of the speed. [Limit: 0..1]
    double relative_error;
    /// Contraction: absolute bound on the same difference; 0: no such bound. [Units: m/s]
    double absolute_error;
    /// Expansion, symbol Delta: maximum lateral deviation from a distant target; 0: arcs are not
    /// expanded. [Units: m] [Limit: >= 0]
    double detour;
    /// Expansion, symbol gamma: maximum ratio of the path length with the detour to that without
    /// it. [Limit: > 1]
    double deviation;
    /// Use the point at `bias` of every target instead of the portal: waypoints, for comparison.
    bool points;
    uint32_t cookie; ///< set by wend_default_arc_def
} wend_arc_def;

/// Relative error 0.1, no absolute bound, detour 1 m, deviation 1.01.
WEND_API wend_arc_def wend_default_arc_def(void);

/// A validated wend_arc_def with precomputed angles, shared by all agents. Plain data.
typedef struct wend_arc {
    wend_arc_def def;
    double max_angle; ///< largest arc angle under the relative bound, symbol theta_max [Units: rad]
    double expand_from; ///< distance beyond which the minimum arc angle grows [Units: m]
} wend_arc;

/// Validates the definition and precomputes the angles. WEND_BAD_ARGUMENT if a value is outside its
/// limits.
WEND_API wend_result wend_arc_make(const wend_arc_def *def, wend_arc *arc, wend_error *error);

/// Returns the range of preferred velocities of an agent at p with that preferred speed
/// [Units: m/s]. Slows down on the last leg so that a final target point (a == b and
/// target->remaining == 0) is not overshot within `step` seconds. The order of the portal's ends
/// matters only to an agent standing exactly on the portal: it passes with a on its left. O(1),
/// does not allocate.
WEND_API wend_preferred_velocity wend_arc_preferred_velocity(const wend_arc *arc,
                                                             const wend_steering_target *target,
                                                             wend_vec2 p, double speed,
                                                             double step);

#ifdef __cplusplus
}
#endif

#endif
