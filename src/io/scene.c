// SPDX-License-Identifier: MIT
#include "io/scene.h"

#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The polygon for a circle has at least this many sides, so that small pillars stay round, and at
// most this many, so that a huge circle costs no more than a large building.
enum { LEAST_SIDES = 16, MOST_SIDES = 720 };

scene *scene_new(void)
{
    scene *s = calloc(1, sizeof *s);
    if (s) {
        s->seconds = SCENE_DEFAULT_SECONDS;
        s->step = SCENE_DEFAULT_STEP;
    }
    return s;
}

void scene_free(scene *s)
{
    if (!s)
        return;
    text_free(&s->source);
    pool_free(&s->memory);
    free(s);
}

// Makes room for one more item. The old array stays in the pool: doubling wastes at most as much as
// is used.
static void *add_item(scene *s, void **items, uint32_t *count, uint32_t *capacity, size_t size)
{
    if (*count == *capacity) {
        if (*capacity > UINT32_MAX / 2)
            return NULL;
        uint32_t wanted = *capacity ? *capacity * 2 : 16;
        void *grown = pool_allocate(&s->memory, wanted, size);
        if (!grown)
            return NULL;
        if (*count > 0)
            memcpy(grown, *items, *count * size);
        *items = grown;
        *capacity = wanted;
    }
    return (char *)*items + (size_t)(*count)++ * size;
}

scene_obstacle *scene_add_obstacle(scene *s)
{
    void *items = s->obstacles;
    scene_obstacle *added =
        add_item(s, &items, &s->obstacle_count, &s->obstacle_capacity, sizeof *s->obstacles);
    s->obstacles = items;
    return added;
}

scene_area *scene_add_area(scene *s)
{
    void *items = s->areas;
    scene_area *added = add_item(s, &items, &s->area_count, &s->area_capacity, sizeof *s->areas);
    s->areas = items;
    return added;
}

scene_agents *scene_add_agents(scene *s)
{
    void *items = s->agents;
    scene_agents *added =
        add_item(s, &items, &s->agents_count, &s->agents_capacity, sizeof *s->agents);
    s->agents = items;
    return added;
}

bool scene_shape_ring(scene *s, const wend_vec2 *points, size_t count, scene_shape *shape)
{
    if (count > UINT32_MAX)
        return false;
    uint32_t end = (uint32_t)count;
    return scene_shape_rings(s, points, &end, 1, shape);
}

bool scene_shape_rings(scene *s, const wend_vec2 *points, const uint32_t *ring_ends,
                       size_t ring_count, scene_shape *shape)
{
    if (ring_count > UINT32_MAX)
        return false;
    uint32_t count = ring_count ? ring_ends[ring_count - 1] : 0;
    wend_vec2 *point_copy = pool_allocate(&s->memory, count, sizeof *points);
    uint32_t *end_copy = pool_allocate(&s->memory, ring_count, sizeof *ring_ends);
    if (!point_copy || !end_copy)
        return false;
    if (count > 0)
        memcpy(point_copy, points, count * sizeof *points);
    if (ring_count > 0)
        memcpy(end_copy, ring_ends, ring_count * sizeof *ring_ends);
    *shape = (scene_shape){point_copy, end_copy, (uint32_t)ring_count, count};
    return true;
}

bool scene_circle(scene *s, scene_obstacle *obstacle, wend_vec2 centre, double radius)
{
    const double pi = 3.14159265358979323846;
    // A corner of the circumscribed n-gon is at radius / cos(pi / n).
    double part = fmin(SCENE_CIRCLE_ERROR / radius, SCENE_CIRCLE_RELATIVE_ERROR);
    double sides = ceil(pi / acos(1 / (1 + part)));
    sides = fmin(fmax(ceil(sides / 4) * 4, LEAST_SIDES), MOST_SIDES);
    size_t count = (size_t)sides;
    double reach = radius / cos(pi / sides);
    wend_vec2 corners[MOST_SIDES];
    for (size_t i = 0; i < count; ++i) {
        double angle = 2 * pi * ((double)i + 0.5) / sides;
        corners[i] = (wend_vec2){centre.x + reach * cos(angle), centre.y + reach * sin(angle)};
    }
    obstacle->kind = SCENE_CIRCLE;
    obstacle->centre = centre;
    obstacle->radius = radius;
    return scene_shape_ring(s, corners, count, &obstacle->shape);
}

wend_box scene_box(const scene *s)
{
    wend_box box = wend_box_of(s->bounds, s->bounds_count);
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        const scene_shape *shape = &s->obstacles[i].shape;
        box = wend_box_join(box, wend_box_of(shape->points, shape->point_count));
    }
    for (uint32_t i = 0; i < s->area_count; ++i) {
        const scene_shape *shape = &s->areas[i].shape;
        box = wend_box_join(box, wend_box_of(shape->points, shape->point_count));
    }
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_agents *agents = &s->agents[i];
        if (!agents->in)
            box = wend_box_add(box, agents->at);
        if (agents->goal.kind == SCENE_GOAL_POINT || agents->goal.kind == SCENE_GOAL_SEGMENT)
            box = wend_box_add(box, agents->goal.segment.a);
        if (agents->goal.kind == SCENE_GOAL_SEGMENT)
            box = wend_box_add(box, agents->goal.segment.b);
    }
    return box;
}

static void shift_points(wend_vec2 *points, size_t count, wend_vec2 offset)
{
    for (size_t i = 0; i < count; ++i) {
        points[i].x -= offset.x;
        points[i].y -= offset.y;
    }
}

void scene_shift(scene *s, wend_vec2 offset)
{
    shift_points(s->bounds, s->bounds_count, offset);
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        scene_obstacle *obstacle = &s->obstacles[i];
        shift_points(obstacle->shape.points, obstacle->shape.point_count, offset);
        shift_points(&obstacle->centre, 1, offset);
    }
    for (uint32_t i = 0; i < s->area_count; ++i)
        shift_points(s->areas[i].shape.points, s->areas[i].shape.point_count, offset);
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        scene_agents *agents = &s->agents[i];
        shift_points(&agents->at, 1, offset);
        shift_points(&agents->goal.segment.a, 1, offset);
        shift_points(&agents->goal.segment.b, 1, offset);
    }
    s->origin.x += offset.x;
    s->origin.y += offset.y;
}

// The middle, as a whole number of metres. x - offset is exact if it is not larger than x: then it
// is a multiple of x's last digit with no more digits than x. So nothing is shifted that reaches
// nearer to 0 than half of the offset; it would gain one digit at most.
static double axis_offset(double min, double max)
{
    double nearest = min > 0 ? min : max < 0 ? -max : 0;
    double offset = floor(min / 2 + max / 2);
    bool far = fmax(fabs(min), fabs(max)) > SCENE_LOCAL_LIMIT;
    return far && nearest >= fabs(offset) / 2 ? offset : 0;
}

wend_vec2 scene_local_offset(wend_box box)
{
    if (box.min.x > box.max.x)
        return (wend_vec2){0};
    return (wend_vec2){axis_offset(box.min.x, box.max.x), axis_offset(box.min.y, box.max.y)};
}

void scene_localise(scene *s)
{
    wend_vec2 offset = scene_local_offset(scene_box(s));
    if (offset.x != 0 || offset.y != 0)
        scene_shift(s, offset);
}
