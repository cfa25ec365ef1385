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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- selection ----------------------------------------------------------------------------------

enum { MOST_TESTS = 128 };

typedef struct selection {
    const verify_test *tests[MOST_TESTS];
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
    for (size_t i = 0; i < verify_count() && chosen->count < MOST_TESTS; ++i) {
        bool asked = args->operand_count == 0;
        for (int k = 0; k < args->operand_count; ++k)
            asked = asked || selects(args->operands[k], verify_at(i));
        if (asked)
            chosen->tests[chosen->count++] = verify_at(i);
    }
    return EXIT_DONE;
}

// ---- runs ---------------------------------------------------------------------------------------

typedef struct ticker {
    progress bar;
    double share; ///< share of the tests done
    const char *name;
} ticker;

static void tick(void *context)
{
    ticker *t = context;
    progress_show(&t->bar, t->share, t->name);
}

static void run_tests(const selection *chosen, const arguments *args, wend_tasks *tasks,
                      verify_shared *shared, verify_finding *findings)
{
    ticker t = {.bar = progress_start(args)};
    for (size_t i = 0; i < chosen->count; ++i) {
        t.share = (double)i / (double)chosen->count;
        t.name = chosen->tests[i]->name;
        tick(&t);
        verify v = {.finding = &findings[i],
                    .shared = shared,
                    .tasks = tasks,
                    .tick = tick,
                    .tick_context = &t,
                    .thorough = option_given(args, "thorough")};
        verify_make(&v, chosen->tests[i]);
    }
    progress_end(&t.bar);
}

static int write_page(const arguments *args, const char *path, const verify_finding *findings,
                      size_t count)
{
    output out;
    chart_report report = {0};
    if (!output_open(&out, path))
        return fail_output(args, path);
    if (!verify_write_page(out.file, findings, count, &report)) {
        output_discard(&out);
        return fail(args, "%s: %s", path, report.error);
    }
    return output_commit(&out) ? EXIT_DONE : fail_output(args, path);
}

/// Prints the results. Known failures do not fail the command.
static int print_result(const arguments *args, const verify_finding *findings, size_t count)
{
    const char *path = option_text(args, "output", NULL);
    int code = EXIT_DONE;
    if (path)
        code = write_page(args, path, findings, count);
    if (code != EXIT_DONE)
        return code;
    if (args->json)
        code = verify_print_json(args, findings, count);
    else if (!args->quiet && !(path && strcmp(path, "-") == 0))
        verify_print_text(findings, count);
    if (path && !args->json && !args->quiet && strcmp(path, "-") != 0)
        print_line(stdout, "%s: written", path);
    verify_counts counts = verify_count_results(findings, count);
    return counts.failed > counts.known || counts.not_run > 0 ? EXIT_COULD_NOT : code;
}

static int verify_chosen(const arguments *args, const selection *chosen)
{
    wend_tasks *tasks;
    int code = start_threads(args, &tasks);
    if (code != EXIT_DONE)
        return code;
    verify_shared *shared = xcalloc(1, sizeof *shared);
    verify_finding *findings = xcalloc(chosen->count, sizeof *findings);
    run_tests(chosen, args, tasks, shared, findings);
    code = print_result(args, findings, chosen->count);
    for (size_t i = 0; i < chosen->count; ++i)
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
            tests = list_add(tests, json_pack("{s:s, s:s, s:s}", "test", test->name, "source",
                                              test->source, "title", test->title));
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
    int code = select_tests(args, &chosen);
    if (code != EXIT_DONE)
        return code;
    return option_given(args, "list") ? list_tests(args, &chosen) : verify_chosen(args, &chosen);
}

CHOICES(report_files, {"html htm -", NULL})

static const option options[] = {
    {OUTPUT("output", report_files, "Report with tables and plots"), .letter = 'o'},
    {FLAG("list", "List the tests instead of running them; with --quiet, their names only")},
    {CHOICE("scene", "NAME", scene_choices, "Print a test scene as JSON")},
    {FLAG("thorough", "Run all seeds of tests that run fewer by default")},
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
    .details = "The test cases are those of RiMEA, NIST and Juelich, lane formation, and flows "
               "through bottlenecks compared with experiments. TEST is a name or a common prefix "
               "of names, such as rimea (default: all tests). All tests use one parameter set, the "
               "defaults of a scene. Known failures are listed with their cause. The exit status "
               "is 1 if another test fails.",
    .examples = "wend verify\n"
                "wend verify --json\n"
                "wend verify rimea -o report.html\n"
                "wend verify --scene rimea-9 > room.json",
    .run = run,
};
