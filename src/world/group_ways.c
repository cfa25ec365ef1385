// SPDX-License-Identifier: MIT
// Where groups go: ways are looked for when a group is added or sent, when obstacles have changed
// and the rest of its way is no longer free, and when another group has held it up for long.
//
// A roadmap is made for one search and not kept: what it had grown to for earlier ones would be
// a part of the world's state. Poses are straight, so a group whose shape is bent goes on to the
// end of its motion first, or back to the start of it.
#include "world/groups.h"

#include "core/angle.h"
#include "group/motion.h"
#include "world/guide.h"

#include <math.h>

/// Who was held up by another group for so long looks for a way around it; by one that comes after
/// it, later, so that not both go. Who lets another pass has more patience. [Units: s]
#define HELD_LONG    3.0
#define HELD_LONGER  6.0
#define YIELDED_LONG 15.0

/// And no more often than this. [Units: s]
#define AGAIN 5.0

/// A search in a step for a way around others is no longer than this: they may go on, too.
#define AROUND_SAMPLES 1000

/// Outlines of other groups are off by this part of their width at most. Whether a motion is free
/// of them is told by their shapes; outlines are only there to be led around.
#define OUTLINE_ERROR 0.02
enum { MOST_OUTLINE = 64 };

// ---- a search -----------------------------------------------------------------------------------

typedef struct search {
    wend_world *world;
    uint32_t group;
    wend_floor *floor;
    wend_group_roadmap *roadmap;
    wend_array(wend_group_shape) obstacles; ///< other groups
    bool around;                            ///< it has a way, and only asks for one around them
    // What it has found.
    wend_group_plan *plan;
    double along; ///< where on it the group is
    wend_group_status status;
} search;

static void end(search *s)
{
    wend_group_plan_destroy(s->plan);
    wend_group_roadmap_destroy(s->roadmap);
    wend_floor_destroy(s->floor);
    wend_array_free(&s->obstacles, &s->world->allocator);
}

/// Whose shapes are obstacles for a search.
typedef enum whose { STANDING, EVERYBODY } whose;

/// Takes the shapes of other groups as obstacles.
static void take_obstacles(search *s, whose of)
{
    const wend_groups *groups = &s->world->groups;
    double gap = WEND_GROUPS_GAP * groups->list.data[s->group].def.size.least_width;
    s->obstacles.count = 0;
    for (uint32_t i = 0; i < groups->list.count; ++i)
        if (i != s->group && wend_group_is_there(s->world, i) &&
            (of == EVERYBODY || wend_group_stands(&groups->list.data[i]))) {
            wend_group_shape *shape = &s->obstacles.data[s->obstacles.count++];
            *shape = groups->list.data[i].shape;
            shape->width = fmax(shape->width - 2 * gap, 0.5 * shape->width);
        }
}

/// The floor with the outlines of the obstacles: so that samples are found around these, too.
/// WEND_NOTHING: one comes too near to a wall for that.
static wend_result make_floor_with(const search *s, wend_vec2 (*outlines)[MOST_OUTLINE],
                                   wend_shape *shapes, wend_floor **floor)
{
    const wend_obstacles *obstacles = &s->world->obstacles;
    wend_standing list;
    wend_result result = WEND_NO_MEMORY;
    uint32_t count = 0, flaws = 0;
    bool fits = wend_standing_list(obstacles, true, &s->world->allocator, &list);
    for (; fits && count < list.count; ++count)
        shapes[count] = list.shapes[count];
    for (size_t i = 0; i < s->obstacles.count; ++i) {
        const wend_group_shape *shape = &s->obstacles.data[i];
        shapes[count].points = outlines[i];
        shapes[count].ring_ends = NULL;
        if (wend_group_shape_outline(shape, OUTLINE_ERROR * shape->width, outlines[i], MOST_OUTLINE,
                                     &shapes[count].point_count) == WEND_OK)
            ++count;
    }
    if (fits) {
        wend_standing all = {.shapes = shapes, .count = count};
        result = wend_standing_floor(obstacles, &all, &s->world->allocator, floor);
    }
    wend_standing_free(&list, &s->world->allocator);
    if (result == WEND_OK)
        result = wend_floor_flaws(*floor, NULL, 0, &flaws, NULL);
    return result == WEND_UNSOUND ? WEND_NOTHING : result;
}

static wend_result make_floor(search *s)
{
    const wend_allocator *allocator = &s->world->allocator;
    size_t count = s->obstacles.count, most = count + s->world->obstacles.things.count;
    if (count > 0) {
        wend_vec2(*outlines)[MOST_OUTLINE] = wend_allocate(allocator, count, sizeof *outlines);
        wend_shape *shapes = wend_allocate(allocator, most, sizeof *shapes);
        wend_result result =
            outlines && shapes ? make_floor_with(s, outlines, shapes, &s->floor) : WEND_NO_MEMORY;
        wend_release(allocator, outlines, count, sizeof *outlines);
        wend_release(allocator, shapes, most, sizeof *shapes);
        if (result != WEND_NOTHING)
            return result;
        wend_floor_destroy(s->floor);
        s->floor = NULL;
    }
    return wend_obstacles_floor(&s->world->obstacles, allocator, &s->floor);
}

static wend_result begin(search *s, whose of, wend_error *error)
{
    wend_world *world = s->world;
    const wend_world_group_def *def = &world->groups.list.data[s->group].def;
    s->status = WEND_GROUP_NOT_FOUND;
    if (!wend_array_reserve(&s->obstacles, &world->allocator, world->groups.list.count))
        return wend_fail_memory(error);
    take_obstacles(s, of);
    if (make_floor(s) != WEND_OK)
        return wend_fail_memory(error);
    wend_group_roadmap_def roadmap = wend_default_group_roadmap_def();
    roadmap.floor = s->floor;
    roadmap.size = def->size;
    roadmap.sampler = def->sampler;
    roadmap.local = def->local;
    roadmap.metric = def->metric;
    roadmap.seed = def->seed;
    roadmap.neighbours = def->neighbours;
    roadmap.allocator = world->allocator;
    return wend_group_roadmap_create(&roadmap, &s->roadmap, error);
}

static wend_result ask(search *s, const wend_group_pose *from, const wend_group_pose *to,
                       wend_error *error)
{
    wend_group_query query = wend_default_group_query();
    query.from = *from;
    query.to = *to;
    query.most_samples = s->world->groups.list.data[s->group].def.most_samples;
    if (s->around)
        query.most_samples =
            query.most_samples < AROUND_SAMPLES ? query.most_samples : AROUND_SAMPLES;
    query.obstacles = s->obstacles.data;
    query.obstacle_count = (uint32_t)s->obstacles.count;
    wend_group_plan_destroy(s->plan);
    s->plan = NULL;
    s->along = 0;
    return wend_group_roadmap_find(s->roadmap, &query, &s->plan, &s->status, error);
}

// ---- from where it is ---------------------------------------------------------------------------

/// The pose of a shape; false: it is bent. Its width was rounded on the way.
static bool pose_of(const wend_group_shape *shape, wend_group_size size, wend_group_pose *pose)
{
    const wend_path_piece *spine = &shape->spine[0];
    if (shape->count != 1 || spine->turn != 0)
        return false;
    double x = spine->b.x - spine->a.x, y = spine->b.y - spine->a.y;
    *pose = (wend_group_pose){
        .centre = {0.5 * (spine->a.x + spine->b.x), 0.5 * (spine->a.y + spine->b.y)},
        .angle = x != 0 || y != 0 ? wend_atan2(y, x) : 0,
        .width = fmin(fmax(shape->width, size.least_width), wend_group_disc_width(size.area)),
    };
    return true;
}

/// Puts a motion before the plan that was found: the group is so far along it.
static wend_result put_before(search *s, const wend_group_motion *motion, double along,
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

/// From a bent shape: on to the end of its motion, or back to the start.
static wend_result find_from_bent(search *s, const wend_group_pose *to, wend_error *error)
{
    const wend_moving_group *g = &s->world->groups.list.data[s->group];
    wend_group_walls walls = {.floor = s->floor,
                              .obstacles = s->obstacles.data,
                              .obstacle_count = (uint32_t)s->obstacles.count};
    double begins, area = g->def.size.area;
    uint32_t number = wend_group_plan_motion_at(g->plan, g->along);
    wend_group_motion motion = *wend_group_plan_motion(g->plan, number, &begins);
    double on = fmin(fmax(g->along - begins, 0), motion.length);
    if (!wend_group_motion_part_is_free(&motion, area, on, motion.length, &walls, 0)) {
        if (!wend_group_motion_part_is_free(&motion, area, 0, on, &walls, 0))
            return wend_fail(error, WEND_NOTHING,
                             "no way was found: the group's shape is bent and can't get out");
        motion = wend_group_motion_reversed(&motion);
        on = motion.length - on;
    }
    wend_result result = ask(s, &motion.to, to, error);
    return result == WEND_OK ? put_before(s, &motion, on, error) : result;
}

/// From a place, if that is free of walls and all other groups: then *shape is there, whatever is
/// found.
static wend_result find_from(search *s, const wend_group_pose *from, const wend_group_pose *to,
                             wend_group_shape *shape, wend_error *error)
{
    wend_group_pose start;
    take_obstacles(s, EVERYBODY);
    wend_result result = ask(s, from, from, error);
    if (result != WEND_OK)
        return result;
    *shape = wend_group_plan_shape(s->plan, 0);
    take_obstacles(s, STANDING);
    (void)pose_of(shape, s->world->groups.list.data[s->group].def.size, &start);
    return ask(s, &start, to, error);
}

/// From anywhere near: something has come down on the shape. Its middle, or where a member is.
static wend_result find_from_anywhere(search *s, const wend_group_pose *to, wend_error *error)
{
    const wend_world *world = s->world;
    wend_group_shape shape = world->groups.list.data[s->group].shape;
    wend_group_pose from = {.centre = wend_group_shape_place(&shape, (wend_vec2){0, 0})};
    wend_result result = find_from(s, &from, to, &shape, error);
    for (uint32_t i = 0; i < world->crowd.slots && result == WEND_BAD_ARGUMENT; ++i)
        if (world->crowd.walkers[i].shape.slot1 == s->group + 1) {
            from.centre = world->crowd.bodies[i].position;
            result = find_from(s, &from, to, &shape, error);
        }
    return result;
}

static wend_result find_from_here(search *s, const wend_group_pose *to, wend_error *error)
{
    const wend_moving_group *g = &s->world->groups.list.data[s->group];
    wend_group_pose from;
    if (g->walled)
        return find_from_anywhere(s, to, error);
    return pose_of(&g->shape, g->def.size, &from) ? ask(s, &from, to, error)
                                                  : find_from_bent(s, to, error);
}

/// The group takes the way that was found.
static void take(search *s)
{
    wend_moving_group *g = &s->world->groups.list.data[s->group];
    wend_group_plan_destroy(g->plan);
    g->plan = s->plan;
    s->plan = NULL;
    g->plan_hash = wend_groups_hash_plan(g->plan);
    g->along = s->along;
    g->length = wend_group_plan_length(g->plan);
    g->shape = wend_group_plan_shape(g->plan, g->along);
    g->status = WEND_GROUP_FOUND;
    g->trail = s->world->obstacles.trail;
    g->held = 0;
    g->again = s->world->time + AGAIN;
    g->walled = g->outdated = g->arrived = false;
}

/// There is none: it stands. Where that may be for other groups that stand, it asks again.
static void do_without(search *s)
{
    wend_moving_group *g = &s->world->groups.list.data[s->group];
    // What other groups are in the way of is not proven to be impossible.
    g->status = s->obstacles.count > 0 ? WEND_GROUP_NOT_FOUND : s->status;
    g->trail = s->world->obstacles.trail;
    g->held = 0;
    g->again = s->obstacles.count > 0 ? s->world->time + AGAIN : INFINITY;
    g->arrived = false;
}

wend_result wend_groups_find_way(wend_world *world, uint32_t group, const wend_group_pose *to,
                                 wend_error *error)
{
    search s = {.world = world, .group = group};
    wend_moving_group *g = &world->groups.list.data[group];
    wend_group_shape shape = g->shape;
    bool is_new = shape.count == 0;
    wend_result result = begin(&s, STANDING, error);
    if (result == WEND_OK)
        result =
            is_new ? find_from(&s, &g->def.from, to, &shape, error) : find_from_here(&s, to, error);
    if (!wend_failed(result)) {
        ++g->plans;
        g->def.to = *to;
        g->shape = shape;
    }
    if (result == WEND_OK) {
        take(&s);
    } else if (result == WEND_NOTHING) {
        do_without(&s);
        g->outdated = true;
    }
    end(&s);
    return result;
}

// ---- in the step --------------------------------------------------------------------------------

/// True if the shape can go on to the end of its plan.
static bool is_rest_free(const wend_moving_group *g, const wend_floor *floor)
{
    wend_group_walls walls = {.floor = floor};
    uint32_t first = wend_group_plan_motion_at(g->plan, g->along);
    for (uint32_t i = first; i < wend_group_plan_motions(g->plan); ++i) {
        double begins;
        const wend_group_motion *motion = wend_group_plan_motion(g->plan, i, &begins);
        double from = i == first ? fmin(fmax(g->along - begins, 0), motion->length) : 0;
        if (!wend_group_motion_part_is_free(motion, g->def.size.area, from, motion->length, &walls,
                                            0))
            return false;
    }
    return true;
}

/// Finds out what other obstacles mean for a group.
static void look_at_walls(wend_world *world, wend_moving_group *g, const wend_floor *floor)
{
    g->walled = !(wend_group_shape_clearance(floor, &g->shape, g->shape.width, NULL, NULL) > 0);
    bool goes_on = g->plan && !g->outdated && !g->walled && is_rest_free(g, floor);
    if (goes_on)
        g->status = WEND_GROUP_FOUND;
    if (goes_on || g->arrived)
        g->trail = world->obstacles.trail;
}

static bool is_held_up(const wend_moving_group *g, uint32_t group)
{
    double patience = g->yields ? YIELDED_LONG : g->blocker1 - 1 < group ? HELD_LONG : HELD_LONGER;
    return g->status == WEND_GROUP_FOUND && g->blocker1 > 0 && g->held >= patience;
}

/// True if a group is to look for another way now.
static bool wants_way(const wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    if (g->arrived || (g->populated && !wend_group_is_there(world, group)))
        return false;
    if (g->trail != world->obstacles.trail)
        return true;
    return world->time >= g->again && (g->status != WEND_GROUP_FOUND || is_held_up(g, group));
}

/// True if a way around is worth it: what it is longer takes no more time than was lost so far; or
/// the other one stays, or waits for this one in turn.
static bool is_worth_it(const search *s)
{
    const wend_world *world = s->world;
    const wend_moving_group *g = &world->groups.list.data[s->group];
    const wend_moving_group *other = &world->groups.list.data[g->blocker1 - 1];
    if (wend_group_stands(other) || other->blocker1 == s->group + 1)
        return true;
    double speed = g->def.field.speed;
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        if (world->crowd.walkers[i].shape.slot1 == s->group + 1)
            speed = fmin(speed, wend_guide_speed(world, i));
    double longer = wend_group_plan_length(s->plan) - s->along - (g->length - g->along);
    return longer <= speed * g->held;
}

/// True if the goal is taken by a group that stays where it is.
static bool is_goal_taken(const wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    const wend_group_shape end = wend_group_plan_shape(g->plan, g->length);
    double gap = WEND_GROUPS_GAP * g->def.size.least_width;
    for (uint32_t i = 0; i < world->groups.list.count; ++i) {
        const wend_moving_group *other = &world->groups.list.data[i];
        if (i != group && other->arrived && wend_group_stands(other) &&
            wend_group_is_there(world, i) && wend_group_shapes_distance(&end, &other->shape) <= gap)
            return true;
    }
    return false;
}

/// Looks for another way. False: out of memory.
static bool look_for_way(wend_world *world, uint32_t group)
{
    wend_moving_group *g = &world->groups.list.data[group];
    bool around = g->status == WEND_GROUP_FOUND && g->trail == world->obstacles.trail;
    search s = {.world = world, .group = group, .around = around};
    wend_result result = begin(&s, around ? EVERYBODY : STANDING, NULL);
    if (result == WEND_OK)
        result = find_from_here(&s, &g->def.to, NULL);
    if (result != WEND_NO_MEMORY) {
        ++g->plans;
        world->groups.planned = world->steps + 1;
        if (result == WEND_OK && (!around || is_worth_it(&s)))
            take(&s);
        else if (around)
            g->again = world->time + fmax(AGAIN, g->held);
        else
            do_without(&s);
    }
    end(&s);
    return result != WEND_NO_MEMORY;
}

bool wend_groups_replan(wend_world *world)
{
    wend_floor *floor = NULL;
    bool fits = true;
    for (uint32_t i = 0; i < world->groups.list.count && fits; ++i) {
        wend_moving_group *g = &world->groups.list.data[i];
        if (g->trail != world->obstacles.trail) {
            fits = floor ||
                   wend_obstacles_floor(&world->obstacles, &world->allocator, &floor) == WEND_OK;
            if (fits)
                look_at_walls(world, g, floor);
        }
        if (!fits || world->groups.planned == world->steps + 1 || !wants_way(world, i))
            continue;
        // As agents who can't get to where others stand: it has arrived.
        if (g->trail == world->obstacles.trail && is_held_up(g, i) && is_goal_taken(world, i))
            g->arrived = true;
        else
            fits = look_for_way(world, i);
    }
    wend_floor_destroy(floor);
    return fits;
}
