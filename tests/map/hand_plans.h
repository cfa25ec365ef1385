// SPDX-License-Identifier: MIT
// Floors made by hand for the tests of paths and of path maps: long ways, corners in one line,
// obstacles that touch, walls that end on walls.
#ifndef WEND_TESTS_MAP_HAND_PLANS_H
#define WEND_TESTS_MAP_HAND_PLANS_H

#include "tests/oracle/ray.h"

static inline void add_wall(plan *p, double ax, double ay, double bx, double by)
{
    assert_true(plan_add(p, (wend_vec2[]){{ax, ay}, {bx, by}}, 2));
}

static inline void add_block(plan *p, double ax, double ay, double bx, double by)
{
    assert_true(plan_add(p, (wend_vec2[]){{ax, ay}, {bx, ay}, {bx, by}, {ax, by}}, 4));
}

// Walls that hang down and stand up in turns.
static inline void make_comb(plan *p)
{
    plan_clear(p, 9, true);
    for (double x = 1; x < 9; x++)
        add_wall(p, x, fmod(x, 2) == 0 ? 0 : 1, x, fmod(x, 2) == 0 ? 8 : 9);
}

static inline void make_spiral(plan *p)
{
    plan_clear(p, 12, true);
    double low = 1, high = 11;
    for (; high - low > 2; low++, high--) {
        add_wall(p, low, low, high, low);
        add_wall(p, high, low, high, high);
        add_wall(p, high, high, low, high);
        add_wall(p, low, high, low, low + 1);
        add_wall(p, low, low + 1, low + 1, low + 1);
    }
}

// All corners of all blocks on a few lines, with gaps between them.
static inline void make_blocks(plan *p)
{
    plan_clear(p, 11, true);
    for (double y = 1; y < 10; y += 2)
        for (double x = 1; x < 10; x += 2)
            add_block(p, x, y, x + 1, y + 1);
}

// Blocks that touch in their corners only, in a chessboard with a way around.
static inline void make_chessboard(plan *p)
{
    plan_clear(p, 8, true);
    for (double y = 1; y < 7; y++)
        for (double x = 1 + fmod(y, 2); x < 7; x += 2)
            add_block(p, x, y, x + 1, y + 1);
}

// Walls in one line with doors, walls that end on walls, points on the lines between corners.
static inline void make_doors(plan *p)
{
    plan_clear(p, 10, false);
    for (double x = 0; x < 10; x += 2)
        add_wall(p, x, 5, x + 1, 5);
    add_wall(p, 2.5, 5, 2.5, 9);
    add_wall(p, 2.5, 9, 7, 9);
    add_wall(p, 4.5, 5, 4.5, 1);
    add_block(p, 8, 6, 9, 7);
    for (double x = 1; x < 10; x += 2)
        assert_true(plan_add(p, (wend_vec2[]){{x + 0.5, 5}}, 1));
    for (double y = 1; y < 5; y++)
        assert_true(plan_add(p, (wend_vec2[]){{y, y}}, 1));
}

// Triangles whose tips meet in one place, which is open to all sides and closed between them.
static inline void make_tips(plan *p)
{
    plan_clear(p, 8, true);
    assert_true(plan_add(p, (wend_vec2[]){{4, 4}, {7, 3}, {7, 5}}, 3));
    assert_true(plan_add(p, (wend_vec2[]){{4, 4}, {5, 7}, {3, 7}}, 3));
    assert_true(plan_add(p, (wend_vec2[]){{4, 4}, {1, 5}, {1, 3}}, 3));
    add_wall(p, 4, 4, 4, 1);
}

typedef void hand_plan_fn(plan *p);

enum { HAND_PLANS = 6 };

static hand_plan_fn *const hand_plans[HAND_PLANS] = {make_comb,       make_spiral, make_blocks,
                                                     make_chessboard, make_doors,  make_tips};

#endif
