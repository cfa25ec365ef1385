// SPDX-License-Identifier: MIT
// Barriers that a world puts across jams: they come and go, others go around, nobody minds where
// there is no other way, with every motion, with several goals, with doors, in any plan.
#include "tests/world/jams.h"

#include "wend/geometry.h"
#include "world/world.h"

/// Only the corridor.
static const double ONE_WAY[][4] = {{0, 0, 30, 20}, {12, 0, 18, 9.5}, {12, 10.5, 18, 20}};

/// True for a barrier across the corridor, that is crossed from left to right.
static bool is_in_corridor(const wend_barrier *barrier)
{
    return barrier->a.y > barrier->b.y && fabs(barrier->a.y - barrier->b.y) < 3 &&
           barrier->a.y >= 10.5 && barrier->b.y <= 9.5 && barrier->a.x > 10 && barrier->a.x < 18.5;
}

/// It comes while they queue, stands across the corridor, costs what it should, and goes when the
/// queue has gone. Events tell.
static void test_comes_and_goes(void **state)
{
    (void)state;
    wend_world *world = jam_world(&USUAL);
    wend_event event;
    uint32_t count, placed = 0, removed = 0;
    assert_true(step_until(world, WEND_EVENT_BARRIER, 31, &event));
    assert_int_equal(event.number, 1);
    const wend_barrier *barriers = wend_world_barriers(world, &count);
    assert_int_equal(count, 1);
    assert_true(is_in_corridor(&barriers[0]));
    assert_int_equal(event.barrier, barriers[0].number);
    assert_true(event.position.x == (barriers[0].a.x + barriers[0].b.x) / 2);
    assert_true(barriers[0].queue >= 2 && barriers[0].queue < 12);
    assert_true(barriers[0].weight >= 1.5 && barriers[0].weight <= 4);
    assert_true(fabs(barriers[0].toll - (barriers[0].weight - 1) * barriers[0].queue) < 1e-9);
    assert_true(barriers[0].since == wend_world_time(world));
    while (wend_world_time(world) < 150) {
        step(world);
        uint32_t told = count_events(world, WEND_EVENT_BARRIER, &event);
        assert_true(told <= 1);
        placed += told > 0 && event.number == 1;
        removed += told > 0 && event.number == 0;
        wend_world_barriers(world, &count);
        assert_int_equal(count, 1 + placed - removed);
    }
    assert_int_equal(count, 0);
    assert_int_equal(wend_world_agents(world).count, 0);
    assert_string_equal(wend_event_name(WEND_EVENT_BARRIER), "barrier");
    wend_world_destroy(world);
}

static double last_of(const jam *j)
{
    wend_world *world = jam_world(j);
    double time = run_empty(world, 400, NULL);
    wend_world_destroy(world);
    return time;
}

/// The last one is through much earlier.
static void test_saves_time(void **state)
{
    (void)state;
    uint64_t seeds = long_tier() ? 20 : 3;
    double with = 0, without = 0;
    jam on = USUAL, off = USUAL;
    off.barriers = false;
    for (uint64_t seed = 1; seed <= seeds; ++seed) {
        on.seed = off.seed = seed;
        with += last_of(&on);
        without += last_of(&off);
    }
    print_message("the last after %.1f s, without barriers %.1f s\n", with / (double)seeds,
                  without / (double)seeds);
    // A few runs are by chance a little better or worse than all.
    assert_true(with < (long_tier() ? 0.8 : 0.85) * without);
}

/// Where there is no other way they change nothing at all.
static void test_no_other_way(void **state)
{
    (void)state;
    jam on = USUAL, off = USUAL;
    on.boxes = off.boxes = ONE_WAY;
    on.people = off.people = 60;
    off.barriers = false;
    wend_world *one = jam_world(&on), *other = jam_world(&off);
    uint32_t placed = 0;
    for (int k = 0; k < 500; ++k) {
        step(one);
        step(other);
        placed += count_events(one, WEND_EVENT_BARRIER, NULL);
        wend_agents a = wend_world_agents(one), b = wend_world_agents(other);
        assert_int_equal(a.count, b.count);
        for (uint32_t i = 0; i < a.slots && i < b.slots; ++i)
            if (hypot(a.bodies[i].position.x - b.bodies[i].position.x,
                      a.bodies[i].position.y - b.bodies[i].position.y) > 1e-6)
                fail_msg("step %d: %u goes elsewhere", k, i);
    }
    assert_true(placed > 0);
    wend_world_destroy(one);
    wend_world_destroy(other);
}

/// Who has crossed a barrier does not go back over it. With the weight of the document some still
/// cross it.
static void test_nobody_turns_back(void **state)
{
    (void)state;
    enum { MOST = 128 };
    jam j = USUAL;
    j.max_weight = 1.5;
    wend_world *world = jam_world(&j);
    bool passed[MOST] = {false};
    uint32_t crossed = 0, back = 0;
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 200) {
        wend_vec2 before[MOST];
        wend_agents agents = wend_world_agents(world);
        assert_true(agents.slots <= MOST);
        for (uint32_t i = 0; i < agents.slots; ++i)
            before[i] = agents.bodies[i].position;
        step(world);
        uint32_t count;
        const wend_barrier *barriers = wend_world_barriers(world, &count);
        agents = wend_world_agents(world);
        for (uint32_t i = 0; i < agents.slots; ++i)
            for (uint32_t k = 0; k < count && agents.bodies[i].radius > 0; ++k) {
                wend_segment line = {barriers[k].a, barriers[k].b};
                wend_segment move = {before[i], agents.bodies[i].position};
                if (wend_segments_meet(line, move, NULL) != WEND_CROSS)
                    continue;
                bool forth = wend_orient2d(line.a, line.b, move.b) > 0;
                back += passed[i] && !forth;
                passed[i] = forth;
                crossed += forth;
            }
    }
    assert_int_equal(wend_world_agents(world).count, 0);
    assert_true(crossed > 5);
    assert_int_equal(back, 0);
    wend_world_destroy(world);
}

/// Whatever moves them, and with two goals, they are through earlier.
static void test_motions_and_goals(void **state)
{
    (void)state;
    static const wend_motion_kind MOTIONS[] = {WEND_MOTION_ORCA, WEND_MOTION_STEER,
                                               WEND_MOTION_SOCIAL_FORCE, WEND_MOTION_PEDESTRIAN};
    for (int i = 0; i < 4; ++i) {
        wend_motion_kind motion = MOTIONS[i];
        jam on = USUAL, off;
        on.motion = motion;
        on.goals = 2;
        on.people = 60;
        off = on;
        off.barriers = false;
        double with = last_of(&on), without = last_of(&off);
        print_message("motion %d: %.1f s, without barriers %.1f s\n", (int)motion, with, without);
        assert_true(with < 1.03 * without);
        if (motion == WEND_MOTION_ORCA)
            assert_true(with < 0.9 * without);
    }
}

/// A door beside the jam opens: a barrier that ended at it goes, or moves.
static void test_door(void **state)
{
    (void)state;
    static const double BOXES[][4] = {{0, 0, 30, 20}, {12, 3, 18, 9.5}, {12, 14, 18, 17}};
    jam j = USUAL;
    j.boxes = BOXES;
    wend_world *world = jam_world(&j);
    static const wend_vec2 WALL[4] = {{12, 10.5}, {18, 10.5}, {18, 14}, {12, 14}};
    wend_door_def def = wend_default_door_def();
    wend_event event;
    wend_obstacle_id door;
    def.shape = (wend_shape){.points = WALL, .point_count = 4};
    def.shut = true;
    assert_int_equal(wend_world_add_door(world, &def, &door, NULL), WEND_OK);
    assert_true(step_until(world, WEND_EVENT_BARRIER, 31, &event));
    assert_int_equal(wend_world_set_door(world, door, false, NULL), WEND_OK);
    uint32_t count;
    for (int k = 0; k < 100; ++k)
        step(world);
    const wend_barrier *barriers = wend_world_barriers(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        assert_true(wend_walls_clearance(wend_world_walls(world), barriers[i].a, 1) < 1e-6);
        assert_true(wend_walls_clearance(wend_world_walls(world), barriers[i].b, 1) < 1e-6);
    }
    run_empty(world, 100, NULL);
    wend_world_destroy(world);
}

// ---- anywhere -----------------------------------------------------------------------------------

/// The maps that the last step used and their meshes are sound, and barriers stand from wall to
/// wall.
static void check_world(const wend_world *world, uint64_t seed)
{
    wend_error error = {0};
    uint32_t count;
    const wend_maps *maps = &world->maps;
    for (size_t i = 0; i < maps->classes.count; ++i)
        if (maps->classes.data[i].mesh &&
            wend_mesh_check(maps->classes.data[i].mesh, &error) != WEND_OK)
            fail_msg("seed %d: %s", (int)seed, wend_error_text(&error));
    for (size_t i = 0; i < maps->list.count; ++i)
        if (maps->list.data[i].map && maps->list.data[i].used == world->steps &&
            wend_time_map_check(maps->list.data[i].map, &error) != WEND_OK)
            fail_msg("seed %d: %s", (int)seed, wend_error_text(&error));
    const wend_barrier *barriers = wend_world_barriers(world, &count);
    for (uint32_t i = 0; i < count; ++i)
        if (wend_walls_clearance(world->obstacles.walls, barriers[i].a, 1) > 1e-6 ||
            wend_walls_clearance(world->obstacles.walls, barriers[i].b, 1) > 1e-6)
            fail_msg("seed %d: from (%g, %g) to (%g, %g)", (int)seed, barriers[i].a.x,
                     barriers[i].a.y, barriers[i].b.x, barriers[i].b.y);
}

/// Blocks of all sizes with lanes of all widths between them, people of all sizes and motions who
/// cross each other's ways, and barriers after every moment of waiting.
static uint32_t run_random(uint64_t seed)
{
    enum { COLUMNS = 4, ROWS = 3, PEOPLE = 150 };
    double boxes[COLUMNS * ROWS + 1][4] = {{0, 0, 24, 18}};
    wend_random random = wend_random_stream(seed, 5);
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        double x = 6.0 * (i % COLUMNS), y = 6.0 * (i / COLUMNS);
        boxes[i + 1][0] = x + wend_random_between(&random, 0.3, 2);
        boxes[i + 1][1] = y + wend_random_between(&random, 0.3, 2);
        boxes[i + 1][2] = x + wend_random_between(&random, 4, 5.7);
        boxes[i + 1][3] = y + wend_random_between(&random, 4, 5.7);
    }
    wend_world_def def = def_of(0.1);
    def.barriers.enabled = true;
    def.barriers.interval = 1;
    def.barriers.threshold = 0.3;
    wend_world *world = box_world(def, (const double(*)[4])boxes, COLUMNS * ROWS + 1);
    wend_goal_id goals[3] = {point_goal(world, 23.5, 17.5), point_goal(world, 0.5, 17.5),
                             point_goal(world, 12, 17.7)};
    for (int tries = 0; tries < 20 * PEOPLE && wend_world_agents(world).count < PEOPLE; ++tries) {
        double x = wend_random_between(&random, 0.3, 23.7);
        double y = wend_random_between(&random, 0.3, 9);
        wend_goal_id goal = goals[wend_random_below(&random, 3)];
        static const wend_motion_kind MOTIONS[] = {
            WEND_MOTION_ORCA, WEND_MOTION_STEER, WEND_MOTION_SOCIAL_FORCE, WEND_MOTION_PEDESTRIAN};
        wend_motion_kind motion = MOTIONS[wend_random_below(&random, 4)];
        wend_agent_def agent = guided_at(x, y, goal, WEND_PLANNER_MAP, motion);
        agent.radius = wend_random_between(&random, 0.15, 0.3);
        wend_world_add_agent(world, &agent, NULL, NULL);
    }
    assert_true(wend_world_agents(world).count > PEOPLE / 2);
    uint32_t placed = 0;
    for (int k = 0; k < 150; ++k) {
        step(world);
        if (count_events(world, WEND_EVENT_BARRIER, NULL) == 0)
            continue;
        placed += count_events(world, WEND_EVENT_BARRIER, NULL);
        check_world(world, seed); // the maps are those of before
        step(world);
        check_world(world, seed);
    }
    wend_world_destroy(world);
    return placed;
}

static void test_anywhere(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 200 : 2;
    uint32_t placed = 0;
    for (uint64_t seed = 1; seed <= rounds; ++seed)
        placed += run_random(seed);
    print_message("%u came and went\n", placed);
    assert_true(placed >= rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comes_and_goes),    cmocka_unit_test(test_saves_time),
        cmocka_unit_test(test_no_other_way),      cmocka_unit_test(test_nobody_turns_back),
        cmocka_unit_test(test_motions_and_goals), cmocka_unit_test(test_door),
        cmocka_unit_test(test_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
