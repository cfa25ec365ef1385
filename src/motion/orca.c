// SPDX-License-Identifier: MIT
// ORCA: the step, in blocks of bodies that threads take.
#include "motion/orca.h"

#include "core/clock.h"
#include "geometry/walls.h"

#include <math.h>
#include <string.h>

#define ORCA_COOKIE 0x6f726361u

wend_orca_def wend_default_orca_def(void)
{
    return (wend_orca_def){.neighbours = 10,
                           .distance = 5,
                           .substeps = 4,
                           .margin = 0.01,
                           .twist = 0.03,
                           .wall_horizon = 0.1,
                           .cookie = ORCA_COOKIE};
}

static wend_result check_def(const wend_orca_def *def, wend_error *error)
{
    if (def->cookie != ORCA_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "start from wend_default_orca_def(), then change what should differ");
    if (def->neighbours < 1 || def->neighbours > WEND_ORCA_MAX_NEIGHBOURS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "neighbours must be 1 to %d, found %u",
                         WEND_ORCA_MAX_NEIGHBOURS, def->neighbours);
    if (def->substeps < 1 || def->substeps > WEND_ORCA_MAX_SUBSTEPS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "substeps must be 1 to %d, found %u",
                         WEND_ORCA_MAX_SUBSTEPS, def->substeps);
    if (!(def->distance > 0 && def->distance <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "distance must be above 0 m, found %g",
                         def->distance);
    if (!(def->margin >= 0 && def->margin <= 1) || !(fabs(def->twist) <= 1) ||
        !(def->wall_horizon >= 0 && def->wall_horizon <= 1000))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "margin must be 0 to 1, twist -1 to 1 and wall_horizon 0 to 1000 s, found "
                         "%g, %g and %g",
                         def->margin, def->twist, def->wall_horizon);
    return WEND_OK;
}

/// From the widest on.
static const orca_kernels *kernels_of(uint32_t lanes)
{
    switch (lanes) {
    case 16:
        return wend_orca_kernels_16();
    case 8:
        return wend_orca_kernels_8();
    case 4:
        return wend_orca_kernels_4();
    case 1:
        return wend_orca_kernels_1();
    default:
        return NULL;
    }
}

wend_result wend_orca_create(const wend_orca_def *def, wend_orca **orca, wend_error *error)
{
    wend_result result = check_def(def, error);
    if (result != WEND_OK)
        return result;
    wend_orca *made = wend_allocate(&def->allocator, 1, sizeof *made);
    if (!made)
        return wend_fail_memory(error);
    memset(made, 0, sizeof *made);
    made->allocator = def->allocator;
    made->def = *def;
    for (uint32_t lanes = 16; !made->kernels; lanes /= 2)
        made->kernels = kernels_of(lanes);
    *orca = made;
    return WEND_OK;
}

void wend_orca_destroy(wend_orca *orca)
{
    if (!orca)
        return;
    wend_allocator allocator = orca->allocator;
    wend_orca_free_arrays(orca);
    wend_array_free(&orca->crowd.starts, &allocator);
    wend_array_free(&orca->warm, &allocator);
    wend_array_free(&orca->cells, &allocator);
    wend_array_free(&orca->histograms, &allocator);
    wend_array_free(&orca->surveys, &allocator);
    wend_release(&allocator, orca->scratch, orca->scratch_count, sizeof *orca->scratch);
    wend_release(&allocator, orca, 1, sizeof *orca);
}

uint32_t wend_orca_lanes(const wend_orca *orca)
{
    return orca->kernels->lanes;
}

wend_result wend_orca_set_lanes(wend_orca *orca, uint32_t lanes)
{
    const orca_kernels *kernels = kernels_of(lanes);
    if (!kernels)
        return WEND_BAD_ARGUMENT;
    orca->kernels = kernels;
    return WEND_OK;
}

wend_orca_times wend_orca_last_times(const wend_orca *orca)
{
    return orca->times;
}

// ---- a step -------------------------------------------------------------------------------------

/// What the threads of a sub-step are given.
typedef struct substep {
    orca_job job;
    double seconds;
    bool first, last;
    const wend_orca_output *output;
} substep;

/// So many bodies before it is written, a place is asked for: slots lie anywhere in memory.
enum { WRITE_AHEAD = 12 };

// Takes the bodies of a block to where their velocities lead. Walls hold them, whatever the float
// arithmetic of the programs has made of it.
static void move_block(const substep *s, uint32_t begin, uint32_t end, const orca_scratch *scratch)
{
    const orca_crowd *crowd = s->job.crowd;
    const wend_walls *walls = s->job.input->walls;
    const double gap = WEND_WALLS_GAP * wend_walls_slack(walls);
    uint32_t next = s->job.now ^ 1;
    for (uint32_t i = begin; i < end; ++i) {
        wend_vec2 v = {crowd->vx[next][i], crowd->vy[next][i]}, p = crowd->position[i];
        wend_vec2 by = {v.x * s->seconds, v.y * s->seconds}, to = {p.x + by.x, p.y + by.y};
        double radius = crowd->radius[i] * (1 - WEND_BODY_GIVE);
        // As far as it can have come towards a wall, with what float makes of it.
        crowd->clear[i] -= (float)(s->seconds * crowd->max_speed[i] * (1 + 0x1p-20));
        if (scratch->hard_count[i - begin] > 0 && crowd->clear[i] < radius + gap) {
            wend_vec2 held = wend_walls_slide(walls, p, by, radius);
            if (held.x != to.x || held.y != to.y) {
                v = (wend_vec2){(held.x - p.x) / s->seconds, (held.y - p.y) / s->seconds};
                crowd->vx[next][i] = (float)v.x;
                crowd->vy[next][i] = (float)v.y;
                to = held;
            }
        }
        crowd->position[i] = to;
        crowd->x[next][i] = orca_units(to.x, crowd->origin.x, crowd->per_metre);
        crowd->y[next][i] = orca_units(to.y, crowd->origin.y, crowd->per_metre);
        if (s->last) {
            uint32_t soon = crowd->slot[i + WRITE_AHEAD < end ? i + WRITE_AHEAD : i];
            orca_prefetch(&s->output->positions[soon]);
            orca_prefetch(&s->output->velocities[soon]);
            s->output->positions[crowd->slot[i]] = to;
            s->output->velocities[crowd->slot[i]] = v;
        }
    }
}

static void run_block(const substep *s, uint32_t begin, uint32_t end, orca_scratch *scratch)
{
    const orca_kernels *kernels = s->job.orca->kernels;
    double start = wend_clock(), searched = start;
    if (s->first) {
        kernels->search(&s->job, begin, end);
        searched = wend_clock();
    }
    kernels->planes(&s->job, begin, end, scratch);
    wend_orca_wall_planes(&s->job, begin, end, scratch);
    double planned = wend_clock();
    kernels->programs(&s->job, begin, end, scratch);
    double solved = wend_clock();
    move_block(s, begin, end, scratch);
    scratch->times.neighbours += searched - start;
    scratch->times.planes += planned - searched;
    scratch->times.programs += solved - planned;
    scratch->times.move += wend_clock() - solved;
}

static void run_blocks(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const substep *s = argument;
    for (uint32_t block = begin; block < end; ++block) {
        uint32_t first = block * ORCA_BLOCK, last = first + ORCA_BLOCK;
        last = last < s->job.crowd->count ? last : s->job.crowd->count;
        run_block(s, first, last, &s->job.orca->scratch[worker]);
    }
}

bool wend_orca_reserve(wend_orca *orca, uint32_t count, uint32_t workers)
{
    if (orca->scratch_count < workers) {
        orca_scratch *scratch = wend_allocate(&orca->allocator, workers, sizeof *scratch);
        if (!scratch)
            return false;
        wend_release(&orca->allocator, orca->scratch, orca->scratch_count, sizeof *scratch);
        orca->scratch = scratch;
        orca->scratch_count = workers;
    }
    if (orca->warm.count < count) {
        size_t more = count - orca->warm.count;
        if (!wend_array_reserve(&orca->warm, &orca->allocator, more))
            return false;
        memset(orca->warm.data + orca->warm.count, 0, more * sizeof *orca->warm.data);
        orca->warm.count = count;
    }
    return wend_orca_sort_reserve(orca, count, workers);
}

orca_job wend_orca_job(wend_orca *orca, const wend_orca_input *input)
{
    double seconds = input->step / orca->def.substeps;
    return (orca_job){.orca = orca,
                      .crowd = &orca->crowd,
                      .input = input,
                      .warm = orca->warm.data,
                      .inverse_step = (float)(1 / seconds),
                      .left = input->step,
                      .grown = (float)(1 + orca->def.margin),
                      .twist = (float)orca->def.twist,
                      .neighbours = orca->def.neighbours,
                      .distance = (float)orca->def.distance};
}

wend_result wend_orca_begin(wend_orca *orca, const wend_orca_input *input, wend_error *error)
{
    if (!(input->step > 0 && isfinite(input->step)))
        return wend_fail(error, WEND_BAD_ARGUMENT, "step must be above 0 s, found %g", input->step);
    if (!wend_orca_reserve(orca, input->count, wend_tasks_workers(input->tasks)))
        return wend_fail_memory(error);
    return wend_orca_sort(orca, input, error);
}

wend_result wend_orca_step(wend_orca *orca, const wend_orca_input *input,
                           const wend_orca_output *output, wend_error *error)
{
    double start = wend_clock();
    wend_result result = wend_orca_begin(orca, input, error);
    if (result != WEND_OK)
        return result;
    orca->times = (wend_orca_times){.index = wend_clock() - start};
    for (uint32_t worker = 0; worker < orca->scratch_count; ++worker)
        orca->scratch[worker].times = (wend_orca_times){0};

    uint32_t substeps = orca->def.substeps;
    substep s = {
        .job = wend_orca_job(orca, input), .seconds = input->step / substeps, .output = output};
    for (uint32_t k = 0; k < substeps; ++k) {
        s.first = k == 0;
        s.last = k + 1 == substeps;
        wend_parallel_for(input->tasks, (orca->crowd.count + ORCA_BLOCK - 1) / ORCA_BLOCK, 1,
                          run_blocks, &s);
        s.job.now ^= 1;
        s.job.left -= s.seconds;
    }
    for (uint32_t worker = 0; worker < orca->scratch_count; ++worker) {
        const wend_orca_times *times = &orca->scratch[worker].times;
        orca->times.neighbours += times->neighbours;
        orca->times.planes += times->planes;
        orca->times.programs += times->programs;
        orca->times.move += times->move;
    }
    return WEND_OK;
}
