// SPDX-License-Identifier: MIT
// From a scene to a world: everybody is there or to come, goals and routes are shared, doors and
// movers are as the scene says, names are found again, and what can't be run is refused in words.
#include "tests/scene/scene_text.h"
#include "tests/support/failing_malloc.h"

#include "formats/formats.h"
#include "scene/build/world.h"
#include "scene/builtin/builtin.h"
#include "wend/random.h"
#include "world/world.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

// ---- helpers ------------------------------------------------------------------------------------

typedef struct made {
    scene *s;
    wend_world *world;
    scene_names names;
} made;

static made make_with(const char *json, const scene_world_options *options)
{
    made m = {.s = read_sound_scene(json)};
    wend_error error = {0};
    wend_result result = scene_world(m.s, options, &m.world, &m.names, &error);
    if (result != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return m;
}

static made make(const char *json)
{
    return make_with(json, &(scene_world_options){0});
}

static void unmake(made *m)
{
    scene_names_free(&m->names);
    wend_world_destroy(m->world);
    scene_free(m->s);
}

static wend_agent_def agent_of(const made *m, uint32_t entry)
{
    wend_agent_def def;
    wend_error error = {0};
    assert_false(wend_agent_id_is_null(m->names.agents[entry]));
    assert_int_equal(wend_world_agent(m->world, m->names.agents[entry], &def, &error), WEND_OK);
    return def;
}

static const wend_world_route *route_of(const made *m, wend_route_id id)
{
    assert_false(wend_route_id_is_null(id));
    return &m->world->goals.routes.data[wend_id_slot(id.raw)];
}

#define ROOM "\"wend\": 1, \"bounds\": [[0, 0], [40, 0], [40, 20], [0, 20]]"
#define AREAS                                                                                      \
    "\"areas\": {\"left\": [[1, 1], [9, 1], [9, 19], [1, 19]], \"a\": [[38, 8], [40, 8], [40, "    \
    "12]], \"b\": [[38, 1], [40, 1], [40, 4]], \"desk\": [[20, 5], [22, 5], [22, 7]]}"

// ---- who ----------------------------------------------------------------------------------------

static void test_everybody_is_there_or_to_come(void **state)
{
    (void)state;
    made m = make("{" ROOM ", " AREAS ", \"agents\": [{\"in\": \"left\", \"count\": 50, \"goal\": "
                  "\"a\"}, {\"at\": [15, 10], \"goal\": \"a\"}, {\"in\": \"left\", \"count\": 30, "
                  "\"rate\": 2}, {\"at\": [15, 12], \"start\": 7}, {\"at\": [15, 14], \"speed\": "
                  "{\"mean\": 1.3, \"deviation\": 0.1}}]}");
    wend_agents agents = wend_world_agents(m.world);
    assert_int_equal(agents.count, 52); // the last one stands at its place from the beginning
    assert_int_equal(wend_world_pending(m.world), 31);
    uint32_t of_entry[5] = {0};
    for (uint32_t slot = 0; slot < agents.slots; ++slot) {
        wend_agent_def def;
        if (wend_agent_id_is_null(agents.ids[slot]))
            continue;
        assert_int_equal(wend_world_agent(m.world, agents.ids[slot], &def, NULL), WEND_OK);
        assert_true(def.user < 5);
        ++of_entry[def.user];
        if (def.user == 0)
            assert_true(def.position.x >= 1 && def.position.x <= 9);
    }
    assert_true(of_entry[0] == 50 && of_entry[1] == 1 && of_entry[2] == 0 && of_entry[3] == 0 &&
                of_entry[4] == 1);
    static const bool spawns[] = {true, false, true, true, true};
    for (uint32_t i = 0; i < 5; ++i) {
        assert_int_equal(wend_spawner_id_is_null(m.names.spawners[i]), !spawns[i]);
        assert_int_equal(wend_agent_id_is_null(m.names.agents[i]), spawns[i]);
    }
    unmake(&m);
}

static void test_an_agent_is_as_the_scene_says(void **state)
{
    (void)state;
    made m =
        make("{" ROOM ", \"agents\": [{\"at\": [15, 10], \"radius\": 0.4, \"speed\": 1.1, "
             "\"max_speed\": 1.9, \"horizon\": 3, \"share\": 0.25, \"reaction\": 6, \"group\": "
             "\"red\", \"role\": \"thief\", \"guide\": \"direct\"}, {\"at\": [17, 10], "
             "\"group\": \"blue\"}, {\"at\": [19, 10], \"group\": \"red\", \"role\": "
             "\"farmer\"}, {\"at\": [21, 10]}]}");
    wend_agent_def one = agent_of(&m, 0), two = agent_of(&m, 1), three = agent_of(&m, 2),
                   four = agent_of(&m, 3);
    assert_true(one.position.x == 15 && one.position.y == 10);
    // Bodies keep what ORCA reads as float.
    assert_true((float)one.radius == 0.4f && (float)one.max_speed == 1.9f);
    assert_true(one.preferred_speed == 1.1 && one.time_horizon == 3 && one.avoidance_share == 0.25);
    assert_int_equal(one.planner, WEND_PLANNER_DIRECT);
    assert_int_equal(two.planner, WEND_PLANNER_MESH);
    assert_true(two.time_horizon == wend_default_agent_def().time_horizon &&
                two.avoidance_share == wend_default_agent_def().avoidance_share);
    wend_agent_state doing;
    assert_int_equal(wend_world_agent_state(m.world, m.names.agents[0], &doing, NULL), WEND_OK);
    assert_int_equal(
        doing.activity == WEND_ACTIVITY_PREMOVEMENT || doing.activity == WEND_ACTIVITY_IDLE, 1);

    assert_int_equal(m.names.group_count, 3);
    assert_int_equal(m.names.role_count, 3);
    assert_null(m.names.groups[0]);
    assert_string_equal(m.names.groups[one.social_group], "red");
    assert_string_equal(m.names.groups[two.social_group], "blue");
    assert_int_equal(one.social_group, three.social_group);
    assert_int_equal(four.social_group, 0);
    assert_string_equal(m.names.roles[one.role], "thief");
    assert_string_equal(m.names.roles[three.role], "farmer");
    assert_int_equal(four.role, 0);
    unmake(&m);
}

// ---- where to -----------------------------------------------------------------------------------

static void test_goals_are_shared(void **state)
{
    (void)state;
    made m =
        make("{" ROOM ", " AREAS ", \"agents\": [{\"at\": [10, 10], \"goal\": \"a\"}, {\"at\": "
             "[12, 10], \"goal\": \"b\"}, {\"at\": [14, 10], \"goal\": \"a\"}, {\"at\": [16, "
             "10], \"goal\": [30, 5]}, {\"at\": [18, 10], \"goal\": [30, 5]}, {\"at\": [20, "
             "10], \"goal\": [[30, 5], [30, 6]]}, {\"at\": [22, 10]}]}");
    assert_int_equal(m.world->goals.goals.count, 4);
    assert_int_equal(m.world->goals.routes.count, 0);
    wend_agent_def first = agent_of(&m, 0);
    assert_true(wend_goal_id_equal(first.goal, agent_of(&m, 2).goal));
    assert_false(wend_goal_id_equal(first.goal, agent_of(&m, 1).goal));
    assert_true(wend_goal_id_equal(agent_of(&m, 3).goal, agent_of(&m, 4).goal));
    assert_false(wend_goal_id_equal(agent_of(&m, 3).goal, agent_of(&m, 5).goal));
    assert_true(wend_goal_id_is_null(agent_of(&m, 6).goal) &&
                wend_route_id_is_null(agent_of(&m, 6).route));
    assert_true(wend_goal_id_is_null(m.names.goals[0])); // nobody goes to the left
    assert_true(wend_goal_id_equal(m.names.goals[1], first.goal));
    assert_true(wend_goal_id_equal(m.names.goals[2], agent_of(&m, 1).goal));
    unmake(&m);
}

static void test_routes(void **state)
{
    (void)state;
    static const char way[] = "\"stops\": [{\"goal\": \"desk\", \"wait\": 5, \"wait_spread\": 2}, "
                              "{\"goal\": [30, 5]}], \"goal\": [\"a\", \"b\"], \"choice\": \"in "
                              "turn\", \"end\": \"repeat\", \"repeats\": 3";
    char json[3000];
    snprintf(json, sizeof json,
             "{" ROOM ", " AREAS ", \"agents\": [{\"at\": [10, 10], %s}, {\"at\": [12, 10], "
             "\"goal\": \"a\", \"end\": \"stay\"}, {\"at\": [14, 10], %s}, {\"at\": [16, 10], "
             "\"goal\": [\"a\", \"b\"], \"choice\": \"quickest\"}, {\"at\": [18, 10], \"goal\": "
             "[\"a\", \"b\"]}]}",
             way, way);
    made m = make(json);
    assert_int_equal(m.world->goals.goals.count, 4);
    assert_int_equal(m.world->goals.routes.count, 4);
    // Those with the same way share it, so that turns are taken by all of them together.
    wend_agent_def first = agent_of(&m, 0);
    assert_true(wend_goal_id_is_null(first.goal));
    assert_true(wend_route_id_equal(first.route, agent_of(&m, 2).route));

    const wend_world_route *route = route_of(&m, first.route);
    const wend_world_stop *stops = &m.world->goals.stops.data[route->first];
    assert_int_equal(route->count, 3);
    assert_true(route->end == WEND_ON_ARRIVAL_REPEAT && route->repeats == 3);
    assert_true(stops[0].wait == 5 && stops[0].wait_spread == 2 && stops[1].wait == 0);
    assert_true(stops[0].count == 1 && stops[1].count == 1 && stops[2].count == 2);
    assert_int_equal(stops[2].choice, WEND_CHOICE_IN_TURN);
    assert_int_equal(route_of(&m, agent_of(&m, 1).route)->end, WEND_ON_ARRIVAL_STAY);
    route = route_of(&m, agent_of(&m, 3).route);
    assert_int_equal(m.world->goals.stops.data[route->first].choice, WEND_CHOICE_QUICKEST);
    assert_int_equal(route->end, WEND_ON_ARRIVAL_LEAVE);
    route = route_of(&m, agent_of(&m, 4).route);
    assert_int_equal(m.world->goals.stops.data[route->first].choice, WEND_CHOICE_NEAREST);
    unmake(&m);
}

// ---- doors, movers, zones -----------------------------------------------------------------------

static bool is_shut(const made *m, uint32_t door)
{
    bool shut = false;
    assert_int_equal(wend_world_door(m->world, m->names.doors[door], &shut, NULL), WEND_OK);
    return shut;
}

static void test_doors_open_and_shut(void **state)
{
    (void)state;
    made m = make("{" ROOM ", \"doors\": [{\"segment\": [[10, 0], [10, 20]], \"name\": \"gate\", "
                  "\"shut\": true, \"times\": [0.55, 1.05]}, {\"polygon\": [[20, 5], [21, 5], [21, "
                  "6]]}]}");
    assert_true(is_shut(&m, 0));
    assert_false(is_shut(&m, 1));
    bool seen_open = false;
    for (int i = 0; i < 15; ++i) {
        assert_int_equal(wend_world_step(m.world, NULL), WEND_OK);
        seen_open = seen_open || !is_shut(&m, 0);
    }
    assert_true(seen_open && is_shut(&m, 0));
    unmake(&m);
}

typedef struct seen {
    wend_vec2 mover;
    int movers;
} seen;

static bool see(void *context, wend_obstacle_id id, wend_obstacle_kind kind, bool shut,
                const wend_shape *shape)
{
    (void)id;
    (void)shut;
    seen *what = context;
    if (kind == WEND_OBSTACLE_MOVING) {
        ++what->movers;
        what->mover = shape->points[0];
    }
    return true;
}

static void test_movers_move(void **state)
{
    (void)state;
    made m = make("{" ROOM ", \"movers\": [{\"polygon\": [[10, 5], [11, 5], [11, 6]], \"path\": "
                  "[[0, 0], [5, 0]], \"speed\": 2, \"name\": \"cart\"}]}");
    seen before = {0}, after = {0};
    wend_world_obstacles(m.world, see, &before);
    assert_int_equal(before.movers, 1);
    for (int i = 0; i < 10; ++i)
        assert_int_equal(wend_world_step(m.world, NULL), WEND_OK);
    wend_world_obstacles(m.world, see, &after);
    assert_true(fabs(after.mover.x - before.mover.x - 2) < 0.21 && after.mover.y == before.mover.y);
    unmake(&m);
}

static void test_zones(void **state)
{
    (void)state;
    made m = make("{" ROOM ", " AREAS ", \"zones\": [{\"area\": \"desk\", \"factor\": 0.25}]}");
    assert_true(wend_goals_factor(&m.world->goals, (wend_vec2){21.5, 5.5}) == 0.25);
    assert_true(wend_goals_factor(&m.world->goals, (wend_vec2){5, 5}) == 1);
    unmake(&m);
}

// ---- options ------------------------------------------------------------------------------------

static void test_options(void **state)
{
    (void)state;
    static const char json[] =
        "{" ROOM ", \"agents\": [{\"at\": [15, 10], \"guide\": \"voronoi\", \"motion\": "
        "\"steer\"}], \"step\": 0.05, \"seed\": 7, \"bias\": \"path\", \"ahead\": 3, "
        "\"iterations\": 50, \"weight\": 0.25}";
    uint64_t seed = 9;
    wend_world_def def = wend_default_world_def();
    def.stuck_after = 17;
    def.step = 5; // the scene's counts
    scene_world_options options = {.planner = "direct", .motion = "orca", .def = &def};
    made m = make_with(json, &options);
    assert_int_equal(agent_of(&m, 0).planner, WEND_PLANNER_DIRECT);
    assert_true(m.world->def.step == 0.05 && m.world->def.seed == 7);
    assert_true(m.world->def.bias == WEND_BIAS_PATH && m.world->def.portals_ahead == 3);
    assert_false(m.world->def.arc.points);
    assert_true(m.world->def.search_budget == 50 && m.world->def.clearance_weight == 0.25);
    assert_true(m.world->def.stuck_after == 17);
    unmake(&m);
    options.step = 0.2;
    options.seed = &seed;
    options.bias = "middle";
    options.ahead = 5;
    options.points = true;
    m = make_with(json, &options);
    assert_true(m.world->def.step == 0.2 && m.world->def.seed == 9);
    assert_true(m.world->def.bias == WEND_BIAS_MIDDLE && m.world->def.portals_ahead == 5);
    assert_true(m.world->def.arc.points);
    unmake(&m);
}

static void refuse(const char *json, const scene_world_options *options, const char *words)
{
    scene *s = read_scene(json);
    wend_world *world = NULL;
    scene_names names;
    wend_error error = {0};
    wend_result result = scene_world(s, options, &world, &names, &error);
    assert_true(wend_failed(result));
    if (!strstr(wend_error_text(&error), words))
        fail_msg("\"%s\" is not in \"%s\"", words, wend_error_text(&error));
    assert_null(world);
    assert_true(wend_failed(scene_world(s, options, &world, NULL, NULL)));
    scene_free(s);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    const scene_world_options none = {0}, group = {.planner = "group"},
                              crowd = {.planner = "crowd"}, left = {.bias = "left"};
    refuse("{" ROOM ", \"agents\": [{\"at\": [1, 1]}, {\"at\": [3, 1], \"guide\": \"group\"}]}",
           &none, "agents entry 2: a coherent group starts in an area");
    refuse("{" ROOM ", \"agents\": [{\"at\": [1, 1]}]}", &group, "starts in an area");
    refuse("{" ROOM ", \"agents\": [{\"at\": [1, 1]}]}", &crowd,
           "unknown planner \"crowd\": use mesh, direct, voronoi, mang, map, lanes or "
           "group");
    refuse("{" ROOM "}", &left, "path, ahead, visible or middle");
    refuse("{" ROOM ", \"agents\": [{\"in\": \"nowhere\"}]}", &none,
           "agents entry 1: no area is called \"nowhere\"");
    refuse("{" ROOM ", \"agents\": [{\"at\": [1, 1], \"goal\": \"nowhere\"}]}", &none,
           "no area is called \"nowhere\"");
    refuse("{" ROOM ", \"areas\": {\"a\": {\"polygon\": [[1, 1], [9, 1], [9, 9]], \"holes\": [[[7, "
           "2], [8, 2], [8, 3]]]}}, \"zones\": [{\"area\": \"a\", \"factor\": 1}]}",
           &none, "zone 1: the area \"a\" has holes");
    refuse("{" ROOM ", \"obstacles\": [{\"segment\": [[30, 5], [50, 5]]}]}", &none, "");
    refuse("{" ROOM ", \"obstacles\": [{\"segment\": [[0, 5], [40, 5]]}], \"doors\": "
           "[{\"segment\": [[5, 0], [5, 20]], \"shut\": true}]}",
           &none, "door 1: ");
}

// ---- the whole ----------------------------------------------------------------------------------

static const char busy[] =
    "{" ROOM ", " AREAS
    ", \"obstacles\": [{\"segment\": [[25, 0], [25, 8]]}], \"doors\": [{\"segment\": [[25, 8], "
    "[25, 20]], \"times\": [3, 5], \"period\": 9}], \"movers\": [{\"circle\": [30, 15], "
    "\"radius\": 0.5, \"path\": [[30, 15], [35, 15]], \"way\": \"back and forth\"}], \"zones\": "
    "[{\"area\": \"desk\", \"factor\": 0.5}], \"agents\": [{\"in\": \"left\", \"count\": 20, "
    "\"goal\": [\"a\", \"b\"], \"choice\": \"in turn\", \"radius\": {\"deviation\": 0.02}}, "
    "{\"in\": \"left\", \"count\": 9, \"rate\": 3, \"goal\": \"b\", \"group\": \"g\"}, {\"at\": "
    "[15, 5], \"stops\": [{\"goal\": \"desk\"}], \"goal\": [30, 5], \"role\": \"r\"}], \"seed\": "
    "3}";

static uint64_t hash_after(const scene_world_options *options, int steps)
{
    made m = make_with(busy, options);
    for (int i = 0; i < steps; ++i)
        assert_int_equal(wend_world_step(m.world, NULL), WEND_OK);
    uint64_t hash = wend_world_hash(m.world);
    unmake(&m);
    return hash;
}

static void test_the_same_scene_gives_the_same_world(void **state)
{
    (void)state;
    uint64_t seed = 4;
    const scene_world_options none = {0}, other = {.seed = &seed};
    assert_true(hash_after(&none, 0) == hash_after(&none, 0));
    assert_true(hash_after(&none, 60) == hash_after(&none, 60));
    assert_true(hash_after(&none, 0) != hash_after(&other, 0));
}

static void test_a_scene_without_bounds(void **state)
{
    (void)state;
    made m = make("{\"wend\": 1, \"agents\": [{\"at\": [1e6, 0], \"goal\": [1000010, 0]}]}");
    wend_box frame = scene_world_frame(m.s);
    assert_true(frame.min.x < 1e6 - 50 && frame.max.x > 1e6 + 60 && frame.max.y > 50);
    for (int i = 0; i < 200 && wend_world_agents(m.world).count > 0; ++i)
        assert_int_equal(wend_world_step(m.world, NULL), WEND_OK);
    assert_int_equal(wend_world_agents(m.world).count, 0);
    unmake(&m);
    m = make("{\"wend\": 1}");
    assert_int_equal(wend_world_step(m.world, NULL), WEND_OK);
    unmake(&m);
}

static void test_all_built_in_scenes_make_a_world(void **state)
{
    (void)state;
    for (size_t i = 0; i < builtin_count(); ++i) {
        problem_list problems = {0};
        const char *name = builtin_at(i).name;
        scene *s = scene_load(name, &problems);
        assert_non_null(s);
        wend_world *world = NULL;
        wend_error error = {0};
        scene_world_options options = {.planner = "mesh", .motion = "orca"};
        if (scene_world(s, &options, &world, NULL, &error) != WEND_OK)
            fail_msg("%s: %s", name, wend_error_text(&error));
        uint64_t all = 0;
        for (uint32_t k = 0; k < s->agents_count; ++k)
            all += s->agents[k].def.count;
        assert_int_equal(wend_world_agents(world).count + wend_world_pending(world), all);
        wend_world_destroy(world);
        scene_free(s);
    }
}

// Fails each allocation in turn, jansson's and the library's too.
static void test_running_out_of_memory_is_an_ordinary_result(void **state)
{
    (void)state;
    scene *s = read_sound_scene(busy);
    json_set_alloc_funcs(__wrap_malloc, free);
    size_t step = long_tier() ? 1 : 3;
    bool done = false;
    for (size_t n = 1; !done; n += step) {
        wend_world *world = NULL;
        scene_names names;
        wend_error error = {0};
        allocations = 0;
        failing_allocation = n;
        wend_result result = scene_world(s, &(scene_world_options){0}, &world, &names, &error);
        done = allocations < n;
        failing_allocation = 0;
        // Events may be lost for want of memory, and a world is made all the same.
        assert_true(result == WEND_OK || (!done && result == WEND_OUT_OF_MEMORY));
        assert_int_equal(world != NULL, result == WEND_OK);
        if (result == WEND_OK)
            scene_names_free(&names);
        wend_world_destroy(world);
    }
    json_set_alloc_funcs(malloc, free);
    scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everybody_is_there_or_to_come),
        cmocka_unit_test(test_an_agent_is_as_the_scene_says),
        cmocka_unit_test(test_goals_are_shared),
        cmocka_unit_test(test_routes),
        cmocka_unit_test(test_doors_open_and_shut),
        cmocka_unit_test(test_movers_move),
        cmocka_unit_test(test_zones),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_the_same_scene_gives_the_same_world),
        cmocka_unit_test(test_a_scene_without_bounds),
        cmocka_unit_test(test_all_built_in_scenes_make_a_world),
        cmocka_unit_test(test_running_out_of_memory_is_an_ordinary_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
