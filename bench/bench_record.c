// SPDX-License-Identifier: MIT
// `bench record`: cost of a recording.
//
// rows: frames of 10,000 agents into a database at full speed, from opening it until it is closed
// and flushed to disk. run-...: a crowd of 10,000 in a square, four crossing streams, on one
// simulating thread; the same steps without and with a recording alternate, and the fastest round
// of each counts.
#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"

#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    AGENTS = 10000,
    FRAMES = 200, ///< of the rows
    STEPS = 100,  ///< of a run
    ROUNDS = 3
};

#define SIDE   130.0 ///< of the square [Units: m]
#define MARGIN 10.0  ///< around the crowd: its goals [Units: m]

// ---- a file -------------------------------------------------------------------------------------

typedef struct place {
    char folder[200], file[240];
} place;

static bool place_make(place *p)
{
    const char *folder = getenv("TMPDIR");
    snprintf(p->folder, sizeof p->folder, "%.150s/wend-bench-XXXXXX",
             folder && *folder ? folder : "/tmp");
    if (!mkdtemp(p->folder)) {
        bench_note("%s: cannot create a folder", p->folder);
        return false;
    }
    snprintf(p->file, sizeof p->file, "%s/run.sqlite", p->folder);
    return true;
}

static void place_remove(const place *p)
{
    unlink(p->file);
    rmdir(p->folder);
}

static double file_bytes(const place *p)
{
    struct stat found;
    return stat(p->file, &found) == 0 ? (double)found.st_size : NAN;
}

static record_sink *open_sink(const place *p, const record_about *about)
{
    problem_list problems = {.file = p->file};
    record_sink *sink = record_sqlite.open(p->file, about, &problems);
    problem_print(&problems, stderr);
    problem_free(&problems);
    return sink;
}

/// Takes ownership of the sink.
static bool close_sink(const place *p, record_sink *sink, const record_end *end)
{
    problem_list problems = {.file = p->file};
    bool good = record_sqlite.close(sink, end, &problems);
    problem_print(&problems, stderr);
    problem_free(&problems);
    return good;
}

// ---- rows ---------------------------------------------------------------------------------------

static bool write_rows(const place *p, const scene *s, const record_row *rows, double *seconds)
{
    const record_about about = {.s = s, .file = "bench", .step = 0.1, .fps = 10, .seconds = 20};
    record_frame frame = {.rows = rows,
                          .row_count = AGENTS,
                          .shut = (bool[]){false},
                          .movers = (wend_vec2[]){{0, 0}}};
    double begin = bench_now();
    record_sink *sink = open_sink(p, &about);
    bool good = sink != NULL;
    for (; good && frame.number < FRAMES; ++frame.number)
        good = sink->kind->frame(sink, &frame);
    good = sink && close_sink(p, sink, &(record_end){.whole = true}) && good;
    *seconds = bench_now() - begin;
    return good;
}

static bool add_rows(json_t *rows, const place *p)
{
    scene *s = scene_new();
    record_row *rows_in = calloc(AGENTS, sizeof *rows_in);
    bool good = s && rows_in;
    for (uint32_t i = 0; good && i < AGENTS; ++i) {
        double angle = i;
        rows_in[i] = (record_row){
            i, {50 * sin(angle), 50 * cos(angle)}, (float)sin(angle), (float)cos(angle)};
    }
    double best = INFINITY, seconds = 0;
    bool written = good;
    for (int round = 0; written && round < ROUNDS; ++round) {
        written = write_rows(p, s, rows_in, &seconds);
        best = fmin(best, seconds);
    }
    free(rows_in);
    scene_free(s);
    if (!written)
        return good; // the error has been reported
    double count = (double)AGENTS * FRAMES;
    json_t *row = bench_row(rows, "rows", "10000");
    return row && bench_whole(row, "rows", (uint64_t)count) && bench_real(row, "seconds", best) &&
           bench_real(row, "rows_per_s", count / best) &&
           bench_real(row, "bytes_per_row", file_bytes(p) / count);
}

// ---- runs ---------------------------------------------------------------------------------------

static bool add_area(scene *s, const char *name, double x0, double y0, double x1, double y1)
{
    const wend_vec2 corners[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    scene_area *area = scene_add_area(s);
    if (!area)
        return false;
    area->name = name;
    return scene_shape_ring(s, corners, 4, &area->shape);
}

/// A quarter of the crowd in each quarter of the square; each goes to one side of it and stays.
static scene *make_crowd(void)
{
    static const char *const quarters[] = {"south-west", "south-east", "north-east", "north-west"};
    static const char *const sides[] = {"east", "north", "west", "south"};
    const double far = SIDE - MARGIN, half = SIDE / 2;
    const wend_vec2 bounds[] = {{0, 0}, {SIDE, 0}, {SIDE, SIDE}, {0, SIDE}};
    scene *s = scene_new();
    scene_shape ring;
    bool good =
        s && scene_shape_ring(s, bounds, 4, &ring) &&
        add_area(s, quarters[0], MARGIN, MARGIN, half, half) &&
        add_area(s, quarters[1], half, MARGIN, far, half) &&
        add_area(s, quarters[2], half, half, far, far) &&
        add_area(s, quarters[3], MARGIN, half, half, far) &&
        add_area(s, sides[0], far, 0, SIDE, SIDE) && add_area(s, sides[1], 0, far, SIDE, SIDE) &&
        add_area(s, sides[2], 0, 0, MARGIN, SIDE) && add_area(s, sides[3], 0, 0, SIDE, MARGIN);
    for (int i = 0; i < 4 && good; ++i) {
        scene_agents *agents = scene_add_agents(s);
        good = agents != NULL;
        if (good) {
            agents->in = quarters[i];
            agents->def.count = AGENTS / 4;
            agents->goal = (scene_goal){.kind = SCENE_GOAL_AREA, .area = sides[i]};
            agents->route.on_arrival = WEND_ON_ARRIVAL_STAY;
        }
    }
    if (!good) {
        scene_free(s);
        return NULL;
    }
    s->bounds = ring.points;
    s->bounds_count = 4;
    return s;
}

typedef struct run_cost {
    double seconds;      ///< of all steps
    double longest_step; ///< [Units: s]
    double longest_wait; ///< maximum wait for the recording, after a step [Units: s]
    double closing;      ///< [Units: s]
    double worked;       ///< CPU time of the simulating thread [Units: s]
} run_cost;

/// All steps, with a frame every `every` steps; 0: without a recording. False after a message.
static bool run_crowd(const scene *s, const place *p, uint64_t every, run_cost *cost)
{
    scene_run r;
    *cost = (run_cost){0};
    if (!run_open(&r, &(run_def){.s = s, .seconds = STEPS * s->world.step})) {
        bench_note("%s", wend_error_text(&r.error));
        run_close(&r);
        return false;
    }
    const record_about about = run_about(&r, "bench", every > 0 ? every : 1);
    record_sink *sink = every ? open_sink(p, &about) : NULL;
    bool good = !every || (sink && run_record(&r, &about, every, sink));
    double begin = bench_now(), worked = bench_worked();
    for (int i = 0; i < STEPS && good; ++i) {
        const run_figures before = r.figures;
        good = run_step(&r) == RUN_COMPLETE;
        cost->longest_step = fmax(cost->longest_step, r.figures.cost - before.cost);
        cost->longest_wait = fmax(cost->longest_wait, r.figures.recording - before.recording);
    }
    cost->seconds = bench_now() - begin;
    cost->worked = bench_worked() - worked;
    begin = bench_now();
    record_end end = {.whole = good};
    if (r.recorder)
        recorder_end(r.recorder, &end);
    if (sink)
        good = close_sink(p, sink, &end) && good;
    cost->closing = bench_now() - begin;
    run_close(&r);
    return good;
}

static void take_best(run_cost *best, const run_cost *cost)
{
    best->seconds = fmin(best->seconds, cost->seconds);
    best->longest_step = fmin(best->longest_step, cost->longest_step);
    best->longest_wait = fmin(best->longest_wait, cost->longest_wait);
    best->closing = fmin(best->closing, cost->closing);
    best->worked = fmin(best->worked, cost->worked);
}

static bool add_run(json_t *rows, const place *p, const scene *s, uint64_t every)
{
    const run_cost worst = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
    run_cost without = worst, with = worst, cost;
    double fps = 1 / (s->world.step * (double)every);
    for (int round = 0; round < ROUNDS; ++round) {
        if (!run_crowd(s, p, 0, &cost))
            return true;
        take_best(&without, &cost);
        if (!run_crowd(s, p, every, &cost))
            return true;
        take_best(&with, &cost);
    }
    char name[40];
    snprintf(name, sizeof name, "%d-%gfps", (int)AGENTS, fps);
    json_t *row = bench_row(rows, "run", name);
    double longer = (with.seconds + with.closing) / without.seconds - 1;
    return row && bench_real(row, "seconds_without", without.seconds) &&
           bench_real(row, "seconds_with", with.seconds + with.closing) &&
           bench_real(row, "lengthened_percent", 100 * longer) &&
           bench_real(row, "work_percent", 100 * (with.worked / without.worked - 1)) &&
           bench_real(row, "step_ms", 1e3 * without.seconds / STEPS) &&
           bench_real(row, "longest_wait_ms", 1e3 * with.longest_wait) &&
           bench_real(row, "longest_step_ms", 1e3 * with.longest_step) &&
           bench_real(row, "closing_ms", 1e3 * with.closing) &&
           bench_real(row, "mb", file_bytes(p) / 1e6);
}

bool bench_record(json_t *rows)
{
    place p;
    if (!place_make(&p))
        return true;
    scene *s = make_crowd();
    bool good = s && add_rows(rows, &p) && add_run(rows, &p, s, 1) && add_run(rows, &p, s, 5);
    scene_free(s);
    place_remove(&p);
    return good;
}
