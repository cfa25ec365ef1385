// SPDX-License-Identifier: MIT
// Crossing curves as edges of one triangulation.
//
// Pieces of curves are laid one by one. Where one would cross an existing edge, both are routed
// through a common vertex: an end of one of them that lies within NEAR steps of the lattice from
// the other, or else a new one at the lattice point nearest to the crossing. The edge is removed,
// and the resulting pieces wait to be laid. They may cross others in turn, since they have moved
// slightly; but closed curves stay closed. (Ends first, because nearly collinear lines would
// otherwise cross again and again.) Straight runs are laid in the same way, after the curves.
//
// This terminates for every input, because an edge is only ever replaced by shorter ones, and on a
// lattice there are finitely many lengths below a given one. All vertices are on the lattice, so at
// least a step q apart. Let the edge u w be routed through the new vertex y, nearest to its point
// c: |c y| <= |c w| and |u y| <= |u c| + |c y| <= |u c| + |c w| = |u w|, with equality only for y =
// w, when the edge is kept and the piece is not. Or let it be routed through an end y at the
// distance d <= q / sqrt 2, with the projection f: |f w|^2 >= q^2 - d^2 >= d^2, so |u y|^2 = |u
// f|^2 + d^2 < (|u f| + |f w|)^2.
//
// The proof requires all vertices on the lattice. Exact points are not moved, and crossings with
// them are not rounded to it, so that axis-parallel walls stay exact too; there the work is limited
// instead. On a valid floor points are so far apart that the limit is never approached.
//
// The number of curves along an edge is kept in a table by its two vertices, because half-edges
// change their numbers when edges are flipped.
#include "mesh/inflate.h"

/// Less than 1 / sqrt 2, for the proof.
#define NEAR 0.7

/// Exact points and runs: maximum number of pieces laid per possible crossing, and a constant in
/// addition. A crossing creates four, and moves walls by less than the gaps between them.
#define MAX_PIECES_EACH 16
#define MAX_PIECES_MORE 4096

// ---- the table ----------------------------------------------------------------------------------

static uint32_t slot_of(const wend_along_table *table, uint32_t low, uint32_t high)
{
    uint64_t hash = ((uint64_t)low << 32 | high) * 0x9e3779b97f4a7c15u;
    uint32_t mask = table->size - 1, i = (uint32_t)(hash >> 32) & mask;
    while (table->slots[i].low != WEND_NONE &&
           (table->slots[i].low != low || table->slots[i].high != high))
        i = (i + 1) & mask;
    return i;
}

static bool resize(const wend_mesh *mesh, wend_along_table *table, uint32_t size)
{
    wend_along_table fresh = {.size = size, .used = table->used};
    fresh.slots = wend_allocate(&mesh->allocator, size, sizeof *fresh.slots);
    if (!fresh.slots)
        return false;
    for (uint32_t i = 0; i < size; ++i)
        fresh.slots[i] = (wend_along){WEND_NONE, WEND_NONE, 0, WEND_NONE};
    for (uint32_t i = 0; i < table->size; ++i) {
        wend_along *along = &table->slots[i];
        if (along->low != WEND_NONE)
            fresh.slots[slot_of(&fresh, along->low, along->high)] = *along;
    }
    wend_release(&mesh->allocator, table->slots, table->size, sizeof *table->slots);
    table->slots = fresh.slots;
    table->size = size;
    return true;
}

void wend_along_free(const wend_mesh *mesh, wend_along_table *table)
{
    wend_release(&mesh->allocator, table->slots, table->size, sizeof *table->slots);
    wend_array_free(&table->runs, &mesh->allocator);
    *table = (wend_along_table){0};
}

/// Adds to the runs of an edge. The two sides of a wall do not cancel out. Capacity must be
/// reserved.
static void add_run(wend_along_table *table, wend_along *along, uint32_t owner, int32_t net)
{
    uint32_t i = along->runs;
    while (i != WEND_NONE && table->runs.data[i].owner != owner)
        i = table->runs.data[i].next;
    if (i == WEND_NONE) {
        i = (uint32_t)table->runs.count++;
        table->runs.data[i] = (wend_run){owner, 0, along->runs};
        along->runs = i;
    }
    table->runs.data[i].net += owner == WEND_RUN_WALL ? 1 : net;
}

/// Adds to the curves and runs along an edge. Capacity must be reserved.
static void add_along(wend_along_table *table, uint32_t from, uint32_t to, uint32_t owner,
                      int32_t net)
{
    uint32_t low = from < to ? from : to, high = from < to ? to : from;
    wend_along *along = &table->slots[slot_of(table, low, high)];
    if (along->low == WEND_NONE) {
        *along = (wend_along){low, high, 0, WEND_NONE};
        ++table->used;
    }
    net = from < to ? net : -net;
    if (owner == WEND_RUN_CURVE)
        along->net += net;
    else
        add_run(table, along, owner, net);
}

/// Reserves memory for that many more edges, with half of the slots empty, and that many more runs.
/// False: out of memory.
static bool reserve_along(const wend_mesh *mesh, wend_along_table *table, uint32_t more,
                          uint32_t runs)
{
    if (runs > 0 && !wend_array_reserve(&table->runs, &mesh->allocator, runs))
        return false;
    if (table->size / 2 >= table->used + more)
        return true;
    uint64_t size = 64;
    while (size / 2 < (uint64_t)table->used + more)
        size *= 2;
    return size <= UINT32_MAX && resize(mesh, table, (uint32_t)size);
}

int32_t wend_along_net(const wend_along_table *table, uint32_t from, uint32_t to)
{
    if (table->size == 0)
        return 0;
    uint32_t low = from < to ? from : to, high = from < to ? to : from;
    int32_t net = table->slots[slot_of(table, low, high)].net;
    return from < to ? net : -net;
}

uint32_t wend_along_runs(const wend_along_table *table, uint32_t from, uint32_t to)
{
    if (table->runs.count == 0)
        return WEND_NONE;
    uint32_t low = from < to ? from : to, high = from < to ? to : from;
    return table->slots[slot_of(table, low, high)].runs;
}

/// Removes an edge from the table and returns its contents: the curves from `from` to `to`, and the
/// first of the runs, whose own direction is from low to high.
static wend_along remove_along(wend_along_table *table, uint32_t from, uint32_t to)
{
    wend_along removed = {.net = wend_along_net(table, from, to),
                          .runs = wend_along_runs(table, from, to)};
    if (table->size > 0) {
        uint32_t low = from < to ? from : to, high = from < to ? to : from;
        wend_along *along = &table->slots[slot_of(table, low, high)];
        along->net = 0;
        along->runs = WEND_NONE;
    }
    return removed;
}

// ---- laying -------------------------------------------------------------------------------------

/// A stretch between two vertices that waits to be laid.
typedef struct piece {
    uint32_t from, to;
    uint32_t owner;
    int32_t net;
} piece;

typedef struct layer {
    wend_mesh *mesh;
    wend_along_table *table;
    double lattice;
    bool exact;
    uint32_t max_runs; ///< along one edge
    uint64_t left;     ///< remaining number of pieces
    wend_array(piece) waiting;
} layer;

/// A vertex at p, near a triangle. An edge that contains p is split, and its curves and runs follow
/// both parts. Capacity must be reserved.
static uint32_t insert_vertex(layer *l, wend_vec2 p, uint32_t triangle)
{
    wend_mesh *mesh = l->mesh;
    wend_spot spot = wend_mesh_walk(mesh, triangle, p);
    WEND_ASSERT(spot.kind != WEND_SPOT_OUT);
    uint32_t from = wend_origin(mesh, spot.edge), to = wend_target(mesh, spot.edge);
    bool splits = spot.kind == WEND_SPOT_EDGE && wend_is_fixed(mesh, spot.edge);
    uint32_t vertex = wend_mesh_add_point(mesh, p, spot.edge / 3);
    if (!splits)
        return vertex;
    wend_along removed = remove_along(l->table, from, to);
    add_along(l->table, from, vertex, WEND_RUN_CURVE, removed.net);
    add_along(l->table, vertex, to, WEND_RUN_CURVE, removed.net);
    for (uint32_t i = removed.runs; i != WEND_NONE; i = l->table->runs.data[i].next) {
        wend_run run = l->table->runs.data[i];
        int32_t net = from < to ? run.net : -run.net;
        add_along(l->table, from, vertex, run.owner, net);
        add_along(l->table, vertex, to, run.owner, net);
    }
    return vertex;
}

static void wait_via(layer *l, piece p, uint32_t via)
{
    l->waiting.data[l->waiting.count++] = (piece){p.from, via, p.owner, p.net};
    l->waiting.data[l->waiting.count++] = (piece){via, p.to, p.owner, p.net};
}

/// Removes the edge between two vertices; its pieces via a third vertex wait to be laid.
static void reroute(layer *l, uint32_t from, uint32_t to, uint32_t via)
{
    wend_mesh *mesh = l->mesh;
    uint32_t h = wend_mesh_edge_between(mesh, from, to);
    if (h == WEND_NONE || via == from || via == to)
        return;
    mesh->flags[h] &= (uint8_t)~WEND_EDGE_FIXED;
    mesh->flags[wend_twin(mesh, h)] &= (uint8_t)~WEND_EDGE_FIXED;
    wend_mesh_push(mesh, h);
    wend_mesh_settle(mesh);
    wend_along removed = remove_along(l->table, from, to);
    wait_via(l, (piece){from, to, WEND_RUN_CURVE, removed.net}, via);
    for (uint32_t i = removed.runs; i != WEND_NONE; i = l->table->runs.data[i].next) {
        wend_run run = l->table->runs.data[i];
        wait_via(l, (piece){from, to, run.owner, from < to ? run.net : -run.net}, via);
    }
}

/// Of the ends of two crossing segments, the one nearest to the other segment, if it is near
/// enough; WEND_NONE: none.
static uint32_t near_end(const layer *l, const uint32_t one[2], const uint32_t other[2])
{
    const wend_mesh *mesh = l->mesh;
    double minimum = NEAR * l->lattice;
    uint32_t nearest = WEND_NONE;
    for (int i = 0; i < 4; ++i) {
        const uint32_t *along = i < 2 ? other : one;
        uint32_t end = i < 2 ? one[i] : other[i - 2];
        wend_segment line = {wend_at(mesh, along[0]), wend_at(mesh, along[1])};
        double distance = wend_segment_distance(line, wend_at(mesh, end));
        if (distance <= minimum) {
            minimum = distance;
            nearest = end;
        }
    }
    return nearest;
}

/// Reserves memory for a crossing. False: out of memory.
static bool reserve_crossing(layer *l)
{
    wend_mesh *mesh = l->mesh;
    return wend_mesh_reserve(mesh, 2, 1) &&
           wend_array_reserve(&l->waiting, &mesh->allocator, 2 * ((size_t)l->max_runs + 2)) &&
           reserve_along(mesh, l->table, 4, 2 * l->max_runs);
}

/// The piece would cross a fixed edge: the pieces of both wait to be laid.
static bool cross(layer *l, piece p, uint32_t fixed)
{
    wend_mesh *mesh = l->mesh;
    if (!reserve_crossing(l))
        return false;
    const uint32_t one[2] = {p.from, p.to};
    const uint32_t other[2] = {wend_origin(mesh, fixed), wend_target(mesh, fixed)};
    uint32_t via = near_end(l, one, other);
    if (via == WEND_NONE) {
        wend_vec2 at = wend_at(mesh, p.from);
        wend_segments_meet((wend_segment){wend_at(mesh, one[0]), wend_at(mesh, one[1])},
                           (wend_segment){wend_at(mesh, other[0]), wend_at(mesh, other[1])}, &at);
        via = insert_vertex(l, l->exact ? at : wend_curves_round(l->lattice, at), fixed / 3);
    }
    reroute(l, other[0], other[1], via);
    if (via == p.from || via == p.to)
        l->waiting.data[l->waiting.count++] = p;
    else
        wait_via(l, p, via);
    return true;
}

/// Lays a piece up to its end, or up to a crossing.
static bool lay(layer *l, piece p)
{
    while (p.from != p.to) {
        if (!reserve_along(l->mesh, l->table, 1, p.owner != WEND_RUN_CURVE))
            return false;
        uint32_t fixed = WEND_NONE;
        uint32_t h = wend_mesh_lay_edge(l->mesh, p.from, p.to, &fixed);
        if (h == WEND_NONE)
            return cross(l, p, fixed);
        uint32_t next = wend_target(l->mesh, h);
        add_along(l->table, p.from, next, p.owner, p.net);
        p.from = next;
    }
    return true;
}

static wend_result lay_all(layer *l, piece p)
{
    bool laid = lay(l, p);
    while (laid && l->waiting.count > 0 && l->left-- > 0)
        laid = lay(l, l->waiting.data[--l->waiting.count]);
    return !laid ? WEND_OUT_OF_MEMORY : l->waiting.count > 0 ? WEND_INVALID_GEOMETRY : WEND_OK;
}

static wend_result lay_curves(layer *l, const wend_curves *curves, const uint32_t *vertex_of)
{
    wend_result result = WEND_OK;
    uint32_t first = 0;
    for (size_t i = 0; i < curves->ends.count && result == WEND_OK; ++i) {
        uint32_t end = curves->ends.data[i];
        for (uint32_t k = first; k < end && result == WEND_OK; ++k)
            result = lay_all(l, (piece){vertex_of[k], vertex_of[k + 1 < end ? k + 1 : first],
                                        WEND_RUN_CURVE, 1});
        first = end;
    }
    for (size_t i = 0; i < curves->runs.count && result == WEND_OK; ++i) {
        const uint32_t *ends = vertex_of + first + 2 * i;
        result = lay_all(l, (piece){ends[0], ends[1], curves->runs.data[i], 1});
    }
    return result;
}

wend_result wend_curves_lay(wend_mesh *mesh, const wend_curves *curves, const uint32_t *vertex_of,
                            wend_along_table *table)
{
    uint64_t pieces = curves->points.count, runs = curves->runs.count;
    layer l = {.mesh = mesh,
               .table = table,
               .lattice = curves->lattice,
               .exact = curves->exact,
               .max_runs = (uint32_t)runs,
               .left = curves->exact ? MAX_PIECES_EACH * pieces * (runs + 1) + MAX_PIECES_MORE
                                     : UINT64_MAX};
    wend_result result = reserve_along(mesh, table, (uint32_t)pieces, (uint32_t)runs)
                             ? lay_curves(&l, curves, vertex_of)
                             : WEND_OUT_OF_MEMORY;
    wend_array_free(&l.waiting, &mesh->allocator);
    return result;
}
