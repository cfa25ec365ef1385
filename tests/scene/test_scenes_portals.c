// SPDX-License-Identifier: MIT
// The four scenes of the Way Portals document: they are sound, as many agents as it says walk in
// them, and everybody arrives, with way portals and with way points.
#include "scene/check/check.h"
#include "tests/support/support.h"

#include "formats/formats.h"
#include "scene/build/world.h"
#include "scene/builtin/builtin.h"
#include "scene/builtin/infinity.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t agents;
    double soon; ///< so long the short tier looks at it; 0: to the end [Units: s]
} scenes[] = {{"16-blocks", 85, 0}, {"infinity", 119, 0}, {"dungeon", 97, 0}, {"castle", 713, 10}};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

/// The short tier takes longer steps than the scenes'. [Units: s]
#define LONG_STEP 0.2

static scene *load(const char *name)
{
    problem_list problems = {.file = name};
    scene *s = scene_load(name, &problems);
    problem_print(&problems, stdout);
    assert_int_equal(problems.count, 0);
    assert_non_null(s);
    return s;
}

static wend_world *world_of(const scene *s, bool points)
{
    wend_world *world;
    wend_error error = {0};
    scene_world_options options = {.points = points, .step = long_tier() ? 0 : LONG_STEP};
    wend_result result = scene_world(s, &options, &world, NULL, &error);
    if (result != WEND_OK)
        print_message("%s\n", wend_error_text(&error));
    assert_int_equal(result, WEND_OK);
    return world;
}

static void test_sound(void **state)
{
    (void)state;
    for (int i = 0; i < SCENES; ++i) {
        scene *s = load(scenes[i].name);
        problem_list problems = {.file = scenes[i].name};
        assert_true(scene_check(s, &problems));
        problem_free(&problems);
        assert_int_equal(s->until, SCENE_UNTIL_EMPTY);
        wend_world *world = world_of(s, false);
        assert_int_equal(wend_world_agents(world).count, scenes[i].agents);
        assert_int_equal(wend_world_pending(world), 0);
        wend_world_destroy(world);
        scene_free(s);
    }
}

// Whatever its width, the loop is sound and there is room for all.
static void test_widths(void **state)
{
    (void)state;
    for (double width = 3; width < 13; width += 1.1) {
        scene *s = infinity_scene(width);
        assert_non_null(s);
        problem_list problems = {.file = "infinity"};
        bool sound = scene_check(s, &problems);
        problem_print(&problems, stdout);
        assert_true(sound);
        problem_free(&problems);
        wend_world *world = world_of(s, false);
        assert_int_equal(wend_world_agents(world).count, 119);
        wend_world_destroy(world);
        scene_free(s);
    }
}

// The middle of the loop's corridor is as far from both walls as its width says.
static void test_middle(void **state)
{
    (void)state;
    const double rounding = 0.1; // walls are made of straight pieces
    scene *s = infinity_scene(INFINITY_WIDTH);
    assert_non_null(s);
    wend_world *world = world_of(s, false);
    for (double t = -1; t <= 1; t += 0.01) {
        wend_vec2 m = infinity_middle(t);
        for (int side = -1; side <= 1; side += 2) {
            double room =
                wend_walls_clearance(wend_world_walls(world), (wend_vec2){side * m.x, m.y}, 100);
            assert_true(room > INFINITY_WIDTH / 2 - rounding);
            if (fabs(t) > 0.2) // not at the crossing
                assert_true(room < INFINITY_WIDTH / 2 + rounding);
        }
    }
    wend_world_destroy(world);
    scene_free(s);
}

static void assert_clear_of_walls(const wend_world *world)
{
    const wend_walls *walls = wend_world_walls(world);
    wend_agents agents = wend_world_agents(world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        const wend_body *body = &agents.bodies[i];
        if (body->radius < 0)
            continue;
        double radius = body->radius;
        assert_true(wend_walls_clearance(walls, body->position, radius) >=
                    radius * (1 - WEND_BODY_GIVE) - wend_walls_slack(walls) - 1e-9);
    }
}

// Runs to the end, or for so many seconds; everybody arrives, nobody gets into a wall.
static void run(const char *name, bool points, double seconds)
{
    enum { LOOK_EVERY = 5 };
    scene *s = load(name);
    wend_world *world = world_of(s, points);
    wend_error error = {0};
    uint32_t first = wend_world_agents(world).count, count = first, arrived = 0;
    double until = seconds > 0 ? seconds : s->duration;
    while (count > 0 && wend_world_time(world) < until) {
        assert_int_equal(wend_world_step(world, &error), WEND_OK);
        uint32_t events;
        const wend_event *list = wend_world_events(world, &events);
        for (uint32_t i = 0; i < events; ++i) {
            assert_true(list[i].kind != WEND_EVENT_NO_PATH);
            arrived += list[i].kind == WEND_EVENT_ARRIVED;
        }
        if (wend_world_steps(world) % LOOK_EVERY == 0)
            assert_clear_of_walls(world);
        count = wend_world_agents(world).count;
        assert_int_equal(arrived + count, first);
    }
    if (seconds == 0 && count > 0)
        print_message("%s, %s: %u of %u have not arrived\n", name, points ? "points" : "portals",
                      count, first);
    assert_true(seconds > 0 || count == 0);
    wend_world_destroy(world);
    scene_free(s);
}

static void test_portals_arrive(void **state)
{
    (void)state;
    for (int i = 0; i < SCENES; ++i)
        run(scenes[i].name, false, long_tier() ? 0 : scenes[i].soon);
}

static void test_points_arrive(void **state)
{
    (void)state;
    if (!long_tier())
        run("16-blocks", true, 20);
    for (int i = 0; long_tier() && i < SCENES; ++i)
        run(scenes[i].name, true, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound),         cmocka_unit_test(test_widths),
        cmocka_unit_test(test_middle),        cmocka_unit_test(test_portals_arrive),
        cmocka_unit_test(test_points_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
