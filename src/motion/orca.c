// SPDX-License-Identifier: MIT
// ORCA: the step, in blocks of bodies that threads process.
#include "motion/orca.h"

#include "core/clock.h"
#include "geometry/walls.h"
#include "motion/contacts.h"
#include "motion/pedestrian_sight.h"

#include <math.h>
#include <string.h>

#define ORCA_COOKIE 0x6f726361u

wend_orca_def wend_default_orca_def(void)
{
    return (wend_orca_def){.max_neighbours = 10,
                           .neighbour_distance = 5,
                           .substeps = 4,
                           .interval = 0.1,
                           .separations = 12,
                           .margin = 0.01,
                           .symmetry_angle = 0.03,
                           .wall_time_horizon = 0.1,
                           .cookie = ORCA_COOKIE};
}

wend_result wend_orca_def_check(const wend_orca_def *def, wend_error *error)
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
    if (def->separations > WEND_ORCA_MAX_SUBSTEPS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "separations must be 0 to %d, found %u",
                         WEND_ORCA_MAX_SUBSTEPS, def->separations);
    const motion_parameter parameters[] = {
        {.name = "neighbour_distance", .value = def->neighbour_distance, .positive = true},
        {.name = "interval", .value = def->interval, .positive = true, .max = INFINITY},
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

wend_result wend_orca_create_with(const wend_orca_def *def, const pedestrian_rules *rules,
                                  wend_orca **orca, wend_error *error)
{
    wend_result result = wend_orca_def_check(def, error);
    if (result != WEND_OK)
        return result;
    wend_orca *created = wend_allocate(&def->allocator, 1, sizeof *created);
    if (!created)
        return wend_fail_memory(error);
    memset(created, 0, sizeof *created);
    created->allocator = def->allocator;
    created->def = *def;
    created->rules = rules;
    for (uint32_t lanes = 16; !created->kernels; lanes /= 2)
        created->kernels = kernels_of(lanes);
    *orca = created;
    return WEND_OK;
}

wend_result wend_orca_create(const wend_orca_def *def, wend_orca **orca, wend_error *error)
{
    return wend_orca_create_with(def, NULL, orca, error);
}

void wend_orca_destroy(wend_orca *orca)
{
    if (!orca)
        return;
    wend_allocator allocator = orca->allocator;
    wend_orca_free_arrays(orca);
    wend_array_free(&orca->crowd.starts, &allocator);
    wend_array_free(&orca->warm, &allocator);
    wend_array_free(&orca->places, &allocator);
    wend_array_free(&orca->speeds, &allocator);
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

/// A body moves by at most this part of its radius in a substep, as far as WEND_ORCA_MAX_SUBSTEPS
/// allow.
#define SUBSTEP_REACH 0.5

/// Shared by the threads of a substep.
typedef struct substep {
    orca_job job;
    double seconds;
    bool last;               ///< of its part of the step
    const bool *moved;       ///< [opt] by slot: bodies that are written
    wend_orca_output output; ///< written by the last substep
} substep;

/// Prefetch distance in bodies: output slots are scattered in memory.
enum { WRITE_AHEAD = 12 };

// Moves the bodies of a block according to their velocities. Walls stop them, whatever the rounding
// in the float programs.
static void move_block(const substep *s, uint32_t begin, uint32_t end, const orca_scratch *scratch)
{
    orca_crowd *crowd = s->job.crowd;
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
        orca_place(crowd, next, i, to);
        if (s->last) {
            uint32_t soon = crowd->slot[i + WRITE_AHEAD < end ? i + WRITE_AHEAD : i];
            orca_prefetch(&s->output.positions[soon]);
            orca_prefetch(&s->output.velocities[soon]);
            if (s->moved && !s->moved[crowd->slot[i]])
                continue;
            s->output.positions[crowd->slot[i]] = to;
            s->output.velocities[crowd->slot[i]] = v;
        }
    }
}

static void run_block(const substep *s, uint32_t begin, uint32_t end, orca_scratch *scratch)
{
    const orca_kernels *kernels = s->job.orca->kernels;
    double start = wend_clock(), searched = start;
    if (s->job.first) {
        kernels->search(&s->job, begin, end);
        if (s->job.rules)
            wend_sight_drop_hidden(&s->job, begin, end);
        searched = wend_clock();
    }
    kernels->planes(&s->job, begin, end, scratch);
    wend_orca_wall_planes(&s->job, begin, end, scratch);
    if (s->job.rules && s->job.first)
        kernels->walk(&s->job, begin, end, scratch);
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

/// How a step is divided: parts with a neighbour search each, and their substeps.
typedef struct division {
    uint32_t parts, substeps;
} division;

/// A step that is longer than the interval by no more than rounding is not divided.
#define SAME_INTERVAL (1 + 0x1p-40)

static division divide(const wend_orca *orca, double step)
{
    const wend_orca_def *def = &orca->def;
    if (!isfinite(def->interval))
        return (division){1, def->substeps};
    double parts = ceil(step / (def->interval * SAME_INTERVAL));
    parts = fmin(fmax(parts, 1), ORCA_MAX_PARTS);
    double part = step / parts;
    double usual =
               fmin(ceil(def->substeps * part / (def->interval * SAME_INTERVAL)), def->substeps),
           quick = ceil(part * orca->crowd.quickest / SUBSTEP_REACH);
    double substeps = fmin(fmax(usual, quick), fmax(WEND_ORCA_MAX_SUBSTEPS, usual));
    return (division){(uint32_t)parts, (uint32_t)fmax(substeps, 1)};
}

/// Memory for positions between two parts of a step, where a step has parts.
static bool reserve_places(wend_orca *orca, uint32_t count)
{
    orca->places.count = orca->speeds.count = 0;
    return wend_array_reserve(&orca->places, &orca->allocator, count) &&
           wend_array_reserve(&orca->speeds, &orca->allocator, count);
}

bool wend_orca_reserve(wend_orca *orca, uint32_t count, uint32_t workers, double step)
{
    if (divide(orca, step).parts > 1 && !reserve_places(orca, count))
        return false;
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
    division d = divide(orca, input->step);
    double part = input->step / d.parts;
    return (orca_job){.orca = orca,
                      .crowd = &orca->crowd,
                      .input = input,
                      .rules = orca->rules,
                      .memory = orca->memory,
                      .warm = orca->warm.data,
                      .wall_horizon = fmax(orca->def.wall_time_horizon, part / d.substeps),
                      .inverse_step = (float)(1 / (part / d.substeps)),
                      .remaining = part,
                      .part = part,
                      .first = true,
                      .enlargement = (float)(1 + orca->def.margin),
                      .symmetry_angle = (float)orca->def.symmetry_angle,
                      .neighbours = orca->def.max_neighbours,
                      .distance = (float)orca->def.neighbour_distance};
}

wend_result wend_orca_begin(wend_orca *orca, const wend_orca_input *input, wend_error *error)
{
    if (!(input->step > 0 && isfinite(input->step)))
        return wend_fail(error, WEND_BAD_ARGUMENT, "step must be above 0 s, found %g", input->step);
    if (!wend_orca_reserve(orca, input->count, wend_tasks_workers(input->tasks), input->step))
        return wend_fail_memory(error);
    return wend_orca_sort(orca, input, (orca_places){NULL, NULL}, error);
}

static void run_part(wend_orca *orca, substep *s, uint32_t substeps)
{
    s->seconds = s->job.part / substeps;
    for (uint32_t k = 0; k < substeps; ++k) {
        s->job.first = k == 0;
        s->last = k + 1 == substeps;
        wend_parallel_for(s->job.input->tasks, (orca->crowd.count + ORCA_BLOCK - 1) / ORCA_BLOCK, 1,
                          run_blocks, s);
        s->job.now ^= 1;
        s->job.remaining -= s->seconds;
    }
    wend_orca_separate(orca, &s->job, &s->output, s->moved);
}

static void clear_times(wend_orca *orca)
{
    orca->times = (wend_orca_times){0};
    for (uint32_t worker = 0; worker < orca->scratch_count; ++worker)
        orca->scratch[worker].times = (wend_orca_times){0};
}

static void add_times(wend_orca *orca)
{
    for (uint32_t worker = 0; worker < orca->scratch_count; ++worker) {
        const wend_orca_times *times = &orca->scratch[worker].times;
        orca->times.neighbours += times->neighbours;
        orca->times.planes += times->planes;
        orca->times.programs += times->programs;
        orca->times.move += times->move;
    }
}

wend_result wend_orca_step_with(wend_orca *orca, const wend_orca_input *input,
                                wend_pedestrian_memory *memory, const wend_orca_output *output,
                                wend_error *error)
{
    double start = wend_clock();
    orca->memory = memory;
    wend_result result = wend_orca_begin(orca, input, error);
    if (result != WEND_OK)
        return result;
    division d = divide(orca, input->step);
    clear_times(orca);
    orca->times.index = wend_clock() - start;
    for (uint32_t part = 0; part < d.parts; ++part) {
        if (part > 0) {
            start = wend_clock();
            orca_places places = {orca->places.data, orca->speeds.data};
            wend_orca_sort(orca, input, places, NULL); // finite, as before
            orca->times.index += wend_clock() - start;
        }
        bool last = part + 1 == d.parts;
        substep s = {.job = wend_orca_job(orca, input),
                     .moved = last ? input->moved : NULL,
                     .output =
                         last ? *output : (wend_orca_output){orca->places.data, orca->speeds.data}};
        run_part(orca, &s, d.substeps);
    }
    add_times(orca);
    return WEND_OK;
}

wend_result wend_orca_step(wend_orca *orca, const wend_orca_input *input,
                           const wend_orca_output *output, wend_error *error)
{
    return wend_orca_step_with(orca, input, NULL, output, error);
}
