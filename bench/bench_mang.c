// SPDX-License-Identifier: MIT
// `bench mang`: the demos of Sud et al. 2008, frame by frame: Table 1, with the published figures.
// First the exact graph, on one thread, and larger towns for growth; then the raster
// (bench_mang_raster.c), and the benefits of the graph (bench_mang_claims.c).
#include "bench/bench.h"

#include <math.h>

#include "bench/bench_mang.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"

enum {
    FRAMES = 200,
    REPEATS = 3,
    BIG = 5000, ///< agents of a big town
    BIG_FRAMES = 20,
    BIG_REPEATS = 2,
};
/// Warm-up time, after which the streets are full and all memory is allocated. [Units: s]
#define WARM_UP     60.0
#define BIG_WARM_UP 3.0

/// Mean time and size of frames. [Units: ms]
typedef struct frames {
    double agents, vertices, edges;
    double diagram, graph, plan, motion, total;
} frames;

/// Rows without published figures.
static const mang_demo growth[] = {{.scene = "crowd-1000"}, {.scene = "crowd-10000"}};

// ---- frames -------------------------------------------------------------------------------------

/// Adds one frame. Phases are measured in wall-clock time, and scaled to the CPU time of this
/// thread.
static wend_result add_frame(mang_run *run, frames *sum, wend_error *error)
{
    uint32_t agents = wend_world_agents(run->world).count;
    double start = bench_worked();
    wend_result result = wend_world_step(run->world, error);
    double worked = bench_worked() - start;
    if (result != WEND_OK)
        return result;
    wend_phase_times times = wend_world_last_times(run->world);
    double clock = 0;
    for (int i = 0; i < WEND_PHASES; ++i)
        clock += times.seconds[i];
    double scale = 1e3 * worked / clock;
    sum->agents += agents;
    sum->diagram += scale * (times.seconds[WEND_PHASE_INDEX] - times.mang.graph);
    sum->graph += scale * times.mang.graph;
    sum->plan += scale * times.seconds[WEND_PHASE_PLAN];
    sum->motion += scale * (times.seconds[WEND_PHASE_AVOID] + times.seconds[WEND_PHASE_INTEGRATE]);
    sum->total += 1e3 * worked;
    wend_mang_size size = wend_mang_measure(wend_world_mang(run->world));
    sum->vertices += size.red_vertices + size.black_vertices;
    sum->edges += size.red_edges + size.black_edges;
    return WEND_OK;
}

static void divide(frames *sum, double by)
{
    sum->agents /= by;
    sum->vertices /= by;
    sum->edges /= by;
    sum->diagram /= by;
    sum->graph /= by;
    sum->plan /= by;
    sum->motion /= by;
    sum->total /= by;
}

/// The same frames repeatedly; the fastest counts.
static wend_result measure(mang_run *run, frames *best, wend_error *error)
{
    bool big = wend_world_agents(run->world).count >= BIG;
    uint32_t count = big ? BIG_FRAMES : FRAMES, repeats = big ? BIG_REPEATS : REPEATS;
    wend_snapshot *start = NULL;
    wend_result result = mang_run_until(run, big ? BIG_WARM_UP : WARM_UP, error);
    if (result == WEND_OK)
        result = wend_world_save(run->world, &start, error);
    *best = (frames){.total = INFINITY};
    for (uint32_t round = 0; round < repeats && result == WEND_OK; ++round) {
        frames sum = {0};
        result = wend_world_restore(run->world, start, error);
        for (uint32_t i = 0; i < count && result == WEND_OK; ++i)
            result = add_frame(run, &sum, error);
        divide(&sum, count);
        if (sum.total < best->total)
            *best = sum;
    }
    wend_snapshot_destroy(start);
    return result;
}

// ---- rows ---------------------------------------------------------------------------------------

json_t *bench_mang_row(json_t *rows, const char *what, const char *demo)
{
    json_t *row = json_pack("{s:s, s:s}", "case", what, "scene", demo);
    return row && json_array_append_new(rows, row) == 0 ? row : NULL;
}

bool bench_mang_paper(json_t *row, const mang_demo *demo)
{
    // Scenes without published figures have no vertices.
    return demo->vertices == 0 || (bench_real(row, "paper_vertices", demo->vertices) &&
                                   bench_real(row, "paper_edges", demo->edges) &&
                                   bench_real(row, "paper_diagram_ms", demo->diagram) &&
                                   bench_real(row, "paper_graph_ms", demo->graph) &&
                                   bench_real(row, "paper_plan_ms", demo->plan) &&
                                   bench_real(row, "paper_motion_ms", demo->motion) &&
                                   bench_real(row, "paper_total_ms", demo->total));
}

static bool add_row(json_t *rows, const mang_demo *demo, const frames *f)
{
    json_t *row = bench_mang_row(rows, demo->scene, demo->scene);
    return row && json_object_set_new(row, "kind", json_string("exact")) == 0 &&
           bench_whole(row, "threads", 1) && bench_real(row, "agents", f->agents) &&
           bench_real(row, "vertices", f->vertices) && bench_real(row, "edges", f->edges) &&
           bench_real(row, "diagram_ms", f->diagram) && bench_real(row, "graph_ms", f->graph) &&
           bench_real(row, "plan_ms", f->plan) && bench_real(row, "motion_ms", f->motion) &&
           bench_real(row, "total_ms", f->total) &&
           bench_real(row, "us_per_agent", 1e3 * f->total / f->agents) &&
           bench_mang_paper(row, demo);
}

bool bench_mang_done(const char *demo, wend_result result, const wend_error *error)
{
    if (result != WEND_OK && result != WEND_OUT_OF_MEMORY)
        bench_note("%s: %s", demo, wend_error_text(error));
    return result != WEND_OUT_OF_MEMORY;
}

/// False: out of memory.
static bool row_of(json_t *rows, const mang_demo *demo)
{
    mang_run run;
    frames best;
    wend_error error = {0};
    wend_result result = mang_run_open(&run, demo->scene, &(mang_setup){0}, &error);
    if (result == WEND_OK)
        result = measure(&run, &best, &error);
    mang_run_close(&run);
    return result == WEND_OK ? add_row(rows, demo, &best)
                             : bench_mang_done(demo->scene, result, &error);
}

bool bench_mang(json_t *rows)
{
    bool good = true;
    for (size_t i = 0; good && i < MANG_DEMOS; ++i)
        good = row_of(rows, &mang_demos[i]);
    for (size_t i = 0; good && i < sizeof growth / sizeof growth[0]; ++i)
        good = row_of(rows, &growth[i]);
    return good && bench_mang_raster(rows) && bench_mang_claims(rows);
}
