// SPDX-License-Identifier: MIT
// Sud et al. 2008, §6.3: cracks are followed from vertex to vertex and from node to node.
//
// A chain continues straight or around a corner as long as the continuation is unique. Red chains
// pass points where black edges end, unless these have become vertices. Chains that close without a
// vertex (a site all around another) get one where they are first found.
#include "raster/raster.h"

#include <string.h>

static bool is_traced(const wend_raster *raster, raster_step step)
{
    uint32_t owner =
        step.direction < RASTER_WEST ? step.point : wend_raster_next_point(raster, step);
    return raster->cracks.data[owner] & RASTER_TRACED_EAST << (step.direction & 1);
}

static void set_traced(wend_raster *raster, raster_step step)
{
    uint32_t owner =
        step.direction < RASTER_WEST ? step.point : wend_raster_next_point(raster, step);
    raster->cracks.data[owner] |= (uint8_t)(RASTER_TRACED_EAST << (step.direction & 1));
}

static uint32_t only_direction(uint32_t directions)
{
    uint32_t direction = 0;
    while (!(directions >> direction & 1))
        ++direction;
    return direction;
}

/// Follows a chain from its first step to a point with one of the marks, or to its begin. Its steps
/// are appended; *last is the last of them. False: out of memory.
static bool follow(wend_raster *raster, raster_step step, bool black, uint8_t marks,
                   raster_chain *chain, raster_step *last)
{
    uint32_t start = step.point;
    *chain = (raster_chain){.first = (uint32_t)raster->steps.count};
    for (;;) {
        if (!wend_array_reserve(&raster->steps, &raster->allocator, 1))
            return false;
        raster->steps.data[raster->steps.count++] = step;
        set_traced(raster, step);
        uint32_t point = wend_raster_next_point(raster, step);
        if (raster->marks.data[point] & marks || point == start)
            break;
        uint32_t directions =
            black ? wend_raster_black_cracks(raster, point) : wend_raster_red_cracks(raster, point);
        step = (raster_step){point, only_direction(directions & ~(1u << (step.direction + 2) % 4))};
    }
    *last = step;
    chain->count = (uint32_t)raster->steps.count - chain->first;
    return true;
}

/// The index of the spot at a point.
static uint32_t spot_at(const raster_spot *spots, size_t count, uint32_t point)
{
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (spots[middle].point <= point)
            low = middle;
        else
            high = middle;
    }
    WEND_ASSERT(spots[low].point == point);
    return (uint32_t)low;
}

// ---- red ----------------------------------------------------------------------------------------

static bool trace_red(wend_raster *raster)
{
    size_t count = raster->spots.count;
    raster_step last;
    for (size_t v = 0; v < count; ++v) {
        uint32_t point = raster->spots.data[v].point;
        uint32_t red = wend_raster_red_cracks(raster, point);
        for (uint32_t direction = 0; direction < 4; ++direction) {
            raster_step step = {point, direction};
            if (!(red >> direction & 1) || is_traced(raster, step))
                continue;
            raster_chain chain;
            if (!wend_array_reserve(&raster->reds, &raster->allocator, 1) ||
                !follow(raster, step, false, RASTER_VERTEX, &chain, &last))
                return false;
            uint32_t end = wend_raster_next_point(raster, last);
            chain.from = (raster_end){(uint32_t)v, true};
            chain.to = (raster_end){spot_at(raster->spots.data, count, end), true};
            raster->reds.data[raster->reds.count++] = chain;
        }
    }
    return true;
}

/// True if eight points in a row have no untraced red crack to the east.
static bool all_traced(const uint8_t *cracks)
{
    uint64_t eight, ones = UINT64_MAX / 255;
    memcpy(&eight, cracks, sizeof eight);
    return !(eight / RASTER_RED_EAST & ~(eight / RASTER_TRACED_EAST) & ones);
}

/// Chains without a vertex: the untraced rest. A loop has a lowest row of points, and cracks to the
/// east there.
static bool trace_loops(wend_raster *raster)
{
    raster_step last;
    size_t count = raster->cracks.count;
    for (size_t p = 0; p < count; ++p) {
        while (count - p >= 8 && all_traced(raster->cracks.data + p))
            p += 8;
        if (p == count)
            break;
        uint8_t cracks = raster->cracks.data[p];
        if (!(cracks & RASTER_RED_EAST) || cracks & RASTER_TRACED_EAST)
            continue;
        raster_chain chain;
        if (!wend_array_reserve(&raster->reds, &raster->allocator, 1) ||
            !wend_array_reserve(&raster->spots, &raster->allocator, 1) ||
            !follow(raster, (raster_step){(uint32_t)p, RASTER_EAST}, false, RASTER_VERTEX, &chain,
                    &last))
            return false;
        chain.from = chain.to = (raster_end){(uint32_t)raster->spots.count, true};
        raster->spots.data[raster->spots.count++] = (raster_spot){.point = (uint32_t)p};
        raster->reds.data[raster->reds.count++] = chain;
    }
    return true;
}

// ---- black --------------------------------------------------------------------------------------

/// The vertex or node where a black crack begins.
static raster_end end_of(const wend_raster *raster, size_t vertices, raster_step step)
{
    uint32_t point = step.point;
    uint8_t marks = raster->marks.data[point];
    if (marks & RASTER_NODE)
        return (raster_end){spot_at(raster->node_spots.data, raster->node_spots.count, point),
                            false};
    size_t low = 0, high = raster->landings.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const raster_landing *landing = &raster->landings.data[middle];
        if (landing->point < point ||
            (landing->point == point && landing->direction < step.direction))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < raster->landings.count && raster->landings.data[low].point == point &&
        raster->landings.data[low].direction == step.direction)
        point = raster->landings.data[low].vertex_point;
    return (raster_end){spot_at(raster->spots.data, vertices, point), true};
}

static bool trace_black_from(wend_raster *raster, size_t vertices, uint32_t point)
{
    uint32_t black = wend_raster_black_cracks(raster, point);
    for (uint32_t direction = 0; direction < 4; ++direction) {
        raster_step step = {point, direction}, last;
        if (!(black >> direction & 1) || is_traced(raster, step))
            continue;
        raster_chain chain;
        if (!wend_array_reserve(&raster->blacks, &raster->allocator, 1) ||
            !follow(raster, step, true, RASTER_NODE | RASTER_RIM, &chain, &last))
            return false;
        raster_step back = {wend_raster_next_point(raster, last), (last.direction + 2) % 4};
        uint32_t left, right;
        raster_beside(raster, step, &left, &right);
        chain.region = raster->first.data[left];
        chain.from = end_of(raster, vertices, step);
        chain.to = end_of(raster, vertices, back);
        raster->blacks.data[raster->blacks.count++] = chain;
    }
    return true;
}

bool wend_raster_trace(wend_raster *raster)
{
    raster->steps.count = raster->reds.count = raster->blacks.count = 0;
    size_t vertices = raster->spots.count;
    if (!trace_red(raster) || !trace_loops(raster))
        return false;
    for (size_t i = 0; i < raster->node_spots.count; ++i)
        if (!trace_black_from(raster, vertices, raster->node_spots.data[i].point))
            return false;
    // The rest leads from border to border.
    for (size_t i = 0; i < vertices; ++i)
        if (raster->marks.data[raster->spots.data[i].point] & RASTER_RIM &&
            !trace_black_from(raster, vertices, raster->spots.data[i].point))
            return false;
    for (size_t i = 0; i < raster->landings.count; ++i)
        if (!trace_black_from(raster, vertices, raster->landings.data[i].point))
            return false;
    return true;
}
