// SPDX-License-Identifier: MIT
// Walls at random for the tests of the grid of walls: short and long, shared corners, straight
// rows, rooms, near the origin and far from it.
#ifndef WEND_TESTS_GEOMETRY_WALL_PLANS_H
#define WEND_TESTS_GEOMETRY_WALL_PLANS_H

#include "geometry/walls.h"
#include "tests/support/support.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>

enum { MOST_WALLS = 1200 };

typedef struct plan {
    uint32_t count;
    wend_segment segments[MOST_WALLS];
    double size;
    wend_vec2 origin;
} plan;

static inline wend_vec2 at(double x, double y)
{
    return (wend_vec2){x, y};
}

static inline wend_walls *walls_of(const wend_segment *segments, uint32_t count, double reach)
{
    wend_walls *walls;
    wend_error error;
    if (wend_walls_create(segments, NULL, count, reach, NULL, &walls, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    assert_int_equal(wend_walls_count(walls), count);
    return walls;
}

// ---- plans at random ----------------------------------------------------------------------------

static inline void add_wall(plan *p, double ax, double ay, double bx, double by)
{
    assert_true(p->count < MOST_WALLS);
    p->segments[p->count++] = (wend_segment){at(p->origin.x + ax, p->origin.y + ay),
                                             at(p->origin.x + bx, p->origin.y + by)};
}

// Short and long ones, points, some on whole numbers, some that share corners with others.
static inline void make_anyhow(plan *p, wend_random *random)
{
    uint32_t count = 1 + wend_random_below(random, 60);
    for (uint32_t i = 0; i < count; ++i) {
        double size = wend_random_below(random, 4) == 0 ? p->size : p->size * 0.1;
        double ax = wend_random_between(random, 0, p->size);
        double ay = wend_random_between(random, 0, p->size);
        double bx = ax + wend_random_between(random, -size, size);
        double by = ay + wend_random_between(random, -size, size);
        if (wend_random_below(random, 2) == 0) {
            ax = floor(ax);
            ay = floor(ay);
            bx = floor(bx);
            by = floor(by);
        }
        if (wend_random_below(random, 10) == 0) {
            bx = ax;
            by = ay;
        }
        if (p->count > 0 && wend_random_below(random, 3) == 0) {
            const wend_segment *other = &p->segments[wend_random_below(random, p->count)];
            ax = other->b.x - p->origin.x;
            ay = other->b.y - p->origin.y;
        }
        add_wall(p, ax, ay, bx, by);
    }
}

// The lines of a grid, cell side by cell side: straight rows of walls, corners where four meet. Of
// the sides between two rooms, all but one in `open` stay.
static inline void make_rooms(plan *p, wend_random *random, uint32_t across, uint32_t open)
{
    double side = p->size / across;
    for (uint32_t i = 0; i <= across; ++i) {
        for (uint32_t k = 0; k < across; ++k) {
            bool inner = i > 0 && i < across;
            if (!inner || wend_random_below(random, open) != 0)
                add_wall(p, i * side, k * side, i * side, (k + 1) * side);
            if (!inner || wend_random_below(random, open) != 0)
                add_wall(p, (k + 1) * side, i * side, k * side, i * side);
        }
    }
}

static inline void make_plan(plan *p, wend_random *random, uint32_t kind)
{
    static const double sizes[] = {10, 10, 40, 1e-3, 1e5};
    p->count = 0;
    p->size = sizes[wend_random_below(random, 5)];
    double away = p->size * (wend_random_below(random, 3) == 0 ? 1e3 : 0);
    p->origin = at(floor(away), -floor(away * 0.7));
    if (kind == 0)
        make_anyhow(p, random);
    else
        make_rooms(p, random, 1 + wend_random_below(random, 12), 4);
}

static inline wend_vec2 place_near(const plan *p, wend_random *random)
{
    double grown = 0.2 * p->size;
    wend_vec2 q = {p->origin.x + wend_random_between(random, -grown, p->size + grown),
                   p->origin.y + wend_random_between(random, -grown, p->size + grown)};
    if (wend_random_below(random, 4) == 0) {
        wend_segment s = p->segments[wend_random_below(random, p->count)];
        q = wend_random_below(random, 2) ? s.a : at(0.5 * (s.a.x + s.b.x), 0.5 * (s.a.y + s.b.y));
    }
    return q;
}

#endif
