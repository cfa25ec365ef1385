// SPDX-License-Identifier: MIT
// A little crowd in which everybody sees everybody, and walls: for motions that are given their
// neighbours as lists.
#ifndef WEND_TESTS_MOTION_NEAR_CROWD_H
#define WEND_TESTS_MOTION_NEAR_CROWD_H

#include "tests/support/support.h"

#include "wend/neighbour.h"
#include "wend/orca.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

enum { MOST = 64 };

/// Bodies of a radius of 0.25 m, and what a step of theirs reads and writes.
typedef struct crowd {
    wend_body bodies[MOST];
    wend_preferred_velocity wishes[MOST];
    wend_neighbour nears[MOST * WEND_MAX_NEIGHBOURS];
    uint32_t neighbour_counts[MOST];
    wend_vec2 scratch[WEND_MOTION_SCRATCH * MOST], positions[MOST], velocities[MOST];
    uint32_t count;
    const wend_segment *walls;
    const wend_vec2 *wall_velocities; ///< NULL: they stand
    uint32_t wall_count;
} crowd;

static inline void add_body(crowd *c, double x, double y, wend_vec2 wish)
{
    assert_true(c->count < MOST);
    c->bodies[c->count] = (wend_body){.position = {x, y}, .radius = 0.25f, .max_speed = 2};
    c->wishes[c->count++] =
        (wend_preferred_velocity){(float)wish.x, (float)wish.y, (float)wish.x, (float)wish.y, 0, 0};
}

static inline double distance_of(wend_vec2 a, wend_vec2 b)
{
    return hypot(b.x - a.x, b.y - a.y);
}

/// Lists the nearest others and walls of each.
static inline void find_nears(crowd *c)
{
    for (uint32_t i = 0; i < c->count; ++i) {
        wend_neighbour *near = c->nears + (size_t)i * WEND_MAX_NEIGHBOURS;
        uint32_t count = 0;
        for (uint32_t k = 0; k < c->wall_count; ++k)
            near[count++] = (wend_neighbour){.wall = c->walls[k],
                                             .velocity = c->wall_velocities ? c->wall_velocities[k]
                                                                            : (wend_vec2){0, 0},
                                             .body = WEND_NEIGHBOUR_WALL};
        bool taken[MOST] = {false};
        taken[i] = true;
        while (count < WEND_MAX_NEIGHBOURS) {
            uint32_t best = MOST;
            for (uint32_t k = 0; k < c->count; ++k)
                if (!taken[k] && c->bodies[k].radius >= 0 &&
                    (best == MOST ||
                     distance_of(c->bodies[i].position, c->bodies[k].position) <
                         distance_of(c->bodies[i].position, c->bodies[best].position)))
                    best = k;
            if (best == MOST)
                break;
            taken[best] = true;
            near[count++] = (wend_neighbour){.body = best};
        }
        c->neighbour_counts[i] = count;
    }
}

/// What a step of theirs reads.
static inline wend_motion_input input_of(crowd *c, double step)
{
    return (wend_motion_input){.bodies = c->bodies,
                               .preferred = c->wishes,
                               .count = c->count,
                               .neighbours = c->nears,
                               .neighbour_counts = c->neighbour_counts,
                               .scratch = c->scratch,
                               .step = step};
}

/// A step of some motion.
typedef wend_result step_fn(const void *def, const wend_motion_input *input,
                            const wend_motion_output *output, wend_error *error);
/// The least gap between two, negative if they overlap.
static inline double min_gap(const crowd *c)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < c->count; ++i)
        for (uint32_t k = 0; k < i; ++k)
            least = fmin(least, distance_of(c->bodies[i].position, c->bodies[k].position) -
                                    c->bodies[i].radius - c->bodies[k].radius);
    return least;
}

/// Some who like to walk anywhere, and do not overlap.
static inline crowd random_crowd(wend_random *random, double size, uint32_t count)
{
    crowd c = {.count = 0};
    // Where there is no room, fewer come.
    while (count-- > 0) {
        double angle = wend_random_between(random, 0, 6.28), speed = wend_random_unit(random) * 1.5;
        wend_vec2 p = {wend_random_between(random, 0, size), wend_random_between(random, 0, size)};
        bool free = true;
        for (uint32_t i = 0; i < c.count; ++i)
            free = free && distance_of(c.bodies[i].position, p) >= 0.5;
        if (free)
            add_body(&c, p.x, p.y, (wend_vec2){speed * cos(angle), speed * sin(angle)});
    }
    return c;
}

/// The same bits for any number of threads; and who is not moved, and nobody, are left alone.
static inline void check_threads_and_others(const void *def, step_fn *step)
{
    wend_random random = wend_random_stream(5, 2);
    crowd c = random_crowd(&random, 6, 60);
    bool moved[MOST];
    wend_vec2 places[3][MOST], velocities[3][MOST], untouched;
    find_nears(&c);
    c.bodies[4].radius = -1;
    for (uint32_t i = 0; i < c.count; ++i)
        moved[i] = i % 3 != 0;
    for (int k = 0; k < 3; ++k) {
        wend_tasks *tasks = NULL;
        wend_tasks_def tasks_def = wend_default_tasks_def();
        tasks_def.worker_count = (uint32_t[]){1, 2, 8}[k];
        assert_int_equal(wend_tasks_create(&tasks_def, &tasks, NULL), WEND_OK);
        wend_motion_input input = input_of(&c, 0.1);
        input.moved = moved;
        input.tasks = tasks;
        memset(places[k], 0x55, sizeof places[k]);
        memset(velocities[k], 0x55, sizeof velocities[k]);
        assert_int_equal(step(def, &input, &(wend_motion_output){places[k], velocities[k]}, NULL),
                         WEND_OK);
        wend_tasks_destroy(tasks);
        assert_memory_equal(places[0], places[k], sizeof places[0]);
        assert_memory_equal(velocities[0], velocities[k], sizeof velocities[0]);
    }
    memset(&untouched, 0x55, sizeof untouched);
    assert_memory_equal(&places[0][0], &untouched, sizeof untouched);
    assert_memory_equal(&places[0][4], &untouched, sizeof untouched);
    assert_true(isfinite(places[0][1].x) && memcmp(&places[0][1], &untouched, sizeof untouched));
}

/// A def or a step that makes no sense.
static inline void check_refused(const void *def, step_fn *step, double seconds)
{
    crowd c = {.count = 0};
    add_body(&c, 0, 0, (wend_vec2){1, 0});
    wend_motion_input input = input_of(&c, seconds);
    wend_error error = {0};
    assert_int_equal(step(def, &input, &(wend_motion_output){c.positions, c.velocities}, &error),
                     WEND_BAD_ARGUMENT);
    assert_true(error.text[0] != 0);
}

#endif
