// SPDX-License-Identifier: MIT
// For tests of code that ends the process when an allocation fails (base/xalloc.h): it is run in a
// child process.
#ifndef WEND_TESTS_SUPPORT_FAILING_COMMAND_H
#define WEND_TESTS_SUPPORT_FAILING_COMMAND_H

#include "tests/support/failing_malloc.h"

#include "base/output.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/// Exit code of a child that made fewer allocations than the one that was to fail.
enum { NOT_REACHED = 100 };

static inline void end_child(void)
{
    _exit(1); // what is allocated at this point is not a leak
}

/// Calls `work` in a child whose n-th allocation fails, without output. Returns the exit code: 1 if
/// out_of_memory() was called, what `work` returned, or NOT_REACHED + that; -1 after a signal.
static inline int run_failing(int (*work)(const void *argument), const void *argument, size_t n)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        atexit(end_child);
        output_guard(); // removes unfinished files before end_child is called
        allocations = 0;
        failing_allocation = n;
        int code = work(argument);
        fflush(NULL);
        _exit(allocations < n ? NOT_REACHED + code : code);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif
