// SPDX-License-Identifier: MIT
// Which edges of the triangulation are left out so that triangles merge into convex cells.
//
// The rule is greedy: edges are judged one after the other, the longest first, and an edge is left
// out if at both its ends the two edges beside it, of those not left out so far, are at most 180
// degrees apart. (Hertel and Mehlhorn 1983 leave out edges in any order; the order of lengths makes
// large cells, and one answer for each triangulation.) So a judgement depends only on edges with an
// end in common that are judged before, and every edge can be judged as soon as those are.
#include "mesh/cells.h"

#include "geometry/predicates.h"

#include <string.h>

// ---- the order ----------------------------------------------------------------------------------

/// The bits of a place, well mixed.
static uint64_t mix(double x, double y)
{
    double place[2] = {x + 0.0, y + 0.0}; // no negative zeros
    uint64_t bits[2];
    memcpy(bits, place, sizeof bits);
    uint64_t mixed = bits[0] * 0x9e3779b97f4a7c15 ^ bits[1] * 0xc2b2ae3d27d4eb4f;
    mixed = (mixed ^ mixed >> 31) * 0xbf58476d1ce4e5b9;
    return mixed ^ mixed >> 29;
}

// Of equal edges that comes first whose middle has the smaller mix. In a lattice, where all edges
// are equal, an order from left to right would let each judgement depend on the one before it all
// across the floor, and so would an edit have to change all that lies to its right.
bool wend_is_judged_first_of_equals(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    uint64_t one = mix(a.x + b.x, a.y + b.y), other = mix(c.x + d.x, c.y + d.y);
    if (one != other)
        return one < other;
    bool ab = wend_is_before(a, b), cd = wend_is_before(c, d);
    wend_vec2 low = ab ? a : b, other_low = cd ? c : d;
    if (!wend_same_place(low, other_low))
        return wend_is_before(low, other_low);
    return wend_is_before(ab ? b : a, cd ? d : c);
}

// ---- one edge -----------------------------------------------------------------------------------

typedef enum verdict { KEPT, LEFT_OUT, WAITS } verdict;

/// Edges that are neither left out nor still to be judged bound a fan, whatever their length. Walls
/// and the frame are always among them.
enum { PASSABLE = WEND_EDGE_MERGED | WEND_EDGE_QUEUED };

/// Turns left around the origin of h to the first edge that is there when h is judged, and returns
/// the vertex at its other end; WEND_NONE and the edge if that one must be judged first.
static uint32_t bound_left(const wend_mesh *mesh, uint32_t h, uint32_t *before)
{
    wend_vec2 v = wend_at(mesh, wend_origin(mesh, h)), end = wend_at(mesh, wend_target(mesh, h));
    for (uint32_t in = wend_prev(h);; in = wend_prev(wend_twin(mesh, in))) {
        uint32_t vertex = wend_origin(mesh, in);
        uint8_t flags = mesh->flags[in];
        if (!(flags & PASSABLE) || !wend_is_judged_first(v, wend_at(mesh, vertex), v, end))
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
        if (!(flags & PASSABLE) || !wend_is_judged_first(v, wend_at(mesh, vertex), v, end))
            return vertex;
        if (flags & WEND_EDGE_QUEUED) {
            *before = out;
            return WEND_NONE;
        }
    }
}

/// Whether h can be left out as far as its origin goes.
static verdict judge_end(const wend_mesh *mesh, uint32_t h, uint32_t *before)
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

static verdict judge(const wend_mesh *mesh, uint32_t h, uint32_t *before)
{
    verdict one = judge_end(mesh, h, before);
    return one == LEFT_OUT ? judge_end(mesh, wend_twin(mesh, h), before) : one;
}

static void set_flags(wend_mesh *mesh, uint32_t h, uint8_t which, uint8_t flags)
{
    uint32_t twin = wend_twin(mesh, h);
    mesh->flags[h] = (uint8_t)((mesh->flags[h] & ~which) | flags);
    mesh->flags[twin] = (uint8_t)((mesh->flags[twin] & ~which) | flags);
}

// ---- all edges ----------------------------------------------------------------------------------

/// Judges an edge after those that must be judged before it. Those that wait for each other are
/// ever longer, so none is on the stack twice.
static void judge_in_turn(wend_mesh *mesh, uint32_t h)
{
    uint32_t count = 0;
    mesh->stack[count++] = h;
    while (count > 0) {
        h = mesh->stack[count - 1];
        uint32_t before = WEND_NONE;
        verdict answer = judge(mesh, h, &before);
        if (answer == WAITS) {
            mesh->stack[count++] = before;
            continue;
        }
        set_flags(mesh, h, PASSABLE, answer == LEFT_OUT ? WEND_EDGE_MERGED : 0);
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
            judge_in_turn(mesh, h);
}

// ---- edges around what has changed --------------------------------------------------------------

// Edges wait in a heap, the one to be judged first at the top. An edge that is judged otherwise
// than before makes those wait whose fans end at it or reach beyond it; they all come later in the
// order, so each edge is judged once, and the end is what judging all edges would give.

/// The length is rounded, which keeps the order; where two are equal the points decide.
typedef struct waiting {
    float length;
    uint32_t edge;
} waiting;

/// Lies in the memory of the mesh's stack, which has room for 3/2 as many entries as there are
/// triangles, as there are edges.
typedef struct waiting_heap {
    wend_mesh *mesh;
    waiting *entries;
    uint32_t count;
} waiting_heap;

static bool is_judged_first(const wend_mesh *mesh, uint32_t g, uint32_t h)
{
    return wend_is_judged_first(
        wend_at(mesh, wend_origin(mesh, g)), wend_at(mesh, wend_target(mesh, g)),
        wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h)));
}

static bool is_above(const wend_mesh *mesh, waiting a, waiting b)
{
    return a.length != b.length ? a.length > b.length : is_judged_first(mesh, a.edge, b.edge);
}

/// Lets an edge wait to be judged, if it is to be and does not wait already.
static void make_wait(waiting_heap *heap, uint32_t h)
{
    wend_mesh *mesh = heap->mesh;
    if (!wend_is_inner(mesh, h) || (mesh->flags[h] & WEND_EDGE_QUEUED))
        return;
    set_flags(mesh, h, 0, WEND_EDGE_QUEUED);
    waiting entry = {(float)wend_squared_length(wend_at(mesh, wend_origin(mesh, h)),
                                                wend_at(mesh, wend_target(mesh, h))),
                     h};
    uint32_t i = heap->count++;
    for (; i > 0 && is_above(mesh, entry, heap->entries[(i - 1) / 2]); i = (i - 1) / 2)
        heap->entries[i] = heap->entries[(i - 1) / 2];
    heap->entries[i] = entry;
}

static uint32_t next_in_turn(waiting_heap *heap)
{
    waiting *entries = heap->entries;
    uint32_t top = entries[0].edge;
    waiting last = entries[--heap->count];
    uint32_t i = 0;
    for (uint32_t child = 1; child < heap->count; child = 2 * i + 1) {
        if (child + 1 < heap->count && is_above(heap->mesh, entries[child + 1], entries[child]))
            ++child;
        if (!is_above(heap->mesh, entries[child], last))
            break;
        entries[i] = entries[child];
        i = child;
    }
    entries[i] = last;
    return top;
}

/// Brings the marks of a touched triangle's edges into line. An edge that it shares with a triangle
/// that was not touched is the same as before, and that one's mark is right. Between two that were
/// touched any mark will do, as the edge will be judged, as long as both halves have the same.
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
/// too and sees to them itself.
static bool ends_here(const wend_mesh *mesh, uint32_t h)
{
    return !wend_is_merged(mesh, h) ||
           (mesh->state[wend_twin(mesh, h) / 3] & WEND_TRIANGLE_TOUCHED);
}

/// Lets all edges wait that have a touched triangle in the fan at one of their ends.
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

/// Lets the edges wait that are judged after h and whose fan at its origin h is in.
static void make_later_wait(waiting_heap *heap, uint32_t h)
{
    const wend_mesh *mesh = heap->mesh;
    uint32_t in = wend_prev(h), out = wend_turn_right(mesh, h);
    for (;; in = wend_prev(wend_twin(mesh, in))) {
        // All the way around.
        if (in == wend_twin(mesh, h))
            return;
        if (is_judged_first(mesh, h, in))
            make_wait(heap, in);
        if (!wend_is_merged(mesh, in))
            break;
    }
    for (;; out = wend_turn_right(mesh, out)) {
        if (is_judged_first(mesh, h, out))
            make_wait(heap, out);
        if (!wend_is_merged(mesh, out))
            return;
    }
}

static void judge_again(waiting_heap *heap, uint32_t h)
{
    wend_mesh *mesh = heap->mesh;
    set_flags(mesh, h, WEND_EDGE_QUEUED, 0);
    uint32_t before = WEND_NONE, twin = wend_twin(mesh, h);
    bool merged = judge(mesh, h, &before) == LEFT_OUT;
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
        judge_again(&heap, next_in_turn(&heap));
}
