// SPDX-License-Identifier: MIT
// Search of a group's plan, from its current shape, on a roadmap of the current floor, with the
// shapes of other groups as obstacles.
//
// A roadmap is created for each search and not kept: its growth in earlier searches would be part
// of the world's state. A snake starts from any shape. Poses are straight, so on a roadmap a group
// with a bent shape first completes its current motion, or reverses it: a snake to where its shape
// is straight. The shortest is taken.
#include "world/groups/search.h"

#include "core/angle.h"
#include "group/motion.h"
#include "wend/vec2.h"

#include <math.h>

/// Maximum error of the outlines of other groups, in parts of their width, or, of walls, of the
/// least width of the group. Outlines only guide the samples; motions are checked against the
/// shapes themselves.
#define OUTLINE_ERROR 0.02
enum { MAX_OUTLINE = 64 };

/// Step in which a snake is searched for a straight shape. [Units: least widths]
#define STRAIGHT_STEP 0.02

typedef wend_group_search search;

void wend_group_search_end(search *s)
{
    wend_group_plan_destroy(s->plan);
    wend_group_roadmap_destroy(s->roadmap);
    wend_floor_destroy(s->floor);
    wend_array_free(&s->obstacles, &s->world->allocator);
    wend_array_free(&s->walls, &s->world->allocator);
}

wend_group_stance wend_group_search_stance(const wend_group_search *s, uint32_t group)
{
    const wend_moving_group *g = &s->world->groups.list.data[group];
    if (s->stances)
        return s->stances[group];
    return (wend_group_stance){g->shape, g->plan, g->along};
}

/// The shape of another group as an obstacle.
static wend_group_shape obstacle_of(const search *s, uint32_t other)
{
    const wend_groups *groups = &s->world->groups;
    double gap = WEND_GROUPS_GAP * groups->list.data[s->group].def.size.min_width;
    wend_group_shape shape = wend_group_search_stance(s, other).shape;
    shape.width = fmax(shape.width - 2 * gap, 0.5 * shape.width);
    return shape;
}

/// Lists the shapes of other groups as obstacles.
static void list_obstacles(search *s, wend_group_whose of)
{
    const wend_groups *groups = &s->world->groups;
    s->obstacles.count = 0;
    for (uint32_t i = 0; i < groups->list.count; ++i)
        if (i != s->group && wend_group_is_there(s->world, i) &&
            (of == WEND_GROUPS_ALL || wend_group_stands(&groups->list.data[i])))
            s->obstacles.data[s->obstacles.count++] = obstacle_of(s, i);
}

bool wend_group_search_avoid_moving(search *s, const uint32_t *only)
{
    const wend_groups *groups = &s->world->groups;
    for (uint32_t i = 0; i < groups->list.count; ++i)
        if (i != s->group && wend_group_is_there(s->world, i) &&
            !wend_group_stands(&groups->list.data[i]) && (!only || *only == i) &&
            !wend_array_push(&s->obstacles, &s->world->allocator, obstacle_of(s, i)))
            return false;
    return true;
}

/// Creates the floor with the outlines of the group obstacles, so that samples are found around
/// these too. WEND_NOT_FOUND: an outline is too close to a wall.
static wend_result make_floor_with(const search *s, wend_vec2 (*outlines)[MAX_OUTLINE],
                                   wend_shape *shapes, wend_floor **floor)
{
    const wend_obstacles *obstacles = &s->world->obstacles;
    wend_shape_list list;
    wend_result result = WEND_OUT_OF_MEMORY;
    uint32_t count = 0, defects = 0;
    bool fits = wend_obstacles_list(obstacles, true, &s->world->allocator, &list);
    for (; fits && count < list.count; ++count)
        shapes[count] = list.shapes[count];
    double least = s->world->groups.list.data[s->group].def.size.min_width;
    for (size_t i = 0; i < s->obstacles.count + s->walls.count; ++i) {
        bool wall = i >= s->obstacles.count;
        const wend_group_shape *shape =
            wall ? &s->walls.data[i - s->obstacles.count] : &s->obstacles.data[i];
        shapes[count].points = outlines[i];
        shapes[count].ring_ends = NULL;
        if (wend_group_shape_outline(shape, OUTLINE_ERROR * (wall ? least : shape->width),
                                     outlines[i], MAX_OUTLINE,
                                     &shapes[count].point_count) == WEND_OK)
            ++count;
    }
    if (fits) {
        wend_shape_list all = {.shapes = shapes, .count = count};
        result = wend_obstacles_floor_of(obstacles, &all, &s->world->allocator, floor);
    }
    wend_shape_list_free(&list, &s->world->allocator);
    if (result == WEND_OK)
        result = wend_floor_validate(*floor, NULL, 0, &defects, NULL);
    return result == WEND_INVALID_GEOMETRY ? WEND_NOT_FOUND : result;
}

static wend_result make_floor(search *s)
{
    const wend_allocator *allocator = &s->world->allocator;
    size_t count = s->obstacles.count + s->walls.count;
    size_t most = count + s->world->obstacles.list.count;
    if (count > 0) {
        wend_vec2(*outlines)[MAX_OUTLINE] = wend_allocate(allocator, count, sizeof *outlines);
        wend_shape *shapes = wend_allocate(allocator, most, sizeof *shapes);
        wend_result result = outlines && shapes ? make_floor_with(s, outlines, shapes, &s->floor)
                                                : WEND_OUT_OF_MEMORY;
        wend_release(allocator, outlines, count, sizeof *outlines);
        wend_release(allocator, shapes, most, sizeof *shapes);
        if (result != WEND_NOT_FOUND || s->strict)
            return result;
        wend_floor_destroy(s->floor);
        s->floor = NULL;
    }
    return wend_obstacles_floor(&s->world->obstacles, allocator, &s->floor);
}

wend_result wend_group_search_begin(search *s, wend_group_whose of, wend_error *error)
{
    wend_world *world = s->world;
    const wend_world_group_def *def = &world->groups.list.data[s->group].def;
    s->status = WEND_GROUP_NOT_FOUND;
    if (!wend_array_reserve(&s->obstacles, &world->allocator, world->groups.list.count))
        return wend_fail_memory(error);
    list_obstacles(s, of);
    wend_result result = make_floor(s);
    if (result == WEND_NOT_FOUND)
        return wend_fail(error, result, "shapes of other groups meet walls");
    if (result != WEND_OK)
        return wend_fail_memory(error);
    wend_group_roadmap_def roadmap = wend_default_group_roadmap_def();
    roadmap.floor = s->floor;
    roadmap.size = def->size;
    roadmap.sampler = def->sampler;
    roadmap.local_planner = def->local_planner;
    roadmap.metric = def->metric;
    roadmap.seed = def->seed + s->variant;
    roadmap.neighbours = def->neighbours;
    roadmap.allocator = world->allocator;
    return wend_group_roadmap_create(&roadmap, &s->roadmap, error);
}

static wend_result query_roadmap(search *s, const wend_group_pose *from,
                                 const wend_group_shape *from_shape, const wend_group_pose *to,
                                 wend_error *error)
{
    wend_group_query query = wend_default_group_query();
    query.from = *from;
    query.from_shape = from_shape;
    query.to = *to;
    query.max_samples = s->world->groups.list.data[s->group].def.max_samples;
    if (s->max_samples > 0 && s->max_samples < query.max_samples)
        query.max_samples = s->max_samples;
    query.obstacles = s->obstacles.data;
    query.obstacle_count = (uint32_t)s->obstacles.count;
    wend_group_plan_destroy(s->plan);
    s->plan = NULL;
    s->along = 0;
    return wend_group_roadmap_find(s->roadmap, &query, &s->plan, &s->status, error);
}

// ---- from the current shape ---------------------------------------------------------------------

/// The pose of a shape; false: it is bent. The width is clamped: it was rounded.
static bool pose_of(const wend_group_shape *shape, wend_group_size size, wend_group_pose *pose)
{
    const wend_path_piece *spine = &shape->spine[0];
    if (wend_group_shape_pieces(shape) != 1 || spine->turn != 0)
        return false;
    wend_vec2 by = wend_sub(spine->b, spine->a);
    *pose = (wend_group_pose){
        .centre = wend_midpoint(spine->a, spine->b),
        .angle = by.x != 0 || by.y != 0 ? wend_atan2(by.y, by.x) : 0,
        .width = fmin(fmax(shape->width, size.min_width), wend_group_disc_width(size.area)),
    };
    return true;
}

/// Prepends a motion, on which the group is at `along`, to the plan that was found.
static wend_result prepend_motion(search *s, const wend_group_motion *motion, double along,
                                  wend_error *error)
{
    const wend_allocator *allocator = &s->world->allocator;
    uint32_t count = wend_group_plan_motions(s->plan) + 1;
    wend_group_motion *motions = wend_allocate(allocator, count, sizeof *motions);
    wend_group_plan *longer = NULL;
    if (motions) {
        motions[0] = *motion;
        for (uint32_t i = 1; i < count; ++i) {
            double begins;
            motions[i] = *wend_group_plan_motion(s->plan, i - 1, &begins);
        }
        longer = wend_group_plan_make(motions, count, wend_group_plan_area(s->plan), allocator);
    }
    wend_release(allocator, motions, count, sizeof *motions);
    if (!longer)
        return wend_fail_memory(error);
    wend_group_plan_destroy(s->plan);
    s->plan = longer;
    s->along = along;
    return WEND_OK;
}

/// The nearest distance along a motion, after `on`, at which the shape is straight; its length if
/// there is none before. Motions between poses are straight at the end.
static double straight_after(const wend_group_motion *motion, wend_group_size size, double on,
                             wend_group_pose *pose)
{
    double step = STRAIGHT_STEP * size.min_width;
    for (double along = on; motion->snake && along < motion->length; along += step) {
        const wend_group_shape shape = wend_group_motion_shape(motion, size.area, along);
        if (pose_of(&shape, size, pose))
            return along;
    }
    const wend_group_shape end = wend_group_motion_shape(motion, size.area, motion->length);
    return pose_of(&end, size, pose) ? motion->length : INFINITY;
}

/// A snake from the group's shape, whatever it is.
static wend_result find_snake(search *s, const wend_group_pose *to, wend_error *error)
{
    const wend_moving_group *g = &s->world->groups.list.data[s->group];
    const wend_group_stance here = wend_group_search_stance(s, s->group);
    wend_result result = query_roadmap(s, &g->def.from, &here.shape, to, error);
    return result == WEND_BAD_ARGUMENT ? WEND_NOT_FOUND : result;
}

/// From a bent shape, forwards or backwards on its motion up to a straight shape, and from there.
static wend_result find_from_straight(search *s, bool backwards, const wend_group_pose *to,
                                      wend_error *error)
{
    const wend_moving_group *g = &s->world->groups.list.data[s->group];
    const wend_group_stance here = wend_group_search_stance(s, s->group);
    wend_group_walls walls = {.floor = s->floor,
                              .obstacles = s->obstacles.data,
                              .obstacle_count = (uint32_t)s->obstacles.count};
    double begins, area = g->def.size.area;
    wend_group_pose pose = {.width = 0};
    uint32_t number = wend_group_plan_motion_at(here.plan, here.along);
    wend_group_motion motion = *wend_group_plan_motion(here.plan, number, &begins);
    double on = fmin(fmax(here.along - begins, 0), motion.length);
    if (backwards) {
        motion = wend_group_motion_reversed(&motion);
        on = motion.length - on;
    }
    double end = straight_after(&motion, g->def.size, on, &pose);
    if (end == INFINITY || !wend_group_motion_part_is_free(&motion, area, on, end, &walls, 0))
        return wend_fail(
            error, WEND_NOT_FOUND,
            "no path found: the group's shape is bent and cannot be straightened here");
    if (motion.snake)
        motion = wend_group_track_part(&motion, 0, end);
    wend_result result = query_roadmap(s, &pose, NULL, to, error);
    return result == WEND_OK ? prepend_motion(s, &motion, on, error) : result;
}

/// From a bent shape: the shortest of a snake from it, and of completing or reversing its motion.
static wend_result find_from_bent(search *s, const wend_group_pose *to, wend_error *error)
{
    wend_group_plan *best = NULL;
    double best_along = 0, best_left = INFINITY;
    wend_result result = WEND_OK;
    for (int i = 0; i < 3 && result != WEND_OUT_OF_MEMORY; ++i) {
        result = i == 0 ? find_snake(s, to, error) : find_from_straight(s, i == 2, to, error);
        double left = s->plan ? wend_group_plan_length(s->plan) - s->along : INFINITY;
        if (result != WEND_OK || !(left < best_left))
            continue;
        wend_group_plan_destroy(best);
        best = s->plan;
        best_left = left;
        best_along = s->along;
        s->plan = NULL;
    }
    wend_group_plan_destroy(s->plan);
    s->plan = best;
    s->along = best_along;
    if (best && result != WEND_OUT_OF_MEMORY) {
        s->status = WEND_GROUP_FOUND;
        result = WEND_OK;
    }
    return result;
}

wend_result wend_group_search_from(search *s, const wend_group_pose *from,
                                   const wend_group_pose *to, wend_group_shape *shape,
                                   wend_error *error)
{
    wend_group_pose start;
    list_obstacles(s, WEND_GROUPS_ALL);
    wend_result result = query_roadmap(s, from, NULL, from, error);
    if (result != WEND_OK)
        return result;
    *shape = wend_group_plan_shape(s->plan, 0);
    list_obstacles(s, WEND_GROUPS_STANDING);
    (void)pose_of(shape, s->world->groups.list.data[s->group].def.size, &start);
    return query_roadmap(s, &start, NULL, to, error);
}

/// From a shape that overlaps walls: starts from its middle, or from the position of a member.
static wend_result find_from_anywhere(search *s, const wend_group_pose *to, wend_error *error)
{
    const wend_world *world = s->world;
    wend_group_shape shape = world->groups.list.data[s->group].shape;
    wend_group_pose from = {.centre = wend_group_shape_from_local(&shape, (wend_vec2){0, 0})};
    wend_result result = wend_group_search_from(s, &from, to, &shape, error);
    for (uint32_t i = 0; i < world->crowd.slots && result == WEND_BAD_ARGUMENT; ++i)
        if (world->crowd.walkers[i].shape.raw.slot1 == s->group + 1) {
            from.centre = world->crowd.bodies[i].position;
            result = wend_group_search_from(s, &from, to, &shape, error);
        }
    return result;
}

wend_group_plan *wend_group_plan_backwards(const wend_group_plan *plan,
                                           const wend_allocator *allocator)
{
    uint32_t count = wend_group_plan_motions(plan);
    wend_group_motion *motions = wend_allocate(allocator, count, sizeof *motions);
    wend_group_plan *back = NULL;
    for (uint32_t i = 0; motions && i < count; ++i) {
        double begin;
        motions[i] =
            wend_group_motion_reversed(wend_group_plan_motion(plan, count - 1 - i, &begin));
    }
    if (motions)
        back = wend_group_plan_make(motions, count, wend_group_plan_area(plan), allocator);
    wend_release(allocator, motions, count, sizeof *motions);
    return back;
}

wend_result wend_group_search_from_here(search *s, const wend_group_pose *to, wend_error *error)
{
    const wend_moving_group *g = &s->world->groups.list.data[s->group];
    wend_group_pose from;
    if (g->walled)
        return find_from_anywhere(s, to, error);
    const wend_group_stance here = wend_group_search_stance(s, s->group);
    return pose_of(&here.shape, g->def.size, &from) ? query_roadmap(s, &from, NULL, to, error)
                                                    : find_from_bent(s, to, error);
}
