// SPDX-License-Identifier: MIT
// Cost of ORCA per body and step, and its quality: overlaps and goals reached.
//
// dense-N: one body per square metre, each walking to random positions in turn. circle: all bodies
// cross to the opposite side. blocks: streets between square blocks; every body walks up or down
// one of them. wend_orca_step is timed; preferred velocities are computed outside. A figure is the
// minimum of several runs over the same steps.
//
// rvo2_us is RVO2 in its fastest build on one thread of this kind of machine (a constant, not
// measured in this run); at this density a quarter of its bodies overlap at any time.
#include "bench/bench.h"

#include "measure/overlaps.h"
#include "wend/orca.h"
#include "wend/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RADIUS    0.25
#define SPEED     1.3
#define MAX_SPEED 2.0
#define HORIZON   2.0
#define STEP      0.1
#define ARRIVED   0.5 ///< distance at which a body takes its next target [Units: m]
#define RUNS      3

/// Blocks are 10 m wide, streets 6 m: slightly less than one body per square metre of street.
#define BLOCK  10.0
#define STREET 6.0

typedef enum crowd_kind { DENSE, CIRCLE, BLOCKS } crowd_kind;

typedef struct orca_case {
    const char *name;
    crowd_kind kind;
    uint32_t count, steps;
    double rvo2_us;
} orca_case;

static const orca_case cases[] = {
    {"dense-1000", DENSE, 1000, 200, 1.3},    {"dense-10000", DENSE, 10000, 60, 1.6},
    {"dense-100000", DENSE, 100000, 15, 2.6}, {"circle-1000", CIRCLE, 1000, 400, 0.7},
    {"blocks-10000", BLOCKS, 10000, 60, 1.2},
};

/// A moving crowd.
typedef struct crowd {
    const orca_case *of;
    wend_body *bodies;
    wend_preferred_velocity *wishes;
    wend_vec2 *goals, *positions, *velocities;
    wend_random random;
    double size;   ///< side of the square [Units: m]
    uint32_t rows; ///< of blocks, each way
    uint64_t reached;
    wend_walls *walls;
    overlaps *overlaps;
} crowd;

static void crowd_free(crowd *c)
{
    wend_walls_destroy(c->walls);
    overlaps_free(c->overlaps);
    free(c->bodies);
    free(c->wishes);
    free(c->goals);
    free(c->positions);
    free(c->velocities);
}

// ---- positions and targets ----------------------------------------------------------------------

// Bodies on a perturbed square lattice, in random order.
static void stand_in_lattice(crowd *c)
{
    uint32_t count = c->of->count, side = (uint32_t)ceil(sqrt(count));
    double pitch = c->size / side;
    for (uint32_t i = 0; i < count; ++i)
        c->bodies[i].position =
            (wend_vec2){(i % side + 0.5 + wend_random_between(&c->random, -0.2, 0.2)) * pitch,
                        (i / side + 0.5 + wend_random_between(&c->random, -0.2, 0.2)) * pitch};
}

static void stand_in_circle(crowd *c)
{
    uint32_t count = c->of->count;
    for (uint32_t i = 0; i < count; ++i) {
        double angle = 6.283185307179586 * i / count, radius = c->size / 2;
        c->bodies[i].position = (wend_vec2){radius * cos(angle), radius * sin(angle)};
        c->goals[i] = (wend_vec2){-c->bodies[i].position.x, -c->bodies[i].position.y};
    }
}

// Streets run between the blocks and around them all. Bodies start in two rows along each.
static void stand_in_streets(crowd *c)
{
    uint32_t count = c->of->count, streets = 2 * (c->rows + 1);
    uint32_t each = (count + streets - 1) / streets;
    double length = c->size;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t street = i / each, place = i % each, abreast = 5;
        double along = (place / abreast + 0.5) * length * abreast / each;
        double across = street / 2 * (BLOCK + STREET) + 0.6 + 1.2 * (place % abreast);
        c->bodies[i].position =
            street % 2 ? (wend_vec2){along, across} : (wend_vec2){across, along + 0.25};
    }
}

static void shuffle(crowd *c)
{
    for (uint32_t i = c->of->count - 1; i > 0; --i) {
        uint32_t j = wend_random_below(&c->random, i + 1);
        wend_vec2 kept = c->bodies[i].position;
        c->bodies[i].position = c->bodies[j].position;
        c->bodies[j].position = kept;
    }
}

static wend_vec2 next_goal(crowd *c, uint32_t i)
{
    wend_vec2 p = c->bodies[i].position;
    if (c->of->kind == DENSE)
        return (wend_vec2){wend_random_unit(&c->random) * c->size,
                           wend_random_unit(&c->random) * c->size};
    if (c->of->kind == CIRCLE)
        return c->goals[i];
    // Along the street that it is in; at a crossing, along one of the two.
    double pitch = BLOCK + STREET, x = fmod(p.x, pitch), y = fmod(p.y, pitch);
    bool upwards = x < STREET && (y >= STREET || wend_random_below(&c->random, 2) == 0);
    double to = wend_random_unit(&c->random) * c->size,
           across = 0.5 + wend_random_unit(&c->random) * (STREET - 1);
    return upwards ? (wend_vec2){floor(p.x / pitch) * pitch + across, to}
                   : (wend_vec2){to, floor(p.y / pitch) * pitch + across};
}

static bool build_blocks(crowd *c)
{
    uint32_t count = 4 * c->rows * c->rows + 4, at = 0;
    wend_segment *segments = malloc(count * sizeof *segments);
    if (!segments)
        return false;
    for (uint32_t block = 0; block <= c->rows * c->rows; ++block) {
        // The last one is the outer wall.
        bool all = block == c->rows * c->rows;
        double x = all ? 0 : STREET + block % c->rows * (BLOCK + STREET),
               y = all ? 0 : STREET + block / c->rows * (BLOCK + STREET);
        double size = all ? c->size : BLOCK;
        wend_vec2 corners[5] = {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}, {x, y}};
        for (int side = 0; side < 4; ++side)
            segments[at++] = (wend_segment){corners[side], corners[side + 1]};
    }
    wend_result made = wend_walls_create(segments, NULL, count, 1, NULL, &c->walls, NULL);
    free(segments);
    return made == WEND_OK;
}

static bool crowd_make(crowd *c, const orca_case *of)
{
    *c = (crowd){.of = of, .random = wend_random_stream(7, of->count)};
    c->bodies = calloc(of->count, sizeof *c->bodies);
    c->wishes = calloc(of->count, sizeof *c->wishes);
    c->goals = calloc(of->count, sizeof *c->goals);
    c->positions = calloc(of->count, sizeof *c->positions);
    c->velocities = calloc(of->count, sizeof *c->velocities);
    c->overlaps = overlaps_create();
    if (!c->overlaps || !c->bodies || !c->wishes || !c->goals || !c->positions || !c->velocities)
        return false;
    for (uint32_t i = 0; i < of->count; ++i)
        c->bodies[i] = (wend_body){.radius = RADIUS,
                                   .max_speed = MAX_SPEED,
                                   .time_horizon = HORIZON,
                                   .avoidance_share = 0.5f};
    switch (of->kind) {
    case DENSE:
        c->size = sqrt(of->count);
        stand_in_lattice(c);
        break;
    case CIRCLE:
        c->size = of->count * 0.7 / 3.141592653589793; // 0.7 m between neighbours
        stand_in_circle(c);
        break;
    case BLOCKS:
        // As many streets as give each body 1.2 m^2.
        c->rows = (uint32_t)ceil(sqrt(of->count * 1.2 / (STREET * (2 * BLOCK + STREET))));
        c->size = c->rows * (BLOCK + STREET) + STREET;
        stand_in_streets(c);
        break;
    }
    if (of->kind != CIRCLE)
        shuffle(c);
    for (uint32_t i = 0; i < of->count; ++i)
        c->goals[i] = next_goal(c, i);
    return of->kind != BLOCKS || build_blocks(c);
}

static void crowd_wish(crowd *c)
{
    for (uint32_t i = 0; i < c->of->count; ++i) {
        wend_vec2 p = c->bodies[i].position;
        double dx = c->goals[i].x - p.x, dy = c->goals[i].y - p.y, left = sqrt(dx * dx + dy * dy);
        if (left < ARRIVED && c->of->kind != CIRCLE) {
            ++c->reached;
            c->goals[i] = next_goal(c, i);
            dx = c->goals[i].x - p.x;
            dy = c->goals[i].y - p.y;
            left = sqrt(dx * dx + dy * dy);
        }
        double speed = left > 0 ? fmin(SPEED, left / STEP) / left : 0;
        float x = (float)(dx * speed), y = (float)(dy * speed);
        c->wishes[i] = (wend_preferred_velocity){x, y, x, y, 0.5f, 0};
    }
}

// ---- measuring ----------------------------------------------------------------------------------

typedef struct figures {
    double us;
    wend_orca_times parts; ///< [Units: us]
    double overlap_share, goals_per_s;
} figures;

// One run. Overlaps are counted outside the timed part, on request.
static bool run_once(const orca_case *of, wend_orca *orca, wend_tasks *tasks, bool count_overlaps,
                     figures *found)
{
    crowd c;
    bool good = crowd_make(&c, of);
    double seconds = 0;
    uint64_t overlapping = 0;
    wend_orca_times parts = {0};
    for (uint32_t step = 0; good && step < of->steps; ++step) {
        crowd_wish(&c);
        wend_orca_input input = {.bodies = c.bodies,
                                 .preferred = c.wishes,
                                 .count = of->count,
                                 .walls = c.walls,
                                 .step = STEP,
                                 .tasks = tasks};
        wend_orca_output output = {c.positions, c.velocities};
        double start = bench_now();
        good = wend_orca_step(orca, &input, &output, NULL) == WEND_OK;
        seconds += bench_now() - start;
        wend_orca_times times = wend_orca_last_times(orca);
        parts.index += times.index;
        parts.neighbours += times.neighbours;
        parts.planes += times.planes;
        parts.programs += times.programs;
        parts.move += times.move;
        for (uint32_t i = 0; i < of->count; ++i) {
            c.bodies[i].position = c.positions[i];
            c.bodies[i].velocity = c.velocities[i];
        }
        uint64_t hits = 0;
        if (good && count_overlaps)
            good = overlaps_count(c.overlaps, c.bodies, of->count, &hits);
        overlapping += hits;
    }
    double each = 1.0 / of->count / of->steps, us = 1e6 * each;
    if (good && seconds * us < found->us) {
        found->us = seconds * us;
        found->parts = (wend_orca_times){parts.index * us, parts.neighbours * us, parts.planes * us,
                                         parts.programs * us, parts.move * us};
    }
    if (count_overlaps) {
        found->overlap_share = (double)overlapping * each;
        found->goals_per_s = (double)c.reached / of->count / (of->steps * STEP);
    }
    crowd_free(&c);
    return good;
}

static bool add_row(json_t *rows, const orca_case *of, uint32_t threads, uint32_t substeps,
                    uint32_t lanes)
{
    wend_orca_def def = wend_default_orca_def();
    if (substeps == 1) { // as in other libraries
        def.substeps = 1;
        def.interval = INFINITY;
        def.separations = 0;
        def.margin = 0;
    }
    wend_tasks_def workers = wend_default_tasks_def();
    workers.worker_count = threads;
    wend_orca *orca = NULL;
    wend_tasks *tasks = NULL;
    bool good = wend_orca_create(&def, &orca, NULL) == WEND_OK &&
                wend_tasks_create(&workers, &tasks, NULL) == WEND_OK;
    good = good && (lanes == 0 || wend_orca_set_lanes(orca, lanes) == WEND_OK);
    figures found = {.us = INFINITY};
    for (int run = 0; good && run < RUNS; ++run)
        good = run_once(of, orca, tasks, run == 0, &found);
    json_t *row =
        good ? json_pack("{s:s, s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "case",
                         of->name, "threads", (int)threads, "substeps", (int)def.substeps, "lanes",
                         (int)wend_orca_lanes(orca), "us", found.us, "index", found.parts.index,
                         "neighbours", found.parts.neighbours, "planes", found.parts.planes,
                         "programs", found.parts.programs, "move", found.parts.move, "rvo2_us",
                         of->rvo2_us, "ratio", found.us / of->rvo2_us)
             : NULL;
    // No body reaches a goal on the circle: they stay near the centre of their target.
    if (row && of->kind != CIRCLE)
        json_object_set_new(row, "goals_per_s", json_real(found.goals_per_s));
    if (row)
        json_object_set_new(row, "overlap_share", json_real(found.overlap_share));
    wend_orca_destroy(orca);
    wend_tasks_destroy(tasks);
    return row && json_array_append_new(rows, row) == 0;
}

bool bench_orca(json_t *rows)
{
    uint32_t usual = wend_default_orca_def().substeps;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        for (uint32_t threads = 1; threads <= 2; ++threads)
            if (!add_row(rows, &cases[i], threads, 1, 0) ||
                !add_row(rows, &cases[i], threads, usual, 0))
                return false;
#if defined(__SSE2__) && !defined(WEND_PLAIN)
        if (!add_row(rows, &cases[i], 1, 1, 4)) // any x86-64
            return false;
#endif
    }
    return true;
}
