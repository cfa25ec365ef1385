// SPDX-License-Identifier: MIT
// Incremental update of a path map on profiling-6, against rebuilding it on the same mesh: one
// source of twenty moves, far or a little, the only source moves, one obstacle moves by its width.
//
// Times are medians over all moves. A square that moves by its width closes a street, because it
// then touches the next square or the bounds along a whole side; it moves back afterwards, which
// also counts. With an obstacle, the time of an update includes the repair of the mesh; that of a
// rebuild does not.
#include "bench/bench_pathmap.h"

#include <math.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "bench/bench_trips.h"
#include "scene/builtin/squares.h"

enum {
    ROWS = 20, ///< of squares: profiling-6
    SQUARES = ROWS * ROWS,
    MOVES = 2 * SQUARES, ///< there and back
    SOURCE_MOVES = 200,
    SOURCES = 20,
    COMPARED = 10000, ///< points at which both maps are compared
    UPDATE_STREAM = 9,
};

/// Maximum move of a source along each axis. [Units: m]
#define STEP 1.0

/// A floor with two maps.
typedef struct ground {
    scene *s;
    wend_mesh *mesh;
    wend_map *updated, *rebuilt;
    wend_map_source sources[SOURCES];
    uint32_t source_count;
    wend_random random;
    double repair[MOVES], update[MOVES], rebuild[MOVES]; ///< [Units: us]
    uint32_t moves;
    uint32_t failures;
    uint32_t rebuilds; ///< complete rebuilds
} ground;

static wend_map_source source_at(wend_vec2 place)
{
    return (wend_map_source){place, place, 0};
}

static void close_ground(ground *g)
{
    wend_map_destroy(g->updated);
    wend_map_destroy(g->rebuilt);
    wend_mesh_destroy(g->mesh);
    scene_free(g->s);
    free(g);
}

static ground *open_ground(uint32_t source_count)
{
    ground *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->s = squares_of(ROWS, SQUARES_SIDE, SQUARES_SIDE);
    g->mesh = g->s ? bench_mesh_of(g->s, NULL) : NULL;
    if (!g->mesh || wend_map_create(NULL, &g->updated, NULL) != WEND_OK ||
        wend_map_create(NULL, &g->rebuilt, NULL) != WEND_OK) {
        close_ground(g);
        return NULL;
    }
    g->random = wend_random_stream(UPDATE_STREAM, source_count);
    g->source_count = source_count;
    for (uint32_t i = 0; i < source_count; ++i)
        g->sources[i] = source_at(bench_free_place(g->mesh, &g->random));
    g->failures += wend_map_build(g->updated, g->mesh, g->sources, source_count, NULL) != WEND_OK;
    return g;
}

/// Updates one map and rebuilds the other; repair: time spent on the mesh before.
static void follow(ground *g, double repair)
{
    double start = bench_worked();
    wend_result result = wend_map_update(g->updated, g->mesh, g->sources, g->source_count, NULL);
    double middle = bench_worked();
    g->failures += result != WEND_OK;
    g->failures +=
        wend_map_build(g->rebuilt, g->mesh, g->sources, g->source_count, NULL) != WEND_OK;
    g->repair[g->moves] = 1e6 * repair;
    g->update[g->moves] = 1e6 * (repair + middle - start);
    g->rebuild[g->moves] = 1e6 * (bench_worked() - middle);
    g->rebuilds += wend_map_measure(g->updated).rebuilt;
    ++g->moves;
}

// ---- moves --------------------------------------------------------------------------------------

static void move_source(ground *g, wend_vec2 to(ground *g, wend_vec2 from))
{
    for (uint32_t i = 0; i < SOURCE_MOVES; ++i) {
        uint32_t which = wend_random_below(&g->random, g->source_count);
        g->sources[which] = source_at(to(g, g->sources[which].a));
        follow(g, 0);
    }
}

static wend_vec2 anywhere(ground *g, wend_vec2 from)
{
    (void)from;
    return bench_free_place(g->mesh, &g->random);
}

static wend_vec2 near(ground *g, wend_vec2 from)
{
    wend_vec2 p;
    do {
        p.x = from.x + wend_random_between(&g->random, -STEP, STEP);
        p.y = from.y + wend_random_between(&g->random, -STEP, STEP);
    } while (wend_mesh_locate(g->mesh, p) != WEND_LOCATION_FREE);
    return p;
}

static void move_sources(ground *g)
{
    move_source(g, anywhere);
}

static void shift_sources(ground *g)
{
    move_source(g, near);
}

/// Moves the square to its original position plus by.
static void move_square(ground *g, uint32_t number, wend_mesh_shape_id *id, wend_vec2 by)
{
    wend_vec2 ring[4];
    for (int k = 0; k < 4; ++k) {
        wend_vec2 p = g->s->obstacles[number].shape.points[k];
        ring[k] = (wend_vec2){p.x + by.x, p.y + by.y};
    }
    const wend_shape shape = {.points = ring, .point_count = 4};
    double start = bench_worked();
    wend_result removed = wend_mesh_remove(g->mesh, *id, NULL);
    wend_result inserted = wend_mesh_insert(g->mesh, &shape, id, NULL);
    double repair = bench_worked() - start;
    g->failures += removed != WEND_OK || inserted != WEND_OK;
    follow(g, repair);
}

static void move_squares(ground *g)
{
    static const wend_vec2 ways[4] = {
        {SQUARES_SIDE, 0}, {0, SQUARES_SIDE}, {-SQUARES_SIDE, 0}, {0, -SQUARES_SIDE}};
    for (uint32_t i = 0; i < SQUARES; ++i) {
        wend_mesh_shape_id id = wend_mesh_shape(g->mesh, i);
        move_square(g, i, &id, ways[i % 4]);
        move_square(g, i, &id, (wend_vec2){0, 0});
    }
}

// ---- rows ---------------------------------------------------------------------------------------

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *numbers, uint32_t count)
{
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    return (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
}

/// Maximum difference of the two maps' distances at random points.
static double difference(ground *g)
{
    double most = 0;
    for (uint32_t i = 0; i < COMPARED; ++i) {
        wend_vec2 p = bench_free_place(g->mesh, &g->random);
        most = fmax(most, fabs(wend_map_query(g->updated, p).distance -
                               wend_map_query(g->rebuilt, p).distance));
    }
    return most;
}

static bool add_row(json_t *rows, const char *name, ground *g)
{
    json_t *row = json_pack("{s:s}", "case", name);
    double repair = median(g->repair, g->moves), update = median(g->update, g->moves),
           rebuild = median(g->rebuild, g->moves);
    return row && json_array_append_new(rows, row) == 0 &&
           bench_real(row, "ratio_to_rebuild", update / rebuild) &&
           bench_real(row, "update_us", update) && bench_real(row, "repair_us", repair) &&
           bench_real(row, "rebuild_us", rebuild) &&
           bench_real(row, "slowest_us", g->update[g->moves - 1]) &&
           bench_whole(row, "sources", g->source_count) && bench_whole(row, "moves", g->moves) &&
           bench_whole(row, "rebuilt", g->rebuilds) && bench_whole(row, "failures", g->failures) &&
           bench_real(row, "difference", difference(g));
}

static bool row_of_moves(json_t *rows, const char *name, uint32_t sources, void (*move)(ground *g))
{
    ground *g = open_ground(sources);
    if (!g)
        return false;
    move(g);
    bool good = add_row(rows, name, g);
    close_ground(g);
    return good;
}

bool bench_pathmap_updates(json_t *rows)
{
    return row_of_moves(rows, "update", 1, move_squares) &&
           row_of_moves(rows, "update-20", SOURCES, move_squares) &&
           row_of_moves(rows, "update-source", SOURCES, move_sources) &&
           row_of_moves(rows, "update-source-near", SOURCES, shift_sources) &&
           row_of_moves(rows, "update-single", 1, move_sources);
}
