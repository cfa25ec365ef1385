// SPDX-License-Identifier: MIT
// Curves that cross, as edges of one triangulation.
//
// Pieces of curves are laid one by one. Where one would cross an edge that is there already, both
// go through a common vertex: an end of one of them that lies within NEAR steps of the lattice from
// the other, or else a new one at the point of the lattice nearest to the crossing. The edge is
// given up, and what both became waits to be laid. That may cross others in turn, since it has
// moved a little; but as closed curves they stay closed. (Ends first, because lines that all but
// run along each other would otherwise cross again and again.) Straight runs besides the curves are
// laid in the same way, after them.
//
// It ends for every input, because an edge is only ever replaced by shorter ones, and on a lattice
// there are only so many lengths below a given one. All vertices are on the lattice, so at least a
// step q apart. Let the edge u w go through the new vertex y, nearest to its point c: |c y| <= |c
// w| and |u y| <= |u c| + |c y| <= |u c| + |c w| = |u w|, with equality only for y = w, when the
// edge is left alone and the piece is not. Or let it go through an end y at the distance d <= q /
// sqrt 2, with the foot f: |f w|^2 >= q^2 - d^2 >= d^2, so |u y|^2 = |u f|^2 + d^2 < (|u f| + |f
// w|)^2.
//
// That needs all vertices on the lattice. Exact points stay where they are, and crossings are not
// rounded to it, so that walls along the axes stay what they are, too; there the work is limited.
// On a sound floor points are so far apart that nothing comes near to the limit.
//
// How often curves run along an edge is kept in a table by its two vertices, because half-edges
// change their numbers when edges are flipped.
#include "mesh/grow.h"

/// Less than 1 / sqrt 2, for the proof.
#define NEAR 0.7

/// Exact points and runs: as many pieces are laid for each crossing that there can be, at most; and
/// so many in any case. A crossing makes four, and moves walls by less than what is between them.
#define MOST_PIECES_EACH 16
#define MOST_PIECES_MORE 4096

// ---- the table ----------------------------------------------------------------------------------

static uint32_t place_of(const wend_along_table *table, uint32_t low, uint32_t high)
{
    uint64_t hash = ((uint64_t)low << 32 | high) * 0x9e3779b97f4a7c15u;
    uint32_t mask = table->size - 1, i = (uint32_t)(hash >> 32) & mask;
    while (table->places[i].low != WEND_NONE &&
           (table->places[i].low != low || table->places[i].high != high))
        i = (i + 1) & mask;
    return i;
}

static bool resize(const wend_mesh *mesh, wend_along_table *table, uint32_t size)
{
    wend_along_table fresh = {.size = size, .used = table->used};
    fresh.places = wend_allocate(&mesh->allocator, size, sizeof *fresh.places);
    if (!fresh.places)
        return false;
    for (uint32_t i = 0; i < size; ++i)
        fresh.places[i] = (wend_along){WEND_NONE, WEND_NONE, 0, WEND_NONE};
    for (uint32_t i = 0; i < table->size; ++i) {
        wend_along *along = &table->places[i];
        if (along->low != WEND_NONE)
            fresh.places[place_of(&fresh, along->low, along->high)] = *along;
    }
    wend_release(&mesh->allocator, table->places, table->size, sizeof *table->places);
    table->places = fresh.places;
    table->size = size;
    return true;
}

void wend_along_free(const wend_mesh *mesh, wend_along_table *table)
{
    wend_release(&mesh->allocator, table->places, table->size, sizeof *table->places);
    wend_array_free(&table->runs, &mesh->allocator);
    *table = (wend_along_table){0};
}

/// Adds to the runs of an edge. The two sides of a wall don't cancel out. There must be a place
/// left.
static void add_run(wend_along_table *table, wend_along *along, uint32_t who, int32_t net)
{
    uint32_t i = along->runs;
    while (i != WEND_NONE && table->runs.data[i].who != who)
        i = table->runs.data[i].next;
    if (i == WEND_NONE) {
        i = (uint32_t)table->runs.count++;
        table->runs.data[i] = (wend_run){who, 0, along->runs};
        along->runs = i;
    }
    table->runs.data[i].net += who == WEND_RUN_WALL ? 1 : net;
}

/// Adds to what runs along an edge. There must be a place left.
static void add_along(wend_along_table *table, uint32_t from, uint32_t to, uint32_t who,
                      int32_t net)
{
    uint32_t low = from < to ? from : to, high = from < to ? to : from;
    wend_along *along = &table->places[place_of(table, low, high)];
    if (along->low == WEND_NONE) {
        *along = (wend_along){low, high, 0, WEND_NONE};
        ++table->used;
    }
    net = from < to ? net : -net;
    if (who == WEND_RUN_CURVE)
        along->net += net;
    else
        add_run(table, along, who, net);
}

/// Room for so many more edges, with half of the places empty, and for so many more runs. False:
/// out of memory.
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
    int32_t net = table->places[place_of(table, low, high)].net;
    return from < to ? net : -net;
}

uint32_t wend_along_runs(const wend_along_table *table, uint32_t from, uint32_t to)
{
    if (table->runs.count == 0)
        return WEND_NONE;
    uint32_t low = from < to ? from : to, high = from < to ? to : from;
    return table->places[place_of(table, low, high)].runs;
}

/// What ran along an edge, which is given up: how often curves do from `from` to `to`, and the
/// first of the runs, whose own direction is from low to high.
static wend_along take_along(wend_along_table *table, uint32_t from, uint32_t to)
{
    wend_along taken = {.net = wend_along_net(table, from, to),
                        .runs = wend_along_runs(table, from, to)};
    if (table->size > 0) {
        uint32_t low = from < to ? from : to, high = from < to ? to : from;
        wend_along *along = &table->places[place_of(table, low, high)];
        along->net = 0;
        along->runs = WEND_NONE;
    }
    return taken;
}

// ---- laying -------------------------------------------------------------------------------------

/// A stretch between two vertices that is still to be laid.
typedef struct piece {
    uint32_t from, to;
    uint32_t who;
    int32_t net;
} piece;

typedef struct layer {
    wend_mesh *mesh;
    wend_along_table *table;
    double lattice;
    bool exact;
    uint32_t most_runs; ///< along one edge
    uint64_t left;      ///< pieces that may still be laid
    wend_array(piece) waiting;
} layer;

/// A vertex at p, a place near a triangle. An edge with p on it is split, and what runs along it
/// runs along both parts. Room must be there.
static uint32_t put_vertex(layer *l, wend_vec2 p, uint32_t triangle)
{
    wend_mesh *mesh = l->mesh;
    wend_spot spot = wend_mesh_walk(mesh, triangle, p);
    WEND_ASSERT(spot.kind != WEND_SPOT_OUT);
    uint32_t from = wend_origin(mesh, spot.edge), to = wend_target(mesh, spot.edge);
    bool splits = spot.kind == WEND_SPOT_EDGE && wend_is_fixed(mesh, spot.edge);
    uint32_t vertex = wend_mesh_add_point(mesh, p, spot.edge / 3);
    if (!splits)
        return vertex;
    wend_along taken = take_along(l->table, from, to);
    add_along(l->table, from, vertex, WEND_RUN_CURVE, taken.net);
    add_along(l->table, vertex, to, WEND_RUN_CURVE, taken.net);
    for (uint32_t i = taken.runs; i != WEND_NONE; i = l->table->runs.data[i].next) {
        wend_run run = l->table->runs.data[i];
        int32_t net = from < to ? run.net : -run.net;
        add_along(l->table, from, vertex, run.who, net);
        add_along(l->table, vertex, to, run.who, net);
    }
    return vertex;
}

static void wait_via(layer *l, piece p, uint32_t via)
{
    l->waiting.data[l->waiting.count++] = (piece){p.from, via, p.who, p.net};
    l->waiting.data[l->waiting.count++] = (piece){via, p.to, p.who, p.net};
}

/// The edge between two vertices is given up, and waits to be laid via a third one.
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
    wend_along taken = take_along(l->table, from, to);
    wait_via(l, (piece){from, to, WEND_RUN_CURVE, taken.net}, via);
    for (uint32_t i = taken.runs; i != WEND_NONE; i = l->table->runs.data[i].next) {
        wend_run run = l->table->runs.data[i];
        wait_via(l, (piece){from, to, run.who, from < to ? run.net : -run.net}, via);
    }
}

/// Of the ends of two segments that cross the one that lies nearest to the other, if that is near
/// enough; WEND_NONE: none is.
static uint32_t near_end(const layer *l, const uint32_t one[2], const uint32_t other[2])
{
    const wend_mesh *mesh = l->mesh;
    double least = NEAR * l->lattice;
    uint32_t nearest = WEND_NONE;
    for (int i = 0; i < 4; ++i) {
        const uint32_t *along = i < 2 ? other : one;
        uint32_t end = i < 2 ? one[i] : other[i - 2];
        wend_segment line = {wend_at(mesh, along[0]), wend_at(mesh, along[1])};
        double distance = wend_segment_distance(line, wend_at(mesh, end));
        if (distance <= least) {
            least = distance;
            nearest = end;
        }
    }
    return nearest;
}

/// Room for what a crossing does. False: out of memory.
static bool reserve_crossing(layer *l)
{
    wend_mesh *mesh = l->mesh;
    return wend_mesh_reserve(mesh, 2, 1) &&
           wend_array_reserve(&l->waiting, &mesh->allocator, 2 * ((size_t)l->most_runs + 2)) &&
           reserve_along(mesh, l->table, 4, 2 * l->most_runs);
}

/// The piece would cross a fixed edge: what both become waits to be laid.
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
        via = put_vertex(l, l->exact ? at : wend_curves_round(l->lattice, at), fixed / 3);
    }
    reroute(l, other[0], other[1], via);
    if (via == p.from || via == p.to)
        l->waiting.data[l->waiting.count++] = p;
    else
        wait_via(l, p, via);
    return true;
}

/// Lays a piece up to its end, or up to where it crosses something.
static bool lay(layer *l, piece p)
{
    while (p.from != p.to) {
        if (!reserve_along(l->mesh, l->table, 1, p.who != WEND_RUN_CURVE))
            return false;
        uint32_t fixed = WEND_NONE;
        uint32_t h = wend_mesh_lay_edge(l->mesh, p.from, p.to, &fixed);
        if (h == WEND_NONE)
            return cross(l, p, fixed);
        uint32_t next = wend_target(l->mesh, h);
        add_along(l->table, p.from, next, p.who, p.net);
        p.from = next;
    }
    return true;
}

static wend_result lay_all(layer *l, piece p)
{
    bool laid = lay(l, p);
    while (laid && l->waiting.count > 0 && l->left-- > 0)
        laid = lay(l, l->waiting.data[--l->waiting.count]);
    return !laid ? WEND_NO_MEMORY : l->waiting.count > 0 ? WEND_UNSOUND : WEND_OK;
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
               .most_runs = (uint32_t)runs,
               .left = curves->exact ? MOST_PIECES_EACH * pieces * (runs + 1) + MOST_PIECES_MORE
                                     : UINT64_MAX};
    wend_result result = reserve_along(mesh, table, (uint32_t)pieces, (uint32_t)runs)
                             ? lay_curves(&l, curves, vertex_of)
                             : WEND_NO_MEMORY;
    wend_array_free(&l.waiting, &mesh->allocator);
    return result;
}
