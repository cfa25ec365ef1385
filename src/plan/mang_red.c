// SPDX-License-Identifier: MIT
// Red edges of the graph: the diagram's vertices and edges, as arrays. Joints are traversed once,
// here, and never in a search.
//
// Numbers are assigned in the order of arcs, block by block: the blocks count their items, then
// each gets its start. The result does not depend on the number of threads.
#include "plan/mang.h"

#include <math.h>

static uint32_t blocks_of(size_t count)
{
    return (uint32_t)((count + WEND_MANG_BLOCK - 1) / WEND_MANG_BLOCK);
}

static uint32_t block_end(size_t count, uint32_t block)
{
    size_t end = ((size_t)block + 1) * WEND_MANG_BLOCK;
    return (uint32_t)(end < count ? end : count);
}

/// Converts counts to starts, and returns their sum.
static uint32_t sum_counts(wend_mang *mang, uint32_t blocks)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < blocks; ++i) {
        uint32_t count = mang->counts.data[i];
        mang->counts.data[i] = sum;
        sum += count;
    }
    return sum;
}

// ---- vertices -----------------------------------------------------------------------------------

static bool is_vertex(const wend_voronoi *voronoi, uint32_t arc)
{
    const wend_voronoi_arc *one = &voronoi->arcs.data[arc];
    return one->other != WEND_NO_ELEMENT && one->vertex == arc && one->degree != 2;
}

static void count_vertices(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const wend_mang_building *b = argument;
    (void)worker;
    for (uint32_t block = begin; block < end; ++block) {
        uint32_t count = 0;
        for (uint32_t arc = block * WEND_MANG_BLOCK; arc < block_end(b->voronoi->arcs.count, block);
             ++arc)
            count += is_vertex(b->voronoi, arc);
        b->mang->counts.data[block] = count;
    }
}

/// Records the vertices; the degree of each stands in for the start of its edges.
static void fill_vertices(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const wend_mang_building *b = argument;
    wend_mang *mang = b->mang;
    (void)worker;
    for (uint32_t block = begin; block < end; ++block) {
        uint32_t number = mang->counts.data[block];
        for (uint32_t arc = block * WEND_MANG_BLOCK; arc < block_end(b->voronoi->arcs.count, block);
             ++arc) {
            const wend_voronoi_arc *one = &b->voronoi->arcs.data[arc];
            mang->red_of.data[arc] = WEND_MANG_NONE;
            if (!is_vertex(b->voronoi, arc))
                continue;
            mang->red_of.data[arc] = number;
            mang->vertices.data[number++] = (wend_mang_vertex){
                .position = one->at, .radius = one->radius, .first = arc, .degree = one->degree};
        }
    }
}

/// Makes the list of vertices. False: out of memory.
static bool list_vertices(const wend_mang_building *b)
{
    wend_mang *mang = b->mang;
    size_t arcs = b->voronoi->arcs.count;
    uint32_t blocks = blocks_of(arcs);
    mang->counts.count = mang->vertices.count = mang->red_of.count = 0;
    if (!wend_array_reserve(&mang->counts, &mang->allocator, blocks) ||
        !wend_array_reserve(&mang->red_of, &mang->allocator, arcs))
        return false;
    wend_parallel_for(b->tasks, blocks, 1, count_vertices, (void *)b);
    uint32_t count = sum_counts(mang, blocks);
    if (!wend_array_reserve(&mang->vertices, &mang->allocator, count))
        return false;
    wend_parallel_for(b->tasks, blocks, 1, fill_vertices, (void *)b);
    mang->red_of.count = arcs;
    mang->vertices.count = count;
    return true;
}

/// Assigns every vertex memory for its edges, with its arc as the first. False: out of memory.
static bool list_spokes(const wend_mang_building *b)
{
    wend_mang *mang = b->mang;
    size_t spokes = 0;
    for (size_t i = 0; i < mang->vertices.count; ++i)
        spokes += mang->vertices.data[i].degree;
    mang->around.count = 0;
    if (!wend_array_reserve(&mang->around, &mang->allocator, spokes))
        return false;
    mang->around.count = spokes;
    uint32_t first = 0;
    for (size_t i = 0; i < mang->vertices.count; ++i) {
        wend_mang_vertex *vertex = &mang->vertices.data[i];
        mang->around.data[first] = vertex->first;
        vertex->first = first;
        first += vertex->degree;
    }
    return true;
}

// ---- edges --------------------------------------------------------------------------------------

/// Lists the arcs that leave each vertex, with those that return, and counts the edges. Of the two
/// arcs with which an edge begins, the one with the smaller number represents it.
static void walk_spokes(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const wend_mang_building *b = argument;
    wend_mang *mang = b->mang;
    const wend_voronoi *voronoi = b->voronoi;
    (void)worker;
    for (uint32_t block = begin; block < end; ++block) {
        uint32_t count = 0;
        for (uint32_t v = block * WEND_MANG_BLOCK; v < block_end(mang->vertices.count, block);
             ++v) {
            const wend_mang_vertex *vertex = &mang->vertices.data[v];
            uint32_t arc = mang->around.data[vertex->first];
            for (uint32_t i = 0; i < vertex->degree; ++i) {
                uint32_t last = arc;
                while (wend_vertex_is_joint(voronoi, wend_arc_end(voronoi, last)))
                    last = wend_arc_next(voronoi, last);
                uint32_t back = voronoi->arcs.data[last].twin;
                mang->around.data[vertex->first + i] = arc;
                mang->far_of.data[arc] = back;
                count += arc < back;
                arc = wend_arc_around(voronoi, arc);
            }
        }
        mang->counts.data[block] = count;
    }
}

/// Records the edge that begins with an arc, and the edge of its arcs and their twins.
static void fill_edge(const wend_mang_building *b, uint32_t number, uint32_t first)
{
    wend_mang *mang = b->mang;
    const wend_voronoi *voronoi = b->voronoi;
    const wend_voronoi_arc *arcs = voronoi->arcs.data;
    wend_mang_span span = {.clearance = INFINITY, .wall_clearance = INFINITY};
    uint32_t last = arcs[mang->far_of.data[first]].twin;
    for (uint32_t arc = first;; arc = wend_arc_next(voronoi, arc)) {
        wend_mang_add_piece(&span, voronoi, wend_arc_owner(voronoi, arc), arcs[arc].other,
                            wend_vertex_circle(voronoi, wend_arc_start(voronoi, arc)),
                            wend_vertex_circle(voronoi, wend_arc_end(voronoi, arc)));
        mang->edge_of.data[arc] = mang->edge_of.data[arcs[arc].twin] = number;
        if (arc == last)
            break;
    }
    mang->edges.data[number] = (wend_mang_edge){
        .from = mang->red_of.data[wend_arc_start(voronoi, first)],
        .to = mang->red_of.data[wend_arc_end(voronoi, last)],
        .length = span.length,
        .clearance = span.clearance,
        .wall_clearance = span.wall_clearance,
        .weight = wend_mang_red_weight(&mang->def, &span),
        .left_site = voronoi->boundary.links.data[wend_arc_owner(voronoi, first)].site,
        .right_site = voronoi->boundary.links.data[arcs[first].other].site,
        .first_piece = first,
    };
}

static void fill_edges(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const wend_mang_building *b = argument;
    wend_mang *mang = b->mang;
    (void)worker;
    for (uint32_t block = begin; block < end; ++block) {
        uint32_t number = mang->counts.data[block];
        for (uint32_t v = block * WEND_MANG_BLOCK; v < block_end(mang->vertices.count, block);
             ++v) {
            const wend_mang_vertex *vertex = &mang->vertices.data[v];
            for (uint32_t i = 0; i < vertex->degree; ++i) {
                uint32_t arc = mang->around.data[vertex->first + i];
                if (arc < mang->far_of.data[arc])
                    fill_edge(b, number++, arc);
            }
        }
    }
}

/// Makes the list of edges. False: out of memory.
static bool list_edges(const wend_mang_building *b)
{
    wend_mang *mang = b->mang;
    size_t arcs = b->voronoi->arcs.count;
    uint32_t blocks = blocks_of(mang->vertices.count);
    mang->edges.count = mang->edge_of.count = mang->far_of.count = 0;
    if (!wend_array_reserve(&mang->far_of, &mang->allocator, arcs) ||
        !wend_array_reserve(&mang->edge_of, &mang->allocator, arcs))
        return false;
    wend_parallel_for(b->tasks, blocks, 1, walk_spokes, (void *)b);
    uint32_t count = sum_counts(mang, blocks);
    if (!wend_array_reserve(&mang->edges, &mang->allocator, count))
        return false;
    wend_parallel_for(b->tasks, blocks, 1, fill_edges, (void *)b);
    mang->edges.count = count;
    mang->edge_of.count = mang->far_of.count = arcs;
    for (size_t i = 0; i < mang->around.count; ++i)
        mang->around.data[i] = mang->edge_of.data[mang->around.data[i]];
    return true;
}

bool wend_mang_build_red(const wend_mang_building *building)
{
    return list_vertices(building) && list_spokes(building) && list_edges(building);
}
