// SPDX-License-Identifier: MIT
// `bench voronoi`: building a Voronoi diagram, against Boost.Polygon on the same obstacles in the
// same minute; moving an agent in it, against CGAL's segment Delaunay graph; and nearest-site
// queries.
//
// wend_ms is wend_voronoi_create, from a floor to a diagram with its graph, the minimum of several
// runs: CPU time for one thread, as for the comparison programs; wall-clock time for two. speedup
// is wall clock.
#include "bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "bench/peer.h"
#include "bench/voronoi_cases.h"
#include "wend/random.h"
#include "wend/voronoi.h"

enum {
    MIN_RUNS = 3,
    MAX_RUNS = 30,
    MOST_THREADS = 2,
    MOVES = 20000,
    CGAL_MOVES = 2000, ///< a prefix: more would take long without changing the result
    QUESTIONS = 200000,
    ROUNDS = 3, ///< the fastest counts
    PATH = 1000,
};
#define ENOUGH_TIME  0.5  ///< of all builds of a case [Units: s]
#define AGENT_RADIUS 0.25 ///< [Units: m]
#define LATE_SHARE   0.99 ///< of the moves take less than p99_us

/// Comparison programs; empty: not available.
typedef struct peers {
    char boost[PATH], cgal[PATH];
} peers;

static void find_peers(peers *p)
{
    if (!peer_beside("wend-peer-boost", p->boost, sizeof p->boost)) {
        p->boost[0] = 0;
        bench_note("wend-peer-boost not found, no boost_ms: run tools/setup bench and build again");
    }
    if (!peer_beside("wend-peer-cgal-sites", p->cgal, sizeof p->cgal)) {
        p->cgal[0] = 0;
        bench_note(
            "wend-peer-cgal-sites not found, no cgal_us: run tools/setup bench and build again");
    }
}

/// Omits figures that were not measured.
static bool add_real(json_t *row, const char *key, double figure)
{
    return isnan(figure) || bench_real(row, key, figure);
}

/// A figure of a comparison program; NAN: none.
static double peer_figure(const json_t *answer, const char *key)
{
    const json_t *figure = json_object_get(answer, key);
    return json_is_number(figure) ? json_number_value(figure) : NAN;
}

// ---- building -----------------------------------------------------------------------------------

/// Fastest of several builds, in milliseconds.
typedef struct build_times {
    double worked; ///< CPU time of the calling thread
    double clock;
    wend_voronoi_size size;
} build_times;

/// False: out of memory, or the error has been reported.
static bool build_often(const char *name, const wend_floor *floor, uint32_t threads, build_times *t)
{
    wend_tasks_def workers = wend_default_tasks_def();
    workers.worker_count = threads;
    wend_tasks *tasks = NULL;
    wend_error error = {0};
    wend_result result = wend_tasks_create(&workers, &tasks, &error);
    wend_voronoi_def def = wend_default_voronoi_def();
    def.tasks = tasks;
    *t = (build_times){INFINITY, INFINITY, {0}};
    double sum = 0;
    for (int run = 0;
         result == WEND_OK && (run < MIN_RUNS || (sum < ENOUGH_TIME && run < MAX_RUNS)); ++run) {
        wend_voronoi *voronoi = NULL;
        double now = bench_now(), worked = bench_worked();
        result = wend_voronoi_create(floor, &def, &voronoi, &error);
        double seconds = bench_now() - now;
        t->worked = fmin(t->worked, 1e3 * (bench_worked() - worked));
        t->clock = fmin(t->clock, 1e3 * seconds);
        sum += seconds;
        if (result == WEND_OK)
            t->size = wend_voronoi_measure(voronoi);
        wend_voronoi_destroy(voronoi);
    }
    wend_tasks_destroy(tasks);
    if (result != WEND_OK)
        bench_note("%s: %s", name, wend_error_text(&error));
    return result == WEND_OK;
}

/// Boost's time; NAN: not available. False: out of memory.
static bool build_boost(const peers *p, const voronoi_case *c, double *ms)
{
    peer_plan plan;
    *ms = NAN;
    if (!p->boost[0])
        return true;
    if (!voronoi_plan(c, false, &plan))
        return false;
    json_t *answer = peer_run(p->boost, &plan, MIN_RUNS, false);
    *ms = peer_figure(answer, "ms");
    json_decref(answer);
    peer_plan_free(&plan);
    return true;
}

static bool add_build(json_t *rows, const char *name, uint32_t threads, const build_times *one,
                      const build_times *t, double boost_ms)
{
    json_t *row = json_pack("{s:s}", "case", name);
    double ms = threads == 1 ? t->worked : t->clock;
    return row && json_array_append_new(rows, row) == 0 && bench_whole(row, "threads", threads) &&
           bench_real(row, "wend_ms", ms) && add_real(row, "boost_ms", boost_ms) &&
           add_real(row, "ratio", ms / boost_ms) &&
           bench_real(row, "speedup", one->clock / t->clock) &&
           bench_whole(row, "cells", t->size.cells) && bench_whole(row, "edges", t->size.edges) &&
           bench_real(row, "us_per_cell", 1e3 * ms / t->size.cells) &&
           bench_real(row, "bytes_per_cell", (double)t->size.bytes / t->size.cells);
}

typedef bool make_case(uint32_t count, voronoi_case *c);

static bool rows_of_build(json_t *rows, const char *name, make_case *make, uint32_t count,
                          const peers *p)
{
    voronoi_case c;
    if (!make(count, &c))
        return false;
    wend_floor *floor = voronoi_floor(&c);
    double boost_ms;
    build_times times[MOST_THREADS];
    bool good = floor && build_boost(p, &c, &boost_ms);
    for (uint32_t threads = 1; good && threads <= MOST_THREADS; ++threads)
        good = build_often(name, floor, threads, &times[threads - 1]) &&
               add_build(rows, name, threads, &times[0], &times[threads - 1], boost_ms);
    wend_floor_destroy(floor);
    voronoi_case_free(&c);
    return good;
}

// ---- moves and queries ---------------------------------------------------------------------

static wend_voronoi *diagram_of(const char *name, const voronoi_case *c)
{
    wend_voronoi *voronoi = NULL;
    wend_error error = {0};
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_floor *floor = voronoi_floor(c);
    if (floor && wend_voronoi_create(floor, &def, &voronoi, &error) != WEND_OK)
        bench_note("%s: %s", name, wend_error_text(&error));
    wend_floor_destroy(floor);
    return voronoi;
}

/// Microseconds of a move.
typedef struct move_times {
    double mean, late;
} move_times;

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Moves an agent through all positions once. times [MOVES] is scratch memory; NULL: measure the
/// mean only.
static wend_result walk(wend_voronoi *voronoi, wend_site_id agent, const wend_vec2 *places,
                        double *times, move_times *t, wend_error *error)
{
    double start = bench_worked();
    for (uint32_t i = 0; i < MOVES; ++i) {
        double before = times ? bench_worked() : 0;
        wend_result result = wend_voronoi_move(voronoi, agent, places[i], error);
        if (result != WEND_OK)
            return result;
        if (times)
            times[i] = bench_worked() - before;
    }
    if (times) {
        qsort(times, MOVES, sizeof *times, by_size);
        t->late = 1e6 * times[(int)(LATE_SHARE * MOVES)];
    } else {
        t->mean = fmin(t->mean, 1e6 * (bench_worked() - start) / MOVES);
    }
    return WEND_OK;
}

static bool walk_often(const char *name, wend_voronoi *voronoi, const wend_vec2 *places,
                       move_times *t)
{
    *t = (move_times){INFINITY, INFINITY};
    wend_site_id agent;
    wend_error error = {0};
    double *times = malloc(MOVES * sizeof *times);
    const wend_shape shape = {.points = places, .point_count = 1};
    wend_result result = times ? WEND_OK : WEND_OUT_OF_MEMORY;
    if (result == WEND_OK)
        result = wend_voronoi_insert(voronoi, &shape, AGENT_RADIUS, &agent, &error);
    for (int round = 0; round < ROUNDS && result == WEND_OK; ++round)
        result = walk(voronoi, agent, places, NULL, t, &error);
    if (result == WEND_OK)
        result = walk(voronoi, agent, places, times, t, &error);
    free(times);
    if (result != WEND_OK)
        bench_note("%s: %s", name, wend_error_text(&error));
    return result == WEND_OK;
}

/// CGAL's times for the first of the moves. False: out of memory.
static bool walk_cgal(const peers *p, const voronoi_case *c, const wend_vec2 *places,
                      double *insert_us, double *remove_us)
{
    peer_plan plan;
    *insert_us = *remove_us = NAN;
    if (!p->cgal[0])
        return true;
    // With the bounds: an agent outside of all obstacles would have very many neighbours.
    if (!voronoi_plan(c, true, &plan))
        return false;
    plan.moves = places;
    plan.move_count = CGAL_MOVES;
    json_t *answer = peer_run(p->cgal, &plan, 1, false);
    *insert_us = peer_figure(answer, "insert_us");
    *remove_us = peer_figure(answer, "remove_us");
    json_decref(answer);
    peer_plan_free(&plan);
    return true;
}

static bool row_of_moves(json_t *rows, const char *name, uint32_t blocks, const peers *p)
{
    voronoi_case c;
    if (!voronoi_city(blocks, &c))
        return false;
    wend_vec2 *places = malloc(MOVES * sizeof *places);
    wend_voronoi *voronoi = places ? diagram_of(name, &c) : NULL;
    move_times t;
    double insert_us, remove_us;
    if (places)
        voronoi_walk(blocks, places, MOVES);
    bool good = voronoi && walk_often(name, voronoi, places, &t) &&
                walk_cgal(p, &c, places, &insert_us, &remove_us);
    json_t *row = good ? json_pack("{s:s}", "case", name) : NULL;
    good = row && json_array_append_new(rows, row) == 0 && bench_real(row, "us", t.mean) &&
           add_real(row, "cgal_us", insert_us + remove_us) &&
           add_real(row, "ratio", t.mean / (insert_us + remove_us)) &&
           add_real(row, "cgal_insert_us", insert_us) &&
           add_real(row, "cgal_remove_us", remove_us) && bench_real(row, "p99_us", t.late) &&
           bench_whole(row, "cells", wend_voronoi_measure(voronoi).cells);
    wend_voronoi_destroy(voronoi);
    free(places);
    voronoi_case_free(&c);
    return good;
}

/// Shuffles the positions, so that consecutive ones are far apart.
static void shuffle(wend_vec2 *places, uint32_t count)
{
    wend_random random = wend_random_stream(64, count);
    for (uint32_t i = count - 1; i > 0; --i) {
        uint32_t other = wend_random_below(&random, i + 1);
        wend_vec2 place = places[i];
        places[i] = places[other];
        places[other] = place;
    }
}

static bool row_of_queries(json_t *rows, const char *name, uint32_t blocks)
{
    voronoi_case c;
    if (!voronoi_city(blocks, &c))
        return false;
    wend_vec2 *places = malloc(QUESTIONS * sizeof *places);
    wend_voronoi *voronoi = places ? diagram_of(name, &c) : NULL;
    double ns = INFINITY;
    uint32_t answered = 0;
    if (voronoi) {
        voronoi_walk(blocks, places, QUESTIONS);
        shuffle(places, QUESTIONS);
    }
    for (int round = 0; voronoi && round < ROUNDS; ++round) {
        double start = bench_worked();
        answered = 0;
        for (uint32_t i = 0; i < QUESTIONS; ++i) {
            wend_nearest_site nearest;
            answered += wend_voronoi_nearest(voronoi, places[i], &nearest, NULL) == WEND_OK;
        }
        ns = fmin(ns, 1e9 * (bench_worked() - start) / QUESTIONS);
    }
    json_t *row = voronoi ? json_pack("{s:s}", "case", name) : NULL;
    bool good = row && json_array_append_new(rows, row) == 0 && bench_real(row, "ns", ns) &&
                bench_real(row, "per_second", 1e9 / ns) &&
                bench_whole(row, "failed", QUESTIONS - answered);
    wend_voronoi_destroy(voronoi);
    free(places);
    voronoi_case_free(&c);
    return good;
}

bool bench_voronoi(json_t *rows)
{
    peers p, none = {{0}, {0}};
    find_peers(&p);
    // Each again at a tenth of the size, and the city's moves also at ten times: growth.
    return rows_of_build(rows, "city-961", voronoi_city, 31, &p) &&
           rows_of_build(rows, "city", voronoi_city, 98, &p) &&
           rows_of_build(rows, "segments-10000", voronoi_segments, 10000, &p) &&
           rows_of_build(rows, "segments-100000", voronoi_segments, 100000, &p) &&
           rows_of_build(rows, "points-100000", voronoi_points, 100000, &p) &&
           rows_of_build(rows, "points-1000000", voronoi_points, 1000000, &p) &&
           row_of_moves(rows, "move-agent-city-961", 31, &p) &&
           row_of_moves(rows, "move-agent-city", 98, &p) &&
           row_of_moves(rows, "move-agent-city-96100", 310, &none) &&
           row_of_queries(rows, "nearest-city", 98);
}
