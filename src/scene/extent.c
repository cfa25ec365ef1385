// SPDX-License-Identifier: MIT
// Extent of a scene: the box around it, and translations of the whole scene.
#include "scene/scene.h"

#include "wend/geometry.h"

#include <math.h>
#include <string.h>

static wend_box join_shape(wend_box box, const scene_shape *shape)
{
    return wend_box_join(box, wend_box_of(shape->points, shape->point_count));
}

static wend_box join_goal(wend_box box, const scene_goal *goal)
{
    if (goal->kind == SCENE_GOAL_POINT || goal->kind == SCENE_GOAL_SEGMENT)
        box = wend_box_add(box, goal->segment.a);
    if (goal->kind == SCENE_GOAL_SEGMENT)
        box = wend_box_add(box, goal->segment.b);
    return box;
}

// The box of a moving obstacle's body along its path, which may be given by any of its points.
static wend_box join_mover(wend_box box, const scene_mover *mover)
{
    const scene_shape *shape = &mover->body.shape;
    wend_box at_first = wend_box_of(shape->points, shape->point_count);
    for (uint32_t i = 0; i < mover->def.path_count && shape->point_count > 0; ++i) {
        wend_vec2 by = {mover->def.path[i].x - mover->def.path[0].x,
                        mover->def.path[i].y - mover->def.path[0].y};
        wend_box then = {{at_first.min.x + by.x, at_first.min.y + by.y},
                         {at_first.max.x + by.x, at_first.max.y + by.y}};
        box = wend_box_join(box, then);
    }
    return box;
}

static wend_box join_field(wend_box box, const scene_resource *field)
{
    for (uint32_t i = 0; i < field->def.patch_count; ++i) {
        wend_vec2 p = field->def.patches[i].position;
        double radius = field->def.patches[i].radius;
        box = wend_box_add(box, (wend_vec2){p.x - radius, p.y - radius});
        box = wend_box_add(box, (wend_vec2){p.x + radius, p.y + radius});
    }
    return box;
}

static wend_box join_goal_place(wend_box box, const scene_goal_place *goal)
{
    for (uint32_t i = 0; i < goal->def.frame_count; ++i)
        box = wend_box_add(wend_box_add(box, goal->def.frames[i].a), goal->def.frames[i].b);
    return box;
}

wend_box scene_box(const scene *s)
{
    wend_box box = wend_box_of(s->bounds, s->bounds_count);
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        box = join_shape(box, &s->obstacles[i].shape);
    for (uint32_t i = 0; i < s->area_count; ++i)
        box = join_shape(box, &s->areas[i].shape);
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_agents *agents = &s->agents[i];
        if (scene_agents_have_place(agents))
            box = wend_box_add(box, agents->def.agent.position);
        box = join_goal(box, &agents->goal);
        for (uint32_t k = 0; k < agents->waypoint_count; ++k)
            box = join_goal(box, &agents->waypoints[k].goal);
    }
    for (uint32_t i = 0; i < s->resource_count; ++i)
        box = join_field(box, &s->resources[i]);
    for (uint32_t i = 0; i < s->goal_count; ++i)
        box = join_goal_place(box, &s->goals[i]);
    box = wend_box_join(box, wend_box_of(s->flow.points, s->flow.point_count));
    for (uint32_t i = 0; i < s->door_count; ++i)
        box = join_shape(box, &s->doors[i].body.shape);
    for (uint32_t i = 0; i < s->mover_count; ++i)
        box = join_mover(box, &s->movers[i]);
    return box;
}

wend_box scene_open_frame(wend_box box, double more)
{
    if (box.min.x > box.max.x)
        box = (wend_box){{0, 0}, {0, 0}};
    double size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    double margin = SCENE_OPEN_MARGIN + more + 2 * size;
    return (wend_box){{box.min.x - margin, box.min.y - margin},
                      {box.max.x + margin, box.max.y + margin}};
}

static void shift_points(wend_vec2 *points, size_t count, wend_vec2 offset)
{
    for (size_t i = 0; i < count; ++i) {
        points[i].x = points[i].x - offset.x + 0.0; // no -0
        points[i].y = points[i].y - offset.y + 0.0;
    }
}

// The library's defs have const pointers to memory of the scene.
static void shift_own(const wend_vec2 *points, size_t count, wend_vec2 offset)
{
    wend_vec2 *own;
    memcpy(&own, &points, sizeof own);
    shift_points(own, count, offset);
}

static void shift_shape(scene_shape *shape, wend_vec2 offset)
{
    shift_points(shape->points, shape->point_count, offset);
}

static void shift_obstacle(scene_obstacle *obstacle, wend_vec2 offset)
{
    shift_shape(&obstacle->shape, offset);
    shift_points(&obstacle->centre, 1, offset);
    // A circle's polygon depends on rounding at its position; a reader would recompute it.
    if (obstacle->kind == SCENE_CIRCLE) {
        wend_vec2 corners[SCENE_CIRCLE_SIDES];
        size_t count = scene_circle_corners(obstacle->centre, obstacle->radius, corners);
        if (count == obstacle->shape.point_count)
            memcpy(obstacle->shape.points, corners, count * sizeof *corners);
    }
}

static void shift_goal(scene_goal *goal, wend_vec2 offset)
{
    shift_points(&goal->segment.a, 1, offset);
    shift_points(&goal->segment.b, 1, offset);
}

static void shift_goal_place(scene_goal_place *goal, wend_vec2 offset)
{
    for (uint32_t i = 0; i < goal->def.frame_count; ++i) {
        shift_own(&goal->def.frames[i].a, 1, offset);
        shift_own(&goal->def.frames[i].b, 1, offset);
    }
}

static void shift_agents(scene_agents *agents, wend_vec2 offset)
{
    shift_points(&agents->def.agent.position, 1, offset);
    shift_goal(&agents->goal, offset);
    for (uint32_t i = 0; i < agents->waypoint_count; ++i)
        shift_goal(&agents->waypoints[i].goal, offset);
}

void scene_shift(scene *s, wend_vec2 offset)
{
    shift_points(s->bounds, s->bounds_count, offset);
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        shift_obstacle(&s->obstacles[i], offset);
    for (uint32_t i = 0; i < s->area_count; ++i)
        shift_shape(&s->areas[i].shape, offset);
    for (uint32_t i = 0; i < s->agents_count; ++i)
        shift_agents(&s->agents[i], offset);
    for (uint32_t i = 0; i < s->resource_count; ++i)
        for (uint32_t k = 0; k < s->resources[i].def.patch_count; ++k)
            shift_own(&s->resources[i].def.patches[k].position, 1, offset);
    for (uint32_t i = 0; i < s->goal_count; ++i)
        shift_goal_place(&s->goals[i], offset);
    for (uint32_t i = 0; i < s->boost_count; ++i)
        shift_points(&s->boosts[i].at, 1, offset);
    shift_points(s->flow.points, s->flow.point_count, offset);
    for (uint32_t i = 0; i < s->door_count; ++i)
        shift_shape(&s->doors[i].body.shape, offset);
    for (uint32_t i = 0; i < s->mover_count; ++i) {
        shift_obstacle(&s->movers[i].body, offset);
        shift_own(s->movers[i].def.path, s->movers[i].def.path_count, offset);
    }
    s->origin.x += offset.x;
    s->origin.y += offset.y;
}

void scene_clear_zeros(scene *s)
{
    scene_shift(s, (wend_vec2){0, 0});
}

// The middle, as a whole number of metres. x - offset is exact if it is not larger than x: then it
// is a multiple of x's last digit with no more digits than x. Coordinates nearer to 0 than half of
// the offset therefore prevent the shift; it would gain one digit at most.
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
