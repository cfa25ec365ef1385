// SPDX-License-Identifier: MIT
// Internals of a search on the diagram.
//
// The nodes of the search are vertices of the diagram, identified by an arc that starts there.
// Joints, where only two pieces meet, are traversed on the fly; ends in concave corners are never
// nodes. The start and the goal join the diagram somewhere on a piece, or, for an agent that is a
// site, at the vertices of its cell.
#ifndef WEND_PLAN_ROADMAP_H
#define WEND_PLAN_ROADMAP_H

#include "plan/portals.h"
#include "plan/roadmap_stroke.h"
#include "wend/roadmap.h"

#define WEND_NO_NODE UINT32_MAX

typedef wend_array(wend_circle) wend_circles;

/// Where a position joins the diagram: the centre of the empty circle in which it lies deepest.
typedef struct wend_roadmap_join {
    uint32_t arc;       ///< the arc that contains the centre; the position lies in its cell
    wend_vec2 position; ///< the joining position
    wend_circle circle;
} wend_roadmap_join;

/// A path to the goal from a vertex, along the arc `via` and those after it up to `last`, on which
/// it stops, and from there straight to its end.
typedef struct wend_roadmap_target {
    wend_vec2 goal;  ///< the requested position
    uint32_t vertex; ///< WEND_NO_ARC: none; it can only be reached directly from the start
    uint32_t via;
    uint32_t last;    ///< the arc on which it stops, in this direction
    wend_circle stop; ///< the empty circle there
    wend_vec2 end;
    double cost;      ///< from the vertex to the end
    double tail;      ///< from the stop to the end [Units: m]
    double clearance; ///< at the end
} wend_roadmap_target;

typedef struct wend_roadmap_node {
    uint32_t vertex;
    uint32_t parent; ///< WEND_NO_NODE: the start
    uint32_t via;    ///< the first arc from the parent, or from the start's join; WEND_NO_ARC:
                     ///< straight from an agent
    uint32_t back;   ///< the arc that leads back
    uint32_t slot;   ///< in the table
    uint16_t exits;  ///< edges that the disc can take; set when it is closed
    bool closed;
    bool goal;   ///< a target has this vertex
    double cost; ///< of the best path to it; INFINITY: none yet
    double left; ///< straight-line distance to the goal
} wend_roadmap_node;

typedef struct wend_roadmap_open {
    double bound;
    uint32_t node;
} wend_roadmap_open;

typedef enum wend_roadmap_state {
    WEND_ROADMAP_IDLE,  ///< no path
    WEND_ROADMAP_SPENT, ///< a path, and the search can be continued
    WEND_ROADMAP_DONE,  ///< a final path
} wend_roadmap_state;

/// The result, as arcs: straight from the start to the first, along them, straight to the end.
typedef struct wend_roadmap_route {
    wend_vec2 start, end;
    bool enters;              ///< the first arc is entered at `enter`, else at its start
    bool leaves;              ///< the last arc is left at `leave`, else at its end
    bool whole;               ///< reaches a target
    wend_circle enter, leave; ///< empty circles
    double left;              ///< straight-line distance from the end to the goal
    wend_array(uint32_t) arcs;
    wend_circles circles;
} wend_roadmap_route;

struct wend_roadmap {
    wend_allocator allocator;
    wend_roadmap_state state;

    // Request.
    const wend_voronoi *voronoi;
    uint64_t version;
    double radius;
    double fit; ///< the disc does not fit closer to a wall: the radius minus a tolerance
    double weight, comfort;
    bool press;
    wend_vec2 start;
    uint32_t own; ///< the element of the moving agent; WEND_NO_ELEMENT: none
    wend_site_id agent;
    wend_roadmap_join join;                              ///< of the start, if it is not an agent
    wend_roadmap_target targets[2 * WEND_ROADMAP_GOALS]; ///< from both ends of an edge
    uint32_t target_count;
    wend_box goal; ///< bounding box of the ends of all targets
    double start_left;

    // Search.
    wend_array(wend_roadmap_node) nodes;
    wend_array(wend_roadmap_open) open; ///< a heap
    wend_array(uint32_t) table;         ///< nodes by vertex, open addressing; only capacity is used
    uint32_t nearest;                   ///< the closed node nearest to the goal
    double dead_end;
    uint32_t iterations;
    double best; ///< cost of the best whole path so far
    uint32_t best_node, best_target;
    /// The best path needs no vertex: along the start's own edge, beginning with this arc
    /// (best_node is WEND_NO_NODE then); WEND_NO_ARC: straight.
    uint32_t direct_arc;
    bool failed; ///< out of memory

    // Result.
    wend_roadmap_route route;
    double length, cost, clearance;
    wend_array(wend_voronoi_piece) pieces;
    bool has_pieces;
    wend_array(wend_vec2) points, curve;
    wend_circles channel;
    wend_circles samples, beads; ///< of the curve
    wend_array(uint32_t) chain;  ///< nodes
    wend_array(double) ends;     ///< ends of pieces, as arc length from where the path joins the
                                 ///< diagram [Units: m]
    wend_array(wend_steering_target) aims;
    wend_portals portals;
};

// ---- roadmap.c ----------------------------------------------------------------------------------

/// WEND_BAD_ARGUMENT if the request is invalid.
wend_result wend_roadmap_check(const wend_roadmap_request *request, wend_error *error);

/// Reads the request, except the start and the goal.
void wend_roadmap_read_request(wend_roadmap *roadmap, const wend_voronoi *voronoi,
                               const wend_roadmap_request *request);

// ---- roadmap_walk.c -----------------------------------------------------------------------------

/// Subtracted from the clearance beside an element: an agent's radius; 0 for a wall and for the
/// moving agent.
static inline double wend_roadmap_reduction(const wend_roadmap *roadmap, uint32_t element)
{
    const wend_boundary *boundary = &roadmap->voronoi->boundary;
    const wend_element_link *link = &boundary->links.data[element];
    return link->kind == WEND_ELEMENT_POINT && element != roadmap->own
               ? boundary->sites.data[link->site].radius
               : 0;
}

/// The same for both sides of an arc.
double wend_roadmap_reduction_beside(const wend_roadmap *roadmap, uint32_t arc);

/// True if a point at that distance from the sites is wide enough, minus `reduction`.
static inline bool wend_roadmap_fits(const wend_roadmap *roadmap, double distance, double reduction)
{
    return distance - reduction >= roadmap->fit || (roadmap->press && reduction > 0);
}

/// Cost of a part of a stroke.
double wend_roadmap_cost(const wend_roadmap *roadmap, const wend_stroke *stroke, double from,
                         double to);

/// Follows an arc's edge to the next vertex other than a joint. *last is the arc that ends there.
/// False: the disc does not fit, or it returns to its start: a ring without a vertex.
bool wend_roadmap_walk(const wend_roadmap *roadmap, uint32_t arc, double *cost, uint32_t *last);

// ---- roadmap_join.c -----------------------------------------------------------------------------

/// Finds where the start and the goal join the diagram, and adds to the search what needs no
/// expansion: the start's nodes, and paths without vertices. WEND_NOT_FOUND: the start or the goal
/// is not in free space.
wend_result wend_roadmap_begin(wend_roadmap *roadmap, const wend_roadmap_request *request,
                               wend_error *error);

/// Finds where a goal joins the diagram, for other searches: the targets and their bounding box.
/// WEND_NOT_FOUND: it is not in free space; WEND_BAD_ARGUMENT. Does not allocate.
wend_result wend_roadmap_join_goal(wend_roadmap *roadmap, const wend_voronoi *voronoi,
                                   const wend_roadmap_request *request, wend_error *error);

/// The result for a start at the goal.
void wend_roadmap_stay(wend_roadmap *roadmap);

// ---- roadmap_search.c ---------------------------------------------------------------------------

/// Resets the search.
void wend_roadmap_clear(wend_roadmap *roadmap);
/// The node of a vertex, created if there is none. WEND_NO_NODE: out of memory, and failed is set.
uint32_t wend_roadmap_node_of(wend_roadmap *roadmap, uint32_t vertex);
/// Offers a path to a node.
void wend_roadmap_offer(wend_roadmap *roadmap, uint32_t node, uint32_t parent, uint32_t via,
                        uint32_t back, double cost);
/// Continues, for at most that many iterations and seconds (0: no limit). WEND_OK,
/// WEND_BUDGET_EXHAUSTED, WEND_NOT_FOUND, WEND_OUT_OF_MEMORY.
wend_result wend_roadmap_run(wend_roadmap *roadmap, uint32_t iterations, double seconds);
/// Current lower bound for all paths to the goal.
double wend_roadmap_bound(const wend_roadmap *roadmap);
/// Straight-line distance from a position to the goal.
double wend_roadmap_left(const wend_roadmap *roadmap, wend_vec2 position);

// ---- roadmap_route.c
// -----------------------------------------------------------------------------

/// Writes the path to the best target, or to the nearest node. False: out of memory.
bool wend_roadmap_write(wend_roadmap *roadmap);
/// Creates the pieces of the path, if they do not exist yet. False: out of memory.
bool wend_roadmap_make_pieces(wend_roadmap *roadmap);
/// WEND_OK if there is a path and the diagram has not changed.
wend_result wend_roadmap_ready(const wend_roadmap *roadmap, wend_error *error);

// ---- roadmap_channel.c --------------------------------------------------------------------------

/// Density of circles: centres no further apart than `spacing` times the reduced smaller radius, or
/// than `minimum`, whichever is greater.
typedef struct wend_sampling {
    double spacing;
    double shrink;  ///< subtracted from the radii [Units: m]
    double minimum; ///< [Units: m]
} wend_sampling;

/// Samples the channel. False: out of memory.
bool wend_roadmap_make_channel(wend_roadmap *roadmap, const wend_sampling *sampling,
                               wend_circles *channel);

// ---- roadmap_portals.c --------------------------------------------------------------------------

/// The portals of the path, as in wend_roadmap_portals; allocates from the roadmap's allocator.
wend_result wend_roadmap_route_portals(wend_roadmap *roadmap, uint32_t max_count,
                                       wend_portals *portals, wend_error *error);

#endif
