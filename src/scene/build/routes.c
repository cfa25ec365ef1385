// SPDX-License-Identifier: MIT
// Goals and routes are looked up by a text that contains all their properties.
#include "scene/build/routes.h"

#include "base/suggest.h"
#include "core/array.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool scene_ways_open(scene_ways *ways, const scene *s, wend_goal_id *area_goals,
                     wend_goal_id *place_goals, wend_error *error)
{
    *ways = (scene_ways){
        .s = s,
        .area_goals = area_goals,
        .place_goals = place_goals,
        .areas = json_object(),
        .places = json_object(),
        .goals = json_object(),
        .routes = json_object(),
        .error = error,
    };
    bool good = ways->areas && ways->places && ways->goals && ways->routes;
    for (uint32_t i = 0; good && i < s->area_count; ++i)
        if (!json_object_get(ways->areas, s->areas[i].name))
            good = json_object_set_new(ways->areas, s->areas[i].name, json_integer(i)) == 0;
    for (uint32_t i = 0; good && i < s->goal_count; ++i)
        good = json_object_set_new(ways->places, s->goals[i].name, json_integer(i)) == 0;
    return good;
}

void scene_ways_close(scene_ways *ways)
{
    json_decref(ways->areas);
    json_decref(ways->places);
    json_decref(ways->goals);
    json_decref(ways->routes);
    *ways = (scene_ways){0};
}

// ---- areas --------------------------------------------------------------------------------------

static wend_result find_area(scene_ways *ways, const char *name, uint32_t *index)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    const json_t *found = json_object_get(ways->areas, name);
    if (!found)
        return wend_fail(ways->error, WEND_BAD_ARGUMENT, "no area is called %s",
                         suggest_quote(quoted, name));
    *index = (uint32_t)json_integer_value(found);
    const scene_shape *shape = &ways->s->areas[*index].shape;
    if (shape->ring_count > 1)
        return wend_fail(ways->error, WEND_BAD_ARGUMENT,
                         "the area %s has holes: agents start in, go to and are slowed in areas "
                         "without",
                         suggest_quote(quoted, name));
    return WEND_OK;
}

wend_result scene_ways_area(scene_ways *ways, const char *name, wend_goal *corners)
{
    uint32_t index = 0;
    wend_result result = find_area(ways, name, &index);
    if (result != WEND_OK)
        return result;
    const scene_shape *shape = &ways->s->areas[index].shape;
    *corners = (wend_goal){shape->points, shape->point_count};
    return WEND_OK;
}

static wend_result area_goal(scene_ways *ways, const char *name, wend_goal_id *id)
{
    uint32_t index = 0;
    wend_result result = find_area(ways, name, &index);
    if (result != WEND_OK)
        return result;
    if (wend_goal_id_is_null(ways->area_goals[index])) {
        const scene_shape *shape = &ways->s->areas[index].shape;
        wend_goal corners = {shape->points, shape->point_count};
        result = wend_world_add_goal(ways->world, &corners, &ways->area_goals[index], ways->error);
    }
    *id = ways->area_goals[index];
    return result;
}

// ---- goals --------------------------------------------------------------------------------------

static bool find_id(const json_t *table, const char *key, wend_id *id)
{
    const json_t *found = json_object_get(table, key);
    if (found)
        *id = wend_id_unpack((uint64_t)json_integer_value(found));
    return found != NULL;
}

static wend_result keep_id(scene_ways *ways, json_t *table, const char *key, wend_id id)
{
    json_t *packed = json_integer((json_int_t)wend_id_pack(id));
    return json_object_set_new(table, key, packed) == 0 ? WEND_OK : wend_fail_memory(ways->error);
}

static wend_result line_goal(scene_ways *ways, const scene_goal *goal, wend_goal_id *id)
{
    bool point = goal->kind == SCENE_GOAL_POINT;
    wend_vec2 ends[] = {goal->segment.a, goal->segment.b};
    wend_goal line = {ends, point ? 1 : 2};
    char key[200];
    if (point)
        snprintf(key, sizeof key, "%a %a", ends[0].x, ends[0].y);
    else
        snprintf(key, sizeof key, "%a %a %a %a", ends[0].x, ends[0].y, ends[1].x, ends[1].y);
    if (find_id(ways->goals, key, &id->raw))
        return WEND_OK;
    wend_result result = wend_world_add_goal(ways->world, &line, id, ways->error);
    return result == WEND_OK ? keep_id(ways, ways->goals, key, id->raw) : result;
}

// A goal that is not an area.
static wend_result place_goal(scene_ways *ways, uint32_t index, wend_goal_id *id)
{
    wend_result result = WEND_OK;
    if (wend_goal_id_is_null(ways->place_goals[index])) {
        result = wend_world_add_moving_goal(ways->world, &ways->s->goals[index].def,
                                            &ways->place_goals[index], ways->error);
    }
    *id = ways->place_goals[index];
    return result;
}

static wend_result named_goal(scene_ways *ways, const char *name, wend_goal_id *id)
{
    const json_t *place = json_object_get(ways->places, name);
    return place ? place_goal(ways, (uint32_t)json_integer_value(place), id)
                 : area_goal(ways, name, id);
}

// The goals to choose from: several only for a list of names.
static wend_result add_goals(scene_ways *ways, const scene_goal *goal, wend_goal_id *ids)
{
    if (goal->kind == SCENE_GOAL_AREA)
        return named_goal(ways, goal->area, ids);
    if (goal->kind != SCENE_GOAL_AREAS)
        return line_goal(ways, goal, ids);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < goal->area_count && result == WEND_OK; ++i)
        result = named_goal(ways, goal->areas[i], &ids[i]);
    return result;
}

// ---- routes -------------------------------------------------------------------------------------

// A route under construction.
typedef struct route_work {
    wend_waypoint *stops;
    wend_goal_id *ids; ///< goals of all waypoints, one after the other
    wend_route_def def;
} route_work;

static uint32_t goal_count(const scene_goal *goal)
{
    return goal->kind == SCENE_GOAL_AREAS ? goal->area_count : 1;
}

// The waypoint with that number; the last one is the goal itself.
static scene_waypoint stop_of(const scene_agents *agents, uint32_t i)
{
    return i < agents->waypoint_count ? agents->waypoints[i]
                                      : (scene_waypoint){.goal = agents->goal};
}

static wend_result fill_route(scene_ways *ways, const scene_agents *agents, route_work *work)
{
    uint32_t count = agents->waypoint_count + 1;
    size_t goals = 0;
    for (uint32_t i = 0; i < count; ++i) {
        scene_waypoint stop = stop_of(agents, i);
        goals += goal_count(&stop.goal);
    }
    work->stops = calloc(count, sizeof *work->stops);
    work->ids = calloc(goals, sizeof *work->ids);
    if (!work->stops || !work->ids)
        return wend_fail_memory(ways->error);
    wend_goal_id *next = work->ids;
    for (uint32_t i = 0; i < count; ++i) {
        scene_waypoint stop = stop_of(agents, i);
        wend_result result = add_goals(ways, &stop.goal, next);
        if (result != WEND_OK)
            return result;
        work->stops[i] = (wend_waypoint){
            .goals = next,
            .goal_count = goal_count(&stop.goal),
            .choice = stop.goal.choice,
            .wait = stop.wait,
            .wait_spread = stop.wait_spread,
        };
        next += goal_count(&stop.goal);
    }
    work->def =
        (wend_route_def){work->stops, count, agents->route.repeats, agents->route.on_arrival};
    return WEND_OK;
}

// Text with all properties of a route; NULL: out of memory.
static char *route_key(const wend_route_def *def)
{
    char *key = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&key, &size);
    if (!out)
        return NULL;
    fprintf(out, "%d %" PRIu32, (int)def->on_arrival, def->repeats);
    for (uint32_t i = 0; i < def->waypoint_count; ++i) {
        const wend_waypoint *stop = &def->waypoints[i];
        fprintf(out, " (%d %a %a", (int)stop->choice, stop->wait, stop->wait_spread);
        for (uint32_t k = 0; k < stop->goal_count; ++k)
            fprintf(out, " %" PRIu64, wend_id_pack(stop->goals[k].raw));
        putc(')', out);
    }
    bool good = !ferror(out);
    if (fclose(out) == 0 && good)
        return key;
    free(key);
    return NULL;
}

static wend_result add_route(scene_ways *ways, const wend_route_def *def, wend_route_id *id)
{
    char *key = route_key(def);
    if (!key)
        return wend_fail_memory(ways->error);
    wend_result result = WEND_OK;
    if (!find_id(ways->routes, key, &id->raw)) {
        result = wend_world_add_route(ways->world, def, id, ways->error);
        if (result == WEND_OK)
            result = keep_id(ways, ways->routes, key, id->raw);
    }
    free(key);
    return result;
}

wend_result scene_ways_of(scene_ways *ways, const scene_agents *agents, wend_agent_def *def)
{
    if (agents->goal.kind == SCENE_GOAL_NONE)
        return WEND_OK;
    bool plain = agents->waypoint_count == 0 && agents->route.on_arrival == WEND_ON_ARRIVAL_LEAVE;
    if (plain && agents->goal.kind != SCENE_GOAL_AREAS)
        return add_goals(ways, &agents->goal, &def->goal);
    route_work work = {0};
    wend_result result = fill_route(ways, agents, &work);
    if (result == WEND_OK)
        result = add_route(ways, &work.def, &def->route);
    free(work.stops);
    free(work.ids);
    return result;
}
