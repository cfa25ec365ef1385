// SPDX-License-Identifier: MIT
// Output of `wend verify` as text and JSON.
#include "cli/commands/verify_report.h"

#include "cli/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Prints indented text in lines of at most LINE characters.
static void print_wrapped(int indent, const char *words)
{
    enum { LINE = 110 };
    int room = LINE - indent;
    while ((int)strlen(words) > room) {
        int length = room;
        while (length > 0 && words[length] != ' ')
            --length;
        if (length == 0)
            break;
        print_line(stdout, "%*s%.*s", indent, "", length, words);
        words += length + 1;
    }
    print_line(stdout, "%*s%s", indent, "", words);
}

// ---- text ---------------------------------------------------------------------------------------

static const verify_test *test_at(const verify_results *r, size_t index)
{
    return verify_result_of(r, index, 0)->test;
}

/// Prints the title of the family before its first test.
static void print_family(const verify_results *r, size_t index)
{
    const verify_family *family = verify_family_of(test_at(r, index));
    if (index > 0 && verify_family_of(test_at(r, index - 1)) == family)
        return;
    if (index > 0)
        puts("");
    print_line(stdout, "%s", family->title);
}

static int widest_name(const verify_results *r)
{
    int width = 0;
    for (size_t i = 0; i < r->test_count; ++i) {
        int length = (int)strlen(test_at(r, i)->name);
        width = length > width ? length : width;
    }
    return width;
}

/// Criterion and result of each test with one model.
static void print_findings(const verify_results *r)
{
    int width = widest_name(r) + 2;
    const char *above = NULL;
    for (size_t i = 0; i < r->test_count; ++i) {
        const verify_finding *f = verify_result_of(r, i, 0);
        const char *cause = f->ran && !f->pass ? f->known : NULL;
        print_family(r, i);
        print_line(stdout, "  %-*s%-7s  %s", width, f->test->name, verify_word(f),
                   f->test->criterion);
        print_wrapped(width + 11, f->found);
        if (cause)
            print_wrapped(width + 11, cause == above ? "Same known failure as above." : cause);
        above = cause;
    }
    puts("");
}

enum { VALUE_WIDTH = 9, CELL_WIDTH = VALUE_WIDTH + 9 };

/// Verdicts and values of all models side by side.
static void print_compared(const verify_results *r)
{
    int width = widest_name(r) + 2;
    printf("  %-*s", width, "");
    for (size_t m = 0; m < r->model_count; ++m)
        printf("%-*s  ", CELL_WIDTH, verify_result_of(r, 0, m)->motion);
    puts("value");
    for (size_t i = 0; i < r->test_count; ++i) {
        print_family(r, i);
        printf("  %-*s", width, test_at(r, i)->name);
        for (size_t m = 0; m < r->model_count; ++m) {
            const verify_finding *f = verify_result_of(r, i, m);
            char value[VERIFY_VALUE_SIZE];
            printf("%-7s  %*s  ", verify_word(f), VALUE_WIDTH, verify_value_text(f, value));
        }
        print_line(stdout, "%s", test_at(r, i)->figure);
    }
    puts("");
}

void verify_print_text(const verify_results *r)
{
    bool one = r->model_count == 1;
    if (one)
        print_findings(r);
    else
        print_compared(r);
    for (size_t m = 0; m < r->model_count; ++m) {
        verify_counts counts = verify_count_results(r, m);
        print_line(stdout,
                   "%s%stests %zu, passed %zu, failed %zu (known failures %zu), not completed %zu",
                   one ? "" : verify_result_of(r, 0, m)->motion, one ? "" : ": ", r->test_count,
                   counts.passed, counts.failed, counts.known, counts.not_run);
    }
}

// ---- JSON ---------------------------------------------------------------------------------------

json_t *verify_test_to_json(const verify_test *test)
{
    const figure rows[] = {
        {"name", NULL, NULL, VALUE(test->name)},
        {"family", NULL, NULL, VALUE(verify_family_of(test)->title)},
        {"title", NULL, NULL, VALUE(test->title)},
        {"source", NULL, NULL, VALUE(test->source)},
        {"setting", NULL, NULL, VALUE(test->setting)},
        {"criterion", NULL, NULL, VALUE(test->criterion)},
        {"value_label", NULL, NULL, VALUE(test->figure)},
    };
    return FIGURES(rows, NULL);
}

static json_t *finding_to_json(const verify_finding *f)
{
    const figure rows[] = {
        {"motion", NULL, NULL, VALUE(f->motion)},
        {"completed", NULL, NULL, VALUE(f->ran)},
        {"seconds", NULL, "s", VALUE(f->seconds)},
        {"pass", NULL, NULL, VALUE(f->pass)},
        {"value", NULL, NULL, VALUE(f->ran ? f->figure : NAN)},
        {"found", NULL, NULL, VALUE(f->found)},
        {"known_failure", NULL, NULL, VALUE(f->known)},
    };
    return FIGURES(rows, NULL);
}

/// A test with its result, or with the list of the results of all models.
static json_t *results_to_json(const verify_results *r, size_t test)
{
    json_t *object = verify_test_to_json(test_at(r, test));
    if (r->model_count == 1)
        return object_add(finding_to_json(verify_result_of(r, test, 0)), object);
    json_t *results = json_array();
    for (size_t m = 0; m < r->model_count; ++m)
        results = list_add(results, finding_to_json(verify_result_of(r, test, m)));
    return object_add(object, json_pack("{s:o}", "results", results));
}

/// The shared parameter set, with the keys of a scene; motion [opt].
static json_t *parameters_to_json(const char *motion)
{
    const wend_agent_def agent = scene_default_agents().def.agent;
    return json_pack("{s:f, s:{s:f, s:f, s:f, s:f}, s:f, s:f, s:f, s:s, s:s*}", "radius",
                     agent.radius, "speed", "mean", VERIFY_SPEED, "std", VERIFY_SPEED_DEVIATION,
                     "min", VERIFY_SPEED_LEAST, "max", VERIFY_SPEED_MOST, "step",
                     wend_default_world_def().step, "time_horizon", agent.time_horizon,
                     "avoidance_share", agent.avoidance_share, "planner",
                     scene_planner_name(wend_default_agent_def().planner, false), "motion", motion);
}

/// Numbers of passed and failed tests of a model.
static json_t *counts_to_json(const verify_results *r, size_t model)
{
    verify_counts counts = verify_count_results(r, model);
    const figure rows[] = {
        {"passed", NULL, NULL, VALUE(counts.passed)},
        {"failed", NULL, NULL, VALUE(counts.failed)},
        {"failed_known", NULL, NULL, VALUE(counts.known)},
        {"not_completed", NULL, NULL, VALUE(counts.not_run)},
    };
    return FIGURES(rows, NULL);
}

/// The counts of each model.
static json_t *models_to_json(const verify_results *r)
{
    json_t *models = json_array();
    for (size_t m = 0; m < r->model_count; ++m)
        models = list_add(
            models, object_add(json_pack("{s:s}", "motion", verify_result_of(r, 0, m)->motion),
                               counts_to_json(r, m)));
    return json_pack("{s:o}", "models", models);
}

int verify_print_json(const arguments *args, const verify_results *r)
{
    bool one = r->model_count == 1;
    json_t *tests = json_array();
    for (size_t i = 0; i < r->test_count; ++i)
        tests = list_add(tests, results_to_json(r, i));
    const char *motion = one ? verify_result_of(r, 0, 0)->motion : NULL;
    const figure rows[] = {
        {"parameters", NULL, NULL, VALUE(parameters_to_json(motion))},
        {"tests", NULL, NULL, VALUE(tests)},
    };
    json_t *counts = one ? counts_to_json(r, 0) : models_to_json(r);
    return print_json(args, object_add(counts, FIGURES(rows, NULL)));
}
