// SPDX-License-Identifier: MIT
#include "io/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The polygon for a circle has at least this many sides, so that small pillars stay round, and at
// most this many, so that a huge circle costs no more than a large building.
enum { LEAST_SIDES = 16 };

scene *scene_new(void)
{
    scene *s = calloc(1, sizeof *s);
    if (s) {
        s->seconds = SCENE_DEFAULT_SECONDS;
        s->step = SCENE_DEFAULT_STEP;
        s->ahead = SCENE_DEFAULT_AHEAD;
        s->barriers = wend_default_barriers_def();
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
    if (added)
        *added = scene_default_agents();
    return added;
}

scene_door *scene_add_door(scene *s)
{
    void *items = s->doors;
    scene_door *added = add_item(s, &items, &s->door_count, &s->door_capacity, sizeof *s->doors);
    s->doors = items;
    return added;
}

scene_mover *scene_add_mover(scene *s)
{
    void *items = s->movers;
    scene_mover *added =
        add_item(s, &items, &s->mover_count, &s->mover_capacity, sizeof *s->movers);
    s->movers = items;
    if (added)
        added->speed = SCENE_DEFAULT_MOVER_SPEED;
    return added;
}

scene_zone *scene_add_zone(scene *s)
{
    void *items = s->zones;
    scene_zone *added = add_item(s, &items, &s->zone_count, &s->zone_capacity, sizeof *s->zones);
    s->zones = items;
    return added;
}

scene_field *scene_add_field(scene *s)
{
    void *items = s->fields;
    scene_field *added =
        add_item(s, &items, &s->field_count, &s->field_capacity, sizeof *s->fields);
    s->fields = items;
    if (added)
        *added = (scene_field){.cell = SCENE_DEFAULT_CELL};
    return added;
}

scene_goal_place *scene_add_goal(scene *s)
{
    void *items = s->goals;
    scene_goal_place *added =
        add_item(s, &items, &s->goal_count, &s->goal_capacity, sizeof *s->goals);
    s->goals = items;
    if (added)
        *added = (scene_goal_place){.gone = INFINITY};
    return added;
}

scene_weight *scene_add_weight(scene *s)
{
    void *items = s->weights;
    scene_weight *added =
        add_item(s, &items, &s->weight_count, &s->weight_capacity, sizeof *s->weights);
    s->weights = items;
    if (added)
        *added = (scene_weight){.weight = 1, .count = 1};
    return added;
}

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

wend_moving_goal_def scene_goal_def(const scene_goal_place *goal)
{
    wend_moving_goal_def def = wend_default_moving_goal_def();
    def.frames = goal->frames;
    def.frame_count = goal->frame_count;
    def.gone = goal->gone;
    def.period = goal->period;
    return def;
}

bool scene_goal_at(const scene_goal_place *goal, double time, wend_segment *place)
{
    wend_moving_goal_def def = scene_goal_def(goal);
    return wend_moving_goal_at(&def, time, place);
}

bool scene_goal_rests(const scene_goal_place *goal)
{
    return goal->frame_count == 1 && goal->frames[0].time == 0 && goal->gone == INFINITY;
}

// ---- agents' values -----------------------------------------------------------------------------

wend_field_def scene_field_def(const scene_field *field)
{
    wend_field_def def = wend_default_field_def();
    def.patches = field->patches;
    def.patch_count = field->patch_count;
    def.cell = field->cell;
    return def;
}

scene_pursuit scene_default_pursuit(scene_pursuit_kind kind)
{
    return (scene_pursuit){
        .kind = kind,
        .reach = kind == SCENE_CHASE ? SCENE_DEFAULT_CATCH : SCENE_DEFAULT_REACH,
        .rate = SCENE_DEFAULT_PICKED,
        .enough = SCENE_DEFAULT_ENOUGH,
    };
}

scene_group scene_default_group(void)
{
    return (scene_group){
        .density = WEND_GROUP_DENSITY,
        .sampler = WEND_GROUP_CORRIDOR,
        .local = WEND_GROUP_HINGED,
        .samples = SCENE_DEFAULT_SAMPLES,
    };
}

scene_agents scene_default_agents(void)
{
    return (scene_agents){
        .count = 1,
        .held = scene_default_group(),
        .radius = SCENE_DEFAULT_RADIUS,
        .speed = SCENE_DEFAULT_SPEED,
        .max_speed = SCENE_DEFAULT_MAX_SPEED,
        .horizon = SCENE_DEFAULT_HORIZON,
        .share = SCENE_DEFAULT_SHARE,
        .stop = INFINITY,
    };
}

scene_spread scene_default_spread(double mean, double deviation, double limit)
{
    double reach = SCENE_SPREAD_DEVIATIONS * deviation;
    return (scene_spread){
        .deviation = deviation,
        .least = fmax(mean - reach, mean * SCENE_SPREAD_LEAST),
        .most = fmin(mean + reach, limit),
    };
}

double scene_spread_most(double mean, const scene_spread *spread)
{
    return spread->deviation > 0 ? spread->most : mean;
}

bool scene_agents_have_place(const scene_agents *agents)
{
    return !agents->in && !agents->on_lanes;
}

bool scene_agents_spawn(const scene_agents *agents)
{
    return agents->in || agents->on_lanes || agents->rate > 0 || agents->start > 0 ||
           agents->radius_spread.deviation > 0 || agents->speed_spread.deviation > 0 ||
           agents->reaction_spread.deviation > 0;
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
