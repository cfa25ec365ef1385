// SPDX-License-Identifier: MIT
// Components of the free space: which cells are connected.
//
// After an edit the cells adjacent to dissolved ones may have been separated or joined. Only from
// these seeds can anything have changed, so a search starts from each of them. Searches that meet
// are merged. They advance in turn, so that the smaller side of a wall is traversed before much of
// the larger one is, and stop when only one search is active: whatever it has not reached was
// connected to it before and still is.
#include "mesh/cells.h"

// ---- numbers of parts ---------------------------------------------------------------------------

static uint32_t acquire_part(wend_mesh *mesh)
{
    uint32_t part = mesh->free_part;
    if (part != WEND_NONE)
        mesh->free_part = mesh->part_sizes[part];
    else
        part = mesh->part_limit++;
    mesh->part_sizes[part] = 0;
    ++mesh->part_count;
    return part;
}

static void enter_part(wend_mesh *mesh, uint32_t cell, uint32_t part)
{
    mesh->cells[cell].part = part;
    ++mesh->part_sizes[part];
}

void wend_parts_leave(wend_mesh *mesh, uint32_t cell)
{
    uint32_t part = mesh->cells[cell].part;
    mesh->cells[cell].part = WEND_NONE;
    if (part == WEND_NONE || --mesh->part_sizes[part] > 0)
        return;
    mesh->part_sizes[part] = mesh->free_part;
    mesh->free_part = part;
    --mesh->part_count;
}

/// Moves a cell and all that are connected to it through cells of the same part to another part.
/// stack has capacity for all cells.
static void move_to_part(wend_mesh *mesh, uint32_t cell, uint32_t part, uint32_t *stack)
{
    uint32_t old = mesh->cells[cell].part, count = 0;
    wend_parts_leave(mesh, cell);
    enter_part(mesh, cell, part);
    stack[count++] = cell;
    while (count > 0) {
        const wend_cell *from = &mesh->cells[stack[--count]];
        for (uint32_t i = from->first; i < from->first + from->count; ++i) {
            uint32_t other = mesh->sides[i].cell;
            if (other == WEND_NONE || mesh->cells[other].part != old)
                continue;
            wend_parts_leave(mesh, other);
            enter_part(mesh, other, part);
            stack[count++] = other;
        }
    }
}

void wend_parts_build(wend_mesh *mesh)
{
    mesh->part_limit = mesh->part_count = 0;
    mesh->free_part = WEND_NONE;
    for (uint32_t cell = 0; cell < mesh->cell_limit; ++cell)
        if (mesh->cells[cell].count > 0 && mesh->cells[cell].part == WEND_NONE)
            move_to_part(mesh, cell, acquire_part(mesh), mesh->stack);
}

// ---- searches -----------------------------------------------------------------------------------

void wend_parts_seed(wend_mesh *mesh, uint32_t cell)
{
    if (mesh->marks[cell] != WEND_NONE)
        return;
    mesh->marks[cell] = mesh->seed_count;
    mesh->seeds[mesh->seed_count++] = cell;
}

/// The searches, numbered like the seeds they start from; a cell's mark is the one that reached it.
/// The first three arrays are in the mesh's stack, the last in its list of loose triangles.
typedef struct searches {
    wend_mesh *mesh;
    uint32_t *joined; ///< the search into which this one was merged; itself if none
    uint32_t *lasts;  ///< the last cell of its queue; WEND_NONE: empty
    uint32_t *turns;  ///< the next active search
    uint32_t *nexts;  ///< per cell, the next in the same queue; the first after the last
    uint32_t active;  ///< number of active searches
} searches;

static uint32_t search_of(searches *all, uint32_t cell)
{
    uint32_t i = all->mesh->marks[cell];
    while (all->joined[i] != i) {
        all->joined[i] = all->joined[all->joined[i]];
        i = all->joined[i];
    }
    return i;
}

static void append(searches *all, uint32_t search, uint32_t cell)
{
    uint32_t last = all->lasts[search];
    all->nexts[cell] = last == WEND_NONE ? cell : all->nexts[last];
    if (last != WEND_NONE)
        all->nexts[last] = cell;
    all->lasts[search] = cell;
}

static uint32_t pop_first(searches *all, uint32_t search)
{
    uint32_t last = all->lasts[search], first = all->nexts[last];
    if (first == last)
        all->lasts[search] = WEND_NONE;
    else
        all->nexts[last] = all->nexts[first];
    return first;
}

/// Merges two searches, under the first one's number.
static void join(searches *all, uint32_t one, uint32_t other)
{
    if (one == other)
        return;
    all->joined[other] = one;
    uint32_t last = all->lasts[other], own = all->lasts[one];
    if (last == WEND_NONE)
        return;
    if (own != WEND_NONE) {
        uint32_t first = all->nexts[own];
        all->nexts[own] = all->nexts[last];
        all->nexts[last] = first;
    }
    all->lasts[one] = last;
}

/// One step of a search: from the first cell of its queue to the neighbours.
static void step(searches *all, uint32_t search)
{
    wend_mesh *mesh = all->mesh;
    const wend_cell *cell = &mesh->cells[pop_first(all, search)];
    for (uint32_t i = cell->first; i < cell->first + cell->count; ++i) {
        uint32_t other = mesh->sides[i].cell;
        if (other == WEND_NONE)
            continue;
        if (mesh->marks[other] == WEND_NONE) {
            wend_parts_seed(mesh, other);
            mesh->marks[other] = search;
            append(all, search, other);
            continue;
        }
        uint32_t met = search_of(all, other);
        if (met != search) {
            join(all, search, met);
            --all->active;
        }
    }
}

/// Starts a search at each seed. New cells have only seeds as neighbours, so they are visited at
/// once, and what they connect is one search from the beginning.
static void start_searches(searches *all)
{
    wend_mesh *mesh = all->mesh;
    for (uint32_t i = 0; i < mesh->seed_count; ++i) {
        uint32_t cell = mesh->seeds[i];
        all->joined[i] = i;
        all->lasts[i] = WEND_NONE;
        if (mesh->cells[cell].part != WEND_NONE)
            append(all, i, cell);
    }
    for (uint32_t i = 0; i < mesh->seed_count; ++i) {
        const wend_cell *cell = &mesh->cells[mesh->seeds[i]];
        if (cell->part != WEND_NONE)
            continue;
        for (uint32_t s = cell->first; cell->count > 0 && s < cell->first + cell->count; ++s)
            if (mesh->sides[s].cell != WEND_NONE)
                join(all, search_of(all, mesh->seeds[i]), search_of(all, mesh->sides[s].cell));
    }
}

/// Advances the searches in turn until at most one of them is active.
static void run_searches(searches *all)
{
    uint32_t first = WEND_NONE, last = WEND_NONE;
    for (uint32_t i = 0; i < all->mesh->seed_count; ++i) {
        if (all->joined[i] != i || all->lasts[i] == WEND_NONE)
            continue;
        if (last == WEND_NONE)
            first = i;
        else
            all->turns[last] = i;
        last = i;
        ++all->active;
    }
    if (all->active < 2)
        return;
    all->turns[last] = first;
    while (all->active > 1) {
        uint32_t search = all->turns[last];
        bool is_active = all->joined[search] == search;
        if (is_active && all->lasts[search] == WEND_NONE) {
            is_active = false;
            --all->active;
        }
        if (!is_active) {
            all->turns[last] = all->turns[search];
            continue;
        }
        step(all, search);
        last = search;
    }
}

// ---- from searches to parts ---------------------------------------------------------------------

static bool is_over(searches *all, uint32_t search)
{
    return all->lasts[search] == WEND_NONE;
}

/// A search that has ended has visited all of its part, which gets a number of its own.
static void name_finished(searches *all)
{
    wend_mesh *mesh = all->mesh;
    uint32_t *parts = all->turns;
    for (uint32_t i = 0; i < mesh->seed_count; ++i) {
        uint32_t cell = mesh->seeds[i], search = search_of(all, cell);
        parts[search] = WEND_NONE;
        if (is_over(all, search))
            wend_parts_leave(mesh, cell);
    }
    for (uint32_t i = 0; i < mesh->seed_count; ++i) {
        uint32_t cell = mesh->seeds[i], search = search_of(all, cell);
        if (!is_over(all, search) || mesh->cells[cell].count == 0)
            continue;
        if (parts[search] == WEND_NONE)
            parts[search] = acquire_part(mesh);
        enter_part(mesh, cell, parts[search]);
    }
}

/// The search that is still active may have joined several parts: all become part of the largest.
/// What it has not visited of them is connected to its seeds through cells of the same part.
static void name_unfinished(searches *all)
{
    wend_mesh *mesh = all->mesh;
    uint32_t part = WEND_NONE;
    for (uint32_t i = 0; i < mesh->seed_count; ++i) {
        uint32_t cell = mesh->seeds[i], own = mesh->cells[cell].part;
        if (own != WEND_NONE && !is_over(all, search_of(all, cell)) &&
            (part == WEND_NONE || mesh->part_sizes[own] > mesh->part_sizes[part]))
            part = own;
    }
    if (part == WEND_NONE)
        return;
    // First the others, while new cells do not connect them yet.
    for (uint32_t i = 0; i < mesh->seed_count; ++i) {
        uint32_t cell = mesh->seeds[i], own = mesh->cells[cell].part;
        if (own != WEND_NONE && own != part && !is_over(all, search_of(all, cell)))
            move_to_part(mesh, cell, part, all->turns);
    }
    for (uint32_t i = 0; i < mesh->seed_count; ++i) {
        uint32_t cell = mesh->seeds[i];
        if (mesh->cells[cell].part == WEND_NONE && mesh->cells[cell].count > 0)
            enter_part(mesh, cell, part);
    }
}

void wend_parts_update(wend_mesh *mesh)
{
    searches all = {.mesh = mesh,
                    .joined = mesh->stack,
                    .lasts = mesh->stack + mesh->capacity,
                    .turns = mesh->stack + 2 * (size_t)mesh->capacity,
                    .nexts = mesh->loose};
    mesh->loose_count = 0;
    start_searches(&all);
    run_searches(&all);
    name_finished(&all);
    name_unfinished(&all);
    for (uint32_t i = 0; i < mesh->seed_count; ++i)
        mesh->marks[mesh->seeds[i]] = WEND_NONE;
    mesh->seed_count = 0;
}
