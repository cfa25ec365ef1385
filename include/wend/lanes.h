// SPDX-License-Identifier: MIT
// Lanes: paths from a source to a sink of a flow that keep two radii from each other and one radius
// from walls, the maximum number that fits (R. Farias, "GPU Rasterization Methods for Path Planning
// and Multi-Agent Navigation", 2020, §4.4.3, §4.5 and §4.6). Agents that follow them at equal speed
// with sufficient headway never collide.
//
// A lane consists of straight segments and arcs and is therefore exact: lines of equal level are
// parallels to walls and circles around corners.
#ifndef WEND_LANES_H
#define WEND_LANES_H

#include "wend/draw.h"
#include "wend/flow.h"
#include "wend/geometry.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_lane {
    uint32_t first, count; ///< range in wend_lanes_pieces
    double length;         ///< [Units: m]
    /// Minimum headway: two agents this far apart along the lane keep a distance of at least 2r
    /// everywhere; equals 2r where the lane is straight [Units: m]
    double headway;
    uint32_t source, sink; ///< openings of the flow
    /// Timetable of crossing lanes (wend/crossing.h): agents are a period apart, and at time t
    /// agent m is at v t - phase - m period. Period 0: none [Units: m]
    double period, phase;
} wend_lane;

typedef enum wend_lane_kind {
    WEND_LANES_CLEAR, ///< with clearance (Farias 2020, §4.5): rounded levels, the maximum number of
                      ///< lanes
    WEND_LANES_PLAIN, ///< clearance-insensitive (§4.4.3): levels are not rounded; lanes that do not
                      ///< fit fail
} wend_lane_kind;

/// Side from which lanes are placed. Lanes placed by the levels of one side lie as close to it as
/// possible. Lower lanes from the bottom and upper lanes from the top are compatible: the space
/// between them stays free.
typedef enum wend_lane_side {
    /// One lane is the shortest path from a source to a sink, if the others fit around it;
    /// otherwise as WEND_LANES_SHORTER (Farias 2020, §4.7.3)
    WEND_LANES_DIRECT,
    /// Some lanes from the bottom and the others from the top; the split minimises the total length
    WEND_LANES_SHORTER,
    WEND_LANES_BOTTOM,
    WEND_LANES_TOP,
} wend_lane_side;

typedef struct wend_lanes_def {
    double radius; ///< radius of the agents [Units: m] [Limit: > 0, at most WEND_MAX_LANES lanes]
    wend_lane_kind kind;
    wend_lane_side side;
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_lanes_def
} wend_lanes_def;

/// A radius of 0.2 m, WEND_LANES_CLEAR, WEND_LANES_DIRECT.
WEND_API wend_lanes_def wend_default_lanes_def(void);

/// Maximum number of lanes. More indicate a radius that is tiny for the plan.
#define WEND_MAX_LANES 5000

/// A set of lanes: data without references to the flow.
typedef struct wend_lanes wend_lanes;

/// Computes the lanes. Solves the flow several times and leaves it solved for these lanes.
/// WEND_NOT_FOUND: none fits; *lanes is an empty set.
WEND_API wend_result wend_lanes_create(wend_flow *flow, const wend_lanes_def *def,
                                       wend_lanes **lanes, wend_error *error);
/// Copies a set of lanes.
WEND_API wend_result wend_lanes_copy(const wend_lanes *lanes, const wend_allocator *allocator,
                                     wend_lanes **copy, wend_error *error);
/// Destroys a set of lanes. NULL is allowed.
WEND_API void wend_lanes_destroy(wend_lanes *lanes);

/// Returns the lanes, ordered from the bottom to the top. Valid until they are shortened or
/// destroyed.
WEND_API const wend_lane *wend_lanes_all(const wend_lanes *lanes, uint32_t *count);
/// Returns the curve pieces of all lanes, lane by lane. Valid until they are shortened or
/// destroyed.
WEND_API const wend_curve_piece *wend_lanes_pieces(const wend_lanes *lanes, uint32_t *count);
/// Returns the radius the lanes were computed for. [Units: m]
WEND_API double wend_lanes_radius(const wend_lanes *lanes);

/// Returns the position at arc length `along` of a lane, and its direction there [opt];
/// extrapolated straight before its start and beyond its end. O(log pieces).
WEND_API wend_vec2 wend_lane_at(const wend_lanes *lanes, uint32_t lane, double along,
                                wend_vec2 *direction);

/// Returns the arc length of the point of a lane nearest to p; *distance [opt]. Linear in its
/// pieces.
WEND_API double wend_lane_along(const wend_lanes *lanes, uint32_t lane, wend_vec2 p,
                                double *distance);

// ---- shortening ---------------------------------------------------------------------------------

typedef struct wend_lanes_shortening {
    uint64_t seed;
    uint32_t max_rounds; ///< maximum number of rounds over all lanes; stops earlier on convergence
    double converged;    ///< convergence: a round shortens all lanes together by no more than this
                         ///< fraction
    bool slide;          ///< lane ends may move along their openings (Farias 2020, §4.7.3)
    /// A shortcut too close to a corner may pass it on an arc. Not part of Farias 2020; it
    /// converges much faster.
    bool wrap;
} wend_lanes_shortening;

/// Sliding ends, arcs, at most 1,000 rounds, convergence at 1e-5.
WEND_API wend_lanes_shortening wend_default_lanes_shortening(void);

/// Result of shortening.
typedef struct wend_lanes_gain {
    double before, after; ///< total length of all lanes [Units: m]
    /// Lower bound: the total length if every lane were the shortest path from any source to any
    /// sink that keeps clear of walls. That path is also found by shortcuts, so the bound holds
    /// within their convergence. 0: none found.
    double shortest;
    uint32_t rounds;
    bool converged;
} wend_lanes_gain;

/// Shortens lanes by shortcuts between random points (Farias 2020, §4.6), starting with the lane
/// that has the most space: the last lane, or the direct one and its neighbours. Lanes keep their
/// clearance, number and order. The same seed gives the same lanes. The flow must be the one the
/// lanes were computed from. *gain [opt]. After a failure the lanes are unchanged.
WEND_API wend_result wend_lanes_shorten(wend_lanes *lanes, const wend_flow *flow,
                                        const wend_lanes_shortening *how, wend_lanes_gain *gain,
                                        wend_error *error);

/// Computes lanes and shortens them. With WEND_LANES_DIRECT and WEND_LANES_SHORTER lanes are
/// compared after they have been shortened: laid from the bottom, from the top, with the direct
/// path, and at the splits between lanes from the bottom and from the top (all of them for up to 8
/// lanes; beyond that the best by a shorter trial). The result is never longer than that of either
/// pure side. *gain [opt]. Other results are those of wend_lanes_create.
WEND_API wend_result wend_lanes_create_shortest(wend_flow *flow, const wend_lanes_def *def,
                                                const wend_lanes_shortening *how,
                                                wend_lanes **lanes, wend_lanes_gain *gain,
                                                wend_error *error);

/// Tolerance for clearance and separation, as a fraction of the radius: lanes may be closer to
/// walls and to each other by this much because of rounding. (Rounding grows with coordinates:
/// sufficient for the radii of people in plans within 10 km of the origin.)
#define WEND_LANES_TOLERANCE 1e-7

/// Distances beyond this number of radii are not examined.
#define WEND_LANES_MAX_RADII 4

/// Checks every lane with closed forms, without sampling: it is a connected curve from its source
/// to its sink, keeps one radius from all walls and two radii from the other lanes, and its headway
/// suffices. WEND_OK if all hold; otherwise WEND_INVALID_GEOMETRY with the position. Space behind
/// an opening is ignored. *clearance and *separation [opt] are the smallest values found, at most
/// WEND_LANES_MAX_RADII radii; 0 if the check failed before measuring them.
WEND_API wend_result wend_lanes_check(const wend_lanes *lanes, const wend_flow *flow,
                                      double *clearance, double *separation, wend_error *error);

/// Draws the layer "lanes".
WEND_API void wend_lanes_draw(const wend_lanes *lanes, const wend_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
