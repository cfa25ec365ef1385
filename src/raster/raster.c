// SPDX-License-Identifier: MIT
// A raster: creation, build and destruction.
#include "raster/raster.h"
#include "core/clock.h"

#include <math.h>

enum { COOKIE = 0x0a57e0de };

wend_raster_def wend_default_raster_def(void)
{
    return (wend_raster_def){
        .width = 1000, .height = 1000, .mang = wend_default_mang_def(), .cookie = COOKIE};
}

wend_result wend_raster_create(const wend_allocator *allocator, wend_raster **raster,
                               wend_error *error)
{
    *raster = wend_allocate(allocator, 1, sizeof **raster);
    if (!*raster)
        return wend_fail_memory(error);
    **raster = (wend_raster){.allocator = allocator ? *allocator : (wend_allocator){0}};
    raster_kernel *wide = wend_raster_kernel_16();
    wide = wide ? wide : wend_raster_kernel_8();
    (*raster)->kernel = wide ? wide : wend_raster_kernel_plain();
    return WEND_OK;
}

static void free_pixels(wend_raster *raster, const wend_allocator *allocator)
{
    wend_array_free(&raster->first, allocator);
    wend_array_free(&raster->second, allocator);
    wend_array_free(&raster->first_distance, allocator);
    wend_array_free(&raster->second_distance, allocator);
    wend_array_free(&raster->flags, allocator);
    wend_array_free(&raster->parity, allocator);
    wend_array_free(&raster->queue, allocator);
    wend_array_free(&raster->cracks, allocator);
    wend_array_free(&raster->marks, allocator);
}

static void free_chains(wend_raster *raster, const wend_allocator *allocator)
{
    wend_array_free(&raster->spots, allocator);
    wend_array_free(&raster->node_spots, allocator);
    wend_array_free(&raster->landings, allocator);
    wend_array_free(&raster->steps, allocator);
    wend_array_free(&raster->crossings, allocator);
    wend_array_free(&raster->reds, allocator);
    wend_array_free(&raster->blacks, allocator);
    wend_array_free(&raster->present, allocator);
    wend_array_free(&raster->lines, allocator);
    wend_array_free(&raster->line_starts, allocator);
    wend_array_free(&raster->order, allocator);
    wend_array_free(&raster->order_starts, allocator);
    wend_array_free(&raster->node_of_spot, allocator);
    wend_array_free(&raster->tree_nodes, allocator);
    wend_array_free(&raster->tree_links, allocator);
}

void wend_raster_destroy(wend_raster *raster)
{
    if (!raster)
        return;
    wend_allocator allocator = raster->allocator;
    wend_array_free(&raster->regions, &allocator);
    wend_array_free(&raster->pieces, &allocator);
    wend_array_free(&raster->site_of, &allocator);
    wend_array_free(&raster->first_region, &allocator);
    wend_array_free(&raster->last_box, &allocator);
    wend_array_free(&raster->blocks, &allocator);
    wend_array_free(&raster->candidates, &allocator);
    wend_array_free(&raster->open, &allocator);
    wend_array_free(&raster->min_distances, &allocator);
    free_pixels(raster, &allocator);
    free_chains(raster, &allocator);
    wend_array_free(&raster->vertices, &allocator);
    wend_array_free(&raster->edges, &allocator);
    wend_array_free(&raster->around, &allocator);
    wend_array_free(&raster->cells, &allocator);
    wend_array_free(&raster->nodes, &allocator);
    wend_array_free(&raster->links, &allocator);
    wend_array_free(&raster->cell_of, &allocator);
    wend_release(&allocator, raster, 1, sizeof *raster);
}

static wend_result check_def(const wend_raster_def *def, wend_error *error)
{
    if (!def || def->cookie != COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_raster_def()");
    if (def->width == 0 || def->height == 0 ||
        (uint64_t)def->width * def->height > WEND_RASTER_MAX_PIXELS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "invalid raster size: %u by %u pixels",
                         def->width, def->height);
    wend_box box = def->box;
    double max =
        fmax(fmax(fabs(box.min.x), fabs(box.max.x)), fmax(fabs(box.min.y), fabs(box.max.y)));
    if (!(box.min.x < box.max.x && box.min.y < box.max.y) || !(max <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "box is empty or beyond the coordinate limit");
    if (def->site_count > 0 && !def->sites)
        return wend_fail(error, WEND_BAD_ARGUMENT, "sites is NULL but site_count is not 0");
    if (def->blob_count > 0 && !def->blobs)
        return wend_fail(error, WEND_BAD_ARGUMENT, "blobs is NULL but blob_count is not 0");
    if ((uint64_t)def->site_count + def->blob_count >= WEND_RASTER_NONE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "too many sites");
    size_t pixels = (size_t)def->width * def->height;
    for (size_t i = 0; i < pixels && def->blob_count > 0; ++i)
        if (def->blobs[i] > def->blob_count)
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "pixel %zu has blob %u, but blob_count is %u", i, def->blobs[i],
                             def->blob_count);
    return wend_mang_def_check(&def->mang, error);
}

static bool reserve_pixels(wend_raster *raster)
{
    size_t pixels = (size_t)raster->width * raster->height;
    const wend_allocator *allocator = &raster->allocator;
    raster->first.count = raster->second.count = raster->flags.count = 0;
    raster->first_distance.count = raster->second_distance.count = 0;
    if (!wend_array_reserve(&raster->first, allocator, pixels) ||
        !wend_array_reserve(&raster->second, allocator, pixels) ||
        !wend_array_reserve(&raster->first_distance, allocator, pixels) ||
        !wend_array_reserve(&raster->second_distance, allocator, pixels) ||
        !wend_array_reserve(&raster->flags, allocator, pixels))
        return false;
    raster->first.count = raster->second.count = raster->flags.count = pixels;
    raster->first_distance.count = raster->second_distance.count = pixels;
    return true;
}

/// Seconds since the last call.
static double lap(double *last)
{
    double now = wend_clock(), passed = now - *last;
    *last = now;
    return passed;
}

static bool build_diagrams(wend_raster *raster, const wend_raster_def *def, wend_tasks *tasks,
                           double *clock)
{
    if (!reserve_pixels(raster) || !wend_raster_cull(raster))
        return false;
    raster->times.cull = lap(clock);
    wend_raster_label(raster, tasks);
    if (!wend_raster_fill(raster, def, tasks))
        return false;
    raster->times.nearest = lap(clock);
    if (!def->keep_undersampled && !wend_raster_repair(raster, tasks))
        return false;
    raster->times.repair = lap(clock);
    return true;
}

static bool build_graph(wend_raster *raster, wend_tasks *tasks, double *clock)
{
    if (!wend_raster_find_cracks(raster, tasks) || !wend_raster_trace(raster))
        return false;
    raster->times.trace = lap(clock);
    if (!wend_raster_measure(raster, tasks))
        return false;
    raster->times.measure = lap(clock);
    bool joined = wend_raster_join(raster);
    raster->times.join = lap(clock);
    return joined;
}

wend_result wend_raster_build(wend_raster *raster, const wend_raster_def *def, wend_tasks *tasks,
                              wend_error *error)
{
    double clock = wend_clock();
    raster->built = false;
    raster->graph = (wend_mang_graph){0};
    raster->times = (wend_raster_times){0};
    wend_result valid = check_def(def, error);
    if (valid != WEND_OK)
        return valid;
    raster->mang = def->mang;
    raster->box = def->box;
    raster->width = def->width;
    raster->height = def->height;
    raster->pixel = (wend_vec2){(def->box.max.x - def->box.min.x) / def->width,
                                (def->box.max.y - def->box.min.y) / def->height};
    raster->columns = (def->width + RASTER_LEAF - 1) / RASTER_LEAF;
    raster->rows = (def->height + RASTER_LEAF - 1) / RASTER_LEAF;
    raster->site_count = def->site_count + def->blob_count;
    valid = wend_raster_build_pieces(raster, def, error);
    if (valid != WEND_OK)
        return valid;
    if (!build_diagrams(raster, def, tasks, &clock) || !build_graph(raster, tasks, &clock)) {
        raster->graph = (wend_mang_graph){0};
        return wend_fail_memory(error);
    }
    raster->built = true;
    return WEND_OK;
}

wend_raster_view wend_raster_view_of(const wend_raster *raster)
{
    if (!raster->built)
        return (wend_raster_view){0};
    return (wend_raster_view){.box = raster->box,
                              .width = raster->width,
                              .height = raster->height,
                              .first = raster->first.data,
                              .second = raster->second.data,
                              .first_distance = raster->first_distance.data,
                              .second_distance = raster->second_distance.data,
                              .site_of = raster->site_of.data,
                              .region_count = (uint32_t)raster->regions.count};
}

const wend_mang_graph *wend_raster_graph(const wend_raster *raster)
{
    return &raster->graph;
}

const wend_vec2 *wend_raster_edge_line(const wend_raster *raster, uint32_t edge, uint32_t *count)
{
    uint32_t first = raster->line_starts.data[edge];
    *count = raster->line_starts.data[edge + 1] - first;
    return raster->lines.data + first;
}

wend_raster_times wend_raster_timing(const wend_raster *raster)
{
    return raster->times;
}
