// SPDX-License-Identifier: MIT
// `bench measure`: cost of the Voronoi cells of a recording, with density and speed in an area.
//
// crowd: people who wander in a room with a wall and a door, at the density of experiments.
// bottleneck: an experiment of the real data, with its floor.
#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"

#include "measure/voronoi.h"
#include "record/recording_build.h"
#include "wend/random.h"

#include <math.h>
#include <stdlib.h>

enum { PEOPLE = 60, FRAMES = 2500, ROUNDS = 7 };

#define FPS    25.0
#define WIDE   10.0 ///< size of the room [Units: m]
#define HIGH   6.0
#define STRIDE 0.04 ///< maximum step per frame [Units: m]

/// PedPy's time per row: 10.7 s for 778,000 rows, cells alone, as stated in its pull request 515.
/// [Units: us]
#define PEDPY_US (10.7e6 / 778000)

static const wend_vec2 AREA[] = {{-0.4, 0.5}, {0.4, 0.5}, {0.4, 1.3}, {-0.4, 1.3}};

/// Sets the floor of a recording: a box with two obstacles.
static bool set_floor(recording *r, wend_box box, const wend_vec2 *left, uint32_t left_count,
                      const wend_vec2 *right, uint32_t right_count)
{
    const wend_vec2 ring[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    scene *s = scene_new();
    scene_shape shape;
    r->floors = s ? calloc(1, sizeof *r->floors) : NULL;
    if (!r->floors || !scene_shape_ring(s, ring, 4, &shape) ||
        !bench_add_polygon(s, left, left_count) || !bench_add_polygon(s, right, right_count)) {
        scene_free(s);
        return false;
    }
    s->bounds = shape.points;
    s->bounds_count = 4;
    r->floors[0].floor = s;
    r->floor_count = 1;
    return true;
}

/// All agents walk straight and turn back at the borders of their half of the room.
static bool make_crowd(recording *r)
{
    recording_build b;
    recording_build_start(&b);
    wend_random random = wend_random_stream(1, 0);
    bool enough = true;
    for (uint32_t i = 0; i < PEOPLE; ++i) {
        double side = i % 2 ? 1 : -1;
        wend_vec2 at = {wend_random_between(&random, -WIDE / 2, WIDE / 2),
                        side * wend_random_between(&random, 0.1, HIGH / 2)};
        wend_vec2 step = {wend_random_between(&random, -STRIDE, STRIDE),
                          wend_random_between(&random, -STRIDE, STRIDE)};
        for (uint32_t f = 0; f < FRAMES && enough; ++f) {
            enough = recording_build_row(&b, i, f, at);
            wend_vec2 next = {at.x + step.x, at.y + step.y};
            if (fabs(next.x) > WIDE / 2)
                step.x = -step.x;
            if (fabs(next.y) > HIGH / 2 || fabs(next.y) < 0.1)
                step.y = -step.y;
            at = (wend_vec2){at.x + step.x, at.y + step.y};
        }
    }
    enough = enough && recording_build_finish(&b, &(recording_rate){.stated = FPS}, r);
    recording_build_free(&b);
    // A wall 0.2 m thick, with a door in its middle.
    const double x = WIDE / 2;
    const wend_vec2 left[] = {{-x, -0.1}, {-0.5, -0.1}, {-0.5, 0.1}, {-x, 0.1}};
    const wend_vec2 right[] = {{0.5, -0.1}, {x, -0.1}, {x, 0.1}, {0.5, 0.1}};
    const wend_box room = {{-x, -HIGH / 2}, {x, HIGH / 2}};
    if (enough && set_floor(r, room, left, 4, right, 4))
        return true;
    if (enough)
        recording_free(r);
    return false;
}

/// The experiment; false with *enough true: not available.
static bool load_bottleneck(recording *r, bool *enough)
{
    char path[4096];
    problem_list problems = {.file = "040_c_56_h-.txt"};
    *enough = true;
    if (!bench_data("trajectories/040_c_56_h-.txt", path, sizeof path)) {
        bench_note(
            "experiment not found, row omitted: set WEND_DATA to the folder of the real data");
        return false;
    }
    bool loaded = recording_load(path, &(recording_hints){0}, r, &problems);
    problem_print(&problems, stderr);
    problem_free(&problems);
    if (!loaded)
        return false;
    const wend_vec2 left[] = {{-0.7, -1.1}, {-0.25, -1.1}, {-0.25, -0.15}, {-0.4, 0},   {-2.8, 0},
                              {-2.8, 6.7},  {-3.05, 6.7},  {-3.05, -0.3},  {-0.7, -0.3}};
    const wend_vec2 right[] = {{0.25, -1.1}, {0.7, -1.1}, {0.7, -0.3}, {3.05, -0.3}, {3.05, 6.7},
                               {2.8, 6.7},   {2.8, 0},    {0.4, 0},    {0.25, -0.15}};
    *enough = set_floor(r, (wend_box){{-3.5, -2}, {3.5, 8}}, left, 9, right, 9);
    if (!*enough)
        recording_free(r);
    return *enough;
}

/// Microseconds per row, the minimum of some rounds. False: out of memory.
static bool time_cells(const recording *r, const measure_voronoi_area *areas, size_t count,
                       double *us)
{
    double *cells = malloc((r->row_count + 1) * sizeof *cells), best = INFINITY;
    problem_list problems = {.file = "bench"};
    const measure_voronoi_rule rule = measure_default_voronoi_rule(r);
    bool good = cells != NULL;
    for (int i = 0; i < ROUNDS && good; ++i) {
        double start = bench_worked();
        good = measure_find_voronoi(r, &rule, areas, count, cells, &problems);
        best = fmin(best, bench_worked() - start);
    }
    problem_print(&problems, stderr);
    problem_free(&problems);
    free(cells);
    *us = best * 1e6 / (double)r->row_count;
    return good;
}

/// Takes ownership of the recording.
static bool add_row(json_t *rows, const char *name, recording *r)
{
    double us = 0, with_area = 0;
    measure_moment *moments = calloc(r->frame_count, sizeof *moments);
    const measure_voronoi_area area = {{AREA, 4}, moments};
    bool good = moments && time_cells(r, NULL, 0, &us) && time_cells(r, &area, 1, &with_area);
    json_t *row = good ? bench_row(rows, "voronoi", name) : NULL;
    good = row && bench_whole(row, "rows", r->row_count) &&
           bench_real(row, "per_frame", (double)r->row_count / r->frame_count) &&
           bench_real(row, "us", us) && bench_real(row, "us_with_area", with_area) &&
           bench_real(row, "pedpy_us", PEDPY_US) && bench_real(row, "ratio", PEDPY_US / us);
    free(moments);
    recording_free(r);
    return good;
}

bool bench_measure(json_t *rows)
{
    recording r;
    bool enough = make_crowd(&r) && add_row(rows, "crowd", &r);
    if (enough && load_bottleneck(&r, &enough))
        enough = add_row(rows, "bottleneck", &r);
    return enough;
}
