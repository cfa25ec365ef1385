// SPDX-License-Identifier: MIT
// Every built-in scene loads, is sound, and is the same after it has been written and read again.
#define _XOPEN_SOURCE 700 // open_memstream
#include "scene/check/check.h"
#include "tests/support/support.h"

#include "formats/formats.h"
#include "scene/builtin/builtin.h"

#include <math.h>
#include <string.h>

static void assert_no_problems(const problem_list *problems)
{
    problem_print(problems, stdout);
    assert_int_equal(problems->count, 0);
}

static scene *load(size_t index)
{
    builtin_scene builtin = builtin_at(index);
    problem_list problems = {.file = builtin.name};
    scene *s = builtin_load(builtin, &problems);
    assert_no_problems(&problems);
    assert_non_null(s);
    return s;
}

static void test_names(void **state)
{
    (void)state;
    assert_true(builtin_count() >= 7);
    for (size_t i = 0; i < builtin_count(); ++i) {
        builtin_scene found, builtin = builtin_at(i);
        assert_true((builtin.json == NULL) != (builtin.generate == NULL));
        assert_true(builtin_find(builtin.name, &found));
        assert_ptr_equal(found.name, builtin.name); // also: no name twice
        assert_null(strpbrk(builtin.name, "./ "));
        assert_true(builtin.name[0] != '-'); // would be an option
    }
    builtin_scene found;
    assert_false(builtin_find("no such scene", &found));
    assert_false(builtin_find("", &found));
    assert_string_equal(builtin_suggest("hal"), "hall");
    assert_string_equal(builtin_suggest("ofice"), "office");
    assert_null(builtin_suggest("something else"));
}

static void test_sound(void **state)
{
    (void)state;
    for (size_t i = 0; i < builtin_count(); ++i) {
        scene *s = load(i);
        problem_list problems = {.file = builtin_at(i).name};
        assert_true(scene_check(s, &problems));
        assert_no_problems(&problems);
        assert_string_equal(s->name, builtin_at(i).name);
        assert_non_null(s->about);
        assert_true(s->agents_count > 0);
        scene_free(s);
    }
}

/// The scene as JSON; free it.
static char *written(const scene *s)
{
    char *json = NULL;
    size_t size;
    FILE *out = open_memstream(&json, &size);
    assert_non_null(out);
    assert_true(scene_write_json(s, out));
    assert_int_equal(fclose(out), 0);
    return json;
}

static void test_written_and_read_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < builtin_count(); ++i) {
        scene *s = load(i);
        char *first = written(s);
        problem_list problems = {.file = builtin_at(i).name};
        text t;
        assert_true(text_copy(first, strlen(first), &t, &problems));
        scene *again = scene_read_json(&t, NULL, &problems);
        assert_no_problems(&problems);
        assert_true(scene_check(again, &problems));
        assert_int_equal(again->obstacle_count, s->obstacle_count);
        assert_int_equal(again->area_count, s->area_count);
        assert_int_equal(again->agents_count, s->agents_count);
        char *second = written(again);
        assert_string_equal(first, second);
        free(first);
        free(second);
        text_free(&t);
        scene_free(again);
        scene_free(s);
    }
}

static void test_city(void **state)
{
    (void)state;
    builtin_scene city;
    assert_true(builtin_find("city", &city));
    problem_list problems = {0};
    scene *s = builtin_load(city, &problems);
    assert_non_null(s);
    assert_int_equal(s->obstacle_count, 98 * 98);
    wend_box box = scene_box(s);
    assert_true(box.min.x == 0 && box.max.x == 98 * 20 + 5);
    const wend_vec2 *last = s->obstacles[98 * 98 - 1].shape.points;
    assert_true(last[2].x == 98 * 20 && last[2].x - last[0].x == 15);
    scene_free(s);
}

/// Everybody walks from a place to a place, in steps as long as the document's.
static void check_simulation(const char *name, uint32_t agents, double longest)
{
    problem_list problems = {0};
    scene *s = scene_load(name, &problems);
    assert_non_null(s);
    assert_int_equal(s->planner, WEND_PLANNER_VORONOI);
    assert_int_equal(s->motion, WEND_MOTION_STEER);
    assert_true(s->until == SCENE_UNTIL_EMPTY);
    assert_int_equal(s->agents_count, agents);
    double way = 0, slowest = INFINITY;
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_agents *one = &s->agents[i];
        double stride = one->def.agent.preferred_speed * s->world.step;
        assert_true(stride >= 0.5 && stride <= 1.5);
        assert_true(!one->in && one->def.count == 1 && one->goal.kind == SCENE_GOAL_POINT);
        // Streets run along the axes; nobody's way on the plain is longer than that, either.
        wend_vec2 to = one->goal.segment.a;
        way = fmax(way,
                   fabs(to.x - one->def.agent.position.x) + fabs(to.y - one->def.agent.position.y));
        slowest = fmin(slowest, one->def.agent.preferred_speed);
        for (uint32_t k = 0; k < i; ++k)
            assert_true(hypot(one->def.agent.position.x - s->agents[k].def.agent.position.x,
                              one->def.agent.position.y - s->agents[k].def.agent.position.y) >= 1);
    }
    if (way > longest || way < 0.6 * longest)
        fail_msg("%s: the longest way is %g m", name, way);
    assert_true(s->duration > way / slowest); // or nobody could arrive
    scene_free(s);
}

static void test_simulations(void **state)
{
    (void)state;
    check_simulation("lines-20", 20, 950);
    check_simulation("lines-100", 100, 950);
    check_simulation("lines-200", 200, 2100);
    check_simulation("city-random-10", 10, 280);
    check_simulation("city-random-50", 50, 280);
    check_simulation("city-diagonal", 1, 3920);
    check_simulation("city-cross-10", 10, 1980);
    check_simulation("city-cross-40", 40, 380);
}

static void test_campus(void **state)
{
    (void)state;
    problem_list problems = {0};
    scene *s = scene_load("campus", &problems);
    assert_non_null(s);
    uint32_t buildings = 0, courtyards = 0, walls = 0;
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        const scene_obstacle *one = &s->obstacles[i];
        buildings += one->role && strcmp(one->role, "building") == 0;
        courtyards += one->shape.ring_count > 1;
        walls += one->kind == SCENE_SEGMENT;
    }
    assert_true(buildings >= 30 && courtyards > 0 && walls >= 20);
    scene_free(s);
}

static void test_load(void **state)
{
    (void)state;
    problem_list problems = {0};
    scene *s = scene_load("hall", &problems);
    assert_non_null(s);
    scene_free(s);
    assert_null(scene_load("hal", &problems));
    assert_int_equal(problems.count, 1);
    assert_non_null(strstr(problems.items[0].what, "did you mean hall?"));
    assert_null(scene_load("/dev/null", &problems)); // there, but of no known format
    assert_non_null(strstr(problems.items[1].what, ".json"));
    assert_null(scene_load("missing.json", &problems));
    assert_int_equal(problems.count, 3);
    problem_free(&problems);
}

static void test_formats(void **state)
{
    (void)state;
    for (size_t i = 0; i < scene_format_count; ++i) {
        assert_ptr_equal(scene_format_named(scene_formats[i].name), &scene_formats[i]);
        assert_true(scene_formats[i].read || scene_formats[i].write);
    }
    assert_string_equal(scene_format_of("a/b.json")->name, "json");
    assert_string_equal(scene_format_of("PLAN.WKT")->name, "wkt");
    assert_string_equal(scene_format_of("a.b.geojson")->name, "geojson");
    assert_string_equal(scene_format_of("map.yml")->name, "ros");
    assert_string_equal(scene_format_of("map.yaml")->name, "ros");
    assert_null(scene_format_of("json"));
    assert_null(scene_format_of("folder.json/file"));
    assert_null(scene_format_of("file."));
    assert_null(scene_format_of("file.jso"));
    assert_null(scene_format_of("file.yaml yml"));
    assert_null(scene_format_of(""));
    assert_null(scene_format_named("JSON"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_written_and_read_again),
        cmocka_unit_test(test_city),
        cmocka_unit_test(test_simulations),
        cmocka_unit_test(test_campus),
        cmocka_unit_test(test_load),
        cmocka_unit_test(test_formats),
    };
    return cmocka_run_group_tests_name("builtin", tests, NULL, NULL);
}
