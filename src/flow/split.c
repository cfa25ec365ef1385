// SPDX-License-Identifier: MIT
// The minimum cut of a domain whose openings are on several walls. A set of curves separates all
// sources from all sinks if it crosses every cut line (cover.h) between openings of different kinds
// an odd number of times, the other lines an even number, and ends once at every wall between a
// source and a sink. So it consists of arcs that join these walls in pairs, and of closed curves;
// the signature of a curve is the set of lines that it crosses an odd number of times. The shortest
// arcs and closed curves of each signature are shortest paths on the cover, from a body to its
// copies; those with the right sum of signatures follow by dynamic programming.
//
// For one source that stands free this is the reduction of minimum cuts in planar graphs to
// shortest paths from one copy of a cut line to the other (J. Reif, "Minimum s-t Cut of a Planar
// Undirected Network in O(n log^2 n) Time", 1983).
#include "core/memory.h"
#include "flow/cover.h"
#include "flow/solve.h"

#include <math.h>

enum {
    MOST_SHEETS = 1 << WEND_COVER_MAX_LINES,
    /// Walls between a source and a sink, in a part.
    MOST_CHANGES = 12,
    /// Twice the lines plus the changes: the work is exponential in them.
    MOST_EFFORT = 20,
};

/// Closed curves from a body are not shorter than found ones by more than this fraction: rounding.
#define SAME 1e-12

/// A body, or a corner, from which a curve starts.
typedef struct start {
    uint32_t body;   ///< of the base; its number of bodies for a corner
    uint32_t corner; ///< WEND_NONE: a body
} start;

/// The shortest closed curve of a signature.
typedef struct cycle {
    double length;
    start from;
    uint32_t half; ///< the sum of curves of two signatures, this and the rest; 0: one curve
} cycle;

/// A way to pair some changes with some signature.
typedef struct pairing {
    double length;
    uint32_t partner, signature; ///< of the first of them, and of its arc
} pairing;

typedef struct splitter {
    wend_flow *flow;
    const wend_allocator *allocator;
    wend_flow_cover cover;
    uint32_t alone;          ///< a walk; WEND_NONE: all count
    uint32_t sheets, bodies; ///< of the cover; of the base
    cycle cycles[MOST_SHEETS];
    wend_array(double) bounds; ///< [bodies * sheets] Lower bounds of closed curves
    wend_array(bool) done;     ///< [bodies]
    uint32_t change_list[MOST_CHANGES], changes; ///< bodies between a source and a sink
    double arcs[MOST_CHANGES][MOST_CHANGES][MOST_SHEETS];
    wend_array(pairing) pairings; ///< [(1 << changes) * sheets]
} splitter;

// ---- shortest curves ----------------------------------------------------------------------------

/// Levels from a start in the first sheet.
static wend_result run_from(splitter *s, start from, wend_error *error)
{
    wend_flow_cover_put(&s->cover, from.corner);
    return wend_flow_run(&s->cover.flow, &(wend_flow_request){0}, from.body * s->sheets, error);
}

static double level_of(const splitter *s, uint32_t body, uint32_t sheet)
{
    return s->cover.flow.bodies.data[body * s->sheets + sheet].level;
}

/// Finds the shortest closed curves through a start, and what they mean for others: the way around
/// from another body is at least the difference of the distances of two of its copies.
static wend_result find_cycles(splitter *s, start from, wend_error *error)
{
    wend_result result = run_from(s, from, error);
    if (result != WEND_OK)
        return result;
    for (uint32_t k = 1; k < s->sheets; ++k)
        if (level_of(s, from.body, k) < s->cycles[k].length)
            s->cycles[k] = (cycle){level_of(s, from.body, k), from, 0};
    for (uint32_t body = 0; body < s->bodies; ++body)
        for (uint32_t k = 1; k < s->sheets && !s->done.data[body]; ++k)
            for (uint32_t u = 0; u < s->sheets; ++u) {
                double bound = fabs(level_of(s, body, u) - level_of(s, body, u ^ k));
                double *known = &s->bounds.data[body * s->sheets + k];
                if (bound > *known)
                    *known = bound;
            }
    return WEND_OK;
}

/// The body from which the shortest curve might start; the number of bodies: none can improve.
static uint32_t next_body(const splitter *s)
{
    uint32_t best = s->bodies;
    double least = INFINITY;
    for (uint32_t body = 0; body < s->bodies; ++body)
        for (uint32_t k = 1; k < s->sheets && !s->done.data[body]; ++k) {
            double bound = s->bounds.data[body * s->sheets + k];
            if (bound < least && bound < (1 - SAME) * s->cycles[k].length) {
                least = bound;
                best = body;
            }
        }
    return best;
}

static wend_result find_arcs(splitter *s, wend_error *error)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < s->changes && result == WEND_OK; ++i) {
        result = find_cycles(s, (start){s->change_list[i], WEND_NONE}, error);
        s->done.data[s->change_list[i]] = true;
        for (uint32_t k = 0; k < s->changes && result == WEND_OK; ++k)
            for (uint32_t u = 0; u < s->sheets; ++u)
                s->arcs[i][k][u] = level_of(s, s->change_list[k], u);
    }
    return result;
}

static wend_result find_curves(splitter *s, wend_error *error)
{
    for (uint32_t k = 1; k < s->sheets; ++k)
        s->cycles[k] = (cycle){INFINITY, {0, WEND_NONE}, 0};
    wend_result result = find_arcs(s, error);
    if (s->sheets == 1)
        return result;
    uint32_t body;
    while (result == WEND_OK && (body = next_body(s)) < s->bodies) {
        s->done.data[body] = true;
        result = find_cycles(s, (start){body, WEND_NONE}, error);
    }
    // A curve may touch no body at all, but only corners of openings.
    double longest = 0;
    for (uint32_t k = 1; k < s->sheets; ++k)
        longest = fmax(longest, s->cycles[k].length);
    if (s->cover.shortest_loop >= longest)
        return result;
    for (size_t i = 0; i < s->cover.corners.count && result == WEND_OK; ++i)
        result = find_cycles(s, (start){s->bodies, s->cover.corners.data[i]}, error);
    return result;
}

// ---- the best set -------------------------------------------------------------------------------

/// Several closed curves may be shorter than one of the same signature.
static void combine_cycles(splitter *s)
{
    s->cycles[0] = (cycle){0};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 1; k < s->sheets; ++k)
            for (uint32_t u = 1; u < s->sheets; ++u) {
                double sum = s->cycles[u].length + s->cycles[k ^ u].length;
                if (u == k || !(sum < s->cycles[k].length))
                    continue;
                s->cycles[k].length = sum;
                s->cycles[k].half = u;
                changed = true;
            }
    }
}

/// Pairs the changes of a set, from pairings of its subsets.
static void pair_set(splitter *s, uint32_t set)
{
    pairing *best = &s->pairings.data[set * s->sheets];
    uint32_t first = 0;
    while (!(set >> first & 1))
        ++first;
    for (uint32_t k = first + 1; k < s->changes; ++k) {
        if (!(set >> k & 1))
            continue;
        const pairing *rest = &s->pairings.data[(set & ~(1u << first) & ~(1u << k)) * s->sheets];
        for (uint32_t u = 0; u < s->sheets; ++u)
            for (uint32_t v = 0; v < s->sheets; ++v) {
                double sum = s->arcs[first][k][u] + rest[u ^ v].length;
                if (sum < best[v].length)
                    best[v] = (pairing){sum, k, u};
            }
    }
}

static bool pair_all(splitter *s)
{
    size_t sets = (size_t)1 << s->changes;
    if (!wend_array_reserve(&s->pairings, s->allocator, sets * s->sheets))
        return false;
    for (size_t i = 0; i < sets * s->sheets; ++i)
        s->pairings.data[s->pairings.count++] = (pairing){i == 0 ? 0 : INFINITY, 0, 0};
    for (uint32_t set = 1; set < sets; ++set)
        pair_set(s, set);
    return true;
}

// ---- gates --------------------------------------------------------------------------------------

/// Adds the gates of the shortest curve from a start to a copy of a body.
static wend_result add_curve(splitter *s, start from, uint32_t body, uint32_t sheet,
                             wend_error *error)
{
    wend_flow *on = &s->cover.flow, *flow = s->flow;
    wend_result result = run_from(s, from, error);
    if (result != WEND_OK)
        return result;
    on->gates.count = on->legs.count = 0;
    if (!wend_flow_add_cut(on, body * s->sheets + sheet) ||
        !wend_array_reserve(&flow->gates, s->allocator, on->gates.count) ||
        !wend_array_reserve(&flow->legs, s->allocator, on->legs.count))
        return wend_fail_memory(error);
    for (size_t i = 0; i < on->gates.count; ++i) {
        wend_flow_gate gate = on->gates.data[i];
        gate.from /= s->sheets;
        gate.to /= s->sheets;
        gate.first_leg += (uint32_t)flow->legs.count;
        flow->gates.data[flow->gates.count++] = gate;
    }
    for (size_t i = 0; i < on->legs.count; ++i)
        flow->legs.data[flow->legs.count++] = on->legs.data[i];
    return WEND_OK;
}

static wend_result add_cycles(splitter *s, uint32_t signature, wend_error *error)
{
    const cycle *c = &s->cycles[signature];
    if (signature == 0)
        return WEND_OK;
    if (c->half == 0)
        return add_curve(s, c->from, c->from.body, signature, error);
    wend_result result = add_cycles(s, c->half, error);
    return result == WEND_OK ? add_cycles(s, signature ^ c->half, error) : result;
}

static wend_result add_arcs(splitter *s, uint32_t signature, wend_error *error)
{
    wend_result result = WEND_OK;
    for (uint32_t set = (1u << s->changes) - 1; set != 0 && result == WEND_OK;) {
        const pairing *p = &s->pairings.data[set * s->sheets + signature];
        uint32_t first = 0;
        while (!(set >> first & 1))
            ++first;
        result = add_curve(s, (start){s->change_list[first], WEND_NONE}, s->change_list[p->partner],
                           p->signature, error);
        set &= ~(1u << first) & ~(1u << p->partner);
        signature ^= p->signature;
    }
    return result;
}

static wend_result choose(splitter *s, double *value, wend_error *error)
{
    uint32_t best = 0;
    const pairing *all = &s->pairings.data[((1u << s->changes) - 1) * s->sheets];
    *value = INFINITY;
    for (uint32_t k = 0; k < s->sheets; ++k) {
        double sum = all[k].length + s->cycles[s->cover.required ^ k].length;
        if (sum < *value) {
            *value = sum;
            best = k;
        }
    }
    wend_result result = add_arcs(s, best, error);
    return result == WEND_OK ? add_cycles(s, s->cover.required ^ best, error) : result;
}

// ---- parts --------------------------------------------------------------------------------------

/// Lists the changes of a part.
static wend_result find_changes(splitter *s, wend_error *error)
{
    const wend_flow *flow = s->flow;
    uint32_t count = 0;
    s->changes = 0;
    for (size_t i = 0; i < flow->walks.count && s->alone == WEND_NONE; ++i) {
        const wend_flow_walk *walk = &flow->walks.data[i];
        for (uint32_t k = 0; k < walk->change_count && walk->part == s->cover.part; ++k, ++count)
            if (count < MOST_CHANGES)
                s->change_list[s->changes++] = walk->first_change + k;
    }
    if (count > MOST_CHANGES || count + 2 * s->cover.lines > MOST_EFFORT)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "sources and sinks alternate %u times on %u separate walls: too many",
                         (unsigned)count, (unsigned)s->cover.lines + 1);
    return WEND_OK;
}

static bool reserve(splitter *s)
{
    size_t count = (size_t)s->bodies * s->sheets;
    s->bounds.count = s->done.count = s->pairings.count = 0;
    if (!wend_array_reserve(&s->bounds, s->allocator, count) ||
        !wend_array_reserve(&s->done, s->allocator, s->bodies))
        return false;
    while (s->bounds.count < count)
        s->bounds.data[s->bounds.count++] = 0;
    while (s->done.count < s->bodies)
        s->done.data[s->done.count++] = false;
    return true;
}

/// Bodies of other parts have nothing to do with this one.
static void skip_others(splitter *s)
{
    const wend_flow *on = &s->cover.flow;
    for (uint32_t body = 0; body < s->bodies; ++body)
        s->done.data[body] = true;
    for (size_t i = 0; i < on->kinds.count; ++i)
        if (on->kinds.data[i] < WEND_FLOW_OPENING)
            s->done.data[on->kinds.data[i] / s->sheets] = false;
    for (size_t i = 0; i < on->body_points.count; ++i)
        s->done.data[on->body_points.data[i].body / s->sheets] = false;
}

static wend_result solve_part(splitter *s, uint32_t part, double *value, wend_error *error)
{
    wend_result result = wend_flow_cover_build(&s->cover, s->flow, part, s->alone, error);
    s->sheets = s->cover.sheets;
    if (result == WEND_OK)
        result = find_changes(s, error);
    if (result == WEND_OK && !reserve(s))
        result = wend_fail_memory(error);
    if (result == WEND_OK) {
        skip_others(s);
        result = find_curves(s, error);
    }
    if (result == WEND_OK) {
        combine_cycles(s);
        result = pair_all(s) ? choose(s, value, error) : wend_fail_memory(error);
    }
    wend_flow_cover_free(&s->cover);
    return result;
}

static wend_result solve_all(splitter *s, double *value, wend_error *error)
{
    const wend_flow *flow = s->flow;
    wend_result result = WEND_OK;
    for (size_t i = 0; i < flow->walks.count && result == WEND_OK; ++i) {
        uint32_t part = flow->walks.data[i].part;
        bool seen = false;
        double own = 0;
        for (size_t k = 0; k < i; ++k)
            seen = seen || flow->walks.data[k].part == part;
        if (!seen)
            result = solve_part(s, part, &own, error);
        *value += own;
    }
    return result;
}

static wend_result split(wend_flow *flow, uint32_t alone, double *value, wend_error *error)
{
    splitter *s = wend_allocate(&flow->allocator, 1, sizeof *s);
    *value = 0;
    if (!s)
        return wend_fail_memory(error);
    *s = (splitter){
        .alone = alone, .flow = flow, .allocator = &flow->allocator, .bodies = flow->body_count};
    wend_flow_forget(flow);
    wend_result result = alone == WEND_NONE
                             ? solve_all(s, value, error)
                             : solve_part(s, flow->walks.data[alone].part, value, error);
    if (result == WEND_OK)
        flow->value = *value;
    else
        wend_flow_forget(flow);
    wend_array_free(&s->bounds, s->allocator);
    wend_array_free(&s->done, s->allocator);
    wend_array_free(&s->pairings, s->allocator);
    wend_release(&flow->allocator, s, 1, sizeof *s);
    return result;
}

wend_result wend_flow_split(wend_flow *flow, double *value, wend_error *error)
{
    return split(flow, WEND_NONE, value, error);
}

wend_result wend_flow_isolate(wend_flow *flow, uint32_t walk, wend_error *error)
{
    double value;
    return split(flow, walk, &value, error);
}
