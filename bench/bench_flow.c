// SPDX-License-Identifier: MIT
// `bench flow`: throughput. Times of maps and lanes; the cut against the shortest path over the
// critical graph and over the gates of the Voronoi diagram; and Table 4.1 of Farias 2020: shortest
// paths with avoidance, lanes, and shortened lanes.
//
// Times are CPU times of one thread, the minimum of some rounds. A map includes everything from the
// floor to the levels: the mesh with its openings, the domain, the wave. Lanes start from the flow
// of that map, and solve it from the other side.
#include "bench/bench_flow.h"

#include <math.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "core/array.h"
#include "flow/voronoi_cut.h"
#include "scene/build/floor.h"
#include "scene/build/flow.h"
#include "scene/builtin/lanes.h"

enum {
    ROUNDS = 7,
    MANY = 400, ///< obstacles
    TENFOLD = 4000,
};

/// Published figures of a scene: one unit is 5 m here.
typedef struct paper {
    const char *name;
    double shortest, lane, optimised; ///< mean lengths; 0: not in its table
    double shortest_through, lane_through, optimised_through;
} paper;

static const paper papers[] = {
    {"lanes-1", 1.99, 3.06, 2.39, 453, 1053, 1165},
    {"lanes-2", 2.26, 3.89, 3.09, 214, 553, 611},
    {"lanes-3", 2.00, 3.20, 2.40, 441, 766, 843},
    {.name = "lanes-missed-1"},
    {.name = "lanes-missed-2"},
    {.name = "lanes-detour"},
    {.name = "flow-many"},
    {.name = "lanes-many"},
    {.name = "lanes-400"},
};
enum { PAPERS = sizeof papers / sizeof papers[0], SCENARIOS = 3 };

/// Measurements of a flow.
typedef struct figures {
    double map_ms, lanes_ms, shorten_ms;
    uint32_t bodies, windows, lanes, plain;
    double cut, graph_cut, voronoi_cut; ///< for points [Units: m]
    wend_lanes_gain gain;
} figures;

/// The scenarios of the table, and the means of their ratios.
typedef struct ratios {
    double lane, optimised;
    uint32_t count;
} ratios;

// ---- times --------------------------------------------------------------------------------------

static wend_flow_def def_of(const scene *s, const wend_floor *floor)
{
    wend_flow_def def = wend_default_flow_def();
    def.floor = floor;
    def.openings = s->flow.openings;
    def.opening_count = s->flow.def.opening_count;
    def.snap = s->flow.def.snap;
    return def;
}

/// Leaves the flow of the last round.
static wend_result time_map(const scene *s, const wend_floor *floor, wend_flow **flow, figures *f,
                            wend_error *error)
{
    const wend_flow_def def = def_of(s, floor);
    const wend_flow_request question = {.width = 2 * scene_flow_radius(s)};
    wend_result result = WEND_OK;
    f->map_ms = INFINITY;
    for (int round = 0; round < ROUNDS && result == WEND_OK; ++round) {
        wend_flow_destroy(*flow);
        double start = bench_worked();
        result = wend_flow_create(&def, flow, error);
        if (result == WEND_OK)
            result = wend_flow_solve(*flow, &question, error);
        f->map_ms = fmin(f->map_ms, 1e3 * (bench_worked() - start));
    }
    return result;
}

static wend_result time_lanes(const scene *s, wend_flow *flow, figures *f, wend_error *error)
{
    wend_lanes_def def = wend_default_lanes_def();
    def.radius = scene_flow_radius(s);
    const wend_flow_request question = {.width = 2 * def.radius};
    wend_result result = WEND_OK;
    f->lanes_ms = INFINITY;
    for (int round = 0; round < ROUNDS && result == WEND_OK; ++round) {
        wend_lanes *lanes = NULL;
        result = wend_flow_solve(flow, &question, error);
        if (result != WEND_OK)
            break;
        double start = bench_worked();
        result = wend_lanes_create(flow, &def, &lanes, error);
        f->lanes_ms = fmin(f->lanes_ms, 1e3 * (bench_worked() - start));
        wend_lanes_all(lanes, &f->lanes);
        wend_lanes_destroy(lanes);
    }
    return result;
}

/// Lanes of the point flow, and shortened lanes.
static wend_result other_lanes(const scene *s, wend_flow *flow, figures *f, wend_error *error)
{
    wend_lanes_def def = wend_default_lanes_def();
    const wend_lanes_shortening how = wend_default_lanes_shortening();
    wend_lanes *plain = NULL, *shorter = NULL;
    def.radius = scene_flow_radius(s);
    def.kind = WEND_LANES_PLAIN;
    wend_result result = wend_lanes_create(flow, &def, &plain, error);
    if (result == WEND_OK || result == WEND_NOT_FOUND) {
        wend_lanes_all(plain, &f->plain);
        def.kind = WEND_LANES_CLEAR;
        result = wend_lanes_create(flow, &def, &shorter, error);
    }
    if (result == WEND_OK) {
        double start = bench_worked();
        result = wend_lanes_shorten(shorter, flow, &how, &f->gain, error);
        f->shorten_ms = 1e3 * (bench_worked() - start);
    }
    wend_lanes_destroy(plain);
    wend_lanes_destroy(shorter);
    return result;
}

// ---- cuts ---------------------------------------------------------------------------------------

typedef struct edges {
    wend_array(wend_flow_gate) list;
} edges;

static bool keep_edge(void *context, const wend_flow_gate *edge)
{
    edges *e = context;
    if (!wend_array_reserve(&e->list, NULL, 1))
        return false;
    e->list.data[e->list.count++] = *edge;
    return true;
}

/// Shortest path over the edges from the bottom to the top, by relaxation until nothing changes.
/// NAN: out of memory.
static double over_edges(const edges *e, uint32_t bodies)
{
    double *level = malloc(bodies * sizeof *level), value = NAN;
    bool changed = level != NULL;
    for (uint32_t i = 0; level && i < bodies; ++i)
        level[i] = i == WEND_FLOW_BOTTOM ? 0 : INFINITY;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < e->list.count; ++i) {
            const wend_flow_gate *edge = &e->list.data[i];
            double *from = &level[edge->from], *to = &level[edge->to];
            const double sooner = fmin(*from, *to) + edge->width;
            if (sooner < fmax(*from, *to)) {
                *(*from > *to ? from : to) = sooner;
                changed = true;
            }
        }
    }
    if (level)
        value = level[WEND_FLOW_TOP];
    free(level);
    return value;
}

/// Cut of the point flow, by three methods.
static wend_result measure_cuts(const wend_floor *floor, wend_flow *flow, figures *f,
                                wend_error *error)
{
    const wend_flow_request points = {.width = 0};
    const wend_voronoi_def def = wend_default_voronoi_def();
    wend_voronoi *voronoi = NULL;
    edges e = {0};
    wend_result result = wend_flow_solve(flow, &points, error);
    f->cut = wend_flow_value(flow);
    f->bodies = wend_flow_measure(flow).bodies;
    f->windows = wend_flow_measure(flow).windows;
    if (result == WEND_OK)
        result = wend_flow_graph(flow, keep_edge, &e, error);
    if (result == WEND_OK) {
        f->graph_cut = over_edges(&e, f->bodies);
        result = wend_voronoi_create(floor, &def, &voronoi, error);
    }
    if (result == WEND_OK)
        result = wend_flow_voronoi_cut(flow, floor, voronoi, &f->voronoi_cut, error);
    wend_array_free(&e.list, NULL);
    wend_voronoi_destroy(voronoi);
    return result;
}

/// False, with a message, on failure. Without `all` only the times.
static bool measure(const scene *s, bool all, figures *f)
{
    wend_floor *floor = NULL;
    wend_flow *flow = NULL;
    wend_error error = {0};
    *f = (figures){0};
    wend_result result = scene_floor(s, &floor, &error);
    if (result == WEND_OK)
        result = time_map(s, floor, &flow, f, &error);
    if (result == WEND_OK)
        result = time_lanes(s, flow, f, &error);
    if (result == WEND_OK && all)
        result = other_lanes(s, flow, f, &error);
    if (result == WEND_OK && all)
        result = measure_cuts(floor, flow, f, &error);
    if (result != WEND_OK)
        bench_note("%s: %s", s->name ? s->name : "scene", wend_error_text(&error));
    wend_flow_destroy(flow);
    wend_floor_destroy(floor);
    return result == WEND_OK;
}

// ---- rows ---------------------------------------------------------------------------------------

static json_t *row_of(json_t *rows, const char *name)
{
    json_t *row = json_pack("{s:s}", "case", name);
    return row && json_array_append_new(rows, row) == 0 ? row : NULL;
}

static bool set_way(json_t *row, const char *key, const flow_way *way, double paper_mean,
                    double paper_through)
{
    json_t *object = json_object();
    if (!object || json_object_set_new(row, key, object) != 0)
        return false;
    bool good = bench_real(object, "min", way->least) && bench_real(object, "max", way->most) &&
                bench_real(object, "mean", way->mean) &&
                bench_whole(object, "through", way->through);
    if (!isnan(way->capacity_share))
        good = good && bench_real(object, "capacity_share", way->capacity_share) &&
               bench_whole(object, "collisions", way->collisions);
    if (paper_mean > 0)
        good = good && bench_real(object, "paper_mean", paper_mean) &&
               bench_real(object, "paper_through", paper_through);
    return good;
}

static bool set_figures(json_t *row, const figures *f)
{
    return bench_real(row, "map_ms", f->map_ms) && bench_real(row, "lanes_ms", f->lanes_ms) &&
           bench_real(row, "shorten_ms", f->shorten_ms) && bench_whole(row, "bodies", f->bodies) &&
           bench_whole(row, "windows", f->windows) && bench_whole(row, "lanes", f->lanes) &&
           bench_whole(row, "point_flow_lanes", f->plain) && bench_real(row, "cut", f->cut) &&
           bench_real(row, "graph_difference", f->graph_cut - f->cut) &&
           bench_real(row, "voronoi_cut", f->voronoi_cut) &&
           bench_real(row, "voronoi_excess", f->voronoi_cut / f->cut - 1) &&
           bench_real(row, "length_over_shortest", f->gain.after / f->gain.shortest);
}

static bool add_scene(json_t *rows, const paper *p, ratios *sum)
{
    scene *s = bench_scene_load(p->name);
    figures f;
    flow_way shortest, lane, optimised;
    bool good = s && measure(s, true, &f) && flow_by_shortest(s, &shortest) &&
                flow_by_lanes(s, false, FLOW_LONG, &lane) &&
                flow_by_lanes(s, true, FLOW_LONG, &optimised);
    scene_free(s);
    if (!good)
        return true; // already reported
    const double lane_ratio = (double)lane.through / shortest.through,
                 optimised_ratio = (double)optimised.through / shortest.through;
    if (p->shortest > 0) {
        sum->lane += lane_ratio;
        sum->optimised += optimised_ratio;
        ++sum->count;
    }
    json_t *row = row_of(rows, p->name);
    return row && set_figures(row, &f) &&
           bench_real(row, "capacity_share", optimised.capacity_share) &&
           set_way(row, "shortest", &shortest, p->shortest, p->shortest_through) &&
           set_way(row, "lane", &lane, p->lane, p->lane_through) &&
           set_way(row, "optimised", &optimised, p->optimised, p->optimised_through) &&
           // On lanes that are too long for arrivals within the time, a ratio is meaningless.
           bench_real(row, "lane_ratio", lane.through > 0 ? lane_ratio : NAN) &&
           bench_real(row, "optimised_ratio", lane.through > 0 ? optimised_ratio : NAN);
}

/// Means of the ratios of the table's scenarios, as published.
static bool add_ratios(json_t *rows, const ratios *sum)
{
    double lane = 0, optimised = 0;
    for (int i = 0; i < SCENARIOS; ++i) {
        lane += papers[i].lane_through / papers[i].shortest_through / SCENARIOS;
        optimised += papers[i].optimised_through / papers[i].shortest_through / SCENARIOS;
    }
    json_t *row = row_of(rows, "table-4.1");
    return row && bench_real(row, "lane_ratio", sum->lane / sum->count) &&
           bench_real(row, "paper_lane_ratio", lane) &&
           bench_real(row, "optimised_ratio", sum->optimised / sum->count) &&
           bench_real(row, "paper_optimised_ratio", optimised);
}

static bool add_hour(json_t *rows, const char *name)
{
    scene *s = bench_scene_load(name);
    flow_way way;
    bool good = s && flow_by_lanes(s, true, FLOW_HOUR, &way);
    scene_free(s);
    json_t *row = good ? bench_row(rows, "hour", name) : NULL;
    return !good || (row && bench_real(row, "seconds", FLOW_HOUR) &&
                     bench_whole(row, "arrived", way.arrived) &&
                     bench_whole(row, "collisions", way.collisions) &&
                     bench_real(row, "capacity_share", way.capacity_share));
}

/// Ten times the obstacles: times, and their exponents.
static bool add_growth(json_t *rows)
{
    scene *many = builtin_lanes(MANY), *tenfold = builtin_lanes(TENFOLD);
    figures one, ten;
    bool good = many && tenfold && measure(many, false, &one) && measure(tenfold, false, &ten);
    scene_free(many);
    scene_free(tenfold);
    json_t *row = good ? row_of(rows, "growth") : NULL;
    return !good ||
           (row && bench_whole(row, "obstacles", TENFOLD) &&
            bench_real(row, "map_ms", ten.map_ms) && bench_real(row, "lanes_ms", ten.lanes_ms) &&
            bench_whole(row, "lanes", ten.lanes) &&
            bench_real(row, "map_exponent", log10(ten.map_ms / one.map_ms)) &&
            bench_real(row, "lanes_exponent", log10(ten.lanes_ms / one.lanes_ms)));
}

bool bench_flow(json_t *rows)
{
    ratios sum = {0};
    bool good = true;
    for (int i = 0; good && i < PAPERS; ++i)
        good = add_scene(rows, &papers[i], &sum);
    good = good && add_ratios(rows, &sum);
    for (int i = 0; good && i < SCENARIOS; ++i)
        good = add_hour(rows, papers[i].name);
    return good && add_growth(rows);
}
