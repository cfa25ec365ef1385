// SPDX-License-Identifier: MIT
// Groups that meet: they pass each other where there is space for both, step aside where there is
// not, and the world is told where there is no place to pass. And doors that wait for groups.
#include "tests/world/busy_world.h"
#include "tests/world/group_scenes.h"
#include "world/world.h"

#define R 0.3

/// Two rooms of 16 m by 16 m with a corridor of 30 m between them: the walls beside it.
static wend_world *dumbbell(wend_world_def def, double width)
{
    const double boxes[][4] = {
        {0, 0, 62, 16}, {16, 0, 46, 8 - 0.5 * width}, {16, 8 + 0.5 * width, 46, 16}};
    return box_world(def, boxes, 3);
}

static void add_pair(wend_world *world, uint32_t count, wend_vec2 a, wend_vec2 b)
{
    wend_world_group_def def = group_def(count, R, a, b);
    new_group(world, &def, count, R, WEND_MOTION_GROUP_POTENTIAL);
    def = group_def(count, R, b, a);
    new_group(world, &def, count, R, WEND_MOTION_GROUP_POTENTIAL);
}

/// Runs until all are gone; the longest total wait of a group.
static double run(wend_world *world, double seconds)
{
    double waited = 0;
    step_until_gone(world, seconds, assert_held);
    for (uint32_t i = 0; i < wend_world_group_count(world); ++i)
        waited = fmax(waited, group_state(world, wend_world_group_at(world, i)).waited);
    return waited;
}

// There is space for both in the corridor: nobody waits.
static void pass_in_a_wide_corridor(void **state)
{
    (void)state;
    static const uint32_t COUNTS[] = {10, 30, 50};
    for (int i = 0; i < 3; ++i) {
        wend_world *world = dumbbell(def_of(0.1), 9);
        add_pair(world, COUNTS[i], (wend_vec2){8, 8}, (wend_vec2){54, 8});
        double waited = run(world, 60);
        if (waited > 3)
            fail_msg("%u members a side: a group waited %g s", COUNTS[i], waited);
        wend_world_destroy(world);
    }
}

// On a field, as well.
static void pass_on_a_field(void **state)
{
    (void)state;
    static const double FIELD[][4] = {{0, 0, 60, 60}};
    wend_world *world = box_world(def_of(0.1), FIELD, 1);
    add_pair(world, 40, (wend_vec2){10, 30}, (wend_vec2){50, 30});
    assert_true(run(world, 40) < 3);
    wend_world_destroy(world);
}

// Two lanes just fit into a corridor, and there is no room to step aside anywhere: both pass at
// once and never stop for each other.
static void two_lanes_in_a_corridor(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        static const double height[] = {3.8, 4.4, 6};
        const double corridor[][4] = {{0, 0, 60, height[i]}};
        wend_world *world = box_world(def_of(0.1), corridor, 1);
        add_pair(world, 8, (wend_vec2){8, 0.5 * height[i]}, (wend_vec2){52, 0.5 * height[i]});
        while (wend_world_agents(world).count > 0 && wend_world_time(world) < 90) {
            step(world);
            assert_held(world);
            for (uint32_t k = 0; k < 2; ++k)
                if (group_state(world, wend_world_group_at(world, k)).held)
                    fail_msg("%g m high: group %u waits at %g s", height[i], k,
                             wend_world_time(world));
        }
        assert_int_equal(wend_world_agents(world).count, 0);
        wend_world_destroy(world);
    }
}

// There is not: one steps aside. In one corridor only a bent shape fits beside the other's way.
static void step_aside(void **state)
{
    (void)state;
    static const struct {
        double width;
        uint32_t count;
    } CASES[] = {{3, 10}, {3, 30}, {3, 40}, {4, 50}};
    for (int i = 0; i < (long_tier() ? 4 : 2); ++i) {
        wend_world *world = dumbbell(def_of(0.1), CASES[i].width);
        add_pair(world, CASES[i].count, (wend_vec2){8, 8}, (wend_vec2){54, 8});
        (void)run(world, 120);
        wend_world_destroy(world);
    }
}

// Nobody can pass: that is told, once.
static void no_place_to_pass(void **state)
{
    (void)state;
    static const double CORRIDOR[][4] = {{0, 0, 50, 2.5}};
    wend_world *world = box_world(def_of(0.1), CORRIDOR, 1);
    add_pair(world, 10, (wend_vec2){6.5, 1.25}, (wend_vec2){43.5, 1.25});
    uint32_t told = 0;
    wend_event event;
    while (wend_world_time(world) < 40) {
        step(world);
        assert_held(world);
        uint32_t now = count_events(world, WEND_EVENT_NO_PLACE_TO_PASS, &event);
        if (now > 0) {
            assert_true(wend_world_time(world) < 30);
            assert_true(wend_group_id_equal(event.group, wend_world_group_at(world, 0)));
            assert_int_equal(event.number, 1);
        }
        told += now;
    }
    assert_int_equal(told, 1);
    assert_int_equal(wend_world_agents(world).count, 20);
    wend_world_destroy(world);
}

// ---- schedules ----------------------------------------------------------------------------------

/// Two groups that fill half of a room each change rooms.
static wend_world *two_rooms(wend_world_def def)
{
    static const double WALLS[][4] = {{0, 0, 22, 16}, {9, 0, 13, 8.5}, {9, 11.5, 13, 16}};
    wend_world *world = box_world(def, WALLS, 3);
    add_pair(world, 28, (wend_vec2){4.5, 8}, (wend_vec2){17.5, 8});
    return world;
}

/// While a schedule is carried out, at most one group moves.
static void assert_one_moves(const wend_world *world, double along[2])
{
    uint32_t moved = 0;
    for (uint32_t i = 0; i < 2; ++i) {
        double now = group_state(world, wend_world_group_at(world, i)).along;
        moved += now != along[i];
        along[i] = now;
    }
    if (world->groups.shunting.phase == WEND_SHUNT_MOVES)
        assert_true(moved <= 1);
}

// Nothing else helps: they are moved one after the other.
static void schedule(void **state)
{
    (void)state;
    double along[2] = {0};
    uint32_t steps[WEND_SHUNT_LEADS + 1] = {0};
    wend_world *world = two_rooms(def_of(0.1));
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 90) {
        step(world);
        assert_held(world);
        ++steps[world->groups.shunting.phase];
        assert_one_moves(world, along);
    }
    assert_int_equal(wend_world_agents(world).count, 0);
    for (int i = 0; i <= WEND_SHUNT_LEADS; ++i)
        assert_true(steps[i] > 0);
    wend_world_destroy(world);
}

// Many on a circle, each to the other side.
static void circle(void **state)
{
    (void)state;
    static const double FIELD[][4] = {{0, 0, 66, 66}};
    wend_world *world = box_world(def_of(0.1), FIELD, 1);
    for (int i = 0; i < 6; ++i) {
        double angle = i * 1.0471975512;
        wend_vec2 from = {33 + 25 * cos(angle), 33 + 25 * sin(angle)};
        const wend_world_group_def def =
            group_def(12, R, from, (wend_vec2){66 - from.x, 66 - from.y});
        new_group(world, &def, 12, R, WEND_MOTION_GROUP_POTENTIAL);
    }
    (void)run(world, 120);
    wend_world_destroy(world);
}

// ---- doors --------------------------------------------------------------------------------------

/// A wall with an opening 4 m wide, and a door in it that shuts at a time.
static wend_world *door_world(double time, bool force)
{
    static const double WALL[][4] = {{0, 0, 49, 38}, {24, 0, 25, 6}, {24, 10, 25, 38}};
    static const wend_vec2 DOOR[2] = {{24, 6}, {24, 10}};
    wend_world *world = box_world(def_of(0.1), WALL, 3);
    wend_door_def door = wend_default_door_def();
    wend_obstacle_id id;
    door.shape = (wend_shape){.points = DOOR, .point_count = 2};
    door.toggle_times = &time;
    door.toggle_count = 1;
    door.force = force;
    assert_int_equal(wend_world_add_door(world, &door, &id, NULL), WEND_OK);
    const wend_world_group_def def = group_def(30, R, (wend_vec2){8, 8}, (wend_vec2){41, 8});
    new_group(world, &def, 30, R, WEND_MOTION_GROUP_POTENTIAL);
    return world;
}

// The door waits until the group is through.
static void door_waits(void **state)
{
    (void)state;
    wend_world *world = door_world(14, false);
    uint32_t refused = 0, shut = 0;
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 60) {
        step(world);
        assert_held(world);
        refused += count_events(world, WEND_EVENT_DOOR_REFUSED, NULL);
        shut += count_events(world, WEND_EVENT_DOOR, NULL);
        assert_int_equal(count_events(world, WEND_EVENT_MOVED, NULL), 0);
    }
    assert_int_equal(wend_world_agents(world).count, 0);
    assert_int_equal(refused, 1);
    assert_int_equal(shut, 1);
    wend_world_destroy(world);
}

// A stream of groups does not keep it open: those that are not in it yet stand before it.
static void door_is_a_wall_for_others(void **state)
{
    (void)state;
    wend_world *world = door_world(14, false);
    const wend_world_group_def def = group_def(10, R, (wend_vec2){8, 20}, (wend_vec2){41, 20});
    wend_group_id other = new_group(world, &def, 10, R, WEND_MOTION_GROUP_POTENTIAL);
    uint32_t shut = 0;
    while (shut == 0 && wend_world_time(world) < 60) {
        step(world);
        assert_held(world);
        shut += count_events(world, WEND_EVENT_DOOR, NULL);
    }
    assert_int_equal(shut, 1);
    const wend_group_shape shape = group_state(world, other).shape;
    assert_true(wend_group_shape_box(&shape).max.x < 24);
    wend_world_destroy(world);
}

// Unless it is forced.
static void door_is_forced(void **state)
{
    (void)state;
    wend_world *world = door_world(14, true);
    uint32_t split = 0;
    while (wend_world_time(world) < 15) {
        step(world);
        split += count_events(world, WEND_EVENT_GROUP_SPLIT, NULL);
        assert_int_equal(count_events(world, WEND_EVENT_DOOR_REFUSED, NULL), 0);
    }
    assert_int_equal(split, 1);
    wend_world_destroy(world);
}

// ---- the same bits ------------------------------------------------------------------------------

/// With 1 to 4 threads, and from a snapshot in the middle.
static void assert_same_bits(wend_world *(*make)(wend_world_def), int middle)
{
    enum { STEPS = 400 };
    static uint64_t hashes[STEPS];
    wend_snapshot *snapshot = NULL;
    for (uint32_t count = 1; count <= 4; ++count) {
        wend_world_def def = def_of(0.1);
        wend_tasks *tasks = threads(count);
        def.tasks = tasks;
        wend_world *world = make(def);
        for (int k = 0; k < STEPS; ++k) {
            if (count == 1 && k == middle)
                assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
            step(world);
            if (count == 1)
                hashes[k] = wend_world_hash(world);
            if (wend_world_hash(world) != hashes[k])
                fail_msg("step %d with %u threads is another", k, count);
        }
        assert_int_equal(wend_world_restore(world, snapshot, NULL), WEND_OK);
        for (int k = middle; k < STEPS; ++k) {
            step(world);
            if (wend_world_hash(world) != hashes[k])
                fail_msg("step %d after a restore is another", k);
        }
        wend_world_destroy(world);
        wend_tasks_destroy(tasks);
    }
    wend_snapshot_destroy(snapshot);
}

/// One steps aside.
static wend_world *narrow_corridor(wend_world_def def)
{
    wend_world *world = dumbbell(def, 3);
    add_pair(world, 10, (wend_vec2){8, 8}, (wend_vec2){54, 8});
    return world;
}

// The same bits: where one steps aside; while a schedule is searched, and while it is carried out.
static void same_bits(void **state)
{
    (void)state;
    assert_same_bits(narrow_corridor, 120);
    assert_same_bits(two_rooms, 6);
    assert_same_bits(two_rooms, 60);
}

static wend_world *wide_corridor(wend_world_def def)
{
    wend_world *world = dumbbell(def, 9);
    add_pair(world, 10, (wend_vec2){8, 8}, (wend_vec2){54, 8});
    return world;
}

// Whichever request for memory is refused while they look for ways past each other, the step is
// repeated, and the result is the same.
static void memory_may_run_out(void **state)
{
    (void)state;
    static wend_world *(*const MAKE[])(wend_world_def) = {wide_corridor, narrow_corridor,
                                                          two_rooms};
    uint32_t told = 0;
    for (int i = 0; i < 3; ++i) {
        failing_allocator memory = {0};
        wend_world_def def = def_of(0.1);
        def.allocator = failing_allocator_of(&memory);
        wend_world *world = MAKE[i](def);
        wend_snapshot *snapshot = NULL;
        for (int k = 0; k < (MAKE[i] == two_rooms ? 8 : 1); ++k)
            step(world);
        assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
        uint64_t wanted = 0;
        for (size_t n = 0;; n += n == 0 ? 1 : long_tier() ? 3 : MAKE[i] == two_rooms ? 487 : 61) {
            memory.fail_at = 0;
            assert_int_equal(wend_world_restore(world, snapshot, NULL), WEND_OK);
            memory.fail_at = n > 0 ? memory.calls + n : 0;
            for (int k = 0; k < 3; ++k)
                told += step_twice_if_told(world);
            if (n == 0)
                wanted = wend_world_hash(world);
            assert_int_equal(wend_world_hash(world), wanted);
            if (n > 0 && memory.calls < memory.fail_at)
                break;
        }
        wend_snapshot_destroy(snapshot);
        wend_world_destroy(world);
        assert_int_equal(memory.bytes, 0);
    }
    assert_true(told > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pass_in_a_wide_corridor),
        cmocka_unit_test(pass_on_a_field),
        cmocka_unit_test(two_lanes_in_a_corridor),
        cmocka_unit_test(step_aside),
        cmocka_unit_test(no_place_to_pass),
        cmocka_unit_test(schedule),
        cmocka_unit_test(circle),
        cmocka_unit_test(door_waits),
        cmocka_unit_test(door_is_a_wall_for_others),
        cmocka_unit_test(door_is_forced),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
