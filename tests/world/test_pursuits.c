// SPDX-License-Identifier: MIT
// Agents that roam, gather and chase: whether they go where the pursuit says, against plain counts,
// with several planners and motions, and what happens when there is nothing for them.
#include "tests/world/pursuit_support.h"

#include <string.h>

// ---- what is refused ----------------------------------------------------------------------------

static void wrong_defs_are_refused(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, HALL_BOXES);
    const wend_vec2 bow[4] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    wend_resource_id field = add_orchard(world);
    wend_pursuit_id id;
    wend_pursuit_def def = {0};
    assert_int_equal(wend_world_add_pursuit(world, &def, &id, NULL), WEND_BAD_ARGUMENT);
    def = wend_default_pursuit_def(WEND_PURSUIT_ROAM);
    assert_int_equal(wend_world_add_pursuit(world, &def, &id, NULL), WEND_BAD_ARGUMENT);
    def.area = (wend_goal){bow, 4};
    assert_int_equal(wend_world_add_pursuit(world, &def, &id, NULL), WEND_INVALID_GEOMETRY);
    def = wend_default_pursuit_def(WEND_PURSUIT_GATHER);
    assert_int_equal(wend_world_add_pursuit(world, &def, &id, NULL), WEND_STALE);
    def.resource = field;
    def.depletion_threshold = 1;
    assert_int_equal(wend_world_add_pursuit(world, &def, &id, NULL), WEND_BAD_ARGUMENT);
    def.depletion_threshold = 0;
    def.rate = -1;
    assert_int_equal(wend_world_add_pursuit(world, &def, &id, NULL), WEND_BAD_ARGUMENT);
    def.rate = 1;
    def.reach = NAN;
    assert_int_equal(wend_world_add_pursuit(world, &def, &id, NULL), WEND_BAD_ARGUMENT);
    def = wend_default_pursuit_def(WEND_PURSUIT_CHASE);
    assert_int_equal(wend_world_add_pursuit(world, &def, &id, NULL), WEND_BAD_ARGUMENT);
    def.kind = (wend_pursuit_kind)3;
    assert_int_equal(wend_world_add_pursuit(world, &def, &id, NULL), WEND_BAD_ARGUMENT);
    assert_true(wend_pursuit_id_is_null(id));

    wend_agent_def agent = pursuer_at(2, 2, (wend_pursuit_id){{1, 1}});
    assert_int_equal(wend_world_add_agent(world, &agent, NULL, NULL), WEND_STALE);
    agent.pursuit = chase_role(world, 1);
    agent.goal = point_goal(world, 5, 5);
    assert_int_equal(wend_world_add_agent(world, &agent, NULL, NULL), WEND_BAD_ARGUMENT);
    wend_pursuer_state pursuer;
    wend_pursuit_totals sums;
    agent.pursuit = (wend_pursuit_id){0};
    wend_agent_id walker = add_agent(world, &agent);
    assert_int_equal(wend_world_pursuer(world, walker, &pursuer, NULL), WEND_NOT_FOUND);
    assert_int_equal(wend_world_pursuer(world, (wend_agent_id){{9, 1}}, &pursuer, NULL),
                     WEND_STALE);
    assert_int_equal(wend_world_pursuit_totals(world, (wend_pursuit_id){{9, 1}}, &sums, NULL),
                     WEND_STALE);
    wend_world_destroy(world);
}

// ---- roam ---------------------------------------------------------------------------------------

enum { ROAMERS = 2000 };

// Four standard deviations of a share of ROAMERS are at most this.
#define MOST_OFF (4 * 0.5 / 44.7)

static void goals_are_everywhere_there_is_room(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, HALL_BOXES);
    // Half of it lies outside, and a box of 2 by 10 m in it.
    wend_pursuit_id roam = roam_box(world, -12, 0, 12, 40, 0);
    wend_agent_def agent = pursuer_at(2, 2, roam);
    agent.preferred_speed = 0;
    agent.planner = WEND_PLANNER_DIRECT;
    wend_agent_id ids[ROAMERS];
    for (int i = 0; i < ROAMERS; ++i)
        ids[i] = add_agent(world, &agent);
    step(world);
    uint32_t left = 0, low = 0, there = 0;
    for (int i = 0; i < ROAMERS; ++i) {
        wend_pursuer_state pursuer = pursuer_of(world, ids[i]);
        wend_vec2 p = pursuer.goal;
        // Some have drawn the place where they are.
        there += !pursuer.has_goal;
        if (!pursuer.has_goal)
            continue;
        assert_true(p.x <= 12 && p.y <= 20);
        assert_int_equal(wend_mesh_locate(wend_world_mesh(world), p), WEND_LOCATION_FREE);
        assert_true(wend_walls_clearance(wend_world_walls(world), p, 1) >= 0.25 - 1e-6);
        left += p.x < 7;
        low += p.y < 10;
    }
    // Free for a disc: 11.75 by 19.5, less the box grown by the radius, with round corners.
    double r = 0.25, pi = 3.14159265358979323846;
    double all = 11.75 * 19.5 - ((2 + 2 * r) * (10 + 2 * r) - (4 - pi) * r * r);
    assert_true(fabs((double)left / ROAMERS - 6.75 * 19.5 / all) < MOST_OFF);
    assert_true(fabs((double)low / ROAMERS - 0.5) < MOST_OFF);
    assert_int_equal(sums_of(world, roam).goals_reached, there);
    assert_true(there < ROAMERS / 100);
    wend_world_destroy(world);
}

/// Eight agents for so many steps; who has been nowhere fails.
static void check_roaming(wend_planner_kind planner, wend_motion_kind motion)
{
    wend_world *world = box_world(def_of(0.1), HALL, HALL_BOXES);
    wend_pursuit_id roam = roam_box(world, 0, 0, 30, 20, 0.5);
    wend_agent_id ids[8];
    for (int i = 0; i < 8; ++i) {
        wend_agent_def agent = pursuer_at(2 + i % 4, 2 + i / 4, roam);
        agent.planner = planner;
        agent.motion = motion;
        ids[i] = add_agent(world, &agent);
    }
    uint32_t stops = 0;
    for (int i = 0; i < (long_tier() ? 3000 : 600); ++i) {
        wend_event event;
        step(world);
        uint32_t count = count_events(world, WEND_EVENT_WAYPOINT, &event);
        stops += count;
        if (count > 0)
            assert_int_equal(state_of(world, event.agent).activity, WEND_ACTIVITY_WAITING);
        assert_int_equal(count_events(world, WEND_EVENT_ARRIVED, NULL), 0);
    }
    assert_int_equal(sums_of(world, roam).goals_reached, stops);
    uint64_t sum = 0;
    for (int i = 0; i < 8; ++i) {
        uint64_t places = pursuer_of(world, ids[i]).sums.goals_reached;
        if (places < (long_tier() ? 5 : 1))
            fail_msg("guide %d, motion %d: one was at %llu places", (int)planner, (int)motion,
                     (unsigned long long)places);
        sum += places;
    }
    assert_int_equal(sum, stops);
    wend_world_destroy(world);
}

static void roamers_go_on(void **state)
{
    (void)state;
    static const wend_planner_kind planners[] = {WEND_PLANNER_MESH, WEND_PLANNER_VORONOI,
                                                 WEND_PLANNER_MANG};
    static const wend_motion_kind motions[] = {WEND_MOTION_ORCA, WEND_MOTION_STEER,
                                               WEND_MOTION_SOCIAL_FORCE, WEND_MOTION_PEDESTRIAN};
    for (int k = 0; k < 12; ++k)
        check_roaming(planners[k % 3], motions[k / 3]);
}

static void what_cannot_be_reached_is_given_up(void **state)
{
    (void)state;
    // Half of the area is a room that is shut.
    static const double rooms[][4] = {{0, 0, 20, 10}, {9.5, 0, 10.5, 10}};
    wend_world *world = box_world(def_of(0.1), rooms, 2);
    wend_agent_def agent = pursuer_at(3, 3, roam_box(world, 1, 1, 19, 9, 0));
    wend_agent_id id = add_agent(world, &agent);
    uint32_t lost = 0;
    for (int i = 0; i < 1500; ++i) {
        step(world);
        lost += count_events(world, WEND_EVENT_NO_PATH, NULL);
    }
    assert_true(lost > 2);
    assert_true(pursuer_of(world, id).sums.goals_reached > 5);
    // And where there is no room at all it stands.
    agent.position = (wend_vec2){5, 5};
    agent.pursuit = roam_box(world, 9.6, 1, 10.4, 9, 0);
    id = add_agent(world, &agent);
    for (int i = 0; i < 50; ++i)
        step(world);
    assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_IDLE);
    assert_false(pursuer_of(world, id).has_goal);
    wend_world_destroy(world);
}

// ---- gather -------------------------------------------------------------------------------------

/// What is within reach of a place, counted plainly.
static double within(const wend_resource_state *f, wend_vec2 p, double reach)
{
    double sum = 0;
    for (uint32_t i = 0; i < f->columns * f->rows; ++i) {
        wend_vec2 centre = {f->corner.x + (i % f->columns + 0.5) * f->cell,
                            f->corner.y + (i / f->columns + 0.5) * f->cell};
        sum += apart(centre, p) <= fmax(reach, sqrt(0.5) * f->cell) ? f->amounts[i] : 0;
    }
    return sum;
}

static void one_takes_its_rate(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, HALL_BOXES);
    wend_resource_id field = add_orchard(world);
    wend_agent_def agent = pursuer_at(16, 3, gather_from(world, field, 4, 0));
    wend_agent_id id = add_agent(world, &agent);
    wend_resource_state f;
    double before = 260;
    uint32_t goals = 0;
    wend_vec2 goal = {0, 0};
    for (int i = 0; i < 3000; ++i) {
        step(world);
        wend_pursuer_state pursuer = pursuer_of(world, id);
        assert_int_equal(wend_world_resource(world, field, &f, NULL), WEND_OK);
        // Never more than its rate, and no more than was there; what is gone it has.
        double taken = before - f.remaining;
        assert_true(taken > -1e-9 && taken < 0.4 + 1e-9);
        if (within(&f, position_of(world, id), 1) > 0)
            assert_true(taken > 0.4 - 1e-9);
        assert_true(fabs(pursuer.sums.gathered + f.remaining - f.initial) < 1e-6);
        assert_true(fabs(pursuer.sums.value + f.remaining_value - f.initial_value) < 1e-6);
        before = f.remaining;
        goals += pursuer.has_goal && apart(goal, pursuer.goal) > 0;
        goal = pursuer.goal;
        if (f.remaining <= 1e-9)
            break;
    }
    // All was picked, from many places, and then it stands.
    assert_true(f.remaining <= 1e-9);
    assert_true(goals > 10);
    for (int i = 0; i < 20; ++i)
        step(world);
    assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_IDLE);
    assert_true(fabs(sums_of(world, (wend_pursuit_id){0}).gathered - 260) < 1e-6);
    assert_true(fabs(sums_of(world, agent.pursuit).value - 350) < 1e-6);
    wend_world_destroy(world);
}

#define ENOUGH 0.7

static void goals_have_something_and_differ(void **state)
{
    (void)state;
    enum { PICKERS = 40 };
    wend_world *world = box_world(def_of(0.1), HALL, HALL_BOXES);
    wend_resource_id field = add_orchard(world);
    wend_pursuit_id gather = gather_from(world, field, 0.5, ENOUGH);
    wend_agent_id ids[PICKERS];
    for (int i = 0; i < PICKERS; ++i) {
        wend_agent_def agent = pursuer_at(11 + i % 10 * 0.6, 1 + i / 10 * 0.6, gather);
        ids[i] = add_agent(world, &agent);
    }
    wend_vec2 last[PICKERS], at[PICKERS];
    double hoped[PICKERS] = {0};
    bool waited[PICKERS] = {0};
    uint32_t others = 0, same = 0, shared = 0;
    for (int k = 0; k < 200; ++k) {
        // Goals are chosen by what is there at the start of a step.
        wend_resource_state f;
        static double amounts[1 << 14];
        assert_int_equal(wend_world_resource(world, field, &f, NULL), WEND_OK);
        assert_true(f.columns * f.rows <= sizeof amounts / sizeof *amounts);
        memcpy(amounts, f.amounts, f.columns * f.rows * sizeof *amounts);
        step(world);
        f.amounts = amounts;
        for (int i = 0; i < PICKERS; ++i) {
            wend_pursuer_state pursuer = pursuer_of(world, ids[i]);
            assert_true(pursuer.has_goal);
            double at_goal = within(&f, pursuer.goal, 1);
            assert_true(at_goal > 0 || (k > 0 && waited[i]));
            // It is kept while there is more than enough of what it was chosen for. The same
            // place may be drawn again.
            // Who has arrived counts from where it is.
            bool wants =
                k == 0 || within(&f, waited[i] ? at[i] : last[i], 1) <= ENOUGH * hoped[i] + 1e-9;
            bool other = k == 0 || apart(pursuer.goal, last[i]) > 0;
            assert_true(wants || !other);
            others += other;
            same += wants && !other;
            if (wants)
                hoped[i] = at_goal;
            last[i] = pursuer.goal;
            waited[i] = state_of(world, ids[i]).activity == WEND_ACTIVITY_WAITING;
            at[i] = position_of(world, ids[i]);
            for (int j = 0; j < i && k == 0; ++j)
                shared += apart(last[j], last[i]) == 0;
        }
    }
    // All are much at the same place, and few choose the same.
    assert_true(shared < PICKERS / 2);
    assert_true(others > 2 * PICKERS);
    assert_true(same < others / 10);
    wend_world_destroy(world);
}

// ---- chase --------------------------------------------------------------------------------------

/// The nearest of that role, counted plainly; null: there is none.
static wend_agent_id nearest_of(const wend_world *world, wend_agent_id from, uint32_t role)
{
    wend_agents agents = wend_world_agents(world);
    wend_agent_id nearest = {0};
    double least = INFINITY;
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_agent_def def;
        if (wend_agent_id_is_null(agents.ids[i]) || wend_agent_id_equal(agents.ids[i], from) ||
            wend_world_agent(world, agents.ids[i], &def, NULL) != WEND_OK || def.role != role)
            continue;
        double distance = apart(def.position, position_of(world, from));
        if (distance < least) {
            least = distance;
            nearest = agents.ids[i];
        }
    }
    return nearest;
}

enum { HUNTERS = 3, HARES = 30 };

static void hunters_catch_the_nearest(void **state)
{
    (void)state;
    static const wend_motion_kind motions[] = {WEND_MOTION_ORCA, WEND_MOTION_STEER,
                                               WEND_MOTION_SOCIAL_FORCE, WEND_MOTION_PEDESTRIAN};
    for (int k = 0; k < 4; ++k) {
        // Open ground: the diagram and a look at everybody agree.
        wend_world *world = box_world(def_of(0.1), HALL, 1);
        wend_pursuit_id roam = roam_box(world, 0, 0, 30, 20, 0), chase = chase_role(world, 7);
        wend_agent_id hunters[HUNTERS];
        wend_random random = wend_random_stream(5, (uint64_t)k);
        for (int i = 0; i < HUNTERS; ++i) {
            wend_agent_def agent = pursuer_at(2, 3 + 6 * i, chase);
            agent.preferred_speed = agent.max_speed = 2.5;
            agent.planner = WEND_PLANNER_DIRECT;
            agent.motion = motions[k];
            hunters[i] = add_agent(world, &agent);
        }
        for (int i = 0; i < HARES; ++i) {
            double x = wend_random_between(&random, 5, 29), y = wend_random_between(&random, 1, 19);
            wend_agent_def agent = pursuer_at(x, y, roam);
            agent.role = 7;
            agent.preferred_speed = 0.8;
            agent.motion = motions[k];
            add_agent(world, &agent);
        }
        uint32_t caught = 0, left = HARES + HUNTERS;
        for (int i = 0; i < 3000 && left > HUNTERS; ++i) {
            wend_agent_id nearest[HUNTERS];
            for (int j = 0; j < HUNTERS; ++j)
                nearest[j] = nearest_of(world, hunters[j], 7);
            step(world);
            for (int j = 0; j < HUNTERS; ++j)
                assert_true(wend_agent_id_equal(pursuer_of(world, hunters[j]).quarry, nearest[j]));
            wend_event event;
            uint32_t now = count_events(world, WEND_EVENT_CAUGHT, &event);
            caught += now;
            if (now > 0)
                assert_stale(world, event.agent);
            left = wend_world_agents(world).count;
            assert_int_equal(left + caught, HARES + HUNTERS);
        }
        if (left > HUNTERS)
            fail_msg("motion %d: %u are still free", k, left - HUNTERS);
        assert_int_equal(sums_of(world, chase).caught, HARES);
        step(world);
        for (int j = 0; j < HUNTERS; ++j) {
            assert_int_equal(state_of(world, hunters[j]).activity, WEND_ACTIVITY_IDLE);
            assert_true(wend_agent_id_is_null(pursuer_of(world, hunters[j]).quarry));
        }
        wend_world_destroy(world);
    }
}

// By its path around a wall, after one that walks.
static void a_hunter_finds_its_way(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, HALL_BOXES);
    wend_agent_def agent = pursuer_at(16, 2, chase_role(world, 1));
    agent.preferred_speed = agent.max_speed = 2;
    wend_agent_id hunter = add_agent(world, &agent);
    agent = walker_at(20, 2, point_goal(world, 29, 2));
    agent.role = 1;
    agent.preferred_speed = 0.2;
    wend_agent_id hare = add_agent(world, &agent);
    wend_event event = {0};
    assert_true(step_until(world, WEND_EVENT_CAUGHT, 30, &event));
    assert_true(wend_agent_id_equal(event.agent, hare));
    assert_int_equal(event.number, hunter.raw.slot1 - 1);
    assert_true(event.time > 10);
    wend_world_destroy(world);
}

// The nearest is behind a wall; where the diagram knows the agents, one at hand is chased.
static void the_diagram_sees_walls(void **state)
{
    (void)state;
    static const double walled[][4] = {{0, 0, 20, 10}, {9.9, 0, 10.1, 10}};
    for (int k = 0; k < 2; ++k) {
        wend_world *world = box_world(def_of(0.1), walled, 2);
        wend_agent_def agent = pursuer_at(9, 5, chase_role(world, 1));
        agent.motion = k ? WEND_MOTION_STEER : WEND_MOTION_ORCA;
        agent.planner = WEND_PLANNER_DIRECT;
        wend_agent_id hunter = add_agent(world, &agent);
        agent = walker_at(11, 5, (wend_goal_id){0});
        agent.role = 1;
        wend_agent_id behind = add_agent(world, &agent);
        agent.position.x = 5;
        wend_agent_id at_hand = add_agent(world, &agent);
        step(world);
        wend_agent_id quarry = pursuer_of(world, hunter).quarry;
        assert_true(wend_agent_id_equal(quarry, k ? at_hand : behind));
        wend_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_defs_are_refused),
        cmocka_unit_test(goals_are_everywhere_there_is_room),
        cmocka_unit_test(roamers_go_on),
        cmocka_unit_test(what_cannot_be_reached_is_given_up),
        cmocka_unit_test(one_takes_its_rate),
        cmocka_unit_test(goals_have_something_and_differ),
        cmocka_unit_test(hunters_catch_the_nearest),
        cmocka_unit_test(a_hunter_finds_its_way),
        cmocka_unit_test(the_diagram_sees_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
