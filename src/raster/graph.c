// SPDX-License-Identifier: MIT
// Chains become the graph of mang.h: red vertices and edges here, the agents' cells in forest.c.
#include "raster/raster.h"
#include "wend/geometry.h"

#include <string.h>

/// Maximum distance of lines from the measured points, in pixels.
#define LINE_PIXELS 0.5

uint32_t wend_raster_straight(const wend_raster *raster, const raster_chain *chain, uint32_t begin)
{
    double limit = LINE_PIXELS * raster_grain(raster);
    wend_vec2 a = wend_raster_chain_point(raster, chain, begin).position;
    for (uint32_t end = chain->count + 1;; end = begin + (end - begin) / 2) {
        wend_segment line = {a, wend_raster_chain_point(raster, chain, end).position};
        bool straight = true;
        for (uint32_t i = begin + 1; i < end && straight; ++i)
            straight = wend_segment_distance(
                           line, wend_raster_chain_point(raster, chain, i).position) <= limit;
        if (straight)
            return end;
    }
}

static bool add_line(wend_raster *raster, const raster_chain *chain)
{
    for (uint32_t i = 0;; i = wend_raster_straight(raster, chain, i)) {
        if (!wend_array_reserve(&raster->lines, &raster->allocator, 1))
            return false;
        raster->lines.data[raster->lines.count++] =
            wend_raster_chain_point(raster, chain, i).position;
        if (i > chain->count)
            return true;
    }
}

static bool join_reds(wend_raster *raster)
{
    size_t vertices = raster->spots.count, edges = raster->reds.count;
    raster->vertices.count = raster->edges.count = raster->lines.count = 0;
    raster->line_starts.count = 0;
    if (!wend_array_reserve(&raster->vertices, &raster->allocator, vertices) ||
        !wend_array_reserve(&raster->edges, &raster->allocator, edges) ||
        !wend_array_reserve(&raster->line_starts, &raster->allocator, edges + 1))
        return false;
    for (size_t i = 0; i < vertices; ++i)
        raster->vertices.data[raster->vertices.count++] = (wend_mang_vertex){
            .position = raster->spots.data[i].position, .radius = raster->spots.data[i].radius};
    for (size_t i = 0; i < edges; ++i) {
        const raster_chain *chain = &raster->reds.data[i];
        raster->edges.data[raster->edges.count++] =
            (wend_mang_edge){.from = chain->from.number,
                             .to = chain->to.number,
                             .length = chain->span.length,
                             .clearance = chain->span.clearance,
                             .wall_clearance = chain->span.wall_clearance,
                             .weight = wend_mang_red_weight(&raster->mang, &chain->span),
                             .left_site = WEND_MANG_NONE,
                             .right_site = WEND_MANG_NONE,
                             .first_piece = (uint32_t)i};
        raster->line_starts.data[raster->line_starts.count++] = (uint32_t)raster->lines.count;
        if (!add_line(raster, chain))
            return false;
        raster->vertices.data[chain->from.number].degree++;
        raster->vertices.data[chain->to.number].degree++;
    }
    raster->line_starts.data[raster->line_starts.count++] = (uint32_t)raster->lines.count;
    return true;
}

static bool list_around(wend_raster *raster)
{
    size_t count = 2 * raster->edges.count;
    raster->around.count = 0;
    if (!wend_array_reserve(&raster->around, &raster->allocator, count))
        return false;
    raster->around.count = count;
    uint32_t first = 0;
    for (size_t i = 0; i < raster->vertices.count; ++i) {
        wend_mang_vertex *vertex = &raster->vertices.data[i];
        vertex->first = first;
        first += vertex->degree;
        vertex->degree = 0;
    }
    for (size_t i = 0; i < raster->edges.count; ++i) {
        wend_mang_vertex *from = &raster->vertices.data[raster->edges.data[i].from];
        raster->around.data[from->first + from->degree++] = (uint32_t)i;
        wend_mang_vertex *to = &raster->vertices.data[raster->edges.data[i].to];
        raster->around.data[to->first + to->degree++] = (uint32_t)i;
    }
    return true;
}

/// Marks regions that have pixels: those beside a red crack, or the only one.
static bool find_present(wend_raster *raster)
{
    size_t count = raster->regions.count;
    raster->present.count = 0;
    if (!wend_array_reserve(&raster->present, &raster->allocator, count))
        return false;
    if (count > 0)
        memset(raster->present.data, 0, count);
    raster->present.count = count;
    if (raster->first.data[0] != WEND_RASTER_NONE)
        raster->present.data[raster->first.data[0]] = true;
    for (size_t i = 0; i < raster->reds.count; ++i)
        for (uint32_t k = 0; k < raster->reds.data[i].count; ++k) {
            const raster_crossing *at = &raster->crossings.data[raster->reds.data[i].first + k];
            raster->present.data[at->left] = true;
            raster->present.data[at->right] = true;
        }
    return true;
}

bool wend_raster_join(wend_raster *raster)
{
    if (!join_reds(raster) || !list_around(raster) || !find_present(raster) ||
        !wend_raster_join_cells(raster))
        return false;
    raster->graph = (wend_mang_graph){.vertices = raster->vertices.data,
                                      .edges = raster->edges.data,
                                      .around = raster->around.data,
                                      .cells = raster->cells.data,
                                      .nodes = raster->nodes.data,
                                      .links = raster->links.data,
                                      .cell_of = raster->cell_of.data,
                                      .vertex_count = (uint32_t)raster->vertices.count,
                                      .edge_count = (uint32_t)raster->edges.count,
                                      .cell_count = (uint32_t)raster->cells.count,
                                      .node_count = (uint32_t)raster->nodes.count,
                                      .link_count = (uint32_t)raster->links.count,
                                      .slot_count = raster->site_count};
    return true;
}
