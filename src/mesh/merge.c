// SPDX-License-Identifier: MIT
// Selection of the edges of the triangulation that are removed so that triangles merge into convex
// cells.
//
// The rule is greedy: edges are evaluated in order, the longest first, and an edge is removed if at
// both its ends the two adjacent edges, of those not removed so far, are at most 180 degrees apart.
// (Hertel and Mehlhorn 1983 remove edges in any order; the order of lengths makes large cells, and
// gives a unique result for each triangulation.) The result for an edge depends only on edges with
// a common end that come earlier in the order, so every edge can be evaluated as soon as those are.
#include "mesh/cells.h"

#include "core/heap_template.h"
#include "geometry/predicates.h"

#include <string.h>

// ---- the order ----------------------------------------------------------------------------------

/// Mixed bits of a position.
static uint64_t mix(double x, double y)
{
    double position[2] = {x + 0.0, y + 0.0}; // no negative zeros
    uint64_t bits[2];
    memcpy(bits, position, sizeof bits);
    uint64_t mixed = bits[0] * 0x9e3779b97f4a7c15 ^ bits[1] * 0xc2b2ae3d27d4eb4f;
    mixed = (mixed ^ mixed >> 31) * 0xbf58476d1ce4e5b9;
    return mixed ^ mixed >> 29;
}

// Of edges of equal length the one whose midpoint has the smaller hash comes first. In a lattice,
// where all edges are equal, an order from left to right would make each result depend on the one
// before it across the whole floor, and an edit would have to change everything to its right.
bool wend_equal_edge_precedes(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    uint64_t one = mix(a.x + b.x, a.y + b.y), other = mix(c.x + d.x, c.y + d.y);
    if (one != other)
        return one < other;
    bool ab = wend_is_before(a, b), cd = wend_is_before(c, d);
    wend_vec2 low = ab ? a : b, other_low = cd ? c : d;
    if (!wend_equal(low, other_low))
        return wend_is_before(low, other_low);
    return wend_is_before(ab ? b : a, cd ? d : c);
}

// ---- one edge -----------------------------------------------------------------------------------

typedef enum verdict { KEPT, LEFT_OUT, WAITS } verdict;

/// Edges that are neither removed nor pending bound a fan, whatever their length. Walls and the
/// frame are always among them.
enum { PASSABLE = WEND_EDGE_MERGED | WEND_EDGE_QUEUED };

/// Rotates left around the origin of h to the first edge that exists when h is evaluated, and
/// returns the vertex at its other end; WEND_NONE and the edge if that one must be evaluated first.
static uint32_t bound_left(const wend_mesh *mesh, uint32_t h, uint32_t *before)
{
    wend_vec2 v = wend_at(mesh, wend_origin(mesh, h)), end = wend_at(mesh, wend_target(mesh, h));
    for (uint32_t in = wend_prev(h);; in = wend_prev(wend_twin(mesh, in))) {
        uint32_t vertex = wend_origin(mesh, in);
        uint8_t flags = mesh->flags[in];
        if (!(flags & PASSABLE) || !wend_edge_precedes(v, wend_at(mesh, vertex), v, end))
            return vertex;
        if (flags & WEND_EDGE_QUEUED) {
            *before = in;
            return WEND_NONE;
        }
    }
}

/// The same to the right.
static uint32_t bound_right(const wend_mesh *mesh, uint32_t h, uint32_t *before)
{
    wend_vec2 v = wend_at(mesh, wend_origin(mesh, h)), end = wend_at(mesh, wend_target(mesh, h));
    for (uint32_t out = wend_turn_right(mesh, h);; out = wend_turn_right(mesh, out)) {
        uint32_t vertex = wend_target(mesh, out);
        uint8_t flags = mesh->flags[out];
        if (!(flags & PASSABLE) || !wend_edge_precedes(v, wend_at(mesh, vertex), v, end))
            return vertex;
        if (flags & WEND_EDGE_QUEUED) {
            *before = out;
            return WEND_NONE;
        }
    }
}

/// Whether h can be removed as far as its origin is concerned.
static verdict evaluate_end(const wend_mesh *mesh, uint32_t h, uint32_t *before)
{
    uint32_t left = bound_left(mesh, h, before);
    if (left == WEND_NONE)
        return WAITS;
    uint32_t right = bound_right(mesh, h, before);
    if (right == WEND_NONE)
        return WAITS;
    // If both are the same edge, it would be the last one, with 360 degrees around it. Two edges in
    // opposite directions are 180 degrees apart on either side.
    if (left == right)
        return KEPT;
    int turn = wend_orient2d_fast(wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, right),
                                  wend_at(mesh, left));
    return turn >= 0 ? LEFT_OUT : KEPT;
}

static verdict evaluate(const wend_mesh *mesh, uint32_t h, uint32_t *before)
{
    verdict one = evaluate_end(mesh, h, before);
    return one == LEFT_OUT ? evaluate_end(mesh, wend_twin(mesh, h), before) : one;
}

static void set_flags(wend_mesh *mesh, uint32_t h, uint8_t which, uint8_t flags)
{
    uint32_t twin = wend_twin(mesh, h);
    mesh->flags[h] = (uint8_t)((mesh->flags[h] & ~which) | flags);
    mesh->flags[twin] = (uint8_t)((mesh->flags[twin] & ~which) | flags);
}

// ---- all edges ----------------------------------------------------------------------------------

/// Evaluates an edge after those that must be evaluated before it. Edges that wait for each other
/// are ever longer, so none is on the stack twice.
static void evaluate_in_order(wend_mesh *mesh, uint32_t h)
{
    uint32_t count = 0;
    mesh->stack[count++] = h;
    while (count > 0) {
        h = mesh->stack[count - 1];
        uint32_t before = WEND_NONE;
        verdict result = evaluate(mesh, h, &before);
        if (result == WAITS) {
            mesh->stack[count++] = before;
            continue;
        }
        set_flags(mesh, h, PASSABLE, result == LEFT_OUT ? WEND_EDGE_MERGED : 0);
        --count;
    }
}

void wend_merge_all(wend_mesh *mesh)
{
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        bool is_free = wend_is_used(mesh, t) && !wend_is_solid(mesh, t);
        for (uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
            bool inner = is_free && wend_twin(mesh, h) != WEND_NONE && !wend_is_fixed(mesh, h);
            mesh->flags[h] =
                (uint8_t)((mesh->flags[h] & ~PASSABLE) | (inner ? WEND_EDGE_QUEUED : 0));
        }
    }
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h)
        if (mesh->flags[h] & WEND_EDGE_QUEUED)
            evaluate_in_order(mesh, h);
}

// ---- edges around what has changed --------------------------------------------------------------

// Edges are pending in a heap, the first in the order at the top. An edge whose result changes adds
// those whose fans end at it or reach beyond it; they all come later in the order, so each edge is
// evaluated once, and the result equals that of evaluating all edges.

/// The length is rounded, which keeps the order; for equal lengths the points decide.
typedef struct waiting {
    float length;
    uint32_t edge;
} waiting;

/// Uses the memory of the mesh's stack, which has capacity for 3/2 as many entries as there are
/// triangles, the number of edges.
typedef struct waiting_heap {
    wend_mesh *mesh;
    waiting *entries;
    size_t count;
} waiting_heap;

static bool is_first(const wend_mesh *mesh, uint32_t g, uint32_t h)
{
    return wend_edge_precedes(
        wend_at(mesh, wend_origin(mesh, g)), wend_at(mesh, wend_target(mesh, g)),
        wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h)));
}

static inline bool precedes(const void *mesh, waiting a, waiting b)
{
    return a.length != b.length ? a.length > b.length : is_first(mesh, a.edge, b.edge);
}
WEND_HEAP_TEMPLATE(waiting, waiting, precedes)

/// Adds an edge to the heap, unless it is there already or is not evaluated at all.
static void make_wait(waiting_heap *heap, uint32_t h)
{
    wend_mesh *mesh = heap->mesh;
    if (!wend_is_inner(mesh, h) || (mesh->flags[h] & WEND_EDGE_QUEUED))
        return;
    set_flags(mesh, h, 0, WEND_EDGE_QUEUED);
    waiting entry = {(float)wend_distance_squared(wend_at(mesh, wend_origin(mesh, h)),
                                                  wend_at(mesh, wend_target(mesh, h))),
                     h};
    waiting_push(heap->entries, &heap->count, entry, mesh);
}

static uint32_t next_in_turn(waiting_heap *heap)
{
    return waiting_pop(heap->entries, &heap->count, heap->mesh).edge;
}

/// Aligns the marks of a touched triangle's edges. An edge shared with a triangle that was not
/// touched is unchanged, and that one's mark is right. Between two touched triangles any mark will
/// do, as the edge will be evaluated, as long as both halves have the same.
static void align_marks(wend_mesh *mesh, uint32_t triangle)
{
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        uint32_t twin = wend_twin(mesh, h);
        if (twin == WEND_NONE)
            mesh->flags[h] &= (uint8_t)~WEND_EDGE_MERGED;
        else
            set_flags(mesh, h, WEND_EDGE_MERGED,
                      wend_is_inner(mesh, h) ? mesh->flags[twin] & WEND_EDGE_MERGED : 0);
    }
}

/// True if the fans of edges beyond h do not reach across it, or if its other triangle was touched
/// too and handles them itself.
static bool ends_here(const wend_mesh *mesh, uint32_t h)
{
    return !wend_is_merged(mesh, h) ||
           (mesh->state[wend_twin(mesh, h) / 3] & WEND_TRIANGLE_TOUCHED);
}

/// Adds all edges that have a touched triangle in the fan at one of their ends.
static void make_fans_wait(waiting_heap *heap, uint32_t triangle)
{
    wend_mesh *mesh = heap->mesh;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        uint32_t in = wend_prev(h), out = h;
        for (make_wait(heap, in); !ends_here(mesh, in); make_wait(heap, in))
            in = wend_prev(wend_twin(mesh, in));
        for (make_wait(heap, out); !ends_here(mesh, out); make_wait(heap, out))
            out = wend_turn_right(mesh, out);
    }
}

/// Adds the edges that come after h in the order and whose fan at its origin contains h.
static void make_later_wait(waiting_heap *heap, uint32_t h)
{
    const wend_mesh *mesh = heap->mesh;
    uint32_t in = wend_prev(h), out = wend_turn_right(mesh, h);
    for (;; in = wend_prev(wend_twin(mesh, in))) {
        // All the way around.
        if (in == wend_twin(mesh, h))
            return;
        if (is_first(mesh, h, in))
            make_wait(heap, in);
        if (!wend_is_merged(mesh, in))
            break;
    }
    for (;; out = wend_turn_right(mesh, out)) {
        if (is_first(mesh, h, out))
            make_wait(heap, out);
        if (!wend_is_merged(mesh, out))
            return;
    }
}

static void evaluate_again(waiting_heap *heap, uint32_t h)
{
    wend_mesh *mesh = heap->mesh;
    set_flags(mesh, h, WEND_EDGE_QUEUED, 0);
    uint32_t before = WEND_NONE, twin = wend_twin(mesh, h);
    bool merged = evaluate(mesh, h, &before) == LEFT_OUT;
    WEND_ASSERT(before == WEND_NONE);
    if (merged == wend_is_merged(mesh, h))
        return;
    if (mesh->cell_of[h / 3] != WEND_NONE)
        wend_cell_dissolve(mesh, mesh->cell_of[h / 3]);
    if (mesh->cell_of[twin / 3] != WEND_NONE)
        wend_cell_dissolve(mesh, mesh->cell_of[twin / 3]);
    set_flags(mesh, h, WEND_EDGE_MERGED, merged ? WEND_EDGE_MERGED : 0);
    make_later_wait(heap, h);
    make_later_wait(heap, twin);
}

void wend_merge_touched(wend_mesh *mesh)
{
    WEND_ASSERT(mesh->stack_count == 0);
    waiting_heap heap = {.mesh = mesh, .entries = (waiting *)(void *)mesh->stack};
    for (uint32_t i = 0; i < mesh->touched_count; ++i)
        if (wend_is_used(mesh, mesh->touched[i]))
            align_marks(mesh, mesh->touched[i]);
    for (uint32_t i = 0; i < mesh->touched_count; ++i)
        if (wend_is_used(mesh, mesh->touched[i]) && !wend_is_solid(mesh, mesh->touched[i]))
            make_fans_wait(&heap, mesh->touched[i]);
    while (heap.count > 0)
        evaluate_again(&heap, next_in_turn(&heap));
}
