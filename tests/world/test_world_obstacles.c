// SPDX-License-Identifier: MIT
// Obstacles of a world that come and go, doors that open and shut, and what becomes of those in
// their way.
#include "tests/world/rooms.h"

// ---- doors --------------------------------------------------------------------------------------

static void a_door_is_set_by_hand(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    wend_obstacle_id door = add_door(world, DOOR, 4, false);
    bool shut;
    assert_int_equal(wend_world_door(world, door, &shut, NULL), WEND_OK);
    assert_false(shut);
    assert_true(wend_mesh_connected(wend_world_mesh(world), at(5, 5), at(15, 5)));
    assert_true(wend_walls_clearance(wend_world_walls(world), at(10.5, 5), 5) == 1);
    assert_int_equal(wend_world_set_door(world, door, true, NULL), WEND_OK);
    assert_int_equal(wend_world_door(world, door, &shut, NULL), WEND_OK);
    assert_true(shut);
    assert_false(wend_mesh_connected(wend_world_mesh(world), at(5, 5), at(15, 5)));
    assert_true(wend_walls_clearance(wend_world_walls(world), at(9, 5), 5) == 1);
    check_structures(world, BOUNDS, 4);
    assert_int_equal(wend_world_set_door(world, door, true, NULL), WEND_OK);
    assert_int_equal(wend_world_set_door(world, door, false, NULL), WEND_OK);
    assert_true(wend_mesh_connected(wend_world_mesh(world), at(5, 5), at(15, 5)));
    check_structures(world, BOUNDS, 4);
    // Only doors can be set, and only while they are there.
    wend_error error;
    assert_int_equal(wend_world_set_door(world, wend_world_shape(world, 0), true, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_remove_obstacle(world, door, NULL), WEND_OK);
    assert_int_equal(wend_world_set_door(world, door, true, &error), WEND_STALE);
    assert_int_equal(wend_world_door(world, door, &shut, &error), WEND_STALE);
    assert_int_equal(wend_world_remove_obstacle(world, door, &error), WEND_STALE);
    wend_world_destroy(world);
}

static void a_door_follows_its_timetable(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    const double times[] = {0.3, 0.7, 1};
    wend_door_def def = wend_default_door_def();
    def.shape = (wend_shape){THIN_DOOR, NULL, 0, 2};
    def.toggle_times = times;
    def.toggle_count = 3;
    def.period = 2;
    wend_obstacle_id door;
    assert_int_equal(wend_world_add_door(world, &def, &door, NULL), WEND_OK);
    // Open; shut from 0.3 and open from 0.7 and shut from 1, each time; and again after 2 s.
    bool before = false;
    for (int i = 0; i < 100; ++i) {
        int tenth = i % 20;
        bool expected = (tenth >= 3 && tenth < 7) || tenth >= 10;
        wend_event event;
        bool shut;
        step(world);
        assert_int_equal(wend_world_door(world, door, &shut, NULL), WEND_OK);
        assert_int_equal(shut, expected);
        assert_int_equal(count_events(world, WEND_EVENT_DOOR, &event), before != expected);
        if (before != expected) {
            assert_int_equal(event.number, expected ? 0 : 1);
            assert_true(wend_obstacle_id_equal(event.obstacle, door));
        }
        assert_int_equal(wend_mesh_connected(wend_world_mesh(world), at(5, 5), at(15, 5)),
                         !expected);
        before = expected;
    }
    check_structures(world, BOUNDS, 4);
    // By hand in between: the timetable goes on with its next change.
    step(world); // 10.0
    assert_int_equal(wend_world_set_door(world, door, true, NULL), WEND_OK);
    for (int i = 1; i < 7; ++i)
        step(world); // up to 10.6
    bool shut;
    assert_int_equal(wend_world_door(world, door, &shut, NULL), WEND_OK);
    assert_true(shut);
    step(world);
    assert_int_equal(wend_world_door(world, door, &shut, NULL), WEND_OK);
    assert_false(shut);
    wend_world_destroy(world);
}

static void a_bad_timetable_is_refused(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    uint64_t hash = wend_world_hash(world);
    const double bad[][2] = {{1, 1}, {2, 1}, {-1, 1}, {NAN, 1}, {1, INFINITY}, {1, 5}};
    wend_error error;
    wend_obstacle_id id;
    wend_door_def def = wend_default_door_def();
    def.shape = (wend_shape){THIN_DOOR, NULL, 0, 2};
    def.toggle_count = 2;
    def.period = 4;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        def.toggle_times = bad[i];
        assert_int_equal(wend_world_add_door(world, &def, &id, &error), WEND_BAD_ARGUMENT);
        assert_true(wend_obstacle_id_is_null(id));
    }
    def.toggle_count = 0;
    def.period = -1;
    assert_int_equal(wend_world_add_door(world, &def, &id, &error), WEND_BAD_ARGUMENT);
    wend_door_def zero = {0};
    assert_int_equal(wend_world_add_door(world, &zero, &id, &error), WEND_BAD_ARGUMENT);
    // Crosses itself; shut where a wall is.
    const wend_vec2 bow[] = {{1, 1}, {2, 2}, {2, 1}, {1, 2}};
    const wend_vec2 crossing[] = {{9, 2}, {12, 2}};
    def = wend_default_door_def();
    def.shape = (wend_shape){bow, NULL, 0, 4};
    assert_int_equal(wend_world_add_door(world, &def, &id, &error), WEND_INVALID_GEOMETRY);
    def.shape = (wend_shape){crossing, NULL, 0, 2};
    def.shut = true;
    assert_int_equal(wend_world_add_door(world, &def, &id, &error), WEND_INVALID_GEOMETRY);
    assert_true(wend_world_hash(world) == hash);
    // Open it may be there, but it does not shut.
    def.shut = false;
    assert_int_equal(wend_world_add_door(world, &def, &id, &error), WEND_OK);
    hash = wend_world_hash(world);
    assert_int_equal(wend_world_set_door(world, id, true, &error), WEND_INVALID_GEOMETRY);
    assert_true(error.has_position);
    assert_true(wend_world_hash(world) == hash);
    bool shut;
    assert_int_equal(wend_world_door(world, id, &shut, NULL), WEND_OK);
    assert_false(shut);
    check_structures(world, BOUNDS, 4);
    wend_world_destroy(world);
}

static void a_timetable_tries_again_what_was_refused(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    const double times[] = {0.2};
    wend_door_def def = wend_default_door_def();
    def.shape = (wend_shape){DOOR, NULL, 0, 4};
    def.toggle_times = times;
    def.toggle_count = 1;
    wend_obstacle_id door, crate;
    wend_event event;
    const wend_vec2 box[] = {{10.2, 4.5}, {10.8, 4.5}, {10.8, 5.5}, {10.2, 5.5}};
    const wend_shape shape = {box, NULL, 0, 4};
    assert_int_equal(wend_world_add_door(world, &def, &door, NULL), WEND_OK);
    assert_int_equal(wend_world_add_obstacle(world, &shape, &crate, NULL), WEND_OK);
    step(world);
    step(world);
    assert_int_equal(count_events(world, WEND_EVENT_DOOR_REFUSED, NULL), 0);
    step(world);
    assert_int_equal(count_events(world, WEND_EVENT_DOOR_REFUSED, &event), 1);
    assert_true(wend_obstacle_id_equal(event.obstacle, door));
    for (int i = 0; i < 5; ++i) {
        step(world); // told once
        assert_int_equal(count_events(world, WEND_EVENT_DOOR_REFUSED, NULL), 0);
    }
    assert_int_equal(wend_world_remove_obstacle(world, crate, NULL), WEND_OK);
    step(world);
    assert_int_equal(count_events(world, WEND_EVENT_DOOR, &event), 1);
    assert_int_equal(event.number, 0);
    check_structures(world, BOUNDS, 4);
    wend_world_destroy(world);
}

static void a_door_that_shuts_moves_those_in_it(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    wend_obstacle_id door = add_door(world, DOOR, 4, false);
    // In the middle but nearer to the left, at the edge on the right, and one who waits beside.
    wend_agent_id left = add_agent(world, 10.4, 5, 0.25), right = add_agent(world, 11.1, 5.5, 0.25);
    wend_agent_id beside = add_agent(world, 9.5, 5, 0.25);
    assert_int_equal(wend_world_set_door(world, door, true, NULL), WEND_OK);
    step(world);
    assert_int_equal(count_events(world, WEND_EVENT_MOVED, NULL), 2);
    wend_vec2 p = place_of(world, left), q = place_of(world, right), r = place_of(world, beside);
    const wend_walls *walls = wend_world_walls(world);
    assert_true(hypot(p.x - 10.4, p.y - 5) < 1 && wend_walls_clearance(walls, p, 1) > 0.2499);
    assert_true(hypot(p.x - q.x, p.y - q.y) > 0.49);
    assert_true(fabs(q.x - 11.25) < 0.01 && fabs(q.y - 5.5) < 0.01);
    assert_true(hypot(p.x - r.x, p.y - r.y) > 0.49);
    // A thin one: everybody stays on their side.
    assert_int_equal(wend_world_remove_obstacle(world, door, NULL), WEND_OK);
    wend_obstacle_id thin = add_door(world, THIN_DOOR, 2, false);
    left = add_agent(world, 10.4, 4.5, 0.25);
    right = add_agent(world, 10.52, 5.5, 0.25);
    assert_int_equal(wend_world_set_door(world, thin, true, NULL), WEND_OK);
    step(world);
    assert_int_equal(count_events(world, WEND_EVENT_MOVED, NULL), 2);
    p = place_of(world, left);
    q = place_of(world, right);
    assert_true(fabs(p.x - 10.25) < 0.01 && fabs(q.x - 10.75) < 0.01);
    wend_world_destroy(world);
}

static void an_obstacle_comes_down_on_a_crowd(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    wend_agent_id ids[36];
    for (int i = 0; i < 36; ++i)
        ids[i] = add_agent(world, 3 + 0.6 * (i % 6), 3 + 0.6 * (i / 6), 0.25);
    const wend_vec2 box[] = {{3.2, 3.2}, {5.8, 3.2}, {5.8, 5.8}, {3.2, 5.8}};
    const wend_shape shape = {box, NULL, 0, 4};
    assert_int_equal(wend_world_add_obstacle(world, &shape, NULL, NULL), WEND_OK);
    step(world);
    assert_in_range(count_events(world, WEND_EVENT_MOVED, NULL), 20, 36);
    uint32_t overlaps = 0;
    for (int i = 0; i < 36; ++i) {
        wend_vec2 p = place_of(world, ids[i]);
        assert_int_equal(wend_mesh_locate(wend_world_mesh(world), p), WEND_LOCATION_FREE);
        assert_true(wend_walls_clearance(wend_world_walls(world), p, 1) > 0.2499);
        assert_true(p.x < 10); // not in the other room
        for (int k = 0; k < i; ++k) {
            wend_vec2 q = place_of(world, ids[k]);
            overlaps += hypot(p.x - q.x, p.y - q.y) < 0.45;
        }
    }
    assert_int_equal(overlaps, 0);
    wend_world_destroy(world);
}

// ---- everybody stays out of walls ---------------------------------------------------------------

// A model that keeps to walls itself is followed as far as its centre gets on a straight line: its
// bodies may then be as close to a wall as it says.
static void walls_hold_against(wend_motion_kind motion)
{
    wend_world *world = world_of_rooms();
    bool keeps_walls = wend_motion_info_of(motion)->keeps_walls;
    wend_random random = wend_random_stream(7, 1);
    enum { COUNT = 200 };
    wend_agent_id ids[COUNT];
    bool kept[COUNT];
    wend_vec2 said[COUNT];
    uint32_t followed = 0, held = 0;
    for (int i = 0; i < COUNT; ++i) {
        double x = wend_random_between(&random, 0.5, 9.5);
        ids[i] = add_agent(world, x, wend_random_between(&random, 0.5, 9.5), 0.2);
        wend_agent_def agent;
        assert_int_equal(wend_world_agent(world, ids[i], &agent, NULL), WEND_OK);
        agent.motion = motion;
        assert_int_equal(wend_world_change_agent(world, ids[i], &agent, NULL), WEND_OK);
        kept[i] = true;
    }
    add_door(world, THIN_DOOR, 2, true);
    assert_true(wend_phase_obstacles(world));
    for (int round = 0; round < 50; ++round) {
        for (int i = 0; i < COUNT; ++i) {
            wend_vec2 p = place_of(world, ids[i]);
            wend_vec2 *next = &world->crowd.next_positions[i];
            switch (wend_random_below(&random, 6)) {
            case 0:
                *next = at(NAN, p.y);
                break;
            case 1:
                *next = at(p.x, INFINITY);
                break;
            case 2:
                *next = at(p.x + 1e300, p.y);
                break;
            default:
                next->x = p.x + wend_random_between(&random, -30, 30);
                next->y = p.y + wend_random_between(&random, -30, 30);
            }
            said[i] = *next;
            world->crowd.next_velocities[i] = at(NAN, 0);
        }
        assert_true(wend_phase_integrate(world));
        for (int i = 0; i < COUNT; ++i) {
            wend_vec2 p = place_of(world, ids[i]), v = world->crowd.bodies[i].velocity;
            assert_true(isfinite(v.x) && isfinite(v.y));
            bool keeps =
                wend_walls_clearance(wend_world_walls(world), p, 1) >
                0.2f * (1 - WEND_BODY_GIVE) - wend_walls_slack(wend_world_walls(world)) * 2;
            bool follows = keeps_walls && p.x == said[i].x && p.y == said[i].y;
            assert_true(keeps || follows || !kept[i]);
            assert_true(wend_mesh_connected(wend_world_mesh(world), at(5, 5), p));
            followed += follows;
            held += keeps && !follows;
            kept[i] = keeps;
        }
    }
    assert_int_equal(followed > 0, keeps_walls);
    assert_true(held > 1000);
    wend_world_destroy(world);
}

static void walls_hold_whatever_motion_says(void **state)
{
    (void)state;
    walls_hold_against(WEND_MOTION_STEER);
    walls_hold_against(WEND_MOTION_ORCA);
    walls_hold_against(WEND_MOTION_PEDESTRIAN);
}

static void the_host_may_own_the_positions(void **state)
{
    (void)state;
    wend_floor *floor = two_rooms();
    wend_world_def def = wend_default_world_def();
    def.floor = floor;
    def.host_moves = true;
    wend_world *world;
    assert_int_equal(wend_world_create(&def, &world, NULL), WEND_OK);
    wend_floor_destroy(floor);
    wend_obstacle_id door = add_door(world, DOOR, 4, false);
    wend_agent_id id = add_agent(world, 10.3, 5, 0.25);
    assert_int_equal(wend_world_set_door(world, door, true, NULL), WEND_OK);
    step(world);
    wend_event event;
    assert_int_equal(count_events(world, WEND_EVENT_MOVED, &event), 1);
    assert_true(fabs(event.position.x - 9.75) < 0.01);
    wend_vec2 p = place_of(world, id);
    assert_true(p.x == 10.3 && p.y == 5);
    // Velocities as they would have moved.
    id = add_agent(world, 5, 5, 0.25);
    world->crowd.next_positions[wend_id_slot(id.raw)] = at(5.1, 4.8);
    assert_true(wend_phase_integrate(world));
    wend_vec2 v = world->crowd.bodies[wend_id_slot(id.raw)].velocity;
    assert_true(fabs(v.x - 1) < 1e-9 && fabs(v.y + 2) < 1e-9);
    p = place_of(world, id);
    assert_true(p.x == 5 && p.y == 5);
    wend_world_destroy(world);
}

// ---- edits at random ----------------------------------------------------------------------------

typedef struct yard {
    wend_world *world;
    wend_obstacle_id ids[40];
    uint32_t count;
    wend_random random;
} yard;

static wend_shape random_box(wend_random *random, wend_vec2 points[4])
{
    double x = 0.25 + 0.5 * wend_random_below(random, 38);
    double y = 0.25 + 0.5 * wend_random_below(random, 17);
    double w = 0.5 * (1 + wend_random_below(random, 3));
    double h = 0.5 * (1 + wend_random_below(random, 3));
    points[0] = at(x, y);
    if (wend_random_below(random, 4) == 0) {
        points[1] = at(x + w, y + h);
        return (wend_shape){points, NULL, 0, 2};
    }
    points[1] = at(x + w, y);
    points[2] = at(x + w, y + h);
    points[3] = at(x, y + h);
    return (wend_shape){points, NULL, 0, 4};
}

static wend_result random_edit(yard *y, wend_error *error)
{
    wend_vec2 points[4], path[3];
    wend_shape shape = random_box(&y->random, points);
    uint32_t what = wend_random_below(&y->random, 10);
    wend_obstacle_id *id = &y->ids[y->count];
    wend_result result;
    if (y->count == 40 || (what < 3 && y->count > 0)) {
        uint32_t which = wend_random_below(&y->random, y->count);
        result = wend_world_remove_obstacle(y->world, y->ids[which], error);
        if (result == WEND_OK)
            y->ids[which] = y->ids[--y->count];
        return result;
    }
    if (what < 5 && y->count > 0) {
        wend_obstacle_id door = y->ids[wend_random_below(&y->random, y->count)];
        return wend_world_set_door(y->world, door, wend_random_below(&y->random, 2), error);
    }
    if (what < 7) {
        result = wend_world_add_obstacle(y->world, &shape, id, error);
    } else if (what < 9) {
        wend_door_def def = wend_default_door_def();
        double times[2] = {0.2 * wend_random_below(&y->random, 10), 2.1};
        def.shape = shape;
        def.shut = wend_random_below(&y->random, 2);
        def.toggle_times = times;
        def.toggle_count = wend_random_below(&y->random, 3);
        def.period = 3;
        result = wend_world_add_door(y->world, &def, id, error);
    } else {
        wend_moving_obstacle_def def = wend_default_moving_obstacle_def();
        for (int i = 0; i < 3; ++i) {
            path[i].x = wend_random_between(&y->random, -1, 1);
            path[i].y = wend_random_between(&y->random, -1, 1);
        }
        def.shape = shape;
        def.path = path;
        def.path_count = 3;
        def.loop = (wend_loop_mode)wend_random_below(&y->random, 3);
        def.blocking = wend_random_below(&y->random, 2);
        def.pause = wend_random_unit(&y->random);
        result = wend_world_add_moving_obstacle(y->world, &def, id, error);
    }
    y->count += result == WEND_OK;
    return result;
}

// People who walk to and fro between the rooms.
static void add_walkers(wend_world *world, int count)
{
    const wend_vec2 left[] = {{1, 1}, {3, 1}, {3, 9}, {1, 9}}, right[] = {{18, 5}};
    const wend_goal areas[] = {{right, 1}, {left, 4}};
    wend_goal_id goals[2];
    wend_route_id route;
    wend_waypoint stops[2] = {{.goals = &goals[0], .goal_count = 1},
                              {.goals = &goals[1], .goal_count = 1}};
    const wend_route_def def = {
        .waypoints = stops, .waypoint_count = 2, .on_arrival = WEND_ON_ARRIVAL_REPEAT};
    for (int i = 0; i < 2; ++i)
        assert_int_equal(wend_world_add_goal(world, &areas[i], &goals[i], NULL), WEND_OK);
    assert_int_equal(wend_world_add_route(world, &def, &route, NULL), WEND_OK);
    for (int i = 0; i < count; ++i) {
        wend_agent_def agent = wend_default_agent_def();
        agent.position = at(1 + 1.5 * (i % 6), 1 + 1.5 * (i / 6));
        agent.radius = 0.2;
        agent.route = route;
        assert_int_equal(wend_world_add_agent(world, &agent, NULL, NULL), WEND_OK);
    }
}

static void check_agents(const wend_world *world, uint64_t seed)
{
    wend_agents agents = wend_world_agents(world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        if (agents.bodies[i].radius < 0)
            continue;
        wend_location place = wend_mesh_locate(wend_world_mesh(world), agents.bodies[i].position);
        wend_vec2 p = agents.bodies[i].position;
        double clear = wend_walls_clearance(wend_world_walls(world), p, 1);
        if (place != WEND_LOCATION_FREE ||
            clear < agents.bodies[i].radius * (1 - WEND_BODY_GIVE) - 1e-9)
            fail_msg("seed %llu: agent %u is at %g, %g, %g from a wall", (unsigned long long)seed,
                     i, p.x, p.y, clear);
    }
}

static void random_edits_leave_everything_right(void **state)
{
    (void)state;
    uint32_t rounds = long_tier() ? 2000 : 12;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        yard y = {.world = world_of_rooms(), .random = wend_random_stream(seed, 9)};
        add_walkers(y.world, 30);
        for (int i = 0; i < 60; ++i) {
            uint64_t hash = wend_world_hash(y.world);
            wend_error error;
            wend_result result = random_edit(&y, &error);
            if (result != WEND_OK)
                assert_true(wend_world_hash(y.world) == hash);
            if (i % 4 == 0) {
                check_structures(y.world, BOUNDS, 4);
                for (int k = 0; k < 3; ++k) {
                    step(y.world);
                    check_agents(y.world, seed);
                }
                check_structures(y.world, BOUNDS, 4);
            }
        }
        wend_world_destroy(y.world);
    }
}

static void threads_make_no_difference(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int run = 0; run < 2; ++run) {
        wend_tasks_def def = wend_default_tasks_def();
        def.worker_count = run == 0 ? 1 : 3;
        wend_tasks *tasks;
        assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
        yard y = {.world = world_of_rooms(), .random = wend_random_stream(3, 9)};
        wend_world_set_tasks(y.world, tasks);
        for (int i = 0; i < 20; ++i)
            add_walkers(y.world, 30);
        for (int i = 0; i < 60; ++i) {
            random_edit(&y, NULL);
            step(y.world);
        }
        hashes[run] = wend_world_hash(y.world);
        wend_world_destroy(y.world);
        wend_tasks_destroy(tasks);
    }
    assert_true(hashes[0] == hashes[1]);
}

// The same with a snapshot in the middle: what comes after it comes again.
static void snapshots_bring_the_obstacles_back(void **state)
{
    (void)state;
    for (uint64_t seed = 100; seed < 106; ++seed) {
        yard y = {.world = world_of_rooms(), .random = wend_random_stream(seed, 9)};
        add_walkers(y.world, 12);
        wend_snapshot *snapshot = NULL;
        for (int i = 0; i < 40; ++i)
            random_edit(&y, NULL);
        step(y.world);
        yard kept = y;
        uint64_t hashes[2] = {0}, saved = wend_world_hash(y.world);
        assert_int_equal(wend_world_save(y.world, &snapshot, NULL), WEND_OK);
        for (int run = 0; run < 2; ++run) {
            for (int i = 0; i < 30; ++i) {
                random_edit(&y, NULL);
                if (i % 3 == 0)
                    step(y.world);
            }
            hashes[run] = wend_world_hash(y.world);
            check_structures(y.world, BOUNDS, 4);
            assert_int_equal(wend_world_restore(y.world, snapshot, NULL), WEND_OK);
            assert_true(wend_world_hash(y.world) == saved);
            check_structures(y.world, BOUNDS, 4);
            y = kept;
        }
        assert_true(hashes[0] == hashes[1]);
        wend_snapshot_destroy(snapshot);
        wend_world_destroy(y.world);
    }
}

// The memory of a snapshot may serve another world, whose mesh is another one.
static void a_snapshot_serves_another_world(void **state)
{
    (void)state;
    wend_world *rooms = world_of_rooms(), *plane = world_on(NULL, NULL);
    wend_snapshot *snapshot = NULL;
    assert_int_equal(wend_world_save(rooms, &snapshot, NULL), WEND_OK);
    assert_int_equal(wend_world_restore(plane, snapshot, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_save(plane, &snapshot, NULL), WEND_OK);
    const wend_shape shape = {DOOR, NULL, 0, 4};
    assert_int_equal(wend_world_add_obstacle(plane, &shape, NULL, NULL), WEND_OK);
    assert_int_equal(wend_world_restore(plane, snapshot, NULL), WEND_OK);
    assert_int_equal(wend_mesh_locate(wend_world_mesh(plane), at(10.5, 5)), WEND_LOCATION_FREE);
    assert_int_equal(wend_mesh_locate(wend_world_mesh(plane), at(10.5, 2)), WEND_LOCATION_FREE);
    assert_int_equal(wend_walls_count(wend_world_walls(plane)), 0);
    wend_snapshot_destroy(snapshot);
    wend_world_destroy(plane);
    wend_world_destroy(rooms);
}

static void the_floors_shapes_have_ids(void **state)
{
    (void)state;
    wend_world *world = world_of_rooms();
    wend_obstacle_id lower = wend_world_shape(world, 0), upper = wend_world_shape(world, 1);
    assert_false(wend_obstacle_id_is_null(lower) || wend_obstacle_id_is_null(upper) ||
                 wend_obstacle_id_equal(lower, upper));
    add_door(world, DOOR, 4, true);
    assert_true(wend_obstacle_id_is_null(wend_world_shape(world, 2)));
    assert_true(wend_obstacle_id_is_null(wend_world_shape(world, UINT32_MAX)));
    assert_int_equal(wend_world_remove_obstacle(world, lower, NULL), WEND_OK);
    assert_true(wend_obstacle_id_is_null(wend_world_shape(world, 0)));
    const wend_shape shape = {LOWER, NULL, 0, 4};
    wend_obstacle_id again;
    assert_int_equal(wend_world_add_obstacle(world, &shape, &again, NULL), WEND_OK);
    assert_true(wend_obstacle_id_is_null(wend_world_shape(world, 0)));
    assert_false(wend_obstacle_id_equal(again, lower));
    check_structures(world, BOUNDS, 4);
    wend_world_destroy(world);
}

// ---- out of memory ------------------------------------------------------------------------------

// Edits and steps with an allocator that fails once, at every place in turn. What failed has
// changed nothing and works the second time; so the end is as if nothing had failed.
static void out_of_memory_changes_nothing(void **state)
{
    (void)state;
    wend_floor *floor = two_rooms();
    uint64_t right = 0;
    size_t made = 0;
    for (size_t fail_at = 0;; ++fail_at) {
        failing_allocator memory = {0};
        wend_allocator allocator = failing_allocator_of(&memory);
        yard y = {.world = world_on(floor, &allocator), .random = wend_random_stream(5, 9)};
        // They go nowhere: a search that finds no memory only waits for another step.
        for (int i = 0; i < 12; ++i)
            add_agent(y.world, 1 + 1.5 * (i % 6), 1 + 1.5 * (i / 6), 0.2);
        made = memory.calls;
        memory.fail_at = fail_at ? made + fail_at : 0;
        bool failed = false;
        for (int i = 0; i < 36; ++i) {
            yard before = y;
            uint64_t hash = wend_world_hash(y.world);
            wend_error error;
            wend_result result = random_edit(&y, &error);
            if (result == WEND_OUT_OF_MEMORY) {
                assert_true(wend_world_hash(y.world) == hash);
                failed = true;
                y = before;
                result = random_edit(&y, &error);
                assert_true(result != WEND_OUT_OF_MEMORY);
            }
            if (i % 4 == 3) {
                result = wend_world_step(y.world, &error);
                if (result == WEND_OUT_OF_MEMORY) {
                    failed = true;
                    result = wend_world_step(y.world, &error);
                }
                assert_int_equal(result, WEND_OK);
            }
        }
        failed |= memory.calls >= made + fail_at;
        memory.fail_at = 0;
        check_structures(y.world, BOUNDS, 4);
        if (fail_at == 0)
            right = wend_world_hash(y.world);
        if (wend_world_hash(y.world) != right)
            fail_msg("differs after request %zu failed", fail_at);
        wend_world_destroy(y.world);
        assert_int_equal(memory.bytes, 0);
        if (fail_at > 0 && !failed)
            break;
        // All places in the long tier.
        if (!long_tier())
            fail_at += fail_at / 8;
    }
    wend_floor_destroy(floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_door_is_set_by_hand),
        cmocka_unit_test(a_door_follows_its_timetable),
        cmocka_unit_test(a_bad_timetable_is_refused),
        cmocka_unit_test(a_timetable_tries_again_what_was_refused),
        cmocka_unit_test(a_door_that_shuts_moves_those_in_it),
        cmocka_unit_test(an_obstacle_comes_down_on_a_crowd),
        cmocka_unit_test(walls_hold_whatever_motion_says),
        cmocka_unit_test(the_host_may_own_the_positions),
        cmocka_unit_test(random_edits_leave_everything_right),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(snapshots_bring_the_obstacles_back),
        cmocka_unit_test(a_snapshot_serves_another_world),
        cmocka_unit_test(the_floors_shapes_have_ids),
        cmocka_unit_test(out_of_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
