// SPDX-License-Identifier: MIT
// The critical graph: for each body one wave without any other body, so that it finds the shortest
// path to every other body that crosses no wall in between. This holds for walls of any form and
// for openings, around which paths may bend.
#include "core/memory.h"
#include "flow/flow.h"

typedef struct graph {
    const wend_flow *flow;
    wend_map *map;
    wend_map_reached *reached; ///< by body
} graph;

/// The edge from the body of the map to another one that it sees.
static wend_flow_gate edge_to(const graph *g, uint32_t from, uint32_t to)
{
    const wend_map_reached *reached = &g->reached[to];
    wend_flow_gate edge = {
        .a = reached->at, .b = reached->at, .width = reached->distance, .from = from, .to = to};
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(g->map, &count);
    for (uint32_t root = reached->root; root != WEND_MAP_NONE; root = roots[root].parent) {
        edge.a = wend_map_projection(&roots[root], edge.a);
        ++edge.leg_count;
    }
    return edge;
}

static wend_result visit_all(const graph *g, wend_flow_edge_fn *visit, void *context,
                             wend_error *error)
{
    const wend_flow *flow = g->flow;
    wend_map_bodies bodies = {.kinds = flow->kinds.data,
                              .points = flow->body_points.data,
                              .point_count = (uint32_t)flow->body_points.count,
                              .count = flow->body_count,
                              .alone = true};
    for (bodies.start = 0; bodies.start + 1 < bodies.count; ++bodies.start) {
        wend_result result = wend_map_build_bodies(g->map, flow->mesh, &bodies, g->reached, error);
        if (result != WEND_OK)
            return result;
        for (uint32_t to = bodies.start + 1; to < bodies.count; ++to) {
            if (g->reached[to].root == WEND_MAP_NONE)
                continue;
            wend_flow_gate edge = edge_to(g, bodies.start, to);
            if (!visit(context, &edge))
                return WEND_OK;
        }
    }
    return WEND_OK;
}

wend_result wend_flow_graph(const wend_flow *flow, wend_flow_edge_fn *visit, void *context,
                            wend_error *error)
{
    const wend_allocator *allocator = &flow->allocator;
    graph g = {.flow = flow};
    wend_result result = wend_map_create(allocator, &g.map, error);
    if (result != WEND_OK)
        return result;
    g.reached = wend_allocate(allocator, flow->body_count, sizeof *g.reached);
    result = g.reached ? visit_all(&g, visit, context, error) : wend_fail_memory(error);
    wend_release(allocator, g.reached, flow->body_count, sizeof *g.reached);
    wend_map_destroy(g.map);
    return result;
}
