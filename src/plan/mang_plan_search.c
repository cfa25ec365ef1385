// SPDX-License-Identifier: MIT
// A* over the red edges, from the exits of an agent's cell to a goal; and Dijkstra's algorithm from
// a goal to the cells of many agents. No weight is less than the length, so the distance to the
// goal's box is a consistent lower bound, and a closed vertex is never opened again. The state of a
// vertex is valid for one search, identified by a number: nothing has to be cleared between two.
#include "plan/mang_plan.h"

#include "wend/geometry.h"

/// See wend_mang_fit.
#define ROUNDED 1e-9

double wend_mang_fit(double radius)
{
    return radius * (1 - ROUNDED);
}

void wend_mang_search_begin(wend_mang_planner *planner, double radius, double min_radius)
{
    if (++planner->turn == 0) { // the counter has wrapped: reset all marks
        for (size_t i = 0; i < planner->marks.count; ++i)
            planner->marks.data[i].turn = 0;
        planner->turn = 1;
    }
    wend_heap_clear(&planner->open);
    planner->fit = wend_mang_fit(radius);
    planner->min_fit = wend_mang_fit(min_radius);
    planner->narrow = false;
    planner->iterations = 0;
    planner->nearest = planner->last = WEND_MANG_NONE;
    planner->left = planner->best = INFINITY;
}

static double left_of(const wend_mang_graph *graph, const wend_mang_goal *goal, uint32_t vertex)
{
    return wend_box_distance(goal->box, graph->vertices[vertex].position);
}

/// Marks the vertices from which the goal is reached.
static void mark_targets(wend_mang_planner *planner, const wend_mang_goal *goal)
{
    for (uint32_t i = 0; i < goal->count; ++i) {
        wend_mang_mark *mark = wend_mang_mark_of(planner, goal->targets[i].vertex);
        mark->tail = fmin(mark->tail, goal->targets[i].cost);
    }
}

// ---- forward ------------------------------------------------------------------------------------

static void offer(wend_mang_planner *planner, const wend_mang_graph *graph,
                  const wend_mang_goal *goal, uint32_t vertex, uint32_t via, double cost)
{
    wend_mang_mark *mark = wend_mang_mark_of(planner, vertex);
    if (mark->closed || !(cost < mark->cost))
        return;
    mark->cost = cost;
    mark->via = via;
    wend_heap_push(&planner->open, vertex, cost + left_of(graph, goal, vertex));
}

static void offer_exits(wend_mang_planner *planner, const wend_mang_graph *graph,
                        const wend_mang_request *request)
{
    const wend_mang_cell *cell = &graph->cells[request->cell];
    for (uint32_t i = 0; i < cell->node_count; ++i) {
        const wend_mang_node *node = &graph->nodes[cell->first_node + i];
        if (node->red == WEND_MANG_NONE)
            break; // those on the border come first
        double rank = wend_mang_start_rank(planner, i);
        if (rank < INFINITY)
            offer(planner, graph, request->goal, node->red, WEND_MANG_NONE, rank);
    }
}

static void close_forward(wend_mang_planner *planner, const wend_mang_graph *graph,
                          const wend_mang_goal *goal, uint32_t vertex)
{
    wend_mang_mark *mark = &planner->marks.data[vertex];
    const wend_mang_vertex *v = &graph->vertices[vertex];
    mark->closed = true;
    ++planner->iterations;
    if (mark->cost + mark->tail < planner->best) {
        planner->best = mark->cost + mark->tail;
        planner->last = vertex;
    }
    double left = left_of(graph, goal, vertex), cost = mark->cost;
    uint32_t own = planner->own;
    if (left < planner->left) {
        planner->left = left;
        planner->nearest = vertex;
    }
    for (uint32_t i = 0; i < v->degree; ++i) {
        uint32_t number = graph->around[v->first + i];
        const wend_mang_edge *edge = &graph->edges[number];
        if (edge->wall_clearance >= planner->fit && !wend_mang_borders(edge, own))
            offer(planner, graph, goal, wend_mang_across(edge, vertex), number,
                  cost + edge->weight);
    }
}

wend_result wend_mang_search_forward(wend_mang_planner *planner, const wend_mang_graph *graph,
                                     const wend_mang_request *request)
{
    planner->own = wend_mang_own_site(graph, request);
    mark_targets(planner, request->goal);
    offer_exits(planner, graph, request);
    while (!wend_heap_empty(&planner->open)) {
        if (planner->open.entries.data[0].key >= planner->best)
            break;
        if (request->iterations > 0 && planner->iterations >= request->iterations)
            return planner->best < INFINITY ? WEND_OK : WEND_BUDGET_EXHAUSTED;
        close_forward(planner, graph, request->goal, wend_heap_pop(&planner->open).item);
    }
    return planner->best < INFINITY ? WEND_OK : WEND_NOT_FOUND;
}

// ---- backward -----------------------------------------------------------------------------------

static void offer_backward(wend_mang_planner *planner, uint32_t vertex, uint32_t via, double cost)
{
    wend_mang_mark *mark = wend_mang_mark_of(planner, vertex);
    if (mark->closed || !(cost < mark->cost))
        return;
    mark->cost = cost;
    mark->via = via;
    wend_heap_push(&planner->open, vertex, cost);
}

static void close_backward(wend_mang_planner *planner, const wend_mang_graph *graph,
                           uint32_t vertex)
{
    wend_mang_mark *mark = &planner->marks.data[vertex];
    const wend_mang_vertex *v = &graph->vertices[vertex];
    double cost = mark->cost;
    mark->closed = true;
    ++planner->iterations;
    for (uint32_t i = 0; i < v->degree; ++i) {
        uint32_t number = graph->around[v->first + i];
        const wend_mang_edge *edge = &graph->edges[number];
        if (edge->wall_clearance >= planner->fit)
            offer_backward(planner, wend_mang_across(edge, vertex), number, cost + edge->weight);
        else if (edge->wall_clearance >= planner->min_fit)
            planner->narrow = true;
    }
}

void wend_mang_search_backward(wend_mang_planner *planner, const wend_mang_graph *graph,
                               const wend_mang_goal *goal, uint32_t wanted)
{
    for (uint32_t i = 0; i < goal->count; ++i)
        offer_backward(planner, goal->targets[i].vertex, WEND_MANG_NONE, goal->targets[i].cost);
    while (wanted > 0 && !wend_heap_empty(&planner->open)) {
        uint32_t vertex = wend_heap_pop(&planner->open).item;
        wanted -= planner->marks.data[vertex].wanted;
        close_backward(planner, graph, vertex);
    }
}
