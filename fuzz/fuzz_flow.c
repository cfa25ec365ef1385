// SPDX-License-Identifier: MIT
// Any bytes as obstacles and openings on a small grid, where everything touches everything.
// Rejected input has a message. Accepted input must have a value; if it has a bottom and a top,
// also levels that pass a path map's checker, the same value from both sides, gates that add up to
// it, and lanes that keep their distances.
#include "fuzz_places.h"

#include "wend/flow.h"
#include "wend/lanes.h"

#include <math.h>

// The fuzzer should try many small scenes.
enum { MOST_OBSTACLES = 8, MOST_LINES = 5, MOST_POINTS = 5, PLACES = 8 };

/// Tolerance of values, in sizes of the grid.
#define SAME_VALUE 1e-9

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct plan {
    spread spread;
    wend_vec2 bounds[4];
    wend_vec2 points[MOST_OBSTACLES + MOST_LINES][MOST_POINTS];
    wend_shape shapes[MOST_OBSTACLES];
    wend_opening openings[MOST_LINES];
    uint32_t shape_count, opening_count;
} plan;

// Points of a half grid, including the bounds' corners.
static wend_vec2 take_place(const plan *p, bytes *b)
{
    uint8_t x = take(b), y = take(b);
    return spread_place(&p->spread, x % (2 * PLACES + 1) / 2.0, y % (2 * PLACES + 1) / 2.0);
}

static void take_plan(plan *p, bytes *b)
{
    uint8_t how = take(b), counts = take(b);
    *p = (plan){.spread = spread_of(how)};
    for (uint32_t i = 0; i < 4; ++i)
        p->bounds[i] = spread_place(&p->spread, i == 1 || i == 2 ? PLACES : 0, i >= 2 ? PLACES : 0);
    p->shape_count = counts % (MOST_OBSTACLES + 1);
    p->opening_count = 2 + counts / 16 % (MOST_LINES - 1);
    for (uint32_t i = 0; i < p->shape_count + p->opening_count; ++i) {
        bool shape = i < p->shape_count;
        uint8_t kind = take(b);
        uint32_t count = shape ? 1 + kind % MOST_POINTS : 2 + kind / 2 % (MOST_POINTS - 1);
        for (uint32_t k = 0; k < count; ++k)
            p->points[i][k] = take_place(p, b);
        if (shape)
            p->shapes[i] = (wend_shape){.points = p->points[i], .point_count = count};
        else
            p->openings[i - p->shape_count] = (wend_opening){p->points[i], count, kind & 1};
    }
}

static wend_flow *flow_of(const plan *p, const wend_floor *floor)
{
    wend_flow_def def = wend_default_flow_def();
    wend_flow *flow = NULL;
    wend_error error = {0};
    def.floor = floor;
    def.openings = p->openings;
    def.opening_count = p->opening_count;
    def.snap *= p->spread.scale;
    if (wend_flow_create(&def, &flow, &error) == WEND_OK)
        return flow;
    if (error.text[0] == '\0')
        abort();
    return NULL;
}

static double whole_lanes(double length, double width)
{
    return width > 0 ? width * floor(length / width + WEND_FLOW_TIE) : length;
}

static double value_of(const plan *p, wend_flow *flow, double width, bool from_top)
{
    wend_flow_request question = {.width = width, .from_top = from_top};
    if (wend_flow_solve(flow, &question, NULL) != WEND_OK ||
        wend_map_check(wend_flow_map(flow), NULL) != WEND_OK)
        abort();
    uint32_t count;
    const wend_flow_gate *gates = wend_flow_gates(flow, &count);
    double sum = 0, value = wend_flow_value(flow);
    for (uint32_t i = 0; i < count; ++i)
        sum += whole_lanes(gates[i].width, width);
    if (!(fabs(sum - value) <= SAME_VALUE * PLACES * p->spread.scale))
        abort();
    return value;
}

/// True if an opening ends in free space, so that lanes may reach it from both sides.
static bool ends_free(const plan *p, const wend_flow *flow, const wend_floor *floor)
{
    for (uint32_t i = 0; i < p->opening_count; ++i) {
        const wend_vec2 *points;
        uint32_t last = wend_flow_opening(flow, i, &points) - 1;
        if (wend_floor_clearance(floor, points[0], NULL, NULL) > 0 ||
            wend_floor_clearance(floor, points[last], NULL, NULL) > 0)
            return true;
    }
    return false;
}

static void check_lanes(const plan *p, wend_flow *flow, const wend_floor *floor, double width)
{
    wend_lanes_def def = wend_default_lanes_def();
    wend_lanes *lanes;
    uint32_t count;
    def.radius = width / 2;
    wend_result result = wend_lanes_create(flow, &def, &lanes, NULL);
    if (result < 0)
        abort();
    if (result == WEND_NOT_FOUND && ends_free(p, flow, floor)) {
        wend_lanes_destroy(lanes);
        return;
    }
    (void)wend_lanes_all(lanes, &count);
    if (wend_lanes_check(lanes, flow, NULL, NULL, NULL) != WEND_OK ||
        fabs(count * width - value_of(p, flow, width, false)) > width / 2)
        abort();
    wend_lanes_destroy(lanes);
}

static void check_flow(const plan *p, wend_flow *flow, const wend_floor *floor, double width)
{
    double pairs;
    if (!wend_flow_has_sides(flow)) {
        wend_error error = {0};
        wend_result result = wend_flow_pair(flow, &pairs, &error);
        bool too_many = result == WEND_BAD_ARGUMENT && error.text[0] != '\0';
        if (!too_many && (result != WEND_OK || !(pairs >= 0)))
            abort();
        return;
    }
    double same = SAME_VALUE * PLACES * p->spread.scale, value = value_of(p, flow, 0, false);
    if (!(fabs(value_of(p, flow, 0, true) - value) <= same) ||
        wend_flow_pair(flow, &pairs, NULL) != WEND_OK || !(fabs(pairs - value) <= same) ||
        !(fabs(value_of(p, flow, width, true) - value_of(p, flow, width, false)) <= same))
        abort();
    check_lanes(p, flow, floor, width);
    for (uint32_t i = 0; i < PLACES * PLACES; ++i)
        (void)wend_flow_is_useful(
            flow, spread_place(&p->spread, i % PLACES + 0.3125, i / PLACES + 0.1875));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static plan p;
    static const double widths[] = {0.5, 1, 0.75, 1.5};
    bytes b = {data, size, 0};
    take_plan(&p, &b);
    double width = widths[take(&b) % 4] * p.spread.scale;
    wend_floor *floor = valid_floor(p.bounds, p.shapes, p.shape_count);
    if (!floor)
        return 0;
    wend_flow *flow = flow_of(&p, floor);
    if (flow)
        check_flow(&p, flow, floor, width);
    wend_flow_destroy(flow);
    wend_floor_destroy(floor);
    return 0;
}
