// SPDX-License-Identifier: MIT
// Lanes: ways from a source to a sink of a flow that never come nearer to each other than two radii
// nor to a wall than one, as many as fit (Farias 2020, sections 4.4.3, 4.5 and 4.6). Agents that
// follow them at one speed, far enough behind each other, never meet.
//
// A lane is made of straight lines and arcs, so nothing about it is rounded off: lines of equal
// level are parallels to walls and circles around corners.
#ifndef WEND_LANES_H
#define WEND_LANES_H

#include "wend/draw.h"
#include "wend/flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A straight line, or an arc of less than 360 degrees.
typedef struct wend_lane_piece {
    wend_vec2 a, b;
    wend_vec2 centre; ///< of an arc
    int turn;         ///< 0 straight, 1 to the left (counter-clockwise) around centre, -1 right
    double begin;     ///< where it begins, along the lane [Units: m]
} wend_lane_piece;

typedef struct wend_lane {
    uint32_t first, count; ///< in the pieces
    double length;         ///< [Units: m]
    double headway; ///< along the lane: who is so far behind another is at least 2r away from it,
                    ///< wherever both are; 2r where the lane is straight [Units: m]
    uint32_t source, sink; ///< openings of the flow
} wend_lane;

typedef enum wend_lane_kind {
    WEND_LANES_CLEAR, ///< by clearance (4.5): levels are rounded, as many lanes as fit
    WEND_LANES_PLAIN, ///< clearance-insensitive (4.4.3): levels are not, lanes that don't fit fail
} wend_lane_kind;

/// Lanes that come from the levels of one side lie as near to it as can be. Lower lanes from the
/// bottom and upper ones from the top go together: whatever lies between stays free.
typedef enum wend_lane_side {
    WEND_LANES_DIRECT,  ///< one lane is the shortest path from a source to a sink, if the others
                        ///< fit around it; otherwise as WEND_LANES_SHORTER (4.7.3)
    WEND_LANES_SHORTER, ///< so many from the bottom, the others from the top, as is shortest in all
    WEND_LANES_BOTTOM,
    WEND_LANES_TOP,
} wend_lane_side;

typedef struct wend_lanes_def {
    double radius; ///< of the agents [Units: m] [Limit: > 0, up to WEND_MOST_LANES fit]
    wend_lane_kind kind;
    wend_lane_side side;
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_lanes_def
} wend_lanes_def;

/// A radius of 0.2 m, WEND_LANES_CLEAR, WEND_LANES_DIRECT.
WEND_API wend_lanes_def wend_default_lanes_def(void);

/// More lanes than this are refused: a radius that is tiny for the plan.
#define WEND_MOST_LANES 5000

/// Lanes are plain data: they keep no reference to the flow.
typedef struct wend_lanes wend_lanes;

/// Finds the lanes. Solves the flow (more than once), which is left as solved for these lanes.
/// WEND_NOTHING: none fits; *lanes is an object without any.
WEND_API wend_result wend_lanes_create(wend_flow *flow, const wend_lanes_def *def,
                                       wend_lanes **lanes, wend_error *error);
WEND_API wend_result wend_lanes_copy(const wend_lanes *lanes, const wend_allocator *allocator,
                                     wend_lanes **copy, wend_error *error);
/// NULL is allowed.
WEND_API void wend_lanes_destroy(wend_lanes *lanes);

/// The lanes, from the bottom to the top.
WEND_API const wend_lane *wend_lanes_all(const wend_lanes *lanes, uint32_t *count);
WEND_API const wend_lane_piece *wend_lanes_pieces(const wend_lanes *lanes, uint32_t *count);
WEND_API double wend_lanes_radius(const wend_lanes *lanes);

/// The place so far along a lane, and its direction there [opt]; before its start and beyond its
/// end, straight on. O(log pieces).
WEND_API wend_vec2 wend_lane_at(const wend_lanes *lanes, uint32_t lane, double along,
                                wend_vec2 *direction);

/// The nearest place of a lane to p; *distance [opt].
WEND_API double wend_lane_along(const wend_lanes *lanes, uint32_t lane, wend_vec2 p,
                                double *distance);

// ---- shorter lanes ------------------------------------------------------------------------------

typedef struct wend_lanes_shortening {
    uint64_t seed;
    uint32_t most_rounds; ///< over all lanes; stops earlier when it has converged
    double converged;     ///< ... that is, rounds make all lanes shorter by no more than this share
    bool slide;           ///< ends may move along their openings (4.7.3)
    bool wrap; ///< where a shortcut comes too near to a corner, it may go around it in an arc: not
               ///< in the document, but it converges much sooner
} wend_lanes_shortening;

/// Ends slide, shortcuts wrap, up to 1,000 rounds, converged at 1e-5.
WEND_API wend_lanes_shortening wend_default_lanes_shortening(void);

/// What came of it.
typedef struct wend_lanes_gain {
    double before, after; ///< the lengths of all lanes [Units: m]
    double shortest; ///< the lengths if each were the shortest way from any source to any sink that
                     ///< keeps clear of walls: no system of lanes is shorter (that way is found by
                     ///< shortcuts, too, so but for what these leave); 0: none was found
    uint32_t rounds;
    bool converged;
} wend_lanes_gain;

/// Makes lanes shorter by shortcuts between places of theirs chosen at random (4.6), from the one
/// with the most room on: the last lane first, or the direct one and its neighbours. They keep
/// their clearance, their number and their order. The same seed gives the same lanes. The flow must
/// be the one that they are of. *gain [opt]. When it fails the lanes are as they were.
WEND_API wend_result wend_lanes_shorten(wend_lanes *lanes, const wend_flow *flow,
                                        const wend_lanes_shortening *how, wend_lanes_gain *gain,
                                        wend_error *error);

/// Lanes may be nearer to walls and each other by this share of the radius: rounding. (Rounding
/// grows with coordinates: for radii of people, in plans up to 10 km off the origin.)
#define WEND_LANES_TOLERANCE 1e-7

/// What is so many radii away is not looked at.
#define WEND_LANES_FARTHEST 4

/// WEND_OK if every lane is one line from its source to its sink, keeps the radius from all walls
/// and two from the others everywhere, and headways are enough; otherwise WEND_UNSOUND with the
/// place. By closed forms, no samples. What is behind an opening does not count. *clearance and
/// *separation [opt] are the least found, up to WEND_LANES_FARTHEST radii; 0 if it did not come to
/// look at them.
WEND_API wend_result wend_lanes_check(const wend_lanes *lanes, const wend_flow *flow,
                                      double *clearance, double *separation, wend_error *error);

/// Draws the layer "lanes".
WEND_API void wend_lanes_draw(const wend_lanes *lanes, const wend_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
