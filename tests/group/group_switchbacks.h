// SPDX-License-Identifier: MIT
// Two rooms at the ends of a street with right-angled bends, and two rooms at the ends of half a
// ring, turned by any angle.
#ifndef WEND_TESTS_GROUP_GROUP_SWITCHBACKS_H
#define WEND_TESTS_GROUP_GROUP_SWITCHBACKS_H

#include "tests/support/support.h"

#include "core/angle.h"
#include "wend/group_plan.h"
#include "wend/random.h"

#include <math.h>

enum { SWITCHBACK_MOST = 1024 };

/// A floor whose only obstacle is its outline.
typedef struct switchback {
    wend_vec2 outline[SWITCHBACK_MOST];
    uint32_t count;
    wend_vec2 from, to;
    wend_group_size size;
    uint32_t bends, members;
    double street;
} switchback;

/// The corners of a room and its middle, seen from its door at `at`, with the walls of the street
/// to both sides; `in` leads into it.
static inline wend_vec2 add_room(switchback *s, wend_random *random, double least, wend_vec2 at,
                                 wend_vec2 in)
{
    double depth = wend_random_between(random, least, 15);
    double breadth = wend_random_between(random, least, 15);
    double shift = wend_random_between(random, -0.5, 0.5) * (breadth - s->street);
    wend_vec2 side = {-in.y, in.x};
    double right = shift - breadth / 2, left = shift + breadth / 2, half = s->street / 2;
    const double corners[][2] = {{0, -half},    {0, right}, {depth, right},
                                 {depth, left}, {0, left},  {0, half}};
    for (int i = 0; i < 6; ++i)
        s->outline[s->count++] = (wend_vec2){at.x + corners[i][0] * in.x + corners[i][1] * side.x,
                                             at.y + corners[i][0] * in.y + corners[i][1] * side.y};
    return (wend_vec2){at.x + depth / 2 * in.x + shift * side.x,
                       at.y + depth / 2 * in.y + shift * side.y};
}

static inline void turn_all(switchback *s, double angle)
{
    double sine, cosine;
    wend_sin_cos(angle, &sine, &cosine);
    wend_vec2 *points[] = {&s->from, &s->to};
    for (uint32_t i = 0; i < s->count + 2; ++i) {
        wend_vec2 *p = i < 2 ? points[i] : &s->outline[i - 2];
        *p = (wend_vec2){cosine * p->x - sine * p->y, sine * p->x + cosine * p->y};
    }
}

/// The group: between 20 and 50 with a radius of 0.3 m.
static inline void add_members(switchback *s, uint32_t members)
{
    double radii[64];
    s->members = members;
    for (uint32_t i = 0; i < members; ++i)
        radii[i] = 0.3;
    assert_int_equal(wend_group_size_for(radii, members, WEND_GROUP_DENSITY, &s->size, NULL),
                     WEND_OK);
}

/// 2 to 8 bends, a street of 2.0 to 5.5 m, rooms of 10 to 15 m. Legs to the right and to the left
/// in turn with legs upwards, so that none crosses another.
static inline void make_switchback(switchback *s, uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 5);
    wend_vec2 line[10] = {{0, 0}};
    *s = (switchback){.bends = 2 + wend_random_below(&random, 7),
                      .street = wend_random_between(&random, 2, 5.5)};
    add_members(s, 20 + wend_random_below(&random, 31));
    double farthest = 0;
    for (uint32_t i = 1; i <= s->bends + 1; ++i) {
        line[i] = line[i - 1];
        if (i % 2 == 0) {
            line[i].y += s->street + 0.5 + wend_random_between(&random, 0, 8);
            continue;
        }
        do
            line[i].x = s->street * wend_random_between(&random, 1, 2) +
                        wend_random_between(&random, 0, 22);
        while (fabs(line[i].x - line[i - 1].x) < s->street + 1);
        if (i == s->bends + 1)
            line[i].x = farthest + s->street + 1;
        farthest = fmax(farthest, line[i].x);
    }
    uint32_t last = s->bends + 1;
    wend_vec2 in = last % 2 == 1 ? (wend_vec2){1, 0} : (wend_vec2){0, 1};
    // Counter-clockwise: the room of the start, the right side, the room of the goal, the left
    // side.
    s->from = add_room(s, &random, 10, line[0], (wend_vec2){-1, 0});
    for (int side = 0; side < 2; ++side) {
        for (uint32_t k = 1; k < last; ++k) {
            uint32_t i = side == 0 ? k : last - k;
            wend_vec2 a = {line[i].x - line[i - 1].x, line[i].y - line[i - 1].y};
            wend_vec2 b = {line[i + 1].x - line[i].x, line[i + 1].y - line[i].y};
            double la = hypot(a.x, a.y), lb = hypot(b.x, b.y);
            double by = (side == 0 ? 0.5 : -0.5) * s->street;
            s->outline[s->count++] = (wend_vec2){line[i].x + by * (a.y / la + b.y / lb),
                                                 line[i].y - by * (a.x / la + b.x / lb)};
        }
        if (side == 0)
            s->to = add_room(s, &random, 10, line[last], in);
    }
    turn_all(s, wend_random_between(&random, 0, 4 * WEND_HALF_PI));
}

/// Half a ring with that many sides over its whole circle.
static inline void make_ring(switchback *s, uint32_t sides, double radius, double street)
{
    wend_random random = wend_random_stream(1, 6);
    *s = (switchback){.street = street};
    add_members(s, 50);
    s->from = add_room(s, &random, 14, (wend_vec2){0, 0}, (wend_vec2){-1, 0});
    uint32_t half = sides / 2;
    for (int side = 0; side < 2; ++side) {
        double r = side == 0 ? radius + street / 2 : radius - street / 2;
        for (uint32_t k = 0; k <= half; ++k) {
            double sine, cosine;
            uint32_t i = side == 0 ? k : half - k;
            wend_sin_cos(2 * WEND_HALF_PI * i / half, &sine, &cosine);
            s->outline[s->count++] = (wend_vec2){4 + r * sine, radius - r * cosine};
        }
        if (side == 0)
            s->to = add_room(s, &random, 14, (wend_vec2){0, 2 * radius}, (wend_vec2){-1, 0});
    }
    turn_all(s, 0.3);
}

static inline wend_floor *switchback_floor(const switchback *s)
{
    wend_floor_def def = wend_default_floor_def();
    uint32_t defects;
    def.bounds = s->outline;
    def.bounds_count = s->count;
    wend_floor *floor;
    wend_error error = {0};
    if (wend_floor_create(&def, &floor, &error) != WEND_OK ||
        wend_floor_validate(floor, NULL, 0, &defects, &error) != WEND_OK)
        fail_msg("%s", error.text);
    return floor;
}

#endif
