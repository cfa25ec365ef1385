// SPDX-License-Identifier: MIT
// Test whether a ring is simple: a sweep (Shamos and Hoey, "Geometric intersection problems",
// 1976). A line moves over the ring from left to right and keeps the edges that it meets in order.
// Edges are tested when they become neighbours in that order; the first improper contact ends the
// sweep.
//
// Points are ordered by x, then y, as if the sweep line leaned slightly to the left: a vertical
// edge has a first and a second end like any other, and at most one vertex is met at a time, once
// it is known that no two are equal. Each vertex then ends two edges, starts two, or ends one and
// starts one. Spikes are detected beforehand, so neighbouring edges need no test.
//
// Why this finds the first contact q, in the order of the sweep: before q the order in the status
// is correct. If edges pass through q or end there (other than the vertex's own two), they are
// adjacent in the status just before q, or become so when an edge that ends at q is removed, and
// are tested then. If only one passes through q, then q is a vertex from which two edges start, and
// the search for its position in the status meets that one.
#include "geometry/points.h"
#include "geometry/polygon.h"

#include "core/memory.h"
#include "geometry/predicates.h"
#include "geometry/sort.h"
#include "geometry/sweep_status.h"

#include <math.h>

typedef struct sweep {
    const wend_vec2 *ring;
    uint32_t count;
    wend_status status;
    wend_ring_fault fault;
} sweep;

static uint32_t next_of(const sweep *s, uint32_t i)
{
    return i + 1 < s->count ? i + 1 : 0;
}

static bool neighbours(const sweep *s, uint32_t i, uint32_t j)
{
    return next_of(s, i) == j || next_of(s, j) == i;
}

// Edge e, from its first end to its second in the order of the sweep.
static wend_segment edge(const sweep *s, uint32_t e)
{
    wend_vec2 a = s->ring[e], b = s->ring[next_of(s, e)];
    return wend_is_before(a, b) ? (wend_segment){a, b} : (wend_segment){b, a};
}

static void note(sweep *s, wend_fault_kind kind, uint32_t i, uint32_t j, wend_vec2 position)
{
    s->fault = (wend_ring_fault){kind, i < j ? i : j, i < j ? j : i, position};
}

static bool found(const sweep *s)
{
    return s->fault.kind != WEND_FAULT_NONE;
}

// Tests two edges that became neighbours in the status.
static void test(sweep *s, uint32_t e, uint32_t f)
{
    if (e == WEND_NO_EDGE || f == WEND_NO_EDGE || found(s) || neighbours(s, e, f))
        return;
    wend_vec2 at;
    wend_meeting meeting = wend_segments_meet(edge(s, e), edge(s, f), &at);
    if (meeting != WEND_APART)
        note(s, meeting == WEND_CROSS ? WEND_FAULT_CROSS : WEND_FAULT_TOUCH, e, f, at);
}

static void end_edge(sweep *s, uint32_t e)
{
    uint32_t below = s->status.nodes[e].below, above = s->status.nodes[e].above;
    wend_status_remove(&s->status, e);
    test(s, below, above);
}

// At vertex v an ending edge is replaced by a starting one.
static void pass_on(sweep *s, uint32_t ending, uint32_t starting)
{
    wend_status_replace(&s->status, ending, starting);
    test(s, s->status.nodes[starting].below, starting);
    test(s, starting, s->status.nodes[starting].above);
}

// Two edges start at vertex v; their other ends are given.
static void start_edges(sweep *s, uint32_t v, uint32_t e, wend_vec2 e_end, uint32_t f,
                        wend_vec2 f_end)
{
    wend_vec2 at = s->ring[v];
    uint32_t below = WEND_NO_EDGE, node = s->status.root;
    while (node != WEND_NO_EDGE) {
        wend_segment other = edge(s, node);
        int side = wend_orient2d_fast(other.a, other.b, at);
        if (side == 0) {
            note(s, WEND_FAULT_TOUCH, node, v, at);
            return;
        }
        if (side > 0)
            below = node;
        node = side > 0 ? s->status.nodes[node].right : s->status.nodes[node].left;
    }
    bool e_is_lower = wend_orient2d_fast(at, e_end, f_end) > 0;
    uint32_t lower = e_is_lower ? e : f, upper = e_is_lower ? f : e;
    wend_status_insert(&s->status, lower, below);
    wend_status_insert(&s->status, upper, lower);
    test(s, below, lower);
    test(s, upper, s->status.nodes[upper].above);
}

static void meet_vertex(sweep *s, uint32_t v)
{
    uint32_t arriving = v > 0 ? v - 1 : s->count - 1; // the edge that ends at v in the ring
    wend_vec2 at = s->ring[v], previous = s->ring[arriving], next = s->ring[next_of(s, v)];
    bool arriving_ends = wend_is_before(previous, at), leaving_ends = wend_is_before(next, at);
    if (arriving_ends && leaving_ends) {
        end_edge(s, arriving);
        end_edge(s, v);
    } else if (arriving_ends) {
        pass_on(s, arriving, v);
    } else if (leaving_ends) {
        pass_on(s, v, arriving);
    } else {
        start_edges(s, v, arriving, previous, v, next);
    }
}

// Equal consecutive vertices, and vertices where the ring runs back over itself.
static void find_spikes(sweep *s)
{
    for (uint32_t v = 0; v < s->count && !found(s); v++) {
        uint32_t u = v > 0 ? v - 1 : s->count - 1;
        wend_vec2 at = s->ring[v], previous = s->ring[u], next = s->ring[next_of(s, v)];
        if (wend_equal(previous, at))
            note(s, WEND_FAULT_REPEAT, u, v, at);
        else if (wend_is_before(previous, at) == wend_is_before(next, at) &&
                 !wend_equal(next, at) && wend_orient2d_fast(previous, at, next) == 0)
            note(s, WEND_FAULT_FOLD, v, v, at);
    }
}

// Equal neighbours in the sorted order are equal vertices, which are not consecutive in the ring.
static void find_equal(sweep *s, const wend_key *sorted)
{
    for (uint32_t i = 1; i < s->count && !found(s); i++) {
        uint32_t u = sorted[i - 1].number, v = sorted[i].number;
        if (wend_equal(s->ring[u], s->ring[v]))
            note(s, WEND_FAULT_MEET, u, v, s->ring[u]);
    }
}

bool wend_ring_find_fault(const wend_vec2 *ring, uint32_t count, const wend_allocator *allocator,
                          wend_ring_fault *fault)
{
    sweep s = {.ring = ring, .count = count};
    find_spikes(&s);
    *fault = s.fault;
    if (found(&s))
        return true;
    size_t room = (size_t)count * 2;
    wend_key *sorted = wend_allocate(allocator, room, sizeof *sorted);
    bool ok = sorted && wend_status_init(&s.status, count, allocator);
    if (ok) {
        for (uint32_t i = 0; i < count; i++)
            sorted[i] = (wend_key){ring[i], i};
        wend_sort_keys(sorted, sorted + count, count);
        find_equal(&s, sorted);
        for (uint32_t i = 0; i < count && !found(&s); i++)
            meet_vertex(&s, sorted[i].number);
        wend_status_free(&s.status, allocator);
        *fault = s.fault;
    }
    wend_release(allocator, sorted, room, sizeof *sorted);
    return ok;
}

static wend_result describe(const wend_ring_fault *fault, wend_error *error)
{
    unsigned first = fault->first, second = fault->second;
    const char *format = "";
    switch (fault->kind) {
    case WEND_FAULT_NONE:
        return WEND_OK;
    case WEND_FAULT_REPEAT:
        format = "vertices %u and %u (counted from 0) are equal: remove one of them";
        break;
    case WEND_FAULT_MEET:
        format = "vertices %u and %u (counted from 0) are equal: split the ring in two, or move "
                 "one of them";
        break;
    case WEND_FAULT_FOLD:
        return wend_fail_at(
            error, WEND_INVALID_GEOMETRY, fault->position,
            "the ring runs back over itself at vertex %u (counted from 0): remove the spike",
            first);
    case WEND_FAULT_TOUCH:
        format = "the edges that start at vertices %u and %u (counted from 0) touch: only "
                 "consecutive edges may touch, at their common vertex";
        break;
    case WEND_FAULT_CROSS:
        format = "the edges that start at vertices %u and %u (counted from 0) cross: list the "
                 "vertices in order around the outline";
        break;
    }
    return wend_fail_at(error, WEND_INVALID_GEOMETRY, fault->position, format, first, second);
}

wend_result wend_polygon_check(const wend_vec2 *ring, size_t count, const wend_allocator *allocator,
                               wend_error *error)
{
    if (count < 3)
        return wend_fail(error, WEND_INVALID_GEOMETRY,
                         "the ring has %u vertices: at least 3 are required", (unsigned)count);
    if (count >= UINT32_MAX)
        return wend_fail(error, WEND_BAD_ARGUMENT, "too many vertices: the limit is %u",
                         (unsigned)(UINT32_MAX - 1));
    for (size_t i = 0; i < count; i++)
        if (!isfinite(ring[i].x) || !isfinite(ring[i].y))
            return wend_fail(error, WEND_INVALID_GEOMETRY,
                             "vertex %u (counted from 0) is not finite", (unsigned)i);
    wend_ring_fault fault;
    if (!wend_ring_find_fault(ring, (uint32_t)count, allocator, &fault))
        return wend_fail_memory(error);
    return describe(&fault, error);
}
