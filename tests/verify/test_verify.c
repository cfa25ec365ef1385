// SPDX-License-Identifier: MIT
// `wend verify`: the list of tests, their scenes and parameters, the measured data, the quick ones
// of the tests, and what the command prints and writes. With WEND_LONG all tests are run.
#include "tests/scene/scene_text.h"
#include "tests/support/failing_command.h"
#include "tests/support/process.h"

#include "base/embedded.h"
#include "formats/formats.h"
#include "scene/check/check.h"
#include "verify/verify.h"

#include <math.h>

// ---- the list -----------------------------------------------------------------------------------

static void test_list(void **state)
{
    (void)state;
    assert_true(verify_count() >= 16);
    for (size_t i = 0; i < verify_count(); ++i) {
        const verify_test *test = verify_at(i);
        assert_non_null(test->run);
        const char *const words[] = {test->name,    test->source,    test->title,
                                     test->setting, test->criterion, test->figure};
        for (size_t k = 0; k < sizeof words / sizeof *words; ++k)
            assert_true(words[k] && *words[k]);
        for (size_t k = 0; k < i; ++k)
            assert_string_not_equal(test->name, verify_at(k)->name);
    }
    assert_null(verify_at(verify_count()));
}

// ---- scenes -------------------------------------------------------------------------------------

/// Speeds are those of all tests, or what a test says for everybody in its scene.
static void assert_parameters(const scene *s)
{
    assert_true(s->world.step == wend_default_world_def().step);
    assert_true(s->planner == WEND_PLANNER_MESH && s->motion == WEND_MOTION_ORCA &&
                s->world.bias == WEND_BIAS_AHEAD && !s->world.arc.points && s->world.seed == 0);
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_agents *a = &s->agents[i];
        assert_true(a->def.agent.radius == wend_default_agent_def().radius &&
                    a->def.radius.std == 0);
        assert_true(a->def.agent.time_horizon == wend_default_agent_def().time_horizon);
        assert_true(a->def.agent.avoidance_share == wend_default_agent_def().avoidance_share ||
                    a->def.agent.preferred_speed == 0); // one who stands and stays
        if (a->def.preferred_speed.std == 0 || a->def.agent.preferred_speed != VERIFY_SPEED)
            continue;
        assert_true(a->def.preferred_speed.std == VERIFY_SPEED_DEVIATION);
        assert_true(a->def.preferred_speed.min == VERIFY_SPEED_LEAST);
        assert_true(a->def.preferred_speed.max == VERIFY_SPEED_MOST);
    }
}

static void test_scenes(void **state)
{
    (void)state;
    assert_true(embedded_verify.count > 0);
    for (size_t i = 0; i < embedded_verify.count; ++i) {
        scene *s = read_sound_scene(embedded_verify.files[i].text);
        assert_string_equal(s->name, embedded_verify.files[i].name);
        assert_parameters(s);
        scene_free(s);
    }
}

static void test_changes(void **state)
{
    (void)state;
    scene *s = verify_scene("bottleneck");
    verify_widen(s, 2);
    wend_box box = scene_box(s);
    assert_true(box.min.x == 0 && box.max.x == 24 && box.min.y == 0 && box.max.y == 10);
    assert_true(s->obstacles[0].shape.points[2].y == 4 && s->obstacles[1].shape.points[0].y == 6);
    verify_move_x(s, 24, 30);
    assert_true(scene_box(s).max.x == 30);
    verify_turn(s, acos(-1) / 2);
    box = scene_box(s);
    assert_true(fabs(box.min.x + 10) < 1e-12 && fabs(box.max.y - 30) < 1e-12);
    scene_free(s);
}

// ---- data ---------------------------------------------------------------------------------------

static void test_data(void **state)
{
    (void)state;
    // By hand: Kretz (three), Nagai and Seyfried at 0.8 m; EG alone at 2.2 m.
    assert_float_equal(verify_measured_flow(0.8), (1.388 + 1.417 + 1.456 + 1.737 + 1.288) / 5,
                       1e-9);
    assert_float_equal(verify_measured_flow(2.2), 4.063, 1e-9);
    assert_true(isnan(verify_measured_flow(7)));
    const verify_speed_data *sets[] = {&verify_corridor_speeds, &verify_file_speeds,
                                       &verify_one_way_speeds,  &verify_both_ways_speeds,
                                       &verify_corner_speeds,   &verify_main_arm_speeds,
                                       &verify_side_arm_speeds};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; ++i)
        for (size_t k = 0; k < sets[i]->count; ++k) {
            const verify_speed_band *band = &sets[i]->bands[k];
            assert_true(band->low <= band->median && band->median <= band->high);
            assert_true(k == 0 || fabs(band->density - band[-1].density - sets[i]->bin) < 1e-12);
        }
}

/// The table is what the files have, where they are.
static void test_data_files(void **state)
{
    (void)state;
    static const char *const files[] = {"1981Mueller",  "2006Kretz", "2006Nagai", "2006EG",
                                        "2009Seyfried", "2009AO",    "2010Daamen"};
    for (size_t i = 0; i < verify_measured_flow_count; ++i) {
        char path[500];
        snprintf(path, sizeof path, "%s/validation/bottleneck_%s.txt", data_folder(), files[i]);
        FILE *file = fopen(path, "r");
        if (!file) {
            print_message("no %s\n", path);
            skip();
        }
        const verify_flow_data *set = &verify_measured_flows[i];
        double width, flow;
        size_t k = 0;
        for (; fscanf(file, "%lf %lf", &width, &flow) == 2; ++k)
            assert_true(k < set->count && set->data[k].width == width && set->data[k].flow == flow);
        assert_int_equal(k, set->count);
        fclose(file);
    }
}

// ---- tests --------------------------------------------------------------------------------------

static const char *const quick[] = {
    "rimea-1",           "rimea-5",          "rimea-6",          "rimea-10",       "nist-4.1",
    "juelich-free-flow", "juelich-rotation", "juelich-overtake", "juelich-narrow", "juelich-stops",
    "juelich-obstacle",  "juelich-wall",     "head-on"};

static bool is_quick(const verify_test *test)
{
    for (size_t i = 0; i < sizeof quick / sizeof *quick; ++i)
        if (strcmp(test->name, quick[i]) == 0)
            return true;
    return false;
}

static void test_quick_ones_pass(void **state)
{
    (void)state;
    static verify_shared shared;
    size_t made = 0;
    for (size_t i = 0; i < verify_count(); ++i) {
        const verify_test *test = verify_at(i);
        if (!is_quick(test) && !long_tier())
            continue;
        verify_finding finding = {0};
        verify v = {.finding = &finding, .shared = &shared};
        verify_make(&v, test);
        if (!finding.ran || (!finding.pass && !test->known))
            print_message("%s: %s\n", test->name, finding.found);
        assert_true(finding.ran);
        assert_true(finding.pass || test->known);
        assert_true(*finding.found);
        made += is_quick(test);
        verify_finding_free(&finding);
    }
    assert_int_equal(made, sizeof quick / sizeof *quick);
}

/// What tests measure by: one alone, and one who does not arrive.
static void test_runs_are_measured(void **state)
{
    (void)state;
    verify_finding finding = {0};
    verify v = {.finding = &finding};
    scene *s = verify_scene("rimea-1");
    recording r;
    assert_true(verify_run(&v, s, 0, &r));
    assert_int_equal(r.agent_count, 1);
    assert_int_equal(verify_arrived(&r), 1);
    assert_float_equal(verify_last(&r), 40 / 1.33, 0.15);
    assert_true(isnan(verify_flow_at(&v, &r, 20, NULL, NULL))); // one alone is no flow
    assert_true(verify_end_of(&r, 0).x > 39);
    recording_free(&r);
    s->duration = 5; // too short to arrive
    assert_true(verify_run(&v, s, 0, &r));
    assert_true(isnan(verify_last(&r)));
    assert_int_equal(verify_arrived(&r), 0);
    recording_free(&r);
    scene_free(s);
}

static void test_charts(void **state)
{
    (void)state;
    verify_finding finding = {0};
    verify v = {.finding = &finding};
    const wend_vec2 points[] = {{1, 2}, {3, 4}};
    for (int i = 0; i < VERIFY_CHARTS; ++i) {
        chart *c = verify_chart(&v, "title", "x", "y");
        assert_non_null(c);
        for (int k = 0; k < VERIFY_SERIES; ++k)
            assert_non_null(verify_series(&v, c, "name", CHART_LINE, points, 2));
        assert_null(verify_series(&v, c, "one too many", CHART_LINE, points, 2));
        assert_int_equal(c->series_count, VERIFY_SERIES);
        verify_rule(&v, c, "limit", 1, false);
        verify_rule(&v, c, "another", 2, true);
        assert_true(c->rule_count == 2 && c->rules[0].at == 1 && c->rules[1].upright);
    }
    assert_null(verify_chart(&v, "one too many", "x", "y"));
    assert_null(verify_series(&v, NULL, "no chart", CHART_LINE, points, 2));
    assert_true(finding.charts[1].series[3].points[1].y == 4);
    verify_finding_free(&finding);
}

static int make_one(const void *test)
{
    verify_shared shared = {0};
    verify_finding finding = {0};
    verify v = {.finding = &finding, .shared = &shared};
    verify_make(&v, test);
    return finding.pass ? 0 : finding.ran ? 3 : 2;
}

/// Whichever allocation fails: the process ends with status 1, the test could not be run (2), or it
/// did not need that memory.
static void test_memory(void **state)
{
    (void)state;
    const verify_test *test = NULL;
    for (size_t i = 0; i < verify_count(); ++i)
        if (strcmp(verify_at(i)->name, "nist-4.1") == 0)
            test = verify_at(i);
    assert_non_null(test);
    int code = 0, failures = 0;
    for (size_t at = 1; code < NOT_REACHED; at += 1 + at / (long_tier() ? 200 : 20)) {
        code = run_failing(make_one, test, at);
        assert_true(code == 0 || code == 1 || code == 2 || code == NOT_REACHED);
        failures += code == 1 || code == 2;
    }
    assert_true(failures > 10);
}

// ---- the command --------------------------------------------------------------------------------

static void test_json(void **state)
{
    (void)state;
    json_t *object = parse_object(run_expect(0, "$WEND verify rimea-1 juelich-stops --json"));
    json_t *tests = json_object_get(object, "tests");
    assert_int_equal(json_array_size(tests), 2);
    json_t *first = json_array_get(tests, 0);
    assert_string_equal(string(first, "name"), "rimea-1");
    assert_true(json_is_true(json_object_get(first, "pass")));
    assert_float_equal(number(first, "value"), 30.1, 0.05);
    assert_contains(string(first, "criterion"), "26 s <= T <= 34 s");
    assert_float_equal(number(object, "passed"), 2, 0);
    assert_float_equal(number(json_object_get(object, "parameters"), "radius"), 0.25, 0);
    json_decref(object);
}

static void test_text_and_page(void **state)
{
    (void)state;
    ran *r = run_expect(0, "$WEND verify nist-4.1 rimea-6 -o report.html");
    assert_contains(r->out, "tests 2, passed 2, failed 0");
    assert_true(strstr(r->out, "rimea-6") < strstr(r->out, "nist-4.1")); // as in the table
    char *page = file_content("report.html");
    assert_non_null(page);
    assert_contains(page, "<!doctype html>");
    assert_contains(page, "<section id=\"nist-4.1\">");
    assert_contains(page, "src=\"data:image/svg+xml,%3C");
    assert_contains(page, "</html>");
    assert_null(strstr(page, "http://www.w3.org/1999/xhtml")); // nothing that needs a network
    assert_null(strstr(page, "<script"));
    free(page);
    run_expect(1, "$WEND verify nist-4.1 -o no/such/folder.html");
    assert_contains(run_expect(0, "$WEND verify nist-4.1 -o -")->out, "</html>");
    assert_string_equal(run_expect(0, "$WEND verify nist-4.1 --quiet")->out, "");
}

static void test_choice(void **state)
{
    (void)state;
    ran *r = run_expect(0, "$WEND verify --list juelich --quiet");
    assert_contains(r->out, "juelich-stops\n");
    assert_null(strstr(r->out, "rimea"));
    // A name asks for that test alone, though others start with it.
    assert_string_equal(run_expect(0, "$WEND verify --list rimea-1 --quiet")->out, "rimea-1\n");
    assert_string_equal(run_expect(0, "$WEND verify --list rimea-12 --quiet")->out,
                        "rimea-12a\nrimea-12b\nrimea-12c\nrimea-12d\n");
    assert_contains(run_expect(2, "$WEND verify rimea-99")->err,
                    "test rimea-99: unknown value: did you mean rimea-9?");
    assert_contains(run_expect(2, "$WEND verify lane5")->err, "did you mean lanes?");
    json_t *object = parse_object(run_expect(0, "$WEND verify --list --json"));
    assert_int_equal(json_array_size(json_object_get(object, "tests")), verify_count());
    json_decref(object);
}

static void test_scene_is_printed(void **state)
{
    (void)state;
    run_expect(0, "$WEND verify --scene rimea-9 > room.json && $WEND check room.json");
    assert_contains(run_expect(2, "$WEND verify --scene nothing")->err,
                    "--scene nothing: unknown value");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_data_files),
        cmocka_unit_test(test_quick_ones_pass),
        cmocka_unit_test(test_runs_are_measured),
        cmocka_unit_test(test_charts),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_text_and_page),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_scene_is_printed),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
