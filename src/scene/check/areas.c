// SPDX-License-Identifier: MIT
// Checks of areas: their polygons are valid, and an area that agents use has free ground in it.
//
// An area is reported as blocked only if that is certain: no wall enters its inside, so all of it
// lies on one side of every wall, and a point of it is inside an obstacle or outside the bounds. An
// area that several touching obstacles cover together passes.
// Walls are tested one by one. That is rare, since one free corner of an area settles it.
#include "scene/check/parts.h"

#include "base/suggest.h"
#include "wend/geometry.h"

#include <stdlib.h>

// ---- shapes -------------------------------------------------------------------------------------

static void way_to_area(const checking *c, way *w, const scene_area *area, uint32_t vertex)
{
    way_start(w, "areas");
    way_key(w, area->name);
    way_vertex(w, &area->shape, "polygon", vertex);
    if (way_exists(c, w))
        return;
    way_start(w, "areas"); // short form: the value is the ring itself
    way_key(w, area->name);
    way_vertex(w, &area->shape, NULL, vertex);
}

static void report_area_defect(checking *c, const scene_area *area, const wend_defect *defect)
{
    way w;
    way_to_area(c, &w, area, defect->vertex);
    char quoted[SUGGEST_QUOTED_SIZE], words[DEFECT_TEXT_SIZE];
    check_problem(c, &w, &defect->position, "area %s: %s", suggest_quote(quoted, area->name),
                  defect_text(defect, &area->shape, words));
}

// An otherwise empty floor, to validate a single shape.
wend_result shape_defect(const scene_shape *shape, double tolerance, wend_defect *defect,
                         uint32_t *count, wend_error *error)
{
    wend_shape alone = shape_view(shape);
    wend_floor_def def = wend_default_floor_def();
    def.shapes = &alone;
    def.shape_count = 1;
    def.tolerance = tolerance;
    wend_floor *floor = NULL;
    wend_result result = wend_floor_create(&def, &floor, error);
    if (result == WEND_OK)
        result = wend_floor_validate(floor, defect, 1, count, error);
    wend_floor_destroy(floor);
    return result;
}

// An area must meet the rules of an obstacle.
static bool check_area_shape(checking *c, const scene_area *area)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    if (area->shape.point_count < 3) {
        way w;
        way_to_area(c, &w, area, 0);
        check_problem(c, &w, area->shape.point_count ? area->shape.points : NULL,
                      "area %s has %u corners: at least 3 are needed",
                      suggest_quote(quoted, area->name), area->shape.point_count);
        return true;
    }
    wend_error error = {0};
    wend_defect defect;
    uint32_t count = 0;
    wend_result result = shape_defect(&area->shape, c->tolerance, &defect, &count, &error);
    if (result == WEND_OUT_OF_MEMORY)
        return problem_no_memory(c->problems);
    if (count > 0)
        report_area_defect(c, area, &defect);
    else if (wend_failed(result))
        problem_at_point(c->problems, file_position(c, error.position), "area %s: %s",
                         suggest_quote(quoted, area->name), wend_error_text(&error));
    return true;
}

void check_area_shapes(checking *c)
{
    for (uint32_t i = 0; i < c->s->area_count; ++i)
        if (!check_area_shape(c, &c->s->areas[i]))
            return;
}

// ---- free ground --------------------------------------------------------------------------------

// The edge from vertex i to the next one of its ring. [Limit: start <= i < end]
static wend_segment ring_edge(const wend_vec2 *points, uint32_t start, uint32_t end, uint32_t i)
{
    return (wend_segment){points[i], points[i + 1 < end ? i + 1 : start]};
}

static wend_side locate(const scene_shape *shape, wend_vec2 p)
{
    wend_side side = wend_polygon_locate(shape->points, shape->ring_ends[0], p);
    for (uint32_t i = 1; i < shape->ring_count && side == WEND_INSIDE; ++i) {
        uint32_t start = shape->ring_ends[i - 1];
        wend_side hole = wend_polygon_locate(shape->points + start, shape->ring_ends[i] - start, p);
        side = hole == WEND_INSIDE ? WEND_OUTSIDE : hole == WEND_ON ? WEND_ON : WEND_INSIDE;
    }
    return side;
}

static bool is_free(const checking *c, wend_vec2 p)
{
    return wend_floor_locate(c->floor, p, NULL) == WEND_LOCATION_FREE;
}

static bool has_free_edge(const checking *c, const scene_shape *shape)
{
    uint32_t start = 0;
    for (uint32_t r = 0; r < shape->ring_count; start = shape->ring_ends[r++])
        for (uint32_t i = start; i < shape->ring_ends[r]; ++i) {
            wend_segment edge = ring_edge(shape->points, start, shape->ring_ends[r], i);
            if (is_free(c, edge.a) || is_free(c, wend_midpoint(edge.a, edge.b)))
                return true;
        }
    return false;
}

// True if p is in the closed triangle, whose corners have either orientation.
static bool in_triangle(const wend_vec2 corner[3], wend_vec2 p)
{
    int turn = wend_orient2d(corner[0], corner[1], corner[2]);
    for (int i = 0; i < 3; ++i)
        if (wend_orient2d(corner[i], corner[(i + 1) % 3], p) * turn < 0)
            return false;
    return true;
}

// A point strictly inside. At the lowest corner v of the outline, which is convex: if the triangle
// of v and its neighbours has no vertex inside, its middle; otherwise the midpoint of v and the
// vertex deepest in the triangle towards v, which is visible from v.
static bool find_inside(const scene_shape *shape, wend_vec2 *inside)
{
    const wend_vec2 *points = shape->points;
    uint32_t count = shape->ring_ends[0], lowest = 0;
    for (uint32_t i = 1; i < count; ++i)
        if (points[i].y < points[lowest].y ||
            (points[i].y == points[lowest].y && points[i].x < points[lowest].x))
            lowest = i;
    wend_vec2 v = points[lowest];
    wend_vec2 corner[3] = {points[(lowest + count - 1) % count], v, points[(lowest + 1) % count]};
    wend_vec2 along = wend_sub(corner[2], corner[0]);
    bool blocked = false;
    double deepest = 0;
    wend_vec2 seen = v;
    for (uint32_t i = 0; i < shape->point_count; ++i) {
        wend_vec2 p = points[i];
        bool is_corner = false;
        for (int k = 0; k < 3; ++k)
            is_corner = is_corner || wend_equal(p, corner[k]);
        if (is_corner || !in_triangle(corner, p))
            continue;
        double depth = along.x * (p.y - corner[0].y) - along.y * (p.x - corner[0].x);
        depth = depth < 0 ? -depth : depth;
        if (!blocked || depth > deepest) {
            blocked = true;
            deepest = depth;
            seen = p;
        }
    }
    *inside =
        blocked ? wend_midpoint(v, seen) : wend_midpoint(v, wend_midpoint(corner[0], corner[2]));
    return locate(shape, *inside) == WEND_INSIDE;
}

// Areas that are not settled after this number of tests of a wall against a side pass. No plan
// drawn by hand comes near it; it limits a malicious file to seconds.
#define MOST_TESTS 200000000u

// Number of touches of a wall with an area's sides; more touches count as entering.
enum { MOST_TOUCHES = 32 };

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// True if the wall has a point strictly inside the area: it crosses a side, or a piece between two
// touches lies inside.
static bool wall_enters(const scene_shape *shape, wend_segment wall)
{
    double touches[MOST_TOUCHES + 2] = {0, 1};
    size_t touch_count = 2;
    wend_vec2 d = wend_sub(wall.b, wall.a);
    bool by_x = (d.x < 0 ? -d.x : d.x) > (d.y < 0 ? -d.y : d.y);
    uint32_t start = 0;
    for (uint32_t r = 0; r < shape->ring_count; start = shape->ring_ends[r++])
        for (uint32_t i = start; i < shape->ring_ends[r]; ++i) {
            wend_segment edge = ring_edge(shape->points, start, shape->ring_ends[r], i);
            wend_vec2 at[2] = {edge.a, edge.b};
            wend_meeting meeting = wend_segments_meet(wall, edge, NULL);
            if (meeting == WEND_CROSS)
                return true;
            for (int k = 0; k < 2 && meeting != WEND_APART; ++k) {
                if (!wend_on_segment(wall, at[k]))
                    continue;
                if (touch_count == MOST_TOUCHES + 2)
                    return true;
                touches[touch_count++] =
                    by_x ? (at[k].x - wall.a.x) / d.x : (at[k].y - wall.a.y) / d.y;
            }
        }
    qsort(touches, touch_count, sizeof *touches, by_value);
    if (locate(shape, wall.a) == WEND_INSIDE || locate(shape, wall.b) == WEND_INSIDE)
        return true;
    for (size_t i = 1; i < touch_count; ++i) {
        double t = touches[i - 1] / 2 + touches[i] / 2;
        if (locate(shape, wend_add_scaled(wall.a, t, d)) == WEND_INSIDE)
            return true;
    }
    return false;
}

// Segments and points have no inside, so only rings are tested.
static bool ring_enters(checking *c, const scene_shape *area, wend_box box, const wend_vec2 *points,
                        uint32_t start, uint32_t end)
{
    c->tests += end - start;
    for (uint32_t i = start; i < end; ++i) {
        wend_segment wall = ring_edge(points, start, end, i);
        wend_box wall_box = wend_box_add(wend_box_of(&wall.a, 1), wall.b);
        if (!wend_box_meets(box, wall_box))
            continue;
        c->tests += area->point_count;
        if (c->tests > MOST_TESTS || wall_enters(area, wall))
            return true;
    }
    return false;
}

static bool any_wall_enters(checking *c, const scene_shape *area)
{
    wend_box box = wend_box_of(area->points, area->point_count);
    if (c->s->bounds && ring_enters(c, area, box, c->s->bounds, 0, c->s->bounds_count))
        return true;
    for (uint32_t k = 0; k < c->s->obstacle_count; ++k) {
        const scene_shape *shape = &c->s->obstacles[k].shape;
        uint32_t start = 0;
        for (uint32_t r = 0; r < shape->ring_count; start = shape->ring_ends[r++])
            if (ring_enters(c, area, box, shape->points, start, shape->ring_ends[r]))
                return true;
    }
    return false;
}

void check_area_is_free(checking *c, uint32_t index)
{
    const scene_area *area = &c->s->areas[index];
    wend_vec2 inside;
    if (has_free_edge(c, &area->shape) || !find_inside(&area->shape, &inside))
        return;
    uint32_t shape = 0;
    wend_location place = wend_floor_locate(c->floor, inside, &shape);
    if ((place != WEND_LOCATION_SOLID && place != WEND_LOCATION_OUTSIDE) ||
        any_wall_enters(c, &area->shape))
        return;
    char quoted[SUGGEST_QUOTED_SIZE], words[CHECK_WORDS_SIZE];
    suggest_quote(quoted, area->name);
    way w;
    way_to_area(c, &w, area, 0);
    if (place == WEND_LOCATION_SOLID)
        check_problem(c, &w, area->shape.points,
                      "area %s lies inside %s, where no agent can be: move it to free ground",
                      quoted, obstacle_words(c, shape, words));
    else
        check_problem(c, &w, area->shape.points,
                      "area %s lies outside the bounds, where no agent can be: move it inside",
                      quoted);
}
