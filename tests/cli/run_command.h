// SPDX-License-Identifier: MIT
// What the tests of `wend run` share: the command, what it printed and what it wrote.
#ifndef WEND_TESTS_CLI_RUN_COMMAND_H
#define WEND_TESTS_CLI_RUN_COMMAND_H

#include "tests/support/process.h"

#include "record/recording.h"

#include <jansson.h>
#include <unistd.h>

/// What `wend run --json` prints, with that exit code.
static inline json_t *run_json(int code, const char *arguments)
{
    char line[600];
    snprintf(line, sizeof line, "\"$WEND\" run --json %s", arguments);
    return parse_object(run_expect(code, line));
}

/// A recording that must be one; fps is for files that do not tell, 0: they do.
static inline recording load_recording(const char *path, double fps)
{
    recording r;
    problem_list problems = {.file = path};
    bool good = recording_load(path, &(recording_hints){.fps = fps}, &r, &problems);
    problem_print(&problems, stderr);
    assert_true(good);
    return r;
}

/// No file under that name, and none on its way to it.
static inline void assert_nothing_written(const char *path)
{
    assert_int_equal(access(path, F_OK), -1);
    assert_string_equal(run("ls -A | grep '^\\.wend-'")->out, "");
}

#endif
