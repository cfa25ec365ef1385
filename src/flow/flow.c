// SPDX-License-Identifier: MIT
// A flow: creation and destruction, and results that need no computation.
#include "flow/flow.h"

#include "core/memory.h"
#include "flow/domain.h"
#include "flow/openings.h"

#include <inttypes.h>
#include <math.h>

#define FLOW_COOKIE 0x77f10c09u

/// Doors in plans are drawn to the centimetre.
#define DEFAULT_SNAP 0.01

wend_flow_def wend_default_flow_def(void)
{
    return (wend_flow_def){.snap = DEFAULT_SNAP, .cookie = FLOW_COOKIE};
}

// ---- creation -----------------------------------------------------------------------------------

static wend_result check_opening(const wend_opening *opening, uint32_t number, wend_error *error)
{
    if (!opening->points || opening->count < 2)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "opening %" PRIu32 " (counted from 0) has %" PRIu32
                         " vertices: at least 2 are required",
                         number, opening->points ? opening->count : 0);
    for (uint32_t i = 0; i < opening->count; ++i) {
        wend_vec2 p = opening->points[i];
        if (!wend_is_in_range(p))
            return wend_fail(
                error, WEND_INVALID_GEOMETRY,
                "vertex %" PRIu32 " of opening %" PRIu32
                " (both counted from 0) is not finite or beyond the coordinate limit of %g m",
                i, number, WEND_MAX_COORDINATE);
    }
    return WEND_OK;
}

static wend_result check_def(const wend_flow_def *def, wend_error *error)
{
    if (def->cookie != FLOW_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_flow_def()");
    if (!def->floor)
        return wend_fail(error, WEND_BAD_ARGUMENT, "floor must not be NULL");
    if (!(def->snap >= 0 && def->snap <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "snap must be 0 m or more, found %g", def->snap);
    if (def->opening_count > WEND_MAX_OPENINGS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "%" PRIu32 " openings: the limit is %d",
                         def->opening_count, WEND_MAX_OPENINGS);
    if (!def->openings && def->opening_count > 0)
        return wend_fail(error, WEND_BAD_ARGUMENT, "openings must not be NULL");
    uint32_t sinks = 0;
    for (uint32_t i = 0; i < def->opening_count; ++i) {
        wend_result result = check_opening(&def->openings[i], i, error);
        if (result != WEND_OK)
            return result;
        sinks += def->openings[i].is_sink;
    }
    if (sinks == 0 || sinks == def->opening_count)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "at least one source and one sink are required: add a %s",
                         sinks == 0 && def->opening_count > 0 ? "sink" : "source");
    return WEND_OK;
}

static wend_result build(wend_flow *flow, const wend_flow_def *def, wend_error *error)
{
    wend_openings openings = {.flow = flow, .floor = def->floor};
    wend_result result = wend_openings_snap(&openings, def, error);
    if (result == WEND_OK)
        result = wend_openings_mesh(&openings, error);
    wend_openings_free(&openings);
    if (result == WEND_OK)
        result = wend_flow_find_domain(flow, error);
    return result == WEND_OK ? wend_map_create(&flow->allocator, &flow->map, error) : result;
}

wend_result wend_flow_create(const wend_flow_def *def, wend_flow **flow, wend_error *error)
{
    *flow = NULL;
    wend_result result = check_def(def, error);
    if (result != WEND_OK)
        return result;
    wend_flow *created = wend_allocate(&def->allocator, 1, sizeof *created);
    if (!created)
        return wend_fail_memory(error);
    *created = (wend_flow){.allocator = def->allocator};
    result = build(created, def, error);
    if (result == WEND_OK)
        *flow = created;
    else
        wend_flow_destroy(created);
    return result;
}

void wend_flow_destroy(wend_flow *flow)
{
    if (!flow)
        return;
    wend_allocator own = flow->allocator;
    wend_map_destroy(flow->map);
    wend_mesh_destroy(flow->mesh);
    wend_array_free(&flow->kinds, &own);
    wend_array_free(&flow->body_points, &own);
    wend_array_free(&flow->inside, &own);
    wend_array_free(&flow->walks, &own);
    wend_array_free(&flow->changes, &own);
    wend_array_free(&flow->opening_points, &own);
    wend_array_free(&flow->opening_ends, &own);
    wend_array_free(&flow->is_sink, &own);
    wend_array_free(&flow->bodies, &own);
    wend_array_free(&flow->reached, &own);
    wend_array_free(&flow->gates, &own);
    wend_array_free(&flow->legs, &own);
    wend_release(&own, flow, 1, sizeof *flow);
}

// ---- results ------------------------------------------------------------------------------------

double wend_flow_value(const wend_flow *flow)
{
    return flow->value;
}

const wend_flow_gate *wend_flow_gates(const wend_flow *flow, uint32_t *count)
{
    *count = (uint32_t)flow->gates.count;
    return flow->gates.data;
}

const wend_segment *wend_flow_legs(const wend_flow *flow, uint32_t *count)
{
    *count = (uint32_t)flow->legs.count;
    return flow->legs.data;
}

const wend_flow_body *wend_flow_bodies(const wend_flow *flow, uint32_t *count)
{
    *count = (uint32_t)flow->bodies.count;
    return flow->bodies.data;
}

const wend_map *wend_flow_map(const wend_flow *flow)
{
    return flow->map;
}

uint32_t wend_flow_opening(const wend_flow *flow, uint32_t opening, const wend_vec2 **points)
{
    WEND_ASSERT(opening < flow->opening_ends.count);
    uint32_t first = opening > 0 ? flow->opening_ends.data[opening - 1] : 0;
    *points = flow->opening_points.data + first;
    return flow->opening_ends.data[opening] - first;
}

bool wend_flow_is_alternating(const wend_flow *flow)
{
    return !wend_flow_is_split(flow) && flow->turns > 2;
}

bool wend_flow_has_sides(const wend_flow *flow)
{
    return !wend_flow_is_split(flow) && flow->turns == 2;
}

wend_flow_size wend_flow_measure(const wend_flow *flow)
{
    wend_map_size map = wend_map_measure(flow->map);
    wend_flow_size size = {.bodies = flow->body_count, .windows = map.windows, .area = flow->area};
    for (size_t i = 0; i < flow->inside.count; ++i)
        size.triangles += flow->inside.data[i];
    size.bytes = sizeof *flow + map.bytes + wend_mesh_measure(flow->mesh).bytes +
                 flow->kinds.capacity * sizeof *flow->kinds.data +
                 flow->body_points.capacity * sizeof *flow->body_points.data +
                 flow->inside.capacity * sizeof *flow->inside.data +
                 flow->walks.capacity * sizeof *flow->walks.data +
                 flow->bodies.capacity * sizeof *flow->bodies.data +
                 flow->reached.capacity * sizeof *flow->reached.data +
                 flow->gates.capacity * sizeof *flow->gates.data +
                 flow->legs.capacity * sizeof *flow->legs.data +
                 flow->changes.capacity * sizeof *flow->changes.data +
                 flow->opening_points.capacity * sizeof *flow->opening_points.data +
                 flow->opening_ends.capacity * sizeof *flow->opening_ends.data +
                 flow->is_sink.capacity * sizeof *flow->is_sink.data;
    return size;
}
