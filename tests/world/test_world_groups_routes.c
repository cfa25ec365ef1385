// SPDX-License-Identifier: MIT
// Groups with a route, several goals and a start time.
#include "tests/world/busy_checks.h"
#include "tests/world/group_scenes.h"

#include <string.h>

#define R 0.25

static wend_vec2 middle_of(const wend_world *world, wend_group_id id)
{
    const wend_group_shape shape = group_state(world, id).shape;
    return wend_group_shape_from_local(&shape, (wend_vec2){0, 0});
}

static wend_waypoint at_goal(const wend_goal_id *goal, double wait)
{
    return (wend_waypoint){.goals = goal, .goal_count = 1, .wait = wait};
}

/// Waits at a waypoint, visits another, and goes on: the shape stands for exactly so long.
static void waypoints(void **state)
{
    (void)state;
    static const wend_motion_kind MOTIONS[] = {WEND_MOTION_GROUP_POTENTIAL, WEND_MOTION_ORCA};
    for (int m = 0; m < 2; ++m) {
        wend_world *world = box_world(def_of(0.1), GAP, 3);
        const wend_goal_id goals[] = {point_goal(world, 12, 5), box_goal(world, 28, 13, 34, 17),
                                      point_goal(world, 33, 5)};
        const wend_waypoint stops[] = {at_goal(&goals[0], 12), at_goal(&goals[1], 0),
                                       at_goal(&goals[2], 3)};
        wend_world_group_def def = group_def(12, R, (wend_vec2){6, 15}, (wend_vec2){0, 0});
        def.route = add_route(world, &(wend_route_def){.waypoints = stops,
                                                       .waypoint_count = 3,
                                                       .on_arrival = WEND_ON_ARRIVAL_LEAVE});
        wend_group_id id = new_group(world, &def, 12, R, MOTIONS[m]);
        double waited[3] = {0}, since = -1;
        wend_vec2 middles[3] = {{0, 0}};
        uint32_t noted[3] = {0};
        while (wend_world_agents(world).count > 0 && wend_world_time(world) < 300) {
            step(world);
            const wend_world_group_state s = group_state(world, id);
            uint32_t count;
            const wend_event *events = wend_world_events(world, &count);
            for (uint32_t i = 0; i < count; ++i) {
                if (events[i].kind == WEND_EVENT_WAYPOINT)
                    ++noted[events[i].number];
                assert_true(events[i].kind != WEND_EVENT_STUCK);
            }
            if (s.waits && since < 0) {
                since = wend_world_time(world);
                middles[s.waypoint] = wend_group_shape_from_local(&s.shape, (wend_vec2){0, 0});
            }
            if (s.waits)
                waited[s.waypoint] = wend_world_time(world) - since;
            else
                since = -1;
            if (m == 0)
                assert_held(world);
        }
        assert_int_equal(wend_world_agents(world).count, 0);
        assert_true(fabs(waited[0] - 12) < 0.11 && waited[1] < 0.11 && fabs(waited[2] - 3) < 0.11);
        assert_true(wend_distance(middles[0], (wend_vec2){12, 5}) < 1e-6);
        assert_true(wend_distance(middles[1], (wend_vec2){31, 15}) < 1e-6);
        assert_true(wend_distance(middles[2], (wend_vec2){33, 5}) < 1e-6);
        for (int i = 0; i < 3; ++i)
            assert_int_equal(noted[i], 12);
        wend_world_destroy(world);
    }
}

/// Two rounds between two waypoints.
static void rounds(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, 1);
    const wend_goal_id goals[] = {point_goal(world, 30, 8), point_goal(world, 8, 8)};
    const wend_waypoint stops[] = {at_goal(&goals[0], 2), at_goal(&goals[1], 2)};
    wend_world_group_def def = group_def(6, R, (wend_vec2){8, 8}, (wend_vec2){0, 0});
    def.route = add_route(world, &(wend_route_def){.waypoints = stops,
                                                   .waypoint_count = 2,
                                                   .repeats = 2,
                                                   .on_arrival = WEND_ON_ARRIVAL_REPEAT});
    wend_group_id id = new_group(world, &def, 6, R, WEND_MOTION_GROUP_POTENTIAL);
    uint32_t noted = 0;
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 300) {
        step(world);
        noted += count_events(world, WEND_EVENT_WAYPOINT, NULL);
    }
    assert_int_equal(wend_world_agents(world).count, 0);
    assert_int_equal(noted, 6 * 4);
    assert_int_equal(group_state(world, id).waypoint, 1);
    wend_world_destroy(world);
}

static wend_group_id go_to_one_of(wend_world *world, wend_vec2 from, const wend_goal_id goals[2],
                                  wend_choice choice)
{
    const wend_waypoint stop = {.goals = goals, .goal_count = 2, .choice = choice};
    wend_world_group_def def = group_def(6, R, from, (wend_vec2){0, 0});
    def.route = add_route(world, &(wend_route_def){.waypoints = &stop,
                                                   .waypoint_count = 1,
                                                   .on_arrival = WEND_ON_ARRIVAL_LEAVE});
    return new_group(world, &def, 6, R, WEND_MOTION_GROUP_POTENTIAL);
}

/// The goal with the shortest path, not the nearest as the crow flies; or one after the other.
static void several_goals(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), GAP, 3);
    // 6 m away, but behind the wall; and 12 m away on this side.
    const wend_goal_id goals[] = {point_goal(world, 23, 16), point_goal(world, 5, 16)};
    wend_group_id id = go_to_one_of(world, (wend_vec2){17, 16}, goals, WEND_CHOICE_NEAREST);
    step_until_gone(world, 60, assert_held);
    assert_true(wend_distance(middle_of(world, id), (wend_vec2){5, 16}) < 1e-6);
    wend_world_destroy(world);

    world = box_world(def_of(0.1), HALL, 1);
    const wend_goal_id two[] = {point_goal(world, 30, 8), point_goal(world, 30, 22)};
    const wend_waypoint stop = {.goals = two, .goal_count = 2, .choice = WEND_CHOICE_IN_TURN};
    const wend_route_def def = {
        .waypoints = &stop, .waypoint_count = 1, .on_arrival = WEND_ON_ARRIVAL_LEAVE};
    const wend_route_id route = add_route(world, &def);
    for (int i = 0; i < 2; ++i) {
        wend_world_group_def group = group_def(6, R, (wend_vec2){6, 15}, (wend_vec2){0, 0});
        group.route = route;
        group.start = 20 * i;
        id = new_group(world, &group, 6, R, WEND_MOTION_GROUP_POTENTIAL);
    }
    while (wend_world_agents(world).count + wend_world_pending(world) > 0 &&
           wend_world_time(world) < 200)
        step(world);
    assert_int_equal(wend_world_agents(world).count, 0);
    for (uint32_t i = 0; i < 2; ++i) {
        const wend_world_group_state s = group_state(world, wend_world_group_at(world, i));
        assert_true(wend_distance(wend_group_shape_from_local(&s.shape, (wend_vec2){0, 0}),
                                  (wend_vec2){30, i == 0 ? 8 : 22}) < 1e-6);
    }
    wend_world_destroy(world);
}

/// Groups of 5 that start every 4 s at one place, where there is room for one: each appears when
/// the one before has gone on. An agent that stands there delays them.
static void appear(void **state)
{
    (void)state;
    enum { GROUPS = 6, MEMBERS = 5 };
    wend_world *world = box_world(def_of(0.1), GAP, 3);
    wend_world_group_def def = group_def(MEMBERS, R, (wend_vec2){6, 10}, (wend_vec2){34, 10});
    const wend_agent_def agent = member_of_group(R, WEND_MOTION_GROUP_POTENTIAL);
    for (int i = 0; i < GROUPS; ++i) {
        def.start = 2 + i;
        fill_group(world, add_group(world, &def), MEMBERS, &agent);
    }
    assert_int_equal(wend_world_pending(world), GROUPS * MEMBERS);
    assert_int_equal(wend_world_agents(world).count, 0);
    assert_true(group_state(world, wend_world_group_at(world, 0)).pending);
    wend_agent_def standing = wend_default_agent_def();
    standing.position = (wend_vec2){6, 10};
    wend_agent_id in_the_way;
    assert_int_equal(wend_world_add_agent(world, &standing, &in_the_way, NULL), WEND_OK);
    uint32_t came = 0, arrived = 0;
    double first = 0;
    while (wend_world_time(world) < 200 && arrived < GROUPS * MEMBERS) {
        step(world);
        assert_held(world);
        uint32_t spawned = count_events(world, WEND_EVENT_SPAWNED, NULL);
        assert_true(spawned % MEMBERS == 0);
        if (came == 0 && spawned > 0)
            first = wend_world_time(world);
        came += spawned;
        arrived += count_events(world, WEND_EVENT_ARRIVED, NULL);
        if (wend_world_steps(world) == 100)
            assert_int_equal(wend_world_remove_agent(world, in_the_way, NULL), WEND_OK);
    }
    assert_int_equal(came, GROUPS * MEMBERS);
    assert_int_equal(arrived, GROUPS * MEMBERS);
    assert_int_equal(wend_world_pending(world), 0);
    assert_true(first > 10 && first < 11.2);
    wend_world_destroy(world);
}

/// Radii from 0.15 to 0.35 m and speeds from 0.8 to 1.6 m/s: nobody is lost, and the shape is as
/// fast as the slowest.
static void all_sorts(void **state)
{
    (void)state;
    enum { MEMBERS = 24 };
    static const wend_motion_kind MOTIONS[] = {WEND_MOTION_GROUP_POTENTIAL, WEND_MOTION_ORCA,
                                               WEND_MOTION_SOCIAL_FORCE,    WEND_MOTION_STEER,
                                               WEND_MOTION_BOIDS,           WEND_MOTION_PEDESTRIAN};
    for (int m = 0; m < 6; ++m) {
        wend_world *world = box_world(def_of(0.1), GAP, 3);
        wend_agent_def agents[MEMBERS];
        double radii[MEMBERS];
        for (int i = 0; i < MEMBERS; ++i) {
            agents[i] = member_of_group(0.15 + 0.2 * i / (MEMBERS - 1), MOTIONS[m]);
            agents[i].preferred_speed = 0.8 + 0.8 * (i * 7 % MEMBERS) / (MEMBERS - 1);
            radii[i] = agents[i].radius;
        }
        wend_world_group_def def = group_def(MEMBERS, R, (wend_vec2){8, 10}, (wend_vec2){32, 10});
        assert_int_equal(wend_group_size_for(radii, MEMBERS, WEND_GROUP_DENSITY, &def.size, NULL),
                         WEND_OK);
        wend_group_id id = add_group(world, &def);
        assert_int_equal(wend_world_fill_group(world, id, agents, MEMBERS, NULL, NULL), WEND_OK);
        double out = 0, length = group_state(world, id).length;
        while (wend_world_agents(world).count > 0 && wend_world_time(world) < 200) {
            step(world);
            out = fmax(out, sticks_out_of_group(world, id));
        }
        print_message("motion %d: %g m in %g s, %g m out of the shape\n", m, length,
                      wend_world_time(world), out);
        assert_int_equal(wend_world_agents(world).count, 0);
        // Forces between large and small members keep a soft group waiting in the gap.
        assert_true(m > 0 || wend_world_time(world) <= 1.1 * length / 0.8);
        assert_true(m == 0 ? out <= WEND_GROUP_POTENTIAL_SLACK : out < 1.5);
        wend_world_destroy(world);
    }
}

static void refuse(wend_world *world, const wend_world_group_def *def, wend_result wanted,
                   const char *words)
{
    wend_error error = {0};
    assert_int_equal(wend_world_add_group(world, def, NULL, &error), wanted);
    if (!strstr(wend_error_text(&error), words))
        fail_msg("\"%s\" does not say \"%s\"", wend_error_text(&error), words);
}

static void misuse(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, 1);
    wend_world_group_def def = group_def(4, R, (wend_vec2){8, 8}, (wend_vec2){30, 8});
    def.start = NAN;
    refuse(world, &def, WEND_BAD_ARGUMENT, "start of a group");
    def.start = 0;
    def.route = (wend_route_id){{9, 1}};
    refuse(world, &def, WEND_STALE, "unknown route id");
    def.route = (wend_route_id){0};
    // A group that has not appeared takes its members once, and another goal.
    def.start = 5;
    wend_group_id id = add_group(world, &def);
    const wend_agent_def agents[] = {member_of_group(R, WEND_MOTION_GROUP_POTENTIAL),
                                     member_of_group(R, WEND_MOTION_GROUP_POTENTIAL)};
    wend_agent_id ids[2] = {{{1, 1}}, {{1, 1}}};
    wend_error error = {0};
    assert_int_equal(wend_world_fill_group(world, id, agents, 2, ids, NULL), WEND_OK);
    assert_true(wend_agent_id_is_null(ids[0]) && wend_agent_id_is_null(ids[1]));
    assert_int_equal(wend_world_fill_group(world, id, agents, 2, NULL, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(wend_error_text(&error), "already has members"));
    const wend_group_pose to = {.centre = {8, 22}};
    assert_int_equal(wend_world_send_group(world, id, &to, NULL), WEND_OK);
    assert_int_equal(wend_world_agents(world).count, 0);
    while (wend_world_agents(world).count + wend_world_pending(world) > 0) {
        step(world);
        assert_true(wend_world_time(world) < 100);
    }
    assert_true(wend_distance(middle_of(world, id), to.centre) < 1e-6);
    // Too many for the shape.
    wend_agent_def large[9];
    for (int i = 0; i < 9; ++i)
        large[i] = member_of_group(R, WEND_MOTION_ORCA);
    def.start = 100;
    def.size.area = 4.5 * 3.14159 * R * R;
    id = add_group(world, &def);
    assert_int_equal(wend_world_fill_group(world, id, large, 9, NULL, &error), WEND_NOT_FOUND);
    assert_int_equal(wend_world_pending(world), 0);
    wend_world_destroy(world);
}

/// A group that is sent elsewhere while it waits goes on at once, and forgets its route.
static void sent_elsewhere(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, 1);
    const wend_goal_id goals[] = {point_goal(world, 14, 8), point_goal(world, 30, 8)};
    const wend_waypoint stops[] = {at_goal(&goals[0], 1000), at_goal(&goals[1], 0)};
    wend_world_group_def def = group_def(6, R, (wend_vec2){8, 8}, (wend_vec2){0, 0});
    def.route = add_route(world, &(wend_route_def){.waypoints = stops,
                                                   .waypoint_count = 2,
                                                   .on_arrival = WEND_ON_ARRIVAL_LEAVE});
    wend_group_id id = new_group(world, &def, 6, R, WEND_MOTION_GROUP_POTENTIAL);
    while (wend_world_time(world) < 30)
        step(world);
    assert_true(group_state(world, id).waits);
    const wend_group_pose to = {.centre = {14, 22}};
    assert_int_equal(wend_world_send_group(world, id, &to, NULL), WEND_OK);
    assert_false(group_state(world, id).waits);
    step_until_gone(world, 60, assert_held);
    assert_true(wend_distance(middle_of(world, id), to.centre) < 1e-6);
    wend_world_destroy(world);
}

// ---- the world's state --------------------------------------------------------------------------

/// A world with a bit of everything above.
static wend_world *make(wend_world_def def)
{
    wend_world *world = box_world(def, GAP, 3);
    const wend_goal_id goals[] = {point_goal(world, 12, 5), point_goal(world, 33, 5),
                                  point_goal(world, 33, 15)};
    const wend_waypoint stops[] = {
        {.goals = &goals[0], .goal_count = 1, .wait = 3, .wait_spread = 4},
        {.goals = &goals[1], .goal_count = 2, .choice = WEND_CHOICE_IN_TURN}};
    const wend_route_id route = add_route(
        world, &(wend_route_def){
                   .waypoints = stops, .waypoint_count = 2, .on_arrival = WEND_ON_ARRIVAL_LEAVE});
    for (int i = 0; i < 4; ++i) {
        wend_world_group_def group = group_def(6, R, (wend_vec2){6, 15}, (wend_vec2){34, 10});
        group.start = 6 * i;
        if (i % 2 == 0)
            group.route = route;
        new_group(world, &group, 6, R, i < 2 ? WEND_MOTION_GROUP_POTENTIAL : WEND_MOTION_ORCA);
    }
    return world;
}

static void same_bits(void **state)
{
    (void)state;
    enum { STEPS = 600, SAVED = 90 };
    static uint64_t hashes[STEPS];
    wend_snapshot *snapshot = NULL;
    for (int i = 0; i < 3; ++i) {
        wend_world_def def = def_of(0.1);
        wend_tasks *tasks = threads(i == 1 ? 3 : 1);
        def.tasks = tasks;
        wend_world *world = i < 2 ? make(def) : box_world(def, GAP, 3);
        if (i == 2)
            assert_int_equal(wend_world_restore(world, snapshot, NULL), WEND_OK);
        for (int k = i == 2 ? SAVED : 0; k < STEPS; ++k) {
            if (i == 0 && k == SAVED)
                assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
            step(world);
            hashes[k] = i == 0 ? wend_world_hash(world) : hashes[k];
            if (wend_world_hash(world) != hashes[k])
                fail_msg("step %d is another in run %d", k, i);
        }
        assert_int_equal(wend_world_agents(world).count + wend_world_pending(world), 0);
        wend_world_destroy(world);
        wend_tasks_destroy(tasks);
    }
    wend_snapshot_destroy(snapshot);
}

/// Whichever request for memory is refused in a step in which a group appears or goes on, the step
/// can be made again.
static void memory_may_run_out(void **state)
{
    (void)state;
    enum { BEFORE = 58, STEPS = 4 };
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
    uint32_t before = wend_world_agents(world).count;
    for (size_t n = 0;; n += n == 0 || long_tier() ? 1 : 5) {
        memory.fail_at = 0;
        assert_int_equal(wend_world_restore(world, snapshot, NULL), WEND_OK);
        memory.fail_at = n > 0 ? memory.calls + n : 0;
        for (int k = 0; k < STEPS; ++k)
            told += step_twice_if_told(world);
        if (n == 0) {
            wanted = wend_world_hash(world);
            assert_int_equal(wend_world_agents(world).count, before + 6);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waypoints),          cmocka_unit_test(rounds),
        cmocka_unit_test(several_goals),      cmocka_unit_test(appear),
        cmocka_unit_test(all_sorts),          cmocka_unit_test(same_bits),
        cmocka_unit_test(memory_may_run_out), cmocka_unit_test(misuse),
        cmocka_unit_test(sent_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
