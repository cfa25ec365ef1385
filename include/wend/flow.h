// SPDX-License-Identifier: MIT
// Maximum flow: the largest flow from entrances to exits that a floor plan can carry, and the
// bottleneck that limits it. Max-flow maps of R. Farias, "GPU Rasterization Methods for Path
// Planning and Multi-Agent Navigation", 2020, chapter 4, exact and computed in one pass.
//
// Openings divide the outer wall of the free space. Followed with the free space on the left, it
// consists of the sources, the bottom wall, the sinks and the top wall. A cut is a path from the
// bottom to the top that pays only for free space; it passes through obstacles free of charge. The
// length of the shortest cut is the maximum flow, the width of the stream in metres. The level of a
// point is its distance from the bottom in that metric; stream lines are the lines of equal level.
//
//                 top
//         s .---------------. t
//         o |  []     []    | s      sources on the left, sinks on the right
//         u |      []       | i
//         r '---------------' n
//                bottom       k
//
// A body is a wall that a cut passes free of charge: the bottom, the top, each obstacle (or several
// obstacles that touch), and a wall between two sources or between two sinks.
//
// For agents of radius r a flow consists of whole lanes: with a lane width of 2r the level of each
// body is rounded down to a multiple of it. docs/lanes-proof.md proves that this yields the maximum
// number of lanes.
#ifndef WEND_FLOW_H
#define WEND_FLOW_H

#include "wend/draw.h"
#include "wend/floor.h"
#include "wend/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A source or a sink: a polyline anywhere. It lies along a wall, crosses free space from wall to
/// wall (free space behind it without both sources and sinks is then ignored), or ends in free
/// space and is entered from both sides. The border of an area in free space is closed: its last
/// point is its first.
typedef struct wend_opening {
    const wend_vec2 *points;
    uint32_t count; ///< [Limit: >= 2]
    bool is_sink;
} wend_opening;

/// Maximum number of openings.
#define WEND_MAX_OPENINGS 1024

typedef struct wend_flow_def {
    const wend_floor *floor; ///< valid floor plan. Not retained.
    const wend_opening *openings;
    uint32_t opening_count;
    /// Snapping distance: a vertex of an opening within this distance of a wall is moved onto it,
    /// and within this distance of a corner of that wall or of another opening's vertex on it, onto
    /// that point. An opening that cuts off a corner by no more than this bends around it.
    /// [Units: m]
    double snap;
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_flow_def
} wend_flow_def;

/// A snapping distance of 1 cm.
WEND_API wend_flow_def wend_default_flow_def(void);

/// A flow. Queries are const; many threads may run them at once, but not during a solve.
/// wend_flow_is_useful and wend_flow_graph also allocate: call them from several threads only with
/// a thread-safe allocator.
typedef struct wend_flow wend_flow;

/// Determines the domain (the free space between sources and sinks) and its bodies. Rejects, with
/// the position: openings that cross walls or each other; sources and sinks with no free space
/// between them. O(n log n).
WEND_API wend_result wend_flow_create(const wend_flow_def *def, wend_flow **flow,
                                      wend_error *error);
/// Destroys a flow. NULL is allowed.
WEND_API void wend_flow_destroy(wend_flow *flow);

/// Parameters of a solve.
typedef struct wend_flow_request {
    double width;  ///< lane width: 0 for a flow of points, 2r for whole lanes (at least 1e-9)
                   ///< [Units: m]
    bool from_top; ///< count levels from the top: another flow of the same value
    /// 1 + index of a gate of the previous solution to solve for as if it were wider by `widening`;
    /// 0: none.
    uint32_t widened;
    double widening; ///< [Units: m] [Limit: >= 0]
} wend_flow_request;

/// Computes the maximum flow; repeating the last request costs nothing. Allocates only when more
/// memory is needed than ever before. WEND_INVALID_GEOMETRY without a single bottom and top
/// (wend_flow_has_sides; use wend_flow_pair for the value). After a failure there is no solution.
WEND_API wend_result wend_flow_solve(wend_flow *flow, const wend_flow_request *request,
                                     wend_error *error);

/// Tolerance for whole lanes: a gap counts as too narrow only if it is short by more than this
/// fraction of a lane width.
#define WEND_FLOW_TIE 1e-9

// ---- results ------------------------------------------------------------------------------------
// Before the first solution all values are 0, and there are no gates.

/// Returns the length of the shortest cut: the maximum flow. With a lane width: the number of whole
/// lanes times their width. [Units: m]
WEND_API double wend_flow_value(const wend_flow *flow);

/// A segment of the shortest cut: the narrowest connection of two bodies (with a lane width, one
/// that admits the same number of lanes).
typedef struct wend_flow_gate {
    wend_vec2 a, b;                ///< end points, on `from` and on `to`
    double width;                  ///< [Units: m]
    uint32_t from, to;             ///< bodies
    uint32_t first_leg, leg_count; ///< in wend_flow_legs, from a to b: one leg, or more where it
                                   ///< bends around an opening
} wend_flow_gate;

/// Returns the gates of the shortest cut, from the body where levels start to the last. Valid until
/// the next solve.
WEND_API const wend_flow_gate *wend_flow_gates(const wend_flow *flow, uint32_t *count);
/// Returns the straight pieces of all gates. Valid until the next solve.
WEND_API const wend_segment *wend_flow_legs(const wend_flow *flow, uint32_t *count);

/// Bodies 0 and 1 are the bottom and the top.
#define WEND_FLOW_BOTTOM 0
#define WEND_FLOW_TOP    1

typedef struct wend_flow_body {
    double level;        ///< INFINITY: not reachable (does not occur in a valid domain)
    wend_flow_gate from; ///< gate from which the level was computed; from == to for the body where
                         ///< levels start
} wend_flow_body;
/// Returns all bodies with their levels. Valid until the next solve.
WEND_API const wend_flow_body *wend_flow_bodies(const wend_flow *flow, uint32_t *count);

/// The flow at a point.
typedef struct wend_flow_result {
    double level;        ///< -1: not in the domain [Units: m]
    wend_vec2 direction; ///< direction of the stream, a unit vector; {0, 0} outside the domain
    uint32_t body;       ///< body from which the level is measured; UINT32_MAX outside the domain
} wend_flow_result;
/// Returns the exact result at a point.
WEND_API wend_flow_result wend_flow_query(const wend_flow *flow, wend_vec2 p);

/// Returns true if the stream line through p leads from a source to a sink; otherwise the flow
/// there is useless (Farias 2020, Definition 1). Exact except on the very borders. Follows the
/// stream line, so the cost is proportional to the triangles it passes. Allocates scratch memory;
/// false if that fails.
WEND_API bool wend_flow_is_useful(const wend_flow *flow, wend_vec2 p);

/// Returns the levels as a path map whose sources are the bodies, for drawing and further queries.
WEND_API const wend_map *wend_flow_map(const wend_flow *flow);

/// Returns the points of an opening after snapping, and their number. Indices are those of the
/// definition.
WEND_API uint32_t wend_flow_opening(const wend_flow *flow, uint32_t opening,
                                    const wend_vec2 **points);

/// Returns true if sources and sinks alternate around the domain.
WEND_API bool wend_flow_is_alternating(const wend_flow *flow);

/// Returns true if the domain has one bottom and one top, so that there are levels and lanes: all
/// sources are adjacent on one wall, and all sinks on the rest of it.
WEND_API bool wend_flow_has_sides(const wend_flow *flow);

/// Computes the maximum flow from any source to any sink, wherever they are: the cheapest set of
/// curves that separate all sources from all sinks. wend_flow_gates then holds their gates; levels
/// are not available. A gate that only bends around openings has `from` and `to` equal to the
/// number of bodies. On one wall at most two solves for each change from source to sink, and
/// WEND_BAD_ARGUMENT for more than WEND_FLOW_MAX_ALTERNATIONS changes. On separate walls the cost
/// doubles with every further wall: WEND_BAD_ARGUMENT for more than 7 in a part of the domain, or
/// 12 changes.
#define WEND_FLOW_MAX_ALTERNATIONS 64
WEND_API wend_result wend_flow_pair(wend_flow *flow, double *value, wend_error *error);

// ---- critical graph -----------------------------------------------------------------------------

/// Calls visit with the edges of the critical graph (Farias 2020, §4.4.1). Two bodies are connected
/// if the domain contains a connection that crosses no third body and cannot be shortened by moving
/// its ends along the two bodies; the edge is the shortest such connection. It bends only around
/// corners of openings: leg_count is the number of its straight pieces, which are not in
/// wend_flow_legs. Each edge is visited once, with from < to. Stops when visit returns false. O(m n
/// log n) for m bodies. Needs no solution.
typedef bool wend_flow_edge_fn(void *context, const wend_flow_gate *edge);
WEND_API wend_result wend_flow_graph(const wend_flow *flow, wend_flow_edge_fn *visit, void *context,
                                     wend_error *error);

/// Sizes.
typedef struct wend_flow_size {
    uint32_t bodies, triangles, windows;
    double area; ///< area of the domain [Units: m^2]
    size_t bytes;
} wend_flow_size;
/// Returns the sizes. Linear in the size of the map.
WEND_API wend_flow_size wend_flow_measure(const wend_flow *flow);

#ifdef __cplusplus
}
#endif

#endif
