// SPDX-License-Identifier: MIT
// The scenes of the document on the dynamic Voronoi diagram (UFRGS 2010) do what they are there to
// show: people wait at the kerb, walk around what appears before them, find out of dead ends, take
// the way that fits their radius; and everybody arrives.
#include "tests/scene/scene_show.h"

#include <math.h>

/// The least and the greatest coordinate of those who are there.
static wend_box around(const show *it)
{
    wend_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    wend_agents agents = wend_world_agents(it->world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_vec2 p = agents.bodies[i].position;
        if (agents.bodies[i].radius < 0)
            continue;
        box.min = (wend_vec2){fmin(box.min.x, p.x), fmin(box.min.y, p.y)};
        box.max = (wend_vec2){fmax(box.max.x, p.x), fmax(box.max.y, p.y)};
    }
    return box;
}

// ---- kerb ---------------------------------------------------------------------------------------

/// The street of the scene, and its lights.
#define SOUTH_KERB 8.0
#define NORTH_KERB 16.0
#define AT_KERB    2.0 ///< as far from it somebody counts as waiting there [Units: m]
static const double green_from[] = {14, 66}, green_to[] = {38, 90};

typedef struct pavements {
    uint32_t on_street, at_kerb, all;
} pavements;

static pavements look_at_kerb(const show *it)
{
    pavements p = {0};
    wend_agents agents = wend_world_agents(it->world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        if (agents.bodies[i].radius < 0)
            continue;
        double y = agents.bodies[i].position.y;
        bool on_street = y > SOUTH_KERB && y < NORTH_KERB;
        ++p.all;
        p.on_street += on_street;
        p.at_kerb +=
            !on_street && (fabs(y - SOUTH_KERB) < AT_KERB || fabs(y - NORTH_KERB) < AT_KERB);
    }
    return p;
}

static void test_kerb(void **state)
{
    (void)state;
    show it = open_show("kerb");
    uint32_t crossed = 0;
    while (goes_on(&it)) {
        step(&it);
        double now = wend_world_time(it.world);
        pavements p = look_at_kerb(&it);
        bool green = (now >= green_from[0] && now <= green_to[0] + 0.5) ||
                     (now >= green_from[1] && now <= green_to[1] + 0.5);
        if (!green && p.on_street > 0)
            fail_msg("%u on the street at %g s, when it is closed", p.on_street, now);
        crossed += p.on_street;
        // They have not stopped somewhere, as those would who have no way: they wait at the kerb.
        if (fabs(now - (green_from[0] - 1)) < 0.01)
            assert_true(p.all == 16 && p.at_kerb >= 12);
    }
    assert_true(crossed > 0);
    close_show(&it, true);
}

// ---- explore, dead-end, three-radii -------------------------------------------------------------

static void test_explore(void **state)
{
    (void)state;
    show it = open_show("explore");
    assert_int_equal(it.started, 4);
    while (goes_on(&it)) {
        step(&it);
        // Nobody is pushed aside by what appears.
        uint32_t count;
        const wend_event *events = wend_world_events(it.world, &count);
        for (uint32_t i = 0; i < count; ++i)
            assert_true(events[i].kind != WEND_EVENT_MOVED);
    }
    close_show(&it, true);
}

static void test_dead_end(void **state)
{
    (void)state;
    show it = open_show("dead-end");
    assert_int_equal(it.s->world.search_budget, 5);
    bool in_first = false, in_second = false;
    while (goes_on(&it)) {
        step(&it);
        wend_vec2 p = around(&it).min;
        in_first = in_first || (p.x > 16 && p.x < 28 && p.y > 10 && p.y < 20);
        in_second = in_second || (p.x > 40 && p.x < 54 && p.y > 6 && p.y < 17);
    }
    assert_true(in_first && in_second); // or there was nothing to find out of
    close_show(&it, true);
}

/// In the middle of the walls between west and east.
#define WALL_X 29.5

static void test_three_radii(void **state)
{
    (void)state;
    static const struct {
        float radius;
        double low, high; ///< of the passage
    } passages[] = {{0.3f, 19.4, 20.6}, {0.8f, 28.8, 31.2}, {1.6f, 3, 8}};
    show it = open_show("three-radii");
    double before[3] = {0}, passed[3] = {NAN, NAN, NAN};
    while (goes_on(&it)) {
        step(&it);
        wend_agents agents = wend_world_agents(it.world);
        for (uint32_t i = 0; i < agents.slots; ++i)
            for (int k = 0; k < 3; ++k)
                if (agents.bodies[i].radius == passages[k].radius) {
                    wend_vec2 p = agents.bodies[i].position;
                    if (before[k] < WALL_X && p.x >= WALL_X)
                        passed[k] = p.y;
                    before[k] = p.x;
                }
    }
    for (int k = 0; k < 3; ++k)
        if (!(passed[k] > passages[k].low && passed[k] < passages[k].high))
            fail_msg("radius %g passes at y = %g", (double)passages[k].radius, passed[k]);
    close_show(&it, true);
}

// ---- all the others -----------------------------------------------------------------------------

/// Runs a scene: to its end in the long tier, else for so many steps (0: to its end, too).
static void run_scene(const char *name, uint32_t steps)
{
    show it = open_show(name);
    uint32_t made = 0;
    bool whole = steps == 0 || long_tier();
    while (goes_on(&it) && (whole || made < steps)) {
        step(&it);
        ++made;
    }
    close_show(&it, whole);
}

static void test_everybody_arrives(void **state)
{
    (void)state;
    run_scene("field", 400);
    run_scene("campus", 60);
    run_scene("lines-20", 0);
    run_scene("lines-40", 100);
    run_scene("lines-200", 20);
    run_scene("city-random-10", 0);
    run_scene("city-cross-40", 30);
    if (long_tier()) {
        run_scene("lines-60", 0);
        run_scene("lines-100", 0);
        run_scene("city-random-20", 0);
        run_scene("city-random-50", 0);
        run_scene("city-cross-10", 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kerb),
        cmocka_unit_test(test_explore),
        cmocka_unit_test(test_dead_end),
        cmocka_unit_test(test_three_radii),
        cmocka_unit_test(test_everybody_arrives),
    };
    return cmocka_run_group_tests_name("scenes_voronoi", tests, NULL, NULL);
}
