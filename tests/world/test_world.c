// SPDX-License-Identifier: MIT
// The life of a world: what it refuses, and agents that come, are changed and go, between steps.
// Against a model of the crowd that is a plain list.
#include "tests/world/world_support.h"

static const double HALL[][4] = {{0, 0, 20, 10}};

static wend_world *hall(void)
{
    return box_world(wend_default_world_def(), HALL, 1);
}

// ---- what is refused ----------------------------------------------------------------------------

#define REFUSES_WORLD(change)                                                                      \
    do {                                                                                           \
        wend_world_def def = wend_default_world_def();                                             \
        wend_world *world = (wend_world *)&def;                                                    \
        wend_error error = {0};                                                                    \
        change;                                                                                    \
        assert_int_equal(wend_world_create(&def, &world, &error), WEND_BAD_ARGUMENT);              \
        assert_null(world);                                                                        \
        assert_true(error.text[0] != 0);                                                           \
    } while (0)

static void bad_world_defs(void **state)
{
    (void)state;
    REFUSES_WORLD(def.cookie = 0);
    REFUSES_WORLD(def.step = 0);
    REFUSES_WORLD(def.step = NAN);
    REFUSES_WORLD(def.step = INFINITY);
    REFUSES_WORLD(def.bias = (wend_bias)7);
    REFUSES_WORLD(def.portals_ahead = 0);
    REFUSES_WORLD(def.approach_angle = -1);
    REFUSES_WORLD(def.max_searches = 0);
    REFUSES_WORLD(def.stuck_after = 0);
    REFUSES_WORLD(def.rest_before_wall = NAN);
    REFUSES_WORLD(def.orca.max_neighbours = 0);
    REFUSES_WORLD(def.arc.deviation = 0.5);
    wend_error error;
    wend_world *world;
    assert_int_equal(wend_world_create(NULL, &world, &error), WEND_BAD_ARGUMENT);
    wend_world_destroy(NULL);
}

#define REFUSES_AGENT(wanted, change)                                                              \
    do {                                                                                           \
        wend_agent_def def = wend_default_agent_def();                                             \
        def.position = (wend_vec2){2, 5};                                                          \
        wend_error error = {0};                                                                    \
        wend_agent_id id = {{7, 7}};                                                               \
        change;                                                                                    \
        assert_int_equal(wend_world_add_agent(world, &def, &id, &error), wanted);                  \
        assert_true(wend_agent_id_is_null(id));                                                    \
        assert_true(error.text[0] != 0);                                                           \
        assert_int_equal(wend_world_change_agent(world, there, &def, &error), wanted);             \
    } while (0)

static void bad_agent_defs(void **state)
{
    (void)state;
    static const double BOXES[][4] = {{0, 0, 20, 10}, {8, 4, 10, 6}};
    wend_world *world = box_world(wend_default_world_def(), BOXES, 2);
    wend_agent_def plain = walker_at(1, 1, (wend_goal_id){0});
    wend_agent_id there = add_agent(world, &plain);
    uint64_t hash = wend_world_hash(world);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.cookie = 1);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.radius = 0);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.radius = -1);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.radius = NAN);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.radius = INFINITY);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.radius = 1e-60);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.preferred_speed = -1);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.preferred_speed = 1e300);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.max_speed = 1);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.time_horizon = 0);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.avoidance_share = 1.5);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.avoidance_share = NAN);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.premovement_time = -1);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.velocity.x = INFINITY);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.planner = (wend_planner_kind)9);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.motion = (wend_motion_kind)9);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.position.x = NAN);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.position.x = 1e12);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.position.x = 21);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.position.x = 20);
    REFUSES_AGENT(WEND_BAD_ARGUMENT, def.position.x = 9);
    REFUSES_AGENT(WEND_STALE, def.goal = ((wend_goal_id){{1, 1}}));
    REFUSES_AGENT(WEND_STALE, def.route = ((wend_route_id){{1, 1}}));
    wend_error error;
    assert_int_equal(wend_world_place_agent(world, there, (wend_vec2){9, 5}, NULL, &error),
                     WEND_BAD_ARGUMENT);
    assert_true(error.has_position && error.position.x == 9);
    assert_int_equal(
        wend_world_place_agent(world, there, (wend_vec2){1, 1}, &(wend_vec2){NAN, 0}, &error),
        WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_hash(world), hash);
    wend_world_destroy(world);
}

static void stale_ids(void **state)
{
    (void)state;
    wend_world *world = hall();
    assert_stale(world, (wend_agent_id){0});
    assert_stale(world, (wend_agent_id){{5, 1}});
    wend_agent_def def = walker_at(2, 2, (wend_goal_id){0});
    wend_agent_id first = add_agent(world, &def);
    assert_int_equal(wend_world_remove_agent(world, first, NULL), WEND_OK);
    assert_stale(world, first);
    wend_agent_id second = add_agent(world, &def);
    assert_int_equal(second.raw.slot1, first.raw.slot1);
    assert_stale(world, first);
    assert_true(wend_agent_id_equal(wend_world_agents(world).ids[0], second));
    wend_world_destroy(world);
}

// ---- a crowd and its model ----------------------------------------------------------------------

enum { MODEL = 200 };

typedef struct model {
    wend_agent_id ids[MODEL];
    wend_agent_def defs[MODEL];
    uint32_t count;
    wend_agent_id gone[MODEL];
    uint32_t gone_count;
} model;

static wend_agent_def random_def(wend_random *random)
{
    wend_agent_def def = wend_default_agent_def();
    def.position.x = wend_random_between(random, 1, 19);
    def.position.y = wend_random_between(random, 1, 9);
    def.velocity.x = wend_random_between(random, -1, 1);
    def.radius = (float)wend_random_between(random, 0.05, 0.3);
    def.preferred_speed = wend_random_between(random, 0, 2);
    def.max_speed = (float)wend_random_between(random, 2, 3);
    def.time_horizon = (float)wend_random_between(random, 0.5, 3);
    def.avoidance_share = (float)wend_random_unit(random);
    def.social_group = wend_random_below(random, 5);
    def.role = wend_random_below(random, 5);
    def.user = wend_random_u64(random);
    def.planner = wend_random_below(random, 2) ? WEND_PLANNER_MESH : WEND_PLANNER_DIRECT;
    return def;
}

static void assert_same(const wend_agent_def *a, const wend_agent_def *b, bool same_place)
{
    assert_true(a->radius == b->radius && a->preferred_speed == b->preferred_speed &&
                a->max_speed == b->max_speed);
    assert_true(a->time_horizon == b->time_horizon && a->avoidance_share == b->avoidance_share);
    assert_true(a->social_group == b->social_group && a->role == b->role && a->user == b->user);
    assert_true(a->planner == b->planner && a->motion == b->motion);
    if (same_place)
        assert_true(a->position.x == b->position.x && a->position.y == b->position.y &&
                    a->velocity.x == b->velocity.x && a->velocity.y == b->velocity.y);
}

static void compare(wend_world *world, const model *m, bool same_place)
{
    wend_agents agents = wend_world_agents(world);
    assert_int_equal(agents.count, m->count);
    uint32_t there = 0;
    for (uint32_t i = 0; i < agents.slots; ++i) {
        assert_int_equal(agents.bodies[i].radius < 0, wend_agent_id_is_null(agents.ids[i]));
        there += !wend_agent_id_is_null(agents.ids[i]);
    }
    assert_int_equal(there, m->count);
    for (uint32_t i = 0; i < m->count; ++i) {
        wend_agent_def def;
        assert_int_equal(wend_world_agent(world, m->ids[i], &def, NULL), WEND_OK);
        assert_same(&def, &m->defs[i], same_place);
        uint32_t slot = m->ids[i].raw.slot1 - 1;
        assert_true(wend_agent_id_equal(agents.ids[slot], m->ids[i]));
        assert_int_equal(agents.social_groups[slot], m->defs[i].social_group);
    }
    for (uint32_t i = 0; i < m->gone_count; ++i)
        assert_int_equal(wend_world_remove_agent(world, m->gone[i], NULL), WEND_STALE);
}

static void one_change(wend_world *world, model *m, wend_random *random)
{
    uint32_t i = m->count > 0 ? wend_random_below(random, m->count) : 0;
    wend_agent_def def = random_def(random);
    switch (m->count == 0 ? 0 : wend_random_below(random, 5)) {
    case 0:
    case 1:
        if (m->count == MODEL)
            break;
        m->defs[m->count] = def;
        m->ids[m->count++] = add_agent(world, &def);
        break;
    case 2:
        assert_int_equal(wend_world_remove_agent(world, m->ids[i], NULL), WEND_OK);
        m->gone[m->gone_count++ % MODEL] = m->ids[i];
        m->gone_count = m->gone_count < MODEL ? m->gone_count : MODEL - 1;
        m->ids[i] = m->ids[--m->count];
        m->defs[i] = m->defs[m->count];
        break;
    case 3:
        assert_int_equal(wend_world_change_agent(world, m->ids[i], &def, NULL), WEND_OK);
        m->defs[i] = def;
        break;
    case 4:
        assert_int_equal(
            wend_world_place_agent(world, m->ids[i], def.position, &def.velocity, NULL), WEND_OK);
        m->defs[i].position = def.position;
        m->defs[i].velocity = def.velocity;
        break;
    }
}

static void random_changes(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (long_tier() ? 50 : 5); ++seed) {
        wend_world *world = hall();
        wend_random random = wend_random_stream(seed, 1);
        model m = {0};
        for (int round = 0; round < 60; ++round) {
            for (uint32_t i = wend_random_below(&random, 20); i > 0; --i)
                one_change(world, &m, &random);
            compare(world, &m, round == 0);
            step(world);
            compare(world, &m, false);
            // As the model has no physics it learns where they are.
            for (uint32_t i = 0; i < m.count; ++i)
                assert_int_equal(wend_world_agent(world, m.ids[i], &m.defs[i], NULL), WEND_OK);
        }
        wend_world_destroy(world);
    }
}

// Giving an agent back as it was changes nothing, whatever it is doing.
static void change_nothing(void **state)
{
    (void)state;
    wend_world *world = hall();
    wend_agent_def def = walker_at(2, 5, point_goal(world, 18, 5));
    def.max_speed = def.preferred_speed;
    wend_agent_id walks = add_agent(world, &def);
    def.position.y = 3;
    def.premovement_time = 0.7;
    wend_agent_id reacts = add_agent(world, &def);
    for (int i = 0; i < 20; ++i) {
        uint64_t hash = wend_world_hash(world);
        wend_agent_def a, b;
        assert_int_equal(wend_world_agent(world, walks, &a, NULL), WEND_OK);
        assert_int_equal(wend_world_agent(world, reacts, &b, NULL), WEND_OK);
        assert_int_equal(wend_world_change_agent(world, walks, &a, NULL), WEND_OK);
        assert_int_equal(wend_world_change_agent(world, reacts, &b, NULL), WEND_OK);
        assert_int_equal(wend_world_hash(world), hash);
        step(world);
    }
    wend_world_destroy(world);
}

static void an_empty_world(void **state)
{
    (void)state;
    wend_world *world = box_world(wend_default_world_def(), NULL, 0);
    uint32_t count;
    wend_world_events(world, &count);
    assert_int_equal(count, 0);
    for (int i = 0; i < 30; ++i)
        step(world);
    assert_int_equal(wend_world_steps(world), 30);
    assert_true(fabs(wend_world_time(world) - 3) < 1e-12);
    assert_int_equal(wend_world_agents(world).count, 0);
    for (int i = 0; i < WEND_PHASES; ++i)
        assert_true(wend_world_last_times(world).seconds[i] >= 0);
    assert_string_equal(wend_phase_name(WEND_PHASE_INDEX), "index");
    assert_string_equal(wend_event_name(WEND_EVENT_NO_PATH), "no_path");
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_world), cmocka_unit_test(bad_world_defs),
        cmocka_unit_test(bad_agent_defs), cmocka_unit_test(stale_ids),
        cmocka_unit_test(random_changes), cmocka_unit_test(change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
