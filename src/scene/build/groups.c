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
                     "a coherent group needs one \"goal\": an area, a point or a "
                     "segment");
}

// ---- size ---------------------------------------------------------------------------------------

// A coherent group starts and arrives together. An error if an entry contradicts that.
static wend_result check_coherent(const scene *s, const scene_agents *agents, wend_error *error)
{
    const char *key = NULL;
    if (!agents->in)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a coherent group starts in an area: name it with \"in\"");
    if (agents->def.rate > 0)
        key = "rate";
    else if (agents->def.start > 0)
        key = "spawn_start";
    else if (agents->def.agent.premovement_time > 0)
        key = "premovement_time";
    else if (agents->waypoint_count > 0)
        key = "waypoints";
    else if (agents->route.on_arrival == WEND_ON_ARRIVAL_REPEAT)
        key = "on_arrival";
    if (key)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a coherent group starts and arrives together: remove \"%s\"",
                         scene_key(s, key));
    if (agents->def.radius.std > 0 || agents->def.preferred_speed.std > 0)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "\"radius\" and \"%s\" of a coherent group have no spread: make several "
                         "entries with one \"group\"",
                         scene_key(s, "preferred_speed"));
    return WEND_OK;
}

static wend_result check_entry(const scene *s, uint32_t first, uint32_t entry, wend_error *error)
{
    const scene_agents *agents = &s->agents[entry], *leader = &s->agents[first];
    wend_vec2 goal, other;
    char quoted[SUGGEST_QUOTED_SIZE];
    wend_result result = check_coherent(s, agents, error);
    if (result == WEND_OK)
        result = goal_middle(s, &agents->goal, &goal, error);
    if (result != WEND_OK || entry == first)
        return result;
    result = goal_middle(s, &leader->goal, &other, error);
    if (result == WEND_OK && (strcmp(agents->in, leader->in) != 0 || !wend_equal(goal, other)))
        result = wend_fail(error, WEND_BAD_ARGUMENT,
                           "entries of one coherent group (%s) have the same start and goal: make "
                           "\"in\" and \"goal\" the same as in agents entry %u",
                           suggest_quote(quoted, leader->group), first + 1);
    return result;
}

// The members' radii, of the entries from the first on. NULL: out of memory.
static double *gather(const scene *s, wend_planner_kind planner, scene_held_group *group)
{
    double *radii = malloc((group->members + 1) * sizeof *radii);
    uint32_t count = 0;
    for (uint32_t i = group->first; radii && i <= group->last; ++i)
        if (scene_group_has(s, group->first, i, planner))
            for (uint32_t k = 0; k < s->agents[i].def.count; ++k)
                radii[count++] = s->agents[i].def.agent.radius;
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
    wend_result result = WEND_OK;
    *group = (scene_held_group){.first = first, .last = first, .speed = INFINITY};
    const uint32_t end = s->agents[first].group ? s->agents_count : first + 1;
    for (uint32_t i = first; i < end && result == WEND_OK; ++i) {
        const scene_agents *agents = &s->agents[i];
        if (!scene_group_has(s, first, i, planner))
            continue;
        group->last = i;
        group->speed = fmin(group->speed, agents->def.agent.preferred_speed);
        result = check_entry(s, first, i, error);
        if (result == WEND_OK && agents->def.count > SCENE_MAX_GROUP_MEMBERS - group->members)
            result = wend_fail(error, WEND_BAD_ARGUMENT,
                               "too many members of a coherent group: the limit is %u",
                               SCENE_MAX_GROUP_MEMBERS);
        group->members += agents->def.count;
    }
    if (result != WEND_OK)
        return result;
    result = area_middle(s, s->agents[first].in, &group->start, error);
    if (result == WEND_OK)
        result = goal_middle(s, &s->agents[first].goal, &group->goal, error);
    if (result != WEND_OK)
        return result;
    double *radii = gather(s, planner, group);
    result = radii ? find_size(s, radii, group, error) : wend_fail_memory(error);
    free(radii);
    if (result != WEND_OK)
        group->last = first; // defines the shape
    return result;
}

// ---- in a world ---------------------------------------------------------------------------------

wend_result scene_add_held_group(const scene *s, const scene_held_group *group, uint64_t seed,
                                 wend_world *world, wend_group_id *id, wend_error *error)
{
    const scene_agents *agents = &s->agents[group->first];
    wend_world_group_def def = wend_default_world_group_def();
    def.size = group->size;
    def.from = (wend_group_pose){.centre = group->start};
    def.to = (wend_group_pose){.centre = group->goal};
    def.sampler = agents->shape.sampler;
    def.local_planner = agents->shape.local_planner;
    def.max_samples = agents->shape.max_samples;
    def.seed = seed;
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
