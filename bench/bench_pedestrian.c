// SPDX-License-Identifier: MIT
// Cost of pedestrians per body and step, and the ratio to ORCA with the same number of substeps.
//
// 10,000 bodies fill a square at 1 or 3 per square metre and walk to the right, or half of them to
// the left, for 8 s: a sixth of its side or less, so that the density hardly changes. Both models
// start from the same positions and are timed in turn. A figure is the minimum of several runs.
#include "bench/bench.h"

#include "wend/pedestrian.h"
#include "wend/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 10000, WARM = 20, STEPS = 60, RUNS = 5 };
#define RADIUS    0.2
#define SPEED     1.34
#define MAX_SPEED 2.0
#define HORIZON   2.0
#define STEP      0.1
#define SIDE      0.35 ///< of both ends of the chord [Units: m/s]

typedef struct stream {
    const char *name;
    double density; ///< [Units: 1/m^2]
    bool both_ways;
} stream;

static const stream streams[] = {{"one-way-1", 1, false},
                                 {"one-way-3", 3, false},
                                 {"two-way-1", 1, true},
                                 {"two-way-3", 3, true}};

typedef struct people {
    wend_body bodies[COUNT];
    wend_preferred_velocity preferred[COUNT];
    wend_vec2 positions[COUNT], velocities[COUNT];
    wend_pedestrian_memory memory[COUNT];
} people;

static void stand(people *p, const stream *of)
{
    wend_random random = wend_random_stream(1, 0);
    uint32_t side = (uint32_t)ceil(sqrt(COUNT));
    double pitch = sqrt(COUNT / of->density) / side, free_gap = fmax(pitch - 2 * RADIUS, 0) / 2;
    for (uint32_t i = 0; i < COUNT; ++i) {
        double x = (i % side + 0.5) * pitch + wend_random_between(&random, -free_gap, free_gap),
               y = (i / side + 0.5) * pitch + wend_random_between(&random, -free_gap, free_gap);
        float way = of->both_ways && i % 2 ? -1 : 1;
        p->bodies[i] =
            (wend_body){{x, y}, {way * SPEED, 0}, (float)RADIUS, MAX_SPEED, HORIZON, 0.5f};
        float ahead = way * (float)sqrt(SPEED * SPEED - SIDE * SIDE);
        p->preferred[i] =
            (wend_preferred_velocity){ahead, -way * (float)SIDE, ahead, way * (float)SIDE, 0.5f, 0};
        p->memory[i] = (wend_pedestrian_memory){0};
    }
}

static void go_on(people *p)
{
    for (uint32_t i = 0; i < COUNT; ++i) {
        p->bodies[i].position = p->positions[i];
        p->bodies[i].velocity = p->velocities[i];
    }
}

/// One run of a model: orca or pedestrian [opt each]. Returns microseconds per body and step; NAN
/// after a failure.
static double run(people *p, const stream *of, wend_orca *orca, wend_pedestrian *pedestrian)
{
    stand(p, of);
    double seconds = 0;
    for (int step = 0; step < WARM + STEPS; ++step) {
        const wend_orca_input input = {
            .bodies = p->bodies, .preferred = p->preferred, .count = COUNT, .step = STEP};
        const wend_orca_output output = {p->positions, p->velocities};
        double start = bench_now();
        wend_result result =
            orca ? wend_orca_step(orca, &input, &output, NULL)
                 : wend_pedestrian_step(pedestrian, &input, p->memory, &output, NULL);
        if (result != WEND_OK)
            return NAN;
        if (step >= WARM)
            seconds += bench_now() - start;
        go_on(p);
    }
    return 1e6 * seconds / STEPS / COUNT;
}

static json_t *row_of(const stream *of, people *p, wend_orca *orca, wend_pedestrian *pedestrian)
{
    double best[2] = {INFINITY, INFINITY};
    for (int k = 0; k < RUNS; ++k) {
        best[0] = fmin(best[0], run(p, of, orca, NULL));
        best[1] = fmin(best[1], run(p, of, NULL, pedestrian));
    }
    return json_pack("{s:s, s:f, s:i, s:f, s:f, s:f}", "case", of->name, "density", of->density,
                     "lanes", (int)wend_orca_lanes(orca), "orca_us", best[0], "pedestrian_us",
                     best[1], "ratio", best[1] / best[0]);
}

bool bench_pedestrian(json_t *rows)
{
    wend_orca_def orca_def = wend_default_orca_def();
    wend_pedestrian_def def = wend_default_pedestrian_def();
    wend_orca *orca = NULL;
    wend_pedestrian *pedestrian = NULL;
    people *p = malloc(sizeof *p);
    bool good = p && wend_orca_create(&orca_def, &orca, NULL) == WEND_OK &&
                wend_pedestrian_create(&def, &pedestrian, NULL) == WEND_OK;
    for (size_t i = 0; good && i < sizeof streams / sizeof *streams; ++i) {
        json_t *row = row_of(&streams[i], p, orca, pedestrian);
        good = row && json_array_append_new(rows, row) == 0;
    }
    wend_pedestrian_destroy(pedestrian);
    wend_orca_destroy(orca);
    free(p);
    return good;
}
