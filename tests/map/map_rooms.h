// SPDX-License-Identifier: MIT
// Rooms made by hand for the tests of path maps, and answers in them that are known. Each is held
// against the oracle, too.
#ifndef WEND_TESTS_MAP_MAP_ROOMS_H
#define WEND_TESTS_MAP_MAP_ROOMS_H

#include "tests/map/map_check.h"

static map_fixture f; // large; filled anew for each scene

/// A few square roots and sums: what rounding may do to numbers up to 100.
#define BY_HAND 1e-12

static const double HALF_DIAGONAL = 1.4142135623730951; // of a square with sides of 2

static inline void clear_scene(void)
{
    memset(&f.s.plan, 0, sizeof f.s.plan);
    f.s.plan.kind = "by hand";
    f.s.plan.size = 10;
    f.s.moved = (displacement){0};
    f.s.seed = 0;
}

static inline void finish_scene(const wend_map_source *sources, uint32_t count)
{
    assert_true(start_scene(&f.s));
    for (uint32_t i = 0; i < count; ++i)
        add_source(&f.s, sources[i]);
    start_fixture(&f);
}

static inline wend_map_source point(double x, double y)
{
    return (wend_map_source){{x, y}, {x, y}, 0};
}

static inline wend_map_source segment(double ax, double ay, double bx, double by)
{
    return (wend_map_source){{ax, ay}, {bx, by}, 0};
}

/// -1: unreachable.
static inline void expect(double x, double y, double distance)
{
    wend_random random = wend_random_stream(1, 1);
    wend_vec2 p = {x, y};
    check_answer(&f, p);
    check_path_from(&f, &random, p);
    double found = wend_map_query(f.map, p).distance;
    if (!(fabs(found - distance) <= BY_HAND))
        fail_msg("at %g,%g: %.17g, expected %.17g", x, y, found, distance);
}

static inline void expect_next(double x, double y, double next_x, double next_y)
{
    wend_map_result answer = wend_map_query(f.map, (wend_vec2){x, y});
    if (!(fabs(answer.next.x - next_x) <= BY_HAND && fabs(answer.next.y - next_y) <= BY_HAND))
        fail_msg("at %g,%g: next is %.17g,%.17g", x, y, answer.next.x, answer.next.y);
}

// A square of 2 by 2 in the middle of 10 by 10, and sources all around it.
static inline void room_with_square(const wend_map_source *sources, uint32_t count)
{
    clear_scene();
    plan_bounds(&f.s.plan, 0, 0, 10, 10);
    plan_box(&f.s.plan, 4, 4, 6, 6);
    finish_scene(sources, count);
}

#endif
