// SPDX-License-Identifier: MIT
// ORCA: the step, in blocks of bodies that threads process.
#include "motion/orca.h"

#include "core/clock.h"
#include "geometry/walls.h"
#include "motion/contacts.h"

#include <math.h>
#include <string.h>

#define ORCA_COOKIE 0x6f726361u

wend_orca_def wend_default_orca_def(void)
{
    return (wend_orca_def){.max_neighbours = 10,
                           .neighbour_distance = 5,
                           .substeps = 4,
                           .margin = 0.01,
                           .symmetry_angle = 0.03,
                           .wall_time_horizon = 0.1,
                           .cookie = ORCA_COOKIE};
}

static wend_result check_def(const wend_orca_def *def, wend_error *error)
{
    if (def->cookie != ORCA_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_orca_def()");
    if (def->max_neighbours < 1 || def->max_neighbours > WEND_ORCA_MAX_NEIGHBOURS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "max_neighbours must be 1 to %d, found %u",
                         WEND_ORCA_MAX_NEIGHBOURS, def->max_neighbours);
    if (def->substeps < 1 || def->substeps > WEND_ORCA_MAX_SUBSTEPS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "substeps must be 1 to %d, found %u",
                         WEND_ORCA_MAX_SUBSTEPS, def->substeps);
    const motion_parameter parameters[] = {
        {.name = "neighbour_distance", .value = def->neighbour_distance, .positive = true},
        {.name = "margin", .value = def->margin, .max = 1},
        {.name = "magnitude of symmetry_angle", .value = fabs(def->symmetry_angle), .max = 1},
        {.name = "wall_time_horizon", .value = def->wall_time_horizon, .max = 1000},
    };
    return wend_motion_check(parameters, sizeof parameters / sizeof *parameters, error);
}

/// The kernels for that number of lanes; NULL if they are not available.
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
    wend_orca *created = wend_allocate(&def->allocator, 1, sizeof *created);
    if (!created)
        return wend_fail_memory(error);
    memset(created, 0, sizeof *created);
    created->allocator = def->allocator;
    created->def = *def;
    for (uint32_t lanes = 16; !created->kernels; lanes /= 2)
        created->kernels = kernels_of(lanes);
    *orca = created;
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

// ---- step ---------------------------------------------------------------------------------------

/// Shared by the threads of a substep.
typedef struct substep {
    orca_job job;
    double seconds;
    bool first, last;
    const wend_orca_output *output;
} substep;

/// Prefetch distance in bodies: output slots are scattered in memory.
enum { WRITE_AHEAD = 12 };

// Moves the bodies of a block according to their velocities. Walls stop them, whatever the rounding
// in the float programs.
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
        // Upper bound on the distance moved towards a wall, with float rounding.
        crowd->clear[i] -= (float)(s->seconds * crowd->max_speed[i] * (1 + 0x1p-20));
        if (scratch->hard_count[i - begin] > 0 && crowd->clear[i] < radius + gap) {
            wend_vec2 stopped = wend_walls_slide(walls, p, by, radius);
            if (stopped.x != to.x || stopped.y != to.y) {
                v = (wend_vec2){(stopped.x - p.x) / s->seconds, (stopped.y - p.y) / s->seconds};
                crowd->vx[next][i] = (float)v.x;
                crowd->vy[next][i] = (float)v.y;
                to = stopped;
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
                      .remaining = input->step,
                      .enlargement = (float)(1 + orca->def.margin),
                      .symmetry_angle = (float)orca->def.symmetry_angle,
                      .neighbours = orca->def.max_neighbours,
                      .distance = (float)orca->def.neighbour_distance};
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
        s.job.remaining -= s.seconds;
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
