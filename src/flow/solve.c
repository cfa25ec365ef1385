// SPDX-License-Identifier: MIT
// Solving a flow: one wave from the bottom (or the top) over bodies that cost nothing, and the
// shortest cut traced back from the other side.
#include "flow/solve.h"

#include "core/memory.h"

#include <math.h>

// ---- gates of bodies ----------------------------------------------------------------------------

/// Traces the path from p to a point on a root, and on along its parents: calls leg for each
/// straight piece, from p on. Returns the point on the body where it ends.
typedef bool leg_fn(wend_flow *flow, wend_segment leg);

static wend_vec2 follow(wend_flow *flow, uint32_t root, wend_vec2 p, leg_fn *leg, bool *fits)
{
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(flow->map, &count);
    for (; root != WEND_MAP_NONE; root = roots[root].parent) {
        wend_vec2 next = wend_map_projection(&roots[root], p);
        if (leg && (next.x != p.x || next.y != p.y))
            *fits = *fits && leg(flow, (wend_segment){next, p});
        p = next;
    }
    return p;
}

/// The gate from which a body was reached, without its legs.
static wend_flow_gate gate_of(wend_flow *flow, uint32_t body)
{
    const wend_map_reached *reached = &flow->reached.data[body];
    wend_flow_gate gate = {.a = reached->at, .b = reached->at, .from = body, .to = body};
    if (reached->root == WEND_MAP_NONE)
        return gate;
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(flow->map, &count);
    gate.from = roots[reached->root].source;
    gate.a = follow(flow, reached->root, reached->at, NULL, NULL);
    gate.width = reached->distance - flow->reached.data[gate.from].level;
    return gate;
}

// ---- cut ----------------------------------------------------------------------------------------

static bool add_leg(wend_flow *flow, wend_segment leg)
{
    if (!wend_array_reserve(&flow->legs, &flow->allocator, 1))
        return false;
    flow->legs.data[flow->legs.count++] = leg;
    return true;
}

/// Gates and legs were found from the end of the cut: restores their order.
static void reverse(wend_flow *flow, size_t first_gate, size_t first_leg)
{
    for (size_t i = first_gate, k = flow->gates.count; i + 1 < k; ++i) {
        wend_flow_gate swap = flow->gates.data[i];
        flow->gates.data[i] = flow->gates.data[--k];
        flow->gates.data[k] = swap;
    }
    for (size_t i = first_leg, k = flow->legs.count; i + 1 < k; ++i) {
        wend_segment swap = flow->legs.data[i];
        flow->legs.data[i] = flow->legs.data[--k];
        flow->legs.data[k] = swap;
    }
    uint32_t leg = (uint32_t)first_leg;
    for (size_t i = first_gate; i < flow->gates.count; ++i) {
        flow->gates.data[i].first_leg = leg;
        leg += flow->gates.data[i].leg_count;
    }
}

bool wend_flow_add_cut(wend_flow *flow, uint32_t end)
{
    size_t first_gate = flow->gates.count, first_leg = flow->legs.count;
    bool fits = true;
    for (uint32_t body = end; flow->reached.data[body].root != WEND_MAP_NONE;) {
        wend_flow_gate gate = flow->bodies.data[body].from;
        size_t before = flow->legs.count;
        follow(flow, flow->reached.data[body].root, gate.b, add_leg, &fits);
        gate.leg_count = (uint32_t)(flow->legs.count - before);
        if (!fits || !wend_array_reserve(&flow->gates, &flow->allocator, 1))
            return false;
        flow->gates.data[flow->gates.count++] = gate;
        body = gate.from;
    }
    reverse(flow, first_gate, first_leg);
    return true;
}

// ---- solving ------------------------------------------------------------------------------------

/// A narrower lane is less than rounding, and levels in widths of it would overflow. [Units: m]
#define MIN_WIDTH 1e-9

static wend_result check_request(const wend_flow *flow, const wend_flow_request *request,
                                 wend_error *error)
{
    double width = request->width;
    if (width != 0 && !(width >= MIN_WIDTH && width <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "width is %g m: it must be 0 (a flow of points), or %g to "
                         "%g",
                         width, MIN_WIDTH, WEND_MAX_COORDINATE);
    if (request->widened > flow->gates.count)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "gate %u does not exist: the previous solution has %zu gates",
                         (unsigned)request->widened, flow->gates.count);
    if (!(request->widening >= 0 && request->widening <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "widening must be 0 m or more, found %g",
                         request->widening);
    return WEND_OK;
}

static bool reserve_all(wend_flow *flow)
{
    uint32_t count = flow->body_count;
    flow->bodies.count = flow->reached.count = 0;
    if (!wend_array_reserve(&flow->bodies, &flow->allocator, count) ||
        !wend_array_reserve(&flow->reached, &flow->allocator, count))
        return false;
    flow->bodies.count = flow->reached.count = count;
    return true;
}

wend_result wend_flow_run(wend_flow *flow, const wend_flow_request *request, uint32_t start,
                          wend_error *error)
{
    if (!reserve_all(flow))
        return wend_fail_memory(error);
    wend_map_bodies bodies = {.kinds = flow->kinds.data,
                              .points = flow->body_points.data,
                              .point_count = (uint32_t)flow->body_points.count,
                              .count = flow->body_count,
                              .start = start,
                              .width = request->width,
                              .tie = WEND_FLOW_TIE};
    wend_map_widening widening;
    if (request->widened > 0) {
        widening =
            wend_flow_widening(flow, &flow->gates.data[request->widened - 1], request->widening);
        bodies.widening = &widening;
    }
    wend_result result =
        wend_map_build_bodies(flow->map, flow->mesh, &bodies, flow->reached.data, error);
    for (uint32_t i = 0; i < flow->body_count && result == WEND_OK; ++i)
        flow->bodies.data[i] = (wend_flow_body){flow->reached.data[i].level, gate_of(flow, i)};
    return result;
}

void wend_flow_forget(wend_flow *flow)
{
    flow->value = 0;
    flow->gates.count = flow->legs.count = flow->bodies.count = 0;
    flow->solved = false;
}

/// True if the flow is already solved for this request.
static bool is_solved_for(const wend_flow *flow, const wend_flow_request *request)
{
    const wend_flow_request *last = &flow->request;
    return flow->solved && last->widened == 0 && request->widened == 0 &&
           last->width == request->width && last->from_top == request->from_top;
}

wend_result wend_flow_solve(wend_flow *flow, const wend_flow_request *request, wend_error *error)
{
    wend_result result = check_request(flow, request, error);
    if (result == WEND_OK && is_solved_for(flow, request))
        return WEND_OK;
    if (result == WEND_OK && wend_flow_is_split(flow))
        result = wend_fail(error, WEND_INVALID_GEOMETRY,
                           "sources and sinks are on different walls, or stand free: there is no "
                           "bottom and top, so no map and no lanes; use wend_flow_pair for the "
                           "maximum flow");
    else if (result == WEND_OK && flow->turns > 2)
        result =
            wend_fail(error, WEND_INVALID_GEOMETRY,
                      "sources and sinks alternate around the plan: there is no single bottom "
                      "and top, so no map and no lanes; use wend_flow_pair for the maximum flow");
    if (result == WEND_OK) {
        uint32_t start = request->from_top ? WEND_FLOW_TOP : WEND_FLOW_BOTTOM;
        result = wend_flow_run(flow, request, start, error);
    }
    if (result != WEND_OK) {
        wend_flow_forget(flow);
        return result;
    }
    uint32_t end = request->from_top ? WEND_FLOW_BOTTOM : WEND_FLOW_TOP;
    flow->gates.count = flow->legs.count = 0;
    if (!wend_flow_add_cut(flow, end)) {
        wend_flow_forget(flow);
        return wend_fail_memory(error);
    }
    flow->request = *request;
    flow->value = flow->bodies.data[end].level;
    flow->solved = true;
    return WEND_OK;
}
