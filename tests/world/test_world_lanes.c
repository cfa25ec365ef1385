// SPDX-License-Identifier: MIT
// Agents on lanes: exactly where they should be, never too near to each other, as many as lanes can
// carry; how they come, join, wait and leave.
#include "tests/flow/lane_scenes.h"

#include <string.h>

#define R 0.2

/// Of all agents in here, but for what floats round.
#define LARGEST 0.251

/// An L: a passage to the right along the top, down on the right. Its inner corner is (10, 10).
static const double L[][4] = {{0, 0, 14, 14}, {0, 0, 10, 10}};
enum { L_BOXES = 2 };
static const wend_vec2 INNER = {10, 10};

/// Radii are kept as floats: those of agents may be larger than R by this part.
#define FLOAT_PART 1e-7

static wend_world *corner_world(wend_world_def def, uint32_t count, wend_lanes_id *id)
{
    wend_world *world = box_world(def, L, L_BOXES);
    wend_lanes *lanes = bent_lanes(R, count, INNER, 9, 9);
    *id = add_lanes(world, lanes);
    wend_lanes_destroy(lanes);
    return world;
}

// ---- exactness ----------------------------------------------------------------------------------

// At v t along its lane, in bends too, whatever the step; and out at the end.
static void is_where_it_should_be(void **state)
{
    (void)state;
    static const double STEPS[] = {0.02, 0.1, 0.25};
    for (int s = 0; s < 3; ++s)
        for (uint32_t k = 0; k < 3; ++k) {
            wend_lanes_id id;
            wend_lanes *lanes = bent_lanes(R, 3, INNER, 9, 9);
            wend_world *world = corner_world(def_of(STEPS[s]), 3, &id);
            wend_vec2 start = wend_lane_at(lanes, k, 0, NULL);
            wend_agent_def def = follower_at(start.x, start.y, id, R, WEND_MOTION_FOLLOW);
            wend_agent_id agent = add_agent(world, &def);
            uint32_t count;
            double length = wend_lanes_all(lanes, &count)[k].length;
            for (int i = 1; def.preferred_speed * STEPS[s] * i < length; ++i) {
                step(world);
                double along = def.preferred_speed * STEPS[s] * i;
                wend_vec2 p = position_of(world, agent), at = wend_lane_at(lanes, k, along, NULL);
                if (!(hypot(p.x - at.x, p.y - at.y) < 1e-9))
                    fail_msg("lane %u, step %g: (%.12g, %.12g) after %d steps instead of "
                             "(%.12g, %.12g)",
                             k, STEPS[s], p.x, p.y, i, at.x, at.y);
                wend_lane_position place = lane_of(world, agent);
                assert_int_equal(place.lane, k);
                assert_true(fabs(place.along - along) < 1e-9);
            }
            step(world);
            assert_int_equal(count_events(world, WEND_EVENT_ARRIVED, NULL), 1);
            assert_stale(world, agent);
            wend_world_destroy(world);
            wend_lanes_destroy(lanes);
        }
}

// ---- many ---------------------------------------------------------------------------------------

typedef struct counts {
    uint32_t came, left, stuck;
    double first;   ///< when the first left
    double overlap; ///< the deepest, as a part of the radius
} counts;

static counts watch(wend_world *world, double seconds)
{
    counts sums = {.first = INFINITY};
    double end = wend_world_time(world) + seconds;
    while (wend_world_time(world) < end - 1e-9) {
        step(world);
        sums.came += count_events(world, WEND_EVENT_SPAWNED, NULL);
        sums.stuck += count_events(world, WEND_EVENT_STUCK, NULL);
        uint32_t left = count_events(world, WEND_EVENT_ARRIVED, NULL);
        if (left > 0)
            sums.first = fmin(sums.first, wend_world_time(world));
        sums.left += left;
        sums.overlap = fmax(sums.overlap, overlap_on_lanes(world, LARGEST));
    }
    return sums;
}

/// Nobody touched anybody.
static void assert_apart(const counts *sums)
{
    if (sums->overlap > FLOAT_PART)
        fail_msg("two overlapped by %g of their radius", sums->overlap);
}

// As many as headways allow, and nobody ever touches anybody.
static void lanes_are_full(void **state)
{
    (void)state;
    static const double STEPS[] = {0.04, 0.1, 0.5};
    for (int s = 0; s < 3; ++s) {
        enum { LANES = 5 };
        wend_lanes_id id;
        uint32_t count;
        wend_lanes *lanes = bent_lanes(R, LANES, INNER, 9, 9);
        const wend_lane *all = wend_lanes_all(lanes, &count);
        wend_world *world = corner_world(def_of(STEPS[s]), LANES, &id);
        deploy(world, id, 1000000, R, WEND_MOTION_FOLLOW);
        const double seconds = long_tier() ? 3600 : 30, speed = 1.3;
        counts sums = watch(world, seconds);
        assert_apart(&sums);
        double most = 0;
        for (uint32_t i = 0; i < count; ++i)
            most += floor((seconds * speed - all[i].length) / all[i].headway);
        if (!(sums.left >= 0.995 * most - LANES) || !(sums.left <= most + LANES))
            fail_msg("step %g: %u left of %g", STEPS[s], sums.left, most);
        assert_int_equal(wend_world_pending(world),
                         1000000 - sums.left - wend_world_agents(world).count);
        wend_world_destroy(world);
        wend_lanes_destroy(lanes);
    }
}

/// Rooms with boxes, whose flow goes from the left wall to the right one.
typedef struct room {
    double boxes[6][4]; ///< the room first
    uint32_t count;
} room;

static const room ROOMS[] = {
    {{{0, 0, 16, 8}}, 1},
    {{{0, 0, 16, 8}, {7, 3, 9, 5}}, 2},
    {{{0, 0, 16, 8}, {4, 0, 5, 5}, {10, 3, 11, 8}}, 3},
    {{{0, 0, 16, 8}, {5, 1, 6, 2.5}, {5, 3.5, 6, 5}, {5, 6, 6, 7}, {10, 2, 11, 6}}, 5},
};

// Lanes of true flows, as they come and shortened: no collision, full, nobody stuck or in a wall.
static void lanes_of_flows(void **state)
{
    (void)state;
    const double seconds = long_tier() ? 3600 : 25, speed = 1.3;
    for (size_t i = 0; i < sizeof ROOMS / sizeof *ROOMS; ++i) {
        const room *r = &ROOMS[i];
        wend_lanes_def def = wend_default_lanes_def();
        def.radius = 0.25;
        wend_lanes *lanes = flow_lanes(r->boxes, r->count, (wend_segment){{0, 7}, {0, 1}},
                                       (wend_segment){{16, 1}, {16, 7}}, def, i % 2 == 1);
        uint32_t count;
        const wend_lane *all = wend_lanes_all(lanes, &count);
        wend_world *world = box_world(def_of(0.1), r->boxes, r->count);
        deploy(world, add_lanes(world, lanes), 1000000, 0.25, WEND_MOTION_FOLLOW);
        counts sums = watch(world, seconds);
        assert_apart(&sums);
        assert_int_equal(sums.stuck, 0);
        double most = 0;
        for (uint32_t k = 0; k < count; ++k)
            most += floor((seconds * speed - all[k].length) / all[k].headway);
        if (!(sums.left >= 0.98 * most - count))
            fail_msg("room %zu: %u left of %g", i, sums.left, most);
        wend_world_destroy(world);
        wend_lanes_destroy(lanes);
    }
}

// Those who are slower hold up those behind, at the headway.
static void speeds_may_differ(void **state)
{
    (void)state;
    wend_lanes_id id;
    wend_world *world = corner_world(def_of(0.1), 6, &id);
    wend_spawner_def def = wend_default_spawner_def();
    def.agent = follower_at(0, 0, id, R, WEND_MOTION_FOLLOW);
    def.count = 300;
    def.preferred_speed = (wend_spread){.std = 0.4, .min = 0.4, .max = 2};
    def.radius = (wend_spread){.std = 0.05, .min = 0.1, .max = R};
    assert_int_equal(wend_world_add_spawner(world, &def, NULL, NULL), WEND_OK);
    const double corners[2][2] = {{4, 10}, {7, 14}};
    wend_vec2 slow[4] = {{corners[0][0], corners[0][1]},
                         {corners[1][0], corners[0][1]},
                         {corners[1][0], corners[1][1]},
                         {corners[0][0], corners[1][1]}};
    assert_int_equal(wend_world_add_zone(world, &(wend_goal){slow, 4}, 0.5, NULL, NULL), WEND_OK);
    counts sums = watch(world, 120);
    assert_apart(&sums);
    assert_true(sums.left > 100);
    wend_world_destroy(world);
}

// A rate below what lanes can carry is kept, and all lanes have their turn.
static void a_rate_is_kept(void **state)
{
    (void)state;
    enum { LANES = 4 };
    wend_lanes_id id;
    wend_world *world = corner_world(def_of(0.1), LANES, &id);
    wend_spawner_def def = wend_default_spawner_def();
    def.agent = follower_at(0, 0, id, R, WEND_MOTION_FOLLOW);
    def.count = 1000;
    def.rate = 2;
    def.start = 3;
    assert_int_equal(wend_world_add_spawner(world, &def, NULL, NULL), WEND_OK);
    uint32_t by_lane[LANES] = {0}, came = 0;
    while (wend_world_time(world) < 43 - 1e-9) {
        step(world);
        uint32_t count;
        const wend_event *events = wend_world_events(world, &count);
        for (uint32_t i = 0; i < count; ++i)
            if (events[i].kind == WEND_EVENT_SPAWNED) {
                ++came;
                ++by_lane[lane_of(world, events[i].agent).lane];
            }
    }
    assert_int_equal(came, 80);
    for (int i = 0; i < LANES; ++i)
        assert_int_equal(by_lane[i], 20);
    wend_world_destroy(world);
}

// Every motion gets them through; those that avoid others, too.
static void all_motions(void **state)
{
    (void)state;
    for (int motion = WEND_MOTION_ORCA; motion <= WEND_MOTION_FOLLOW; ++motion) {
        wend_lanes_id id;
        wend_world *world = corner_world(def_of(0.05), 5, &id);
        deploy(world, id, 30, R, (wend_motion_kind)motion);
        counts sums = watch(world, 35);
        if (sums.left != 30 - wend_world_pending(world) - wend_world_agents(world).count ||
            sums.left < 25 || sums.overlap > 0.1)
            fail_msg("motion %d: %u left, overlap %g", motion, sums.left, sums.overlap);
        wend_world_destroy(world);
    }
}

// Motions mixed on the same lanes, and others who walk across: those who avoid, avoid.
static void motions_mixed(void **state)
{
    (void)state;
    wend_lanes_id id;
    wend_world *world = corner_world(def_of(0.05), 5, &id);
    deploy(world, id, 40, R, WEND_MOTION_FOLLOW);
    deploy(world, id, 40, R, WEND_MOTION_ORCA);
    wend_goal_id goal = point_goal(world, 1, 13);
    for (int i = 0; i < 4; ++i) {
        wend_agent_def def = walker_at(13, 4 + i, goal);
        add_agent(world, &def);
    }
    watch(world, 100);
    assert_int_equal(wend_world_agents(world).count + wend_world_pending(world), 0);
    wend_world_destroy(world);
}

// ---- from elsewhere -----------------------------------------------------------------------------

/// A room with a closet: who stands in there has to walk around its wall to get to a lane.
static const double CLOSET[][4] = {{0, 0, 20, 12}, {3, 6, 8, 6.5}, {3, 6.5, 3.5, 11}};

static void joins_the_nearest_lane(void **state)
{
    (void)state;
    for (int motion = WEND_MOTION_ORCA; motion <= WEND_MOTION_FOLLOW; ++motion) {
        wend_world *world = box_world(def_of(0.1), CLOSET, 3);
        wend_lanes *lanes = straight_lanes(0.25, 3, 1, 19, 1);
        wend_lanes_id id = add_lanes(world, lanes);
        wend_lanes_destroy(lanes);
        wend_agent_def hidden = follower_at(4.5, 7.5, id, 0.25, (wend_motion_kind)motion);
        wend_agent_def below = follower_at(10, 0.8, id, 0.25, (wend_motion_kind)motion);
        wend_agent_id far = add_agent(world, &hidden), near = add_agent(world, &below);
        step(world);
        assert_int_equal(lane_of(world, near).lane, 0);
        assert_int_equal(lane_of(world, far).lane, UINT32_MAX);
        double most = 0;
        while (wend_world_agents(world).count > 0 && wend_world_time(world) < 60) {
            step(world);
            wend_lane_position place;
            if (wend_world_agent_lane(world, far, &place, NULL) == WEND_OK && place.lane == 2) {
                wend_vec2 p = position_of(world, far);
                most = fmax(most, fabs(p.y - 2));
            }
        }
        assert_int_equal(wend_world_agents(world).count, 0);
        assert_true(most > 0 && most < 0.5);
        wend_world_destroy(world);
    }
}

// One that is put elsewhere looks for the nearest lane again; one that is pushed a little goes on.
static void is_put_elsewhere(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), CLOSET, 3);
    wend_lanes *lanes = straight_lanes(0.25, 3, 1, 19, 1);
    wend_lanes_id id = add_lanes(world, lanes);
    wend_lanes_destroy(lanes);
    wend_agent_def def = follower_at(2, 1, id, 0.25, WEND_MOTION_FOLLOW);
    wend_agent_id agent = add_agent(world, &def);
    for (int i = 0; i < 20; ++i)
        step(world);
    assert_int_equal(wend_world_place_agent(world, agent, (wend_vec2){4.7, 1.1}, NULL, NULL),
                     WEND_OK);
    for (int i = 0; i < 20; ++i)
        step(world);
    assert_int_equal(lane_of(world, agent).lane, 0);
    assert_true(fabs(position_of(world, agent).y - 1) < 1e-9);
    assert_int_equal(wend_world_place_agent(world, agent, (wend_vec2){10, 3}, NULL, NULL), WEND_OK);
    step(world);
    assert_int_equal(lane_of(world, agent).lane, UINT32_MAX);
    for (int i = 0; i < 20; ++i)
        step(world);
    assert_int_equal(lane_of(world, agent).lane, 2);
    assert_true(step_until(world, WEND_EVENT_ARRIVED, 20, NULL));
    wend_world_destroy(world);
}

// Another lane set, or a goal, for one that is on its way.
static void changes_its_mind(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), CLOSET, 3);
    wend_lanes *low = straight_lanes(0.25, 1, 1, 19, 1), *high = straight_lanes(0.25, 1, 1, 19, 4);
    wend_lanes_id lanes[2] = {add_lanes(world, low), add_lanes(world, high)};
    wend_lanes_destroy(low);
    wend_lanes_destroy(high);
    wend_agent_def def = follower_at(2, 1, lanes[0], 0.25, WEND_MOTION_FOLLOW);
    wend_agent_id agent = add_agent(world, &def);
    for (int i = 0; i < 20; ++i)
        step(world);
    assert_int_equal(wend_world_agent(world, agent, &def, NULL), WEND_OK);
    assert_true(wend_lanes_id_equal(def.lanes, lanes[0]));
    def.lanes = lanes[1];
    assert_int_equal(wend_world_change_agent(world, agent, &def, NULL), WEND_OK);
    for (int i = 0; i < 40; ++i)
        step(world);
    assert_true(fabs(position_of(world, agent).y - 4) < 1e-9);
    assert_int_equal(wend_world_agent(world, agent, &def, NULL), WEND_OK);
    def.lanes = (wend_lanes_id){0};
    def.goal = point_goal(world, 18, 10);
    assert_int_equal(wend_world_change_agent(world, agent, &def, NULL), WEND_BAD_ARGUMENT);
    def.planner = WEND_PLANNER_MESH;
    assert_int_equal(wend_world_change_agent(world, agent, &def, NULL), WEND_OK);
    wend_lane_position place;
    assert_int_equal(wend_world_agent_lane(world, agent, &place, NULL), WEND_NOT_FOUND);
    wend_event event = {0};
    assert_true(step_until(world, WEND_EVENT_ARRIVED, 60, &event));
    assert_true(hypot(event.position.x - 18, event.position.y - 10) < 0.5);
    wend_world_destroy(world);
}

// ---- walls --------------------------------------------------------------------------------------

// Sources along walls: they come and leave where they are clear of them.
static void comes_clear_of_walls(void **state)
{
    (void)state;
    static const double ROOM[][4] = {{0, 0, 10, 4}};
    wend_world *world = box_world(def_of(0.1), ROOM, 1);
    wend_lanes *lanes = straight_lanes(R, 3, 0, 10, 1);
    wend_lanes_id id = add_lanes(world, lanes);
    deploy(world, id, 3, R, WEND_MOTION_FOLLOW);
    wend_agents agents = wend_world_agents(world);
    assert_int_equal(agents.count, 3);
    for (uint32_t i = 0; i < 3; ++i)
        assert_true(fabs(agents.bodies[i].position.x - R) < 1e-6);
    double longest = 0;
    while (wend_world_agents(world).count > 0) {
        step(world);
        agents = wend_world_agents(world);
        for (uint32_t i = 0; i < agents.slots; ++i)
            if (agents.bodies[i].radius > 0)
                longest = fmax(longest, agents.bodies[i].position.x);
        assert_true(wend_world_time(world) < 10);
    }
    assert_true(longest <= 10 - R + 1e-6);
    assert_true(fabs(wend_world_time(world) - (10 - 2 * R) / 1.3) < 0.11);
    wend_world_destroy(world);
    wend_lanes_destroy(lanes);
}

// A door across the lanes: they queue before it, at headways, and go on when it opens.
static void waits_before_a_door(void **state)
{
    (void)state;
    static const double ROOM[][4] = {{0, 0, 20, 4}};
    wend_world *world = box_world(def_of(0.1), ROOM, 1);
    wend_lanes *lanes = straight_lanes(R, 3, 0, 20, 1);
    wend_lanes_id id = add_lanes(world, lanes);
    wend_lanes_destroy(lanes);
    wend_door_def door = wend_default_door_def();
    const wend_vec2 leaf[] = {{12, 0}, {12, 4}};
    const double times[] = {5, 25};
    door.shape = (wend_shape){.points = leaf, .point_count = 2};
    door.toggle_times = times;
    door.toggle_count = 2;
    assert_int_equal(wend_world_add_door(world, &door, NULL, NULL), WEND_OK);
    deploy(world, id, 120, R, WEND_MOTION_FOLLOW);
    counts sums = {0};
    while (wend_world_time(world) < 24) {
        counts more = watch(world, 0.1);
        sums.overlap = fmax(sums.overlap, more.overlap);
        wend_agents agents = wend_world_agents(world);
        for (uint32_t i = 0; i < agents.slots; ++i)
            if (agents.bodies[i].radius > 0 && wend_world_time(world) > 6)
                assert_true(fabs(agents.bodies[i].position.x - 12) > R * (1 - 1e-5));
    }
    assert_apart(&sums);
    uint32_t waiting = wend_world_agents(world).count;
    assert_true(waiting >= 3 * 27 && waiting <= 3 * 31);
    sums = watch(world, 60);
    assert_apart(&sums);
    assert_int_equal(wend_world_agents(world).count + wend_world_pending(world), 0);
    wend_world_destroy(world);
}

// ---- what is refused ----------------------------------------------------------------------------

static void assert_refused(wend_world *world, const wend_agent_def *def, const char *words)
{
    wend_error error = {0};
    assert_int_not_equal(wend_world_add_agent(world, def, NULL, &error), WEND_OK);
    if (!strstr(wend_error_text(&error), words))
        fail_msg("\"%s\" does not say \"%s\"", wend_error_text(&error), words);
    assert_int_equal(wend_world_agents(world).count, 0);
}

static void refuses(void **state)
{
    (void)state;
    wend_lanes_id id;
    wend_world *world = corner_world(def_of(0.1), 3, &id);
    wend_agent_def def = follower_at(2, 12, id, R, WEND_MOTION_ORCA);
    def.planner = WEND_PLANNER_MAP;
    assert_refused(world, &def, "agent has lanes but its planner is ");
    def.planner = WEND_PLANNER_LANES;
    def.goal = point_goal(world, 12, 2);
    assert_refused(world, &def, "only one");
    def.lanes = (wend_lanes_id){0};
    assert_refused(world, &def, "planner lanes needs lanes");
    def.goal = (wend_goal_id){0};
    def.lanes = (wend_lanes_id){{7, 1}};
    assert_refused(world, &def, "unknown lanes id");
    def.lanes = id;
    def.radius = 0.21;
    assert_refused(world, &def, "the lanes are for up to 0.2 m");
    wend_error error = {0};
    assert_int_equal(wend_world_add_lanes(world, NULL, NULL, &error), WEND_BAD_ARGUMENT);
    wend_lanes *away = straight_lanes(R, 1, 100, 120, 3);
    assert_int_equal(wend_world_add_lanes(world, away, NULL, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(wend_error_text(&error), "nowhere clear"));
    wend_lanes_destroy(away);
    wend_spawner_def spawner = wend_default_spawner_def();
    assert_int_equal(wend_world_add_spawner(world, &spawner, NULL, &error), WEND_BAD_ARGUMENT);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_where_it_should_be),
        cmocka_unit_test(lanes_are_full),
        cmocka_unit_test(lanes_of_flows),
        cmocka_unit_test(speeds_may_differ),
        cmocka_unit_test(a_rate_is_kept),
        cmocka_unit_test(all_motions),
        cmocka_unit_test(motions_mixed),
        cmocka_unit_test(joins_the_nearest_lane),
        cmocka_unit_test(is_put_elsewhere),
        cmocka_unit_test(changes_its_mind),
        cmocka_unit_test(comes_clear_of_walls),
        cmocka_unit_test(waits_before_a_door),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
