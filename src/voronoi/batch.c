// SPDX-License-Identifier: MIT
// Cells are independent, so a batch is cut into blocks of elements and each block has its share of
// one array for the arcs. Which worker takes a block makes no difference: results depend on the
// block alone. Nobody takes memory while tasks run: cells for which there was too little room are
// computed again afterwards.
#include "voronoi/batch.h"

#include "voronoi/cell.h"

#include <string.h>

/// Elements of a block.
enum { BLOCK = 128 };

/// Of a whole diagram, so many cells are computed before they are put to the others: what is for a
/// while only stays in the caches.
enum { WAVE = 32768 };

/// Cells that one worker copies in one go.
enum { COPY_GRAIN = 2048 };

/// Parts of an envelope that there is room for at first.
enum { FEW_PARTS = 64 };

/// Arcs that a block has room for, for each of its elements, by kind. On average a lone point has
/// six; sides and corners have two to four.
static const uint32_t ROOM_FOR[] = {
    [WEND_ELEMENT_NONE] = 0,
    [WEND_ELEMENT_SIDE] = 5,
    [WEND_ELEMENT_CORNER] = 5,
    [WEND_ELEMENT_POINT] = 7,
};

/// Room for arcs that is taken over what is expected: for waves that differ, and for edits to come.
#define ROOM_AHEAD 1.125

/// And for a block as a whole.
enum { SPARE_ROOM = 16 };

bool wend_cells_reserve(wend_voronoi *voronoi)
{
    const wend_allocator *allocator = &voronoi->allocator;
    uint32_t elements = (uint32_t)voronoi->boundary.elements.count;
    uint32_t workers = wend_tasks_workers(voronoi->tasks);
    if (voronoi->cells.count < elements) {
        size_t more = elements - voronoi->cells.count;
        if (!wend_array_reserve(&voronoi->cells, allocator, more) ||
            !wend_array_reserve(&voronoi->marks, allocator, more))
            return false;
        memset(voronoi->cells.data + voronoi->cells.count, 0, more * sizeof *voronoi->cells.data);
        memset(voronoi->marks.data + voronoi->marks.count, 0, more * sizeof *voronoi->marks.data);
        voronoi->cells.count = voronoi->marks.count = elements;
    }
    if (voronoi->work_count < workers) {
        wend_cell_work *works = wend_allocate(allocator, workers, sizeof *works);
        if (!works)
            return false;
        memset(works, 0, workers * sizeof *works);
        if (voronoi->work_count > 0)
            memcpy(works, voronoi->works, voronoi->work_count * sizeof *works);
        wend_release(allocator, voronoi->works, voronoi->work_count, sizeof *works);
        voronoi->works = works;
        voronoi->work_count = workers;
    }
    for (uint32_t i = 0; i < workers; ++i)
        if (!wend_cell_work_reserve(&voronoi->works[i], FEW_PARTS, elements, allocator))
            return false;
    return true;
}

/// What the workers see.
typedef struct cell_job {
    wend_voronoi *voronoi;
    const uint32_t *elements; ///< NULL: those from `begin` on
    uint32_t begin, count;
} cell_job;

static uint32_t element_of(const cell_job *job, uint32_t i)
{
    return job->elements ? job->elements[i] : job->begin + i;
}

/// What the cell was before, if it is computed again.
static wend_old_arcs old_arcs(const cell_job *job, uint32_t element)
{
    const wend_voronoi *voronoi = job->voronoi;
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[element];
    if (!job->elements || cell->count == 0)
        return (wend_old_arcs){NULL, 0};
    return (wend_old_arcs){voronoi->arcs.data + cell->first, cell->count};
}

/// A cell that has still to be computed: for lack of room.
#define STARVED UINT32_MAX

static void compute_block(const cell_job *job, uint32_t block, uint32_t worker)
{
    wend_voronoi *voronoi = job->voronoi;
    const wend_boundary *boundary = &voronoi->boundary;
    wend_cell_work *work = &voronoi->works[worker];
    uint32_t begin = block * BLOCK;
    uint32_t end = job->count - begin < BLOCK ? job->count : begin + BLOCK;
    // The block's room begins where fresh_cells of its first element says.
    uint32_t at = voronoi->fresh_cells.data[begin].first;
    uint32_t limit = at + voronoi->fresh_cells.data[begin].room;
    for (uint32_t i = begin; i < end; ++i) {
        wend_voronoi_cell_record *cell = &voronoi->fresh_cells.data[i];
        uint32_t element = element_of(job, i);
        *cell = (wend_voronoi_cell_record){.first = at};
        if (boundary->links.data[element].kind == WEND_ELEMENT_NONE)
            continue;
        wend_cell_compute(work, boundary, element, old_arcs(job, element), voronoi->most,
                          voronoi->tie);
        if (work->starved || work->arc_count > limit - at) {
            cell->count = STARVED;
            continue;
        }
        memcpy(&voronoi->fresh.data[at], work->arcs, work->arc_count * sizeof *work->arcs);
        cell->count = cell->room = work->arc_count;
        at += work->arc_count;
    }
}

static void compute_blocks(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    for (uint32_t block = begin; block < end; ++block)
        compute_block(argument, block, worker);
}

/// Computes a cell alone, with as much memory as it takes; else as before: which cells starve
/// depends on the worker, and what they come to must not.
static bool compute_starved(const cell_job *job, uint32_t element, wend_voronoi_cell_record *cell)
{
    wend_voronoi *voronoi = job->voronoi;
    wend_cell_work *work = &voronoi->works[0];
    const wend_allocator *allocator = &voronoi->allocator;
    uint32_t elements = (uint32_t)voronoi->boundary.elements.count;
    for (;;) {
        wend_cell_compute(work, &voronoi->boundary, element, old_arcs(job, element), voronoi->most,
                          voronoi->tie);
        if (!work->starved)
            break;
        if (!wend_cell_work_reserve(work, 2 * work->capacity, elements, allocator))
            return false;
    }
    if (!wend_array_reserve(&voronoi->fresh, allocator, work->arc_count))
        return false;
    cell->first = (uint32_t)voronoi->fresh.count;
    cell->count = cell->room = work->arc_count;
    memcpy(voronoi->fresh.data + cell->first, work->arcs, work->arc_count * sizeof *work->arcs);
    voronoi->fresh.count += work->arc_count;
    return true;
}

/// Gives each block its share of the array for arcs. False: out of memory.
static bool share_out(const cell_job *job, uint32_t blocks)
{
    wend_voronoi *voronoi = job->voronoi;
    voronoi->fresh.count = voronoi->fresh_cells.count = 0;
    if (!wend_array_reserve(&voronoi->fresh_cells, &voronoi->allocator, job->count))
        return false;
    voronoi->fresh_cells.count = job->count;
    size_t total = 0;
    for (uint32_t block = 0; block < blocks; ++block) {
        uint32_t room = SPARE_ROOM, begin = block * BLOCK;
        for (uint32_t i = begin; i < job->count && i < begin + BLOCK; ++i)
            room += ROOM_FOR[voronoi->boundary.links.data[element_of(job, i)].kind];
        voronoi->fresh_cells.data[begin] =
            (wend_voronoi_cell_record){.first = (uint32_t)total, .room = room};
        total += room;
    }
    if (total > UINT32_MAX / 2 || !wend_array_reserve(&voronoi->fresh, &voronoi->allocator, total))
        return false;
    voronoi->fresh.count = total;
    return true;
}

static bool compute(const cell_job *job)
{
    wend_voronoi *voronoi = job->voronoi;
    uint32_t blocks = (job->count + BLOCK - 1) / BLOCK;
    if (job->count == 0 || !share_out(job, blocks))
        return job->count == 0;
    wend_parallel_for(blocks > 1 ? voronoi->tasks : NULL, blocks, 1, compute_blocks, (void *)job);
    for (uint32_t i = 0; i < job->count; ++i) {
        wend_voronoi_cell_record *cell = &voronoi->fresh_cells.data[i];
        if (cell->count == STARVED && !compute_starved(job, element_of(job, i), cell))
            return false;
    }
    return true;
}

bool wend_cells_compute(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count)
{
    cell_job job = {voronoi, elements, 0, count};
    return compute(&job);
}

static void copy_cells(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const cell_job *job = argument;
    wend_voronoi *voronoi = job->voronoi;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        wend_voronoi_cell_record cell = voronoi->cells.data[job->begin + i];
        const wend_voronoi_arc *from = voronoi->fresh.data + voronoi->fresh_cells.data[i].first;
        for (uint32_t k = 0; k < cell.count; ++k)
            voronoi->arcs.data[cell.first + k] = from[k];
    }
}

/// Room for all arcs, as many as those that are known let expect, and an eighth more.
static bool reserve_arcs(wend_voronoi *voronoi, uint32_t done, size_t total)
{
    double expected = (double)total / done * (double)voronoi->boundary.elements.count;
    size_t wanted = (size_t)(expected * ROOM_AHEAD);
    wanted = wanted > total ? wanted : total;
    return wanted < WEND_NO_ARC &&
           wend_array_reserve(&voronoi->arcs, &voronoi->allocator, wanted - voronoi->arcs.count);
}

/// Keeps the cells of a wave after those of the waves before, without gaps.
static bool keep_wave(cell_job *job)
{
    wend_voronoi *voronoi = job->voronoi;
    size_t total = voronoi->arcs.count;
    for (uint32_t i = 0; i < job->count; ++i) {
        uint32_t count = voronoi->fresh_cells.data[i].count;
        voronoi->cells.data[job->begin + i] =
            (wend_voronoi_cell_record){(uint32_t)total, count, count};
        total += count;
    }
    if (total > voronoi->arcs.capacity && !reserve_arcs(voronoi, job->begin + job->count, total))
        return false;
    voronoi->arcs.count = total;
    wend_parallel_for(voronoi->tasks, job->count, COPY_GRAIN, copy_cells, job);
    return true;
}

wend_result wend_cells_compute_all(wend_voronoi *voronoi, wend_error *error)
{
    uint32_t count = (uint32_t)voronoi->boundary.elements.count;
    for (int k = 0; k < WEND_ROOM_CLASSES; ++k)
        voronoi->free_rooms[k] = WEND_NO_ARC;
    if (!wend_cells_reserve(voronoi))
        return wend_fail_memory(error);
    voronoi->arcs.count = 0;
    for (uint32_t begin = 0; begin < count; begin += WAVE) {
        cell_job job = {voronoi, NULL, begin, count - begin < WAVE ? count - begin : WAVE};
        if (!compute(&job) || !keep_wave(&job))
            return wend_fail_memory(error);
    }
    return wend_cells_stitch(voronoi, NULL, count, error);
}
