// SPDX-License-Identifier: MIT
// Paths on the Voronoi diagram: ways that keep away from walls, for a disc of any radius, in the
// manner of "Real-Time Path Planning in Large Environments Based on the Dynamic Voronoi Diagram"
// (UFRGS 2010), chapter 4.
//
// The diagram is the roadmap: its vertices are places, its edges ways between them. An edge or a
// vertex with less room than the radius does not exist for the disc. Agents are sites, too: their
// radius is taken off the clearance where they are the nearest site. The search is A*; it may be
// cut short, goes on when told to, and always has a way that leads somewhere.
//
// A way costs its length, and more where walls are near: each metre at the clearance c costs
//
//     1 + weight * max(0, comfort / c - 1)
//
// so 0 finds the shortest way on the diagram, 1 the safest. No cost is less than the distance, so
// the straight line is a lower bound for every weight and the way found is the best.
#ifndef WEND_ROADMAP_H
#define WEND_ROADMAP_H

#include "wend/aim.h"
#include "wend/path.h"
#include "wend/voronoi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_roadmap_request {
    /// Where the way starts. It joins the diagram at the centre of the empty circle in which this
    /// place lies deepest, straight away from the nearest wall. The disc need not fit here, only
    /// where it joins: the way leads out of tight places.
    wend_vec2 from;
    /// [null: nobody] The site that goes: then `from` is not looked at, the way starts at its place
    /// and joins the diagram at the vertices of its own cell (section 4.2.1), and it is no obstacle
    /// to itself. WEND_STALE if there is no such site,
    /// WEND_BAD_ARGUMENT if it is an obstacle of more than a point.
    wend_id agent;
    /// A point joins the diagram as the start does. A segment or the border of an area does so at
    /// up to WEND_ROADMAP_GOALS places, evenly spread on it. Where the disc does not fit at the
    /// place, the way ends at the nearest one on the way where it does.
    wend_goal goal;
    double radius;  ///< of the disc [Limit: >= 0] [Units: m]
    double weight;  ///< 0 shortest, 1 safest [Limit: 0..1]
    double comfort; ///< more clearance than this is worth nothing [Limit: > 0] [Units: m]
    /// Agents do not count as narrow: only walls must be a radius away. For those who would rather
    /// press on than be told that there is no way.
    bool press;
    /// Most vertices to expand; 0: no limit. A search in a dead end does not stop for it.
    uint32_t iterations;
    /// Most time; 0: no limit. What is found then depends on the machine. [Units: s]
    double seconds;
    /// What the last way of this walker said (wend_roadmap_path.dead_end); 0: nothing. See there.
    double dead_end;
    uint32_t cookie; ///< set by wend_default_roadmap_request
} wend_roadmap_request;

/// Places at which a goal that is no point joins the diagram.
#define WEND_ROADMAP_GOALS 16

/// Radius 0, weight 0, comfort 3 m, no limits, nobody, no goal yet.
WEND_API wend_roadmap_request wend_default_roadmap_request(void);

typedef struct wend_roadmap_path {
    /// The empty circles at the vertices on the way, in its order; before them that of the start,
    /// unless it is an agent, and behind them that of the goal, if it is whole. Radii of agents
    /// are not taken off. None: straight from the start to the end. Valid until the query is used
    /// again.
    const wend_circle *circles;
    uint32_t circle_count;
    wend_vec2 start, end; ///< the first and last point
    double length;        ///< [Units: m]
    double cost;          ///< with the weight; the length if that is 0
    double bound;         ///< no way on the diagram to the goal costs less; INFINITY: there is none
    double clearance;     ///< the least along it, radii of agents taken off
    double left;          ///< straight from its end to the goal [Units: m]
    bool whole;           ///< it gets to the goal, or as near as the disc fits
    /// Above 0: the walker is in a dead end (section 4.4.3): the way to the nearest place that it
    /// saw has nowhere to turn off, or there was none nearer to the goal than itself. The limit on
    /// iterations is off until a vertex nearer to the goal than this is found. Hand it to the next
    /// request of the same walker, which keeps it until it is nearer itself: so it leaves a U that
    /// is larger than it can see. [Units: m]
    double dead_end;
    uint32_t iterations; ///< vertices that were expanded, since wend_roadmap_find
} wend_roadmap_path;

/// A search: its memory, reused from one to the next, and its state between slices. One for each
/// thread; any number may work on one diagram at once.
typedef struct wend_roadmap wend_roadmap;

WEND_API wend_result wend_roadmap_create(const wend_allocator *allocator, wend_roadmap **roadmap,
                                         wend_error *error);
WEND_API void wend_roadmap_destroy(wend_roadmap *roadmap);

/// Finds the best way. Results:
/// - WEND_OK: here it is, cost equals bound.
/// - WEND_BUDGET_SPENT: path leads to the vertex nearest to the goal so far; or to the goal, if it
///   is whole, but may not be the best. wend_roadmap_continue goes on.
/// - WEND_NOTHING: there is no way for this disc. path leads to the vertex nearest to the goal that
///   can be reached; circle_count is 0 and the end is the start if none can. error says why.
/// - WEND_STALE (no such agent), WEND_BAD_ARGUMENT, WEND_NO_MEMORY: there is no path.
/// Memory is taken when a search is larger than all before.
WEND_API wend_result wend_roadmap_find(wend_roadmap *roadmap, const wend_voronoi *voronoi,
                                       const wend_roadmap_request *request, wend_roadmap_path *path,
                                       wend_error *error);

/// Goes on with a search that was cut short, for so many more iterations and seconds (0: no limit).
/// WEND_STALE if the diagram has changed since; WEND_BAD_ARGUMENT if there is nothing to go on
/// with.
WEND_API wend_result wend_roadmap_continue(wend_roadmap *roadmap, uint32_t iterations,
                                           double seconds, wend_roadmap_path *path,
                                           wend_error *error);

// ---- what a way is good for ---------------------------------------------------------------------
// All are of the way that was found last; WEND_BAD_ARGUMENT if there is none, WEND_STALE if the
// diagram has changed since, WEND_NO_MEMORY. Each has its own array, valid until it is asked again
// or another way is looked for.

/// Its pieces, from where it joins the diagram to where it leaves it; the first and the last may be
/// parts of the diagram's.
WEND_API wend_result wend_roadmap_pieces(wend_roadmap *roadmap, const wend_voronoi_piece **pieces,
                                         uint32_t *count, wend_error *error);

/// It as a line from start to end, off its parabolas by no more than `deviation`.
/// [Limit: > 0] [Units: m]
WEND_API wend_result wend_roadmap_points(wend_roadmap *roadmap, double deviation,
                                         const wend_vec2 **points, uint32_t *count,
                                         wend_error *error);

/// The channel of empty circles around it (figure 4.9): sampled so that two that follow each other
/// have centres no further apart than `spacing` times the lesser radius, and no further than the
/// pieces are long. [Limit: 0 < spacing < 2]
WEND_API wend_result wend_roadmap_channel(wend_roadmap *roadmap, double spacing,
                                          const wend_circle **circles, uint32_t *count,
                                          wend_error *error);

/// A smooth curve from start to end through the channel, that keeps the radius as the way does: a
/// curve without corners, each of whose pieces lies in one empty circle made smaller by the radius.
/// As points, off the curve by no more than `deviation`, and never out of that circle. *clearance
/// [opt] is the least at these points, by the diagram. [Limit: > 0] [Units: m]
WEND_API wend_result wend_roadmap_curve(wend_roadmap *roadmap, double deviation,
                                        const wend_vec2 **points, uint32_t *count,
                                        double *clearance, wend_error *error);

/// Way portals: for each edge the chord between its two sites where it is narrowest, cut by the
/// radius (and by that of an agent) at both ends, and more where one could not be seen from all of
/// the one before; the last is the goal, or where the way ends. A walker has a on its left. All
/// points of a portal keep the radius. bias is where the way crosses it, rest the length behind.
/// At most `most` of them from the start on; 0: all.
WEND_API wend_result wend_roadmap_portals(wend_roadmap *roadmap, uint32_t most,
                                          const wend_aim **portals, uint32_t *count,
                                          wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
