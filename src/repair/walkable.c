// SPDX-License-Identifier: MIT
#include "repair/walkable.h"
#include "scene/shape.h"

#include "polygon/overlay.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>

// Margin of the box around invalid polygons, as a share of its size: enough that the polygons do
// not touch it, and small enough to keep a picture unchanged.
#define FAULTY_MARGIN 0.01
// The role of obstacles that fill the space around several areas.
#define ROLE_AROUND "outside"

bool scene_set_bounds(scene *s, const wend_vec2 *points, uint32_t count)
{
    scene_shape shape;
    if (!scene_shape_ring(s, points, count, &shape))
        return false;
    s->bounds = shape.points;
    s->bounds_count = count;
    return true;
}

static bool add_polygon(scene *s, wend_shape shape, const char *role)
{
    scene_obstacle *obstacle = scene_add_shape(s, shape);
    if (obstacle)
        obstacle->role = role;
    return obstacle != NULL;
}

static bool add_holes(scene *s, wend_shape shape)
{
    uint32_t begin, end;
    for (uint32_t r = 1; r < shape.ring_count; ++r) {
        shape_ring(shape, r, &begin, &end);
        wend_shape hole = {.points = shape.points + begin, .point_count = end - begin};
        if (!add_polygon(s, hole, NULL))
            return false;
    }
    return true;
}

static bool set_one(scene *s, wend_shape shape)
{
    uint32_t begin, end;
    shape_ring(shape, 0, &begin, &end);
    return scene_set_bounds(s, shape.points, end) && add_holes(s, shape);
}

// The box with the outsides of all polygons as holes, and their holes, united or not.
static bool set_faulty(scene *s, const polygons *area, wend_box box)
{
    double size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    wend_vec2 corners[4];
    box_corners(box_grown(box, size * FAULTY_MARGIN), corners);
    polygons around = {0};
    bool good = scene_set_bounds(s, corners, 4);
    for (int i = 0; good && i < 4; ++i)
        good = polygons_add_point(&around, corners[i]);
    good = good && polygons_end_ring(&around, 3, NULL);
    for (size_t i = 0; good && i < area->spans.count; ++i) {
        wend_shape shape = polygons_get(area, i);
        uint32_t begin, end;
        shape_ring(shape, 0, &begin, &end);
        for (uint32_t k = begin; good && k < end; ++k)
            good = polygons_add_point(&around, shape.points[k]);
        good = good && polygons_end_ring(&around, 3, NULL);
    }
    good = good && polygons_end_shape(&around) &&
           add_polygon(s, polygons_get(&around, 0), ROLE_AROUND);
    for (size_t i = 0; good && i < area->spans.count; ++i)
        good = add_holes(s, polygons_get(area, i));
    polygons_free(&around);
    return good;
}

// The union of the polygons, if it is connected; otherwise the box around them without them.
static bool set_united(scene *s, const overlay *made)
{
    if (made->solids.spans.count == 1)
        return set_one(s, polygons_get(&made->solids, 0));
    wend_shape box = polygons_get(&made->bounds, 0);
    if (!scene_set_bounds(s, box.points, box.point_count))
        return false;
    for (size_t i = 0; i < made->rest.spans.count; ++i)
        if (!add_polygon(s, polygons_get(&made->rest, i), ROLE_AROUND))
            return false;
    return true;
}

bool walkable_set_parts(geos *g, scene *s, const polygons *area, double grid,
                        problem_list *problems)
{
    size_t count = area->spans.count;
    wend_vec2 corners[4];
    box_corners(wend_box_of(area->points.data, area->points.count), corners);
    wend_shape *shapes = calloc(count + 1, sizeof *shapes);
    if (!shapes)
        return problem_no_memory(problems);
    for (size_t i = 0; i < count; ++i)
        shapes[i] = polygons_get(area, i);
    overlay made;
    bool good = overlay_make(g, &(overlay_input){shapes, (uint32_t)count, corners, 4, grid}, &made);
    free(shapes);
    if (!good)
        return geos_problem(g, "uniting the polygons of the walkable area", problems);
    if (made.solids.spans.count == 0 || made.bounds.spans.count != 1)
        good = problem_add(problems, "the walkable area is too small to have an area");
    else
        good = set_united(s, &made) || problem_no_memory(problems);
    overlay_free(&made);
    return good;
}

// +1: all polygons are valid, 0: not all, -1: GEOS failed.
static int all_valid(geos *g, const GEOSGeometry *all)
{
    int count = GEOSGetNumGeometries_r(g->handle, all);
    for (int i = 0; i < count; ++i) {
        char valid = GEOSisValid_r(g->handle, GEOSGetGeometryN_r(g->handle, all, i));
        if (valid != 1)
            return valid == 0 ? 0 : -1;
    }
    return count < 0 ? -1 : 1;
}

bool walkable_set(scene *s, const polygons *area, problem_list *problems)
{
    geos g;
    wend_box box = wend_box_of(area->points.data, area->points.count);
    if (area->spans.count == 1)
        return set_one(s, polygons_get(area, 0)) || problem_no_memory(problems);
    if (!geos_open(&g))
        return problem_no_memory(problems);
    GEOSGeometry *all = geos_collect_polygons(&g, area);
    int valid = all ? all_valid(&g, all) : -1;
    bool good;
    if (valid < 0)
        good = geos_problem(&g, "reading the walkable area", problems);
    else if (valid)
        good = walkable_set_parts(&g, s, area, overlay_grid(wend_tolerance(box)), problems);
    else
        good = set_faulty(s, area, box) || problem_no_memory(problems);
    geos_free(&g, all);
    geos_close(&g);
    return good;
}
