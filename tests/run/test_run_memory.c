// SPDX-License-Identifier: MIT
// wend run without memory: the command ends with an exit code, whichever allocation fails, and the
// database that it was writing can be read as far as it goes.
#include "tests/support/failing_command.h"
#include "tests/support/support.h"

#include "cli/options.h"
#include "record/recording.h"

#include <string.h>

extern const command command_run;

static char folder[] = "/tmp/wend-test-XXXXXX";

static int setup(void **state)
{
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static int record(const void *unused)
{
    const char *const words[] = {"corridor",   "--duration", "30",     "-o",
                                 "run.sqlite", "-o",         "run.csv"};
    enum { COUNT = sizeof words / sizeof *words };
    char *copy[COUNT];
    arguments args;
    (void)unused;
    for (int i = 0; i < COUNT; ++i)
        copy[i] = (char *)words[i];
    int code = options_read(&command_run, COUNT, copy, &args);
    return code < 0 ? command_run.run(&args) : code;
}

/// Records with one allocation failing, reads what there is and removes it. Returns the exit code;
/// *kept: the run failed, and its database has frames.
static int record_failing(size_t at, bool *kept)
{
    int code = run_failing(record, NULL, at);
    recording r;
    problem_list problems = {.file = "run.sqlite"};
    *kept = false;
    if (access("run.sqlite", F_OK) == 0 && recording_load("run.sqlite", NULL, &r, &problems)) {
        *kept = code == EXIT_COULD_NOT && r.frame_count > 1;
        recording_free(&r);
    }
    problem_free(&problems);
    unlink("run.sqlite");
    unlink("run.sqlite-journal");
    unlink("run.csv");
    return code;
}

static void test_run(void **state)
{
    (void)state;
    int code = 0;
    bool kept = false;
    size_t at = 1, last = 1;
    for (; code < NOT_REACHED; at += 1 + at / (long_tier() ? 100 : 10)) {
        bool now;
        code = record_failing(at, &now);
        if (code != EXIT_DONE && code != EXIT_COULD_NOT && code != EXIT_BAD_INPUT &&
            code < NOT_REACHED)
            fail_msg("allocation %zu: exit code %d", at, code);
        kept = kept || now;
        last = code == EXIT_COULD_NOT ? at : last;
    }
    // Frames are committed by a thread, which may be late on a busy machine.
    for (int tries = 0; !kept && tries < 100; ++tries)
        record_failing(last, &kept);
    assert_true(kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_run)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
