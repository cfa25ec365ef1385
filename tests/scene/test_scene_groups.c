// SPDX-License-Identifier: MIT
// Groups that stay together, in scenes: read with their defaults, written and read back, their
// sizes and places, and how they are drawn. What is refused, and in which words, is in tests/bad.
#include "scene/check/check.h"
#include "tests/scene/scene_text.h"
#include "tests/support/failing_malloc.h"

#include "scene/build/floor.h"
#include "scene/build/groups.h"
#include "scene/build/world.h"
#include "scene/builtin/builtin.h"
#include "scene/builtin/groups.h"
#include "scene/draw/draw.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>

// As scene_write_json writes it.
static const char MEADOW[] =
    "{\n"
    "  \"wend\": 2,\n"
    "  \"bounds\": [[0, 0], [40, 0], [40, 20], [0, 20]],\n"
    "  \"areas\": {\n"
    "    \"meadow\": [[2, 2], [12, 2], [12, 12], [2, 12]],\n"
    "    \"fold\": [[28, 2], [38, 2], [38, 12], [28, 12]]\n"
    "  },\n"
    "  \"agents\": [\n"
    "    {\"in\": \"meadow\", \"count\": 20, \"goal\": \"fold\", \"group\": {\"name\": \"sheep\", "
    "\"density\": 0.2, \"min_width\": 1.5, \"sampler\": \"closest\", \"local_planner\": "
    "\"deformable\", \"max_samples\": 500}},\n"
    "    {\"in\": \"meadow\", \"count\": 2, \"goal\": \"fold\", \"radius\": 0.4, "
    "\"preferred_speed\": 0.5, "
    "\"group\": \"sheep\"},\n"
    "    {\"in\": \"fold\", \"count\": 9, \"goal\": [7, 7], \"group\": {\"area\": 12}},\n"
    "    {\"in\": \"fold\", \"count\": 3, \"goal\": [[5, 6], [9, 8]]},\n"
    "    {\"at\": [20, 3], \"group\": \"sheep\", \"planner\": \"mesh\", \"motion\": \"orca\"}\n"
    "  ],\n"
    "  \"planner\": \"group\",\n"
    "  \"motion\": \"group_potential\"\n"
    "}\n";
#define PI 3.141592653589793

static void test_every_field_is_kept(void **state)
{
    (void)state;
    scene *s = read_sound_scene(MEADOW);
    const scene_group *held = &s->agents[0].shape, usual = scene_default_agents().shape;
    assert_true(held->density == 0.2 && held->min_width == 1.5 && held->area == 0);
    assert_int_equal(held->max_samples, 500);
    assert_int_equal(held->sampler, WEND_GROUP_CLOSEST);
    assert_int_equal(held->local_planner, WEND_GROUP_DEFORMABLE);
    assert_string_equal(s->agents[0].group, "sheep");
    assert_null(s->agents[2].group);
    assert_true(s->agents[2].shape.area == 12);
    held = &s->agents[3].shape;
    assert_true(held->density == usual.density && held->min_width == 0 && held->area == 0);
    assert_true(held->density == WEND_GROUP_DENSITY);
    assert_int_equal(held->sampler, WEND_GROUP_SNAKE);
    assert_int_equal(held->local_planner, WEND_GROUP_HINGED);
    char *json = write_out(s);
    assert_string_equal(json, MEADOW);
    free(json);
    scene_free(s);
}

// Entries of one name are one group, if they stay together; the others are one each.
static void test_which_are_one(void **state)
{
    (void)state;
    scene *s = read_sound_scene(MEADOW);
    assert_int_equal(scene_group_next(s, UINT32_MAX, SCENE_INHERITED), 0);
    assert_int_equal(scene_group_next(s, 0, SCENE_INHERITED), 2);
    assert_int_equal(scene_group_next(s, 2, SCENE_INHERITED), 3);
    assert_int_equal(scene_group_next(s, 3, SCENE_INHERITED), UINT32_MAX);
    assert_int_equal(scene_group_first(s, 1, SCENE_INHERITED), 0);
    assert_int_equal(scene_group_first(s, 3, SCENE_INHERITED), 3);
    assert_int_equal(scene_group_next(s, UINT32_MAX, WEND_PLANNER_MESH), UINT32_MAX);
    assert_int_equal(scene_group_first(s, 4, WEND_PLANNER_GROUP), 0);
    scene_free(s);
}

static void test_sizes_and_places(void **state)
{
    (void)state;
    scene *s = read_sound_scene(MEADOW);
    scene_held_group group;
    assert_int_equal(scene_held_group_of(s, 0, SCENE_INHERITED, &group, NULL), WEND_OK);
    assert_int_equal(group.members, 22);
    assert_int_equal(group.last, 1);
    assert_true(group.speed == 0.5);
    assert_true(group.start.x == 7 && group.start.y == 7);
    assert_true(group.goal.x == 33 && group.goal.y == 7);
    double discs = PI * (20 * SCENE_DEFAULT_RADIUS * SCENE_DEFAULT_RADIUS + 2 * 0.4 * 0.4);
    assert_true(fabs(group.size.area - discs / 0.2) < 1e-9);
    assert_true(group.size.min_width == 1.5);
    assert_int_equal(scene_held_group_of(s, 2, SCENE_INHERITED, &group, NULL), WEND_OK);
    assert_true(fabs(group.size.area - 12) < 1e-9 && group.size.min_width > 0);
    assert_int_equal(scene_held_group_of(s, 3, SCENE_INHERITED, &group, NULL), WEND_OK);
    assert_true(group.goal.x == 7 && group.goal.y == 7);
    // With that planner for all, one of the sheep has no area.
    wend_error error = {0};
    assert_int_equal(scene_held_group_of(s, 0, WEND_PLANNER_GROUP, &group, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(group.last, 4);
    assert_non_null(strstr(wend_error_text(&error), "\"in\""));
    scene_free(s);
}

static void test_middles(void **state)
{
    (void)state;
    const wend_vec2 corner[] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    const uint32_t end = 6, two = 2;
    scene_shape l = {(wend_vec2 *)corner, (uint32_t *)&end, 1, 6};
    wend_vec2 m = scene_shape_middle(&l);
    // Two boxes, 4 x 1 and 1 x 3.
    assert_true(fabs(m.x - (4 * 2 + 3 * 0.5) / 7) < 1e-12);
    assert_true(fabs(m.y - (4 * 0.5 + 3 * 2.5) / 7) < 1e-12);
    scene_shape segment = {(wend_vec2 *)corner, (uint32_t *)&two, 1, 2};
    m = scene_shape_middle(&segment);
    assert_true(m.x == 2 && m.y == 0);
}

// ---- poses --------------------------------------------------------------------------------------

static void test_poses_are_free(void **state)
{
    (void)state;
    static const char *const names[] = {"group-narrow", "group-cylinders", "group-trees",
                                        "group-city"};
    wend_random random = wend_random_stream(10, 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        builtin_scene builtin;
        problem_list problems = {0};
        assert_true(builtin_find(names[i], &builtin));
        scene *s = builtin_load(builtin, &problems);
        wend_floor *floor = NULL;
        uint32_t defects = 0, free_ones = 0;
        assert_int_equal(scene_floor(s, &floor, NULL), WEND_OK);
        assert_int_equal(wend_floor_validate(floor, NULL, 0, &defects, NULL), WEND_OK);
        scene_held_group group;
        assert_int_equal(scene_held_group_of(s, 0, SCENE_INHERITED, &group, NULL), WEND_OK);
        for (int k = 0; k < 300; ++k) {
            wend_vec2 middle = {wend_random_between(&random, -1, 70),
                                wend_random_between(&random, -1, 60)};
            wend_group_pose pose;
            bool found = scene_group_pose(floor, group.size, middle, &pose);
            wend_group_shape shape = wend_group_shape_of(&pose, group.size.area);
            assert_true(pose.width >= group.size.min_width);
            assert_true(pose.width <= wend_group_disc_width(group.size.area));
            if (found)
                assert_true(wend_group_shape_clearance(floor, &shape, 1, NULL, NULL) > -1e-9);
            free_ones += found;
        }
        assert_true(free_ones > 20);
        wend_floor_destroy(floor);
        scene_free(s);
    }
}

// ---- built in -----------------------------------------------------------------------------------

// The least gap between two obstacles that are polygons, by their corners and sides.
static double min_gap(const scene *s, uint32_t a, uint32_t b)
{
    const scene_shape *one = &s->obstacles[a].shape, *two = &s->obstacles[b].shape;
    double least = INFINITY;
    for (uint32_t i = 0; i < one->point_count; ++i)
        for (uint32_t k = 0; k < two->point_count; ++k) {
            wend_segment side = {two->points[k], two->points[(k + 1) % two->point_count]};
            least = fmin(least, wend_segment_distance(side, one->points[i]));
        }
    return least;
}

// Passages are as wide as they say, at any percentage; areas hold the group as a disc.
static void test_passages(void **state)
{
    (void)state;
    for (uint32_t percent = 80; percent <= 120; percent += 20) {
        double part = percent / 100.0;
        scene *s = builtin_group_narrow(percent);
        assert_true(fabs(min_gap(s, 0, 1) - NARROW_PASSAGE * part) < 1e-9);
        scene_free(s);
        s = builtin_group_cylinders(percent);
        double least = INFINITY;
        for (uint32_t i = 0; i < s->obstacle_count; ++i)
            for (uint32_t k = 0; k < i; ++k)
                least = fmin(least, hypot(s->obstacles[i].centre.x - s->obstacles[k].centre.x,
                                          s->obstacles[i].centre.y - s->obstacles[k].centre.y) -
                                        s->obstacles[i].radius - s->obstacles[k].radius);
        assert_true(fabs(least - CYLINDERS_PASSAGE * part) < 0.02);
        scene_free(s);
        s = builtin_group_city(percent);
        assert_true(fabs(min_gap(s, 4, 8) - CITY_PASSAGE * part) < 1e-9);
        scene_free(s);
    }
    assert_true(fabs(NARROW_PASSAGE / SHEEP_WIDTH - 1.2) < 1e-12);
}

// One sheep gets through between any two trees, the shape never does.
static void test_trees(void **state)
{
    (void)state;
    scene *s = builtin_group_trees(100);
    uint32_t gaps = 0;
    for (uint32_t i = 1; i < s->obstacle_count; ++i) {
        double gap = min_gap(s, i - 1, i);
        if (gap > TREES_PASSAGE)
            continue;
        assert_true(gap > 2 * s->agents[0].def.agent.radius && gap < SHEEP_WIDTH);
        ++gaps;
    }
    assert_int_equal(gaps, s->obstacle_count - 2);
    scene_free(s);
}

// ---- in a world ---------------------------------------------------------------------------------

static wend_world *world_of(const scene *s, const scene_world_options *options)
{
    wend_world *world = NULL;
    wend_error error = {0};
    if (scene_world(s, options, &world, NULL, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return world;
}

// All are there from the beginning, in their shapes, and arrive; two entries are one group.
static void test_runs(void **state)
{
    (void)state;
    scene *s = read_scene(MEADOW);
    // The groups of the fold would start in each other.
    s->agents[3] = s->agents[4];
    s->agents_count = 4;
    wend_world *world = world_of(s, &(scene_world_options){0});
    assert_int_equal(wend_world_group_count(world), 2);
    wend_agents agents = wend_world_agents(world);
    assert_int_equal(agents.count, 20 + 2 + 9 + 1);
    wend_world_group_state group;
    assert_int_equal(wend_world_group(world, wend_world_group_at(world, 0), &group, NULL), WEND_OK);
    assert_int_equal(group.members, 22);
    assert_int_equal(group.status, WEND_GROUP_FOUND);
    uint32_t slow = 0, in_first = 0;
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_agent_def def;
        assert_int_equal(wend_world_agent(world, agents.ids[i], &def, NULL), WEND_OK);
        slow += def.user == 1 && fabs(def.preferred_speed - 0.5) < 1e-6 &&
                fabs(def.radius - 0.4) < 1e-6;
        if (def.user > 1)
            continue;
        assert_int_equal(def.planner, WEND_PLANNER_GROUP);
        assert_int_equal(def.motion, WEND_MOTION_GROUP_POTENTIAL);
        in_first += wend_group_shape_depth(&group.shape, def.position, NULL) >=
                    def.radius - WEND_GROUP_POTENTIAL_SLACK;
    }
    assert_int_equal(slow, 2);
    assert_int_equal(in_first, 22);
    while (wend_world_agents(world).count > 1) {
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
        assert_true(wend_world_time(world) < 300);
    }
    wend_world_destroy(world);
    scene_free(s);
}

// With another planner they start anywhere in their areas; and with that planner, entries that say
// nothing of groups are some.
static void test_runs_otherwise(void **state)
{
    (void)state;
    scene *s = read_scene(MEADOW);
    s->agents_count = 4;
    wend_world *world = world_of(s, &(scene_world_options){.planner = "mesh", .motion = "flock"});
    assert_int_equal(wend_world_group_count(world), 0);
    wend_world_destroy(world);
    s->planner = WEND_PLANNER_MESH;
    s->motion = WEND_MOTION_ORCA;
    s->agents_count = 2;
    world = world_of(s, &(scene_world_options){.planner = "group"});
    assert_int_equal(wend_world_group_count(world), 1);
    wend_world_destroy(world);
    scene_free(s);
}

// ---- several groups -----------------------------------------------------------------------------

static scene *built_in(const char *name)
{
    builtin_scene found;
    assert_true(builtin_find(name, &found));
    return read_scene(found.json);
}

// Groups of people of all sizes and speeds that come one after the other, wait at two places and
// go.
static void test_tours(void **state)
{
    (void)state;
    scene *s = built_in("tours");
    wend_world *world = world_of(s, &(scene_world_options){0});
    uint32_t spawned = 12, arrived = 0, stops = 0, count;
    double least = 1, most = 0, last_spawn = 0;
    assert_int_equal(wend_world_group_count(world), 5);
    assert_int_equal(wend_world_pending(world), 4 * 12);
    while (wend_world_agents(world).count + wend_world_pending(world) > 0 &&
           wend_world_time(world) < 600) {
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
        const wend_event *events = wend_world_events(world, &count);
        for (uint32_t i = 0; i < count; ++i) {
            if (events[i].kind == WEND_EVENT_SPAWNED) {
                ++spawned;
                // On the minute of its group, or as soon as there is space.
                last_spawn = events[i].time;
                assert_true(last_spawn >= 40.0 * ((spawned - 1) / 12) - 1e-6);
            }
            arrived += events[i].kind == WEND_EVENT_ARRIVED;
            stops += events[i].kind == WEND_EVENT_WAYPOINT;
        }
        wend_agents agents = wend_world_agents(world);
        for (uint32_t i = 0; i < agents.slots; ++i)
            if (!wend_agent_id_is_null(agents.ids[i])) {
                least = fmin(least, agents.bodies[i].radius);
                most = fmax(most, agents.bodies[i].radius);
            }
    }
    assert_int_equal(spawned, 60);
    assert_int_equal(arrived, 60);
    assert_int_equal(stops, 2 * 60);
    assert_true(last_spawn < 165);
    assert_true(least >= 0.15f && least < 0.17 && most <= 0.35f && most > 0.33);
    wend_world_destroy(world);
    scene_free(s);
}

#define SPAWNER(keys, group)                                                                       \
    "{\"wend\": 2, \"bounds\": [[0, 0], [40, 0], [40, 20], [0, 20]], "                             \
    "\"areas\": {\"a\": [[2, 2], [12, 2], [12, 12], [2, 12]]}, \"agents\": [{\"in\": \"a\", "      \
    "\"count\": 5, \"goal\": [34, 8]" keys ", \"group\": {" group "}}], \"planner\": \"group\", "  \
    "\"motion\": \"group_potential\"}"

// Spawner and the times at which its groups come.
static void test_timetables(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        uint32_t groups;
        double times[4];
    } cases[] = {
        {SPAWNER("", "\"count\": 3, \"interval\": 20"), 3, {0, 20, 40}},
        {SPAWNER(", \"spawn_start\": 5, \"spawn_end\": 40", "\"count\": 9, \"interval\": 15"),
         3,
         {5, 20, 35}},
        {SPAWNER(", \"spawn_start\": 2", "\"times\": [0, 30, 31.5]"), 3, {2, 32, 33.5}},
        {SPAWNER(", \"spawn_start\": 7", "\"name\": \"one\""), 1, {7}},
        {SPAWNER("", "\"count\": 4"), 4, {0, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        scene *s = read_scene(cases[i].json);
        wend_world *world = world_of(s, &(scene_world_options){0});
        assert_int_equal(wend_world_group_count(world), cases[i].groups);
        while (wend_world_agents(world).count + wend_world_pending(world) > 0 &&
               wend_world_time(world) < 300) {
            assert_int_equal(wend_world_step(world, NULL), WEND_OK);
            for (uint32_t k = 0; k < cases[i].groups; ++k) {
                wend_world_group_state group;
                assert_int_equal(
                    wend_world_group(world, wend_world_group_at(world, k), &group, NULL), WEND_OK);
                double since = wend_world_time(world) - cases[i].times[k];
                if (group.pending ? since > 6 : since < -1e-6)
                    fail_msg("case %zu: group %u is %s %g s after its time", i, k,
                             group.pending ? "not there" : "there", since);
            }
        }
        assert_int_equal(wend_world_agents(world).count + wend_world_pending(world), 0);
        wend_world_destroy(world);
        scene_free(s);
    }
}

static void assert_refused(const scene *s, const scene_world_options *options, const char *words)
{
    wend_world *world = NULL;
    wend_error error = {0};
    assert_int_equal(scene_world(s, options, &world, NULL, &error), WEND_BAD_ARGUMENT);
    assert_null(world);
    if (!strstr(wend_error_text(&error), words))
        fail_msg("\"%s\" does not say \"%s\"", wend_error_text(&error), words);
}

static void test_refused(void **state)
{
    (void)state;
    scene *s = read_scene(MEADOW);
    assert_refused(s, &(scene_world_options){.planner = "mesh"}, "agents entry 1: ");
    assert_refused(s, &(scene_world_options){.planner = "group"}, "\"in\"");
    scene_free(s);
}

// The scene of the first figure: by shortest paths one of the five takes another way.
static void test_five(void **state)
{
    (void)state;
    builtin_scene builtin;
    problem_list problems = {0};
    assert_true(builtin_find("group-five", &builtin));
    scene *s = builtin_load(builtin, &problems);
    for (int together = 0; together <= 1; ++together) {
        const scene_world_options apart = {.planner = "mesh", .motion = "orca"};
        wend_world *world = world_of(s, together ? &(scene_world_options){0} : &apart);
        uint32_t north = 0, all = 0;
        double highest[16] = {0};
        while (wend_world_agents(world).count + wend_world_pending(world) > 0) {
            assert_int_equal(wend_world_step(world, NULL), WEND_OK);
            assert_true(wend_world_time(world) < 120);
            wend_agents agents = wend_world_agents(world);
            for (uint32_t i = 0; i < agents.slots && i < 16; ++i)
                if (agents.bodies[i].radius >= 0)
                    highest[i] = fmax(highest[i], agents.bodies[i].position.y);
        }
        for (int i = 0; i < 16; ++i) {
            all += highest[i] > 0;
            north += highest[i] > 28; // over the hill's rim
        }
        assert_int_equal(all, 5);
        if (together)
            assert_true(north == 0 || north == 5);
        else
            assert_true(north == 1 || north == 4);
        wend_world_destroy(world);
    }
    scene_free(s);
}

// ---- drawn --------------------------------------------------------------------------------------

typedef struct heard {
    uint32_t polygons, layers;
    char title[80];
} heard;

static bool hear_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    heard *h = context;
    (void)sample;
    assert_string_equal(name, "groups");
    snprintf(h->title, sizeof h->title, "%s", title);
    ++h->layers;
    return true;
}

static void hear_polygon(void *context, const wend_vec2 *points, const uint32_t *ring_ends,
                         uint32_t ring_count, wend_ink ink)
{
    heard *h = context;
    (void)points;
    (void)ink;
    assert_int_equal(ring_count, 1);
    assert_true(ring_ends[0] > 8);
    ++h->polygons;
}

static void test_drawn(void **state)
{
    (void)state;
    scene *s = read_scene(MEADOW);
    heard h = {0};
    const wend_draw draw = {.context = &h, .layer = hear_layer, .polygon = hear_polygon};
    scene_describe_groups(s, &draw);
    assert_int_equal(h.layers, 1);
    assert_string_equal(h.title, "coherent groups, 3");
    assert_int_equal(h.polygons, 6);
    s->planner = WEND_PLANNER_MESH;
    scene_describe_groups(s, &draw);
    assert_string_equal(h.title, "");
    assert_int_equal(h.polygons, 6);
    scene_free(s);
}

// ---- out of memory ------------------------------------------------------------------------------

static bool read_and_check(const void *argument)
{
    problem_list problems = {.file = "test"};
    text t = {0};
    scene *s = NULL;
    if (text_copy(argument, strlen(argument), &t, &problems))
        s = scene_read_json(&t, NULL, &problems);
    wend_world *world = NULL;
    bool good = s && scene_check(s, &problems);
    if (good) {
        s->agents_count = 2;
        good = scene_world(s, &(scene_world_options){0}, &world, NULL, NULL) == WEND_OK;
    }
    wend_world_destroy(world);
    assert_true(good || problems.count > 0 || s);
    scene_free(s);
    problem_free(&problems);
    text_free(&t);
    return good;
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    assert_true(count_failures(read_and_check, MEADOW) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field_is_kept),
        cmocka_unit_test(test_which_are_one),
        cmocka_unit_test(test_sizes_and_places),
        cmocka_unit_test(test_middles),
        cmocka_unit_test(test_poses_are_free),
        cmocka_unit_test(test_passages),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_runs_otherwise),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_tours),
        cmocka_unit_test(test_timetables),
        cmocka_unit_test(test_five),
        cmocka_unit_test(test_drawn),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
