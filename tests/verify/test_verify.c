// SPDX-License-Identifier: MIT
// `wend verify`: the list of tests, their scenes and parameters, the measured data, the quick ones
// of the tests, and what the command prints and writes. With WEND_LONG all tests are run.
#include "tests/scene/scene_text.h"
#include "tests/support/failing_command.h"
#include "tests/support/process.h"

#include "base/embedded.h"
#include "formats/formats.h"
#include "scene/check/check.h"
#include "verify/guidelines.h"
#include "verify/verify.h"
#include "wend/motion.h"

#include <math.h>

// ---- the list -----------------------------------------------------------------------------------

static void test_list(void **state)
{
    (void)state;
    assert_true(verify_count() >= 16 && verify_count() <= VERIFY_MOST_TESTS);
    for (size_t i = 0; i < verify_count(); ++i) {
        const verify_test *test = verify_at(i);
        assert_non_null(test->run);
        assert_non_null(verify_family_of(test));
        const char *const words[] = {test->name,    test->source,    test->title,
                                     test->setting, test->criterion, test->figure};
        for (size_t k = 0; k < sizeof words / sizeof *words; ++k)
            assert_true(words[k] && *words[k]);
        for (size_t k = 0; k < i; ++k)
            assert_string_not_equal(test->name, verify_at(k)->name);
    }
    assert_null(verify_at(verify_count()));
}

/// The tests of a family are together in the table; the last family has the others.
static void test_families(void **state)
{
    (void)state;
    size_t families = 0, changes = 0;
    while (verify_family_at(families))
        ++families;
    for (size_t i = 1; i < verify_count(); ++i)
        changes += verify_family_of(verify_at(i)) != verify_family_of(verify_at(i - 1));
    assert_true(changes < families);
    const verify_test of[] = {{.source = "NIST 2.8, IMO 8"},
                              {.source = "NIST 2.8", .family = "IMO"},
                              {.source = "somebody's blog"},
                              {.source = "Jülich 1"},
                              {.source = "Jülich, ug-180"}};
    assert_string_equal(verify_family_of(&of[0])->title, "NIST TN 1822");
    assert_string_equal(verify_family_of(&of[1])->title, "IMO MSC.1/Circ.1533");
    assert_string_equal(verify_family_of(&of[3])->title, "Jülich");
    assert_string_equal(verify_family_of(&of[4])->title, "Experiments");
    assert_ptr_equal(verify_family_of(&of[2]), verify_family_at(families - 1));
}

/// A known failure is one of a test and a model that exist.
static void test_known(void **state)
{
    (void)state;
    assert_non_null(verify_known_cause("circle", "orca"));
    assert_null(verify_known_cause("circle", "social_force"));
    assert_null(verify_known_cause("rimea-1", "orca"));
    assert_non_null(wend_motion_info_named(verify_default_motion()));
}

// ---- scenes -------------------------------------------------------------------------------------

/// Speeds are those of all tests, or what a test says for everybody in its scene.
static void assert_parameters(const scene *s)
{
    assert_true(s->world.step == wend_default_world_def().step);
    const char *motion = scene_motion_name(s->motion, false);
    assert_string_equal(motion, verify_default_motion());
    assert_true(s->planner == WEND_PLANNER_MESH && s->world.bias == WEND_BIAS_AHEAD &&
                !s->world.arc.points && s->world.seed == 0);
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_agents *a = &s->agents[i];
        assert_true(a->def.agent.radius == scene_default_agents().def.agent.radius &&
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

static const char *const quick[] = {"rimea-1",
                                    "rimea-5",
                                    "rimea-6",
                                    "rimea-10",
                                    "nist-4.1",
                                    "juelich-free-flow",
                                    "juelich-rotation",
                                    "juelich-overtake",
                                    "juelich-narrow",
                                    "juelich-stops",
                                    "juelich-obstacle",
                                    "juelich-wall",
                                    "head-on",
                                    "rimea-2",
                                    "rimea-3",
                                    "rimea-7",
                                    "nist-2.1",
                                    "nist-2.3",
                                    "nist-2.4",
                                    "nist-2.10",
                                    "nist-3.1",
                                    "nist-3.3",
                                    "nist-5.1",
                                    "iso-7",
                                    "iso-17",
                                    "imo-5",
                                    "imo-6",
                                    "imo-7",
                                    "imo-10"};

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
        if (!finding.ran || (!finding.pass && !finding.known))
            print_message("%s: %s\n", test->name, finding.found);
        assert_true(finding.ran);
        assert_true(finding.pass || finding.known);
        assert_true(*finding.found);
        assert_true(finding.chart_count > 0);
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

// ---- seeds --------------------------------------------------------------------------------------

static void measure_arrival(const recording *r, const void *context, double *figures)
{
    figures[0] = verify_last(r);
    figures[1] = (double)r->row_count + *(const double *)context;
}

typedef struct seen {
    uint32_t count;
    double last[16];
} seen;

static void look_at_last(void *context, const recording *r, uint32_t seed)
{
    seen *s = context;
    assert_int_equal(seed, s->count); // in order
    s->last[s->count++] = verify_last(r);
}

/// Recordings come in the order of the seeds, with any number of threads.
static void test_each_seed(void **state)
{
    (void)state;
    enum { SEEDS = 11 }; // more than are in memory at once
    seen found[2] = {{0}};
    verify_finding finding = {0};
    verify v = {.finding = &finding};
    scene *s = verify_scene("bottleneck");
    s->agents[0].def.count = 10;
    assert_true(verify_each_seed(&v, s, SEEDS, look_at_last, &found[0]));
    wend_tasks_def def = wend_default_tasks_def();
    def.worker_count = 3;
    assert_int_equal(wend_tasks_create(&def, &v.tasks, NULL), WEND_OK);
    assert_true(verify_each_seed(&v, s, SEEDS, look_at_last, &found[1]));
    assert_int_equal(found[0].count, SEEDS);
    assert_memory_equal(&found[0], &found[1], sizeof found[0]);
    v.motion = "group_potential"; // cannot run: it requires another planner
    assert_false(verify_each_seed(&v, s, SEEDS, look_at_last, &found[1]));
    assert_true(found[1].count == SEEDS && *finding.found);
    wend_tasks_destroy(v.tasks);
    scene_free(s);
}

/// The figures of several seeds are those of single runs, with any number of threads.
static void test_seeds(void **state)
{
    (void)state;
    enum { SEEDS = 5 };
    const double offset = 0.5;
    double figures[2][SEEDS * 2];
    scene *s = verify_scene("bottleneck");
    s->agents[0].def.count = 20;
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        wend_tasks_def def = wend_default_tasks_def();
        def.worker_count = threads;
        verify_finding finding = {0};
        verify v = {.finding = &finding};
        recording first;
        assert_int_equal(wend_tasks_create(&def, &v.tasks, NULL), WEND_OK);
        assert_true(verify_run_seeds(&v, s, SEEDS, measure_arrival, &offset, 2,
                                     figures[threads / 2], &first));
        assert_float_equal(figures[threads / 2][1], (double)first.row_count + offset, 0);
        recording_free(&first);
        wend_tasks_destroy(v.tasks);
    }
    assert_memory_equal(figures[0], figures[1], sizeof figures[0]);
    verify_finding finding = {0};
    verify v = {.finding = &finding};
    recording r;
    assert_true(verify_run(&v, s, 3, &r));
    assert_float_equal(figures[0][3 * 2], verify_last(&r), 0);
    recording_free(&r);
    v.motion = "group_potential"; // cannot run: it requires another planner
    assert_false(verify_run_seeds(&v, s, SEEDS, measure_arrival, &offset, 2, figures[0], &r));
    assert_true(*finding.found);
    scene_free(s);
}

static void test_intervals(void **state)
{
    (void)state;
    const double figures[] = {1, NAN, 2, 7, 3, 8};
    char words[VERIFY_INTERVAL_SIZE];
    measure_interval i = verify_interval(figures, 3, 2, 0);
    assert_float_equal(i.mean, 2, 0);
    // Student's t for two degrees of freedom is 4.303, the standard error 1 / sqrt(3).
    assert_string_equal(verify_interval_text(i, 2, words), "2.00 ± 2.48");
    assert_true(isnan(verify_interval(figures, 3, 2, 1).mean)); // that of one seed is missing
    assert_string_equal(verify_interval_text(verify_interval(figures, 1, 2, 0), 1, words), "1.0");
}

// ---- charts -------------------------------------------------------------------------------------

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

/// Fills a finding with a chart of measured data, and one line of wend for each name.
static void fill_finding(verify_finding *finding, const char *motion, double height, int lines)
{
    static const wend_vec2 measured[] = {{0, 1}, {1, 2}};
    const wend_vec2 own[] = {{0, height}, {1, height}};
    static const char *const names[] = {"four", "two"};
    verify v = {.finding = finding};
    finding->motion = motion;
    chart *c = verify_chart(&v, "title", "x", "y");
    verify_series(&v, c, "measured", CHART_POINTS, measured, 2);
    for (int i = 0; i < lines; ++i) {
        verify_series(&v, c, names[i], CHART_LINE, own, 2);
        verify_series(&v, c, names[i], CHART_POINTS, own, 2);
    }
}

/// Measured data are in a merged chart once, the series of the models in a colour each.
static void test_merged_charts(void **state)
{
    (void)state;
    for (int lines = 1; lines <= 2; ++lines) {
        verify_finding findings[2] = {{0}};
        const verify_results results = {.findings = findings, .test_count = 1, .model_count = 2};
        fill_finding(&findings[0], "orca", 3, lines);
        fill_finding(&findings[1], "boids", 4, lines);
        verify_merged merged;
        assert_true(verify_merge(&results, 0, 0, &merged));
        const chart *c = &merged.chart;
        assert_int_equal(c->series_count, 1 + 2 * 2 * lines);
        assert_string_equal(c->series[0].name, "measured");
        assert_string_equal(c->series[1].name, lines == 1 ? "orca" : "orca: four");
        assert_string_equal(c->series[2 * lines + 1].name, lines == 1 ? "boids" : "boids: four");
        assert_int_equal(c->series[1].colour, verify_model_colour(0));
        assert_int_equal(c->series[2 * lines + 2].colour, verify_model_colour(1));
        assert_true(c->series[1].dash == 0 && (lines == 1 || c->series[3].dash > 0));
        verify_merged_free(&merged);
        assert_false(verify_merge(&results, 0, 1, &merged)); // there is no such chart
        findings[1].charts[0].x.title = "another quantity";
        assert_false(verify_merge(&results, 0, 0, &merged));
        findings[1].charts[0].x.title = "x";
        findings[1].charts[0].same_scale = true; // a map
        assert_false(verify_merge(&results, 0, 0, &merged));
        verify_finding_free(&findings[0]);
        verify_finding_free(&findings[1]);
    }
}

/// Distribution functions at quantiles from tables, and the test's probability.
static void test_distributions(void **state)
{
    (void)state;
    static const struct {
        verify_distribution d;
        double x, share;
    } known[] = {
        {{1, {.std = 2, .distribution = WEND_DISTRIBUTION_NORMAL}}, 1 + 2 * 1.6448536270, 0.95},
        {{0, {.min = 2, .max = 6, .distribution = WEND_DISTRIBUTION_UNIFORM}}, 3, 0.25},
        // mean = std: the exponential distribution
        {{2, {.std = 2, .distribution = WEND_DISTRIBUTION_GAMMA}}, 2, 0.6321205588},
        {{2, {.std = 2, .distribution = WEND_DISTRIBUTION_WEIBULL}}, 2, 0.6321205588},
        // chi-squared with 4 degrees of freedom: mean 4, variance 8
        {{4, {.std = 2.8284271247, .distribution = WEND_DISTRIBUTION_GAMMA}}, 9.4877290368, 0.95},
        // Rayleigh: shape 2
        {{0.8862269255, {.std = 0.4632513628, .distribution = WEND_DISTRIBUTION_WEIBULL}},
         1,
         0.6321205588},
        // exp of a normal variable with mean 0 and standard deviation 1; its median is 1
        {{1.6487212707, {.std = 2.1611974158, .distribution = WEND_DISTRIBUTION_LOGNORMAL}},
         1,
         0.5},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        assert_float_equal(verify_cumulative(&known[i].d, known[i].x), known[i].share, 1e-7);
    enum { VALUES = 100 };
    double values[VALUES];
    const verify_distribution unit = {
        0.5, {.std = 0.3, .min = 0, .max = 1, .distribution = WEND_DISTRIBUTION_UNIFORM}};
    for (int i = 0; i < VALUES; ++i)
        values[i] = (VALUES - i - 0.5) / VALUES;
    assert_float_equal(verify_ks(values, VALUES, &unit), 1, 1e-9);
    assert_true(values[0] < values[1]); // sorted
    for (int i = 0; i < VALUES; ++i)
        values[i] = fmin(1, values[i] + 0.1308); // a distance of 0.1358: 5 % by Stephens' table
    assert_float_equal(verify_ks(values, VALUES, &unit), 0.046, 0.005);
    for (int i = 0; i < VALUES; ++i)
        values[i] *= values[i] * values[i];
    assert_true(verify_ks(values, VALUES, &unit) < 0.05);
    char words[VERIFY_INTERVAL_SIZE];
    const double times[] = {3, 1, 2};
    assert_float_equal(verify_median(times, 3), 2, 0);
    assert_float_equal(verify_mean(times, 3), 2, 0);
    assert_string_equal(verify_mean_text(times, 3, 2, words), "2.00 ± 2.48"); // 4.303 / sqrt(3)
}

/// An agent crosses a line when it has walked there; walls and densities of a run.
static void test_measures(void **state)
{
    (void)state;
    verify_finding finding = {0};
    verify v = {.finding = &finding};
    scene *s = verify_scene("rimea-1");
    recording r;
    assert_true(verify_run(&v, s, 0, &r));
    double start = r.at[0].x;
    assert_float_equal(verify_time_at(&r, 0, start + 13.3), 10, 0.1);
    assert_true(isnan(verify_time_at(&r, 0, start - 1)) && isnan(verify_time_at(&r, 0, 1000)));
    assert_int_equal(verify_outside(&r), 0);
    // One agent that stays in 2 m for a second and a half.
    wend_box box = {{start + 10, -100}, {start + 12, 100}};
    assert_float_equal(verify_peak_density(&r, box, 1), 1.0 / 400, 1e-9);
    assert_float_equal(verify_peak_density(&r, box, 3), 0.5 / 400, 0.05 / 400);
    recording_free(&r);
    scene_free(s);
    s = verify_scene("nist-2.8");
    verify_populate_imo(s);
    assert_true(s->agents[1].def.preferred_speed.max == 1.62 &&
                s->agents[1].def.agent.preferred_speed == 1.295);
    scene_free(s);
}

static bool run_with_seeds(verify *v)
{
    recording r;
    scene *s = verify_scene("bottleneck");
    s->agents[0].def.count = 20;
    double last = verify_run(v, s, 0, &r) ? verify_last(&r) : NAN;
    recording_free(&r);
    scene_free(s);
    return verify_verdict(v, true, last, "ran");
}

/// Tests start with the first seed of the caller, held-out ones with their own added to it.
static void test_first_seed(void **state)
{
    (void)state;
    static const uint64_t firsts[] = {0, VERIFY_HELD_OUT_SEED, 0, 0};
    static const bool held_out[] = {false, false, true, false};
    double found[4];
    for (int i = 0; i < 4; ++i) {
        const verify_test test = {.name = "seeds", .held_out = held_out[i], .run = run_with_seeds};
        verify_finding finding = {0};
        verify v = {.finding = &finding, .first_seed = firsts[i]};
        verify_make(&v, &test);
        assert_true(v.first_seed == firsts[i]);
        found[i] = finding.figure;
    }
    assert_float_equal(found[0], found[3], 0);
    assert_float_equal(found[1], found[2], 0);
    assert_true(fabs(found[0] - found[1]) > 0);
    for (size_t i = 0; i < verify_count(); ++i)
        assert_true(verify_at(i)->held_out ==
                    (strcmp(verify_family_of(verify_at(i))->title, "Held out") == 0));
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
    assert_float_equal(number(json_object_get(object, "parameters"), "radius"), 0.2, 1e-12);
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

static void test_models(void **state)
{
    (void)state;
    // Another model: a failure has no known cause, and does not fail a comparison.
    ran *r = run_expect(0, "$WEND verify --motion follow,orca rimea-1 head-on circle -o both.html");
    assert_contains(r->out, "follow              orca");
    assert_contains(r->out, "follow: tests 3, passed 1, failed 2 (known failures 0)");
    assert_contains(r->out, "orca: tests 3, passed 2, failed 1 (known failures 1)");
    char *page = file_content("both.html");
    assert_contains(page, "<th class=\"number\">follow</th>");
    assert_contains(page, "Known cause: ");
    assert_contains(page, "follow: Paths");
    free(page);
    json_t *object = parse_object(run_expect(0, "$WEND verify --motion orca,follow circle --json"));
    json_t *models = json_object_get(object, "models");
    assert_int_equal(json_array_size(models), 2);
    assert_float_equal(number(json_array_get(models, 1), "failed_known"), 0, 0);
    json_t *results =
        json_object_get(json_array_get(json_object_get(object, "tests"), 0), "results");
    assert_string_equal(string(json_array_get(results, 0), "motion"), "orca");
    assert_true(json_is_string(json_object_get(json_array_get(results, 0), "known_failure")));
    assert_true(json_is_null(json_object_get(json_array_get(results, 1), "known_failure")));
    json_decref(object);
    // One model looks as the default does. A model named twice counts once.
    assert_contains(run_expect(0, "$WEND verify rimea-1 --motion orca,orca")->out,
                    "rimea-1  pass     26 s <= T <= 34 s");
    assert_contains(run_expect(1, "$WEND verify rimea-1 --motion group_potential")->out, "not run");
    assert_contains(run_expect(2, "$WEND verify rimea-1 --motion orka")->err,
                    "--motion orka: unknown value: did you mean orca?");
    run_expect(2, "$WEND verify rimea-1 --motion ,");
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
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_data_files),
        cmocka_unit_test(test_quick_ones_pass),
        cmocka_unit_test(test_runs_are_measured),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_each_seed),
        cmocka_unit_test(test_first_seed),
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_charts),
        cmocka_unit_test(test_merged_charts),
        cmocka_unit_test(test_distributions),
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_text_and_page),
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_scene_is_printed),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
