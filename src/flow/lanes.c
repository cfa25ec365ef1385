// SPDX-License-Identifier: MIT
// Lanes as an object: data, and points on them.
#include "flow/lanes.h"
#include "core/memory.h"

#include <string.h>

// ---- object -------------------------------------------------------------------------------------

wend_lanes *wend_lanes_new(const wend_allocator *allocator, double radius)
{
    wend_lanes *lanes = wend_allocate(allocator, 1, sizeof *lanes);
    if (lanes)
        *lanes = (wend_lanes){.allocator = allocator ? *allocator : (wend_allocator){0},
                              .radius = radius};
    return lanes;
}

void wend_lanes_destroy(wend_lanes *lanes)
{
    if (!lanes)
        return;
    wend_allocator allocator = lanes->allocator;
    wend_array_free(&lanes->lanes, &allocator);
    wend_array_free(&lanes->pieces, &allocator);
    wend_release(&allocator, lanes, 1, sizeof *lanes);
}

wend_result wend_lanes_copy(const wend_lanes *lanes, const wend_allocator *allocator,
                            wend_lanes **copy, wend_error *error)
{
    wend_lanes *created = wend_lanes_new(allocator, lanes->radius);
    *copy = NULL;
    if (!created || !wend_array_copy(&created->lanes, &lanes->lanes, &created->allocator) ||
        !wend_array_copy(&created->pieces, &lanes->pieces, &created->allocator)) {
        wend_lanes_destroy(created);
        return wend_fail_memory(error);
    }
    created->split = lanes->split;
    *copy = created;
    return WEND_OK;
}

bool wend_lanes_add(wend_lanes *lanes, const wend_curve_piece *pieces, size_t count,
                    uint32_t source, uint32_t sink)
{
    if (!wend_array_reserve(&lanes->lanes, &lanes->allocator, 1) ||
        !wend_array_reserve(&lanes->pieces, &lanes->allocator, count))
        return false;
    lanes->lanes.data[lanes->lanes.count++] =
        (wend_lane){(uint32_t)lanes->pieces.count, (uint32_t)count, .source = source, .sink = sink};
    memcpy(lanes->pieces.data + lanes->pieces.count, pieces, count * sizeof *pieces);
    lanes->pieces.count += count;
    return true;
}

bool wend_lanes_add_from(wend_lanes *lanes, const wend_lanes *others, size_t number)
{
    const wend_lane *lane = &others->lanes.data[number];
    return wend_lanes_add(lanes, others->pieces.data + lane->first, lane->count, lane->source,
                          lane->sink);
}

const wend_lane *wend_lanes_all(const wend_lanes *lanes, uint32_t *count)
{
    *count = (uint32_t)lanes->lanes.count;
    return lanes->lanes.data;
}

const wend_curve_piece *wend_lanes_pieces(const wend_lanes *lanes, uint32_t *count)
{
    *count = (uint32_t)lanes->pieces.count;
    return lanes->pieces.data;
}

double wend_lanes_radius(const wend_lanes *lanes)
{
    return lanes->radius;
}

// ---- points -------------------------------------------------------------------------------------

wend_vec2 wend_lane_at(const wend_lanes *lanes, uint32_t lane, double along, wend_vec2 *direction)
{
    const wend_lane *l = &lanes->lanes.data[lane];
    const wend_curve_piece *pieces = lanes->pieces.data + l->first;
    const wend_curve_piece *piece = &pieces[wend_lane_pieces_find(pieces, l->count, along)];
    wend_vec2 ahead, at = wend_curve_piece_at(piece, along - piece->begin, &ahead);
    double beyond = along < 0 ? along : along > l->length ? along - l->length : 0;
    if (direction)
        *direction = ahead;
    return (wend_vec2){at.x + beyond * ahead.x, at.y + beyond * ahead.y};
}

double wend_lane_along(const wend_lanes *lanes, uint32_t lane, wend_vec2 p, double *distance)
{
    const wend_lane *l = &lanes->lanes.data[lane];
    double min = INFINITY;
    uint32_t nearest = l->first;
    for (uint32_t i = l->first; i < l->first + l->count; ++i) {
        double here = wend_curve_piece_distance(&lanes->pieces.data[i], p);
        if (here < min) {
            min = here;
            nearest = i;
        }
    }
    const wend_curve_piece *piece = &lanes->pieces.data[nearest];
    return piece->begin + wend_curve_piece_along(piece, p, distance);
}
