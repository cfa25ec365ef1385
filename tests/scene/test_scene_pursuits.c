// SPDX-License-Identifier: MIT
// Fields and pursuits in scenes: read with their defaults, written and read back, shifted, checked,
// drawn, and what they become in a world. What is refused, and in which words, is in tests/bad.
#include "scene/check/check.h"
#include "tests/scene/scene_text.h"
#include "tests/support/failing_malloc.h"

#include "scene/build/world.h"
#include "scene/draw/draw.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <jansson.h>
#include <math.h>

// As scene_write_json writes it.
static const char ORCHARD[] =
    "{\n"
    "  \"wend\": 2,\n"
    "  \"bounds\": [[0, 0], [20, 0], [20, 20], [0, 20]],\n"
    "  \"obstacles\": [\n"
    "    {\"circle\": [10, 10], \"radius\": 1}\n"
    "  ],\n"
    "  \"areas\": {\n"
    "    \"rim\": [[1, 1], [3, 1], [3, 19], [1, 19]]\n"
    "  },\n"
    "  \"resources\": {\n"
    "    \"orchard\": {\"patches\": [\n"
    "      {\"at\": [10, 10], \"radius\": 3, \"amount\": 100, \"value\": 2},\n"
    "      {\"at\": [4, 16], \"radius\": 1, \"amount\": 5.5}\n"
    "    ], \"cell\": 0.25}\n"
    "  },\n"
    "  \"agents\": [\n"
    "    {\"in\": \"rim\", \"count\": 6, \"pursue\": {\"gather\": \"orchard\", \"reach\": 0.8, "
    "\"rate\": 2, \"depletion_threshold\": 0.5}, \"role\": \"thief\"},\n"
    "    {\"at\": [17, 17], \"pursue\": {\"chase\": \"thief\"}, \"planner\": \"direct\"},\n"
    "    {\"at\": [15, 3], \"pursue\": {\"roam\": \"rim\", \"wait\": 1, \"wait_spread\": 2}}\n"
    "  ]\n"
    "}\n";

// ---- read, written, moved -----------------------------------------------------------------------

static void test_every_field_is_kept(void **state)
{
    (void)state;
    scene *s = read_sound_scene(ORCHARD);
    assert_int_equal(s->resource_count, 1);
    const scene_resource *field = &s->resources[0];
    assert_string_equal(field->name, "orchard");
    assert_true(field->def.cell == 0.25 && field->def.patch_count == 2);
    const wend_patch *patch = field->def.patches;
    assert_true(patch[0].position.x == 10 && patch[0].radius == 3 && patch[0].amount == 100 &&
                patch[0].value == 2);
    assert_true(patch[1].position.y == 16 && patch[1].amount == 5.5 && patch[1].value == 1);
    const scene_pursuit *gather = &s->agents[0].pursuit, *chase = &s->agents[1].pursuit,
                        *roam = &s->agents[2].pursuit;
    assert_int_equal(gather->def.kind, WEND_PURSUIT_GATHER);
    assert_string_equal(gather->what, "orchard");
    assert_true(gather->def.reach == 0.8 && gather->def.rate == 2 &&
                gather->def.depletion_threshold == 0.5);
    assert_int_equal(chase->def.kind, WEND_PURSUIT_CHASE);
    assert_string_equal(chase->what, "thief");
    assert_true(chase->def.reach == wend_default_pursuit_def(WEND_PURSUIT_CHASE).reach);
    assert_int_equal(roam->def.kind, WEND_PURSUIT_ROAM);
    assert_true(roam->def.wait == 1 && roam->def.wait_spread == 2);
    char *json = write_out(s);
    assert_string_equal(json, ORCHARD);
    free(json);
    scene_free(s);
}

static void test_fields_are_a_part_of_the_place(void **state)
{
    (void)state;
    scene *s = read_scene("{\"wend\": 1, \"fields\": {\"f\": {\"patches\": [{\"at\": [5, 7], "
                          "\"radius\": 2, \"amount\": 1}]}}}");
    wend_box box = scene_box(s);
    assert_true(box.min.x == 3 && box.min.y == 5 && box.max.x == 7 && box.max.y == 9);
    scene_shift(s, (wend_vec2){5, 7});
    assert_true(s->resources[0].def.patches[0].position.x == 0 &&
                s->resources[0].def.patches[0].position.y == 0);
    assert_true(!signbit(s->resources[0].def.patches[0].position.x));
    scene_free(s);
}

static const char *random_name(wend_random *random)
{
    static const char *const names[] = {"a", "b", "a b", "\xc3\xa4", "x\\\"y"};
    return names[wend_random_below(random, 5)];
}

static scene *random_scene(uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 9);
    scene *s = scene_new();
    assert_non_null(s);
    uint32_t fields = wend_random_below(&random, 3);
    for (uint32_t i = 0; i < fields; ++i) {
        scene_resource *field = scene_add_resource(s);
        field->name = i == 0 ? "first" : "second";
        if (wend_random_below(&random, 2))
            field->def.cell = wend_random_between(&random, 0.001, 1000);
        field->def.patch_count = 1 + wend_random_below(&random, 4);
        wend_patch *patches = pool_allocate(&s->memory, field->def.patch_count, sizeof *patches);
        field->def.patches = patches;
        for (uint32_t k = 0; k < field->def.patch_count; ++k)
            patches[k] = (wend_patch){{wend_random_between(&random, -1e3, 1e3), //
                                       wend_random_between(&random, -1e3, 1e3)},
                                      wend_random_between(&random, 0.1, 1000),
                                      wend_random_between(&random, 1e-9, 1e12),
                                      wend_random_below(&random, 3) ? 1 : 2.5};
    }
    uint32_t entries = wend_random_below(&random, 4);
    for (uint32_t i = 0; i < entries; ++i) {
        scene_agents *agents = scene_add_agents(s);
        agents->def.agent.position.x = i;
        uint32_t chance = wend_random_below(&random, 4);
        if (chance == 0)
            continue;
        wend_pursuit_kind kind = (wend_pursuit_kind)(chance - 1);
        agents->pursuit = (scene_pursuit){random_name(&random), wend_default_pursuit_def(kind)};
        if (kind == WEND_PURSUIT_ROAM)
            agents->pursuit.def.wait_spread = wend_random_below(&random, 3);
        else
            agents->pursuit.def.reach =
                wend_random_below(&random, 2) ? agents->pursuit.def.reach : 7.5;
        if (kind == WEND_PURSUIT_GATHER)
            agents->pursuit.def.depletion_threshold = wend_random_unit(&random);
    }
    return s;
}

static void test_random_scenes_read_back(void **state)
{
    (void)state;
    uint32_t fields = 0, pursuits = 0;
    for (uint64_t seed = 0; seed < (long_tier() ? 20000 : 500); ++seed) {
        scene *s = random_scene(seed);
        char *once = write_out(s);
        scene *copy = read_scene(once);
        char *twice = write_out(copy);
        if (strcmp(once, twice) != 0)
            fail_msg("seed %llu:\n%s\n%s", (unsigned long long)seed, once, twice);
        assert_int_equal(copy->resource_count, s->resource_count);
        for (uint32_t i = 0; i < s->resource_count; ++i)
            assert_memory_equal(copy->resources[i].def.patches, s->resources[i].def.patches,
                                s->resources[i].def.patch_count *
                                    sizeof *s->resources[i].def.patches);
        for (uint32_t i = 0; i < s->agents_count; ++i) {
            const scene_pursuit *a = &s->agents[i].pursuit, *b = &copy->agents[i].pursuit;
            assert_true(a->def.kind == b->def.kind && a->def.wait_spread == b->def.wait_spread &&
                        a->def.reach == b->def.reach &&
                        a->def.depletion_threshold == b->def.depletion_threshold);
            pursuits += a->what != NULL;
        }
        fields += s->resource_count;
        // Checked without a fuss, sound or not.
        problem_list problems = {0}, again = {0};
        assert_int_equal(scene_check(s, &problems), scene_check(copy, &again));
        assert_int_equal(problems.count, again.count);
        problem_free(&problems);
        problem_free(&again);
        free(once);
        free(twice);
        scene_free(copy);
        scene_free(s);
    }
    assert_true(fields > 100 && pursuits > 100);
}

// ---- drawn --------------------------------------------------------------------------------------

typedef struct heard {
    bool on; ///< the layer "fields"
    uint32_t circles;
    char title[80];
    wend_colour fills[4];
} heard;

static bool hear_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    heard *h = context;
    (void)sample;
    h->on = strcmp(name, "fields") == 0;
    if (h->on)
        snprintf(h->title, sizeof h->title, "%s", title);
    return h->on;
}

static void hear_polygon(void *context, const wend_vec2 *points, const uint32_t *ring_ends,
                         uint32_t ring_count, wend_ink ink)
{
    (void)points, (void)ring_ends, (void)ring_count, (void)ink;
    assert_false(((heard *)context)->on);
}

static void hear_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    (void)points, (void)count, (void)ink;
    assert_false(((heard *)context)->on);
}

static void hear_circle(void *context, wend_vec2 centre, double radius, wend_ink ink)
{
    heard *h = context;
    (void)centre, (void)radius;
    if (h->on && h->circles < 4)
        h->fills[h->circles++] = ink.fill;
}

static void hear_text(void *context, wend_box box, const char *words, double size,
                      wend_colour colour)
{
    (void)context, (void)box, (void)words, (void)size, (void)colour;
}

static void test_patches_are_drawn_by_what_they_hold(void **state)
{
    (void)state;
    scene *s = read_sound_scene(ORCHARD);
    heard h = {0};
    const wend_draw draw = {&h, hear_layer, hear_polygon, hear_line, hear_circle, hear_text, NULL};
    assert_true(scene_describe(s, &draw));
    assert_string_equal(h.title, "to gather, 2");
    assert_int_equal(h.circles, 2);
    // 200 over 9 square metres against 5.5 over 1.
    assert_true((h.fills[0] & 0xff) > (h.fills[1] & 0xff) && (h.fills[1] & 0xff) > 0);
    scene_free(s);
}

// ---- in a world ---------------------------------------------------------------------------------

static void test_a_world_has_them(void **state)
{
    (void)state;
    scene *s = read_sound_scene(ORCHARD);
    wend_world *world;
    scene_names names;
    wend_error error = {0};
    const scene_world_options options = {0};
    if (scene_world(s, &options, &world, &names, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_resource_state field;
    assert_int_equal(wend_world_resource(world, names.resources[0], &field, NULL), WEND_OK);
    assert_true(fabs(field.initial - 105.5) < 1e-9 && fabs(field.initial_value - 205.5) < 1e-9);
    assert_true(field.cell == 0.25);
    wend_agent_id farmer = names.agents[1], rover = names.agents[2];
    wend_pursuer_state pursuer;
    uint32_t caught = 0;
    for (int i = 0; i < 600; ++i) {
        assert_int_equal(wend_world_step(world, &error), WEND_OK);
        uint32_t count;
        const wend_event *events = wend_world_events(world, &count);
        for (uint32_t k = 0; k < count; ++k)
            caught += events[k].kind == WEND_EVENT_CAUGHT;
        // The farmer is after a thief while there is one.
        assert_int_equal(wend_world_pursuer(world, farmer, &pursuer, NULL), WEND_OK);
        wend_agent_def thief;
        if (wend_world_agent(world, pursuer.quarry, &thief, NULL) == WEND_OK)
            assert_string_equal(names.roles[thief.role], "thief");
    }
    wend_pursuit_totals sums;
    assert_int_equal(wend_world_pursuit_totals(world, (wend_pursuit_id){0}, &sums, NULL), WEND_OK);
    assert_int_equal(sums.caught, caught);
    assert_true(sums.caught > 0 && sums.gathered > 20 && sums.value > sums.gathered);
    assert_int_equal(wend_world_resource(world, names.resources[0], &field, NULL), WEND_OK);
    assert_true(fabs(field.remaining + sums.gathered - 105.5) < 1e-9);
    assert_int_equal(wend_world_pursuer(world, rover, &pursuer, NULL), WEND_OK);
    assert_true(pursuer.sums.goals_reached > 0);
    assert_string_equal(wend_event_name(WEND_EVENT_CAUGHT), "caught");
    wend_world_destroy(world);
    scene_names_free(&names);
    scene_free(s);
}

// Whoever makes a world without a check is told, too.
static void test_what_is_not_there_is_refused(void **state)
{
    (void)state;
    static const char *const scenes[] = {
        "{\"wend\": 1, \"agents\": [{\"at\": [1, 1], \"pursue\": {\"gather\": \"x\"}}]}",
        "{\"wend\": 1, \"agents\": [{\"at\": [1, 1], \"pursue\": {\"roam\": \"x\"}}]}",
        ("{\"wend\": 1, \"obstacles\": [{\"circle\": [5, 5], \"radius\": 3}], "
         "\"fields\": {\"f\": {\"patches\": [{\"at\": [5, 5], \"radius\": 1, \"amount\": 1}]}}}"),
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; ++i) {
        scene *s = read_scene(scenes[i]);
        wend_world *world;
        wend_error error = {0};
        const scene_world_options options = {0};
        assert_int_equal(scene_world(s, &options, &world, NULL, &error), WEND_BAD_ARGUMENT);
        assert_true(error.text[0] != 0);
        problem_list problems = {0};
        assert_false(scene_check(s, &problems));
        problem_free(&problems);
        scene_free(s);
    }
}

/// Reads a scene, checks it and makes its world. False: out of memory, which was told.
static bool make_all(const void *argument)
{
    problem_list problems = {0};
    text t = {0};
    wend_world *world = NULL;
    wend_error error = {0};
    const scene_world_options options = {0};
    scene *s = NULL;
    if (text_copy(argument, strlen(argument), &t, &problems))
        s = scene_read_json(&t, NULL, &problems);
    bool good = s && scene_check(s, &problems);
    assert_true(good || problems.count > 0);
    if (good && scene_world(s, &options, &world, NULL, &error) != WEND_OK) {
        assert_true(error.text[0] != 0);
        good = false;
    }
    wend_world_destroy(world);
    scene_free(s);
    problem_free(&problems);
    text_free(&t);
    return good;
}

// Every allocation fails in its turn, jansson's too.
static void test_running_out_of_memory(void **state)
{
    (void)state;
    json_set_alloc_funcs(__wrap_malloc, free);
    assert_true(count_failures(make_all, ORCHARD) > 100);
    json_set_alloc_funcs(malloc, free);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field_is_kept),
        cmocka_unit_test(test_fields_are_a_part_of_the_place),
        cmocka_unit_test(test_random_scenes_read_back),
        cmocka_unit_test(test_patches_are_drawn_by_what_they_hold),
        cmocka_unit_test(test_a_world_has_them),
        cmocka_unit_test(test_what_is_not_there_is_refused),
        cmocka_unit_test(test_running_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
