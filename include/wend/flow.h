// SPDX-License-Identifier: MIT
// How many can get through: the largest flow from entrances to exits that a plan can carry, and
// where it is cut. Max-flow maps of Farias, "GPU Rasterization Methods for Path Planning and
// Multi-Agent Navigation" (2020), chapter 4, exact and in one pass.
//
// Openings part the outer wall of the free space: going around it with the free space on the left
// one comes by the sources, the wall at the bottom, the sinks, and the wall at the top. A cut is a
// way from the bottom to the top that pays only for free space: through obstacles it costs nothing.
// The shortest one is the largest flow (in metres: so wide is the stream). The distance from the
// bottom in that sense, the level, is known everywhere; stream lines are the lines of equal level.
//
//                 top
//         s .---------------. t
//         o |  []     []    | s      sources on the left, sinks on the right
//         u |      []       | i
//         r '---------------' n
//                bottom       k
//
// A body is a wall that a cut passes free of charge: the bottom, the top, each obstacle (or several
// that touch), and what lies between two sources, or between two sinks.
//
// For agents of radius r a flow has whole lanes: with a width of 2r the level of each body is
// rounded down to a multiple of it. docs/lanes-proof.md tells why that gives as many lanes as fit.
#ifndef WEND_FLOW_H
#define WEND_FLOW_H

#include "wend/draw.h"
#include "wend/floor.h"
#include "wend/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A source or a sink: a polyline. It lies along a wall, or crosses free space from wall to wall
/// (what is behind it does not count then).
typedef struct wend_opening {
    const wend_vec2 *points;
    uint32_t count; ///< [Limit: >= 2]
    bool is_sink;
} wend_opening;

/// More openings than this are refused.
#define WEND_MOST_OPENINGS 1024

typedef struct wend_flow_def {
    const wend_floor *floor; ///< sound. Not retained.
    const wend_opening *openings;
    uint32_t opening_count;
    /// A vertex of an opening that is so near to a wall is put on it, and if it is so near to a
    /// corner of that wall or to another opening's vertex on it, right there. An opening that cuts
    /// off a corner by no more than this bends around it. [Units: m]
    double snap;
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_flow_def
} wend_flow_def;

/// A snap of 1 cm.
WEND_API wend_flow_def wend_default_flow_def(void);

/// Questions are const, and may be asked from many threads while nobody solves. (But for
/// wend_flow_is_useful and wend_flow_graph, which take memory: only with an allocator that many
/// threads may call.)
typedef struct wend_flow wend_flow;

/// Finds the domain: the free space between sources and sinks, and its bodies. Refuses (with the
/// place) openings that end off the walls, cross walls or each other, don't part the domain's outer
/// wall, and sources and sinks with no free space between them. O(n log n).
WEND_API wend_result wend_flow_create(const wend_flow_def *def, wend_flow **flow,
                                      wend_error *error);
/// NULL is allowed.
WEND_API void wend_flow_destroy(wend_flow *flow);

/// What to solve for.
typedef struct wend_flow_question {
    double width;  ///< of a lane: 0 for a flow of points, 2r for whole lanes (at least 1e-9)
                   ///< [Units: m]
    bool from_top; ///< levels count from the top: another flow of the same value
    /// Gate number `widened` - 1 of the solution before gets wider by `widening`: what would that
    /// give? 0: none.
    uint32_t widened;
    double widening; ///< [Units: m] [Limit: >= 0]
} wend_flow_question;

/// Solves; the same question again costs nothing. Takes memory only when more is needed than ever
/// before. WEND_UNSOUND with a sentence where sources and sinks take turns around the domain
/// (wend_flow_pair tells the value there). After a failure nothing is solved.
WEND_API wend_result wend_flow_solve(wend_flow *flow, const wend_flow_question *question,
                                     wend_error *error);

/// A gap is short of a whole number of lanes if it is by more than this share of a lane's width.
#define WEND_FLOW_TIE 1e-9

// ---- the answer ---------------------------------------------------------------------------------
// Before the first solution everything is 0, and there are no gates.

/// The length of the shortest cut, which is the largest flow. With a width: so many whole lanes
/// times their width. [Units: m]
WEND_API double wend_flow_value(const wend_flow *flow);

/// One piece of the shortest cut: the narrowest place between two bodies (with a width, one that
/// takes no more lanes than that).
typedef struct wend_flow_gate {
    wend_vec2 a, b;                ///< its ends, on `from` and on `to`
    double width;                  ///< [Units: m]
    uint32_t from, to;             ///< bodies
    uint32_t first_leg, leg_count; ///< in wend_flow_legs, from a to b: one, but where it bends
                                   ///< around an opening
} wend_flow_gate;

/// The gates of the shortest cut, from the body that levels count from to the last.
WEND_API const wend_flow_gate *wend_flow_gates(const wend_flow *flow, uint32_t *count);
/// The straight pieces of all gates.
WEND_API const wend_segment *wend_flow_legs(const wend_flow *flow, uint32_t *count);

/// Bodies 0 and 1 are the bottom and the top.
#define WEND_FLOW_BOTTOM 0
#define WEND_FLOW_TOP    1

typedef struct wend_flow_body {
    double level;        ///< INFINITY: not in reach (it never is, in a sound domain)
    wend_flow_gate from; ///< by which that came; from == to for the body that levels count from
} wend_flow_body;
WEND_API const wend_flow_body *wend_flow_bodies(const wend_flow *flow, uint32_t *count);

/// What the flow is at a point.
typedef struct wend_flow_answer {
    double level;        ///< -1: not in the domain [Units: m]
    wend_vec2 direction; ///< of the stream, of length 1; {0, 0} outside
    uint32_t body;       ///< that the level is counted from; UINT32_MAX outside
} wend_flow_answer;
WEND_API wend_flow_answer wend_flow_at(const wend_flow *flow, wend_vec2 p);

/// True if the stream line through p leads from a source to a sink; if not, flow there is useless
/// (Definition 1). Exact but on the very borders. Follows the stream line, so it takes time for
/// what that passes; takes scratch memory: without any, false.
WEND_API bool wend_flow_is_useful(const wend_flow *flow, wend_vec2 p);

/// The levels as a path map whose sources are the bodies, for pictures and more questions.
WEND_API const wend_map *wend_flow_map(const wend_flow *flow);

/// The openings as they lie in the plan, snapped: number i is that of the def.
WEND_API uint32_t wend_flow_opening(const wend_flow *flow, uint32_t opening,
                                    const wend_vec2 **points);

/// Sources and sinks that take turns around the domain: true if they do.
WEND_API bool wend_flow_takes_turns(const wend_flow *flow);

/// The largest flow from any source to any sink, turns or not: the cheapest way to part all sources
/// from all sinks by cuts that don't cross, as gates (which wend_flow_gates has after this; levels
/// there are none). Solves twice for each change from source to sink, at most. WEND_BAD_ARGUMENT
/// beyond WEND_FLOW_MOST_TURNS changes.
#define WEND_FLOW_MOST_TURNS 64
WEND_API wend_result wend_flow_pair(wend_flow *flow, double *value, wend_error *error);

// ---- the critical graph -------------------------------------------------------------------------

/// Calls visit with the edges of the critical graph (4.4.1). Two bodies are joined if there is a
/// connection between them in the domain that crosses no third one and can't be shortened by moving
/// its ends along the two; the shortest of these. It bends only around the corner of an opening:
/// leg_count tells its straight pieces, which are not in wend_flow_legs. Each edge comes once, with
/// from < to. Stops when visit returns false. O(m n log n) for m bodies. Needs no solution.
typedef bool wend_flow_edge_fn(void *context, const wend_flow_gate *edge);
WEND_API wend_result wend_flow_graph(const wend_flow *flow, wend_flow_edge_fn *visit, void *context,
                                     wend_error *error);

/// Sizes.
typedef struct wend_flow_size {
    uint32_t bodies, triangles, windows;
    double area; ///< of the domain [Units: m^2]
    size_t bytes;
} wend_flow_size;
WEND_API wend_flow_size wend_flow_measure(const wend_flow *flow);

#ifdef __cplusplus
}
#endif

#endif
