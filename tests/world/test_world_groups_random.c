// SPDX-License-Identifier: MIT
// Many groups of random sizes among pillars, from anywhere to anywhere: all arrive, whoever is in
// whose way, nobody ever leaves a strict shape, shapes don't meet. And with doors that open and
// shut at random, also on them: all arrive, and no wall is crossed.
#include "tests/world/group_scenes.h"

static const double PILLARS[][4] = {
    {0, 0, 50, 40},   {10, 10, 13, 13}, {25, 8, 27, 14},  {38, 10, 41, 12}, {10, 25, 12, 31},
    {24, 24, 28, 27}, {38, 25, 40, 32}, {18, 17, 19, 18}, {32, 18, 34, 21},
};

/// What a run is made of.
typedef struct torture {
    wend_world *world;
    wend_obstacle_id doors[3];
    uint32_t groups;
    wend_random random;
} torture;

/// Adds a group somewhere; false: there is no room for it.
static bool add_random_group(torture *t, wend_motion_kind motion)
{
    wend_random *random = &t->random;
    uint32_t count = 3 + wend_random_below(random, 15);
    double radius = wend_random_between(random, 0.15, 0.35);
    wend_vec2 ends[2];
    for (int i = 0; i < 2; ++i) {
        ends[i].x = wend_random_between(random, 2, 48);
        ends[i].y = wend_random_between(random, 2, 38);
    }
    wend_world_group_def def = group_def(count, radius, ends[0], ends[1]);
    def.seed = wend_random_u32(random);
    def.on_arrival =
        wend_random_below(random, 3) == 0 ? WEND_ON_ARRIVAL_STAY : WEND_ON_ARRIVAL_LEAVE;
    wend_group_id id;
    if (wend_world_add_group(t->world, &def, &id, NULL) != WEND_OK)
        return false;
    wend_agent_def agent = member_of_group(radius, motion);
    agent.preferred_speed = wend_random_between(random, 0.8, 1.6);
    fill_group(t->world, id, count, &agent);
    return true;
}

static torture make(uint64_t seed, uint32_t groups, wend_motion_kind motion)
{
    static const wend_vec2 DOORS[3][2] = {
        {{13, 12}, {25, 12}}, {{28, 25}, {38, 26}}, {{11, 13}, {11, 25}}};
    torture t = {.world = box_world(def_of(0.1), PILLARS, 9),
                 .random = wend_random_stream(77, seed)};
    for (int i = 0; i < 3; ++i) {
        wend_door_def def = wend_default_door_def();
        def.shape = (wend_shape){.points = DOORS[i], .point_count = 2};
        assert_int_equal(wend_world_add_door(t.world, &def, &t.doors[i], NULL), WEND_OK);
    }
    for (int tries = 0; t.groups < groups && tries < 200; ++tries)
        t.groups += add_random_group(&t, motion);
    assert_true(t.groups == groups);
    return t;
}

static void meddle(torture *t)
{
    wend_obstacle_id door = t->doors[wend_random_below(&t->random, 3)];
    bool shut;
    assert_int_equal(wend_world_door(t->world, door, &shut, NULL), WEND_OK);
    (void)wend_world_set_door(t->world, door, !shut, NULL);
}

static bool all_arrived(const torture *t)
{
    for (uint32_t i = 0; i < t->groups; ++i)
        if (!group_state(t->world, wend_world_group_at(t->world, i)).arrived)
            return false;
    return true;
}

/// What ORCA and steering leave, in tight places. [Units: radii]
#define MOST_OVERLAP 0.1

/// Runs one; how long it took until all had arrived.
static double run(uint64_t seed, uint32_t groups, wend_motion_kind motion, bool doors)
{
    enum { MOST_STEPS = 4000 };
    torture t = make(seed, groups, motion);
    int k = 0;
    for (; k < MOST_STEPS && !all_arrived(&t); ++k) {
        if (doors && k % 100 == 50)
            meddle(&t);
        step(t.world);
        if (motion == WEND_MOTION_GROUP_POTENTIAL && !doors)
            assert_held(t.world);
        // Those who are pushed by doors walk to their group by ORCA.
        if (deepest_in_wall(t.world) > 0.01 || deepest_overlap(t.world) > MOST_OVERLAP)
            fail_msg("seed %d, motion %d: at %g s somebody is in a wall by %g of a radius, or in "
                     "another by %g",
                     (int)seed, (int)motion, wend_world_time(t.world), deepest_in_wall(t.world),
                     deepest_overlap(t.world));
    }
    for (uint32_t i = 0; i < groups; ++i) {
        wend_world_group_state s = group_state(t.world, wend_world_group_at(t.world, i));
        if (!s.arrived)
            fail_msg("seed %d, motion %d: group %u is at %g of %g m, status %d, held %d, %u plans",
                     (int)seed, (int)motion, i + 1, s.along, s.length, (int)s.status, s.held,
                     s.plans);
    }
    wend_world_destroy(t.world);
    return k * 0.1;
}

static void strict(void **state)
{
    (void)state;
    double longest = 0;
    for (uint64_t seed = 0; seed < (long_tier() ? 100 : 2); ++seed)
        longest = fmax(longest, run(seed, 6, WEND_MOTION_GROUP_POTENTIAL, false));
    for (uint64_t seed = 100; seed < (long_tier() ? 150 : 101); ++seed)
        longest = fmax(longest, run(seed, 12, WEND_MOTION_GROUP_POTENTIAL, false));
    print_message("the last came after %g s\n", longest);
}

static void strict_with_doors(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (long_tier() ? 100 : 2); ++seed)
        run(seed, 6, WEND_MOTION_GROUP_POTENTIAL, true);
    for (uint64_t seed = 100; seed < (long_tier() ? 150 : 101); ++seed)
        run(seed, 12, WEND_MOTION_GROUP_POTENTIAL, true);
}

static void loose(void **state)
{
    (void)state;
    static const wend_motion_kind MOTIONS[] = {WEND_MOTION_ORCA, WEND_MOTION_STEER,
                                               WEND_MOTION_SOCIAL_FORCE, WEND_MOTION_BOIDS,
                                               WEND_MOTION_PEDESTRIAN};
    for (int i = 0; i < 5; ++i)
        for (uint64_t seed = 0; seed < (long_tier() ? 50 : 1); ++seed)
            run(seed, 6, MOTIONS[i], seed % 2 == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strict),
        cmocka_unit_test(strict_with_doors),
        cmocka_unit_test(loose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
