// SPDX-License-Identifier: MIT
// Scenes made by hand, and questions, for the tests of paths on the diagram.
#ifndef WEND_TESTS_PLAN_ROADMAP_SCENES_H
#define WEND_TESTS_PLAN_ROADMAP_SCENES_H

#include "tests/support/support.h"
#include "wend/roadmap.h"

#include <math.h>
#include <string.h>

static inline void assert_near(double value, double wanted, double error)
{
    if (!(fabs(value - wanted) <= error))
        fail_msg("%.17g is not %.17g", value, wanted);
}

static inline double apart(wend_vec2 a, wend_vec2 b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

// ---- scenes -------------------------------------------------------------------------------------

static inline wend_shape shape_of(const wend_vec2 *points, uint32_t count)
{
    return (wend_shape){.points = points, .point_count = count};
}

static inline wend_voronoi *diagram_of(const wend_vec2 *bounds, uint32_t bounds_count,
                                       const wend_shape *shapes, uint32_t count)
{
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = bounds_count;
    def.shapes = shapes;
    def.shape_count = count;
    wend_floor *floor;
    wend_voronoi *voronoi;
    wend_voronoi_def of = wend_default_voronoi_def();
    wend_error error = {0};
    assert_int_equal(wend_floor_create(&def, &floor, &error), WEND_OK);
    if (wend_voronoi_create(floor, &of, &voronoi, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    return voronoi;
}

/// Blocks of 15 m, 5 m apart, `across` in a row, and a street around them.
static inline wend_voronoi *make_city(uint32_t across)
{
    uint32_t count = across * across;
    wend_vec2 *points = malloc(4 * count * sizeof *points);
    wend_shape *shapes = malloc(count * sizeof *shapes);
    assert_true(points && shapes);
    for (uint32_t i = 0; i < count; ++i) {
        double x = 5 + 20.0 * (i % across), y = 5 + 20.0 * (i / across);
        wend_vec2 *ring = points + 4 * (size_t)i;
        ring[0] = (wend_vec2){x, y};
        ring[1] = (wend_vec2){x + 15, y};
        ring[2] = (wend_vec2){x + 15, y + 15};
        ring[3] = (wend_vec2){x, y + 15};
        shapes[i] = shape_of(ring, 4);
    }
    double size = 20.0 * across + 5;
    const wend_vec2 bounds[] = {{0, 0}, {size, 0}, {size, size}, {0, size}};
    wend_voronoi *voronoi = diagram_of(bounds, 4, shapes, count);
    free(points);
    free(shapes);
    return voronoi;
}

/// A room of 30 x 20 with a wall across it that has a narrow gap below and a wide one above.
static inline wend_voronoi *make_gaps(void)
{
    static const wend_vec2 bounds[] = {{0, 0}, {30, 0}, {30, 20}, {0, 20}};
    static const wend_vec2 low[] = {{14, 0}, {16, 0}, {16, 4}, {14, 4}};
    static const wend_vec2 high[] = {{14, 5}, {16, 5}, {16, 14}, {14, 14}};
    wend_shape shapes[] = {shape_of(low, 4), shape_of(high, 4)};
    return diagram_of(bounds, 4, shapes, 2);
}

typedef struct asked {
    wend_roadmap *roadmap;
    wend_roadmap_request request;
    wend_vec2 goal;
    wend_roadmap_path path;
    wend_error error;
} asked;

static inline asked ask(wend_vec2 from, wend_vec2 to, double radius)
{
    asked a = {.request = wend_default_roadmap_request(), .goal = to};
    assert_int_equal(wend_roadmap_create(NULL, &a.roadmap, NULL), WEND_OK);
    a.request.from = from;
    a.request.radius = radius;
    return a;
}

static inline wend_result find(asked *a, const wend_voronoi *voronoi)
{
    a->request.goal = (wend_goal){&a->goal, 1};
    return wend_roadmap_find(a->roadmap, voronoi, &a->request, &a->path, &a->error);
}

#endif
