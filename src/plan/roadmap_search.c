// SPDX-License-Identifier: MIT
// A* over the vertices of the diagram. The heuristic is the straight-line distance to the goal,
// which no cost is less than, so a closed vertex is never opened again. Nodes are created when
// vertices are reached, and found by a small hash table: the cost of a search depends on its
// extent, not on the size of the diagram.
#include "core/clock.h"
#include "core/heap_template.h"
#include "plan/roadmap.h"

/// Iterations between two readings of the clock.
enum { CLOCK_EVERY = 64 };

/// A vertex with fewer exits has no branch (UFRGS 2010, §4.4.3).
enum { TURN_OFF = 3 };

enum { MIN_TABLE = 64 };

// ---- nodes --------------------------------------------------------------------------------------

void wend_roadmap_clear(wend_roadmap *roadmap)
{
    for (size_t i = 0; i < roadmap->nodes.count; i++)
        roadmap->table.data[roadmap->nodes.data[i].slot] = WEND_NO_NODE;
    roadmap->nodes.count = roadmap->open.count = 0;
    roadmap->nearest = roadmap->best_node = WEND_NO_NODE;
    roadmap->direct_arc = WEND_NO_ARC;
    roadmap->best = INFINITY;
    roadmap->iterations = 0;
    roadmap->failed = false;
}

/// The slot of a vertex, existing or new.
static uint32_t slot_of(const wend_roadmap *roadmap, uint32_t vertex)
{
    uint32_t mask = (uint32_t)roadmap->table.count - 1;
    // Nearby vertices have similar numbers: the upper bits of a product spread them.
    uint32_t slot = (uint32_t)(vertex * UINT64_C(0x9e3779b97f4a7c15) >> 32) & mask;
    for (;; slot = (slot + 1) & mask) {
        uint32_t node = roadmap->table.data[slot];
        if (node == WEND_NO_NODE || roadmap->nodes.data[node].vertex == vertex)
            return slot;
    }
}

/// Doubles the table. False: out of memory, unchanged.
static bool grow_table(wend_roadmap *roadmap)
{
    size_t count = roadmap->table.count ? 2 * roadmap->table.count : MIN_TABLE;
    if (!wend_array_reserve(&roadmap->table, &roadmap->allocator, count - roadmap->table.count))
        return false;
    roadmap->table.count = count;
    for (size_t i = 0; i < count; i++)
        roadmap->table.data[i] = WEND_NO_NODE;
    for (size_t i = 0; i < roadmap->nodes.count; i++) {
        wend_roadmap_node *node = &roadmap->nodes.data[i];
        node->slot = slot_of(roadmap, node->vertex);
        roadmap->table.data[node->slot] = (uint32_t)i;
    }
    return true;
}

double wend_roadmap_left(const wend_roadmap *roadmap, wend_vec2 p)
{
    const wend_box *box = &roadmap->goal;
    double x = p.x < box->min.x ? box->min.x - p.x : p.x > box->max.x ? p.x - box->max.x : 0;
    double y = p.y < box->min.y ? box->min.y - p.y : p.y > box->max.y ? p.y - box->max.y : 0;
    return sqrt(x * x + y * y);
}

uint32_t wend_roadmap_node_of(wend_roadmap *roadmap, uint32_t vertex)
{
    if (2 * (roadmap->nodes.count + 1) > roadmap->table.count && !grow_table(roadmap)) {
        roadmap->failed = true;
        return WEND_NO_NODE;
    }
    uint32_t slot = slot_of(roadmap, vertex);
    if (roadmap->table.data[slot] != WEND_NO_NODE)
        return roadmap->table.data[slot];
    if (!wend_array_reserve(&roadmap->nodes, &roadmap->allocator, 1)) {
        roadmap->failed = true;
        return WEND_NO_NODE;
    }
    uint32_t number = (uint32_t)roadmap->nodes.count++;
    roadmap->nodes.data[number] = (wend_roadmap_node){
        .vertex = vertex,
        .parent = WEND_NO_NODE,
        .via = WEND_NO_ARC,
        .back = WEND_NO_ARC,
        .slot = slot,
        .cost = INFINITY,
        .left = wend_roadmap_left(roadmap, roadmap->voronoi->arcs.data[vertex].at),
    };
    return roadmap->table.data[slot] = number;
}

// ---- the open list ------------------------------------------------------------------------------

/// Of equal bounds the node closer to the goal comes first, then the older one, so that the order
/// does not depend on the order of insertion.
static inline bool precedes(const void *context, wend_roadmap_open a, wend_roadmap_open b)
{
    const wend_roadmap_node *nodes = context;
    if (a.bound != b.bound)
        return a.bound < b.bound;
    double left = nodes[a.node].left, other = nodes[b.node].left;
    return left != other ? left < other : a.node < b.node;
}
WEND_HEAP_TEMPLATE(open, wend_roadmap_open, precedes)

void wend_roadmap_offer(wend_roadmap *roadmap, uint32_t number, uint32_t parent, uint32_t via,
                        uint32_t back, double cost)
{
    wend_roadmap_node *node = &roadmap->nodes.data[number];
    if (node->closed || !(cost < node->cost))
        return;
    node->cost = cost;
    node->parent = parent;
    node->via = via;
    node->back = back;
    if (wend_array_reserve(&roadmap->open, &roadmap->allocator, 1))
        open_push(roadmap->open.data, &roadmap->open.count,
                  (wend_roadmap_open){cost + node->left, number}, roadmap->nodes.data);
    else
        roadmap->failed = true;
}

// ---- expansion ----------------------------------------------------------------------------------

/// True if the disc fits at a vertex: an agent adjacent to it may be adjacent to no edge of the
/// path.
static bool fits_at(const wend_roadmap *roadmap, uint32_t vertex)
{
    const wend_voronoi *voronoi = roadmap->voronoi;
    const wend_voronoi_arc *first = &voronoi->arcs.data[vertex];
    if (first->radius - voronoi->boundary.max_agent_radius >= roadmap->fit)
        return true;
    double reduction = 0;
    uint32_t arc = vertex;
    for (uint32_t i = 0; i < first->degree; i++, arc = wend_arc_around(voronoi, arc))
        reduction = fmax(reduction, wend_roadmap_reduction(roadmap, wend_arc_owner(voronoi, arc)));
    return wend_roadmap_fits(roadmap, first->radius, reduction);
}

/// An edge of one's own cell leads to vertices that are reached straight.
static bool is_own(const wend_roadmap *roadmap, uint32_t arc)
{
    return roadmap->own != WEND_NO_ELEMENT &&
           (roadmap->voronoi->arcs.data[arc].other == roadmap->own ||
            wend_arc_owner(roadmap->voronoi, arc) == roadmap->own);
}

static void expand(wend_roadmap *roadmap, uint32_t number)
{
    const wend_voronoi *voronoi = roadmap->voronoi;
    const wend_voronoi_arc *arcs = voronoi->arcs.data;
    wend_roadmap_node node = roadmap->nodes.data[number];
    uint16_t exits = 0;
    uint32_t arc = node.vertex;
    for (uint32_t i = 0; i < arcs[node.vertex].degree && !roadmap->failed; i++) {
        double cost;
        uint32_t last;
        if (arc == node.back) {
            exits++;
        } else if (!is_own(roadmap, arc) && wend_roadmap_walk(roadmap, arc, &cost, &last)) {
            const wend_voronoi_arc *end = &arcs[arcs[last].twin];
            if (end->degree > 1) { // otherwise it ends in a concave corner
                exits++;
                uint32_t next = wend_roadmap_node_of(roadmap, end->vertex);
                if (next != WEND_NO_NODE)
                    wend_roadmap_offer(roadmap, next, number, arc, arcs[last].twin,
                                       node.cost + cost);
            }
        }
        arc = wend_arc_around(voronoi, arc);
    }
    roadmap->nodes.data[number].exits = exits;
}

static void try_targets(wend_roadmap *roadmap, uint32_t number)
{
    const wend_roadmap_node *node = &roadmap->nodes.data[number];
    for (uint32_t i = 0; node->goal && i < roadmap->target_count; i++) {
        const wend_roadmap_target *target = &roadmap->targets[i];
        if (target->vertex == node->vertex && node->cost + target->cost < roadmap->best) {
            roadmap->best = node->cost + target->cost;
            roadmap->best_node = number;
            roadmap->best_target = i;
        }
    }
}

static void close_node(wend_roadmap *roadmap, uint32_t number)
{
    wend_roadmap_node *node = &roadmap->nodes.data[number];
    node->closed = true;
    roadmap->iterations++;
    if (!fits_at(roadmap, node->vertex))
        return;
    if (roadmap->nearest == WEND_NO_NODE || node->left < roadmap->nodes.data[roadmap->nearest].left)
        roadmap->nearest = number;
    try_targets(roadmap, number);
    expand(roadmap, number);
}

// ---- stop conditions ----------------------------------------------------------------------------

/// True if no vertex on the path to a node has a branch.
static bool has_no_turn_off(const wend_roadmap *roadmap, uint32_t number)
{
    for (; number != WEND_NO_NODE; number = roadmap->nodes.data[number].parent)
        if (roadmap->nodes.data[number].exits >= TURN_OFF)
            return false;
    return true;
}

/// True if the search may stop before the goal: not in a dead end, where it has to find a vertex
/// closer to the goal first.
static bool may_stop(wend_roadmap *roadmap)
{
    if (roadmap->best < INFINITY)
        return true;
    uint32_t nearest = roadmap->nearest;
    double left = nearest == WEND_NO_NODE ? INFINITY : roadmap->nodes.data[nearest].left;
    if (roadmap->dead_end == 0) {
        if (left >= roadmap->start_left)
            roadmap->dead_end = roadmap->start_left;
        else if (has_no_turn_off(roadmap, nearest))
            roadmap->dead_end = left;
    }
    return roadmap->dead_end == 0 || left < roadmap->dead_end;
}

wend_result wend_roadmap_run(wend_roadmap *roadmap, uint32_t iterations, double seconds)
{
    double until = seconds > 0 ? wend_clock() + seconds : 0;
    for (uint32_t spent = 0; roadmap->open.count > 0 && !roadmap->failed;) {
        wend_roadmap_open top = roadmap->open.data[0];
        if (roadmap->nodes.data[top.node].closed) {
            open_pop(roadmap->open.data, &roadmap->open.count, roadmap->nodes.data);
            continue;
        }
        if (top.bound >= roadmap->best)
            break;
        if (iterations > 0 && spent >= iterations && may_stop(roadmap))
            return WEND_BUDGET_EXHAUSTED;
        if (seconds > 0 && spent % CLOCK_EVERY == CLOCK_EVERY - 1 && wend_clock() >= until)
            return WEND_BUDGET_EXHAUSTED;
        open_pop(roadmap->open.data, &roadmap->open.count, roadmap->nodes.data);
        close_node(roadmap, top.node);
        spent++;
    }
    if (roadmap->failed)
        return WEND_OUT_OF_MEMORY;
    return roadmap->best < INFINITY ? WEND_OK : WEND_NOT_FOUND;
}

double wend_roadmap_bound(const wend_roadmap *roadmap)
{
    return roadmap->open.count > 0 ? fmin(roadmap->open.data[0].bound, roadmap->best)
                                   : roadmap->best;
}
