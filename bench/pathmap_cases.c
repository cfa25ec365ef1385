// SPDX-License-Identifier: MIT
// Test cases of path maps (see pathmap_cases.h).
#include "bench/pathmap_cases.h"

#include <stdlib.h>

#include "bench/bench_scenes.h"
#include "bench/bench_trips.h"
#include "mesh/mesh.h"

enum { SOURCE_STREAM = 8 }; ///< of random numbers

const pathmap_paper pathmap_papers[] = {
    {"concave-1", 1.1, 20.7, 2.80, 1530456, 9678293},
    {"concave-2", 8.8, 46.5, 3.47, 723589, 7958298},
    {"spiral", 2.2, 27.4, 6.48, 1152206, 5435787},
    {"spm-1", 1.6, 21.5, 2.68, 1301066, 9669309},
    {"spm-2", 10.0, 47.0, 3.24, 720928, 8278968},
    {"profiling-0", 1.4, 22.1, 2.58, 1150880, 10511710},
    {"profiling-1", 5.4, 40.4, 2.95, 704423, 9273255},
    {"profiling-2", 45.6, 85.8, 3.29, 457435, 8164065},
    {"profiling-3", 125.1, 168.0, 3.55, 373985, 7815736},
    {"profiling-4", 270.1, 309.9, 3.90, 232336, 7267917},
    {"profiling-5", 856.4, 886.3, 4.57, 153881, 6075666},
    {"profiling-6", 2737.1, 2807.0, 5.54, 92909, 5011099},
};
const size_t pathmap_paper_count = sizeof pathmap_papers / sizeof pathmap_papers[0];

// ---- meshes -------------------------------------------------------------------------------------

static void count_obstacles(const scene *s, pathmap_case *c)
{
    c->polygons = s->obstacle_count;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        c->vertices += s->obstacles[i].shape.point_count;
}

bool pathmap_open(scene *s, bool with_queries, pathmap_case *c)
{
    *c = (pathmap_case){0};
    if (!s)
        return false;
    count_obstacles(s, c);
    c->mesh = bench_mesh_of(s, NULL);
    scene_free(s);
    if (!c->mesh)
        return false;
    c->faces = wend_mesh_measure(c->mesh).triangles;
    wend_random random = wend_random_stream(SOURCE_STREAM, c->vertices);
    for (uint32_t i = 0; i < PATHMAP_SOURCES; ++i) {
        wend_vec2 place = bench_free_place(c->mesh, &random);
        c->sources[i] = (wend_map_source){place, place, 0};
    }
    if (!with_queries)
        return true;
    c->queries = malloc(PATHMAP_QUERIES * sizeof *c->queries);
    for (uint32_t i = 0; c->queries && i < PATHMAP_QUERIES; ++i)
        c->queries[i] = bench_free_place(c->mesh, &random);
    if (!c->queries)
        pathmap_close(c);
    return c->queries;
}

void pathmap_close(pathmap_case *c)
{
    wend_mesh_destroy(c->mesh);
    free(c->queries);
    *c = (pathmap_case){0};
}

// ---- input of a comparison program --------------------------------------------------------------

/// The free triangles, with point numbers of the plan.
static uint32_t *add_triangles(const wend_mesh *mesh, peer_plan *plan)
{
    uint32_t *numbers = malloc(mesh->triangle_count * sizeof *numbers);
    if (!numbers)
        return NULL;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        if (!wend_is_used(mesh, t) || wend_is_solid(mesh, t))
            continue;
        numbers[t] = plan->triangle_count;
        for (uint32_t i = 0; i < 3; ++i)
            plan->triangles[plan->triangle_count].corners[i] = wend_origin(mesh, 3 * t + i);
        ++plan->triangle_count;
    }
    return numbers;
}

bool pathmap_plan(const pathmap_case *c, peer_plan *plan, wend_vec2 **places, uint32_t **triangles)
{
    const wend_mesh *mesh = c->mesh;
    uint32_t query_count = c->queries ? PATHMAP_QUERIES : 0;
    *plan = (peer_plan){.point_count = (uint32_t)mesh->vertices.count,
                        .source_count = PATHMAP_SOURCES,
                        .move_count = PATHMAP_SOURCES + query_count};
    plan->points = malloc(plan->point_count * sizeof *plan->points);
    plan->triangles = malloc(c->faces * sizeof *plan->triangles);
    *places = malloc(plan->move_count * sizeof **places);
    *triangles = malloc(plan->move_count * sizeof **triangles);
    uint32_t *numbers = plan->triangles ? add_triangles(mesh, plan) : NULL;
    bool good = plan->points && numbers && *places && *triangles;
    for (uint32_t i = 0; good && i < plan->point_count; ++i)
        plan->points[i] = wend_at(mesh, i);
    for (uint32_t i = 0; good && i < plan->move_count; ++i) {
        wend_vec2 p = i < PATHMAP_SOURCES ? c->sources[i].a : c->queries[i - PATHMAP_SOURCES];
        (*places)[i] = p;
        (*triangles)[i] = numbers[wend_mesh_find(mesh, p).edge / 3];
    }
    plan->moves = *places;
    plan->move_triangles = *triangles;
    free(numbers);
    if (!good) {
        peer_plan_free(plan);
        free(*places);
        free(*triangles);
    }
    return good;
}
