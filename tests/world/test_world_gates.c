// SPDX-License-Identifier: MIT
// Gates in whole worlds: opposing crowds get through doors and corridors, each side gets its share,
// one-way crowds never notice, and the state survives all that a host may do.
#include "tests/world/moment_checks.h"
#include "tests/world/planned_worlds.h"
#include "wend/world_gates.h"
#include "world/planners/planner.h"
#include "world/world.h"

static const wend_planner_kind PLANNERS[] = {WEND_PLANNER_MESH, WEND_PLANNER_DIRECT,
                                             WEND_PLANNER_VORONOI, WEND_PLANNER_MANG,
                                             WEND_PLANNER_MAP};
static const wend_motion_kind MOTIONS[] = {WEND_MOTION_ORCA, WEND_MOTION_PEDESTRIAN,
                                           WEND_MOTION_STEER, WEND_MOTION_SOCIAL_FORCE,
                                           WEND_MOTION_BOIDS};
#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST_EACH = 60 };

// ---- two rooms ----------------------------------------------------------------------------------

/// Two rooms, 12 m wide and deep, joined by a corridor around x = 0.
typedef struct rooms {
    double width, length;
    uint32_t west, east; ///< agents that start in each room and want into the other
    wend_planner_kind planner;
    wend_motion_kind motion;
    uint64_t seed;
    bool no_gates;
    wend_tasks *tasks;
    wend_allocator allocator;
} rooms;

static const rooms DOOR = {.width = 1, .length = 0.2, .west = 12, .east = 12, .seed = 1};

static void add_side(wend_world *world, const rooms *r, bool west, wend_random *random)
{
    double sign = west ? -1 : 1, from = r->length / 2 + 1;
    wend_goal_id goal = west ? box_goal(world, r->length / 2 + 11, -5, r->length / 2 + 11.8, 5)
                             : box_goal(world, -r->length / 2 - 11.8, -5, -r->length / 2 - 11, 5);
    uint32_t count = west ? r->west : r->east, rows = 12;
    for (uint32_t i = 0; i < count; ++i) {
        double x = from + 0.8 * (i / rows), y = -5 + 0.9 * ((i * 7) % rows);
        wend_agent_def def =
            guided_at(sign * (x + wend_random_between(random, 0, 0.25)),
                      y + wend_random_between(random, 0, 0.35), goal, r->planner, r->motion);
        add_agent(world, &def);
    }
}

static wend_world *rooms_world(const rooms *r)
{
    double x = r->length / 2, y = r->width / 2;
    const double boxes[][4] = {{-x - 12, -6, x + 12, 6}, {-x, -6, x, -y}, {-x, y, x, 6}};
    wend_world_def def = def_of(0.1);
    def.seed = r->seed;
    def.gates = !r->no_gates;
    def.tasks = r->tasks;
    def.allocator = r->allocator;
    wend_world *world = box_world(def, boxes, 3);
    wend_random random = wend_random_stream(r->seed, 5);
    add_side(world, r, true, &random);
    add_side(world, r, false, &random);
    return world;
}

static const char *motion_name(wend_motion_kind motion)
{
    static const char *const NAMES[] = {"orca", "pedestrian", "steer", "social_force", "boids"};
    for (size_t m = 0; m < COUNT(MOTIONS); ++m)
        if (MOTIONS[m] == motion)
            return NAMES[m];
    return "";
}

static const char *name_of(const rooms *r)
{
    static char text[128];
    snprintf(text, sizeof text, "%g x %g m, %u and %u, %s and %s, seed %llu", r->width, r->length,
             r->west, r->east, wend_planner_of(r->planner)->info.name, motion_name(r->motion),
             (unsigned long long)r->seed);
    return text;
}

/// Steps until nobody is left. Returns the time, or fails.
static double drain(wend_world *world, const rooms *r, double most)
{
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < most)
        step(world);
    if (wend_world_agents(world).count > 0)
        fail_msg("%s: %u are left after %g s", name_of(r), wend_world_agents(world).count, most);
    return wend_world_time(world);
}

static void empties(const rooms *r, double most)
{
    wend_world *world = rooms_world(r);
    (void)drain(world, r, most);
    wend_world_destroy(world);
}

/// Steps until a gate gives a right of way.
static void step_until_gate(wend_world *world)
{
    while (world->gates.rights.count == 0 || world->gates.rights.data[0].direction == 0) {
        step(world);
        assert_true(wend_world_time(world) < 60);
    }
}

// ---- getting through ----------------------------------------------------------------------------

static void doors_empty(void **state)
{
    (void)state;
    rooms r = DOOR;
    r.west = r.east = long_tier() ? MOST_EACH : 12;
    for (uint64_t seed = 1; seed <= (long_tier() ? 3 : 1); ++seed)
        for (size_t p = 0; p < COUNT(PLANNERS); ++p)
            for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
                r.seed = seed;
                r.planner = PLANNERS[p];
                r.motion = MOTIONS[m];
                empties(&r, long_tier() ? 300 : 120);
            }
}

static void corridors_empty(void **state)
{
    (void)state;
    const double widths[] = {0.6, 1, 1.6, 2, 2.5, 3}, lengths[] = {5, 15, 30};
    rooms r = DOOR;
    r.west = r.east = long_tier() ? 20 : 6;
    for (size_t w = 0; w < COUNT(widths); ++w)
        for (size_t l = 0; l < COUNT(lengths); ++l)
            for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
                if (!long_tier() && (w + l + m) % 3 != 0)
                    continue;
                r.width = widths[w];
                r.length = lengths[l];
                r.motion = MOTIONS[m];
                empties(&r, 600);
            }
}

// A few get through against many.
static void three_against_sixty(void **state)
{
    (void)state;
    for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
        rooms r = DOOR;
        r.west = 3;
        r.east = MOST_EACH;
        r.motion = MOTIONS[m];
        wend_world *world = rooms_world(&r);
        uint32_t left = 3;
        double last = 0;
        while (left > 0 && last < 100) {
            step(world);
            last = wend_world_time(world);
            left = 0;
            for (uint32_t i = 0; i < 3; ++i)
                left += !wend_agent_id_is_null(wend_world_agents(world).ids[i]) &&
                        wend_world_agents(world).bodies[i].position.x < 0.5;
        }
        print_message("3 against 60, %s: through after %.1f s\n", motion_name(r.motion), last);
        assert_true(last <= 60);
        wend_world_destroy(world);
    }
}

/// Crossings of x = 0 in steps where both sides had somebody waiting.
static void both_sides_get_their_share(void **state)
{
    (void)state;
    enum { WINDOW = 600, MOST_STEPS = 3000 };
    for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
        rooms r = DOOR;
        r.west = r.east = MOST_EACH;
        r.motion = MOTIONS[m];
        wend_world *world = rooms_world(&r);
        static uint32_t through[2][MOST_STEPS + 1];
        double before[2 * MOST_EACH];
        for (uint32_t i = 0; i < 2 * MOST_EACH; ++i)
            before[i] = wend_world_agents(world).bodies[i].position.x;
        step_until_gate(world);
        uint32_t steps = 0;
        const wend_gate_side *sides = world->gate_memory.sides.data;
        while (steps < MOST_STEPS && world->gate_memory.visits.count > 0 && sides[0].before > 0 &&
               sides[1].before > 0) {
            wend_agents agents = wend_world_agents(world);
            for (int side = 0; side < 2; ++side)
                through[side][steps + 1] = through[side][steps];
            for (uint32_t i = 0; i < agents.slots; ++i) {
                double x = agents.bodies[i].position.x;
                if (wend_agent_id_is_null(agents.ids[i]))
                    continue;
                if ((before[i] < 0) != (x < 0))
                    ++through[x < 0][steps + 1];
                before[i] = x;
            }
            ++steps;
            step(world);
        }
        double least = 1, most = 0;
        for (uint32_t k = 0; k + WINDOW <= steps; ++k) {
            double east = through[0][k + WINDOW] - through[0][k],
                   west = through[1][k + WINDOW] - through[1][k];
            least = fmin(least, east / (east + west));
            most = fmax(most, east / (east + west));
        }
        if (most > 0)
            print_message(
                "%s: %.0f s with queues on both sides, one gets %.0f to %.0f %% of 60 s\n",
                motion_name(r.motion), 0.1 * steps, 100 * least, 100 * most);
        assert_true(most == 0 || (least >= 0.2 && most <= 0.8));
        wend_world_destroy(world);
    }
}

// ---- one way ------------------------------------------------------------------------------------

/// Steps two worlds that must not differ until somebody is stuck.
static void same_until_stuck(wend_world *a, wend_world *b, const rooms *r)
{
    while (wend_world_agents(a).count > 0) {
        step(a);
        step(b);
        if (count_events(a, WEND_EVENT_STUCK, NULL) > 0)
            return;
        wend_agents one = wend_world_agents(a), other = wend_world_agents(b);
        assert_int_equal(one.count, other.count);
        for (uint32_t i = 0; i < one.slots; ++i)
            if (memcmp(&one.bodies[i], &other.bodies[i], sizeof *one.bodies) != 0)
                fail_msg("%s: agent %u differs after %g s", name_of(r), i, wend_world_time(a));
    }
}

// Gates are known from the start, as if an agent had been stuck before. Only agents that wedge
// themselves in a mouth are helped, which shall not make it slower.
static void one_way_is_not_held_up(void **state)
{
    (void)state;
    double with_gates = 0, without_gates = 0;
    uint64_t seeds = long_tier() ? 20 : 3;
    for (uint64_t seed = 1; seed <= seeds; ++seed)
        for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
            rooms r = DOOR;
            r.west = 40;
            r.east = 0;
            r.motion = MOTIONS[m];
            r.seed = seed;
            wend_world *a = rooms_world(&r);
            r.no_gates = true;
            wend_world *b = rooms_world(&r);
            a->gates.wanted = true;
            same_until_stuck(a, b, &r);
            with_gates += drain(a, &r, 200);
            without_gates += drain(b, &r, 200);
            assert_int_equal(wend_world_gate_count(a), 1);
            assert_int_equal(wend_world_gate_count(b), 0);
            wend_world_gate_state gate;
            assert_int_equal(wend_world_gate(a, 0, &gate, NULL), WEND_OK);
            assert_true(gate.changes == 0 && gate.waited == 0);
            wend_world_destroy(a);
            wend_world_destroy(b);
        }
    print_message("40 one way: %.1f s with gates, %.1f s without\n", with_gates, without_gates);
    assert_true(with_gates <= 1.05 * without_gates);
}

// ---- walls that change --------------------------------------------------------------------------

static void doors_open_and_shut(void **state)
{
    (void)state;
    for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
        rooms r = DOOR;
        r.motion = MOTIONS[m];
        wend_world *world = rooms_world(&r);
        wend_door_def def = wend_default_door_def();
        wend_obstacle_id door;
        def.shape = (wend_shape){(wend_vec2[]){{0, -0.5}, {0, 0.5}}, NULL, 0, 2};
        assert_int_equal(wend_world_add_door(world, &def, &door, NULL), WEND_OK);
        step_until_gate(world);
        for (int k = 0; k < 4; ++k) {
            assert_int_equal(wend_world_set_door(world, door, k % 2 == 0, NULL), WEND_OK);
            for (int i = 0; i < 80; ++i)
                step(world);
        }
        (void)drain(world, &r, 200);
        wend_world_destroy(world);
    }
}

// Obstacles that move, blocking or not, do not make gates forget their rights of way.
static void moving_obstacles(void **state)
{
    (void)state;
    for (int blocking = 0; blocking < 2; ++blocking) {
        rooms r = DOOR;
        wend_world *world = rooms_world(&r);
        wend_moving_obstacle_def def = wend_default_moving_obstacle_def();
        def.shape = (wend_shape){(wend_vec2[]){{5, 3}, {5.6, 3}, {5.6, 3.6}, {5, 3.6}}, NULL, 0, 4};
        def.path = (wend_vec2[]){{5, 3}, {5, -3}};
        def.path_count = 2;
        def.loop = WEND_LOOP_BACK_AND_FORTH;
        def.speed = 0.5;
        def.blocking = blocking;
        assert_int_equal(wend_world_add_moving_obstacle(world, &def, NULL, NULL), WEND_OK);
        (void)drain(world, &r, 200);
        wend_world_gate_state gate;
        assert_int_equal(wend_world_gate(world, 0, &gate, NULL), WEND_OK);
        assert_true(gate.changes > 0 && gate.waited > 0);
        wend_world_destroy(world);
    }
}

// ---- the same bits ------------------------------------------------------------------------------

static wend_world *make(const void *subject, wend_allocator allocator, wend_tasks *tasks)
{
    rooms r = *(const rooms *)subject;
    r.allocator = allocator;
    r.tasks = tasks;
    return rooms_world(&r);
}

static void step_until_wanted(wend_world *world)
{
    while (!world->gates.wanted)
        step(world);
    assert_int_equal(wend_world_gate_count(world), 0);
}

static void has_changed(const wend_world *world)
{
    assert_true(world->gates.rights.data[0].changes > 0);
}

static void same_for_any_threads(void **state)
{
    (void)state;
    rooms r = DOOR;
    r.west = r.east = 40;
    assert_same_for_threads(&(moment){make, NULL, &r}, 400, has_changed);
}

static void going_back(void **state)
{
    (void)state;
    for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
        rooms r = DOOR;
        r.motion = MOTIONS[m];
        assert_goes_back_to(&(moment){make, step_until_gate, &r}, 200);
        // Also to before the gates were found.
        wend_world *world = rooms_world(&r);
        wend_snapshot *early = NULL;
        assert_int_equal(wend_world_save(world, &early, NULL), WEND_OK);
        step_until_gate(world);
        assert_int_equal(wend_world_restore(world, early, NULL), WEND_OK);
        assert_int_equal(wend_world_gate_count(world), 0);
        wend_snapshot_destroy(early);
        wend_world_destroy(world);
    }
}

static void memory_fails(void **state)
{
    (void)state;
    rooms r = DOOR;
    r.west = r.east = 6;
    assert_true(assert_step_survives(&(moment){make, step_until_wanted, &r}) > 5);
    // While a gate acts, steps allocate nothing.
    failing_allocator memory = {0};
    wend_world *world = make(&r, failing_allocator_of(&memory), NULL);
    step_until_gate(world);
    assert_int_equal(wend_world_gate_count(world), 1);
    for (int k = 0; k < 20; ++k)
        step(world);
    assert_warm(world, &memory, 20);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

static void bad_numbers(void **state)
{
    (void)state;
    rooms r = DOOR;
    wend_world *world = rooms_world(&r);
    wend_world_gate_state gate;
    wend_error error;
    assert_int_equal(wend_world_gate_count(world), 0);
    assert_int_equal(wend_world_gate(world, 0, &gate, &error), WEND_BAD_ARGUMENT);
    assert_true(strstr(error.text, "gate 0"));
    step_until_gate(world);
    assert_int_equal(wend_world_gate_count(world), 1);
    assert_int_equal(wend_world_gate(world, 0, &gate, NULL), WEND_OK);
    assert_true(fabs(gate.passage.width - 1) < 1e-6 && gate.direction > 0 && gate.changes == 1);
    assert_int_equal(wend_world_gate(world, 1, &gate, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_gate(world, UINT32_MAX, &gate, NULL), WEND_BAD_ARGUMENT);
    wend_world_destroy(world);
}

/// Does something to an agent inside of the gate.
static void meddle(wend_world *world, uint32_t slot, int what, wend_goal_id goal)
{
    wend_agent_id id = wend_world_agents(world).ids[slot];
    wend_agent_def def;
    assert_int_equal(wend_world_agent(world, id, &def, NULL), WEND_OK);
    switch (what) {
    case 0:
        assert_int_equal(wend_world_remove_agent(world, id, NULL), WEND_OK);
        break;
    case 1:
        assert_int_equal(wend_world_place_agent(world, id, (wend_vec2){-8, 5.5}, NULL, NULL),
                         WEND_OK);
        break;
    case 2: // turns round
        def.goal = goal;
        assert_int_equal(wend_world_change_agent(world, id, &def, NULL), WEND_OK);
        break;
    default: // an agent more, between two others
        def.position.x = -def.position.x;
        add_agent(world, &def);
        break;
    }
}

static void meddling_inside(void **state)
{
    (void)state;
    for (size_t m = 0; m < COUNT(MOTIONS); ++m)
        for (int what = 0; what < 4; ++what) {
            rooms r = DOOR;
            r.length = 3;
            r.motion = MOTIONS[m];
            wend_world *world = rooms_world(&r);
            wend_goal_id goal = box_goal(world, -13, -5, -12.5, 5);
            int done = 0;
            while (wend_world_agents(world).count > 0 && wend_world_time(world) < 400) {
                step(world);
                wend_agents agents = wend_world_agents(world);
                for (uint32_t i = 0; i < agents.slots && done < 4; ++i)
                    if (world->gate_memory.visits.count > i &&
                        !wend_agent_id_is_null(agents.ids[i]) &&
                        world->gates.rights.data[0].direction > 0 &&
                        world->gate_memory.visits.data[i].gate1 > 0 &&
                        world->gate_memory.visits.data[i].place == WEND_GATE_INSIDE) {
                        meddle(world, i, what, goal);
                        ++done;
                        break;
                    }
            }
            assert_true(done > 0);
            if (wend_world_agents(world).count > 0)
                fail_msg("%s, meddling %d: %u are left", name_of(&r), what,
                         wend_world_agents(world).count);
            wend_world_destroy(world);
        }
}

// One stands in the door for ever: the others are told stuck, or without a path;
// nothing worse.
static void somebody_stands_in_the_door(void **state)
{
    (void)state;
    for (size_t p = 0; p < COUNT(PLANNERS); ++p)
        for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
            rooms r = DOOR;
            r.width = 0.8;
            r.west = r.east = 8;
            r.planner = PLANNERS[p];
            r.motion = MOTIONS[m];
            wend_world *world = rooms_world(&r);
            wend_agent_def dead = walker_at(0, 0, (wend_goal_id){0});
            dead.avoidance_share = 0;
            dead.motion = r.motion;
            wend_agent_id id = add_agent(world, &dead);
            uint32_t stuck = 0;
            for (int k = 0; k < 600; ++k) {
                step(world);
                stuck += count_events(world, WEND_EVENT_STUCK, NULL) +
                         count_events(world, WEND_EVENT_NO_PATH, NULL);
            }
            // Contacts may push it out of the door.
            if (wend_world_agents(world).count == 17 && stuck < 8)
                fail_msg("%s: only %u are stuck", name_of(&r), stuck);
            wend_agents agents = wend_world_agents(world);
            for (uint32_t i = 0; i < agents.slots; ++i)
                if (!wend_agent_id_is_null(agents.ids[i]))
                    assert_true(fabs(agents.bodies[i].position.x) < 12.2 &&
                                fabs(agents.bodies[i].position.y) < 6);
            assert_int_equal(wend_world_remove_agent(world, id, NULL), WEND_OK);
            (void)drain(world, &r, 200);
            wend_world_destroy(world);
        }
}

/// A channel above a pocket: those in the pocket stand around the corner of its mouth, where the
/// way into it is not straight. The others come the other way.
static void from_around_a_corner(void **state)
{
    (void)state;
    static const double BOXES[][4] = {
        {-8, -4, 12, 4}, {-0.7, 3.2, 0.7, 3.25}, {0.65, -4, 0.7, 3.1}};
    for (size_t p = 0; p < COUNT(PLANNERS); ++p)
        for (size_t m = 0; m < COUNT(MOTIONS); ++m) {
            if (PLANNERS[p] == WEND_PLANNER_DIRECT)
                continue;
            rooms r = {.planner = PLANNERS[p], .motion = MOTIONS[m]};
            wend_world *world = box_world(def_of(0.1), BOXES, COUNT(BOXES));
            wend_goal_id east = box_goal(world, 11, -4, 12, 4),
                         west = box_goal(world, -8, -4, -7, 4);
            for (int i = 0; i < 12; ++i) {
                wend_agent_def def = i < 2 ? guided_at(0.2, 2.2 - i, east, r.planner, r.motion)
                                           : guided_at(1.2 + 0.7 * (i % 5), 3 - 0.9 * (i / 5), west,
                                                       r.planner, r.motion);
                add_agent(world, &def);
            }
            (void)drain(world, &r, 200);
            wend_world_destroy(world);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doors_empty),
        cmocka_unit_test(corridors_empty),
        cmocka_unit_test(three_against_sixty),
        cmocka_unit_test(both_sides_get_their_share),
        cmocka_unit_test(one_way_is_not_held_up),
        cmocka_unit_test(doors_open_and_shut),
        cmocka_unit_test(moving_obstacles),
        cmocka_unit_test(same_for_any_threads),
        cmocka_unit_test(going_back),
        cmocka_unit_test(memory_fails),
        cmocka_unit_test(bad_numbers),
        cmocka_unit_test(meddling_inside),
        cmocka_unit_test(somebody_stands_in_the_door),
        cmocka_unit_test(from_around_a_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
