// SPDX-License-Identifier: MIT
// Any bytes as trajectories: read or refused with a reason, and trails that hang together.
#include "fuzz_import.h"

#include "io/trails.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    problem_list problems = {0};
    text t = {0};
    trails lines = {0};
    bool good = text_copy(data, size, &t, &problems) && trails_read(&t, &lines, &problems);
    if (good != (problem_kept(&problems) == 0))
        abort();
    size_t points = 0;
    for (size_t i = 0; i < lines.count; ++i) {
        const trail *one = &lines.list[i];
        if (one->first != points || one->count == 0)
            abort();
        for (size_t k = 1; k < one->count; ++k)
            if (lines.frames[points + k] <= lines.frames[points + k - 1])
                abort();
        points += one->count;
    }
    if (points != lines.point_count || lines.agent_count > lines.count)
        abort();
    text_free(&t);
    problem_free(&problems);
    trails_free(&lines);
    return 0;
}
