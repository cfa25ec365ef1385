// SPDX-License-Identifier: MIT
// JSON scenes that are good: what is read is what was written, byte for byte and bit for bit, and
// every value of a text is found again at its place.
#include "scene/check/check.h"
#include "tests/scene/scene_text.h"
#include "tests/support/failing_malloc.h"

#include "base/json_position.h"
#include "base/suggest.h"
#include "formats/formats.h"
#include "wend/random.h"

#include <dirent.h>
#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <string.h>

// ---- helpers ------------------------------------------------------------------------------------

static scene *try_read(const char *json, problem_list *problems)
{
    text t = {0};
    if (!text_copy(json, strlen(json), &t, problems))
        return NULL;
    scene *s = scene_read_json(&t, NULL, problems);
    text_free(&t);
    return s;
}

static scene *read_good(const char *json)
{
    problem_list problems = {0};
    scene *s = try_read(json, &problems);
    problem_print(&problems, stderr);
    assert_non_null(s);
    assert_int_equal(problems.count, 0);
    return s;
}

// Writes, reads and writes again: the two texts must be the same.
static void check_round_trip(const scene *s)
{
    char *once = write_out(s);
    scene *copy = read_good(once);
    char *twice = write_out(copy);
    assert_string_equal(once, twice);
    scene_free(copy);
    free(once);
    free(twice);
}

static void check_sound(const char *json)
{
    scene *s = read_good(json);
    problem_list problems = {0};
    bool sound = scene_check(s, &problems);
    problem_print(&problems, stderr);
    assert_true(sound);
    scene_free(s);
}

// ---- places -------------------------------------------------------------------------------------

static json_t *random_string(wend_random *random)
{
    static const char *const pieces[] = {"a", "b",  "\"", "\\", "/",  "[", "}", ":",
                                         ",", "\n", "\t", "é",  "漢", "😀", " ", "u0041"};
    char s[100] = "";
    uint32_t count = wend_random_below(random, 6);
    for (uint32_t i = 0; i < count; ++i)
        strcat(s, pieces[wend_random_below(random, sizeof pieces / sizeof *pieces)]);
    return json_string(s);
}

static json_t *random_value(wend_random *random, int depth)
{
    uint32_t kind = wend_random_below(random, depth > 0 ? 8 : 6);
    uint32_t count = wend_random_below(random, 5);
    json_t *value;
    switch (kind) {
    case 0:
        return json_null();
    case 1:
        return json_boolean(wend_random_below(random, 2));
    case 2:
        return json_integer((json_int_t)wend_random_below(random, 2000) - 1000);
    case 3:
        return json_real(wend_random_between(random, -1e6, 1e6));
    case 4:
    case 5:
        return random_string(random);
    case 6:
        value = json_array();
        for (uint32_t i = 0; i < count; ++i)
            json_array_append_new(value, random_value(random, depth - 1));
        return value;
    default:
        value = json_object();
        for (uint32_t i = 0; i < count; ++i) {
            json_t *key = random_string(random);
            json_object_set_new(value, json_string_value(key), random_value(random, depth - 1));
            json_decref(key);
        }
        return value;
    }
}

static json_t *parse_here(const text *t, size_t offset)
{
    return json_loadb(t->data + offset, t->size - offset, JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK,
                      NULL);
}

// The oracle: what jansson reads at the place is the value.
static void check_places(const text *t, const json_path *path, json_t *value)
{
    size_t offset;
    assert_true(json_place(t, path, &offset));
    json_t *found = parse_here(t, offset);
    assert_non_null(found);
    assert_true(json_equal(found, value));
    json_decref(found);
    if (path->up && path->key) {
        assert_true(json_place_key(t, path, &offset));
        found = parse_here(t, offset);
        assert_string_equal(json_string_value(found), path->key);
        json_decref(found);
    }
    const char *key;
    json_t *item;
    size_t i;
    json_object_foreach(value, key, item) check_places(t, &(json_path){path, key, 0}, item);
    json_array_foreach(value, i, item) check_places(t, &(json_path){path, NULL, i}, item);
    json_path beyond = {path, NULL, json_array_size(value)};
    assert_false(json_place(t, &beyond, &offset));
    json_path missing = {path, "no such key", 0};
    assert_false(json_place(t, &missing, &offset));
}

static void test_every_value_is_found_at_its_place(void **state)
{
    (void)state;
    int rounds = long_tier() ? 20000 : 1000;
    static const size_t styles[] = {JSON_COMPACT, JSON_INDENT(3), JSON_ENSURE_ASCII,
                                    JSON_ENSURE_ASCII | JSON_INDENT(1) | JSON_ESCAPE_SLASH};
    for (int seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream((uint64_t)seed, 0);
        json_t *value = random_value(&random, 5);
        char *data = json_dumps(value, JSON_ENCODE_ANY | styles[seed % 4]);
        assert_non_null(data);
        text t = {data, strlen(data)};
        check_places(&t, &(json_path){0}, value);
        free(data);
        json_decref(value);
    }
}

static void test_looking_for_places_stands_any_text(void **state)
{
    (void)state;
    static const char letters[] = "[]{},:\"\\u0aé 1";
    json_path root = {0}, a = {&root, "a", 0}, b = {&a, NULL, 1}, c = {&b, "", 0};
    for (int seed = 0; seed < 20000; ++seed) {
        wend_random random = wend_random_stream((uint64_t)seed, 1);
        char data[24];
        size_t size = wend_random_below(&random, sizeof data);
        for (size_t i = 0; i < size; ++i)
            data[i] = letters[wend_random_below(&random, sizeof letters - 1)];
        data[size] = 0;
        text t = {data, size};
        size_t offset;
        const json_path *paths[] = {&root, &a, &b, &c};
        for (size_t i = 0; i < 4; ++i) {
            if (json_place(&t, paths[i], &offset))
                assert_true(offset <= size);
            if (json_place_key(&t, paths[i], &offset))
                assert_true(offset <= size);
        }
    }
}

// ---- reading ------------------------------------------------------------------------------------

static const char example[] =
    "{\n"
    "  \"wend\": 1,\n"
    "  \"bounds\": [[0, 0], [40, 0], [40, 20], [0, 20]],\n"
    "  \"obstacles\": [ {\"polygon\": [[10,5],[12,5],[12,15],[10,15]]}, {\"segment\": "
    "[[20,0],[20,8]]}, {\"point\": [30,10]}, {\"circle\": [34,4], \"radius\": 1} ],\n"
    "  \"areas\":  { \"left\": [[0,0],[3,0],[3,20],[0,20]], \"exit\": "
    "[[38,8],[40,8],[40,12],[38,12]] },\n"
    "  \"agents\": [ {\"in\": \"left\", \"count\": 200, \"goal\": \"exit\", \"radius\": 0.25, "
    "\"speed\": 1.3} ],\n"
    "  \"guide\": \"mesh\", \"motion\": \"orca\", \"seconds\": 60\n"
    "}\n";

static void test_the_published_example_is_read(void **state)
{
    (void)state;
    scene *s = read_good(example);
    assert_int_equal(s->bounds_count, 4);
    assert_int_equal(s->obstacle_count, 4);
    assert_int_equal(s->obstacles[0].kind, SCENE_POLYGON);
    assert_int_equal(s->obstacles[0].shape.point_count, 4);
    assert_int_equal(s->obstacles[1].kind, SCENE_SEGMENT);
    assert_true(s->obstacles[1].shape.points[1].y == 8);
    assert_int_equal(s->obstacles[2].kind, SCENE_POINT);
    assert_int_equal(s->obstacles[2].shape.point_count, 1);
    assert_int_equal(s->obstacles[3].kind, SCENE_CIRCLE);
    assert_true(s->obstacles[3].centre.x == 34 && s->obstacles[3].radius == 1);
    assert_int_equal(s->area_count, 2);
    assert_string_equal(s->areas[1].name, "exit");
    assert_int_equal(s->agents_count, 1);
    const scene_agents *agents = &s->agents[0];
    assert_string_equal(agents->in, "left");
    assert_int_equal(agents->def.count, 200);
    assert_int_equal(agents->goal.kind, SCENE_GOAL_AREA);
    assert_string_equal(agents->goal.area, "exit");
    assert_true(agents->def.agent.radius == 0.25 && agents->def.agent.preferred_speed == 1.3 &&
                agents->def.agent.max_speed == 2);
    assert_int_equal(s->planner, WEND_PLANNER_MESH);
    assert_true(s->duration == 60);
    check_round_trip(s);
    scene_free(s);
    check_sound(example);
}

static void test_the_example_in_the_documentation_is_sound(void **state)
{
    (void)state;
    problem_list problems = {0};
    text t = {0};
    assert_true(text_read_file(WEND_SOURCE_DIR "/docs/scene.md", &t, &problems));
    char *start = strstr(t.data, "```json\n");
    assert_non_null(start);
    start += strlen("```json\n");
    char *end = strstr(start, "```");
    assert_non_null(end);
    *end = 0;
    check_sound(start);
    text_free(&t);
}

static void test_defaults(void **state)
{
    (void)state;
    scene *s = read_good("{\"wend\": 1.0, \"agents\": [{\"at\": [1, 2]}, {\"at\": [3, 4], "
                         "\"speed\": 5, \"goal\": [6, 7]}, {\"at\": [-0.0, 1e2], \"count\": 1.0, "
                         "\"goal\": [[1, 2], [3, 4]], \"max_speed\": 1.5}]}");
    assert_null(s->name);
    assert_null(s->bounds);
    assert_int_equal(s->planner, WEND_PLANNER_MESH);
    assert_true(s->duration == SCENE_DEFAULT_DURATION &&
                s->world.step == wend_default_world_def().step);
    assert_int_equal(s->world.seed, 0);
    assert_int_equal(s->agents[0].def.count, 1);
    assert_int_equal(s->agents[0].goal.kind, SCENE_GOAL_NONE);
    assert_int_equal(s->motion, WEND_MOTION_PEDESTRIAN);
    assert_true(s->agents[0].def.agent.radius == SCENE_DEFAULT_RADIUS);
    assert_true(s->agents[0].def.agent.preferred_speed == wend_default_agent_def().preferred_speed);
    assert_true(s->agents[0].def.agent.max_speed == wend_default_agent_def().max_speed);
    assert_true(s->agents[1].def.agent.max_speed == 5);
    assert_int_equal(s->agents[1].goal.kind, SCENE_GOAL_POINT);
    assert_false(signbit(s->agents[2].def.agent.position.x));
    assert_int_equal(s->agents[2].goal.kind, SCENE_GOAL_SEGMENT);
    assert_true(s->agents[2].goal.segment.b.y == 4);
    check_round_trip(s);
    scene_free(s);
}

static void test_a_ring_may_be_closed(void **state)
{
    (void)state;
    scene *s = read_good(
        "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 0]], \"obstacles\": "
        "[{\"polygon\": [[4, 1], [8, 1], [8, 5], [4, 1]], \"holes\": [[[6, 2], [7, 2], [7, 3], "
        "[6, 2]]]}]}");
    assert_int_equal(s->bounds_count, 3);
    assert_int_equal(s->obstacles[0].shape.ring_count, 2);
    assert_int_equal(s->obstacles[0].shape.ring_ends[0], 3);
    assert_int_equal(s->obstacles[0].shape.point_count, 6);
    check_round_trip(s);
    scene_free(s);
}

static void test_every_field_is_kept(void **state)
{
    (void)state;
    static const char all[] =
        "{\n"
        "  \"wend\": 2,\n"
        "  \"name\": \"h\xc3\xa4ll \\\"1\\\" \\\\\",\n"
        "  \"about\": \"a test\",\n"
        "  \"origin\": [450000, 5400000.5],\n"
        "  \"bounds\": [[0, 0], [40, 0], [40, 20], [0, 20]],\n"
        "  \"obstacles\": [\n"
        "    {\"polygon\": [[10, 5], [12, 5], [12, 15]], \"holes\": [[[11.5, 7], [11.6, 7], "
        "[11.6, 8]]], \"name\": \"a\", \"role\": \"building\"},\n"
        "    {\"segment\": [[20, 0], [20, 8.1]]},\n"
        "    {\"point\": [30, 1e-05]},\n"
        "    {\"circle\": [34, 4], \"radius\": 0.1}\n"
        "  ],\n"
        "  \"areas\": {\n"
        "    \"left\": [[0, 0], [3, 0], [3, 20]],\n"
        "    \"exit\": {\"polygon\": [[38, 8], [40, 8], [40, 12]], \"role\": \"exit\"}\n"
        "  },\n"
        "  \"agents\": [\n"
        "    {\"in\": \"left\", \"count\": 200, \"goal\": \"exit\", \"radius\": 0.3, "
        "\"preferred_speed\": 3, "
        "\"max_speed\": 4, \"group\": \"g\", \"planner\": \"map\", \"motion\": \"social_force\"},\n"
        "    {\"at\": [5, 5], \"goal\": [[1, 2], [3, 4]]}\n"
        "  ],\n"
        "  \"planner\": \"voronoi\",\n"
        "  \"motion\": \"steer\",\n"
        "  \"duration\": 90,\n"
        "  \"step\": 0.05,\n"
        "  \"seed\": 9223372036854775807\n"
        "}\n";
    scene *s = read_good(all);
    char *written = write_out(s);
    assert_string_equal(written, all);
    free(written);
    scene_free(s);
    // Former names of motion models are read, and written by the new ones.
    s = read_good("{\"wend\": 1, \"motion\": \"force\", \"agents\": [{\"at\": [1, 1], \"motion\": "
                  "\"flock\"}]}");
    assert_int_equal(s->motion, WEND_MOTION_SOCIAL_FORCE);
    assert_int_equal(s->agents[0].def.agent.motion, WEND_MOTION_BOIDS);
    scene_free(s);
}

// ---- writing ------------------------------------------------------------------------------------

static double random_double(wend_random *random)
{
    switch (wend_random_below(random, 6)) {
    case 0:
        return wend_random_below(random, 100);
    case 1:
        return wend_random_below(random, 100000) / 1000.0;
    case 2:
        return wend_random_between(random, -1e9, 1e9);
    case 3: {
        double fraction = wend_random_unit(random);
        return ldexp(fraction, -(int)wend_random_below(random, 1074));
    }
    default: {
        union {
            uint64_t bits;
            double value;
        } any = {.bits = wend_random_u64(random)};
        return fabs(any.value) <= WEND_MAX_COORDINATE ? any.value : 0.1;
    }
    }
}

static void test_every_double_reads_back_as_itself(void **state)
{
    (void)state;
    size_t count = long_tier() ? 1000000 : 20000;
    wend_random random = wend_random_stream(7, 0);
    scene *s = scene_new();
    wend_vec2 *points = calloc(count, sizeof *points);
    assert_true(s && points);
    for (size_t i = 0; i < count; ++i)
        points[i] = (wend_vec2){random_double(&random), random_double(&random)};
    scene_obstacle *obstacle = scene_add_obstacle(s);
    assert_true(obstacle && scene_shape_ring(s, points, count, &obstacle->shape));
    char *json = write_out(s);
    scene *copy = read_good(json);
    assert_int_equal(copy->obstacles[0].shape.point_count, count);
    for (size_t i = 0; i < count; ++i) {
        wend_vec2 p = copy->obstacles[0].shape.points[i];
        if (p.x != points[i].x || p.y != points[i].y)
            fail_msg("point %zu: %a %a", i, points[i].x, points[i].y);
    }
    check_round_trip(copy);
    scene_free(copy);
    scene_free(s);
    free(json);
    free(points);
}

static void test_the_locale_makes_no_difference(void **state)
{
    (void)state;
    scene *s = read_good("{\"wend\": 1, \"origin\": [0.5, 1.25e-7]}");
    char *here = write_out(s);
    static const char *const commas[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "ru_RU.UTF-8"};
    bool found = false;
    for (size_t i = 0; i < 4 && !found; ++i)
        found = setlocale(LC_ALL, commas[i]) != NULL;
    if (found) {
        char *there = write_out(s);
        check_round_trip(s);
        setlocale(LC_ALL, "C");
        assert_string_equal(here, there);
        free(there);
    }
    assert_non_null(strstr(here, "[0.5, 1.25e-07]"));
    free(here);
    scene_free(s);
    if (!found) {
        print_message("no locale with a decimal comma is installed\n");
        skip();
    }
}

static void test_the_built_in_scenes_round_trip_and_are_sound(void **state)
{
    (void)state;
    DIR *folder = opendir(WEND_SOURCE_DIR "/scenes");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        size_t size = strlen(entry->d_name);
        if (size < 5 || strcmp(entry->d_name + size - 5, ".json") != 0)
            continue;
        char path[1000];
        snprintf(path, sizeof path, WEND_SOURCE_DIR "/scenes/%s", entry->d_name);
        problem_list problems = {.file = entry->d_name};
        scene *s = scene_load(path, &problems);
        bool sound = s && scene_check(s, &problems);
        problem_print(&problems, stderr);
        assert_true(sound);
        check_round_trip(s);
        scene_free(s);
    }
    closedir(folder);
}

static void test_problems_beyond_the_cap_are_counted(void **state)
{
    (void)state;
    char *json = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&json, &size);
    assert_non_null(out);
    fputs("{\"wend\": 1, \"obstacles\": [0", out);
    for (int i = 1; i < 250; ++i)
        fputs(",\n{\"x\": 1}", out);
    fputs("]}", out);
    fclose(out);
    problem_list problems = {0};
    assert_null(try_read(json, &problems));
    assert_int_equal(problems.count, 250);
    assert_string_equal(problems.items[99].where, "100:2");
    problem_free(&problems);
    free(json);
}

// ---- other --------------------------------------------------------------------------------------

static void test_suggestions(void **state)
{
    (void)state;
    static const char *const names[] = {"bounds", "obstacles", "seconds", "seed", "step"};
    assert_string_equal(suggest_name("bound", names, 5), "bounds");
    assert_string_equal(suggest_name("Bounds", names, 5), "bounds");
    assert_string_equal(suggest_name("obstacels", names, 5), "obstacles");
    assert_string_equal(suggest_name("sede", names, 5), "seed");
    assert_string_equal(suggest_name("stpe", names, 5), "step");
    assert_null(suggest_name("weather", names, 5));
    assert_null(suggest_name("", names, 5));
    assert_null(suggest_name("x", names, 0));
    static const char *const letters[] = {"l", "xy"};
    assert_null(suggest_name("x", letters, 1));
    assert_string_equal(suggest_name("x", letters, 2), "xy");
    char quoted[SUGGEST_QUOTED_SIZE], longest[200] = "";
    for (int i = 0; i < 40; ++i)
        strcat(longest, "漢");
    assert_string_equal(suggest_quote(quoted, "a"), "\"a\"");
    suggest_quote(quoted, longest);
    assert_non_null(strstr(quoted, "漢...\""));
    assert_int_equal((strlen(quoted) - 5) % 3, 0);
}

// Fails each allocation in turn, jansson's too.
static void test_running_out_of_memory_is_an_ordinary_result(void **state)
{
    (void)state;
    json_set_alloc_funcs(__wrap_malloc, free);
    bool done = false;
    size_t step = long_tier() ? 1 : 7;
    for (size_t n = 1; !done; n += step) {
        problem_list problems = {0};
        allocations = 0;
        failing_allocation = n;
        scene *s = try_read(example, &problems);
        bool sound = s && scene_check(s, &problems);
        done = allocations < n;
        failing_allocation = 0;
        assert_true(sound || problems.count > 0);
        assert_true(!done || sound);
        scene_free(s);
        problem_free(&problems);
    }
    json_set_alloc_funcs(malloc, free);
}

static void test_limits_in_words(void **state)
{
    (void)state;
    assert_true(strtod(SCENE_MAX_COORDINATE_WORDS, NULL) == WEND_MAX_COORDINATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_value_is_found_at_its_place),
        cmocka_unit_test(test_looking_for_places_stands_any_text),
        cmocka_unit_test(test_the_published_example_is_read),
        cmocka_unit_test(test_the_example_in_the_documentation_is_sound),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_a_ring_may_be_closed),
        cmocka_unit_test(test_every_field_is_kept),
        cmocka_unit_test(test_every_double_reads_back_as_itself),
        cmocka_unit_test(test_the_locale_makes_no_difference),
        cmocka_unit_test(test_the_built_in_scenes_round_trip_and_are_sound),
        cmocka_unit_test(test_problems_beyond_the_cap_are_counted),
        cmocka_unit_test(test_suggestions),
        cmocka_unit_test(test_limits_in_words),
        cmocka_unit_test(test_running_out_of_memory_is_an_ordinary_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
