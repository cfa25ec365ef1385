// SPDX-License-Identifier: MIT
// Area used by agents, and rows outside the floor.
#include "measure/crowd.h"

#include "measure/swept_area.h"
#include "measure/ways.h"
#include "scene/build/floor.h"
#include "wend/geometry.h"

#include <stdlib.h>

/// Area of a shape without its holes.
static double shape_area(const scene_shape *shape)
{
    double area = 0;
    for (uint32_t i = 0, start = 0; i < shape->ring_count; start = shape->ring_ends[i++]) {
        double ring = fabs(wend_polygon_area(shape->points + start, shape->ring_ends[i] - start));
        area += i == 0 ? ring : -ring;
    }
    return area;
}

/// Area of the bounds without the obstacles, which do not overlap; NAN without bounds.
static double free_area(const scene *floor)
{
    if (!floor || !floor->bounds)
        return NAN;
    double area = fabs(wend_polygon_area(floor->bounds, floor->bounds_count));
    for (uint32_t i = 0; i < floor->obstacle_count; ++i) {
        scene_obstacle_kind kind = floor->obstacles[i].kind;
        if (kind == SCENE_POLYGON || kind == SCENE_CIRCLE)
            area -= shape_area(&floor->obstacles[i].shape);
    }
    return area;
}

static double largest_radius(const recording *r, double radius)
{
    double largest = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i)
        largest = fmax(largest, measure_radius(&r->agents[i], radius));
    return largest;
}

/// True if an agent has not moved since the previous row.
static bool stands(const recording *r, const recorded_agent *a, size_t row)
{
    return row > a->first && r->at[row].x == r->at[row - 1].x && r->at[row].y == r->at[row - 1].y;
}

static void sweep(const recording *r, double radius, swept *area)
{
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *a = &r->agents[i];
        double own = measure_radius(a, radius);
        if (!(own >= 0))
            continue;
        for (size_t row = a->first; row < a->first + a->count; ++row)
            if (!stands(r, a, row))
                swept_add(area, r->at[row > a->first ? row - 1 : row], r->at[row], own);
    }
}

bool measure_find_space(const recording *r, double radius, measure_space *out)
{
    double reach = largest_radius(r, radius);
    wend_box box = recording_box(r);
    if (box.min.x <= box.max.x)
        box = (wend_box){{box.min.x - reach, box.min.y - reach},
                         {box.max.x + reach, box.max.y + reach}};
    swept area;
    if (!swept_create(&area, box, 0))
        return false;
    sweep(r, radius, &area);
    out->used = swept_area(&area);
    out->cell = area.cell;
    swept_free(&area);
    out->floor = free_area(r->frame_count > 0 ? recording_floor(r, 0) : NULL);
    out->share = out->floor > 0 ? out->used / out->floor : NAN;
    return true;
}

// ---- rows outside the floor ---------------------------------------------------------------------

/// A free point and its distance to the wall: all nearer points are free as well.
typedef struct free_disc {
    wend_vec2 middle;
    double radius; ///< 0: unknown
} free_disc;

static bool is_outside(const wend_floor *floor, wend_vec2 p, double margin, free_disc *around)
{
    if (wend_distance(p, around->middle) < around->radius)
        return false;
    wend_location place = wend_floor_locate(floor, p, NULL);
    double clearance = wend_floor_clearance(floor, p, NULL, NULL);
    bool solid = place == WEND_LOCATION_SOLID || place == WEND_LOCATION_OUTSIDE;
    *around = (free_disc){p, solid ? 0 : clearance};
    return solid && clearance > margin;
}

static void note(const recording *r, size_t row, measure_outside *out)
{
    ++out->rows;
    if (out->first == SIZE_MAX || r->frames[row] < r->frames[out->first])
        out->first = row;
}

/// Checks the frames with this floor. False: out of memory.
static bool check_floor(const recording *r, const scene *s, double margin, measure_outside *out)
{
    wend_floor *floor;
    wend_result result = scene_floor(s, &floor, NULL);
    if (result != WEND_OK)
        return result != WEND_OUT_OF_MEMORY;
    out->known = true;
    free_disc around = {0};
    for (size_t row = 0; row < r->row_count; ++row)
        if (recording_floor(r, r->frames[row]) == s &&
            is_outside(floor, r->at[row], margin, &around))
            note(r, row, out);
    wend_floor_destroy(floor);
    return true;
}

bool measure_find_outside(const recording *r, double margin, measure_outside *out)
{
    *out = (measure_outside){.first = SIZE_MAX};
    bool done = true;
    for (uint32_t i = 0; done && i < r->floor_count; ++i)
        done = check_floor(r, r->floors[i].floor, margin, out);
    return done;
}
