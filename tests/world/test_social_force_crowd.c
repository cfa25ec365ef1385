// SPDX-License-Identifier: MIT
// Crowds that move by social forces, in a world: lanes form where two streams meet, a door is
// passed in bursts, nobody gets into another by more than a twentieth of a radius nor into a wall,
// everybody arrives, also among those who move by ORCA or steer; all of it bit for bit the same for
// any number of threads, and without memory once the world is warm.
#include "tests/record/recorded.h"
#include "tests/world/world_support.h"

#include "measure/measure.h"
#include "world/world.h"

// ---- what is looked at --------------------------------------------------------------------------

/// The limit for overlaps: a part of the smaller radius.
#define MOST_OVERLAP 0.05

/// How deep somebody is in a wall, as a part of its radius.
static double deepest_in_wall(const wend_world *world)
{
    wend_agents agents = wend_world_agents(world);
    const wend_walls *walls = wend_world_walls(world);
    double deepest = 0;
    assert_non_null(walls);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        const wend_body *body = &agents.bodies[i];
        if (body->radius < 0)
            continue;
        double free = wend_walls_clearance(walls, body->position, body->radius);
        deepest = fmax(deepest, 1 - free / body->radius);
    }
    return deepest;
}

/// A step after which nobody is too deep in anything.
static void safe_step(wend_world *world, const char *what)
{
    step(world);
    double overlap = deepest_overlap(world), wall = deepest_in_wall(world);
    if (overlap > MOST_OVERLAP || wall > MOST_OVERLAP)
        fail_msg("%s, %g s: somebody is %g radii deep in another, or %g in a wall", what,
                 wend_world_time(world), overlap, wall);
}

/// The world's agents as rows of a recording, each with its id for a name.
static void add_frame(recording_build *build, const wend_world *world, uint32_t frame)
{
    wend_agents agents = wend_world_agents(world);
    for (uint32_t i = 0; i < agents.slots; ++i)
        if (!wend_agent_id_is_null(agents.ids[i]))
            add_row(build, i, frame, agents.bodies[i].position.x, agents.bodies[i].position.y);
}

static wend_agent_def pushed_at(double x, double y, wend_goal_id goal)
{
    wend_agent_def def = walker_at(x, y, goal);
    def.motion = WEND_MOTION_SOCIAL_FORCE;
    return def;
}

/// Adds some at random in a box, none within a gap of a tenth of a metre of another.
static void add_crowd(wend_world *world, wend_random *random, wend_box box, uint32_t count,
                      wend_agent_def def)
{
    for (int tries = 0; count > 0; ++tries) {
        wend_vec2 p = {wend_random_between(random, box.min.x, box.max.x),
                       wend_random_between(random, box.min.y, box.max.y)};
        wend_agents agents = wend_world_agents(world);
        bool free = true;
        for (uint32_t i = 0; i < agents.slots && free; ++i)
            free = hypot(agents.bodies[i].position.x - p.x, agents.bodies[i].position.y - p.y) >
                   2 * def.radius + 0.1;
        assert_true(tries < 100000);
        if (!free)
            continue;
        def.position = p;
        add_agent(world, &def);
        --count;
    }
}

// ---- lanes --------------------------------------------------------------------------------------

/// People who walk both ways in a corridor of 40 x 4 m, all mixed up at first. The orders of lanes
/// in its middle, as in measure_lane_order: at first, and from 10 to 13 s.
typedef struct lanes {
    double first, later;
} lanes;

static lanes lanes_of(uint64_t seed, const wend_social_force_def *force)
{
    static const double CORRIDOR[][4] = {{0, 0, 40, 4}};
    wend_world_def def = def_of(0.1);
    def.social_force = *force;
    wend_world *world = box_world(def, CORRIDOR, 1);
    wend_random random = wend_random_stream(seed, 0);
    wend_goal_id ends[2] = {box_goal(world, 39, 0, 40, 4), box_goal(world, 0, 0, 1, 4)};
    for (int i = 0; i < 112; ++i)
        add_crowd(world, &random, (wend_box){{2, 0.3}, {38, 3.7}}, 1, pushed_at(0, 0, ends[i % 2]));
    recording_build build;
    recording_build_start(&build);
    enum { FRAMES = 131, LATER = 100 };
    for (uint32_t frame = 0; frame < FRAMES; ++frame) {
        add_frame(&build, world, frame);
        safe_step(world, "corridor");
    }
    wend_world_destroy(world);
    recording r = finish_recording(&build, 10);
    double order[FRAMES], sum = 0;
    assert_int_equal(r.frame_count, FRAMES);
    const wend_box middle = {{15, 0}, {25, 4}};
    assert_true(measure_lane_order(&r, (wend_vec2){1, 0}, MEASURE_LANE_WIDTH, middle, order));
    for (int i = LATER; i < FRAMES; ++i)
        sum += order[i];
    recording_free(&r);
    return (lanes){order[0], sum / (FRAMES - LATER)};
}

/// The order that counts as lanes: of ten in a lane one goes the other way. 20 seeds gave 0.74 to
/// 1.00, 0.91 in the mean, from 0.04 to 0.30 at first; without minding who comes 0.29 in the mean.
#define LANES 0.64
/// What keeping to the right and looking ahead must add, in the mean of three seeds.
#define GAIN 0.2

static void test_lanes_form(void **state)
{
    (void)state;
    uint64_t seeds = long_tier() ? 20 : 3;
    wend_social_force_def force = wend_default_social_force_def(), blind = force;
    blind.keep_right = 0;
    blind.lambda = 1;
    double gain = 0;
    for (uint64_t seed = 0; seed < seeds; ++seed) {
        lanes seen = lanes_of(seed, &force), without = lanes_of(seed, &blind);
        if (!(seen.first < LANES / 2 && seen.later > LANES))
            fail_msg("seed %llu: the order of lanes went from %g to %g", (unsigned long long)seed,
                     seen.first, seen.later);
        gain += seen.later - without.later;
    }
    assert_true(gain / (double)seeds > GAIN);
}

// ---- a door -------------------------------------------------------------------------------------

/// Two crowds of fifteen, one on each side of a door 1 m wide. Everybody gets through; and who does
/// is followed by some who go the same way.
static measure_bursts bursts_of(uint64_t seed)
{
    static const double ROOMS[][4] = {{0, 0, 14, 6}, {6.9, 0, 7.1, 2.5}, {6.9, 3.5, 7.1, 6}};
    wend_world *world = box_world(def_of(0.1), ROOMS, 3);
    wend_random random = wend_random_stream(seed, 1);
    wend_goal_id west = box_goal(world, 0, 0, 1, 6), east = box_goal(world, 13, 0, 14, 6);
    add_crowd(world, &random, (wend_box){{1, 0.5}, {6, 5.5}}, 15, pushed_at(0, 0, east));
    add_crowd(world, &random, (wend_box){{8, 0.5}, {13, 5.5}}, 15, pushed_at(0, 0, west));
    recording_build build;
    recording_build_start(&build);
    uint32_t frame = 0;
    for (; wend_world_agents(world).count > 0; ++frame) {
        add_frame(&build, world, frame);
        safe_step(world, "door");
        if (wend_world_time(world) > 200)
            fail_msg("seed %llu: %u are still there", (unsigned long long)seed,
                     wend_world_agents(world).count);
    }
    wend_world_destroy(world);
    recording r = finish_recording(&build, 10);
    measure_crossings crossings = {0};
    const measure_line door = {.at = {{7, 2.5}, {7, 3.5}}};
    assert_true(measure_find_crossings(&r, &door, &crossings));
    assert_int_equal(crossings.items.count, 30);
    measure_bursts bursts = measure_bursts_of(&crossings);
    measure_crossings_free(&crossings);
    recording_free(&r);
    return bursts;
}

/// Bursts are so many times longer than chance makes them, in the mean of seeds: 20 gave 1.0 to 3.2
/// times, 2.1 in the mean.
#define BURSTS 1.5

static void test_a_door_is_passed_in_bursts(void **state)
{
    (void)state;
    uint64_t seeds = long_tier() ? 20 : 3;
    double sum = 0;
    for (uint64_t seed = 0; seed < seeds; ++seed) {
        measure_bursts bursts = bursts_of(seed);
        assert_true(fabs(bursts.chance - 30.0 / 16) < ROUNDING);
        sum += bursts.mean / bursts.chance;
    }
    if (!(sum / (double)seeds > BURSTS))
        fail_msg("bursts are only %g times as long as by chance", sum / (double)seeds);
}

// ---- dense crowds -------------------------------------------------------------------------------

/// Four streams of people meet where two corridors of 3 m cross; all get across.
static wend_world *crossing_world(wend_world_def def, wend_motion_kind other)
{
    static const double CORNERS[][4] = {
        {0, 0, 19, 19}, {0, 0, 8, 8}, {11, 0, 19, 8}, {0, 11, 8, 19}, {11, 11, 19, 19}};
    static const wend_box starts[] = {{{0.5, 8.3}, {7, 10.7}},
                                      {{12, 8.3}, {18.5, 10.7}},
                                      {{8.3, 0.5}, {10.7, 7}},
                                      {{8.3, 12}, {10.7, 18.5}}};
    wend_world *world = box_world(def, CORNERS, 5);
    wend_random random = wend_random_stream(def.seed, 2);
    const wend_goal_id goals[] = {box_goal(world, 18, 8, 19, 11), box_goal(world, 0, 8, 1, 11),
                                  box_goal(world, 8, 18, 11, 19), box_goal(world, 8, 0, 11, 1)};
    for (int i = 0; i < 4; ++i) {
        wend_agent_def agent = pushed_at(0, 0, goals[i]);
        if (i % 2)
            agent.motion = other;
        agent.radius = 0.22 + 0.02 * i;
        add_crowd(world, &random, starts[i], 11, agent);
    }
    return world;
}

static void test_a_crossing(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (long_tier() ? 20 : 2); ++seed) {
        wend_world_def def = def_of(seed % 2 ? 0.05 : 0.1);
        def.seed = seed;
        wend_world *world = crossing_world(def, WEND_MOTION_SOCIAL_FORCE);
        while (wend_world_agents(world).count > 0) {
            safe_step(world, "crossing");
            assert_true(wend_world_time(world) < 180);
        }
        wend_world_destroy(world);
    }
}

/// In one world with others all arrive, too, and those who move by forces do not touch each other.
static void test_mixed_motions(void **state)
{
    (void)state;
    static const wend_motion_kind OTHERS[] = {WEND_MOTION_ORCA, WEND_MOTION_STEER};
    for (int k = 0; k < 2; ++k) {
        wend_world *world = crossing_world(def_of(0.1), OTHERS[k]);
        while (wend_world_agents(world).count > 0) {
            step(world);
            assert_true(deepest_in_wall(world) < MOST_OVERLAP);
            if (wend_world_time(world) > 240)
                fail_msg("beside motion %d %u do not arrive", OTHERS[k],
                         wend_world_agents(world).count);
        }
        wend_world_destroy(world);
    }
}

/// A car drives to and fro between people who cross its street all the time. They step aside.
static void test_people_and_a_car(void **state)
{
    (void)state;
    static const double SQUARE[][4] = {{0, 0, 24, 12}};
    static const wend_vec2 CAR[] = {{1, 5.2}, {4, 5.2}, {4, 6.8}, {1, 6.8}},
                           ROAD[] = {{1, 5}, {16, 5}};
    wend_world *world = box_world(def_of(0.05), SQUARE, 1);
    wend_moving_obstacle_def car = wend_default_moving_obstacle_def();
    car.shape = (wend_shape){.points = CAR, .point_count = 4};
    car.path = ROAD;
    car.path_count = 2;
    car.speed = 3;
    car.loop = WEND_LOOP_BACK_AND_FORTH;
    wend_obstacle_id id;
    assert_int_equal(wend_world_add_moving_obstacle(world, &car, &id, NULL), WEND_OK);
    wend_goal_id sides[2] = {box_goal(world, 0, 0, 24, 2), box_goal(world, 0, 10, 24, 12)};
    const wend_waypoint stops[] = {{.goals = &sides[0], .goal_count = 1},
                                   {.goals = &sides[1], .goal_count = 1}};
    wend_agent_def agent = pushed_at(0, 0, (wend_goal_id){0});
    agent.route = add_route(world, &(wend_route_def){stops, 2, 0, WEND_ON_ARRIVAL_REPEAT});
    wend_random random = wend_random_stream(3, 3);
    add_crowd(world, &random, (wend_box){{6, 0.5}, {23, 11.5}}, 25, agent);
    uint32_t crossed = 0;
    for (int i = 0; i < (long_tier() ? 6000 : 400); ++i) {
        safe_step(world, "car");
        crossed += count_events(world, WEND_EVENT_WAYPOINT, NULL);
        wend_agents agents = wend_world_agents(world);
        for (uint32_t k = 0; k < agents.slots; ++k) {
            double radius = agents.bodies[k].radius;
            double gap =
                wend_walls_clearance(world->obstacles.movers, agents.bodies[k].position, radius);
            if (gap < (1 - MOST_OVERLAP) * radius)
                fail_msg("%g s: somebody is %g m from the car", wend_world_time(world), gap);
        }
    }
    assert_true(crossed > 25);
    wend_world_destroy(world);
}

/// Nobody rides before a car for longer. It was 1.2 s by ORCA, 2.5 s by steer and 2 s by forces,
/// and 8 to 16 s by motions that fled straight ahead. [Units: s]
#define LONGEST_RIDE 5.0

/// A car drives through people who cross its street, faster than any of them can: it pushes them,
/// and they get aside, by every motion.
static void test_a_car_takes_nobody_along(void **state)
{
    (void)state;
    static const double STREET[][4] = {{0, 0, 70, 20}};
    static const wend_vec2 CAR[] = {{2, 9}, {6, 9}, {6, 11}, {2, 11}}, ROAD[] = {{2, 9}, {60, 9}};
    for (int motion = 0; motion < WEND_MOTION_GROUP_POTENTIAL; ++motion) {
        wend_world *world = box_world(def_of(0.1), STREET, 1);
        wend_moving_obstacle_def car = wend_default_moving_obstacle_def();
        car.shape = (wend_shape){.points = CAR, .point_count = 4};
        car.path = ROAD;
        car.path_count = 2;
        car.speed = 3;
        wend_obstacle_id id;
        assert_int_equal(wend_world_add_moving_obstacle(world, &car, &id, NULL), WEND_OK);
        wend_agent_def agent = pushed_at(0, 0, box_goal(world, 0, 15, 70, 20));
        agent.motion = (wend_motion_kind)motion;
        wend_random random = wend_random_stream(5, 0);
        add_crowd(world, &random, (wend_box){{15, 1}, {55, 8}}, 80, agent);
        double rides[80] = {0}, before[80] = {0};
        for (int i = 0; i < 200; ++i) {
            step(world);
            wend_agents agents = wend_world_agents(world);
            for (uint32_t k = 0; k < agents.slots; ++k) {
                const wend_body *body = &agents.bodies[k];
                bool taken = i > 0 && body->radius >= 0 &&
                             body->position.x - before[k] > 1.1 * 0.1 * body->max_speed;
                before[k] = body->position.x;
                rides[k] = taken ? rides[k] + 0.1 : 0;
                if (rides[k] > LONGEST_RIDE)
                    fail_msg("motion %d: somebody rides at %g m", motion, body->position.x);
            }
        }
        wend_world_destroy(world);
    }
}

// ---- as every motion ----------------------------------------------------------------------------

static void test_same_for_all_threads(void **state)
{
    (void)state;
    uint64_t hashes[3];
    for (int k = 0; k < 3; ++k) {
        wend_tasks_def tasks_def = wend_default_tasks_def();
        wend_tasks *tasks = NULL;
        tasks_def.worker_count = (uint32_t[]){1, 2, 8}[k];
        assert_int_equal(wend_tasks_create(&tasks_def, &tasks, NULL), WEND_OK);
        wend_world_def def = def_of(0.1);
        def.tasks = tasks;
        wend_world *world = crossing_world(def, WEND_MOTION_SOCIAL_FORCE);
        for (int i = 0; i < 60; ++i)
            step(world);
        hashes[k] = wend_world_hash(world);
        wend_world_destroy(world);
        wend_tasks_destroy(tasks);
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}

static void test_no_memory_once_warm(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_world_def def = def_of(0.1);
    def.allocator = failing_allocator_of(&memory);
    wend_world *world = crossing_world(def, WEND_MOTION_SOCIAL_FORCE);
    for (int i = 0; i < 60; ++i)
        step(world);
    assert_warm(world, &memory, 20);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lanes_form),
        cmocka_unit_test(test_a_door_is_passed_in_bursts),
        cmocka_unit_test(test_a_crossing),
        cmocka_unit_test(test_mixed_motions),
        cmocka_unit_test(test_people_and_a_car),
        cmocka_unit_test(test_a_car_takes_nobody_along),
        cmocka_unit_test(test_same_for_all_threads),
        cmocka_unit_test(test_no_memory_once_warm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
