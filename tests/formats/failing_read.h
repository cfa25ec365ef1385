// SPDX-License-Identifier: MIT
// Readers that run out of memory, at every single allocation in turn.
#ifndef WEND_TESTS_FORMATS_FAILING_READ_H
#define WEND_TESTS_FORMATS_FAILING_READ_H

#include "tests/formats/import_support.h"
#include "tests/support/failing_malloc.h"

/// Reads a file again and again, each time with another allocation that fails, until none does.
/// Returns how many there were.
static size_t fail_everywhere(scene_read_fn *read, const char *file)
{
    bool done = false;
    size_t n = 0;
    while (!done) {
        ++n;
        problem_list problems = {0};
        text t = {0};
        scene *s = NULL;
        allocations = 0;
        failing_allocation = n;
        if (text_copy(file, strlen(file), &t, &problems))
            s = read(&t, NULL, &problems);
        done = allocations < n;
        failing_allocation = 0;
        assert_true((s == NULL) == (problems.count > 0));
        assert_true(!done || s != NULL);
        text_free(&t);
        scene_free(s);
        problem_free(&problems);
    }
    return n - 1;
}

#endif
