// SPDX-License-Identifier: MIT
// Runs a fuzz target on the given files, for compilers without libFuzzer: replays a corpus or a
// crash.
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool replay(const char *path)
{
    problem_list problems = {.file = path};
    text t = {0};
    bool good = text_read_file(path, &t, &problems);
    problem_print(&problems, stderr);
    problem_free(&problems);
    if (!good)
        return false;
    // A copy of the exact size, so that the address sanitizer detects a read beyond it.
    uint8_t *bytes = malloc(t.size > 0 ? t.size : 1);
    if (bytes) {
        memcpy(bytes, t.data, t.size);
        LLVMFuzzerTestOneInput(bytes, t.size);
    }
    free(bytes);
    text_free(&t);
    return bytes != NULL;
}

int main(int count, char **arguments)
{
    bool good = true;
    for (int i = 1; i < count; ++i)
        good = replay(arguments[i]) && good;
    printf("%d files replayed\n", count - 1);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
