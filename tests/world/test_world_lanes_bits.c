// SPDX-License-Identifier: MIT
// Lanes are a part of the world: the same bits for any number of threads, again after going back,
// and when memory runs out; and no memory in warm steps.
#include "tests/flow/lane_scenes.h"
#include "tests/world/busy_checks.h"
#include "world/world.h"

#define R 0.2

/// Lanes through the lower door of the busy world, past its mover; some are led by them from where
/// they are, with each motion in turn, and some come on them.
static void add_lane_traffic(busy *b)
{
    wend_lanes *lanes = straight_lanes(0.35, 2, 1, 29, 8.6);
    wend_lanes_id id = add_lanes(b->world, lanes);
    wend_lanes_destroy(lanes);
    for (int motion = WEND_MOTION_ORCA; motion <= WEND_MOTION_FOLLOW; ++motion) {
        wend_spawner_def def = wend_default_spawner_def();
        def.agent = follower_at(0, 0, id, 0.2, (wend_motion_kind)motion);
        def.count = motion == WEND_MOTION_FOLLOW ? 100 : 10;
        def.preferred_speed = (wend_spread){.std = 0.2, .min = 0.9, .max = 1.7};
        def.rate = motion == WEND_MOTION_FOLLOW ? 0 : 1;
        assert_int_equal(wend_world_add_spawner(b->world, &def, NULL, NULL), WEND_OK);
    }
}

static void lead_some(const wend_world *world, wend_agent_def *def, uint32_t slot)
{
    if (slot % 3 > 0 || !wend_lanes_id_is_null(def->lanes) ||
        !wend_pursuit_id_is_null(def->pursuit) || def->radius > 0.35)
        return;
    const wend_lanes_id lanes = {wend_id_of_slot(&world->lanes.ids, 0)};
    *def = follower_at(def->position.x, def->position.y, lanes, def->radius,
                       (wend_motion_kind)(slot / 3 % (WEND_MOTION_FOLLOW + 1)));
    def->user = 1;
}

static const busy_kind LANES = {add_lane_traffic, lead_some};

static void same_for_all_threads(void **state)
{
    (void)state;
    assert_same_for_all_threads(&LANES);
}

static void goes_back(void **state)
{
    (void)state;
    assert_goes_back(&LANES);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    assert_memory_may_run_out(&LANES, long_tier() ? 1 : 23);
}

static const double L[][4] = {{0, 0, 14, 14}, {0, 0, 10, 10}};

// Into a world that has never had lanes.
static void goes_on_elsewhere(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), L, 2), *other = box_world(def_of(0.1), L, 2);
    wend_lanes *lanes = bent_lanes(R, 6, (wend_vec2){10, 10}, 9, 9);
    wend_snapshot *snapshot = NULL;
    deploy(world, add_lanes(world, lanes), 500, R, WEND_MOTION_FOLLOW);
    wend_lanes_destroy(lanes);
    for (int i = 0; i < 50; ++i)
        step(world);
    assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
    assert_int_equal(wend_world_restore(other, snapshot, NULL), WEND_OK);
    for (int i = 0; i < 100; ++i) {
        step(world);
        step(other);
        assert_int_equal(wend_world_hash(world), wend_world_hash(other));
    }
    wend_snapshot_destroy(snapshot);
    wend_world_destroy(world);
    wend_world_destroy(other);
}

// Whichever request for memory is refused when lanes are added, nothing is lost.
static void memory_for_lanes(void **state)
{
    (void)state;
    wend_lanes *lanes = bent_lanes(R, 6, (wend_vec2){10, 10}, 9, 9);
    uint32_t refused = 0;
    for (size_t n = 1;; ++n) {
        failing_allocator memory = {0};
        wend_world_def def = def_of(0.1);
        def.allocator = failing_allocator_of(&memory);
        wend_world *world = box_world(def, L, 2);
        uint64_t before = wend_world_hash(world);
        memory.fail_at = memory.calls + n;
        wend_result result = wend_world_add_lanes(world, lanes, NULL, NULL);
        bool failed = memory.calls >= memory.fail_at;
        if (result != WEND_OK) {
            assert_int_equal(result, WEND_OUT_OF_MEMORY);
            assert_true(failed);
            assert_int_equal(wend_world_hash(world), before);
            ++refused;
        }
        wend_world_destroy(world);
        assert_int_equal(memory.bytes, 0);
        if (!failed)
            break;
    }
    assert_true(refused >= 3);
    wend_lanes_destroy(lanes);
}

// A hash leaves nothing out: how far along somebody is counts.
static void hash_tells_lanes_apart(void **state)
{
    (void)state;
    wend_world *a = box_world(def_of(0.1), L, 2), *b = box_world(def_of(0.1), L, 2);
    assert_int_equal(wend_world_hash(a), wend_world_hash(b));
    wend_lanes *one = bent_lanes(R, 3, (wend_vec2){10, 10}, 9, 9);
    wend_lanes *two = bent_lanes(R, 3, (wend_vec2){10, 10}, 9, 8.9);
    add_lanes(a, one);
    add_lanes(b, two);
    assert_int_not_equal(wend_world_hash(a), wend_world_hash(b));
    wend_lanes_destroy(one);
    wend_lanes_destroy(two);
    wend_world_destroy(a);
    wend_world_destroy(b);
}

static void warm_steps_take_none(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_world_def def = def_of(0.1);
    def.allocator = failing_allocator_of(&memory);
    wend_world *world = box_world(def, L, 2);
    wend_lanes *lanes = bent_lanes(R, 6, (wend_vec2){10, 10}, 9, 9);
    wend_lanes_id id = add_lanes(world, lanes);
    wend_lanes_destroy(lanes);
    deploy(world, id, 100000, R, WEND_MOTION_FOLLOW);
    for (int k = 0; k < 300; ++k)
        step(world);
    assert_warm(world, &memory, 200);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_for_all_threads),   cmocka_unit_test(goes_back),
        cmocka_unit_test(memory_may_run_out),     cmocka_unit_test(goes_on_elsewhere),
        cmocka_unit_test(hash_tells_lanes_apart), cmocka_unit_test(memory_for_lanes),
        cmocka_unit_test(warm_steps_take_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
