// SPDX-License-Identifier: MIT
// What `wend run` measures while it looks on: overlaps against all pairs, walls against ways whose
// ends are known, means and intervals against tables of Student's t; and agents at random places.
#include "scene/check/check.h"
#include "tests/support/failing_malloc.h"
#include "tests/support/support.h"

#include "formats/formats.h"
#include "measure/overlaps.h"
#include "measure/statistics.h"
#include "run/wall_check.h"
#include "scene/build/floor.h"
#include "scene/populate/random_agents.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

// ---- means --------------------------------------------------------------------------------------

static void test_student(void **state)
{
    (void)state;
    // The two-sided quantiles of any table.
    static const struct {
        uint32_t degrees;
        double outside, t;
    } known[] = {
        {1, 0.05, 12.7062},   {2, 0.05, 4.3027}, {3, 0.05, 3.1824},    {4, 0.05, 2.7764},
        {5, 0.05, 2.5706},    {9, 0.05, 2.2622}, {10, 0.05, 2.2281},   {29, 0.05, 2.0452},
        {100, 0.05, 1.9840},  {1, 0.5, 1.0},     {1000, 0.05, 1.9623}, {5, 0.01, 4.0321},
        {9999, 0.05, 1.9602},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        double t = measure_student(known[i].degrees, known[i].outside);
        if (fabs(t - known[i].t) > 1e-4)
            print_message("%u degrees: %.6f\n", (unsigned)known[i].degrees, t);
        assert_true(fabs(t - known[i].t) <= 1e-4);
    }
}

static void test_intervals(void **state)
{
    (void)state;
    static const double values[] = {2, NAN, 4, 6, NAN};
    measure_interval all = measure_interval_of(values, 5);
    assert_int_equal(all.count, 3);
    assert_true(fabs(all.mean - 4) < 1e-12);
    // s = 2, 2 / sqrt(3) * 4.3027
    assert_true(fabs(all.high - 8.9683) < 1e-4 && fabs(all.low + 0.9683) < 1e-4);
    all = measure_interval_of(values, 2);
    assert_true(all.count == 1 && all.mean == 2 && isnan(all.low) && isnan(all.high));
    all = measure_interval_of(values + 1, 1);
    assert_true(all.count == 0 && isnan(all.mean));
    static const double same[] = {7, 7, 7};
    all = measure_interval_of(same, 3);
    assert_true(all.mean == 7 && all.low == 7 && all.high == 7);
}

// ---- overlaps -----------------------------------------------------------------------------------

enum { MOST_BODIES = 300 };

typedef struct crowd {
    wend_body bodies[MOST_BODIES];
    wend_agent_id ids[MOST_BODIES];
    wend_agents agents;
} crowd;

/// Discs of all sizes in places that may be far apart; some slots are empty.
static void fill(crowd *c, wend_random *random)
{
    uint32_t slots = wend_random_below(random, MOST_BODIES + 1);
    double spread = pow(10, wend_random_between(random, -1, 2));
    double away = wend_random_below(random, 3) == 0 ? 1e8 : 0;
    uint32_t kind = wend_random_below(random, 3);
    c->agents = (wend_agents){.bodies = c->bodies, .ids = c->ids, .slots = slots};
    for (uint32_t i = 0; i < slots; ++i) {
        bool nobody = wend_random_below(random, 5) == 0;
        double size = kind == 0 ? 0.25 : pow(10, wend_random_between(random, -1.5, kind * 0.7));
        c->ids[i] = (wend_agent_id){{nobody ? 0 : i + 1, 0}};
        c->bodies[i] = (wend_body){
            .position = {wend_random_between(random, -spread, spread) + (i % 2 ? away : 0),
                         wend_random_between(random, -spread, spread)},
            .radius = nobody ? -1 : (float)size,
        };
        if (kind == 0 && wend_random_below(random, 4) == 0) // just touching, in a row
            c->bodies[i].position = (wend_vec2){i * 0.5, 0};
        c->agents.count += !nobody;
    }
}

static uint64_t count_slowly(const crowd *c, double *deepest)
{
    uint64_t count = 0;
    *deepest = 0;
    for (uint32_t i = 0; i < c->agents.slots; ++i) {
        bool found = false;
        for (uint32_t k = 0; k < c->agents.slots; ++k) {
            double r = c->bodies[i].radius, q = c->bodies[k].radius;
            double x = c->bodies[i].position.x - c->bodies[k].position.x;
            double y = c->bodies[i].position.y - c->bodies[k].position.y;
            double apart = r + q - 0.01 * fmin(r, q);
            if (i == k || r <= 0 || q <= 0 || x * x + y * y >= apart * apart)
                continue;
            found = true;
            *deepest = fmax(*deepest, (r + q - hypot(x, y)) / fmin(r, q));
        }
        count += found;
    }
    return count;
}

static void test_overlaps(void **state)
{
    (void)state;
    static crowd c;
    overlaps *memory = overlaps_create();
    int rounds = long_tier() ? 5000 : 300;
    uint64_t all = 0;
    for (int i = 0; i < rounds; ++i) {
        wend_random random = wend_random_stream(77, (uint64_t)i);
        fill(&c, &random);
        double deepest;
        uint64_t count, slow = count_slowly(&c, &deepest);
        assert_true(overlaps_count(memory, c.agents.bodies, c.agents.slots, &count));
        if (count != slow)
            fail_msg("round %d: %llu, not %llu", i, (unsigned long long)count,
                     (unsigned long long)slow);
        assert_float_equal(overlaps_deepest(memory), deepest, 1e-9);
        all += count;
    }
    assert_true(all > 1000);
    overlaps_free(memory);
}

// ---- walls --------------------------------------------------------------------------------------

// A room with a wall across it that leaves a gap of 4 m at the top, and a block.
#define ROOM                                                                                       \
    "{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"                            \
    " \"obstacles\": [{\"segment\": [[10, 0], [10, 6]]},\n"                                        \
    "                 {\"polygon\": [[14, 4], [16, 4], [16, 6], [14, 6]]}]}"

static scene *read_scene(const char *json)
{
    problem_list problems = {.file = "test"};
    text t = {0};
    assert_true(text_copy(json, strlen(json), &t, &problems));
    scene *s = scene_format_named("json")->read(&t, NULL, &problems);
    problem_print(&problems, stderr);
    assert_non_null(s);
    text_free(&t);
    return s;
}

/// Looks at an agent of radius 0.25 that goes along the places, at up to 2 m/s in steps of 0.1 s,
/// and counts what it does.
static void walk(wall_check *walls, const wend_vec2 *places, size_t count, int *crossed, int *deep)
{
    wall_check_agent seen = {0};
    *crossed = *deep = 0;
    for (size_t i = 0; i < count; ++i) {
        const wend_body body = {.position = places[i], .radius = 0.25f, .max_speed = 2};
        bool through, in;
        wall_check_look(walls, &seen, &body, false, &through, &in);
        *crossed += through;
        *deep += in;
    }
}

static void test_walls(void **state)
{
    (void)state;
    scene *s = read_scene(ROOM);
    const scene_names names = {0};
    wall_check *walls = wall_check_create(s, &names, 0.1);
    int crossed, deep;
    // In free space, as near as its radius.
    walk(walls, (wend_vec2[]){{5, 5}, {5.2, 5}, {5.4, 5}, {9.75, 5}, {9.75, 5.1}}, 5, &crossed,
         &deep);
    assert_true(crossed == 0 && deep == 0);
    // Too near, and nearer by less than a hundredth of the radius.
    walk(walls, (wend_vec2[]){{9.8, 5}, {9.76, 5}, {9.752, 5}, {9.748, 5}}, 4, &crossed, &deep);
    assert_true(crossed == 0 && deep == 2);
    // Through the wall in one step, far from it before and after.
    walk(walls, (wend_vec2[]){{9, 3}, {11, 3}, {11.2, 3}}, 3, &crossed, &deep);
    assert_true(crossed == 1 && deep == 0);
    // Around its free end, which is no farther than it could have gone; and farther.
    walk(walls, (wend_vec2[]){{9.95, 5.97}, {10.05, 5.97}}, 2, &crossed, &deep);
    assert_true(crossed == 0 && deep == 2);
    walk(walls, (wend_vec2[]){{9.95, 5.9}, {10.05, 5.9}}, 2, &crossed, &deep);
    assert_true(crossed == 1 && deep == 2);
    // Into the block, where it stays for three steps, out again, and out of the room. Coming out of
    // a place that is not free is not another crossing.
    walk(walls, (wend_vec2[]){{13, 5}, {15, 5}, {15.1, 5}, {15.1, 5}, {18, 5}, {21, 5}}, 6,
         &crossed, &deep);
    assert_true(crossed == 4 && deep == 0);
    // On a wall.
    walk(walls, (wend_vec2[]){{14, 5}, {10, 3}}, 1, &crossed, &deep);
    assert_true(crossed == 0 && deep == 1);
    wall_check_free(walls);
    scene_free(s);
}

/// The distance is not measured in every step: that must not make a difference.
static void test_walls_walks(void **state)
{
    (void)state;
    scene *s = read_scene(ROOM);
    const scene_names names = {0};
    wall_check *walls = wall_check_create(s, &names, 0.1);
    wend_floor *floor;
    assert_int_equal(scene_floor(s, &floor, NULL), WEND_OK);
    int rounds = long_tier() ? 300 : 30, all = 0;
    for (int i = 0; i < rounds; ++i) {
        wend_random random = wend_random_stream(5, (uint64_t)i);
        wall_check_agent seen = {0};
        wend_vec2 at = {5, 5};
        for (int k = 0; k < 2000; ++k) {
            const wend_body body = {.position = at, .radius = 0.3f, .max_speed = 2};
            bool crossed, deep;
            wall_check_look(walls, &seen, &body, false, &crossed, &deep);
            bool near = wend_floor_clearance(floor, at, NULL, NULL) < 0.99 * body.radius;
            bool out = wend_floor_locate(floor, at, NULL) >= WEND_LOCATION_SOLID;
            if (deep != near || (out && !crossed))
                fail_msg("walk %d, step %d", i, k);
            all += deep;
            at.x = fmin(fmax(at.x + wend_random_between(&random, -0.2, 0.2), -1), 21);
            at.y = fmin(fmax(at.y + wend_random_between(&random, -0.2, 0.2), -1), 11);
        }
    }
    assert_true(all > 100);
    wend_floor_destroy(floor);
    wall_check_free(walls);
    scene_free(s);
}

/// A door counts while it is shut.
static void test_doors(void **state)
{
    (void)state;
    scene *s = read_scene("{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"
                          " \"obstacles\": [{\"segment\": [[10, 0], [10, 4]]},\n"
                          "                 {\"segment\": [[10, 6], [10, 10]]}],\n"
                          " \"doors\": [{\"segment\": [[10, 4], [10, 6]]}]}");
    static const wend_vec2 way[] = {{9, 5}, {9.9, 5}, {10.1, 5}, {11, 5}};
    const scene_world_options options = {0};
    scene_names names;
    wend_world *world;
    assert_int_equal(scene_world(s, &options, &world, &names, NULL), WEND_OK);
    wall_check *walls = wall_check_create(s, &names, 0.1);
    for (int i = 0; i < 4; ++i) {
        bool shut = i % 2 == 1;
        int crossed, deep;
        assert_int_equal(wend_world_set_door(world, names.doors[0], shut, NULL), WEND_OK);
        wall_check_update(walls, world);
        walk(walls, way, 4, &crossed, &deep);
        assert_true(crossed == (shut ? 1 : 0) && deep == (shut ? 2 : 0));
    }
    wall_check_free(walls);
    wend_world_destroy(world);
    scene_names_free(&names);
    scene_free(s);
}

// ---- agents -------------------------------------------------------------------------------------

static void test_random_agents(void **state)
{
    (void)state;
    scene *s = read_scene(ROOM), *same = read_scene(ROOM);
    wend_floor *floor;
    assert_int_equal(scene_floor(s, &floor, NULL), WEND_OK);
    assert_int_equal(random_agents(s, 150, 0.3, 8, NULL), WEND_OK);
    assert_int_equal(random_agents(same, 150, 0.3, 8, NULL), WEND_OK);
    assert_int_equal(s->agents_count, 150);
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_agents *one = &s->agents[i];
        assert_true(one->def.agent.radius == 0.3 && one->def.count == 1 && !one->in);
        assert_true(one->goal.kind == SCENE_GOAL_POINT);
        assert_true(memcmp(&one->def.agent.position, &same->agents[i].def.agent.position,
                           sizeof one->def.agent.position) == 0);
        assert_true(wend_floor_locate(floor, one->def.agent.position, NULL) == WEND_LOCATION_FREE);
        assert_true(wend_floor_clearance(floor, one->def.agent.position, NULL, NULL) >= 0.3);
        assert_true(wend_floor_clearance(floor, one->goal.segment.a, NULL, NULL) >= 0.3);
        for (uint32_t k = 0; k < i; ++k)
            assert_true(hypot(one->def.agent.position.x - s->agents[k].def.agent.position.x,
                              one->def.agent.position.y - s->agents[k].def.agent.position.y) > 0.6);
    }
    problem_list problems = {.file = "test"};
    assert_true(scene_check(s, &problems));
    wend_error error = {0};
    assert_int_equal(random_agents(same, 2000, 0.3, 8, &error), WEND_NOT_FOUND);
    assert_non_null(strstr(error.text, "there is room for only"));
    assert_int_equal(same->agents_count, 150);
    wend_floor_destroy(floor);
    scene_free(s);
    scene_free(same);
}

/// In the plane without walls, and in a plan of two rooms with no way between them.
static void test_random_agents_places(void **state)
{
    (void)state;
    scene *s = read_scene("{\"wend\": 1}");
    assert_int_equal(random_agents(s, 100, 0.25, 1, NULL), WEND_OK);
    scene_free(s);
    s = read_scene("{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],"
                   " \"obstacles\": [{\"segment\": [[15, 0], [15, 10]]}]}");
    assert_int_equal(random_agents(s, 100, 0.25, 1, NULL), WEND_OK);
    for (uint32_t i = 0; i < s->agents_count; ++i)
        assert_true((s->agents[i].def.agent.position.x < 15) ==
                    (s->agents[i].goal.segment.a.x < 15));
    scene_free(s);
}

static void test_random_agents_memory(void **state)
{
    (void)state;
    scene *s = read_scene(ROOM);
    bool done = false;
    for (size_t n = 1; !done; ++n) {
        allocations = 0;
        failing_allocation = n;
        wend_result result = random_agents(s, 3, 0.3, 8, NULL);
        done = allocations < n;
        failing_allocation = 0;
        assert_true(result == WEND_OK || (!done && result == WEND_OUT_OF_MEMORY));
        assert_int_equal(s->agents_count, result == WEND_OK ? 3 : 0);
        s->agents_count = 0;
    }
    scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_student),
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_overlaps),
        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_walls_walks),
        cmocka_unit_test(test_doors),
        cmocka_unit_test(test_random_agents),
        cmocka_unit_test(test_random_agents_places),
        cmocka_unit_test(test_random_agents_memory),
    };
    return cmocka_run_group_tests_name("run_measures", tests, NULL, NULL);
}
