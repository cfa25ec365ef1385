// SPDX-License-Identifier: MIT
// Lifetime of a diagram.
#include "core/memory.h"
#include "voronoi/batch.h"
#include "voronoi/cell.h"
#include "wend/geometry.h"

#include <math.h>

enum { COOKIE = 0x0b70c0de };

/// Arcs with a chord of less than this fraction of the tolerance are ties. Features are at least
/// ten tolerances apart, so shorter arcs are caused by rounding: noise is a thousand times less.
#define TIE_TOLERANCES 0.5

wend_voronoi_def wend_default_voronoi_def(void)
{
    return (wend_voronoi_def){.frame = wend_box_empty(), .cookie = COOKIE};
}

void wend_voronoi_destroy(wend_voronoi *voronoi)
{
    if (!voronoi)
        return;
    wend_allocator allocator = voronoi->allocator;
    for (uint32_t i = 0; i < voronoi->work_count; ++i)
        wend_cell_work_free(&voronoi->works[i], &allocator);
    wend_release(&allocator, voronoi->works, voronoi->work_count, sizeof *voronoi->works);
    wend_boundary_free(&voronoi->boundary);
    wend_array_free(&voronoi->cells, &allocator);
    wend_array_free(&voronoi->arcs, &allocator);
    wend_array_free(&voronoi->dirty, &allocator);
    wend_array_free(&voronoi->rim, &allocator);
    wend_array_free(&voronoi->marks, &allocator);
    wend_array_free(&voronoi->fresh, &allocator);
    wend_array_free(&voronoi->fresh_cells, &allocator);
    wend_release(&allocator, voronoi, 1, sizeof *voronoi);
}

/// Builds with assertions check diagrams with up to this many cells after creation. (Not after
/// changes, which do not allocate in steady state, while the check does.)
enum { CHECKED_CELLS = 2000 };

wend_result wend_voronoi_create(const wend_floor *floor, const wend_voronoi_def *def,
                                wend_voronoi **created, wend_error *error)
{
    *created = NULL;
    if (def->cookie != COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "def is not initialised: use wend_default_voronoi_def()");
    wend_voronoi *voronoi = wend_allocate(&def->allocator, 1, sizeof *voronoi);
    if (!voronoi)
        return wend_fail_memory(error);
    *voronoi = (wend_voronoi){.allocator = def->allocator, .tasks = def->tasks};
    wend_result result = wend_boundary_make(&voronoi->boundary, floor, def->frame, def->tasks,
                                            &def->allocator, error);
    if (result == WEND_OK) {
        wend_box box = voronoi->boundary.box;
        voronoi->tie = TIE_TOLERANCES * voronoi->boundary.tolerance;
        double width = box.max.x - box.min.x, height = box.max.y - box.min.y;
        voronoi->max_radius = sqrt(width * width + height * height);
        result = wend_cells_compute_all(voronoi, error);
    }
    if (result != WEND_OK) {
        wend_voronoi_destroy(voronoi);
        return result;
    }
    WEND_ASSERT(voronoi->cells.count > CHECKED_CELLS ||
                wend_voronoi_check(voronoi, NULL) != WEND_INVALID_GEOMETRY);
    *created = voronoi;
    return WEND_OK;
}

wend_result wend_voronoi_copy(const wend_voronoi *voronoi, const wend_allocator *allocator,
                              wend_voronoi **copy, wend_error *error)
{
    wend_allocator memory = allocator ? *allocator : (wend_allocator){0};
    wend_voronoi *to = wend_allocate(&memory, 1, sizeof *to);
    *copy = NULL;
    if (!to)
        return wend_fail_memory(error);
    *to = (wend_voronoi){
        .allocator = memory,
        .tasks = voronoi->tasks,
        .tie = voronoi->tie,
        .max_radius = voronoi->max_radius,
        .version = voronoi->version,
        .stale = voronoi->stale,
    };
    for (int k = 0; k < WEND_BLOCK_CLASSES; ++k)
        to->free_blocks[k] = voronoi->free_blocks[k];
    if (!wend_boundary_copy(&to->boundary, &voronoi->boundary, &memory) ||
        !wend_array_copy(&to->cells, &voronoi->cells, &memory) ||
        !wend_array_copy(&to->arcs, &voronoi->arcs, &memory) ||
        !wend_array_copy(&to->marks, &voronoi->marks, &memory)) {
        wend_voronoi_destroy(to);
        return wend_fail_memory(error);
    }
    to->turn = voronoi->turn;
    *copy = to;
    return WEND_OK;
}

void wend_voronoi_set_tasks(wend_voronoi *voronoi, wend_tasks *tasks)
{
    voronoi->tasks = tasks;
}

wend_site_id wend_voronoi_shape(const wend_voronoi *voronoi, uint32_t shape)
{
    const wend_boundary *boundary = &voronoi->boundary;
    return (wend_site_id){
        wend_id_of_slot(&boundary->ids, shape == WEND_BOUNDS ? boundary->bounds_slot : shape)};
}

uint64_t wend_voronoi_version(const wend_voronoi *voronoi)
{
    return voronoi->version;
}

double wend_voronoi_tolerance(const wend_voronoi *voronoi)
{
    return voronoi->boundary.tolerance;
}

wend_box wend_voronoi_box(const wend_voronoi *voronoi)
{
    return voronoi->boundary.box;
}
