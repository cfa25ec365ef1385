// SPDX-License-Identifier: MIT
// Parallel computation of cells. Cells are independent, so a batch is split into blocks of
// elements, and each block has its share of one array for the arcs. Results depend on the block
// alone, not on the worker. Nothing is allocated while tasks run: cells for which the capacity was
// insufficient are computed again afterwards.
#include "voronoi/batch.h"

#include "voronoi/cell.h"

#include <string.h>

/// Elements per block.
enum { BLOCK = 128 };

/// In a full build, this many cells are computed before they are appended to the others, so that
/// temporary data stays in the caches.
enum { WAVE = 32768 };

/// Cells copied by one worker at a time.
enum { COPY_GRAIN = 2048 };

/// Initial capacity for parts of an envelope.
enum { FEW_PARTS = 64 };

/// Capacity for arcs per element of a block, by kind. On average a lone point has six; sides and
/// corners have two to four.
static const uint32_t ARCS_PER_ELEMENT[] = {
    [WEND_ELEMENT_NONE] = 0,
    [WEND_ELEMENT_SIDE] = 5,
    [WEND_ELEMENT_CORNER] = 5,
    [WEND_ELEMENT_POINT] = 7,
};

/// Capacity for arcs relative to the expected number: for waves that differ, and for later edits.
#define SPARE_FACTOR 1.125

/// Additional capacity per block.
enum { SPARE_ARCS = 16 };

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

/// Data shared by the workers.
typedef struct cell_job {
    wend_voronoi *voronoi;
    const uint32_t *elements; ///< NULL: consecutive, from `begin` on
    uint32_t begin, count;
} cell_job;

static uint32_t element_of(const cell_job *job, uint32_t i)
{
    return job->elements ? job->elements[i] : job->begin + i;
}

/// The previous arcs of a cell that is computed again.
static wend_old_arcs old_arcs(const cell_job *job, uint32_t element)
{
    const wend_voronoi *voronoi = job->voronoi;
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[element];
    if (!job->elements || cell->count == 0)
        return (wend_old_arcs){NULL, 0};
    return (wend_old_arcs){voronoi->arcs.data + cell->first, cell->count};
}

/// A cell that could not be computed for lack of capacity.
#define STARVED UINT32_MAX

static void compute_block(const cell_job *job, uint32_t block, uint32_t worker)
{
    wend_voronoi *voronoi = job->voronoi;
    const wend_boundary *boundary = &voronoi->boundary;
    wend_cell_work *work = &voronoi->works[worker];
    uint32_t begin = block * BLOCK;
    uint32_t end = job->count - begin < BLOCK ? job->count : begin + BLOCK;
    // The block's share begins where fresh_cells of its first element says.
    uint32_t at = voronoi->fresh_cells.data[begin].first;
    uint32_t limit = at + voronoi->fresh_cells.data[begin].capacity;
    for (uint32_t i = begin; i < end; ++i) {
        wend_voronoi_cell_record *cell = &voronoi->fresh_cells.data[i];
        uint32_t element = element_of(job, i);
        *cell = (wend_voronoi_cell_record){.first = at};
        if (boundary->links.data[element].kind == WEND_ELEMENT_NONE)
            continue;
        wend_cell_compute(work, boundary, element, old_arcs(job, element), voronoi->max_radius,
                          voronoi->tie);
        if (work->starved || work->arc_count > limit - at) {
            cell->count = STARVED;
            continue;
        }
        memcpy(&voronoi->fresh.data[at], work->arcs, work->arc_count * sizeof *work->arcs);
        cell->count = cell->capacity = work->arc_count;
        at += work->arc_count;
    }
}

static void compute_blocks(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    for (uint32_t block = begin; block < end; ++block)
        compute_block(argument, block, worker);
}

/// Computes a cell with as much memory as it needs, otherwise as before: which cells lack capacity
/// depends on the worker, but the result must not.
static bool compute_starved(const cell_job *job, uint32_t element, wend_voronoi_cell_record *cell)
{
    wend_voronoi *voronoi = job->voronoi;
    wend_cell_work *work = &voronoi->works[0];
    const wend_allocator *allocator = &voronoi->allocator;
    uint32_t elements = (uint32_t)voronoi->boundary.elements.count;
    for (;;) {
        wend_cell_compute(work, &voronoi->boundary, element, old_arcs(job, element),
                          voronoi->max_radius, voronoi->tie);
        if (!work->starved)
            break;
        if (!wend_cell_work_reserve(work, 2 * work->capacity, elements, allocator))
            return false;
    }
    if (!wend_array_reserve(&voronoi->fresh, allocator, work->arc_count))
        return false;
    cell->first = (uint32_t)voronoi->fresh.count;
    cell->count = cell->capacity = work->arc_count;
    memcpy(voronoi->fresh.data + cell->first, work->arcs, work->arc_count * sizeof *work->arcs);
    voronoi->fresh.count += work->arc_count;
    return true;
}

/// Assigns each block its share of the array for arcs. False: out of memory.
static bool share_out(const cell_job *job, uint32_t blocks)
{
    wend_voronoi *voronoi = job->voronoi;
    voronoi->fresh.count = voronoi->fresh_cells.count = 0;
    if (!wend_array_reserve(&voronoi->fresh_cells, &voronoi->allocator, job->count))
        return false;
    voronoi->fresh_cells.count = job->count;
    size_t total = 0;
    for (uint32_t block = 0; block < blocks; ++block) {
        uint32_t capacity = SPARE_ARCS, begin = block * BLOCK;
        for (uint32_t i = begin; i < job->count && i < begin + BLOCK; ++i)
            capacity += ARCS_PER_ELEMENT[voronoi->boundary.links.data[element_of(job, i)].kind];
        voronoi->fresh_cells.data[begin] =
            (wend_voronoi_cell_record){.first = (uint32_t)total, .capacity = capacity};
        total += capacity;
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

/// Reserves memory for all arcs, extrapolated from those computed so far, and an eighth more.
static bool reserve_arcs(wend_voronoi *voronoi, uint32_t done, size_t total)
{
    double expected = (double)total / done * (double)voronoi->boundary.elements.count;
    size_t wanted = (size_t)(expected * SPARE_FACTOR);
    wanted = wanted > total ? wanted : total;
    return wanted < WEND_NO_ARC &&
           wend_array_reserve(&voronoi->arcs, &voronoi->allocator, wanted - voronoi->arcs.count);
}

/// Appends the cells of a wave to those of the waves before, without gaps.
static bool append_wave(cell_job *job)
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
    for (int k = 0; k < WEND_BLOCK_CLASSES; ++k)
        voronoi->free_blocks[k] = WEND_NO_ARC;
    if (!wend_cells_reserve(voronoi))
        return wend_fail_memory(error);
    voronoi->arcs.count = 0;
    for (uint32_t begin = 0; begin < count; begin += WAVE) {
        cell_job job = {voronoi, NULL, begin, count - begin < WAVE ? count - begin : WAVE};
        if (!compute(&job) || !append_wave(&job))
            return wend_fail_memory(error);
    }
    return wend_cells_stitch(voronoi, NULL, count, error);
}
