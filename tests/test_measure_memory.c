// SPDX-License-Identifier: MIT
// wend measure without memory: every allocation of wend's fails once, and the command says so,
// leaves no file behind, and loses nothing (the address sanitizer looks).
#include "failing_malloc.h"
#include "support.h"

#include "cli/options.h"

#include <fcntl.h>
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

/// Runs the command with these words and the n-th allocation failing, without a word on the
/// screen. True if that many were asked for.
static bool run_failing(const char *const *words, int count, size_t n, int *code)
{
    char *copy[24];
    for (int i = 0; i < count; ++i)
        copy[i] = strdup(words[i]);
    fflush(NULL);
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    arguments args;
    allocations = 0;
    failing_allocation = n;
    *code = options_read(&command_measure, count, copy, &args);
    if (*code < 0)
        *code = command_measure.run(&args);
    bool reached = allocations >= n;
    failing_allocation = 0;
    fflush(NULL);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    close(null);
    for (int i = 0; i < count; ++i)
        free(copy[i]);
    return reached;
}

/// Fails each allocation in turn.
static void check(const char *const *words, int count)
{
    int code, failures = 0;
    size_t n = 1;
    for (; run_failing(words, count, n, &code); ++n) {
        if (code != EXIT_DONE && code != EXIT_COULD_NOT && code != EXIT_BAD_INPUT)
            fail_msg("allocation %zu: exit code %d", n, code);
        failures += code != EXIT_DONE;
        if (code != EXIT_DONE)
            assert_int_equal(access("out.svg", F_OK), -1);
        unlink("out.svg");
        unlink("out.csv");
    }
    assert_int_equal(code, EXIT_DONE);
    assert_true(failures > 10);
    unlink("out.svg");
    unlink("out.csv");
}

#define PLACES                                                                                     \
    "--line", "a=1,-1:1,3", "--area", "0,-1:1.5,3", "--strip", "0.3", "--floor", "floor.json"

static void test_figures(void **state)
{
    (void)state;
    const char *const words[] = {"walk.csv", PLACES, "--each", "--radius", "0.2", "--quick"};
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
