// SPDX-License-Identifier: MIT
// Shortest paths of a point: the queries of the MovingAI maps against Polyanya, random ones on
// small floors against Detour, and two threads on one mesh.
//
// A figure is the mean over all queries in the fastest of three rounds, CPU time of one thread.
#include "bench/bench_mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_scenes.h"
#include "bench/bench_trips.h"
#include "wend/path.h"
#include "wend/tasks.h"

#define ROUNDS       3
#define DETOUR_TRIPS 2000
#define CITY_TRIPS   20
/// Polyanya on its own merged meshes, one thread, on the same kind of machine: microseconds per
/// query (Cui, Harabor, Grastien 2017, "Compromise-free pathfinding on a navigation mesh"; the
/// authors' program).
static const struct {
    const char *map;
    double us;
} polyanya[] = {{"arena", 1.05}, {"brc202d", 194}, {"orz900d", 458}, {"Aurora", 618}};

/// Detour on the same floors and queries, its own polygons (of at most 6 corners), one thread, on
/// the same kind of machine: findNearestPoly for both ends, findPath and findStraightPath. Its
/// paths are not the shortest: 3.4 and 3.7 % longer on average.
static const struct {
    const char *name;
    uint32_t rooms; ///< along each side
    uint32_t polygons;
    double us;
} detour[] = {{"detour-polygons", 6, 148, 4.8}, {"detour-size", 7, 207, 6.4}};

// ---- one thread ---------------------------------------------------------------------------------

/// Result of all queries.
typedef struct outcome {
    double us;           ///< per query
    double length_error; ///< maximum difference to a known length; NAN: none known
    double expansions;   ///< per query
    uint32_t failed;     ///< queries without a path
} outcome;

static wend_result find(wend_path_query *query, const wend_mesh *mesh, const trip *t,
                        wend_path *path)
{
    wend_path_request request = wend_default_path_request();
    request.from = t->from;
    request.goal = (wend_goal){&t->to, 1};
    return wend_path_find(query, mesh, &request, path, NULL);
}

static void one_round(wend_path_query *query, const wend_mesh *mesh, const trips *t, outcome *o)
{
    wend_path path;
    o->failed = 0;
    o->length_error = NAN;
    o->expansions = 0;
    double start = bench_worked();
    for (uint32_t i = 0; i < t->count; ++i) {
        if (find(query, mesh, &t->data[i], &path) != WEND_OK) {
            ++o->failed;
            continue;
        }
        o->expansions += (double)path.expansions / t->count;
        if (!isnan(t->data[i].truth))
            o->length_error = fmax(o->length_error, fabs(path.length - t->data[i].truth));
    }
    o->us = fmin(o->us, 1e6 * (bench_worked() - start) / t->count);
}

static bool measure(const wend_mesh *mesh, const trips *t, outcome *o)
{
    wend_path_query *query;
    if (wend_path_query_create(NULL, &query, NULL) != WEND_OK)
        return false;
    *o = (outcome){.us = INFINITY};
    for (int round = 0; round < ROUNDS; ++round)
        one_round(query, mesh, t, o);
    wend_path_query_destroy(query);
    return true;
}

static json_t *row_of_trips(json_t *rows, const char *name, const wend_mesh *mesh, const trips *t,
                            outcome *o)
{
    if (!measure(mesh, t, o))
        return NULL;
    json_t *row = bench_row(rows, "queries", name);
    bool good = row && bench_real(row, "us", o->us) && bench_whole(row, "queries", t->count) &&
                bench_whole(row, "cells", wend_mesh_measure(mesh).cells) &&
                bench_real(row, "expansions", o->expansions) &&
                bench_whole(row, "failed", o->failed) &&
                bench_real(row, "length_error", o->length_error);
    return good ? row : NULL;
}

// ---- two threads --------------------------------------------------------------------------------

enum { THREADS = 2 };

typedef struct crowd {
    const wend_mesh *mesh;
    const trips *trips;
    wend_path_query *queries[THREADS];
    double worked[THREADS]; ///< CPU time of each thread [Units: s]
} crowd;

static void find_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    crowd *c = argument;
    wend_path path;
    double start = bench_worked();
    for (uint32_t i = begin; i < end; ++i)
        find(c->queries[worker], c->mesh, &c->trips->data[i], &path);
    c->worked[worker] += bench_worked() - start;
}

/// Result of several threads, in the fastest round.
typedef struct pace {
    double per_second; ///< queries, wall clock
    double us; ///< CPU time of one thread per query: increases if threads disturb each other
} pace;

// False: out of memory.
static bool keep_pace(crowd *c, uint32_t threads, pace *p)
{
    wend_tasks_def def = wend_default_tasks_def();
    def.worker_count = threads;
    wend_tasks *tasks;
    if (wend_tasks_create(&def, &tasks, NULL) != WEND_OK)
        return false;
    *p = (pace){0, INFINITY};
    for (int round = 0; round < ROUNDS; ++round) {
        memset(c->worked, 0, sizeof c->worked);
        double start = bench_now(), sum = 0;
        wend_parallel_for(tasks, c->trips->count, 16, find_some, c);
        p->per_second = fmax(p->per_second, c->trips->count / (bench_now() - start));
        for (int i = 0; i < THREADS; ++i)
            sum += c->worked[i];
        p->us = fmin(p->us, 1e6 * sum / c->trips->count);
    }
    wend_tasks_destroy(tasks);
    return true;
}

static bool row_of_threads(json_t *rows, const char *name, const wend_mesh *mesh, const trips *t)
{
    crowd c = {.mesh = mesh, .trips = t};
    bool good = true;
    for (int i = 0; i < THREADS; ++i)
        good = wend_path_query_create(NULL, &c.queries[i], NULL) == WEND_OK && good;
    pace one, two;
    good = good && keep_pace(&c, 1, &one) && keep_pace(&c, THREADS, &two);
    for (int i = 0; i < THREADS; ++i)
        wend_path_query_destroy(c.queries[i]);
    json_t *row = good ? bench_row(rows, "threads", name) : NULL;
    return row && bench_real(row, "per_second_1", one.per_second) &&
           bench_real(row, "per_second_2", two.per_second) && bench_real(row, "us_1", one.us) &&
           bench_real(row, "us_2", two.us) && bench_whole(row, "queries", t->count);
}

// ---- rows ---------------------------------------------------------------------------------------

// The mesh of a map and its queries. NULL, with nothing to free, if they are missing.
static wend_mesh *load_map(const char *map, trips *t)
{
    char file[100], path[1000];
    snprintf(file, sizeof file, "movingai/%s.map", map);
    if (!bench_data(file, path, sizeof path) || !bench_trips_read(map, t))
        return NULL;
    scene *s = bench_scene_load(path);
    wend_mesh *mesh = s ? bench_mesh_of(s, NULL) : NULL;
    scene_free(s);
    if (!mesh)
        bench_trips_free(t);
    return mesh;
}

static bool row_of_map(json_t *rows, const char *map)
{
    trips t;
    wend_mesh *mesh = load_map(map, &t);
    if (!mesh)
        return true;
    outcome o;
    json_t *row = row_of_trips(rows, map, mesh, &t, &o);
    bool good = row;
    for (size_t i = 0; good && i < sizeof polyanya / sizeof polyanya[0]; ++i)
        if (strcmp(map, polyanya[i].map) == 0)
            good = bench_real(row, "polyanya_us", polyanya[i].us) &&
                   bench_real(row, "ratio", o.us / polyanya[i].us);
    bench_trips_free(&t);
    wend_mesh_destroy(mesh);
    return good;
}

static bool threads_on_map(json_t *rows, const char *map)
{
    trips t;
    wend_mesh *mesh = load_map(map, &t);
    bool good = !mesh || row_of_threads(rows, map, mesh, &t);
    if (mesh)
        bench_trips_free(&t);
    wend_mesh_destroy(mesh);
    return good;
}

// Takes ownership of the scene.
static json_t *row_of_random(json_t *rows, const char *name, scene *s, uint32_t count, outcome *o)
{
    wend_mesh *mesh = s ? bench_mesh_of(s, NULL) : NULL;
    scene_free(s);
    trips t = {0};
    json_t *row = NULL;
    if (mesh && bench_trips_random(mesh, count, &t))
        row = row_of_trips(rows, name, mesh, &t, o);
    bench_trips_free(&t);
    wend_mesh_destroy(mesh);
    return row;
}

static bool rows_of_rooms(json_t *rows)
{
    for (size_t i = 0; i < sizeof detour / sizeof detour[0]; ++i) {
        outcome o;
        json_t *row = row_of_random(rows, detour[i].name, bench_scene_rooms(detour[i].rooms),
                                    DETOUR_TRIPS, &o);
        if (!row || !bench_whole(row, "detour_polygons", detour[i].polygons) ||
            !bench_real(row, "detour_us", detour[i].us) ||
            !bench_real(row, "ratio", o.us / detour[i].us))
            return false;
    }
    return true;
}

bool bench_mesh_queries(json_t *rows)
{
    for (size_t i = 0; i < bench_map_count; ++i)
        if (!row_of_map(rows, bench_maps[i]))
            return false;
    outcome o;
    return rows_of_rooms(rows) &&
           row_of_random(rows, "city", bench_scene_load("city"), CITY_TRIPS, &o) &&
           threads_on_map(rows, "Aurora");
}
