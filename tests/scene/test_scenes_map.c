// SPDX-License-Identifier: MIT
// The scenes of the document on optimal path maps (Farias 2020, chapter 3) are what its tables say,
// and show what they are there for: doors that open and trains that move take people in, more ways
// out of a fence make paths shorter, bicycles are gone once somebody has taken them.
#include "scene/check/check.h"
#include "tests/scene/scene_show.h"

#include "scene/build/floor.h"
#include "wend/geometry.h"
#include "wend/map.h"

#include <math.h>

// ---- table 3.1 and 3.3 --------------------------------------------------------------------------

/// Polygons, their vertices, and the faces of a triangulation of what is free between them.
static const struct {
    const char *name;
    uint32_t polygons, vertices, faces;
} maps[] = {
    {"concave-1", 2, 12, 18},        {"concave-2", 13, 96, 124},
    {"spiral", 1, 38, 42},           {"spm-1", 3, 15, 23},
    {"spm-2", 13, 91, 119},          {"profiling-0", 4, 16, 26},
    {"profiling-1", 16, 64, 98},     {"profiling-2", 36, 144, 218},
    {"profiling-3", 64, 256, 386},   {"profiling-4", 100, 400, 602},
    {"profiling-5", 196, 784, 1178}, {"profiling-6", 400, 1600, 2402},
};
enum { MAPS = sizeof maps / sizeof maps[0] };

static scene *load(const char *name)
{
    problem_list problems = {.file = name};
    scene *s = scene_load(name, &problems);
    assert_non_null(s);
    bool sound = scene_check(s, &problems);
    problem_print(&problems, stdout);
    assert_true(sound);
    problem_free(&problems);
    return s;
}

static wend_mesh *mesh_of(const scene *s)
{
    wend_floor *floor;
    wend_mesh *mesh;
    wend_mesh_def def = wend_default_mesh_def();
    assert_int_equal(scene_floor(s, &floor, NULL), WEND_OK);
    assert_int_equal(wend_mesh_create(floor, &def, &mesh, NULL), WEND_OK);
    wend_floor_destroy(floor);
    return mesh;
}

static void test_counts(void **state)
{
    (void)state;
    for (int i = 0; i < MAPS; ++i) {
        scene *s = load(maps[i].name);
        uint32_t vertices = 0;
        for (uint32_t k = 0; k < s->obstacle_count; ++k) {
            assert_true(s->obstacles[k].kind == SCENE_POLYGON);
            vertices += s->obstacles[k].shape.point_count;
        }
        wend_mesh *mesh = mesh_of(s);
        wend_mesh_size size = wend_mesh_measure(mesh);
        print_message("%s: %u, %u, %u\n", maps[i].name, s->obstacle_count, vertices,
                      size.triangles);
        assert_int_equal(s->obstacle_count, maps[i].polygons);
        assert_int_equal(vertices, maps[i].vertices);
        assert_int_equal(size.triangles, maps[i].faces);
        assert_int_equal(size.components, 1);
        assert_int_equal(s->bounds_count, 4);
        wend_mesh_destroy(mesh);
        scene_free(s);
    }
}

/// Rows of squares are uniform: streets are as wide as squares, along the bounds, too.
static void test_uniform(void **state)
{
    (void)state;
    scene *s = load("profiling-6");
    wend_box box = scene_box(s);
    double side = box.max.x / 41;
    assert_true(box.min.x == 0 && box.min.y == 0 && box.max.y == box.max.x);
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        const wend_vec2 *ring = s->obstacles[i].shape.points;
        assert_true(ring[0].x == side * (1 + 2 * (i % 20)));
        assert_true(ring[0].y == side * (1 + 2 * (i / 20)));
        assert_true(ring[2].x == ring[0].x + side && ring[2].y == ring[0].y + side);
    }
    scene_free(s);
}

// ---- evacuation ---------------------------------------------------------------------------------

/// The mean distance to the nearest exit, on a lattice of places in that area.
static double mean_distance(const char *name, const char *area)
{
    scene *s = load(name);
    wend_mesh *mesh = mesh_of(s);
    wend_map_source exits[3];
    assert_int_equal(s->goal_count, 3);
    for (uint32_t i = 0; i < 3; ++i) {
        wend_segment at;
        assert_true(scene_goal_at(&s->goals[i], 0, &at));
        assert_true(at.a.x != at.b.x || at.a.y != at.b.y);
        exits[i] = (wend_map_source){at.a, at.b, 0};
    }
    wend_map *map;
    assert_int_equal(wend_map_create(NULL, &map, NULL), WEND_OK);
    assert_int_equal(wend_map_build(map, mesh, exits, 3, NULL), WEND_OK);
    const scene_area *where = scene_area_named(s, area);
    assert_non_null(where);
    wend_box box = wend_box_of(where->shape.points, where->shape.point_count);
    double sum = 0;
    uint32_t count = 0;
    for (double x = box.min.x; x < box.max.x; x += 1)
        for (double y = box.min.y; y < box.max.y; y += 1) {
            double distance = wend_map_query(map, (wend_vec2){x, y}).distance;
            count += distance >= 0;
            sum += fmax(distance, 0);
        }
    assert_true(count > 100);
    wend_map_destroy(map);
    wend_mesh_destroy(mesh);
    scene_free(s);
    return sum / count;
}

static void test_evacuation(void **state)
{
    (void)state;
    double one = mean_distance("evacuation-1", "centre");
    double three = mean_distance("evacuation-3", "centre");
    print_message("mean way out of the centre: %.1f m with one passage, %.1f m with three\n", one,
                  three);
    assert_true(three < 0.95 * one);
}

// ---- scenes that run ----------------------------------------------------------------------------

/// What was told of a scene while it ran.
typedef struct told {
    uint32_t arrived, faster;
    double first, last; ///< arrival [Units: s]
    uint32_t south;     ///< arrived in the lower half of the bounds
} told;

static void listen(const show *it, told *t)
{
    uint32_t count;
    const wend_event *events = wend_world_events(it->world, &count);
    double middle = (it->s->bounds[0].y + it->s->bounds[2].y) / 2;
    for (uint32_t i = 0; i < count; ++i) {
        t->faster += events[i].kind == WEND_EVENT_BOOSTED;
        if (events[i].kind != WEND_EVENT_ARRIVED)
            continue;
        if (t->arrived++ == 0)
            t->first = events[i].time;
        t->last = events[i].time;
        t->south += events[i].position.y < middle;
    }
}

/// When the doors of the trains open. [Units: s]
#define FIRST_OPENS  6.0
#define SECOND_OPENS 26.0

static void test_subway(void **state)
{
    (void)state;
    show it = open_show("subway");
    told t = {0};
    uint32_t before_second = 0;
    assert_int_equal(it.started, 110);
    while (goes_on(&it)) {
        step(&it);
        listen(&it, &t);
        if (wend_world_time(it.world) < SECOND_OPENS)
            before_second = t.arrived - t.south;
    }
    // One train after the other, and both take people in.
    assert_true(t.first > FIRST_OPENS);
    assert_int_equal(before_second, 0);
    assert_true(t.south > 0 && t.arrived > t.south);
    close_show(&it, true);
}

static void test_trains(void **state)
{
    (void)state;
    show it = open_show("trains");
    told t = {0};
    while (goes_on(&it)) {
        step(&it);
        listen(&it, &t);
    }
    assert_int_equal(t.arrived, 90);
    assert_true(t.south > 10 && t.south < 80);
    close_show(&it, true);
}

static void test_bicycles(void **state)
{
    (void)state;
    show it = open_show("bicycles");
    told t = {0};
    double taken[4] = {0};
    while (goes_on(&it)) {
        step(&it);
        uint32_t before = t.arrived;
        listen(&it, &t);
        assert_true(t.arrived <= before + 1 && t.arrived <= 4);
        if (t.arrived > before)
            taken[before] = t.last - it.s->agents[before].def.start;
    }
    // Three find a bicycle, each a worse one; the fourth walks all the way.
    assert_int_equal(t.faster, 3);
    for (int i = 0; i < 4; ++i)
        print_message("the %d. takes %.1f s\n", i + 1, taken[i]);
    for (int i = 0; i < 3; ++i)
        assert_true(taken[i] < taken[i + 1] - 1);
    close_show(&it, true);
}

static void test_everybody_arrives(void **state)
{
    (void)state;
    for (int i = 0; i < MAPS; ++i)
        if (long_tier() || maps[i].polygons <= 36) {
            show it = open_show(maps[i].name);
            while (goes_on(&it))
                step(&it);
            close_show(&it, true);
        }
    if (!long_tier())
        return;
    for (int i = 0; i < 2; ++i) {
        show it = open_show(i == 0 ? "evacuation-1" : "evacuation-3");
        while (goes_on(&it))
            step(&it);
        close_show(&it, true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_evacuation),
        cmocka_unit_test(test_subway),
        cmocka_unit_test(test_trains),
        cmocka_unit_test(test_bicycles),
        cmocka_unit_test(test_everybody_arrives),
    };
    return cmocka_run_group_tests_name("scenes_map", tests, NULL, NULL);
}
