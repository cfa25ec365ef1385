// SPDX-License-Identifier: MIT
// Groups are a part of the world: the same bits for any number of threads, again after going back,
// and when memory runs out; and no memory in warm steps.
#include "tests/world/busy_checks.h"
#include "tests/world/group_scenes.h"

#define R 0.2

/// Two groups that go through the lower door of the busy world, one each way, past its mover; and
/// some who are there anyway join one of them, with each motion in turn.
static void add_group_traffic(busy *b)
{
    wend_world_group_def def = group_def(8, R, (wend_vec2){12.5, 5}, (wend_vec2){26, 9});
    def.size.min_width = 0.8;
    new_group(b->world, &def, 8, R, WEND_MOTION_GROUP_POTENTIAL);
    def.from.centre = (wend_vec2){18, 12};
    def.to.centre = (wend_vec2){12, 14};
    def.on_arrival = WEND_ON_ARRIVAL_STAY;
    new_group(b->world, &def, 8, R, WEND_MOTION_ORCA);
    def.from.centre = (wend_vec2){27.5, 5};
    def.to.centre = (wend_vec2){18, 9};
    new_group(b->world, &def, 8, R, WEND_MOTION_GROUP_POTENTIAL);
}

static void let_some_join(const wend_world *world, wend_agent_def *def, uint32_t slot)
{
    if (slot % 7 > 0 || !wend_group_id_is_null(def->coherent_group) ||
        !wend_pursuit_id_is_null(def->pursuit) || def->radius > 0.35)
        return;
    def->route = (wend_route_id){0};
    def->goal = (wend_goal_id){0};
    def->coherent_group = wend_world_group_at(world, slot / 7 % 3);
    def->planner = WEND_PLANNER_GROUP;
    def->motion = (wend_motion_kind)(slot / 7 % (WEND_MOTION_GROUP_POTENTIAL + 1));
}

static const busy_kind GROUPS = {add_group_traffic, let_some_join};

static void same_for_all_threads(void **state)
{
    (void)state;
    assert_same_for_all_threads(&GROUPS);
}

static void goes_back(void **state)
{
    (void)state;
    assert_goes_back(&GROUPS);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    assert_memory_may_run_out(&GROUPS, long_tier() ? 1 : 23);
}

/// A group through a gap with a door that opens and shuts, and another that comes the other way.
static wend_world *make(wend_world_def def)
{
    static const wend_vec2 DOOR[2] = {{20, 8.8}, {20, 11.2}};
    static const double TIMES[2] = {4, 9};
    wend_world *world = box_world(def, GAPS, 4);
    wend_door_def door = wend_default_door_def();
    wend_obstacle_id id;
    door.shape = (wend_shape){.points = DOOR, .point_count = 2};
    door.toggle_times = TIMES;
    door.toggle_count = 2;
    assert_int_equal(wend_world_add_door(world, &door, &id, NULL), WEND_OK);
    wend_world_group_def group = group_def(20, R, (wend_vec2){8, 10}, (wend_vec2){32, 14});
    new_group(world, &group, 20, R, WEND_MOTION_GROUP_POTENTIAL);
    group = group_def(12, R, (wend_vec2){32, 6}, (wend_vec2){8, 6});
    new_group(world, &group, 12, R, WEND_MOTION_GROUP_POTENTIAL);
    return world;
}

// All the way, with 1 and 3 threads, and from a snapshot on in a world that had no groups.
static void all_the_way(void **state)
{
    (void)state;
    enum { STEPS = 700 };
    static uint64_t hashes[STEPS];
    static const uint32_t THREADS[] = {1, 3};
    wend_snapshot *snapshot = NULL;
    for (int i = 0; i < 2; ++i) {
        wend_world_def def = def_of(0.1);
        wend_tasks *tasks = threads(THREADS[i]);
        def.tasks = tasks;
        wend_world *world = make(def);
        for (int k = 0; k < STEPS; ++k) {
            if (i == 0 && k == 60)
                assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
            step(world);
            if (i == 0)
                hashes[k] = wend_world_hash(world);
            if (wend_world_hash(world) != hashes[k])
                fail_msg("step %d with %u threads is another", k, THREADS[i]);
        }
        assert_int_equal(wend_world_agents(world).count, 0);
        wend_world_destroy(world);
        wend_tasks_destroy(tasks);
    }
    wend_world *other = box_world(def_of(0.1), GAPS, 4);
    assert_int_equal(wend_world_restore(other, snapshot, NULL), WEND_OK);
    for (int k = 60; k < STEPS; ++k) {
        step(other);
        assert_int_equal(wend_world_hash(other), hashes[k]);
    }
    wend_snapshot_destroy(snapshot);
    wend_world_destroy(other);
}

// Whichever request for memory is refused when a group is added, filled or sent, nothing is lost.
static void memory_for_groups(void **state)
{
    (void)state;
    const wend_world_group_def group = group_def(5, R, (wend_vec2){8, 10}, (wend_vec2){12, 10});
    wend_agent_def agents[5];
    uint32_t refused = 0;
    for (int i = 0; i < 5; ++i)
        agents[i] = member_of_group(R, WEND_MOTION_GROUP_POTENTIAL);
    for (size_t n = 1;; n += long_tier() ? 1 : 7) {
        failing_allocator memory = {0};
        wend_world_def def = def_of(0.1);
        def.allocator = failing_allocator_of(&memory);
        wend_world *world = box_world(def, GAP, 3);
        wend_group_id id = {{1, 1}};
        memory.fail_at = memory.calls + n;
        for (int call = 0; call < 3; ++call) {
            wend_result result = WEND_OUT_OF_MEMORY;
            for (int again = 0; result == WEND_OUT_OF_MEMORY; ++again) {
                uint64_t before = wend_world_hash(world);
                result = call == 0   ? wend_world_add_group(world, &group, &id, NULL)
                         : call == 1 ? wend_world_fill_group(world, id, agents, 5, NULL, NULL)
                                     : wend_world_send_group(
                                           world, id, &(wend_group_pose){.centre = {32, 10}}, NULL);
                assert_true(result == WEND_OK || (result == WEND_OUT_OF_MEMORY && again == 0));
                if (result == WEND_OUT_OF_MEMORY) {
                    assert_int_equal(wend_world_hash(world), before);
                    ++refused;
                }
            }
        }
        bool failed = memory.calls >= memory.fail_at;
        wend_world_destroy(world);
        assert_int_equal(memory.bytes, 0);
        if (!failed)
            break;
    }
    assert_true(refused > 10);
}

// The same when a door shuts and they look for another way.
static void memory_on_the_way(void **state)
{
    (void)state;
    enum { BEFORE = 38, STEPS = 8 };
    failing_allocator memory = {0};
    wend_world_def def = def_of(0.1);
    def.allocator = failing_allocator_of(&memory);
    wend_world *world = make(def);
    wend_snapshot *snapshot = NULL;
    uint64_t wanted = 0;
    uint32_t told = 0;
    for (int k = 0; k < BEFORE; ++k)
        step(world);
    assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
    for (size_t n = 0;; n += n == 0 || long_tier() ? 1 : 13) {
        memory.fail_at = 0;
        assert_int_equal(wend_world_restore(world, snapshot, NULL), WEND_OK);
        memory.fail_at = n > 0 ? memory.calls + n : 0;
        for (int k = 0; k < STEPS; ++k)
            told += step_twice_if_told(world);
        if (n == 0) {
            wanted = wend_world_hash(world);
            assert_true(group_state(world, wend_world_group_at(world, 0)).plans > 1);
        }
        assert_int_equal(wend_world_hash(world), wanted);
        if (n > 0 && memory.calls < memory.fail_at)
            break;
    }
    assert_true(told > 10);
    wend_snapshot_destroy(snapshot);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

static void warm_steps_take_none(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_world_def def = def_of(0.1);
    def.allocator = failing_allocator_of(&memory);
    wend_world *world = box_world(def, GAP, 3);
    wend_world_group_def group = group_def(20, R, (wend_vec2){8, 5}, (wend_vec2){34, 5});
    new_group(world, &group, 20, R, WEND_MOTION_GROUP_POTENTIAL);
    group = group_def(20, R, (wend_vec2){8, 15}, (wend_vec2){34, 15});
    new_group(world, &group, 20, R, WEND_MOTION_ORCA);
    for (int k = 0; k < 5; ++k)
        step(world);
    assert_warm(world, &memory, 25);
    // Nor do snapshots and restores, from the second on.
    size_t calls = 0;
    wend_snapshot *snapshot = NULL;
    for (int i = 0; i < 4; ++i) {
        if (i == 2)
            calls = memory.calls;
        assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
        step(world);
        assert_int_equal(wend_world_restore(world, snapshot, NULL), WEND_OK);
        step(world);
    }
    assert_int_equal(memory.calls, calls);
    wend_snapshot_destroy(snapshot);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

// A hash leaves nothing out.
static void hash_tells_groups_apart(void **state)
{
    (void)state;
    const wend_world_group_def plain = group_def(5, R, (wend_vec2){8, 10}, (wend_vec2){12, 10});
    wend_world_group_def defs[6];
    uint64_t hashes[6];
    for (int i = 0; i < 6; ++i)
        defs[i] = plain;
    defs[1].to.centre.x = 12.5;
    defs[2].on_arrival = WEND_ON_ARRIVAL_STAY;
    defs[3].potential.drag *= 2;
    defs[4].seed = 7;
    defs[5].size.area *= 1.01;
    for (int i = 0; i < 6; ++i) {
        wend_world *world = box_world(def_of(0.1), GAP, 3);
        add_group(world, &defs[i]);
        hashes[i] = wend_world_hash(world);
        for (int k = 0; k < i; ++k)
            assert_int_not_equal(hashes[i], hashes[k]);
        wend_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_for_all_threads), cmocka_unit_test(goes_back),
        cmocka_unit_test(memory_may_run_out),   cmocka_unit_test(all_the_way),
        cmocka_unit_test(memory_on_the_way),    cmocka_unit_test(memory_for_groups),
        cmocka_unit_test(warm_steps_take_none), cmocka_unit_test(hash_tells_groups_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
