// SPDX-License-Identifier: MIT
// Sources and sinks that alternate around the domain. A set of cuts that separates all sources from
// all sinks ends once at every change between them, so it pairs the changes; and in the cheapest
// set no two cuts cross: if they did, they could be reconnected. A pairing without crossings joins
// the first change to a later one, and divides the others into those in between and those beyond:
// dynamic programming over intervals, as for the triangulation of a polygon.
#include "core/memory.h"
#include "flow/cover.h"
#include "flow/solve.h"

#include <math.h>

/// Changes are numbered around the domain. A row has one more, for the empty interval at its end.
enum { ROW = WEND_FLOW_MAX_ALTERNATIONS + 1 };

typedef struct pairing {
    wend_flow *flow;
    uint32_t count;             ///< number of changes
    double lengths[ROW][ROW];   ///< length of the shortest cut from one to another
    double best[ROW][ROW];      ///< cost of all changes from `first` to before `end`
    uint8_t partners[ROW][ROW]; ///< partner of the first in the best pairing
} pairing;

/// Computes the shortest cuts from each change to those after it.
static wend_result find_lengths(pairing *p, wend_error *error)
{
    for (uint32_t i = 0; i + 1 < p->count; ++i) {
        wend_result result = wend_flow_run(p->flow, &(wend_flow_request){0}, i, error);
        if (result != WEND_OK)
            return result;
        for (uint32_t k = i + 1; k < p->count; ++k)
            p->lengths[i][k] = p->flow->bodies.data[k].level;
    }
    return WEND_OK;
}

/// Finds the best pairing of the changes first <= i < end, from those of its parts.
static void pair_interval(pairing *p, uint32_t first, uint32_t end)
{
    p->best[first][end] = INFINITY;
    p->partners[first][end] = (uint8_t)(first + 1);
    for (uint32_t partner = first + 1; partner < end; partner += 2) {
        double sum =
            p->lengths[first][partner] + p->best[first + 1][partner] + p->best[partner + 1][end];
        if (sum < p->best[first][end]) {
            p->best[first][end] = sum;
            p->partners[first][end] = (uint8_t)partner;
        }
    }
}

static void pair_all(pairing *p)
{
    for (uint32_t i = 0; i <= p->count; ++i)
        p->best[i][i] = 0;
    for (uint32_t size = 2; size <= p->count; size += 2)
        for (uint32_t first = 0; first + size <= p->count; ++first)
            pair_interval(p, first, first + size);
}

/// Adds the gates of all cuts of the best pairing. There are never more pending intervals than
/// changes.
static wend_result add_cuts(pairing *p, wend_error *error)
{
    uint32_t firsts[ROW] = {0}, ends[ROW] = {p->count}, waiting = 1;
    while (waiting > 0) {
        uint32_t first = firsts[--waiting], end = ends[waiting];
        if (first == end)
            continue;
        uint32_t partner = p->partners[first][end];
        wend_result result = wend_flow_run(p->flow, &(wend_flow_request){0}, first, error);
        if (result != WEND_OK)
            return result;
        if (!wend_flow_add_cut(p->flow, partner))
            return wend_fail_memory(error);
        firsts[waiting] = first + 1;
        ends[waiting++] = partner;
        firsts[waiting] = partner + 1;
        ends[waiting++] = end;
    }
    return WEND_OK;
}

static wend_result solve(pairing *p, wend_error *error)
{
    wend_result result = find_lengths(p, error);
    if (result != WEND_OK)
        return result;
    pair_all(p);
    p->flow->gates.count = p->flow->legs.count = 0;
    return add_cuts(p, error);
}

wend_result wend_flow_pair(wend_flow *flow, double *value, wend_error *error)
{
    *value = 0;
    if (wend_flow_is_split(flow))
        return wend_flow_split(flow, value, error);
    if (flow->turns > WEND_FLOW_MAX_ALTERNATIONS)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "sources and sinks alternate %u times around the plan: the limit is %d",
                         (unsigned)flow->turns, WEND_FLOW_MAX_ALTERNATIONS);
    pairing *p = wend_allocate(&flow->allocator, 1, sizeof *p);
    if (!p)
        return wend_fail_memory(error);
    p->flow = flow;
    p->count = flow->turns;
    wend_flow_forget(flow);
    wend_result result = solve(p, error);
    if (result == WEND_OK) {
        *value = flow->value = p->best[0][p->count];
        flow->bodies.count = 0; // each cut had levels of its own
    } else {
        wend_flow_forget(flow);
    }
    wend_release(&flow->allocator, p, 1, sizeof *p);
    return result;
}
