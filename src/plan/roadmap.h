// SPDX-License-Identifier: MIT
// The inside of a search on the diagram.
//
// The places of the search are vertices of the diagram, named by an arc that starts there. Joints,
// where only two pieces meet, are walked through on the fly; ends in
// concave corners are never places. The start and the goal join the diagram somewhere on a piece,
// or, for an agent that is a site, at the vertices of its cell.
#ifndef WEND_PLAN_ROADMAP_H
#define WEND_PLAN_ROADMAP_H

#include "plan/portals.h"
#include "plan/roadmap_stroke.h"
#include "wend/roadmap.h"

#define WEND_NO_NODE UINT32_MAX

typedef wend_array(wend_circle) wend_circles;

/// Where a place joins the diagram: the centre of the empty circle in which it lies deepest.
typedef struct wend_roadmap_join {
    uint32_t arc;    ///< that the centre is on; the place lies in its cell
    wend_vec2 place; ///< that joins
    wend_circle circle;
} wend_roadmap_join;

/// A way to the goal from a vertex, along the arc `via` and those behind it up to `last`, on which
/// it stops, and from there straight to its end.
typedef struct wend_roadmap_target {
    wend_vec2 goal;  ///< the place that was asked for
    uint32_t vertex; ///< WEND_NO_ARC: it has none, and can only be come upon from the start
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
    uint32_t back;   ///< the arc that leads back there
    uint32_t slot;   ///< in the table
    uint16_t exits;  ///< edges that the disc can take; when it is closed
    bool closed;
    bool goal;   ///< a target has this vertex
    double cost; ///< of the best way to it; INFINITY: none yet
    double left; ///< straight to the goal
} wend_roadmap_node;

typedef struct wend_roadmap_open {
    double bound;
    uint32_t node;
} wend_roadmap_open;

typedef enum wend_roadmap_state {
    WEND_ROADMAP_IDLE,  ///< there is no way
    WEND_ROADMAP_SPENT, ///< there is one, and the search may go on
    WEND_ROADMAP_DONE,  ///< there is one
} wend_roadmap_state;

/// What was found, as arcs: straight from the start to the first, along them, straight to the end.
typedef struct wend_roadmap_way {
    wend_vec2 start, end;
    bool enters;              ///< the first arc is entered at `enter`, else at its start
    bool leaves;              ///< the last arc is left at `leave`, else at its end
    bool whole;               ///< it gets to a target
    wend_circle enter, leave; ///< empty circles
    double left;              ///< straight from the end to the goal
    wend_array(uint32_t) arcs;
    wend_circles circles;
} wend_roadmap_way;

struct wend_roadmap {
    wend_allocator allocator;
    wend_roadmap_state state;

    // What is asked.
    const wend_voronoi *voronoi;
    uint64_t version;
    double radius;
    double fit; ///< nearer to a wall the disc does not fit: the radius, less a tolerance
    double weight, comfort;
    bool press;
    wend_vec2 start;
    uint32_t own; ///< the element of the agent that goes; WEND_NO_ELEMENT: none
    wend_id agent;
    wend_roadmap_join join;                              ///< of the start, if it is no agent
    wend_roadmap_target targets[2 * WEND_ROADMAP_GOALS]; ///< from both ends of an edge
    uint32_t target_count;
    wend_box goal; ///< around the ends of all targets
    double start_left;

    // The search.
    wend_array(wend_roadmap_node) nodes;
    wend_array(wend_roadmap_open) open; ///< a heap
    wend_array(uint32_t) table;         ///< of nodes by vertex, open addressing; capacity is meant
    uint32_t nearest;                   ///< the closed node nearest to the goal
    double dead_end;
    uint32_t iterations;
    double best; ///< the cost of the best whole way so far
    uint32_t best_node, best_target;
    /// The best way needs no vertex: along the start's own edge, beginning with this arc, or
    /// straight (best_node is WEND_NO_NODE then); WEND_NO_ARC: straight.
    uint32_t direct_arc;
    bool failed; ///< out of memory

    // What was found.
    wend_roadmap_way way;
    double length, cost, clearance;
    wend_array(wend_voronoi_piece) pieces;
    bool has_pieces;
    wend_array(wend_vec2) points, curve;
    wend_circles channel;
    wend_circles samples, beads; ///< of the curve
    wend_array(uint32_t) chain;  ///< nodes
    wend_array(double) ends;     ///< of pieces, in metres from where the way joins the diagram
    wend_array(wend_aim) aims;
    wend_portals portals;
};

// ---- roadmap.c ----------------------------------------------------------------------------------

/// WEND_BAD_ARGUMENT if the request makes no sense.
wend_result wend_roadmap_check(const wend_roadmap_request *request, wend_error *error);

/// Takes down what is asked, but for the start and the goal.
void wend_roadmap_ask(wend_roadmap *roadmap, const wend_voronoi *voronoi,
                      const wend_roadmap_request *request);

// ---- roadmap_walk.c -----------------------------------------------------------------------------

/// What must be taken off the clearance beside an element: an agent's radius; 0 for a wall and for
/// the one who goes.
static inline double wend_roadmap_taken(const wend_roadmap *roadmap, uint32_t element)
{
    const wend_boundary *boundary = &roadmap->voronoi->boundary;
    const wend_element_link *link = &boundary->links.data[element];
    return link->kind == WEND_ELEMENT_POINT && element != roadmap->own
               ? boundary->sites.data[link->site].radius
               : 0;
}

/// The same for both sides of an arc.
double wend_roadmap_taken_beside(const wend_roadmap *roadmap, uint32_t arc);

/// True if a place with that distance to the sites is wide enough, `taken` being what is taken off.
static inline bool wend_roadmap_fits(const wend_roadmap *roadmap, double distance, double taken)
{
    return distance - taken >= roadmap->fit || (roadmap->press && taken > 0);
}

/// What a part of a stroke costs.
double wend_roadmap_cost(const wend_roadmap *roadmap, const wend_stroke *stroke, double from,
                         double to);

/// Walks from an arc's start to the next vertex that is no joint. *last is the arc that ends there.
/// False: the disc does not fit, or it comes back to where it began: a ring without a vertex.
bool wend_roadmap_walk(const wend_roadmap *roadmap, uint32_t arc, double *cost, uint32_t *last);

// ---- roadmap_join.c -----------------------------------------------------------------------------

/// Finds where the start and the goal join the diagram, and puts what can be done at once into the
/// search: the start's nodes, and ways that need no vertex. WEND_NOTHING: the start or the goal is
/// not in free space.
wend_result wend_roadmap_begin(wend_roadmap *roadmap, const wend_roadmap_request *request,
                               wend_error *error);

/// Finds where a goal joins the diagram, for those who search in their own way: the targets and the
/// box around them. WEND_NOTHING: it is not in free space; WEND_BAD_ARGUMENT. Takes no memory.
wend_result wend_roadmap_join_goal(wend_roadmap *roadmap, const wend_voronoi *voronoi,
                                   const wend_roadmap_request *request, wend_error *error);

/// It is at the goal already.
void wend_roadmap_stay(wend_roadmap *roadmap);

// ---- roadmap_search.c ---------------------------------------------------------------------------

/// Forgets the search before.
void wend_roadmap_clear(wend_roadmap *roadmap);
/// The node of a vertex, made if there is none. WEND_NO_NODE: out of memory, and failed is set.
uint32_t wend_roadmap_node_of(wend_roadmap *roadmap, uint32_t vertex);
/// Offers a way to a node.
void wend_roadmap_offer(wend_roadmap *roadmap, uint32_t node, uint32_t parent, uint32_t via,
                        uint32_t back, double cost);
/// Goes on, for so many iterations and seconds at most (0: no limit). WEND_OK, WEND_BUDGET_SPENT,
/// WEND_NOTHING, WEND_NO_MEMORY.
wend_result wend_roadmap_run(wend_roadmap *roadmap, uint32_t iterations, double seconds);
/// The lower bound for all ways to the goal now.
double wend_roadmap_bound(const wend_roadmap *roadmap);
/// Straight from a place to the goal.
double wend_roadmap_left(const wend_roadmap *roadmap, wend_vec2 place);

// ---- roadmap_way.c ------------------------------------------------------------------------------

/// Writes down the way to the best target, or to the nearest node. False: out of memory.
bool wend_roadmap_write(wend_roadmap *roadmap);
/// Makes the pieces of the way, if they are not there yet. False: out of memory.
bool wend_roadmap_make_pieces(wend_roadmap *roadmap);
/// WEND_OK if there is a way and the diagram is what it was.
wend_result wend_roadmap_ready(const wend_roadmap *roadmap, wend_error *error);

// ---- roadmap_channel.c --------------------------------------------------------------------------

/// How close circles are taken: centres no further apart than `spacing` times what is left of the
/// lesser radius, or than `least`, whichever is more.
typedef struct wend_sampling {
    double spacing;
    double shrink; ///< taken off the radii [Units: m]
    double least;  ///< [Units: m]
} wend_sampling;

/// Samples the channel. False: out of memory.
bool wend_roadmap_make_channel(wend_roadmap *roadmap, const wend_sampling *sampling,
                               wend_circles *channel);

// ---- roadmap_portals.c --------------------------------------------------------------------------

/// The portals of the way, as in wend_roadmap_portals; memory comes from the roadmap's allocator.
wend_result wend_roadmap_way_portals(wend_roadmap *roadmap, uint32_t most, wend_portals *portals,
                                     wend_error *error);

#endif
