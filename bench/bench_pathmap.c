// SPDX-License-Identifier: MIT
// `bench pathmap`: exact path maps against the GPU times of Farias 2020, Tables 3.1 and 3.3, and
// against CGAL's sequence trees of the same triangles in the same run.
//
// Times are CPU times of one thread: the mean over the sources or queries, in the fastest of some
// rounds. A raster has 1,000 x 1,000 pixels with the distance and the root of each; the next
// waypoint is the position of the root, as in the exact map.
#include "bench/bench_pathmap.h"

#include <math.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"

enum {
    PIXELS = 1000,     ///< along each side of a raster
    LONGEST_PATH = 64, ///< points; none here has more
};

/// Measurements of a map.
typedef struct figures {
    double build_ms;
    double raster_ms;                  ///< build and raster
    double exact_queries, exact_paths; ///< seconds for all queries, here and below
    double raster_queries, raster_paths;
    double mean_distance; ///< mean over the queries
    double avp;           ///< mean number of points of a path
} figures;

typedef struct raster {
    wend_map_raster pixels;
    double per_x, per_y; ///< pixels in a metre
} raster;

// ---- rasters ------------------------------------------------------------------------------------

static bool raster_create(const wend_mesh *mesh, raster *r)
{
    wend_box box = wend_mesh_box(mesh);
    *r = (raster){.pixels = {.box = box, .width = PIXELS, .height = PIXELS},
                  .per_x = PIXELS / (box.max.x - box.min.x),
                  .per_y = PIXELS / (box.max.y - box.min.y)};
    r->pixels.distance = malloc((size_t)PIXELS * PIXELS * sizeof *r->pixels.distance);
    r->pixels.root = malloc((size_t)PIXELS * PIXELS * sizeof *r->pixels.root);
    return r->pixels.distance && r->pixels.root;
}

static void raster_destroy(raster *r)
{
    free(r->pixels.distance);
    free(r->pixels.root);
}

/// Pixel of a point in the box.
static inline uint32_t pixel_at(const raster *r, wend_vec2 p)
{
    uint32_t x = (uint32_t)((p.x - r->pixels.box.min.x) * r->per_x);
    uint32_t y = (uint32_t)((p.y - r->pixels.box.min.y) * r->per_y);
    return (y < PIXELS ? y : PIXELS - 1) * PIXELS + (x < PIXELS ? x : PIXELS - 1);
}

/// Whole path from p, as in Farias 2020: the pixel holds the first root, and each root the next
/// one.
static uint32_t raster_path(const raster *r, const wend_map_root *roots, wend_vec2 p,
                            wend_vec2 points[LONGEST_PATH])
{
    uint32_t count = 1, root = r->pixels.root[pixel_at(r, p)];
    points[0] = p;
    for (; root != WEND_MAP_NONE && count < LONGEST_PATH; root = roots[root].parent) {
        points[count] = wend_map_projection(&roots[root], points[count - 1]);
        ++count;
    }
    return count;
}

// ---- times --------------------------------------------------------------------------------------

/// Mean for the first sources. r [opt]: including the raster.
static double mean_ms(wend_map *map, const pathmap_case *c, uint32_t sources, const raster *r)
{
    double best = INFINITY;
    for (int round = 0; round < PATHMAP_ROUNDS; ++round) {
        double start = bench_worked();
        for (uint32_t i = 0; i < sources; ++i) {
            wend_error error = {0};
            wend_result result = wend_map_build(map, c->mesh, &c->sources[i], 1, &error);
            if (result == WEND_OK && r)
                result = wend_map_paint(map, &r->pixels, NULL, &error);
            if (result != WEND_OK) {
                bench_note("%s", wend_error_text(&error));
                return NAN;
            }
        }
        best = fmin(best, 1e3 * (bench_worked() - start) / sources);
    }
    return best;
}

double pathmap_build_ms(wend_map *map, const pathmap_case *c, uint32_t sources)
{
    return mean_ms(map, c, sources, NULL);
}

/// Queries of one source's map, and their time.
typedef struct turn {
    const wend_map *map;
    const raster *r;
    const wend_vec2 *queries;
    wend_map_result *results; ///< [count]
    uint32_t count;
} turn;

static double ask_exactly(const turn *t)
{
    double start = bench_worked();
    wend_map_query_batch(t->map, t->queries, t->count, t->results, NULL);
    return bench_worked() - start;
}

static double ask_raster(const turn *t)
{
    uint32_t root_count;
    const wend_map_root *roots = wend_map_roots(t->map, &root_count);
    double start = bench_worked();
    for (uint32_t i = 0; i < t->count; ++i) {
        wend_vec2 p = t->queries[i];
        uint32_t pixel = pixel_at(t->r, p), root = t->r->pixels.root[pixel];
        t->results[i] = (wend_map_result){t->r->pixels.distance[pixel], p, root};
        if (root != WEND_MAP_NONE)
            t->results[i].next = wend_map_projection(&roots[root], p);
    }
    return bench_worked() - start;
}

static double walk_exactly(const turn *t, uint64_t *points)
{
    wend_vec2 path[LONGEST_PATH];
    double start = bench_worked();
    for (uint32_t i = 0; i < t->count; ++i) {
        uint32_t count;
        wend_map_path(t->map, t->queries[i], path, LONGEST_PATH, &count);
        *points += count;
    }
    return bench_worked() - start;
}

static double walk_raster(const turn *t, uint64_t *points)
{
    wend_vec2 path[LONGEST_PATH];
    uint32_t root_count;
    const wend_map_root *roots = wend_map_roots(t->map, &root_count);
    double start = bench_worked();
    for (uint32_t i = 0; i < t->count; ++i)
        *points += raster_path(t->r, roots, t->queries[i], path);
    return bench_worked() - start;
}

/// All queries once. False: a map could not be built.
static bool one_round(wend_map *map, const pathmap_case *c, const raster *r,
                      wend_map_result *results, figures *f)
{
    double exact = 0, pixels = 0, exact_paths = 0, pixel_paths = 0, sum = 0;
    uint64_t points = 0, raster_points = 0;
    for (uint32_t s = 0; s < PEER_QUERY_SOURCES; ++s) {
        uint32_t first = PATHMAP_QUERIES / PEER_QUERY_SOURCES * s;
        turn t = {map, r, c->queries + first, results, PATHMAP_QUERIES / PEER_QUERY_SOURCES};
        if (wend_map_build(map, c->mesh, &c->sources[s], 1, NULL) != WEND_OK ||
            wend_map_paint(map, &r->pixels, NULL, NULL) != WEND_OK)
            return false;
        exact += ask_exactly(&t);
        for (uint32_t i = 0; i < t.count; ++i)
            sum += results[i].distance;
        pixels += ask_raster(&t);
        exact_paths += walk_exactly(&t, &points);
        pixel_paths += walk_raster(&t, &raster_points);
    }
    f->exact_queries = fmin(f->exact_queries, exact);
    f->raster_queries = fmin(f->raster_queries, pixels);
    f->exact_paths = fmin(f->exact_paths, exact_paths);
    f->raster_paths = fmin(f->raster_paths, pixel_paths);
    f->mean_distance = sum / PATHMAP_QUERIES;
    f->avp = (double)points / PATHMAP_QUERIES;
    return true;
}

/// False: out of memory, or a map could not be built.
static bool measure(const pathmap_case *c, figures *f)
{
    *f = (figures){.exact_queries = INFINITY,
                   .raster_queries = INFINITY,
                   .exact_paths = INFINITY,
                   .raster_paths = INFINITY};
    wend_map *map = NULL;
    raster r;
    wend_map_result *results = malloc(PATHMAP_QUERIES / PEER_QUERY_SOURCES * sizeof *results);
    bool good =
        raster_create(c->mesh, &r) && results && wend_map_create(NULL, &map, NULL) == WEND_OK;
    if (good) {
        f->build_ms = pathmap_build_ms(map, c, PATHMAP_SOURCES);
        f->raster_ms = mean_ms(map, c, PATHMAP_SOURCES, &r);
    }
    for (int round = 0; good && round < PATHMAP_ROUNDS; ++round)
        good = one_round(map, c, &r, results, f);
    wend_map_destroy(map);
    raster_destroy(&r);
    free(results);
    return good;
}

// ---- rows ---------------------------------------------------------------------------------------

/// Runs CGAL on the same input; NULL: not available, or out of memory.
static json_t *run_cgal(const char *program, const pathmap_case *c)
{
    peer_plan plan;
    wend_vec2 *places;
    uint32_t *triangles;
    if (!program || !pathmap_plan(c, &plan, &places, &triangles))
        return NULL;
    json_t *result = peer_run(program, &plan, PATHMAP_ROUNDS, false);
    peer_plan_free(&plan);
    free(places);
    free(triangles);
    return result;
}

/// A figure of CGAL; NAN if there is none.
static double cgal_figure(const json_t *result, const char *key)
{
    const json_t *figure = json_object_get(result, key);
    return figure ? json_number_value(figure) : NAN;
}

static bool add_row(json_t *rows, const pathmap_paper *paper, const pathmap_case *c,
                    const figures *f, const json_t *cgal)
{
    const double cgal_ms = cgal_figure(cgal, "ms"),
                 cgal_queries = cgal_figure(cgal, "queries_per_s"),
                 exact = PATHMAP_QUERIES / f->exact_queries;
    json_t *row = json_pack("{s:s}", "case", paper->name);
    if (!row || json_array_append_new(rows, row) != 0)
        return false;
    return bench_whole(row, "polygons", c->polygons) && bench_whole(row, "vertices", c->vertices) &&
           bench_whole(row, "faces", c->faces) && bench_real(row, "build_ms", f->build_ms) &&
           bench_real(row, "raster_ms", f->raster_ms) && bench_real(row, "cgal_ms", cgal_ms) &&
           bench_real(row, "cgal_ratio", cgal_ms / f->build_ms) &&
           bench_real(row, "paper_ms", paper->build_ms) &&
           bench_real(row, "paper_raster_ms", paper->raster_ms) &&
           bench_real(row, "queries_raster_per_s", PATHMAP_QUERIES / f->raster_queries) &&
           bench_real(row, "queries_exact_per_s", exact) &&
           bench_real(row, "cgal_queries_per_s", cgal_queries) &&
           bench_real(row, "cgal_queries_ratio", exact / cgal_queries) &&
           bench_real(row, "avp", f->avp) &&
           bench_real(row, "paths_raster_per_s", PATHMAP_QUERIES / f->raster_paths) &&
           bench_real(row, "paths_exact_per_s", PATHMAP_QUERIES / f->exact_paths) &&
           bench_real(row, "cgal_paths_per_s", cgal_figure(cgal, "paths_per_s")) &&
           bench_real(row, "paper_avp", paper->avp) &&
           bench_real(row, "paper_paths_per_s", paper->paths) &&
           bench_real(row, "paper_cgal_paths_per_s", paper->cgal_paths) &&
           bench_real(row, "cgal_excess",
                      cgal_figure(cgal, "mean_distance") / f->mean_distance - 1);
}

static bool row_of_map(json_t *rows, const pathmap_paper *paper, const char *program)
{
    pathmap_case c;
    if (!pathmap_open(bench_scene_load(paper->name), true, &c))
        return false;
    figures f;
    json_t *cgal = run_cgal(program, &c);
    bool good = measure(&c, &f) && add_row(rows, paper, &c, &f, cgal);
    json_decref(cgal);
    pathmap_close(&c);
    return good;
}

bool bench_pathmap(json_t *rows)
{
    char path[1000];
    const char *program = NULL;
    if (peer_beside("wend-peer-cgal-paths", path, sizeof path))
        program = path;
    else
        bench_note("wend-peer-cgal-paths not found, CGAL keys are null: run tools/setup bench and "
                   "build again");
    for (size_t i = 0; i < pathmap_paper_count; ++i)
        if (!row_of_map(rows, &pathmap_papers[i], program))
            return false;
    return bench_pathmap_growth(rows) && bench_pathmap_updates(rows);
}
