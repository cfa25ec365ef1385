// SPDX-License-Identifier: MIT
// Algorithm 1 of the multi-agent navigation graph the slow way: one list of edges, green, black and
// red, for one agent, and costs lowered along all of them until nothing changes.
#ifndef WEND_TESTS_ORACLE_MANG_PLAN_H
#define WEND_TESTS_ORACLE_MANG_PLAN_H

#include "core/ids.h"
#include "tests/support/support.h"
#include "wend/geometry.h"
#include "wend/mang_plan.h"

#include <math.h>
#include <string.h>

static inline double slow_distance(wend_vec2 p, wend_vec2 q)
{
    return hypot(p.x - q.x, p.y - q.y);
}

enum { MOST_PLACES = 20000, MOST_WAYS = 60000 };

/// All places and ways of one agent's graph. Places: red vertices, then the nodes of its cell that
/// are none, then one on each link, then the start.
typedef struct slow_graph {
    struct {
        uint32_t from, to;
        double cost;
    } ways[MOST_WAYS];
    uint32_t way_count, place_count;
    double costs[MOST_PLACES];
} slow_graph;

static slow_graph slow;

static inline void add_way(uint32_t from, uint32_t to, double cost)
{
    assert_true(slow.way_count < MOST_WAYS);
    slow.ways[slow.way_count].from = from;
    slow.ways[slow.way_count].to = to;
    slow.ways[slow.way_count++].cost = cost;
}

static inline void add_both(uint32_t one, uint32_t other, double cost)
{
    add_way(one, other, cost);
    add_way(other, one, cost);
}

/// True if a black edge that the link is a part of ends at the border: the links and joints that
/// hang together with it are looked through until nothing is new.
static inline bool ends_at_border(const wend_mang_graph *graph, const wend_mang_cell *cell,
                                  uint32_t link)
{
    const wend_mang_node *nodes = graph->nodes + cell->first_node;
    const wend_mang_link *links = graph->links + cell->first_link;
    static bool seen[4096];
    assert_true(cell->node_count <= 4096);
    memset(seen, 0, sizeof seen);
    seen[links[link].from] = seen[links[link].to] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < cell->link_count; ++i) {
            uint32_t from = links[i].from, to = links[i].to;
            bool go_on = (seen[from] && nodes[from].joint) || (seen[to] && nodes[to].joint);
            if (go_on && !(seen[from] && seen[to]))
                changed = seen[from] = seen[to] = true;
        }
    }
    for (uint32_t i = 0; i < cell->node_count; ++i)
        if (seen[i] && nodes[i].red != WEND_MANG_NONE)
            return true;
    return false;
}

static inline uint32_t place_of(const wend_mang_graph *graph, const wend_mang_cell *cell,
                                uint32_t node)
{
    uint32_t red = graph->nodes[cell->first_node + node].red;
    return red != WEND_MANG_NONE ? red : graph->vertex_count + node;
}

static inline void add_own_links(const wend_mang_graph *graph, const wend_mang_request *request,
                                 double fit)
{
    const wend_mang_cell *cell = &graph->cells[request->cell];
    uint32_t start = slow.place_count - 1;
    for (uint32_t i = 0; i < cell->link_count; ++i) {
        const wend_mang_link *link = &graph->links[cell->first_link + i];
        uint32_t from = place_of(graph, cell, link->from), to = place_of(graph, cell, link->to);
        if (link->wall_clearance < fit)
            continue;
        add_both(from, to, link->weight);
        if (!ends_at_border(graph, cell, i))
            continue;
        wend_vec2 a = graph->nodes[cell->first_node + link->from].position;
        wend_vec2 b = graph->nodes[cell->first_node + link->to].position;
        wend_vec2 closest = wend_segment_closest((wend_segment){a, b}, request->from);
        double length = slow_distance(a, b),
               share = length > 0 ? slow_distance(a, closest) / length : 0;
        uint32_t middle = graph->vertex_count + cell->node_count + i;
        add_way(start, middle, slow_distance(request->from, closest));
        add_way(middle, from, share * link->weight);
        add_way(middle, to, (1 - share) * link->weight);
    }
}

/// An edge on the border of the agent's own cell is not in the graph without it.
static inline bool is_own_border(const wend_mang_graph *graph, const wend_mang_cell *cell,
                                 uint32_t edge)
{
    uint32_t own = wend_id_slot(cell->agent.raw);
    return graph->edges[edge].left_site == own || graph->edges[edge].right_site == own;
}

/// Writes the graph out. `tight`: the agent's own links are as wide as it likes.
static inline void write_out(const wend_mang_graph *graph, const wend_mang_request *request,
                             bool tight)
{
    const wend_mang_cell *cell = &graph->cells[request->cell];
    slow.way_count = 0;
    slow.place_count = graph->vertex_count + cell->node_count + cell->link_count + 1;
    assert_true(slow.place_count <= MOST_PLACES);
    for (uint32_t i = 0; i < graph->edge_count; ++i)
        if (graph->edges[i].wall_clearance >= request->radius &&
            (request->first_order || !is_own_border(graph, cell, i)))
            add_both(graph->edges[i].from, graph->edges[i].to, graph->edges[i].weight);
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        const wend_mang_node *node = &graph->nodes[cell->first_node + i];
        bool is_black_vertex = node->red == WEND_MANG_NONE && !node->joint;
        if (request->first_order ? node->red != WEND_MANG_NONE : is_black_vertex)
            add_way(slow.place_count - 1, place_of(graph, cell, i),
                    slow_distance(request->from, node->position));
    }
    if (!request->first_order)
        add_own_links(graph, request, tight ? -INFINITY : request->radius);
}

/// The cost of the best way, INFINITY: there is none.
static inline double slow_cost(const wend_mang_graph *graph, const wend_mang_request *request,
                               bool tight)
{
    write_out(graph, request, tight);
    for (uint32_t i = 0; i < slow.place_count; ++i)
        slow.costs[i] = INFINITY;
    slow.costs[slow.place_count - 1] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < slow.way_count; ++i) {
            double cost = slow.costs[slow.ways[i].from] + slow.ways[i].cost;
            if (cost < slow.costs[slow.ways[i].to]) {
                slow.costs[slow.ways[i].to] = cost;
                changed = true;
            }
        }
    }
    double best = INFINITY;
    for (uint32_t i = 0; i < request->goal->count; ++i)
        best = fmin(best,
                    slow.costs[request->goal->targets[i].vertex] + request->goal->targets[i].cost);
    return best;
}

/// The best way: of one that can't leave its cell, as if that had room.
static inline double slow_best(const wend_mang_graph *graph, const wend_mang_request *request)
{
    double best = slow_cost(graph, request, false);
    const wend_mang_cell *cell = &graph->cells[request->cell];
    bool leaves = false;
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        uint32_t red = graph->nodes[cell->first_node + i].red;
        leaves |= red != WEND_MANG_NONE && slow.costs[red] < INFINITY;
    }
    return leaves ? best : slow_cost(graph, request, true);
}

#endif
