// SPDX-License-Identifier: MIT
// Paths on the Voronoi diagram, which keep away from walls, for a disc of any radius (UFRGS 2010:
// "Real-Time Path Planning in Large Environments Based on the Dynamic Voronoi Diagram", chapter 4).
//
// The diagram is the roadmap. An edge or vertex whose clearance is less than the radius does not
// exist for the disc. Agents are sites too: their radius is subtracted from the clearance where
// they are the nearest site. The search is A*. It can be stopped and resumed, and always returns a
// path that can be followed.
//
// The cost of a path is its length, increased near walls: one metre at clearance c costs
//
//     1 + weight * max(0, comfort / c - 1)
//
// Weight 0 gives the shortest path on the diagram, 1 the safest. The cost is never less than the
// distance, so the straight-line distance is an admissible heuristic for every weight and the path
// found is optimal.
#ifndef WEND_ROADMAP_H
#define WEND_ROADMAP_H

#include "wend/path.h"
#include "wend/steering_target.h"
#include "wend/voronoi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_roadmap_request {
    /// Start position. The path joins the diagram at the centre of the empty circle in which this
    /// position lies deepest, directly away from the nearest wall. The disc need not fit at the
    /// start, only at the joining point: paths lead out of tight spots.
    wend_vec2 from;
    /// [null: none] The agent site that moves. Then `from` is ignored: the path starts at the
    /// agent's position and joins the diagram at the vertices of its own cell (UFRGS 2010, §4.2.1),
    /// and the agent is no obstacle to itself. WEND_STALE if the site does not exist,
    /// WEND_BAD_ARGUMENT if it is an obstacle other than a point.
    wend_site_id agent;
    /// A point joins the diagram like the start. A segment or the border of an area joins it at up
    /// to WEND_ROADMAP_GOALS evenly spaced points. Where the disc does not fit at such a point, the
    /// path ends at the nearest point of the path where it fits.
    wend_goal goal;
    double radius;           ///< disc radius [Limit: >= 0] [Units: m]
    double clearance_weight; ///< 0: shortest, 1: safest [Limit: 0..1]
    double comfort; ///< clearance beyond this does not reduce the cost [Limit: > 0] [Units: m]
    /// Ignore the clearance of agents: only walls must be a radius away. For agents that prefer to
    /// push through a crowd to having no path.
    bool press;
    /// Maximum number of vertices to expand; 0: no limit. Does not stop a search in a dead end.
    uint32_t iterations;
    /// Maximum search time; 0: no limit. Results then depend on the machine. [Units: s]
    double seconds;
    /// dead_end of the previous path of this agent (see wend_roadmap_path); 0: none.
    double dead_end;
    uint32_t cookie; ///< set by wend_default_roadmap_request
} wend_roadmap_request;

/// Maximum number of points at which a goal that is not a point joins the diagram.
#define WEND_ROADMAP_GOALS 16

/// Radius 0, weight 0, comfort 3 m, no limits, no agent, no goal.
WEND_API wend_roadmap_request wend_default_roadmap_request(void);

typedef struct wend_roadmap_path {
    /// Empty circles at the vertices of the path, in order; before them that of the start, unless
    /// it is an agent; after them that of the goal, if the path is whole. Agents' radii are not
    /// subtracted. Empty: the path is straight from start to end. Valid until the next search.
    const wend_circle *circles;
    uint32_t circle_count;
    wend_vec2 start, end; ///< the first and last point
    double length;        ///< [Units: m]
    double cost;          ///< with clearance_weight; equals the length if the weight is 0
    double bound;         ///< lower bound of the cost to the goal on the diagram; INFINITY: no path
    double clearance;     ///< minimum along the path, agents' radii subtracted
    double gap_to_goal;   ///< straight-line distance from the end to the goal [Units: m]
    bool whole;           ///< reaches the goal, or as close as the disc fits
    /// Above 0: the agent is in a dead end (UFRGS 2010, §4.4.3). The path to the nearest vertex
    /// found has no branch, or no vertex found was closer to the goal than the agent. The iteration
    /// limit is off until a vertex closer to the goal than this distance is found. Pass it to the
    /// next request of the same agent, which keeps it until the agent itself is closer: this leads
    /// it out of a U-shaped obstacle larger than its search range. [Units: m]
    double dead_end;
    uint32_t iterations; ///< expanded vertices since wend_roadmap_find
} wend_roadmap_path;

/// A search: its memory, reused between searches, and its state between slices. Use one per thread;
/// any number may search one diagram concurrently.
typedef struct wend_roadmap wend_roadmap;

/// Creates a search. allocator [opt].
WEND_API wend_result wend_roadmap_create(const wend_allocator *allocator, wend_roadmap **roadmap,
                                         wend_error *error);
/// Destroys a search. NULL is allowed.
WEND_API void wend_roadmap_destroy(wend_roadmap *roadmap);

/// Finds the cheapest path. Results:
/// - WEND_OK: path is optimal, cost equals bound.
/// - WEND_BUDGET_EXHAUSTED: path leads to the vertex closest to the goal so far; or to the goal, if
///   it is whole, but may not be optimal. wend_roadmap_continue resumes the search.
/// - WEND_NOT_FOUND: no path for this disc. path leads to the reachable vertex closest to the goal;
///   if none is reachable, circle_count is 0 and end equals start. error states the cause.
/// - WEND_STALE (no such agent), WEND_BAD_ARGUMENT, WEND_OUT_OF_MEMORY: path is not valid.
///
/// Allocates only if a search is larger than all before.
WEND_API wend_result wend_roadmap_find(wend_roadmap *roadmap, const wend_voronoi *voronoi,
                                       const wend_roadmap_request *request, wend_roadmap_path *path,
                                       wend_error *error);

/// Resumes a search that was stopped by a limit, with new limits (0: none). Returns WEND_STALE if
/// the diagram has changed since, WEND_BAD_ARGUMENT if there is no search to resume.
WEND_API wend_result wend_roadmap_continue(wend_roadmap *roadmap, uint32_t iterations,
                                           double seconds, wend_roadmap_path *path,
                                           wend_error *error);

// ---- representations of a path ------------------------------------------------------------------
// These functions describe the path found last. They return WEND_BAD_ARGUMENT if there is none,
// WEND_STALE if the diagram has changed since, or WEND_OUT_OF_MEMORY. Each has its own array, valid
// until its next call or the next search.

/// The pieces of the path, from where it joins the diagram to where it leaves it. The first and the
/// last may be parts of pieces of the diagram.
WEND_API wend_result wend_roadmap_pieces(wend_roadmap *roadmap, const wend_voronoi_piece **pieces,
                                         uint32_t *count, wend_error *error);

/// The path as a polyline from start to end, at most `deviation` away from its parabolas.
/// [Limit: > 0] [Units: m]
WEND_API wend_result wend_roadmap_points(wend_roadmap *roadmap, double deviation,
                                         const wend_vec2 **points, uint32_t *count,
                                         wend_error *error);

/// The channel of empty circles along the path (UFRGS 2010, figure 4.9). Consecutive centres are no
/// further apart than `spacing` times the smaller radius, and no further than the pieces are long.
/// [Limit: 0 < spacing < 2]
WEND_API wend_result wend_roadmap_channel(wend_roadmap *roadmap, double spacing,
                                          const wend_circle **circles, uint32_t *count,
                                          wend_error *error);

/// A smooth curve from start to end through the channel. It has no corners, and each of its pieces
/// lies in an empty circle reduced by the radius. Returned as points at most `deviation` away from
/// the curve, never outside that circle. *clearance [opt] is the minimum clearance at these points.
/// [Limit: > 0] [Units: m]
WEND_API wend_result wend_roadmap_curve(wend_roadmap *roadmap, double deviation,
                                        const wend_vec2 **points, uint32_t *count,
                                        double *clearance, wend_error *error);

/// Way portals: for each edge, the chord between its two sites at its narrowest point, shortened by
/// the radius (and by that of an agent) at both ends, and further where a part is not visible from
/// all of the portal before. The last is the goal, or the end of the path. a lies to the left in
/// walking direction. All points of a portal keep the radius from walls. bias is where the path
/// crosses the portal, remaining is the path length beyond it. At most max_count portals from the
/// start on; 0: all.
WEND_API wend_result wend_roadmap_portals(wend_roadmap *roadmap, uint32_t max_count,
                                          const wend_steering_target **portals, uint32_t *count,
                                          wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
