// SPDX-License-Identifier: MIT
// A made-up crowd that walks like people: everybody turns, hastens and slows at random, sways from
// foot to foot, stops for a while now and then, and turns back at the walls of a square room.
#ifndef WEND_TESTS_VIEWER_CROWD_H
#define WEND_TESTS_VIEWER_CROWD_H

#include "record/recording.h"
#include "wend/random.h"

#include <math.h>
#include <stdlib.h>

#define CROWD_PI 3.14159265358979323846
/// Square metres for each.
#define CROWD_ROOM 3.0
/// [Units: m, 1/s]
#define CROWD_SWAY  0.02
#define CROWD_STEPS 1.0

/// One who walks.
typedef struct crowd_walker {
    wend_random random;
    wend_vec2 at;
    double heading, turning, speed, liked;
    double pause; ///< that it stands still for [Units: s]
    double phase; ///< of its steps
} crowd_walker;

static inline crowd_walker crowd_start(uint64_t seed, uint32_t number, double side)
{
    crowd_walker w = {.random = wend_random_stream(seed, number)};
    w.at = (wend_vec2){wend_random_between(&w.random, 0.5, side - 0.5),
                       wend_random_between(&w.random, 0.5, side - 0.5)};
    w.heading = wend_random_between(&w.random, -3, 3);
    w.liked = w.speed = wend_random_between(&w.random, 0.9, 1.6);
    w.phase = wend_random_unit(&w.random);
    return w;
}

static inline void crowd_step(crowd_walker *w, double dt, double side)
{
    const double turn = 1.0, sluggish = 1.5, stops_each = 40, rest = 6;
    double noise = sqrt(dt);
    w->pause -= dt;
    if (w->pause < -1 && wend_random_unit(&w->random) < dt / stops_each)
        w->pause = wend_random_between(&w->random, 0, 2 * rest);
    double wanted = w->pause > 0 ? 0 : w->liked;
    w->speed += (wanted - w->speed) * dt * 2 +
                wend_random_between(&w->random, -0.2, 0.2) * noise * (wanted > 0);
    w->speed = fmax(w->speed, 0);
    w->turning +=
        -w->turning * dt * sluggish + wend_random_between(&w->random, -turn, turn) * noise;
    w->heading += w->turning * dt;
    w->at.x += cos(w->heading) * w->speed * dt;
    w->at.y += sin(w->heading) * w->speed * dt;
    if (w->at.x < 0.3 || w->at.x > side - 0.3)
        w->heading =
            (w->at.x < side / 2) == (cos(w->heading) < 0) ? CROWD_PI - w->heading : w->heading;
    if (w->at.y < 0.3 || w->at.y > side - 0.3)
        w->heading = (w->at.y < side / 2) == (sin(w->heading) < 0) ? -w->heading : w->heading;
    w->phase += dt * CROWD_STEPS * w->speed / w->liked;
}

/// Where its head is: to one side of its way, by turns.
static inline wend_vec2 crowd_place(const crowd_walker *w)
{
    double sway = CROWD_SWAY * sin(2 * CROWD_PI * w->phase) * fmin(w->speed / w->liked, 1);
    return (wend_vec2){w->at.x - sin(w->heading) * sway, w->at.y + cos(w->heading) * sway};
}

static inline double crowd_side(uint32_t agents)
{
    return ceil(sqrt(CROWD_ROOM * agents)) + 2;
}

/// A recording of the crowd, everybody there in every frame, with only what the packer looks at.
/// Free it with recording_free, also when this is false: out of memory.
static inline bool crowd_record(uint32_t agents, uint32_t frames, double fps, uint64_t seed,
                                recording *r)
{
    *r = (recording){.fps = fps, .frame_step = 1, .frame_count = frames, .agent_count = agents};
    r->row_count = (size_t)agents * frames;
    r->agents = calloc(agents, sizeof *r->agents);
    r->at = calloc(r->row_count, sizeof *r->at);
    r->frames = calloc(r->row_count, sizeof *r->frames);
    r->frame_starts = calloc((size_t)frames + 1, sizeof *r->frame_starts);
    if (!r->agents || !r->at || !r->frames || !r->frame_starts)
        return false;
    double side = crowd_side(agents);
    for (uint32_t i = 0; i < agents; ++i) {
        crowd_walker w = crowd_start(seed, i, side);
        size_t first = (size_t)i * frames;
        r->agents[i] = (recorded_agent){.id = i,
                                        .first = first,
                                        .count = frames,
                                        .radius = 0.25,
                                        .speed = w.liked,
                                        .premovement_time = NAN,
                                        .left = NAN,
                                        .aim = {NAN, NAN}};
        for (uint32_t f = 0; f < frames; ++f) {
            r->frames[first + f] = f;
            r->at[first + f] = crowd_place(&w);
            crowd_step(&w, 1 / fps, side);
        }
    }
    for (uint32_t f = 0; f <= frames; ++f)
        r->frame_starts[f] = (size_t)f * agents;
    return true;
}

#endif
