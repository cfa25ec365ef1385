// SPDX-License-Identifier: MIT
// wend measure without memory: every allocation of wend's fails once, and the command ends with an
// exit code and leaves no file behind.
#include "tests/support/failing_command.h"
#include "tests/support/support.h"

#include "cli/options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern const command command_measure;

static char folder[] = "/tmp/wend-test-XXXXXX";

static int setup(void **state)
{
    (void)state;
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return -1;
    FILE *file = fopen("walk.csv", "wb");
    if (!file)
        return -1;
    fputs("frame,id,x,y\n", file);
    for (int id = 0; id < 3; ++id)
        for (int frame = id; frame < 20; ++frame)
            fprintf(file, "%d,%d,%.2f,%.2f\n", frame, id, frame * 0.1, id * 0.6);
    fclose(file);
    file = fopen("floor.json", "wb");
    if (!file)
        return -1;
    fputs("{\"wend\": 1, \"bounds\": [[-1, -1], [3, -1], [3, 3], [-1, 3]],\n"
          " \"obstacles\": [{\"polygon\": [[1, 2], [2, 2], [2, 2.5]]}]}\n",
          file);
    return fclose(file);
}

static int teardown(void **state)
{
    (void)state;
    unlink("walk.csv");
    unlink("floor.json");
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

typedef struct command_line {
    const char *const *words;
    int count;
} command_line;

static int measure(const void *argument)
{
    const command_line *line = argument;
    char *copy[24];
    arguments args;
    for (int i = 0; i < line->count; ++i)
        copy[i] = (char *)line->words[i];
    int code = options_read(&command_measure, line->count, copy, &args);
    return code < 0 ? command_measure.run(&args) : code;
}

/// Fails each allocation in turn.
static void check(const char *const *words, int count)
{
    const command_line line = {words, count};
    int code = 0, failures = 0;
    for (size_t n = 1; code < NOT_REACHED; ++n) {
        code = run_failing(measure, &line, n);
        if (code != EXIT_DONE && code != EXIT_COULD_NOT && code != EXIT_BAD_INPUT &&
            code != NOT_REACHED + EXIT_DONE)
            fail_msg("allocation %zu: exit code %d", n, code);
        failures += code == EXIT_COULD_NOT || code == EXIT_BAD_INPUT;
        if (code == EXIT_COULD_NOT || code == EXIT_BAD_INPUT)
            assert_int_equal(access("out.svg", F_OK), -1);
        unlink("out.svg");
        unlink("out.csv");
    }
    assert_true(failures > 10);
}

#define PLACES                                                                                     \
    "--line", "a=1,-1:1,3", "--area", "0,-1:1.5,3", "--strip", "0.3", "--floor", "floor.json"

static void test_figures(void **state)
{
    (void)state;
    const char *const words[] = {"walk.csv", PLACES, "--per-agent",
                                 "--radius", "0.2",  "--skip-shortest"};
    check(words, sizeof words / sizeof *words);
}

static void test_plots(void **state)
{
    (void)state;
    static const char *const kinds[] = {"nt",      "flow",  "time",         "fundamental", "inside",
                                        "density", "speed", "trajectories", "voronoi"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        const char *const words[] = {"walk.csv", PLACES, "--voronoi", "--plot", kinds[i], "--cell",
                                     "0.2",      "-o",   "out.csv",   "-o",     "out.svg"};
        check(words, sizeof words / sizeof *words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_plots),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
