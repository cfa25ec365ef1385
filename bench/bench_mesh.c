// SPDX-License-Identifier: MIT
// Building a mesh, against CGAL on the same walls in the same minute, on real maps and on generated
// fields.
//
// Times are CPU times of one thread, the minimum of several runs, for both. wend_ms is the
// triangulation and the classification of free space, against CGAL's triangulation; whole_ms is
// wend_mesh_create, with the convex cells and the hints.
#include "bench/bench_mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_scenes.h"
#include "bench/peer.h"
#include "mesh/mesh.h"

#define MIN_RUNS    3
#define MAX_RUNS    50
#define ENOUGH_TIME 0.4 ///< of all runs of a scene [Units: s]

const char *const bench_maps[] = {"arena",   "brc202d",      "AR0602SR",
                                  "orz900d", "CatwalkAlley", "Aurora"};
const size_t bench_map_count = sizeof bench_maps / sizeof bench_maps[0];

// ---- rows ---------------------------------------------------------------------------------------

json_t *bench_row(json_t *rows, const char *kind, const char *name)
{
    char both[100];
    snprintf(both, sizeof both, "%s-%s", kind, name);
    json_t *row = json_pack("{s:s}", "case", both);
    return row && json_array_append_new(rows, row) == 0 ? row : NULL;
}

bool bench_real(json_t *row, const char *key, double figure)
{
    return json_object_set_new(row, key, isfinite(figure) ? json_real(figure) : json_null()) == 0;
}

bool bench_whole(json_t *row, const char *key, uint64_t figure)
{
    return json_object_set_new(row, key, json_integer((json_int_t)figure)) == 0;
}

// ---- building -----------------------------------------------------------------------------------

/// One scene, built by both.
typedef struct built {
    wend_mesh_size size;
    uint32_t runs;
    double wend_ms, whole_ms;
    double cgal_ms, cgal_area, cgal_bytes; ///< NAN: no CGAL
} built;

typedef wend_result build_fn(const wend_floor *floor, const wend_mesh_def *def, wend_mesh **mesh,
                             wend_error *error);

// Builds a mesh often enough for a reliable minimum; the last one is kept in *mesh.
static wend_result build_often(const wend_floor *floor, build_fn *build, wend_mesh **mesh,
                               uint32_t *runs, double *ms)
{
    wend_mesh_def def = wend_default_mesh_def();
    wend_error error = {0};
    double best = INFINITY, sum = 0;
    *mesh = NULL;
    for (*runs = 0; *runs < MIN_RUNS || (sum < ENOUGH_TIME && *runs < MAX_RUNS); ++*runs) {
        wend_mesh_destroy(*mesh);
        *mesh = NULL;
        double start = bench_worked();
        wend_result result = build(floor, &def, mesh, &error);
        double seconds = bench_worked() - start;
        if (result != WEND_OK) {
            bench_note("%s", wend_error_text(&error));
            return result;
        }
        best = fmin(best, seconds);
        sum += seconds;
    }
    *ms = 1e3 * best;
    return WEND_OK;
}

static wend_result build_wend(const wend_floor *floor, built *b, wend_mesh **mesh)
{
    wend_mesh *bare;
    wend_result result = build_often(floor, wend_mesh_triangulate, &bare, &b->runs, &b->wend_ms);
    wend_mesh_destroy(bare);
    if (result == WEND_OK)
        result = build_often(floor, wend_mesh_create, mesh, &b->runs, &b->whole_ms);
    if (result == WEND_OK)
        b->size = wend_mesh_measure(*mesh);
    return result;
}

// Runs CGAL on the same walls. False: out of memory.
static bool build_cgal(const char *program, const wend_floor *floor, wend_box frame, built *b)
{
    b->cgal_ms = b->cgal_area = b->cgal_bytes = NAN;
    peer_plan plan;
    if (!program)
        return true;
    if (!peer_plan_make(floor, frame, &plan))
        return false;
    json_t *answer = peer_run(program, &plan, b->runs, false);
    if (answer) {
        b->cgal_ms = json_number_value(json_object_get(answer, "ms"));
        b->cgal_area = json_number_value(json_object_get(answer, "area"));
        b->cgal_bytes = json_number_value(json_object_get(answer, "bytes"));
    }
    json_decref(answer);
    peer_plan_free(&plan);
    return true;
}

static bool add_built(json_t *rows, const char *name, const built *b)
{
    json_t *row = bench_row(rows, "build", name);
    return row && bench_whole(row, "vertices", b->size.vertices) &&
           bench_whole(row, "triangles", b->size.triangles) &&
           bench_whole(row, "cells", b->size.cells) && bench_real(row, "wend_ms", b->wend_ms) &&
           bench_real(row, "cgal_ms", b->cgal_ms) &&
           bench_real(row, "ratio", b->wend_ms / b->cgal_ms) &&
           bench_real(row, "whole_ms", b->whole_ms) &&
           bench_real(row, "us_per_vertex", 1e3 * b->whole_ms / b->size.vertices) &&
           bench_whole(row, "bytes", b->size.bytes) &&
           bench_real(row, "cgal_bytes", b->cgal_bytes) &&
           bench_real(row, "area_error", fabs(b->size.area / b->cgal_area - 1));
}

// Takes ownership of the scene; NULL: no row, the error has been reported.
static bool row_of_scene(json_t *rows, const char *name, scene *s, const char *program)
{
    wend_floor *floor = NULL;
    wend_mesh *mesh = s ? bench_mesh_of(s, &floor) : NULL;
    scene_free(s);
    if (!mesh)
        return true;
    wend_box frame = wend_mesh_box(mesh);
    wend_mesh_destroy(mesh);
    built b;
    bool good = build_wend(floor, &b, &mesh) == WEND_OK && build_cgal(program, floor, frame, &b) &&
                add_built(rows, name, &b);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
    return good;
}

// ---- scenes -------------------------------------------------------------------------------------

static bool rows_of_growth(json_t *rows, const char *program)
{
    const char *const names[] = {"random-1e3", "random-1e4", "random-1e5", "random-1e6"};
    uint32_t vertices = 1000;
    for (int i = 0; i < 4; ++i, vertices *= 10) {
        scene *s = bench_scene_random(vertices);
        if (!s || !row_of_scene(rows, names[i], s, program))
            return false;
    }
    return true;
}

static bool rows_of_files(json_t *rows, const char *program)
{
    const char *const plans[][2] = {
        {"BUW", "jupedsim/BUW.wkt"},
        {"Kaiserslautern", "city/kaiserslautern_mittel.poly"},
        {"NewYork", "polygons/NewYork_0_1024.poly"},
        {"Paris", "polygons/Paris_0_1024.poly"},
        {"au_parks", "polygons/au_parks_900.poly"},
    };
    char path[1000], file[100];
    for (size_t i = 0; i < bench_map_count; ++i) {
        snprintf(file, sizeof file, "movingai/%s.map", bench_maps[i]);
        if (bench_data(file, path, sizeof path) &&
            !row_of_scene(rows, bench_maps[i], bench_scene_load(path), program))
            return false;
    }
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; ++i)
        if (bench_data(plans[i][1], path, sizeof path) &&
            !row_of_scene(rows, plans[i][0], bench_scene_load(path), program))
            return false;
    return true;
}

bool bench_mesh_build(json_t *rows)
{
    char path[1000];
    const char *program = NULL;
    if (peer_beside("wend-peer-cgal", path, sizeof path))
        program = path;
    else
        bench_note(
            "wend-peer-cgal not found, cgal_ms is null: run tools/setup bench and build again");
    char map[1000];
    if (!bench_data("movingai/Aurora.map", map, sizeof map))
        bench_note("real maps not found, rows omitted: set WEND_DATA to their folder");
    return row_of_scene(rows, "office", bench_scene_load("office"), program) &&
           row_of_scene(rows, "city", bench_scene_load("city"), program) &&
           rows_of_growth(rows, program) && rows_of_files(rows, program);
}
