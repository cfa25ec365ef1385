// SPDX-License-Identifier: MIT
// Conversion of a scene's openings to a flow.
#include "scene/build/flow.h"

#include "core/memory.h"
#include "scene/build/floor.h"

#include <math.h>
#include <string.h>

// Appends the sources or the sinks.
static void copy_openings(scene_flow *flow, const wend_opening *openings, uint32_t count,
                          bool sinks)
{
    for (uint32_t i = 0; i < count; ++i) {
        const wend_opening *opening = &openings[i];
        if (opening->is_sink != sinks)
            continue;
        wend_vec2 *points = flow->points + flow->point_count;
        memcpy(points, opening->points, opening->count * sizeof *points);
        flow->openings[flow->def.opening_count++] = (wend_opening){points, opening->count, sinks};
        flow->point_count += opening->count;
    }
}

bool scene_set_flow(scene *s, const wend_opening *openings, uint32_t count)
{
    size_t points = 0;
    for (uint32_t i = 0; i < count; ++i)
        points += openings[i].count;
    scene_flow flow = {
        .openings = pool_allocate(&s->memory, count, sizeof *flow.openings),
        .points = pool_allocate(&s->memory, points, sizeof *flow.points),
        .def = wend_default_flow_def(),
        .lanes = wend_default_lanes_def(),
        .max_headway = wend_default_crossing_def().max_headway,
    };
    flow.lanes.radius = 0;
    if (!flow.openings || !flow.points)
        return false;
    copy_openings(&flow, openings, count, false);
    copy_openings(&flow, openings, count, true);
    s->flow = flow;
    return true;
}

bool scene_agents_follow_lanes(const scene *s, const scene_agents *agents)
{
    return wend_planner_info_of(scene_planner(s, agents))->needs & WEND_NEEDS_LANES;
}

double scene_flow_radius(const scene *s)
{
    double followers = 0, all = 0;
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_agents *agents = &s->agents[i];
        double radius = scene_spread_max(agents->def.agent.radius, &agents->def.radius);
        all = fmax(all, radius);
        if (scene_agents_follow_lanes(s, agents))
            followers = fmax(followers, radius);
    }
    return s->flow.lanes.radius > 0 ? s->flow.lanes.radius
           : followers > 0          ? followers
           : all > 0                ? all
                                    : wend_default_agent_def().radius;
}

wend_result scene_make_flow(const scene *s, wend_flow **flow, wend_error *error)
{
    wend_floor *floor = NULL;
    uint32_t defects = 0;
    *flow = NULL;
    wend_result result = scene_floor(s, &floor, error);
    if (result == WEND_OK)
        result = wend_floor_validate(floor, NULL, 0, &defects, error);
    if (result == WEND_OK) {
        wend_flow_def def = s->flow.def;
        def.floor = floor;
        def.openings = s->flow.openings;
        result = wend_flow_create(&def, flow, error);
    }
    wend_floor_destroy(floor);
    return result;
}

wend_result scene_make_lanes(const scene *s, wend_flow *flow, wend_lanes **lanes, wend_error *error)
{
    wend_lanes_def def = s->flow.lanes;
    def.radius = scene_flow_radius(s);
    wend_lanes_shortening how = wend_default_lanes_shortening();
    how.seed = s->world.seed;
    wend_result result = s->flow.shorten
                             ? wend_lanes_create_shortest(flow, &def, &how, lanes, NULL, error)
                             : wend_lanes_create(flow, &def, lanes, error);
    if (result == WEND_NOT_FOUND)
        result = wend_fail(error, WEND_BAD_ARGUMENT,
                           "no lane for a radius of %g m fits from the sources to the sinks",
                           def.radius);
    if (result != WEND_OK) {
        wend_lanes_destroy(*lanes);
        *lanes = NULL;
    }
    return result;
}
