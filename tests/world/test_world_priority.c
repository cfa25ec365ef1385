// SPDX-License-Identifier: MIT
// Priority in whole worlds: agents that nothing else frees get out, those who make way do so
// without touching anybody or a wall, and the state survives all that a host may do.
#include "tests/world/moment_checks.h"
#include "tests/world/planned_worlds.h"
#include "world/world.h"

/// Without the planner "direct": agents that are pushed off its straight line have no way.
static const wend_planner_kind PLANNERS[] = {WEND_PLANNER_MESH, WEND_PLANNER_VORONOI,
                                             WEND_PLANNER_MANG, WEND_PLANNER_MAP};
static const wend_motion_kind MOTIONS[] = {WEND_MOTION_ORCA, WEND_MOTION_PEDESTRIAN,
                                           WEND_MOTION_STEER, WEND_MOTION_SOCIAL_FORCE,
                                           WEND_MOTION_BOIDS};
#define COUNT(array) (sizeof(array) / sizeof *(array))

// ---- a pipe -------------------------------------------------------------------------------------

/// Two rooms joined by a corridor in which nobody can pass another. Some agents start in it,
/// heading for each other.
typedef struct pipe {
    double width, length;
    uint32_t each; ///< agents of each direction
    wend_planner_kind planner;
    wend_motion_kind motion;
    double after; ///< priority_after
    wend_tasks *tasks;
    wend_allocator allocator;
} pipe;

static const pipe PIPE = {
    .width = 0.51, .length = 10, .each = 1, .motion = WEND_MOTION_STEER, .after = 10};

static wend_world *pipe_world(const pipe *p)
{
    double x = p->length / 2, y = p->width / 2;
    const double boxes[][4] = {{-x - 5, -4, x + 5, 4}, {-x, -4, x, -y}, {-x, y, x, 4}};
    wend_world_def def = def_of(0.1);
    def.gates = false;
    def.priority_after = p->after;
    def.tasks = p->tasks;
    def.allocator = p->allocator;
    wend_world *world = box_world(def, boxes, 3);
    wend_goal_id east = box_goal(world, x + 4, -4, x + 4.9, 4),
                 west = box_goal(world, -x - 4.9, -4, -x - 4, 4);
    for (uint32_t i = 0; i < 2 * p->each; ++i) {
        bool from_west = i % 2 == 0;
        double at = 0.4 + 0.75 * (i / 2);
        wend_agent_def agent =
            guided_at(from_west ? -at : at, 0, from_west ? east : west, p->planner, p->motion);
        add_agent(world, &agent);
    }
    return world;
}

/// Nobody touches a wall or another one.
static void watch_bodies(const wend_world *world)
{
    wend_agents agents = wend_world_agents(world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        const wend_body *a = &agents.bodies[i];
        if (a->radius < 0)
            continue;
        assert_true(wend_walls_clearance(world->obstacles.walls, a->position, 1) >=
                    0.99 * a->radius);
        for (uint32_t k = 0; k < i; ++k)
            if (agents.bodies[k].radius > 0)
                assert_true(wend_distance(a->position, agents.bodies[k].position) >=
                            0.98 * (a->radius + agents.bodies[k].radius));
    }
}

/// Steps until nobody is left or the time is over. Returns the number of those left.
static uint32_t left_after(const pipe *p, double seconds, world_watch *watch)
{
    wend_world *world = pipe_world(p);
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < seconds) {
        step(world);
        if (watch)
            watch(world);
    }
    uint32_t left = wend_world_agents(world).count;
    wend_world_destroy(world);
    return left;
}

static void all_get_out_of_a_pipe(void **state)
{
    (void)state;
    uint32_t runs = 0, locked = 0;
    for (size_t g = 0; g < COUNT(PLANNERS); ++g) {
        for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
            pipe p = PIPE;
            p.planner = PLANNERS[g];
            p.motion = MOTIONS[m];
            uint32_t left = left_after(&p, 300, watch_bodies);
            if (left > 0)
                fail_msg("%s and %s: %u are left", wend_planner_info_of(p.planner)->name,
                         wend_motion_info_of(p.motion)->name, left);
            p.after = INFINITY;
            locked += left_after(&p, 300, NULL) > 0;
            ++runs;
        }
    }
    // Without priority half of them stand there for ever.
    assert_true(locked >= runs / 2);
    for (uint32_t each = 2; each <= 6; each += 2) {
        pipe p = PIPE;
        p.each = each;
        for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
            p.motion = MOTIONS[m];
            assert_int_equal(left_after(&p, 300, watch_bodies), 0);
        }
    }
}

static void bends_of_one_body(void **state)
{
    (void)state;
    // A way of three bends, as wide as a body, and one against three.
    const double boxes[][4] = {
        {0, 0, 12, 6}, {4, 0.6, 4.1, 6}, {4.7, 0, 4.8, 5.4}, {5.4, 0.6, 5.5, 6}};
    for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
        wend_world_def def = def_of(0.1);
        def.priority_after = 10;
        wend_world *world = box_world(def, boxes, 4);
        wend_goal_id west = box_goal(world, 0.1, 0, 1, 6), east = box_goal(world, 11, 0, 11.9, 6);
        for (int i = 0; i < 4; ++i) {
            wend_agent_def agent = guided_at(i == 3 ? 8 : 2.8, 1.1 + 1.2 * i, i == 3 ? west : east,
                                             WEND_PLANNER_MESH, MOTIONS[m]);
            agent.radius = 0.29;
            add_agent(world, &agent);
        }
        (void)run_empty(world, 300, watch_bodies);
        wend_world_destroy(world);
    }
}

// ---- who is left alone --------------------------------------------------------------------------

/// The planner "direct" walks into walls: that is what it is for.
static void direct_stays_before_a_wall(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), DEAD_END, DEAD_END_BOXES);
    wend_agent_def agent =
        guided_at(30, 20, point_goal(world, 50, 20), WEND_PLANNER_DIRECT, WEND_MOTION_ORCA);
    add_agent(world, &agent);
    while (wend_world_time(world) < 60)
        step(world);
    assert_int_equal(wend_world_agents(world).count, 1);
    assert_true(wend_world_agents(world).bodies[0].position.x < 40);
    wend_world_destroy(world);
}

/// Who has no goal stands where the host put it, also in the way.
static void idle_agents_stay(void **state)
{
    (void)state;
    pipe p = PIPE;
    p.each = 0;
    wend_world *world = pipe_world(&p);
    wend_agent_def idle = guided_at(0, 0, (wend_goal_id){0}, WEND_PLANNER_MESH, WEND_MOTION_ORCA);
    wend_agent_def agent =
        guided_at(-6, 0, point_goal(world, 6, 0), WEND_PLANNER_MESH, WEND_MOTION_ORCA);
    idle.avoidance_share = 0;
    wend_agent_id still = add_agent(world, &idle);
    add_agent(world, &agent);
    while (wend_world_time(world) < 60) {
        step(world);
        watch_bodies(world);
    }
    assert_true(world->priorities.given > 1); // it tries
    assert_int_equal(wend_world_agents(world).count, 2);
    wend_agent_def now;
    assert_int_equal(wend_world_agent(world, still, &now, NULL), WEND_OK);
    assert_true(wend_distance(now.position, idle.position) < 0.5);
    wend_world_destroy(world);
}

/// An agent that hardly walks, or not at all, is left alone, and so are those near it.
static void slow_agents_are_left_alone(void **state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        const double boxes[][4] = {{0, 0, 10, 6}};
        wend_world *world = box_world(def_of(0.1), boxes, 1);
        wend_agent_def agent =
            guided_at(2, 3, point_goal(world, 8, 3), WEND_PLANNER_MESH, WEND_MOTION_ORCA);
        agent.preferred_speed = 0.01 * i;
        add_agent(world, &agent);
        while (wend_world_time(world) < 100)
            step(world);
        assert_int_equal(world->priorities.given, 0);
        wend_world_destroy(world);
    }
}

static double time_of_a_queue(wend_motion_kind motion, double after, uint64_t *given)
{
    const double boxes[][4] = {{0, 0, 20, 10}, {15, 0, 15.2, 4.6}, {15, 5.4, 15.2, 10}};
    wend_world_def def = def_of(0.1);
    def.priority_after = after;
    wend_world *world = box_world(def, boxes, 3);
    wend_goal_id goal = box_goal(world, 19, 0, 19.9, 10);
    for (int i = 0; i < 150; ++i) {
        wend_agent_def agent =
            guided_at(1 + 0.8 * (i / 10), 1 + 0.9 * (i % 10), goal, WEND_PLANNER_MESH, motion);
        add_agent(world, &agent);
    }
    double time = run_empty(world, 600, NULL);
    *given = world->priorities.given;
    wend_world_destroy(world);
    return time;
}

/// In a queue that moves nobody gets priority, and where those in front jam, it does no harm.
static void queues_are_left_alone(void **state)
{
    (void)state;
    for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
        uint64_t given, none;
        double with = time_of_a_queue(MOTIONS[m], 20, &given),
               without = time_of_a_queue(MOTIONS[m], INFINITY, &none);
        if (given > 5 || with > 1.05 * without)
            fail_msg("%s: %llu times, %g s instead of %g", wend_motion_info_of(MOTIONS[m])->name,
                     (unsigned long long)given, with, without);
    }
}

// ---- the same bits ------------------------------------------------------------------------------

static void step_until_priority(wend_world *world)
{
    while (world->priorities.count == 0) {
        step(world);
        assert_true(wend_world_time(world) < 60);
    }
}

static wend_world *make(const void *subject, wend_allocator allocator, wend_tasks *tasks)
{
    pipe p = *(const pipe *)subject;
    p.allocator = allocator;
    p.tasks = tasks;
    return pipe_world(&p);
}

static void step_into_priority(wend_world *world)
{
    step_until_priority(world);
    step(world);
}

static void has_given(const wend_world *world)
{
    assert_true(world->priorities.given > 0);
}

static void same_for_any_threads(void **state)
{
    (void)state;
    assert_same_for_threads(&(moment){make, NULL, &PIPE}, 400, has_given);
}

static void going_back(void **state)
{
    (void)state;
    for (size_t m = 2; m < COUNT(MOTIONS); ++m) { // the others do not lock here
        pipe p = PIPE;
        p.motion = MOTIONS[m];
        assert_goes_back_to(&(moment){make, step_into_priority, &p}, 200);
    }
}

static void memory_fails(void **state)
{
    (void)state;
    assert_true(assert_step_survives(&(moment){make, step_until_priority, &PIPE}) > 0);
}

// ---- calls in between ---------------------------------------------------------------------------

/// The host takes the agent with priority out, moves it, or gives it another goal.
static void meddling(void **state)
{
    (void)state;
    for (int what = 0; what < 4; ++what) {
        pipe p = PIPE;
        wend_world *world = pipe_world(&p);
        step_until_priority(world);
        wend_agent_id id = world->priorities.list[0].agent;
        wend_goal_id goal = point_goal(world, -7, 3);
        wend_agent_def def;
        assert_int_equal(wend_world_agent(world, id, &def, NULL), WEND_OK);
        if (what == 0) {
            assert_int_equal(wend_world_remove_agent(world, id, NULL), WEND_OK);
        } else if (what == 1) {
            assert_int_equal(wend_world_place_agent(world, id, (wend_vec2){7, 3}, NULL, NULL),
                             WEND_OK);
        } else {
            def.goal = what == 2 ? goal : (wend_goal_id){0};
            assert_int_equal(wend_world_change_agent(world, id, &def, NULL), WEND_OK);
        }
        for (int k = 0; k < 300; ++k) {
            step(world);
            watch_bodies(world);
        }
        wend_world_destroy(world);
    }
}

/// The slot of the agent with priority goes to another one, which is no concern of it.
static void another_in_its_slot(void **state)
{
    (void)state;
    pipe p = PIPE;
    wend_world *world = pipe_world(&p);
    step_until_priority(world);
    wend_agent_id id = world->priorities.list[0].agent;
    assert_int_equal(wend_world_remove_agent(world, id, NULL), WEND_OK);
    wend_agent_def def = guided_at(-8, 3, point_goal(world, 8, 3), WEND_PLANNER_MESH, p.motion);
    assert_int_equal(wend_id_slot(add_agent(world, &def).raw), wend_id_slot(id.raw));
    step(world);
    assert_false(world->priority_memory.paths[0].found);
    assert_int_equal(world->priorities.count, 0);
    wend_world_destroy(world);
}

/// Everybody with priority leaves at once.
static void all_leave(void **state)
{
    (void)state;
    pipe p = PIPE;
    wend_world *world = pipe_world(&p);
    step_until_priority(world);
    step(world);
    for (wend_agents agents = wend_world_agents(world); agents.count > 0;
         agents = wend_world_agents(world))
        for (uint32_t i = 0; i < agents.slots; ++i)
            if (!wend_agent_id_is_null(agents.ids[i])) {
                assert_int_equal(wend_world_remove_agent(world, agents.ids[i], NULL), WEND_OK);
                break;
            }
    for (int k = 0; k < 20; ++k)
        step(world);
    assert_int_equal(world->priority_memory.count, 0);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_get_out_of_a_pipe),
        cmocka_unit_test(bends_of_one_body),
        cmocka_unit_test(direct_stays_before_a_wall),
        cmocka_unit_test(idle_agents_stay),
        cmocka_unit_test(slow_agents_are_left_alone),
        cmocka_unit_test(queues_are_left_alone),
        cmocka_unit_test(same_for_any_threads),
        cmocka_unit_test(going_back),
        cmocka_unit_test(memory_fails),
        cmocka_unit_test(meddling),
        cmocka_unit_test(another_in_its_slot),
        cmocka_unit_test(all_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
