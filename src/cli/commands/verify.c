// SPDX-License-Identifier: MIT
// wend verify: runs standard test cases of crowd models.
#include "base/embedded.h"
#include "base/output.h"
#include "cli/commands/verify_report.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/structures.h"
#include "cli/table.h"
#include "core/clock.h"
#include "wend/motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- selection ----------------------------------------------------------------------------------

typedef struct selection {
    const verify_test *tests[VERIFY_MOST_TESTS];
    size_t count;
} selection;

/// True if a test has that name.
static bool is_name(const char *word)
{
    for (size_t i = 0; i < verify_count(); ++i)
        if (strcmp(verify_at(i)->name, word) == 0)
            return true;
    return false;
}

/// A word selects the test of that name or, if there is none, all tests whose names start with it.
static bool selects(const char *word, const verify_test *test)
{
    return is_name(word) ? strcmp(test->name, word) == 0
                         : *word && strncmp(test->name, word, strlen(word)) == 0;
}

static choice test_choices(size_t index)
{
    return index < verify_count() ? (choice){verify_at(index)->name, verify_at(index)->title}
                                  : (choice){0};
}

/// Selects tests in the order of the table. EXIT_DONE, or the exit code of a reported error.
static int select_tests(const arguments *args, selection *chosen)
{
    chosen->count = 0;
    for (int k = 0; k < args->operand_count; ++k) {
        bool found = false;
        for (size_t i = 0; i < verify_count(); ++i)
            found = found || selects(args->operands[k], verify_at(i));
        if (!found)
            return fail_choice(args, "test", args->operands[k], test_choices);
    }
    for (size_t i = 0; i < verify_count(); ++i) {
        bool asked = args->operand_count == 0;
        for (int k = 0; k < args->operand_count; ++k)
            asked = asked || selects(args->operands[k], verify_at(i));
        if (asked)
            chosen->tests[chosen->count++] = verify_at(i);
    }
    return EXIT_DONE;
}

// ---- motion models ------------------------------------------------------------------------------

enum { MOST_MODELS = 16 };

typedef struct models {
    const char *names[MOST_MODELS]; ///< NULL: the default
    size_t count;
} models;

static choice motions(size_t index)
{
    const wend_motion_info *info = wend_motion_info_of((wend_motion_kind)index);
    return info ? (choice){info->name, info->summary} : (choice){NULL, NULL};
}

/// Reads --motion; a model that is named twice counts once. EXIT_DONE, or the exit code of a
/// reported error.
static int select_models(const arguments *args, models *chosen)
{
    char word[OPTION_WORD_SIZE];
    const char *list = option_text(args, "motion", NULL);
    *chosen = (models){.count = list ? 0 : 1};
    while (list && next_word(&list, word)) {
        const wend_motion_info *info = wend_motion_info_named(word);
        if (!info)
            return fail_choice(args, "--motion", word, motions);
        size_t i = 0;
        while (i < chosen->count && strcmp(chosen->names[i], info->name) != 0)
            ++i;
        if (i == chosen->count && i < MOST_MODELS)
            chosen->names[chosen->count++] = info->name;
    }
    return chosen->count > 0 ? EXIT_DONE : fail_usage(args, "--motion: no motion model given");
}

// ---- progress -----------------------------------------------------------------------------------

/// Duration of tests without a stated one. [Units: s]
#define SHORT_COST 0.02

/// Estimates the share done from the typical durations of the tests, and from how much longer those
/// that are done took with each motion model.
typedef struct pace {
    progress bar;
    const selection *tests;
    size_t model_count;
    size_t test, model;        ///< in progress
    double began;              ///< [Units: s]
    double cost[MOST_MODELS];  ///< typical duration of the tests done
    double spent[MOST_MODELS]; ///< their duration with this model
} pace;

static double cost_of(const verify_test *test)
{
    return test->cost > 0 ? test->cost : SHORT_COST;
}

/// Duration with a model relative to the typical one.
static double slowness(const pace *p, size_t model)
{
    double cost = p->cost[model], spent = p->spent[model];
    for (size_t m = 0; cost < SHORT_COST && m < p->model_count; ++m) {
        cost += p->cost[m];
        spent += p->spent[m];
    }
    return cost > 0 ? spent / cost : 1;
}

static void tick(void *context)
{
    pace *p = context;
    double done = wend_clock() - p->began, left = 0;
    for (size_t m = 0; m < p->model_count; ++m) {
        double cost = 0;
        for (size_t i = p->test + (m < p->model); i < p->tests->count; ++i)
            cost += cost_of(p->tests->tests[i]);
        left += cost * slowness(p, m);
        done += p->spent[m];
    }
    // The test in progress is a part of `left` until it takes longer than expected.
    double past = wend_clock() - p->began,
           expected = cost_of(p->tests->tests[p->test]) * slowness(p, p->model);
    left -= past < expected ? past : expected;
    double share = done + left > 0 ? done / (done + left) : 0;
    progress_show_left(&p->bar, share, p->tests->tests[p->test]->name);
}

// ---- runs ---------------------------------------------------------------------------------------

static void run_tests(const selection *chosen, const models *compared, const arguments *args,
                      wend_tasks *tasks, verify_shared *shared, verify_finding *findings)
{
    pace p = {.bar = progress_start(args), .tests = chosen, .model_count = compared->count};
    for (p.test = 0; p.test < chosen->count; ++p.test)
        for (p.model = 0; p.model < compared->count; ++p.model) {
            verify_finding *finding = &findings[p.test * compared->count + p.model];
            verify v = {.finding = finding,
                        .shared = &shared[p.model],
                        .motion = compared->names[p.model],
                        .tasks = tasks,
                        .tick = tick,
                        .tick_context = &p,
                        .thorough = option_given(args, "thorough"),
                        .first_seed = (uint64_t)option_number(args, "first-seed", 0)};
            p.began = wend_clock();
            tick(&p);
            verify_make(&v, chosen->tests[p.test]);
            p.cost[p.model] += cost_of(finding->test);
            p.spent[p.model] += finding->seconds;
        }
    progress_end(&p.bar);
}

static int write_page(const arguments *args, const char *path, const verify_results *results)
{
    output out;
    chart_report report = {0};
    if (!output_open(&out, path))
        return fail_output(args, path);
    if (!verify_write_page(out.file, results, &report)) {
        output_discard(&out);
        return fail(args, "%s: %s", path, report.error);
    }
    return output_commit(&out) ? EXIT_DONE : fail_output(args, path);
}

/// True if no test fails the command: all could run and, unless --motion is given, which asks for
/// a comparison, all passed or are known failures.
static bool is_accepted(const arguments *args, const verify_results *results)
{
    for (size_t m = 0; m < results->model_count; ++m) {
        verify_counts counts = verify_count_results(results, m);
        if (counts.not_run > 0 || (!option_given(args, "motion") && counts.failed > counts.known))
            return false;
    }
    return true;
}

static int print_result(const arguments *args, const verify_results *results)
{
    const char *path = option_text(args, "output", NULL);
    int code = EXIT_DONE;
    if (path)
        code = write_page(args, path, results);
    if (code != EXIT_DONE)
        return code;
    if (args->json)
        code = verify_print_json(args, results);
    else if (!args->quiet && !(path && strcmp(path, "-") == 0))
        verify_print_text(results);
    if (path && !args->json && !args->quiet && strcmp(path, "-") != 0)
        print_line(stdout, "%s: written", path);
    return is_accepted(args, results) ? code : EXIT_COULD_NOT;
}

static int verify_chosen(const arguments *args, const selection *chosen, const models *compared)
{
    wend_tasks *tasks;
    int code = start_threads(args, &tasks);
    if (code != EXIT_DONE)
        return code;
    size_t count = chosen->count * compared->count;
    verify_shared *shared = xcalloc(compared->count, sizeof *shared);
    verify_finding *findings = xcalloc(count, sizeof *findings);
    run_tests(chosen, compared, args, tasks, shared, findings);
    code = print_result(args, &(verify_results){.findings = findings,
                                                .test_count = chosen->count,
                                                .model_count = compared->count});
    for (size_t i = 0; i < count; ++i)
        verify_finding_free(&findings[i]);
    free(findings);
    free(shared);
    wend_tasks_destroy(tasks);
    return code;
}

// ---- lists --------------------------------------------------------------------------------------

static int list_tests(const arguments *args, const selection *chosen)
{
    json_t *tests = json_array();
    for (size_t i = 0; i < chosen->count; ++i) {
        const verify_test *test = chosen->tests[i];
        if (args->json)
            tests = list_add(tests, verify_test_to_json(test));
        else if (args->quiet)
            puts(test->name);
        else
            tests = list_add(tests, json_pack("{s:s, s:s, s:s, s:s}", "family",
                                              verify_family_of(test)->title, "test", test->name,
                                              "source", test->source, "title", test->title));
    }
    if (args->json)
        return print_json(args, json_pack("{s:o}", "tests", tests));
    if (!args->quiet)
        table_print(tests, stdout);
    json_decref(tests);
    return EXIT_DONE;
}

static choice scene_choices(size_t index)
{
    return (choice){index < embedded_verify.count ? embedded_verify.files[index].name : NULL, NULL};
}

static int print_scene(const char *name)
{
    for (size_t i = 0; i < embedded_verify.count; ++i)
        if (strcmp(embedded_verify.files[i].name, name) == 0)
            fputs(embedded_verify.files[i].text, stdout);
    return EXIT_DONE;
}

static int run(const arguments *args)
{
    if (option_given(args, "scene"))
        return print_scene(option_text(args, "scene", ""));
    selection chosen;
    models compared;
    int code = select_tests(args, &chosen);
    if (code == EXIT_DONE)
        code = select_models(args, &compared);
    if (code != EXIT_DONE)
        return code;
    return option_given(args, "list") ? list_tests(args, &chosen)
                                      : verify_chosen(args, &chosen, &compared);
}

CHOICES(report_files, {"html htm -", NULL})

static const option options[] = {
    {OUTPUT("output", report_files, "Report with tables and plots"), .letter = 'o'},
    {LIST("motion", "NAMES", motions,
          "Motion models of the agents, side by side (default: that of scenes)")},
    {FLAG("list", "List the tests instead of running them; with --quiet, their names only")},
    {CHOICE("scene", "NAME", scene_choices, "Print a test scene as JSON")},
    {FLAG("thorough", "Run all seeds of tests that run fewer by default")},
    {WHOLE("first-seed", "N", 0, OPTION_MAX_WHOLE,
           "Seed of the first run of each test; more runs have the seeds after it (default: 0)")},
    {OPTION_THREADS},
    {0},
};

const command command_verify = {
    .name = "verify",
    .summary = "Run the standard test cases of evacuation and crowd models",
    .operands = "[TEST...]",
    .operand_kind = ARGUMENT_CHOICE,
    .operand_choices = test_choices,
    .options = options,
    .details = "The test cases are those of RiMEA, NIST, ISO, IMO and Juelich, comparisons with "
               "experiments, and wend's own. TEST is a name or a common prefix "
               "of names, such as rimea (default: all tests). All tests use one parameter set, the "
               "defaults of a scene. Known failures are listed with their cause. The exit status "
               "is 1 if another test fails.\n\n"
               "--motion runs the tests with other motion models, several of them side by side: "
               "the report then has a column per model, and plots of the same quantities show all "
               "models. Agents whose motion model is a part of a test keep it. With --motion, the "
               "exit status is 1 only if a test cannot run.",
    .examples = "wend verify\n"
                "wend verify --json\n"
                "wend verify rimea -o report.html --threads 4\n"
                "wend verify --motion orca,social_force -o comparison.html\n"
                "wend verify --first-seed 500\n"
                "wend verify --scene rimea-9 > room.json",
    .run = run,
};
