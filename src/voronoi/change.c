// SPDX-License-Identifier: MIT
// Sites come, go and move. The cells of elements that came are computed, and with them those of the
// old neighbours of elements that went and of the new neighbours of those that came: nobody else's
// can have changed. Each is computed whole, as in a fresh build, and that is all there is to it.
//
// But for roundings: a cell that is computed again meets those first that were beside it, so its
// breaks may be other ones by a rounding than those of a fresh build. And it may see a tie
// otherwise than it did; then its neighbours are computed again, too.
#include "voronoi/batch.h"

#include <string.h>

/// How often neighbours that disagree about a tie are computed again. Those who still do afterwards
/// are reconciled.
enum { MOST_ROUNDS = 3 };

/// Puts an element into the list of those to compute, once. False: out of memory.
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

/// Gives up the cell of an element that is gone: to that of the same agent, if it has moved.
static void give_up(wend_voronoi *voronoi, uint32_t gone)
{
    uint32_t heir = wend_boundary_heir(&voronoi->boundary, gone);
    wend_voronoi_cell_record *cells = voronoi->cells.data;
    if (heir == WEND_NO_ELEMENT || cells[heir].room > 0) {
        wend_cell_clear(voronoi, gone);
        return;
    }
    cells[heir] = cells[gone];
    cells[gone] = (wend_voronoi_cell_record){0};
}

/// Computes the cells of the list from `begin` on, and keeps them.
static bool compute_listed(wend_voronoi *voronoi, uint32_t begin)
{
    uint32_t count = (uint32_t)voronoi->dirty.count - begin;
    if (count == 0) // the list may not even have memory
        return true;
    return wend_cells_compute(voronoi, voronoi->dirty.data + begin, count) &&
           wend_cells_keep(voronoi, voronoi->dirty.data + begin, count);
}

/// Makes the diagram good after the boundary has changed. False: out of memory.
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
        give_up(voronoi, boundary->gone.data[i]);
    }
    if (!compute_listed(voronoi, 0))
        return false;
    uint32_t computed = (uint32_t)voronoi->dirty.count;
    for (uint32_t i = 0; i < came; ++i)
        if (!mark_around(voronoi, voronoi->dirty.data[i]))
            return false;
    return compute_listed(voronoi, computed);
}

/// Lists the cells that disagree with those that were computed. False: out of memory.
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

/// Finds twins, and computes cells again until all agree, or it is enough. False: out of memory.
static bool agree(wend_voronoi *voronoi)
{
    for (int round = 0;; ++round) {
        uint32_t count = (uint32_t)voronoi->dirty.count;
        wend_cells_find_twins(voronoi, voronoi->dirty.data, count);
        if (round == MOST_ROUNDS)
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

/// Makes the diagram anew as it was before changes that its cells do not bear, though they were
/// sound one by one. If memory runs out, the next change tries again.
static void take_back(wend_voronoi *voronoi)
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
    return wend_fail(error, WEND_BAD_ARGUMENT, "there is no such kind of change");
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
    if (repaired == WEND_UNSOUND)
        take_back(voronoi);
    wend_boundary_settle(boundary);
    ++voronoi->version;
    return repaired;
}

wend_result wend_voronoi_insert(wend_voronoi *voronoi, const wend_shape *shape, double radius,
                                wend_id *id, wend_error *error)
{
    wend_site_change change = {.kind = WEND_SITE_INSERT, .shape = *shape, .radius = radius};
    wend_result result = wend_voronoi_change(voronoi, &change, 1, NULL, error);
    *id = change.id;
    return result;
}

wend_result wend_voronoi_remove(wend_voronoi *voronoi, wend_id id, wend_error *error)
{
    wend_site_change change = {.kind = WEND_SITE_REMOVE, .id = id};
    return wend_voronoi_change(voronoi, &change, 1, NULL, error);
}

wend_result wend_voronoi_move(wend_voronoi *voronoi, wend_id id, wend_vec2 place, wend_error *error)
{
    const wend_boundary *boundary = &voronoi->boundary;
    if (!wend_id_valid(&boundary->ids, id))
        return wend_fail(error, WEND_STALE, "the site has been removed");
    const wend_site *site = &boundary->sites.data[wend_id_slot(id)];
    if (site->point_count != 1)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the site is no point: wend_voronoi_change moves any shape");
    wend_site_change change = {
        .kind = WEND_SITE_MOVE,
        .id = id,
        .shape = {.points = &place, .point_count = 1},
        .radius = site->radius,
    };
    return wend_voronoi_change(voronoi, &change, 1, NULL, error);
}
