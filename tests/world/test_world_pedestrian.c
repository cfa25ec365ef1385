// SPDX-License-Identifier: MIT
// A busy world of pedestrians, and of some who are moved by other models: the same bits for any
// number of threads and after going back; memory that runs out. What they remember is a part of the
// state: it shows in the hash and comes back with a snapshot.
#include "tests/world/busy_checks.h"

#include "world/world.h"

static void into_pedestrians(const wend_world *world, wend_agent_def *def, uint32_t slot)
{
    static const wend_motion_kind MOTIONS[] = {WEND_MOTION_PEDESTRIAN, WEND_MOTION_PEDESTRIAN,
                                               WEND_MOTION_ORCA, WEND_MOTION_PEDESTRIAN,
                                               WEND_MOTION_STEER};
    (void)world;
    def->motion = MOTIONS[slot % 5];
}

static void into_pedestrians_alone(const wend_world *world, wend_agent_def *def, uint32_t slot)
{
    (void)world;
    (void)slot;
    def->motion = WEND_MOTION_PEDESTRIAN;
}

static const busy_kind MIXED = {NULL, into_pedestrians}, ALONE = {NULL, into_pedestrians_alone};

static void test_same_for_all_threads(void **state)
{
    (void)state;
    assert_same_for_all_threads(&MIXED);
    assert_same_for_all_threads(&ALONE);
}

static void test_goes_back(void **state)
{
    (void)state;
    assert_goes_back(&MIXED);
    assert_goes_back(&ALONE);
}

static void test_memory_may_run_out(void **state)
{
    (void)state;
    assert_memory_may_run_out(&ALONE, long_tier() ? 1 : 5);
}

// ---- what they remember -------------------------------------------------------------------------

/// Two streams that meet in a corridor.
static wend_world *streams(double seconds, wend_tasks *tasks)
{
    static const double HALL[][4] = {{0, 0, 30, 4}};
    wend_world_def def = def_of(seconds);
    def.tasks = tasks;
    wend_world *world = box_world(def, HALL, 1);
    wend_goal_id ends[2] = {box_goal(world, 29, 0, 30, 4), box_goal(world, 0, 0, 1, 4)};
    for (int i = 0; i < 60; ++i) {
        int side = i % 2, k = i / 2;
        wend_agent_def agent = walker_at(side ? 28 - 0.8 * (k / 5) : 2 + 0.8 * (k / 5),
                                         0.5 + 0.7 * (k % 5) + 0.1 * side, ends[side]);
        agent.motion = WEND_MOTION_PEDESTRIAN;
        agent.radius = 0.2;
        add_agent(world, &agent);
    }
    return world;
}

static bool remembers(const wend_pedestrian_memory *memory)
{
    return memory->side != 0 || memory->flow != 0 || memory->rest != 0 || memory->held != 0;
}

static void test_memory_is_state(void **state)
{
    (void)state;
    wend_world *world = streams(0.1, NULL), *other = streams(0.1, NULL);
    wend_snapshot *snapshot = NULL;
    for (int k = 0; k < 40; ++k)
        step(world);
    uint32_t slots = wend_world_agents(world).slots, known = 0;
    for (uint32_t i = 0; i < slots; ++i)
        known += remembers(&world->crowd.memories[i]);
    assert_int_equal(known, slots);
    assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
    uint64_t hash = wend_world_hash(world);
    for (uint32_t i = 0; i < slots; ++i) {
        wend_pedestrian_memory *memory = &world->crowd.memories[i], was = *memory;
        float *values[] = {&memory->side, &memory->flow, &memory->oncoming, &memory->rest,
                           &memory->held};
        *values[i % 5] += 0.25f;
        assert_true(wend_world_hash(world) != hash);
        *memory = was;
        assert_true(wend_world_hash(world) == hash);
    }
    // Into this world and into another.
    for (int k = 0; k < 40; ++k)
        step(world);
    uint64_t end = wend_world_hash(world);
    for (int round = 0; round < 2; ++round) {
        wend_world *in = round ? other : world;
        assert_int_equal(wend_world_restore(in, snapshot, NULL), WEND_OK);
        assert_true(wend_world_hash(in) == hash);
        for (int k = 0; k < 40; ++k)
            step(in);
        assert_true(wend_world_hash(in) == end);
    }
    wend_snapshot_destroy(snapshot);
    wend_world_destroy(world);
    wend_world_destroy(other);
}

/// A world that moves its pedestrians otherwise does not take the snapshot.
static void test_definition_is_a_part_of_snapshots(void **state)
{
    (void)state;
    static const double HALL[][4] = {{0, 0, 30, 4}};
    wend_world *world = box_world(def_of(0.1), HALL, 1), *other;
    wend_snapshot *snapshot = NULL;
    assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
    wend_world_def def = def_of(0.1);
    double *first = &def.pedestrian.headway, *last = &def.pedestrian.passing_speed;
    for (double *value = first; value <= last; ++value) {
        double was = *value;
        *value = was != 0 ? was * 0.999 : 0.001;
        other = box_world(def, HALL, 1);
        if (wend_world_restore(other, snapshot, NULL) != WEND_BAD_ARGUMENT)
            fail_msg("number %d of the definition does not matter", (int)(value - first));
        wend_world_destroy(other);
        *value = was;
    }
    uint32_t *counts[] = {&def.orca.substeps,
                          &def.orca.separations,
                          &def.orca.max_neighbours,
                          &def.pedestrian.avoidance.substeps,
                          &def.pedestrian.avoidance.separations,
                          &def.pedestrian.avoidance.max_neighbours};
    for (int i = 0; i < 6; ++i) {
        *counts[i] += 1;
        other = box_world(def, HALL, 1);
        if (wend_world_restore(other, snapshot, NULL) != WEND_BAD_ARGUMENT)
            fail_msg("count %d of the definition does not matter", i);
        wend_world_destroy(other);
        *counts[i] -= 1;
    }
    other = box_world(def, HALL, 1);
    assert_int_equal(wend_world_restore(other, snapshot, NULL), WEND_OK);
    wend_world_destroy(other);
    wend_snapshot_destroy(snapshot);
    wend_world_destroy(world);
}

/// Somebody who comes where somebody else has left remembers nothing of that.
static void test_a_slot_is_new(void **state)
{
    (void)state;
    wend_world *world = streams(0.1, NULL);
    for (int k = 0; k < 40; ++k)
        step(world);
    wend_agents agents = wend_world_agents(world);
    wend_vec2 at = agents.bodies[7].position;
    assert_int_equal(wend_world_remove_agent(world, agents.ids[7], NULL), WEND_OK);
    wend_agent_def agent = walker_at(at.x, at.y, (wend_goal_id){0});
    agent.motion = WEND_MOTION_PEDESTRIAN;
    agent.radius = 0.2;
    wend_agent_id id = add_agent(world, &agent);
    assert_int_equal(id.raw.slot1, 8);
    assert_false(remembers(&world->crowd.memories[7]));
    wend_world_destroy(world);
}

/// They get through each other whatever the step, and with steps of up to 1 s no deeper into each
/// other.
static void test_long_steps(void **state)
{
    (void)state;
    static const double STEPS[] = {0.05, 0.1, 0.25, 0.5, 1};
    for (int i = 0; i < 5; ++i) {
        wend_world *world = streams(STEPS[i], NULL);
        double deepest = 0;
        while (wend_world_agents(world).count > 0 && wend_world_time(world) < 120) {
            step(world);
            wend_agents agents = wend_world_agents(world);
            for (uint32_t a = 0; a < agents.slots; ++a)
                for (uint32_t b = 0; b < a; ++b) {
                    const wend_body *p = &agents.bodies[a], *q = &agents.bodies[b];
                    if (p->radius >= 0 && q->radius >= 0)
                        deepest = fmax(deepest, p->radius + q->radius -
                                                    hypot(p->position.x - q->position.x,
                                                          p->position.y - q->position.y));
                }
        }
        if (wend_world_agents(world).count > 0 || deepest > 0.01 * 0.2)
            fail_msg("steps of %g s: %u are left, %g m deep", STEPS[i],
                     wend_world_agents(world).count, deepest);
        wend_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_for_all_threads),
        cmocka_unit_test(test_goes_back),
        cmocka_unit_test(test_memory_may_run_out),
        cmocka_unit_test(test_memory_is_state),
        cmocka_unit_test(test_definition_is_a_part_of_snapshots),
        cmocka_unit_test(test_a_slot_is_new),
        cmocka_unit_test(test_long_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
