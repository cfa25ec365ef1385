// SPDX-License-Identifier: MIT
// Changes of sites. The cells of added elements are computed, and with them those of the old
// neighbours of removed elements and of the new neighbours of added ones: no other cells can
// change. Each is computed completely, as in a full build.
//
// The results can differ from a full build by rounding: a cell that is recomputed visits its old
// neighbours first, so its breaks may differ in the last bits. It may also decide a tie differently
// than before; then its neighbours are recomputed too.
#include "voronoi/batch.h"

#include <string.h>

/// Maximum number of times that neighbours with a different result for a tie are recomputed. Those
/// that remain are reconciled.
enum { MAX_ROUNDS = 3 };

/// Adds an element to the list to compute, once. False: out of memory.
static bool mark(wend_voronoi *voronoi, uint32_t element)
{
    if (element >= voronoi->marks.count || voronoi->marks.data[element] == voronoi->turn ||
        voronoi->boundary.links.data[element].kind == WEND_ELEMENT_NONE)
        return true;
    if (!wend_array_reserve(&voronoi->dirty, &voronoi->allocator, 1))
        return false;
    voronoi->marks.data[element] = voronoi->turn;
    voronoi->dirty.data[voronoi->dirty.count++] = element;
    return true;
}

static void next_turn(wend_voronoi *voronoi)
{
    voronoi->dirty.count = voronoi->rim.count = 0;
    if (++voronoi->turn == 0) {
        memset(voronoi->marks.data, 0, voronoi->marks.count * sizeof *voronoi->marks.data);
        voronoi->turn = 1;
    }
}

/// Lists the neighbours of a cell.
static bool mark_around(wend_voronoi *voronoi, uint32_t element)
{
    wend_voronoi_cell_record cell = voronoi->cells.data[element];
    for (uint32_t i = 0; i < cell.count; ++i)
        if (!mark(voronoi, voronoi->arcs.data[cell.first + i].other))
            return false;
    return true;
}

/// Releases the cell of a removed element, or passes it to the element of the same agent, if that
/// has moved.
static void release_cell(wend_voronoi *voronoi, uint32_t gone)
{
    uint32_t heir = wend_boundary_heir(&voronoi->boundary, gone);
    wend_voronoi_cell_record *cells = voronoi->cells.data;
    if (heir == WEND_NO_ELEMENT || cells[heir].capacity > 0) {
        wend_cell_clear(voronoi, gone);
        return;
    }
    cells[heir] = cells[gone];
    cells[gone] = (wend_voronoi_cell_record){0};
}

/// Computes the cells of the list from `begin` on, and stores them.
static bool compute_listed(wend_voronoi *voronoi, uint32_t begin)
{
    uint32_t count = (uint32_t)voronoi->dirty.count - begin;
    if (count == 0) // an empty list may have no memory
        return true;
    return wend_cells_compute(voronoi, voronoi->dirty.data + begin, count) &&
           wend_cells_store(voronoi, voronoi->dirty.data + begin, count);
}

/// Updates the diagram after the boundary has changed. False: out of memory.
static bool repair(wend_voronoi *voronoi)
{
    const wend_boundary *boundary = &voronoi->boundary;
    if (!wend_cells_reserve(voronoi))
        return false;
    next_turn(voronoi);
    for (size_t i = 0; i < boundary->came.count; ++i)
        if (!mark(voronoi, boundary->came.data[i]))
            return false;
    uint32_t came = (uint32_t)voronoi->dirty.count;
    for (size_t i = 0; i < boundary->gone.count; ++i) {
        if (!mark_around(voronoi, boundary->gone.data[i]))
            return false;
        release_cell(voronoi, boundary->gone.data[i]);
    }
    if (!compute_listed(voronoi, 0))
        return false;
    uint32_t computed = (uint32_t)voronoi->dirty.count;
    for (uint32_t i = 0; i < came; ++i)
        if (!mark_around(voronoi, voronoi->dirty.data[i]))
            return false;
    return compute_listed(voronoi, computed);
}

/// Lists the cells that are inconsistent with the computed ones. False: out of memory.
static bool mark_disagreeing(wend_voronoi *voronoi)
{
    size_t count = voronoi->dirty.count;
    for (size_t i = 0; i < count; ++i) {
        wend_voronoi_cell_record cell = voronoi->cells.data[voronoi->dirty.data[i]];
        for (uint32_t arc = cell.first; arc < cell.first + cell.count; ++arc)
            if (voronoi->arcs.data[arc].twin == WEND_NO_ARC &&
                !mark(voronoi, voronoi->arcs.data[arc].other))
                return false;
    }
    for (size_t i = 0; i < voronoi->rim.count; ++i) {
        uint32_t element = voronoi->rim.data[i];
        if (element < voronoi->marks.count && voronoi->marks.data[element] != voronoi->turn &&
            !wend_cell_has_twins(voronoi, element) && !mark(voronoi, element))
            return false;
    }
    return true;
}

/// Finds twins, and recomputes cells until all are consistent or the limit is reached. False: out
/// of memory.
static bool agree(wend_voronoi *voronoi)
{
    for (int round = 0;; ++round) {
        uint32_t count = (uint32_t)voronoi->dirty.count;
        wend_cells_find_twins(voronoi, voronoi->dirty.data, count);
        if (round == MAX_ROUNDS)
            return true;
        if (!mark_disagreeing(voronoi))
            return false;
        if (voronoi->dirty.count == count)
            return true;
        if (!compute_listed(voronoi, count))
            return false;
    }
}

static wend_result repair_and_stitch(wend_voronoi *voronoi, wend_error *error)
{
    if (voronoi->stale)
        return wend_cells_compute_all(voronoi, error);
    if (!repair(voronoi) || !agree(voronoi))
        return wend_fail_memory(error);
    return wend_cells_stitch(voronoi, voronoi->dirty.data, (uint32_t)voronoi->dirty.count, error);
}

/// Restores the diagram after changes that were valid one by one but that its cells cannot
/// represent. If out of memory, the next change tries again.
static void restore(wend_voronoi *voronoi)
{
    wend_boundary_undo(&voronoi->boundary);
    voronoi->cells.count = voronoi->marks.count = voronoi->boundary.elements.count;
    voronoi->stale = wend_cells_compute_all(voronoi, NULL) != WEND_OK;
}

static wend_result apply(wend_boundary *boundary, wend_site_change *change, wend_error *error)
{
    switch (change->kind) {
    case WEND_SITE_INSERT:
        return wend_boundary_insert(boundary, &change->shape, change->radius, &change->id, error);
    case WEND_SITE_REMOVE:
        return wend_boundary_remove(boundary, change->id, error);
    case WEND_SITE_MOVE:
        return wend_boundary_move(boundary, change->id, &change->shape, change->radius, error);
    }
    return wend_fail(error, WEND_BAD_ARGUMENT, "unknown kind of change");
}

wend_result wend_voronoi_change(wend_voronoi *voronoi, wend_site_change *changes, uint32_t count,
                                uint32_t *failed, wend_error *error)
{
    wend_boundary *boundary = &voronoi->boundary;
    for (uint32_t i = 0; i < count; ++i) {
        wend_result applied = apply(boundary, &changes[i], error);
        if (applied == WEND_OK)
            continue;
        wend_boundary_undo(boundary);
        if (failed)
            *failed = i;
        return applied;
    }
    wend_result repaired = repair_and_stitch(voronoi, error);
    voronoi->stale = repaired != WEND_OK;
    if (repaired == WEND_INVALID_GEOMETRY)
        restore(voronoi);
    wend_boundary_settle(boundary);
    ++voronoi->version;
    return repaired;
}

wend_result wend_voronoi_insert(wend_voronoi *voronoi, const wend_shape *shape, double radius,
                                wend_site_id *id, wend_error *error)
{
    wend_site_change change = {.kind = WEND_SITE_INSERT, .shape = *shape, .radius = radius};
    wend_result result = wend_voronoi_change(voronoi, &change, 1, NULL, error);
    *id = change.id;
    return result;
}

wend_result wend_voronoi_remove(wend_voronoi *voronoi, wend_site_id id, wend_error *error)
{
    wend_site_change change = {.kind = WEND_SITE_REMOVE, .id = id};
    return wend_voronoi_change(voronoi, &change, 1, NULL, error);
}

wend_result wend_voronoi_move(wend_voronoi *voronoi, wend_site_id id, wend_vec2 position,
                              wend_error *error)
{
    const wend_boundary *boundary = &voronoi->boundary;
    if (!wend_id_valid(&boundary->ids, id.raw))
        return wend_fail(error, WEND_STALE, "unknown or removed site id");
    const wend_site *site = &boundary->sites.data[wend_id_slot(id.raw)];
    if (site->point_count != 1)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the site is not a point: use wend_voronoi_change to move other shapes");
    wend_site_change change = {
        .kind = WEND_SITE_MOVE,
        .id = id,
        .shape = {.points = &position, .point_count = 1},
        .radius = site->radius,
    };
    return wend_voronoi_change(voronoi, &change, 1, NULL, error);
}
