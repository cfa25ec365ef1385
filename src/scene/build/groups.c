// SPDX-License-Identifier: MIT
#include "scene/build/groups.h"

#include "base/suggest.h"
#include "core/memory.h"
#include "scene/json.h"
#include "wend/geometry.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.141592653589793

// The time just after the start of a run. [Units: s]
#define SOON 1e-9

// A free pose is searched among this number of widths and directions.
enum { POSE_WIDTHS = 16, POSE_ANGLES = 36 };

// ---- membership ---------------------------------------------------------------------------------

bool scene_agents_stay_together(const scene *s, const scene_agents *agents,
                                wend_planner_kind planner)
{
    if ((int)planner == SCENE_INHERITED)
        planner = scene_planner(s, agents);
    return wend_planner_info_of(planner)->needs & WEND_NEEDS_GROUP;
}

// True if both are in the same coherent group.
static bool are_one(const scene *s, uint32_t a, uint32_t b, wend_planner_kind planner)
{
    const scene_agents *one = &s->agents[a], *two = &s->agents[b];
    if (a == b)
        return true;
    return scene_agents_stay_together(s, one, planner) && one->group && two->group &&
           strcmp(one->group, two->group) == 0;
}

uint32_t scene_group_first(const scene *s, uint32_t entry, wend_planner_kind planner)
{
    uint32_t first = s->agents[entry].group ? 0 : entry;
    while (!are_one(s, first, entry, planner))
        ++first;
    return first;
}

bool scene_group_has(const scene *s, uint32_t first, uint32_t entry, wend_planner_kind planner)
{
    return scene_agents_stay_together(s, &s->agents[entry], planner) &&
           are_one(s, first, entry, planner);
}

uint32_t scene_group_next(const scene *s, uint32_t entry, wend_planner_kind planner)
{
    for (uint32_t i = entry + 1; i < s->agents_count; ++i)
        if (scene_agents_stay_together(s, &s->agents[i], planner) &&
            scene_group_first(s, i, planner) == i)
            return i;
    return UINT32_MAX;
}

// ---- start and goal -----------------------------------------------------------------------------

wend_vec2 scene_shape_middle(const scene_shape *shape)
{
    return wend_polygon_centroid(shape->points, shape->ring_ends[0]);
}

static wend_result area_middle(const scene *s, const char *name, wend_vec2 *middle,
                               wend_error *error)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    const scene_area *area = scene_area_named(s, name);
    if (!area)
        return wend_fail(error, WEND_BAD_ARGUMENT, "no area is called %s",
                         suggest_quote(quoted, name));
    *middle = scene_shape_middle(&area->shape);
    return WEND_OK;
}

static wend_result goal_middle(const scene *s, const scene_goal *goal, wend_vec2 *middle,
                               wend_error *error)
{
    const scene_goal_place *place;
    wend_segment now;
    switch (goal->kind) {
    case SCENE_GOAL_POINT:
    case SCENE_GOAL_SEGMENT:
        *middle = wend_midpoint(goal->segment.a, goal->segment.b);
        return WEND_OK;
    case SCENE_GOAL_AREA:
        place = scene_goal_named(s, goal->area);
        if (!place)
            return area_middle(s, goal->area, middle, error);
        if (!scene_goal_rests(place) || !scene_goal_at(place, 0, &now))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "a coherent group needs a goal that does not move");
        *middle = wend_midpoint(now.a, now.b);
        return WEND_OK;
    case SCENE_GOAL_NONE:
    case SCENE_GOAL_AREAS:
        break;
    }
    return wend_fail(error, WEND_BAD_ARGUMENT,
                     "a coherent group needs a \"goal\": an area, a point, a segment or a list of "
                     "names");
}

// One of the goals of a list, or the only one.
static scene_goal one_of(const scene_goal *goal, uint32_t i)
{
    if (goal->kind != SCENE_GOAL_AREAS)
        return *goal;
    return (scene_goal){.kind = SCENE_GOAL_AREA, .area = goal->areas[i]};
}

// Position i of those that a group goes to, in the order of its route, with all choices. *stop
// [opt]: the waypoint it belongs to. WEND_NOT_FOUND: there are no more.
static wend_result target(const scene *s, const scene_agents *agents, uint32_t i, uint32_t *stop,
                          wend_vec2 *middle, wend_error *error)
{
    for (uint32_t k = 0; k <= agents->waypoint_count; ++k) {
        const scene_goal *goal =
            k < agents->waypoint_count ? &agents->waypoints[k].goal : &agents->goal;
        uint32_t count = goal->kind == SCENE_GOAL_AREAS ? goal->area_count : 1;
        if (i < count) {
            const scene_goal one = one_of(goal, i);
            if (stop)
                *stop = k;
            return goal_middle(s, &one, middle, error);
        }
        i -= count;
    }
    return WEND_NOT_FOUND;
}

// The goal, or the first of several.
static wend_result last_target(const scene *s, const scene_agents *agents, wend_vec2 *middle,
                               wend_error *error)
{
    const scene_goal one = one_of(&agents->goal, 0);
    return goal_middle(s, &one, middle, error);
}

bool scene_group_target(const scene *s, uint32_t first, uint32_t i, uint32_t *stop,
                        wend_vec2 *middle)
{
    return target(s, &s->agents[first], i, stop, middle, NULL) == WEND_OK;
}

// ---- size ---------------------------------------------------------------------------------------

// A coherent group starts together. An error if an entry contradicts that.
static wend_result check_coherent(const scene *s, const scene_agents *agents, wend_error *error)
{
    if (!agents->in)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a coherent group starts in an area: name it with \"in\"");
    if (agents->def.rate > 0)
        return wend_fail(
            error, WEND_BAD_ARGUMENT,
            "a coherent group starts together: remove \"rate\"; for several groups give "
            "\"group\" a \"count\" and an \"interval\"");
    wend_result result = WEND_OK;
    wend_vec2 middle;
    for (uint32_t i = 0; result == WEND_OK; ++i)
        result = target(s, agents, i, NULL, &middle, error);
    return result == WEND_NOT_FOUND ? WEND_OK : result;
}

// True if the entries of a group go to the same positions and wait there equally long.
static bool have_same_route(const scene *s, const scene_agents *a, const scene_agents *b)
{
    wend_result one = WEND_OK, two = WEND_OK;
    bool same = a->waypoint_count == b->waypoint_count &&
                a->route.on_arrival == b->route.on_arrival && a->route.repeats == b->route.repeats;
    for (uint32_t i = 0; i < a->waypoint_count && same; ++i)
        same = a->waypoints[i].wait == b->waypoints[i].wait &&
               a->waypoints[i].wait_spread == b->waypoints[i].wait_spread;
    for (uint32_t i = 0; same && one == WEND_OK; ++i) {
        wend_vec2 p = {0, 0}, q = {0, 0};
        one = target(s, a, i, NULL, &p, NULL);
        two = target(s, b, i, NULL, &q, NULL);
        same = one == two && wend_equal(p, q);
    }
    return same;
}

static wend_result check_entry(const scene *s, uint32_t first, uint32_t entry, wend_error *error)
{
    const scene_agents *agents = &s->agents[entry], *leader = &s->agents[first];
    char quoted[SUGGEST_QUOTED_SIZE];
    wend_result result = check_coherent(s, agents, error);
    if (result != WEND_OK || entry == first)
        return result;
    if (strcmp(agents->in, leader->in) != 0 || !have_same_route(s, agents, leader))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "entries of one coherent group (%s) have the same start and goal: make "
                         "\"in\", \"goal\" and \"%s\" the same as in agents entry %u",
                         suggest_quote(quoted, leader->group), scene_key(s, "waypoints"),
                         first + 1);
    return WEND_OK;
}

// ---- several groups -----------------------------------------------------------------------------

uint32_t scene_group_count(const scene *s, uint32_t first)
{
    const scene_group *shape = &s->agents[first].shape;
    return shape->time_count > 0 ? shape->time_count : shape->count;
}

double scene_group_start(const scene *s, uint32_t first, uint32_t number)
{
    const scene_group *shape = &s->agents[first].shape;
    const wend_spawner_def *def = &s->agents[first].def;
    double after = shape->time_count > 0 ? shape->times[number] : number * shape->interval;
    double start = def->start + after;
    // Only the first may be there at once: others at that time appear as soon as there is space.
    if (number > 0)
        start = fmax(start, SOON);
    return start < def->end ? start : INFINITY;
}

wend_agent_def scene_group_member(const scene *s, uint32_t entry, uint64_t seed, uint32_t number,
                                  uint32_t k)
{
    const wend_spawner_def *def = &s->agents[entry].def;
    uint64_t index = (uint64_t)number * def->count + k;
    return wend_spawner_def_draw(def, seed, (uint64_t)entry << 32 | (uint32_t)index);
}

// The members' radii, of the entries from the first on; sets the least speed. NULL: out of memory.
static double *gather(const scene *s, wend_planner_kind planner, uint64_t seed, uint32_t number,
                      scene_held_group *group)
{
    double *radii = malloc((group->members + 1) * sizeof *radii);
    uint32_t count = 0;
    for (uint32_t i = group->first; radii && i <= group->last; ++i)
        if (scene_group_has(s, group->first, i, planner))
            for (uint32_t k = 0; k < s->agents[i].def.count; ++k) {
                const wend_agent_def member = scene_group_member(s, i, seed, number, k);
                group->speed = fmin(group->speed, member.preferred_speed);
                radii[count++] = member.radius;
            }
    return radii;
}

static wend_result find_size(const scene *s, const double *radii, scene_held_group *group,
                             wend_error *error)
{
    const scene_group *held = &s->agents[group->first].shape;
    double discs = 0, largest = 0, density = held->density;
    for (uint32_t i = 0; i < group->members; ++i) {
        discs += PI * radii[i] * radii[i];
        largest = fmax(largest, radii[i]);
    }
    if (held->area > 0)
        density = discs / held->area;
    if (density > WEND_GROUP_DENSEST)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "an area of %.4g m2 is too small for %u agents: make it %.4g m2 or more",
                         held->area, group->members, ceil(discs / WEND_GROUP_DENSEST * 100) / 100);
    wend_result result = wend_group_size_for(radii, group->members, density, &group->size, error);
    if (result != WEND_OK || held->min_width == 0)
        return result;
    double widest = wend_group_disc_width(group->size.area);
    if (held->min_width < 2 * largest)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a shape %.4g m wide does not hold an agent of radius %.4g m: make "
                         "\"%s\" %.4g or more",
                         held->min_width, largest, scene_key(s, "min_width"), 2 * largest);
    if (held->min_width > widest)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a shape of %.4g m2 is never wider than a disc: make \"%s\" %.4g or less",
                         group->size.area, scene_key(s, "min_width"), floor(widest * 1000) / 1000);
    group->size.min_width = held->min_width;
    return WEND_OK;
}

wend_result scene_held_group_of(const scene *s, uint32_t first, wend_planner_kind planner,
                                scene_held_group *group, wend_error *error)
{
    return scene_held_group_at(s, first, planner, s->world.seed, 0, group, error);
}

wend_result scene_held_group_at(const scene *s, uint32_t first, wend_planner_kind planner,
                                uint64_t seed, uint32_t number, scene_held_group *group,
                                wend_error *error)
{
    wend_result result = WEND_OK;
    *group = (scene_held_group){.first = first, .last = first, .speed = INFINITY};
    const uint32_t end = s->agents[first].group ? s->agents_count : first + 1;
    const uint32_t all = SCENE_MAX_AGENTS / scene_group_count(s, first);
    const uint32_t most = all < SCENE_MAX_GROUP_MEMBERS ? all : SCENE_MAX_GROUP_MEMBERS;
    for (uint32_t i = first; i < end && result == WEND_OK; ++i) {
        const scene_agents *agents = &s->agents[i];
        if (!scene_group_has(s, first, i, planner))
            continue;
        group->last = i;
        result = check_entry(s, first, i, error);
        if (result == WEND_OK && agents->def.count > most - group->members)
            result = wend_fail(error, WEND_BAD_ARGUMENT,
                               "too many members of a coherent group: the limit is %u", most);
        group->members += agents->def.count;
    }
    if (result != WEND_OK)
        return result;
    result = area_middle(s, s->agents[first].in, &group->start, error);
    if (result == WEND_OK)
        result = last_target(s, &s->agents[first], &group->goal, error);
    if (result != WEND_OK)
        return result;
    double *radii = gather(s, planner, seed, number, group);
    result = radii ? find_size(s, radii, group, error) : wend_fail_memory(error);
    free(radii);
    if (result != WEND_OK)
        group->last = first; // defines the shape
    return result;
}

// ---- in a world ---------------------------------------------------------------------------------

wend_result scene_add_held_group(const scene *s, const scene_held_group *group, uint64_t seed,
                                 wend_route_id route, double start, wend_world *world,
                                 wend_group_id *id, wend_error *error)
{
    const scene_agents *agents = &s->agents[group->first];
    wend_world_group_def def = wend_default_world_group_def();
    def.size = group->size;
    def.from = (wend_group_pose){.centre = group->start};
    def.to = (wend_group_pose){.centre = group->goal};
    def.sampler = agents->shape.sampler;
    def.local_planner = agents->shape.local_planner;
    def.metric = agents->shape.metric;
    def.neighbours = agents->shape.neighbours;
    def.max_samples = agents->shape.max_samples;
    def.potential = agents->shape.potential;
    def.seed = seed;
    def.route = route;
    def.start = start;
    def.on_arrival = agents->route.on_arrival == WEND_ON_ARRIVAL_STAY ? WEND_ON_ARRIVAL_STAY
                                                                      : WEND_ON_ARRIVAL_LEAVE;
    wend_result result = wend_world_add_group(world, &def, id, error);
    return result == WEND_NOT_FOUND ? WEND_OK : result;
}

// ---- a pose -------------------------------------------------------------------------------------

bool scene_group_pose(const wend_floor *floor, wend_group_size size, wend_vec2 middle,
                      wend_group_pose *pose)
{
    const double disc = wend_group_disc_width(size.area);
    double widest = fmin(disc, 2 * wend_floor_clearance(floor, middle, NULL, NULL));
    bool free_there = wend_floor_locate(floor, middle, NULL) == WEND_LOCATION_FREE;
    *pose = (wend_group_pose){middle, 0, widest};
    if (free_there && widest == disc)
        return true;
    for (int i = 0; free_there && i < POSE_WIDTHS && widest >= size.min_width; ++i) {
        pose->width = widest - (widest - size.min_width) * i / (POSE_WIDTHS - 1);
        for (int k = 0; k < POSE_ANGLES; ++k) {
            pose->angle = PI * k / POSE_ANGLES;
            wend_group_shape shape = wend_group_shape_of(pose, size.area);
            if (wend_group_shape_clearance(floor, &shape, 1, NULL, NULL) > 0)
                return true;
        }
    }
    *pose = (wend_group_pose){middle, 0, size.min_width};
    return false;
}
