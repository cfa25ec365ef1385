// SPDX-License-Identifier: MIT
// Where to head for next, and what that means for the velocity: way portals (Curtis, Snape,
// Manocha 2012).
//
// A guide tells an agent an aim: a segment to pass, the place on it that is best, and the length of
// the way behind it. A point is a segment of length zero. A motion model takes a wish: the chord of
// the arc of velocities that lead to the aim.
#ifndef WEND_AIM_H
#define WEND_AIM_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An immediate goal. What every guide gives and every motion takes.
typedef struct wend_aim {
    wend_vec2 a, b; ///< the portal, already shortened by the radius
    double bias;    ///< where to pass it by preference: 0 at a, 1 at b (zeta) [Limit: 0..1]
    double rest;    ///< of the way behind it; 0 for the last [Units: m]
} wend_aim;

/// The velocities that an agent would like: the chord from a to b, and of these the one at bias.
typedef struct wend_wish {
    float ax, ay, bx, by; ///< [Units: m/s]
    float bias;           ///< [Limit: 0..1]
    /// 1: of the velocities that can be had, those between the directions of a and b come first
    /// (section 4.1, the two extra half-planes). 0: no such limit; also for a point.
    float wedge;
} wend_wish;

/// How an aim becomes a wish (sections 4.3 to 4.5).
typedef struct wend_arc_def {
    /// The chord may be slower than the arc by this part of the speed. [Limit: 0..1]
    double relative_error;
    /// ... and by this much; 0: no such bound. [Units: m/s]
    double absolute_error;
    double detour;    ///< Delta: how far a far aim may be missed sideways; 0: arcs are not expanded
    double deviation; ///< gamma: and by which factor the way may grow for it [Limit: > 1]
    bool points;      ///< every aim is the point at its bias: way points, for comparison
    uint32_t cookie;  ///< set by wend_default_arc_def
} wend_arc_def;

/// 0.1 of the speed, no absolute bound, a detour of 1 m, a deviation of 1.01.
WEND_API wend_arc_def wend_default_arc_def(void);

/// An arc_def made ready: cosines and angles that are the same for all agents. Plain data.
typedef struct wend_arc {
    wend_arc_def def;
    double most_angle;  ///< theta_max of the relative bound
    double expand_from; ///< from this distance on the least angle grows [Units: m]
} wend_arc;

/// WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_arc_make(const wend_arc_def *def, wend_arc *arc, wend_error *error);

/// The wish of an agent at p that likes to go at that speed. Slows down for the last stretch so
/// that a point is not overrun in `step` seconds (aim->rest == 0 and the aim is a point).
/// The order of the aim's ends matters only to one who stands right on the portal: it goes through
/// with a on its left.
WEND_API wend_wish wend_arc_wish(const wend_arc *arc, const wend_aim *aim, wend_vec2 p,
                                 double speed, double step);

#ifdef __cplusplus
}
#endif

#endif
