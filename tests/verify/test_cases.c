// SPDX-License-Identifier: MIT
// `wend verify`: tests against experiments, of streams, queues, unequal people and time steps: what
// they share, the measured speeds, and the quick ones of the tests, whether they pass or not. With
// WEND_LONG all of them are run.
#include "tests/support/support.h"

#include "verify/cases.h"

#include <glob.h>
#include <math.h>
#include <string.h>

// ---- what they share ----------------------------------------------------------------------------

static void test_fill(void **state)
{
    (void)state;
    scene *s = verify_scene("merge-ko");
    cases_fill(s, 0.5);
    assert_int_equal(s->agents[0].def.count, 82); // 68 x 2.4 m
    assert_int_equal(s->agents[1].def.count, 82);
    assert_int_equal(cases_people(s), 164);
    scene_free(s);
    s = verify_scene("speed-density-uo");
    cases_fill(s, 2);
    assert_int_equal(cases_people(s), 780); // 130 x 3 m
    scene_free(s);
}

static void test_seeds(void **state)
{
    (void)state;
    verify v = {0};
    assert_int_equal(cases_seeds(&v, 3, 20), 3);
    v.thorough = true;
    assert_int_equal(cases_seeds(&v, 3, 20), 20);
}

/// One person walks 40 m at 1.33 m/s.
static void test_times_and_flow(void **state)
{
    (void)state;
    verify_finding finding = {0};
    verify v = {.finding = &finding};
    scene *s = verify_scene("rimea-1");
    recording r;
    assert_true(verify_run(&v, s, 0, &r));
    double start = r.at[r.agents[0].first].x, ten = start + 10;
    assert_float_equal(cases_time_at(&r, 0, ten), 10 / 1.33, 0.15);
    assert_true(isinf(cases_time_at(&r, 0, 1000)));
    const wend_segment line = {{ten, 0}, {ten, 2}};
    assert_float_equal(cases_flow(&r, line, 5, 10), 1 / 5.0 / 2, 1e-12); // once in 5 s, 2 m
    assert_float_equal(cases_flow(&r, line, 10, 20), 0, 0);
    assert_false(cases_has_role(&r, 0, "slow"));
    recording_free(&r);
    scene_free(s);
}

// ---- data ---------------------------------------------------------------------------------------

enum { MOST_PAIRS = 4000, LEAST_PAIRS = 20 };

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Appends the pairs of all files of a pattern; returns their number.
static size_t read_pairs(const char *pattern, wend_vec2 *pairs, size_t count)
{
    char path[500], line[200];
    snprintf(path, sizeof path, "%s/validation/%s", data_folder(), pattern);
    glob_t files;
    if (glob(path, 0, NULL, &files) != 0)
        return count;
    for (size_t i = 0; i < files.gl_pathc; ++i) {
        FILE *file = fopen(files.gl_pathv[i], "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file))
            if (sscanf(line, "%lf %lf", &pairs[count].x, &pairs[count].y) == 2)
                assert_true(++count < MOST_PAIRS);
        fclose(file);
    }
    globfree(&files);
    return count;
}

/// Speeds of the pairs in a bin, sorted.
static size_t speeds_in(const wend_vec2 *pairs, size_t count, double low, double high, double *out)
{
    size_t found = 0;
    for (size_t i = 0; i < count; ++i)
        if (pairs[i].x >= low && pairs[i].x < high)
            out[found++] = pairs[i].y;
    qsort(out, found, sizeof *out, by_value);
    return found;
}

/// The bands are what the files have, where they are: each bin with enough measurements, no other.
static void test_bands(void **state)
{
    (void)state;
    static const struct {
        const verify_speed_data *data;
        const char *patterns[2];
    } sets[] = {
        {&verify_file_speeds, {"1test_1D_*"}},
        {&verify_corridor_speeds, {"2test_2D_*"}},
        {&verify_one_way_speeds, {"3test_UO_*"}},
        {&verify_corner_speeds, {"4test_EO_*"}},
        {&verify_main_arm_speeds, {"6test_KO_ko*id_1*"}},
        {&verify_side_arm_speeds, {"6test_KO_ko*id_2*", "6test_KO_ko*id_3*"}},
        {&verify_both_ways_speeds, {"7test_BO_*"}},
    };
    static wend_vec2 pairs[MOST_PAIRS];
    static double speeds[MOST_PAIRS];
    for (size_t i = 0; i < sizeof sets / sizeof *sets; ++i) {
        size_t count = read_pairs(sets[i].patterns[0], pairs, 0), k = 0;
        if (count == 0) {
            print_message("no %s\n", sets[i].patterns[0]);
            skip();
        }
        if (sets[i].patterns[1])
            count = read_pairs(sets[i].patterns[1], pairs, count);
        const verify_speed_data *data = sets[i].data;
        for (int bin = 0; bin < 40; ++bin) {
            size_t found = speeds_in(pairs, count, bin * data->bin, (bin + 1) * data->bin, speeds);
            if (found < LEAST_PAIRS)
                continue;
            assert_true(k < data->count);
            const verify_speed_band *band = &data->bands[k++];
            assert_float_equal(band->density, (bin + 0.5) * data->bin, 1e-9);
            assert_float_equal(band->low, measure_quantile(speeds, found, 0.1), 6e-4);
            assert_float_equal(band->median, measure_quantile(speeds, found, 0.5), 6e-4);
            assert_float_equal(band->high, measure_quantile(speeds, found, 0.9), 6e-4);
        }
        assert_int_equal(k, data->count);
    }
}

// ---- tests --------------------------------------------------------------------------------------

static const verify_test *const lists[] = {verify_experiments, verify_streams, verify_mixed,
                                           verify_queue, verify_steps};

static bool is_quick(const char *name)
{
    static const char *const quick[] = {"corner-flow", "crossing", "slow-walkers", "queue-length",
                                        "steps-long"};
    for (size_t i = 0; i < sizeof quick / sizeof *quick; ++i)
        if (strcmp(quick[i], name) == 0)
            return true;
    return false;
}

/// They run, have a finite value and at least a chart, except those that only count overlaps.
static void test_they_run(void **state)
{
    (void)state;
    static verify_shared shared;
    size_t made = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i)
        for (const verify_test *test = lists[i]; test->name; ++test) {
            if (!is_quick(test->name) && !long_tier())
                continue;
            verify_finding finding = {0};
            verify v = {.finding = &finding, .shared = &shared};
            verify_make(&v, test);
            if (!finding.ran || isnan(finding.figure))
                print_message("%s: %s\n", test->name, finding.found);
            assert_true(finding.ran && isfinite(finding.figure) && *finding.found);
            assert_true(finding.chart_count > 0);
            assert_true(strlen(finding.found) < sizeof finding.found - 1); // not cut
            verify_finding_free(&finding);
            ++made;
        }
    assert_true(made >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fill),           cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_times_and_flow), cmocka_unit_test(test_bands),
        cmocka_unit_test(test_they_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
