// SPDX-License-Identifier: MIT
// Mesh queries other than paths: point location, connectivity, ray casts, visibility. A figure is
// the minimum of many short rounds.
#include "bench/bench_mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/bench_scenes.h"
#include "bench/bench_trips.h"
#include "wend/random.h"

enum { PLACES = 8192, MOST_SEEN = 1 << 17 };
#define RAY_LENGTH 20.0

typedef struct mesh_queries {
    const wend_mesh *mesh;
    wend_vec2 places[PLACES], ends[PLACES]; ///< ends: RAY_LENGTH away, in any direction
    wend_vec2 seen[MOST_SEEN];
} mesh_queries;

/// Runs the i-th query and returns a value that depends on the result.
typedef double query_fn(mesh_queries *q, uint32_t i);

static double query_locate(mesh_queries *q, uint32_t i)
{
    return wend_mesh_locate(q->mesh, q->places[i]);
}

static double query_connected(mesh_queries *q, uint32_t i)
{
    return wend_mesh_connected(q->mesh, q->places[i], q->places[(i + 1) % PLACES]);
}

static double query_ray(mesh_queries *q, uint32_t i)
{
    wend_ray ray = {0};
    wend_mesh_raycast(q->mesh, q->places[i], q->ends[i], &ray, NULL);
    return ray.length;
}

static double query_visible(mesh_queries *q, uint32_t i)
{
    uint32_t count = 0;
    wend_mesh_visible(q->mesh, q->places[i], q->seen, MOST_SEEN, &count, NULL);
    return count;
}

// Nanoseconds per query in the fastest round; *mean is that of the results.
static double best_round(query_fn *query, mesh_queries *q, uint32_t round_size, double *mean)
{
    double best = INFINITY, sum = 0;
    for (uint32_t first = 0; first < PLACES; first += round_size) {
        double start = bench_now();
        for (uint32_t i = first; i < first + round_size; ++i)
            sum += query(q, i);
        best = fmin(best, bench_now() - start);
    }
    *mean = sum / PLACES;
    return 1e9 * best / round_size;
}

static bool rows_of_mesh(json_t *rows, const char *name, mesh_queries *q)
{
    const struct {
        const char *kind, *answer;
        query_fn *query;
        uint32_t round_size;
    } kinds[] = {{"locate", NULL, query_locate, 512},
                 {"connected", NULL, query_connected, 512},
                 {"raycast-20m", "mean_length", query_ray, 512},
                 {"visible", "mean_points", query_visible, 64}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        double mean, ns = best_round(kinds[i].query, q, kinds[i].round_size, &mean);
        json_t *row = bench_row(rows, kinds[i].kind, name);
        if (!row || !bench_real(row, "ns", ns) ||
            (kinds[i].answer && !bench_real(row, kinds[i].answer, mean)))
            return false;
    }
    return true;
}

// Takes ownership of the scene.
static bool rows_of_scene(json_t *rows, const char *name, scene *s)
{
    wend_mesh *mesh = s ? bench_mesh_of(s, NULL) : NULL;
    scene_free(s);
    if (!mesh)
        return true;
    mesh_queries *q = malloc(sizeof *q);
    bool good = q;
    if (good) {
        q->mesh = mesh;
        wend_random random = wend_random_stream(6, 1);
        for (uint32_t i = 0; i < PLACES; ++i) {
            double angle = wend_random_between(&random, 0, 6.283185307179586);
            wend_vec2 p = bench_free_place(mesh, &random);
            q->places[i] = p;
            q->ends[i] = (wend_vec2){p.x + RAY_LENGTH * cos(angle), p.y + RAY_LENGTH * sin(angle)};
        }
        good = rows_of_mesh(rows, name, q);
    }
    free(q);
    wend_mesh_destroy(mesh);
    return good;
}

bool bench_mesh_point_queries(json_t *rows)
{
    char path[1000];
    return rows_of_scene(rows, "city", bench_scene_load("city")) &&
           (!bench_data("movingai/Aurora.map", path, sizeof path) ||
            rows_of_scene(rows, "Aurora", bench_scene_load(path)));
}
