// SPDX-License-Identifier: MIT
// Output of a time map: rasters. Each layer computes its own; where several count, the earliest is
// taken pixel by pixel.
#include "map/boosts.h"

#include <math.h>

// ---- rasters ------------------------------------------------------------------------------------

typedef struct canvas {
    const wend_time_map *map;
    const wend_time_raster *raster;
    uint32_t layer; ///< layer of the pixels in `plain`
    wend_map_raster plain;
    double *time; ///< that of the raster, or temporary
} canvas;

static void clear_rows(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const canvas *c = argument;
    const wend_time_raster *raster = c->raster;
    uint32_t width = raster->width;
    for (size_t i = (size_t)begin * width; i < (size_t)end * width; ++i) {
        c->time[i] = -1;
        if (raster->next)
            raster->next[i] =
                wend_map_pixel(&c->plain, (uint32_t)(i % width), (uint32_t)(i / width));
        if (raster->layer)
            raster->layer[i] = WEND_MAP_NONE;
        if (raster->root)
            raster->root[i] = WEND_MAP_NONE;
        if (raster->boost)
            raster->boost[i] = WEND_MAP_NONE;
    }
}

/// Takes over the pixels that the layer reaches earlier than those before.
static void merge_rows(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const canvas *c = argument;
    const wend_time_raster *raster = c->raster;
    const wend_time_layer *layer = &c->map->layers[c->layer];
    double speed = c->map->speeds[c->layer];
    for (size_t i = (size_t)begin * raster->width; i < (size_t)end * raster->width; ++i) {
        double time = c->plain.distance[i] / speed;
        if (time < 0 || (c->time[i] >= 0 && !wend_time_is_earlier(time, c->time[i])))
            continue;
        c->time[i] = time;
        if (raster->next)
            raster->next[i] = c->plain.next[i];
        if (raster->layer)
            raster->layer[i] = c->layer;
        if (raster->root)
            raster->root[i] = c->plain.root[i];
        if (!raster->boost)
            continue;
        const wend_time_joint *joint = wend_time_joint_of(c->map, layer, c->plain.root[i]);
        raster->boost[i] = joint ? joint->boost : WEND_MAP_NONE;
    }
}

static wend_result paint_layers(canvas *c, uint32_t layer, wend_tasks *tasks, wend_error *error)
{
    enum { GRAIN = 16 };
    uint32_t end;
    wend_time_layers_queried(c->map, layer, &layer, &end);
    wend_parallel_for(tasks, c->raster->height, GRAIN, clear_rows, c);
    for (c->layer = layer; c->layer < end; ++c->layer) {
        wend_result result = wend_map_paint(c->map->layers[c->layer].map, &c->plain, tasks, error);
        if (wend_failed(result))
            return result;
        wend_parallel_for(tasks, c->raster->height, GRAIN, merge_rows, c);
    }
    return WEND_OK;
}

wend_result wend_time_map_paint(const wend_time_map *map, uint32_t layer,
                                const wend_time_raster *raster, wend_tasks *tasks,
                                wend_error *error)
{
    if (raster->width == 0 || raster->height == 0 ||
        (uint64_t)raster->width * raster->height > WEND_MAP_MAX_PIXELS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "invalid raster size: %u by %u pixels",
                         raster->width, raster->height);
    const wend_allocator *allocator = &map->allocator;
    size_t pixels = (size_t)raster->width * raster->height;
    canvas c = {.map = map, .raster = raster};
    c.plain =
        (wend_map_raster){.box = raster->box, .width = raster->width, .height = raster->height};
    c.plain.distance = wend_allocate(allocator, pixels, sizeof(double));
    bool with_roots = raster->root || raster->boost;
    if (with_roots)
        c.plain.root = wend_allocate(allocator, pixels, sizeof(uint32_t));
    if (raster->next)
        c.plain.next = wend_allocate(allocator, pixels, sizeof(wend_vec2));
    double *own_time = raster->time ? NULL : wend_allocate(allocator, pixels, sizeof(double));
    c.time = raster->time ? raster->time : own_time;

    bool allocated = c.plain.distance && c.time && (c.plain.root || !with_roots) &&
                     (c.plain.next || !raster->next);
    wend_result result =
        allocated ? paint_layers(&c, layer, tasks, error) : wend_fail_memory(error);
    wend_release(allocator, own_time, pixels, sizeof(double));
    wend_release(allocator, c.plain.next, pixels, sizeof(wend_vec2));
    wend_release(allocator, c.plain.root, pixels, sizeof(uint32_t));
    wend_release(allocator, c.plain.distance, pixels, sizeof(double));
    return result;
}
