// SPDX-License-Identifier: MIT
// The cheapest way on a roadmap: A*, by the metric. No motion costs less than its centre goes, so
// the straight line to the goal is a bound that never falls by more than an edge costs, and a node
// that was looked at is never looked at again.
#include "group/roadmap.h"

#include <math.h>

static bool reserve(wend_group_roadmap *roadmap)
{
    size_t count = roadmap->nodes.count;
    roadmap->costs.count = roadmap->vias.count = 0;
    if (!wend_array_reserve(&roadmap->costs, &roadmap->allocator, count) ||
        !wend_array_reserve(&roadmap->vias, &roadmap->allocator, count) ||
        !wend_heap_reserve(&roadmap->open, (uint32_t)count))
        return false;
    roadmap->costs.count = roadmap->vias.count = count;
    for (size_t i = 0; i < count; ++i) {
        roadmap->costs.data[i] = INFINITY;
        roadmap->vias.data[i] = WEND_GROUP_NO_EDGE;
    }
    wend_heap_clear(&roadmap->open);
    return true;
}

static void offer(wend_group_roadmap *roadmap, uint32_t node, uint32_t via, double cost)
{
    if (!(cost < roadmap->costs.data[node]))
        return;
    wend_vec2 left =
        wend_group_minus(roadmap->poses.data[roadmap->to].centre, roadmap->poses.data[node].centre);
    roadmap->costs.data[node] = cost;
    roadmap->vias.data[node] = via;
    wend_heap_push(&roadmap->open, node, cost + sqrt(wend_group_dot(left, left)));
}

static bool write_way(wend_group_roadmap *roadmap)
{
    size_t count = 0;
    const uint32_t *ends = roadmap->ends.data, *vias = roadmap->vias.data;
    // The other end of edge 2 * e + i is that of 2 * e + 1 - i.
    for (uint32_t node = roadmap->to; vias[node] != WEND_GROUP_NO_EDGE; node = ends[vias[node] ^ 1])
        ++count;
    roadmap->way.count = 0;
    if (!wend_array_reserve(&roadmap->way, &roadmap->allocator, count))
        return false;
    roadmap->way.count = count;
    for (uint32_t node = roadmap->to; count > 0; node = ends[vias[node] ^ 1])
        roadmap->way.data[--count] = vias[node];
    return true;
}

wend_result wend_group_roadmap_search(wend_group_roadmap *roadmap)
{
    if (!reserve(roadmap))
        return WEND_NO_MEMORY;
    offer(roadmap, roadmap->from, WEND_GROUP_NO_EDGE, 0);
    while (!wend_heap_empty(&roadmap->open)) {
        uint32_t node = wend_heap_pop(&roadmap->open).item;
        if (node == roadmap->to)
            return write_way(roadmap) ? WEND_OK : WEND_NO_MEMORY;
        for (uint32_t half = roadmap->nodes.data[node].first; half != WEND_GROUP_NO_EDGE;) {
            const wend_group_edge *edge = &roadmap->edges.data[half / 2];
            if (wend_group_edge_is_good(roadmap, edge))
                offer(roadmap, roadmap->ends.data[half ^ 1], half ^ 1,
                      roadmap->costs.data[node] + edge->motion.cost);
            half = edge->next[half & 1];
        }
    }
    return WEND_NOTHING;
}
