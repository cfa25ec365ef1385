// SPDX-License-Identifier: MIT
// Flows through real floor plans, from door to door. Gates are held against GEOS: each is as wide
// as the walls of the plan at its ends are apart, lies in free space, and is no narrower than its
// two bodies are apart. Where walls are plain the value is known.
#include "repair/repair.h"
#include "scene/shape.h"
#include "tests/support/support.h"

#include "formats/formats.h"
#include "repair/free_area.h"
#include "scene/build/floor.h"
#include "scene/frames.h"
#include "wend/flow.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

enum { MOST_OPENINGS = 6, MOST_POINTS = 6 };

typedef struct line {
    bool is_sink;
    uint32_t count;
    wend_vec2 points[MOST_POINTS];
} line;

typedef struct plan {
    const char *file;
    bool repair;
    double value; ///< what gets through; 0: not known by hand
    uint32_t opening_count;
    line openings[MOST_OPENINGS];
} plan;

static const plan plans[] = {
    {"jupedsim/bottleneck.wkt",
     false,
     0,
     2,
     {{false, 2, {{-15, -5}, {-15, 5}}}, {true, 2, {{15, -5}, {15, 5}}}}},
    {"jupedsim/corner_with_shortcut.wkt",
     false,
     5,
     2,
     {{false, 2, {{0, 0}, {0, 5}}}, {true, 2, {{25, 30}, {30, 30}}}}},
    {"jupedsim/triangular_obstacles.wkt",
     false,
     3,
     2,
     {{false, 2, {{0, 0}, {0, 4}}}, {true, 2, {{10, 0}, {10, 4}}}}},
    {"jupedsim/office_rooms.wkt", // three rooms with doors of 1 m
     false,
     3,
     6,
     {{false, 2, {{0, 0}, {2.95, 0}}},
      {false, 2, {{3.05, 0}, {5.95, 0}}},
      {false, 2, {{6.05, 0}, {9, 0}}},
      {true, 2, {{0, 8}, {2.95, 8}}},
      {true, 2, {{3.05, 8}, {5.95, 8}}},
      {true, 2, {{6.05, 8}, {9, 8}}}}},
    {"jupedsim/rimea_10/geometry.wkt",
     false,
     0,
     2,
     {{false, 2, {{-10, -5.5}, {-10, 5.5}}}, {true, 2, {{9.9, -5.5}, {10, 5.5}}}}},
    {"jupedsim/BUW.wkt", // out by the door on the right
     false,
     2.05,
     2,
     {{false, 2, {{8.48, 8.44}, {8.48, 40.51}}}, {true, 2, {{58.73, 26.8}, {58.73, 28.85}}}}},
    {"jupedsim/aknz_arrival.wkt",
     false,
     0,
     2,
     {{false, 3, {{721.32, 1964}, {739.34, 1961.39}, {746.12, 1959.66}}},
      {true, 2, {{621.72, 1685.21}, {634.61, 1684.04}}}}},
    {"jupedsim/aknz_evac.wkt",
     false,
     0,
     4,
     {{false, 3, {{721.32, 1964}, {739.34, 1961.39}, {746.12, 1959.66}}},
      {false, 2, {{896.41, 1944.51}, {901.41, 1944.38}}},
      {true, 2, {{621.72, 1685.21}, {634.61, 1684.04}}},
      {true, 2, {{513.83, 1676.36}, {518.13, 1681.89}}}}},
    {"vadere/rimea_09_public_room_4_exits_pso.scenario", // four doors of 1 m
     false,
     4,
     2,
     {{false, 2, {{0.5, 6}, {0.5, 25}}},
      {true, 6, {{0.5, 26}, {0.5, 29.5}, {34.5, 29.5}, {34.5, 0.5}, {0.5, 0.5}, {0.5, 5}}}}},
    {"vadere/rimea_12_evacuation_pso.scenario", // a corridor of 1 m, then a door of 1 m
     true,
     1,
     2,
     {{false, 2, {{1, 1}, {1, 11}}}, {true, 2, {{34, 1}, {34, 11}}}}},
    {"menge/maze/maze.nav",
     false,
     0,
     2,
     {{false, 2, {{14.62844, 33.59634}, {32.36104, 33.59634}}},
      {true, 2, {{-21, -24}, {-24, -24}}}}},
    {"menge/stadium/stadium.nav",
     false,
     2,
     2,
     {{false, 2, {{-10, -10}, {10, -10}}}, {true, 2, {{-1, 7.5}, {1, 7.5}}}}},
    {"menge/globalNavSwap/navmesh.nav",
     false,
     4,
     2,
     {{false, 2, {{-8.87443, 46.86641}, {8.87443, 46.86641}}}, {true, 2, {{-2, -4}, {2, -4}}}}},
};
enum { PLAN_COUNT = sizeof plans / sizeof plans[0] };

/// GEOS and wend round lengths of some metres in plans of some hundred. [Units: m]
#define ROUNDING 1e-9

/// A plan on its way through the test.
typedef struct bench {
    geos g;
    scene *s;
    wend_floor *floor;
    wend_flow *flow;
    double tolerance;   ///< of the floor
    GEOSGeometry *free; ///< the free space, and a little of the walls: a gate's ends are rounded
} bench;

static wend_vec2 points[MOST_OPENINGS][MOST_POINTS];

static void open_flow(bench *b, const plan *p)
{
    wend_error error = {0};
    wend_opening openings[MOST_OPENINGS];
    wend_flow_def def = wend_default_flow_def();
    assert_int_equal(scene_floor(b->s, &b->floor, &error), WEND_OK);
    b->tolerance = wend_floor_tolerance(b->floor);
    for (uint32_t i = 0; i < p->opening_count; ++i) {
        const line *from = &p->openings[i];
        for (uint32_t k = 0; k < from->count; ++k)
            points[i][k] = frames_from_file(b->s, from->points[k]);
        openings[i] = (wend_opening){points[i], from->count, from->is_sink};
    }
    def.floor = b->floor;
    def.openings = openings;
    def.opening_count = p->opening_count;
    if (wend_flow_create(&def, &b->flow, &error) != WEND_OK)
        fail_msg("%s: %s at (%g, %g)", p->file, error.text, error.position.x, error.position.y);
    const wend_flow_request question = {0};
    assert_int_equal(wend_flow_solve(b->flow, &question, &error), WEND_OK);
}

static void open_free_space(bench *b)
{
    enum { ARC_SIDES = 8 };
    polygons all = {0};
    assert_true(free_area_polygons(&b->g, b->s, &all));
    GEOSGeometry *area = geos_collect_polygons(&b->g, &all);
    assert_non_null(area);
    b->free = GEOSBuffer_r(b->g.handle, area, 4 * b->tolerance, ARC_SIDES);
    assert_non_null(b->free);
    geos_free(&b->g, area);
    polygons_free(&all);
}

static void close_bench(bench *b)
{
    geos_free(&b->g, b->free);
    wend_flow_destroy(b->flow);
    wend_floor_destroy(b->floor);
    scene_free(b->s);
    geos_close(&b->g);
}

static void add_segment(bench *b, geos_list *list, wend_vec2 a, wend_vec2 c)
{
    const wend_vec2 ends[] = {a, c};
    assert_true(geos_list_add(&b->g, list,
                              geos_shape(&b->g, (wend_shape){.points = ends, .point_count = 2})));
}

// ---- walls --------------------------------------------------------------------------------------

/// Adds the walls of a ring (or of a segment) that are at a point. A wall that is at the gate's
/// other end, too, is one that an opening lies along.
static void add_walls_at(bench *b, geos_list *list, const wend_vec2 *ring, uint32_t count,
                         wend_vec2 at, wend_vec2 other)
{
    for (uint32_t i = 0; i < count; ++i) {
        wend_segment wall = {ring[i], ring[i + 1 < count ? i + 1 : 0]};
        if (wend_segment_distance(wall, at) <= b->tolerance &&
            wend_segment_distance(wall, other) > b->tolerance)
            add_segment(b, list, wall.a, wall.b);
    }
}

/// The walls of the plan, as its file has them, at one end of a gate.
static GEOSGeometry *walls_at(bench *b, wend_vec2 at, wend_vec2 other)
{
    geos_list list = {0};
    add_walls_at(b, &list, b->s->bounds, b->s->bounds_count, at, other);
    for (uint32_t i = 0; i < b->s->obstacle_count; ++i) {
        wend_shape shape = shape_view(&b->s->obstacles[i].shape);
        for (uint32_t ring = 0; ring < shape_rings(shape); ++ring) {
            uint32_t begin, end;
            shape_ring(shape, ring, &begin, &end);
            add_walls_at(b, &list, shape.points + begin, end - begin, at, other);
        }
    }
    assert_true(list.items.count > 0);
    return geos_list_collect(&b->g, &list, GEOS_MULTILINESTRING);
}

/// All walls of a body.
static GEOSGeometry *walls_of(bench *b, uint32_t body)
{
    geos_list list = {0};
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(wend_flow_map(b->flow), &count);
    for (uint32_t i = 0; i < count; ++i)
        if (roots[i].source == body && roots[i].parent == WEND_MAP_NONE &&
            (roots[i].a.x != roots[i].b.x || roots[i].a.y != roots[i].b.y))
            add_segment(b, &list, roots[i].a, roots[i].b);
    assert_true(list.items.count > 0);
    return geos_list_collect(&b->g, &list, GEOS_MULTILINESTRING);
}

/// The distance of two geometries, which it takes.
static double apart(bench *b, GEOSGeometry *one, GEOSGeometry *other)
{
    double distance = NAN;
    assert_non_null(one);
    assert_non_null(other);
    assert_int_equal(GEOSDistance_r(b->g.handle, one, other, &distance), 1);
    geos_free(&b->g, one);
    geos_free(&b->g, other);
    return distance;
}

// ---- gates --------------------------------------------------------------------------------------

static void check_gate(bench *b, const wend_flow_gate *gate)
{
    uint32_t leg_count;
    const wend_segment *legs = wend_flow_legs(b->flow, &leg_count);
    double length = 0;
    assert_true(gate->first_leg + gate->leg_count <= leg_count && gate->leg_count > 0);
    for (uint32_t i = gate->first_leg; i < gate->first_leg + gate->leg_count; ++i) {
        const wend_vec2 ends[] = {legs[i].a, legs[i].b};
        GEOSGeometry *leg = geos_shape(&b->g, (wend_shape){.points = ends, .point_count = 2});
        assert_int_equal(GEOSCovers_r(b->g.handle, b->free, leg), 1);
        geos_free(&b->g, leg);
        length += hypot(legs[i].a.x - legs[i].b.x, legs[i].a.y - legs[i].b.y);
    }
    assert_true(fabs(length - gate->width) <= ROUNDING);
    // Bodies may be nearer to each other on the far sides of thin walls, but never farther apart.
    assert_true(apart(b, walls_of(b, gate->from), walls_of(b, gate->to)) <= gate->width + ROUNDING);
    if (gate->leg_count == 1)
        assert_true(fabs(apart(b, walls_at(b, gate->a, gate->b), walls_at(b, gate->b, gate->a)) -
                         gate->width) <= ROUNDING);
}

static void check_plan(const plan *p)
{
    char path[600];
    problem_list problems = {0};
    bench b = {0};
    uint32_t count, tightest = 0;
    double sum = 0;
    snprintf(path, sizeof path, "%s/%s", data_folder(), p->file);
    b.s = scene_load(path, &problems);
    assert_non_null(b.s);
    assert_true(!p->repair || scene_repair(b.s, NULL, NULL, &problems));
    problem_free(&problems);
    assert_true(geos_open(&b.g));
    open_flow(&b, p);
    open_free_space(&b);
    const wend_flow_gate *gates = wend_flow_gates(b.flow, &count);
    assert_true(count > 0);
    for (uint32_t i = 0; i < count; ++i) {
        check_gate(&b, &gates[i]);
        sum += gates[i].width;
        if (gates[i].width < gates[tightest].width)
            tightest = i;
    }
    double value = wend_flow_value(b.flow);
    assert_true(value > 0 && fabs(sum - value) <= ROUNDING);
    if (p->value > 0 && !(fabs(value - p->value) <= ROUNDING))
        fail_msg("%s: %.12g m get through, not %.12g", p->file, value, p->value);
    if (long_tier())
        print_message("%s: %.6g m, %u gates, the tightest %.6g m\n", p->file, value,
                      (unsigned)count, gates[tightest].width);
    close_bench(&b);
}

static void test_plans(void **state)
{
    (void)state;
    char path[600];
    snprintf(path, sizeof path, "%s/%s", data_folder(), plans[0].file);
    FILE *file = fopen(path, "rb");
    if (!file) {
        print_message("no plans in %s\n", data_folder());
        skip();
        return;
    }
    fclose(file);
    for (size_t i = 0; i < PLAN_COUNT; ++i)
        check_plan(&plans[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plans)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
