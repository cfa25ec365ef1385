// SPDX-License-Identifier: MIT
#include "scene/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Limits on the sides of the polygon for a circle: small pillars stay round, and a huge circle
// costs no more than a large building.
enum { LEAST_SIDES = 16 };

void scene_initial(void *empty)
{
    scene *s = empty;
    *s = (scene){.planner = wend_default_agent_def().planner,
                 .motion = WEND_MOTION_PEDESTRIAN,
                 .world = wend_default_world_def(),
                 .duration = SCENE_DEFAULT_DURATION,
                 .flow = {.def = wend_default_flow_def(),
                          .lanes = wend_default_lanes_def(),
                          .max_headway = wend_default_crossing_def().max_headway}};
    s->flow.lanes.radius = 0;
}

scene *scene_new(void)
{
    scene *s = malloc(sizeof *s);
    if (s)
        scene_initial(s);
    return s;
}

void scene_free(scene *s)
{
    if (!s || s->sharers-- > 0)
        return;
    text_free(&s->source);
    pool_free(&s->memory);
    free(s);
}

scene *scene_share(const scene *s)
{
    scene *shared = (scene *)s;
    ++shared->sharers;
    return shared;
}

// Reserves space for one more item. The old array stays in the pool: doubling wastes at most as
// much as is used.
static void *add_item(scene *s, void **items, uint32_t *count, uint32_t *capacity, size_t size)
{
    if (*count >= *capacity) {
        if (*count > UINT32_MAX / 2)
            return NULL;
        uint32_t wanted = *count ? *count * 2 : 16;
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

// Adds an entry with the value `initial`.
#define ADD(type, what, items, ...)                                                                \
    type *scene_add_##what(scene *s)                                                               \
    {                                                                                              \
        void *all = s->items;                                                                      \
        type *added = add_item(s, &all, &s->what##_count, &s->what##_capacity, sizeof *added);     \
        s->items = all;                                                                            \
        if (added)                                                                                 \
            *added = __VA_ARGS__;                                                                  \
        return added;                                                                              \
    }

ADD(scene_obstacle, obstacle, obstacles, (scene_obstacle){0})
ADD(scene_area, area, areas, (scene_area){0})
ADD(scene_agents, agents, agents, scene_default_agents())
ADD(scene_door, door, doors, (scene_door){.def = wend_default_door_def()})
ADD(scene_mover, mover, movers, (scene_mover){.def = wend_default_moving_obstacle_def()})
ADD(scene_zone, zone, zones, (scene_zone){0})
ADD(scene_resource, resource, resources, (scene_resource){.def = wend_default_resource_def()})
ADD(scene_goal_place, goal, goals, (scene_goal_place){.def = wend_default_moving_goal_def()})
ADD(scene_boost, boost, boosts, (scene_boost){.factor = 1, .count = 1})

const scene_area *scene_area_named(const scene *s, const char *name)
{
    for (uint32_t i = 0; i < s->area_count; ++i)
        if (strcmp(s->areas[i].name, name) == 0)
            return &s->areas[i];
    return NULL;
}

// ---- goals --------------------------------------------------------------------------------------

const scene_goal_place *scene_goal_named(const scene *s, const char *name)
{
    for (uint32_t i = 0; i < s->goal_count; ++i)
        if (strcmp(s->goals[i].name, name) == 0)
            return &s->goals[i];
    return NULL;
}

bool scene_goal_at(const scene_goal_place *goal, double time, wend_segment *place)
{
    return wend_moving_goal_at(&goal->def, time, place);
}

bool scene_goal_rests(const scene_goal_place *goal)
{
    const wend_moving_goal_def *def = &goal->def;
    return def->frame_count == 1 && def->frames[0].time == 0 && def->end == INFINITY;
}

// ---- agents -------------------------------------------------------------------------------------

wend_planner_kind scene_planner(const scene *s, const scene_agents *agents)
{
    wend_planner_kind own = agents->def.agent.planner;
    return (int)own == SCENE_INHERITED ? s->planner : own;
}

wend_motion_kind scene_motion(const scene *s, const scene_agents *agents)
{
    wend_motion_kind own = agents->def.agent.motion;
    return (int)own == SCENE_INHERITED ? s->motion : own;
}

scene_agents scene_default_agents(void)
{
    wend_world_group_def group = wend_default_world_group_def();
    scene_agents agents = {
        .def = wend_default_spawner_def(),
        .pursuit = {.def = wend_default_pursuit_def(WEND_PURSUIT_ROAM)},
        .shape = {.density = WEND_GROUP_DENSITY,
                  .sampler = group.sampler,
                  .local_planner = group.local_planner,
                  .metric = group.metric,
                  .neighbours = group.neighbours,
                  .max_samples = SCENE_DEFAULT_SAMPLES,
                  .potential = group.potential,
                  .count = 1},
    };
    agents.def.agent.radius = SCENE_DEFAULT_RADIUS;
    agents.def.agent.planner = (wend_planner_kind)SCENE_INHERITED;
    agents.def.agent.motion = (wend_motion_kind)SCENE_INHERITED;
    return agents;
}

void scene_limit_spread(double mean, wend_spread *spread, double limit)
{
    bool normal = spread->distribution == WEND_DISTRIBUTION_NORMAL;
    double reach = (normal ? SCENE_SPREAD_DEVIATIONS : SCENE_SKEWED_DEVIATIONS) * spread->std;
    spread->min =
        normal ? fmax(mean - reach, mean * SCENE_SPREAD_LEAST) : mean * SCENE_SKEWED_LEAST;
    spread->max = fmin(mean + reach, limit);
}

wend_spread scene_default_spread(double mean, double std, double limit)
{
    wend_spread spread = {.std = std};
    scene_limit_spread(mean, &spread, limit);
    return spread;
}

double scene_spread_max(double mean, const wend_spread *spread)
{
    return spread->std > 0 ? spread->max : mean;
}

bool scene_agents_have_place(const scene_agents *agents)
{
    return !agents->in && !agents->on_lanes;
}

bool scene_agents_spawn(const scene_agents *agents)
{
    const wend_spawner_def *def = &agents->def;
    return agents->in || agents->on_lanes || def->rate > 0 || def->start > 0 ||
           def->radius.std > 0 || def->preferred_speed.std > 0 || def->premovement_time.std > 0;
}

// ---- shapes -------------------------------------------------------------------------------------

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

size_t scene_circle_corners(wend_vec2 centre, double radius, wend_vec2 corners[SCENE_CIRCLE_SIDES])
{
    const double pi = 3.14159265358979323846;
    // A corner of the circumscribed n-gon is at radius / cos(pi / n).
    double part = fmin(SCENE_CIRCLE_ERROR / radius, SCENE_CIRCLE_RELATIVE_ERROR);
    double sides = ceil(pi / acos(1 / (1 + part)));
    sides = fmin(fmax(ceil(sides / 4) * 4, LEAST_SIDES), SCENE_CIRCLE_SIDES);
    size_t count = (size_t)sides;
    double reach = radius / cos(pi / sides);
    for (size_t i = 0; i < count; ++i) {
        double angle = 2 * pi * ((double)i + 0.5) / sides;
        corners[i] = (wend_vec2){centre.x + reach * cos(angle), centre.y + reach * sin(angle)};
    }
    return count;
}

bool scene_circle(scene *s, scene_obstacle *obstacle, wend_vec2 centre, double radius)
{
    wend_vec2 corners[SCENE_CIRCLE_SIDES];
    size_t count = scene_circle_corners(centre, radius, corners);
    obstacle->kind = SCENE_CIRCLE;
    obstacle->centre = centre;
    obstacle->radius = radius;
    return scene_shape_ring(s, corners, count, &obstacle->shape);
}

void scene_title(const scene *s, const char *file, char *title, size_t size)
{
    const char *slash = strrchr(file, '/');
    const char *base = slash ? slash + 1 : file;
    const char *dot = strrchr(base, '.');
    if (s && s->name && s->name[0])
        snprintf(title, size, "%s", s->name);
    else if (strcmp(file, "-") == 0)
        snprintf(title, size, "scene");
    else
        snprintf(title, size, "%.*s", (int)(dot && dot > base ? dot - base : (long)strlen(base)),
                 base);
}
