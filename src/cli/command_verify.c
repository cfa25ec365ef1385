// SPDX-License-Identifier: MIT
// wend verify: runs the tests that the field accepts, and says which are passed.
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/table.h"
#include "cli/verify.h"
#include "io/embedded.h"
#include "io/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- which tests --------------------------------------------------------------------------------

enum { MOST_TESTS = 64 };

typedef struct selection {
    const verify_test *tests[MOST_TESTS];
    size_t count;
} selection;

/// True if a test of just that name exists.
static bool is_name(const char *word)
{
    for (size_t i = 0; i < verify_count(); ++i)
        if (strcmp(verify_at(i)->name, word) == 0)
            return true;
    return false;
}

/// A word asks for the test of that name or, if there is none, for all that start with it.
static bool asks_for(const char *word, const verify_test *test)
{
    return is_name(word) ? strcmp(test->name, word) == 0
                         : *word && strncmp(test->name, word, strlen(word)) == 0;
}

static int unknown_test(const arguments *args, const char *word)
{
    const char *names[MOST_TESTS];
    size_t count = verify_count();
    for (size_t i = 0; i < count && i < MOST_TESTS; ++i)
        names[i] = verify_at(i)->name;
    const char *meant = suggest_name(word, names, count);
    if (meant)
        return fail_usage(args, "no test '%s': did you mean %s?", word, meant);
    return fail_usage(args, "no test '%s': wend verify --list lists them", word);
}

/// In the order of the table, each once. EXIT_DONE, or the exit code after a complaint.
static int select_tests(const arguments *args, selection *chosen)
{
    chosen->count = 0;
    for (int k = 0; k < args->operand_count; ++k) {
        bool found = false;
        for (size_t i = 0; i < verify_count(); ++i)
            found = found || asks_for(args->operands[k], verify_at(i));
        if (!found)
            return unknown_test(args, args->operands[k]);
    }
    for (size_t i = 0; i < verify_count() && chosen->count < MOST_TESTS; ++i) {
        bool asked = args->operand_count == 0;
        for (int k = 0; k < args->operand_count; ++k)
            asked = asked || asks_for(args->operands[k], verify_at(i));
        if (asked)
            chosen->tests[chosen->count++] = verify_at(i);
    }
    return EXIT_DONE;
}

// ---- running them -------------------------------------------------------------------------------

typedef struct ticker {
    progress bar;
    double share; ///< of the tests that are done
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
                    .tick_context = &t};
        verify_make(&v, chosen->tests[i]);
    }
    progress_end(&t.bar);
}

/// A test that fails for a reason that is known is told, but does not fail the command.
static int tell(const arguments *args, const verify_finding *findings, size_t count)
{
    const char *path = option_text(args, "output", NULL);
    int code = EXIT_DONE;
    if (path)
        code = verify_write_page(args, path, findings, count);
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
    uint32_t threads = (uint32_t)option_number(args, "threads", 1);
    wend_tasks_def def = wend_default_tasks_def();
    def.worker_count = threads;
    wend_error error = {0};
    wend_tasks *tasks = NULL;
    if (threads > 1 && wend_tasks_create(&def, &tasks, &error) != WEND_OK)
        return fail(args, "--threads %u: %s", (unsigned)threads, wend_error_text(&error));
    verify_shared *shared = calloc(1, sizeof *shared);
    verify_finding *findings = calloc(chosen->count + 1, sizeof *findings);
    int code = EXIT_COULD_NOT;
    if (shared && findings) {
        run_tests(chosen, args, tasks, shared, findings);
        code = tell(args, findings, chosen->count);
    } else {
        code = fail(args, "out of memory");
    }
    for (size_t i = 0; findings && i < chosen->count; ++i)
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
            json_array_append_new(
                tests, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s?}", "name", test->name, "title",
                                 test->title, "source", test->source, "setting", test->setting,
                                 "criterion", test->criterion, "known", test->known));
        else if (args->quiet)
            puts(test->name);
        else
            json_array_append_new(tests, json_pack("{s:s, s:s, s:s}", "test", test->name, "from",
                                                   test->source, "title", test->title));
    }
    if (args->json)
        return print_json(args, json_pack("{s:o}", "tests", tests));
    if (!args->quiet)
        table_print(tests, stdout);
    json_decref(tests);
    return EXIT_DONE;
}

static int print_scene(const arguments *args, const char *name)
{
    for (size_t i = 0; i < embedded_verify.count; ++i) {
        if (strcmp(embedded_verify.files[i].name, name) != 0)
            continue;
        fputs(embedded_verify.files[i].text, stdout);
        return EXIT_DONE;
    }
    char names[600];
    size_t used = 0;
    for (size_t i = 0; i < embedded_verify.count && used < sizeof names; ++i)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 embedded_verify.files[i].name);
    return fail_usage(args, "no scene '%s': there are %s", name, names);
}

static int run(const arguments *args)
{
    if (option_given(args, "scene"))
        return print_scene(args, option_text(args, "scene", ""));
    selection chosen;
    int code = select_tests(args, &chosen);
    if (code != EXIT_DONE)
        return code;
    return option_given(args, "list") ? list_tests(args, &chosen) : verify_chosen(args, &chosen);
}

static const option options[] = {
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .value = "FILE.html",
     .about = "write a page with the table and plots; - is standard output"},
    {.name = "list",
     .kind = OPTION_FLAG,
     .about = "list the tests without running them; with --quiet only their names"},
    {.name = "scene",
     .kind = OPTION_TEXT,
     .value = "NAME",
     .about = "print a scene that tests are made of, as JSON"},
    {.name = "threads",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "move on so many; the result is the same, bit for bit",
     .least = 1,
     .most = WEND_MAX_WORKERS},
    {0},
};

const command command_verify = {
    .name = "verify",
    .summary = "Run the tests that evacuation and crowd models are judged by",
    .operands = "[TEST...]",
    .most_operands = -1,
    .options = options,
    .details =
        "RiMEA, NIST, Juelich, lanes, and flows against what experiments measured. A TEST is a\n"
        "name, or the beginning of several: rimea. All tests have the same parameters, the\n"
        "defaults of a scene. A test that is known to fail stays in the table with the reason;\n"
        "exit status 1 means that another one has failed.",
    .examples = "wend verify\n"
                "wend verify --json\n"
                "wend verify rimea -o report.html\n"
                "wend verify --scene rimea-9 > room.json",
    .run = run,
};
