// SPDX-License-Identifier: MIT
// The cheapest path on a roadmap: A* with the metric. No motion costs less than the path of its
// centre, so the straight-line distance to the goal is a consistent heuristic, and no node is
// expanded twice.
#include "group/roadmap.h"

#include "wend/vec2.h"

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
        wend_sub(roadmap->poses.data[roadmap->to].centre, roadmap->poses.data[node].centre);
    roadmap->costs.data[node] = cost;
    roadmap->vias.data[node] = via;
    wend_heap_push(&roadmap->open, node, cost + wend_length(left));
}

static bool write_path(wend_group_roadmap *roadmap)
{
    size_t count = 0;
    const uint32_t *ends = roadmap->ends.data, *vias = roadmap->vias.data;
    // The other end of edge 2 * e + i is that of 2 * e + 1 - i.
    for (uint32_t node = roadmap->to; vias[node] != WEND_GROUP_NO_EDGE; node = ends[vias[node] ^ 1])
        ++count;
    roadmap->path.count = 0;
    if (!wend_array_reserve(&roadmap->path, &roadmap->allocator, count))
        return false;
    roadmap->path.count = count;
    for (uint32_t node = roadmap->to; count > 0; node = ends[vias[node] ^ 1])
        roadmap->path.data[--count] = vias[node];
    return true;
}

wend_result wend_group_roadmap_search(wend_group_roadmap *roadmap)
{
    if (!reserve(roadmap))
        return WEND_OUT_OF_MEMORY;
    offer(roadmap, roadmap->from, WEND_GROUP_NO_EDGE, 0);
    while (!wend_heap_empty(&roadmap->open)) {
        uint32_t node = wend_heap_pop(&roadmap->open).item;
        if (node == roadmap->to)
            return write_path(roadmap) ? WEND_OK : WEND_OUT_OF_MEMORY;
        for (uint32_t half = roadmap->nodes.data[node].first; half != WEND_GROUP_NO_EDGE;) {
            const wend_group_edge *edge = &roadmap->edges.data[half / 2];
            if (wend_group_edge_is_good(roadmap, edge))
                offer(roadmap, roadmap->ends.data[half ^ 1], half ^ 1,
                      roadmap->costs.data[node] + edge->motion.cost);
            half = edge->next[half & 1];
        }
    }
    return WEND_NOT_FOUND;
}
