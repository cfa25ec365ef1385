// SPDX-License-Identifier: MIT
// Rasters of a map, for images and files. Cells are square. The map stores only the rings of areas;
// the distance 0 inside them is set here.
#include "base/xalloc.h"
#include "cli/map/map.h"
#include "cli/picture.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>

/// Margin shown around a scene without extent. [Units: m]
#define LEAST_ROOM 5.0

// ---- frames -------------------------------------------------------------------------------------

wend_box map_world(const map_job *job)
{
    wend_box box = wend_box_join(scene_box(job->s), map_sources_box(job));
    for (size_t i = 0; i < job->questions.count; ++i)
        if (!job->questions.data[i].from_file)
            box = wend_box_add(box, job->questions.data[i].at);
    if (fmax(box.max.x - box.min.x, box.max.y - box.min.y) > 0)
        return picture_box(job->s, box);
    return (wend_box){{box.min.x - LEAST_ROOM, box.min.y - LEAST_ROOM},
                      {box.max.x + LEAST_ROOM, box.max.y + LEAST_ROOM}};
}

int map_read_frame(map_job *job)
{
    return raster_read_frame(job->args, map_world(job), &job->raster);
}

// ---- painting -----------------------------------------------------------------------------------

static void allocate(map_cells *cells, map_cells_kind kind)
{
    size_t count = (size_t)cells->frame.columns * cells->frame.rows;
    cells->value = xmalloc(count * sizeof *cells->value);
    if (kind != MAP_CELLS_VALUE) {
        cells->region = xmalloc(count * sizeof *cells->region);
        cells->weight = xmalloc(count * sizeof *cells->weight);
    }
    if (kind == MAP_CELLS_ALL)
        cells->next = xmalloc(count * sizeof *cells->next);
}

void map_cells_free(map_cells *cells)
{
    free(cells->value);
    free(cells->next);
    free(cells->region);
    free(cells->weight);
    *cells = (map_cells){0};
}

/// Index of a layer's first region; for the index after the last layer, that of the first goal.
static uint32_t first_region(const map_job *job, uint32_t layer)
{
    uint32_t first = 0, count = 0;
    for (uint32_t i = 0; i < layer; ++i, first += count)
        map_roots_of(job, i, &count);
    return first;
}

/// Converts the roots in cells->region, with their layers, to regions.
static void number_regions(const map_job *job, map_cells *cells, const uint32_t *layers)
{
    size_t count = (size_t)cells->frame.columns * cells->frame.rows;
    uint32_t last = 0, first = 0;
    for (size_t i = 0; i < count; ++i) {
        if (cells->region[i] == WEND_MAP_NONE)
            continue;
        if (layers[i] != last)
            first = first_region(job, last = layers[i]);
        cells->region[i] += first;
    }
}

/// Range of cells whose centres may be between two coordinates: *first to *end, exclusive.
static void cells_between(double least, double most, double start, double cell, uint32_t limit,
                          uint32_t *first, uint32_t *end)
{
    *first = (uint32_t)fmin(fmax(floor((least - start) / cell) - 1, 0), limit);
    *end = (uint32_t)fmin(fmax(ceil((most - start) / cell) + 1, 0), limit);
}

static void fill_area(const map_job *job, map_cells *cells, uint32_t place)
{
    const raster_frame *frame = &cells->frame;
    const scene_shape *shape = &job->places.data[place].area->shape;
    wend_box box = wend_box_of(shape->points, shape->point_count);
    uint32_t column, left, right, row, top;
    uint32_t region = first_region(job, map_layers(job)) + place;
    double offset = job->places.data[place].offset;
    cells_between(box.min.x, box.max.x, frame->box.min.x, frame->cell, frame->columns, &left,
                  &right);
    cells_between(box.min.y, box.max.y, frame->box.min.y, frame->cell, frame->rows, &row, &top);
    for (; row < top; ++row)
        for (column = left; column < right; ++column) {
            wend_vec2 p = {frame->box.min.x + (column + 0.5) * frame->cell,
                           frame->box.min.y + (row + 0.5) * frame->cell};
            size_t at = (size_t)row * frame->columns + column;
            bool nearer = cells->value[at] >= 0 && cells->value[at] < offset;
            if (nearer || map_place_around(job, p) != place)
                continue;
            cells->value[at] = offset;
            if (cells->next)
                cells->next[at] = p;
            if (cells->region) {
                cells->region[at] = region;
                cells->weight[at] = WEND_MAP_NONE;
            }
        }
}

static double farthest_of(const map_cells *cells)
{
    double farthest = -1;
    size_t count = (size_t)cells->frame.columns * cells->frame.rows;
    for (size_t i = 0; i < count; ++i)
        farthest = fmax(farthest, cells->value[i]);
    return farthest;
}

/// Fills the cells with the distances of --paper-barriers.
static wend_result paint_printed(const map_job *job, map_cells *cells, wend_error *error)
{
    const raster_frame *frame = &cells->frame;
    const wend_map_raster raster = {
        .box = frame->box,
        .width = frame->columns,
        .height = frame->rows,
        .distance = cells->value,
        .root = cells->region,
        .next = cells->next,
    };
    for (size_t i = 0; cells->weight && i < (size_t)frame->columns * frame->rows; ++i)
        cells->weight[i] = WEND_MAP_NONE;
    return wend_farias_map_paint(job->printed, &raster, error);
}

/// Fills the cells from the map. layers: scratch.
static wend_result paint_map(const map_job *job, map_cells *cells, uint32_t *layers,
                             wend_error *error)
{
    const raster_frame *frame = &cells->frame;
    const wend_time_raster raster = {
        .box = frame->box,
        .width = frame->columns,
        .height = frame->rows,
        .time = cells->value,
        .next = cells->next,
        .layer = layers,
        .root = cells->region,
        .boost = cells->weight,
    };
    wend_result result =
        wend_time_map_paint(job->map, WEND_TIME_DEFAULT_LAYER, &raster, job->tasks, error);
    if (result == WEND_OK && cells->region)
        number_regions(job, cells, layers);
    return result;
}

static wend_result paint(const map_job *job, map_cells *cells, uint32_t *layers, wend_error *error)
{
    wend_result result =
        job->printed ? paint_printed(job, cells, error) : paint_map(job, cells, layers, error);
    for (uint32_t i = 0; result == WEND_OK && i < job->places.count; ++i)
        if (job->places.data[i].area)
            fill_area(job, cells, i);
    return result;
}

int map_paint(const map_job *job, raster_frame frame, map_cells_kind kind, map_cells *cells)
{
    *cells = (map_cells){.frame = frame};
    uint32_t *layers = NULL;
    allocate(cells, kind);
    if (cells->region)
        layers = xmalloc((size_t)frame.columns * frame.rows * sizeof *layers);
    wend_error error = {0};
    progress bar = progress_start(job->args);
    progress_show(&bar, 0.6, "painting");
    wend_result result = paint(job, cells, layers, &error);
    progress_end(&bar);
    free(layers);
    if (result != WEND_OK)
        return fail(job->args, "%s: %s", job->file, wend_error_text(&error));
    cells->farthest = farthest_of(cells);
    return EXIT_DONE;
}
