// SPDX-License-Identifier: MIT
// Throughput of a scene (see bench_flow.h). Arrivals are counted per lane from the first arrival on
// it, so that the length of a lane does not matter.
#include "bench/bench_flow.h"

#include <math.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "measure/overlaps.h"
#include "run/run.h"
#include "scene/build/flow.h"
#include "wend/map.h"
#include "wend/vec2.h"

/// Smaller overlaps are rounding: lanes may be nearer to each other by WEND_LANES_TOLERANCE of a
/// radius, which is 20 nm. [Units: m]
#define COLLISION_DEPTH 1e-6

enum { NEVER_ENDING = 1000000 }; ///< more agents than arrive in an hour

// ---- lengths ------------------------------------------------------------------------------------

static void length_begin(flow_way *way)
{
    *way = (flow_way){.least = INFINITY, .capacity_share = NAN};
}

static void length_add(flow_way *way, double length, uint32_t count)
{
    way->least = fmin(way->least, length);
    way->most = fmax(way->most, length);
    way->mean += (length - way->mean) / count;
}

/// Measures from positions along a source, half a step from its ends.
static void measure_source(const wend_map *map, const wend_opening *source, double step,
                           flow_way *way, uint32_t *count)
{
    for (uint32_t i = 1; i < source->count; ++i) {
        const wend_vec2 a = source->points[i - 1], b = source->points[i];
        const double length = wend_distance(b, a);
        for (double at = step / 2; at < length; at += step) {
            const double share = at / length;
            const wend_vec2 p = {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
            const wend_map_result answer = wend_map_query(map, p);
            if (answer.distance >= 0)
                length_add(way, answer.distance, ++*count);
        }
    }
}

/// The paths of points from all sources to the nearest sink. False: out of memory, or no map.
static bool measure_paths(const scene *s, flow_way *way)
{
    wend_map_source *sinks = malloc(s->flow.point_count * sizeof *sinks);
    wend_mesh *mesh = bench_mesh_of(s, NULL);
    wend_map *map = NULL;
    uint32_t sink_count = 0, count = 0;
    bool good = sinks && mesh;
    for (uint32_t i = 0; good && i < s->flow.def.opening_count; ++i) {
        const wend_opening *opening = &s->flow.openings[i];
        for (uint32_t k = 1; opening->is_sink && k < opening->count; ++k)
            sinks[sink_count++] = (wend_map_source){opening->points[k - 1], opening->points[k], 0};
    }
    good = good && wend_map_create(NULL, &map, NULL) == WEND_OK &&
           wend_map_build(map, mesh, sinks, sink_count, NULL) == WEND_OK;
    for (uint32_t i = 0; good && i < s->flow.def.opening_count; ++i)
        if (!s->flow.openings[i].is_sink)
            measure_source(map, &s->flow.openings[i], 2 * scene_flow_radius(s), way, &count);
    wend_map_destroy(map);
    wend_mesh_destroy(mesh);
    free(sinks);
    return good;
}

// ---- runs ---------------------------------------------------------------------------------------

/// Arrivals on one lane.
typedef struct lane_tally {
    uint64_t count;
    double first; ///< [Units: s]
} lane_tally;

typedef struct tally {
    scene_run run;
    lane_tally *lanes; ///< [lane_count]; NULL: no lanes
    uint32_t lane_count;
    uint32_t *lane_of; ///< [capacity] of the slots' agents
    uint32_t capacity;
    overlaps *memory;
    flow_way *way;
} tally;

static void count_collision(void *context, uint32_t a, uint32_t b, double depth)
{
    (void)a, (void)b;
    flow_way *way = context;
    way->collisions += depth > COLLISION_DEPTH;
}

/// Lanes of the agents, and overlaps.
static void check_lanes(tally *t)
{
    const wend_agents agents = wend_world_agents(t->run.world);
    if (agents.slots > t->capacity) {
        t->lane_of = xrealloc(t->lane_of, agents.slots * sizeof *t->lane_of);
        t->capacity = agents.slots;
    }
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_lane_position place = {.lane = UINT32_MAX};
        if (agents.bodies[i].radius >= 0)
            wend_world_agent_lane(t->run.world, agents.ids[i], &place, NULL);
        t->lane_of[i] = place.lane;
    }
    xneed(overlaps_each(t->memory, agents.bodies, agents.slots, count_collision, t->way));
}

static void count_arrivals(tally *t)
{
    uint32_t count;
    const wend_event *events = wend_world_events(t->run.world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        if (events[i].kind != WEND_EVENT_ARRIVED)
            continue;
        ++t->way->arrived;
        t->way->through += events[i].time <= FLOW_SECONDS;
        const uint32_t slot = events[i].agent.raw.slot1 - 1;
        if (slot >= t->capacity || t->lane_of[slot] >= t->lane_count)
            continue;
        lane_tally *lane = &t->lanes[t->lane_of[slot]];
        if (lane->count++ == 0)
            lane->first = events[i].time;
    }
}

/// Before each step: arrivals of the last one, and lanes of the agents.
static bool check_step(void *context)
{
    tally *t = context;
    count_arrivals(t);
    if (t->lanes)
        check_lanes(t);
    return true;
}

/// Runs the scene for that time.
static wend_result run_scene(tally *t, const run_def *def, wend_error *error)
{
    bool good = run_open(&t->run, def) && run_to_end(&t->run, check_step, t) == RUN_COMPLETE;
    if (good)
        count_arrivals(t);
    *error = t->run.error;
    return error->result;
}

/// Reports an error. False on failure.
static bool report_error(const scene *s, wend_result result, const wend_error *error)
{
    if (result == WEND_OUT_OF_MEMORY)
        bench_note("%s: out of memory", s->name);
    else if (result != WEND_OK)
        bench_note("%s: %s", s->name, wend_error_text(error));
    return result == WEND_OK;
}

bool flow_by_shortest(const scene *s, flow_way *way)
{
    length_begin(way);
    if (!measure_paths(s, way))
        return false;
    const run_def def = {
        .s = s, .world = {.planner = "map", .motion = "orca"}, .seconds = FLOW_SECONDS};
    tally t = {.way = way};
    wend_error error = {0};
    wend_result result = run_scene(&t, &def, &error);
    run_close(&t.run);
    return report_error(s, result, &error);
}

// ---- lanes --------------------------------------------------------------------------------------

/// Measures the lanes of the scene's world, and allocates the counters.
static wend_result measure_lanes(const scene *s, tally *t, wend_error *error)
{
    wend_flow *flow = NULL;
    wend_lanes *lanes = NULL;
    wend_result result = scene_make_flow(s, &flow, error);
    if (result == WEND_OK)
        result = scene_make_lanes(s, flow, &lanes, error);
    if (result == WEND_OK) {
        const wend_lane *all = wend_lanes_all(lanes, &t->lane_count);
        for (uint32_t i = 0; i < t->lane_count; ++i)
            length_add(t->way, all[i].length, i + 1);
        t->lanes = xcalloc(t->lane_count, sizeof *t->lanes);
        t->memory = xcheck(overlaps_create());
    }
    wend_lanes_destroy(lanes);
    wend_flow_destroy(flow);
    return result;
}

/// Arrivals after the first on each lane, divided by the capacity: one agent per lane width.
static double delivered(const tally *t, const scene *s, double seconds)
{
    const double each = s->agents[0].def.agent.preferred_speed / (2 * scene_flow_radius(s));
    double sum = 0;
    for (uint32_t i = 0; i < t->lane_count; ++i)
        if (t->lanes[i].count > 0)
            sum += (double)(t->lanes[i].count - 1) / (seconds - t->lanes[i].first);
    return sum / (each * t->lane_count);
}

bool flow_by_lanes(scene *s, bool shorten, double seconds, flow_way *way)
{
    length_begin(way);
    s->flow.shorten = shorten;
    for (uint32_t i = 0; i < s->agents_count; ++i)
        s->agents[i].def.count = NEVER_ENDING;
    const run_def def = {.s = s, .seconds = seconds};
    tally t = {.way = way};
    wend_error error = {0};
    wend_result result = measure_lanes(s, &t, &error);
    if (result == WEND_OK)
        result = run_scene(&t, &def, &error);
    if (result == WEND_OK)
        way->capacity_share = delivered(&t, s, seconds);
    run_close(&t.run);
    overlaps_free(t.memory);
    free(t.lanes);
    free(t.lane_of);
    return report_error(s, result, &error);
}
