// SPDX-License-Identifier: MIT
// Any bytes as a list of queries: read or rejected with a message, and every name is terminated.
#include "fuzz_import.h"

#include "formats/scen.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    problem_list problems = {0};
    text t = {0};
    scen s = {0};
    bool good = text_copy(data, size, &t, &problems) && scen_read(&t, &s, &problems);
    if (good != (problem_kept(&problems) == 0))
        abort();
    for (size_t i = 0; i < s.count; ++i)
        if (strlen(s.queries[i].map) > size)
            abort();
    text_free(&t);
    problem_free(&problems);
    scen_free(&s);
    return 0;
}
