// SPDX-License-Identifier: MIT
// The list of tests of `wend verify`, and how one is run.
#include "cli/verify.h"

#include "core/clock.h"

static const verify_test *const lists[] = {verify_rimea, verify_density, verify_necks,
                                           verify_nist,  verify_juelich, verify_swaps};
enum { LISTS = sizeof lists / sizeof lists[0] };

const verify_test *verify_at(size_t index)
{
    for (size_t i = 0; i < LISTS; ++i)
        for (const verify_test *test = lists[i]; test->name; ++test)
            if (index-- == 0)
                return test;
    return NULL;
}

size_t verify_count(void)
{
    size_t count = 0;
    while (verify_at(count))
        ++count;
    return count;
}

void verify_make(verify *v, const verify_test *test)
{
    double begin = wend_clock();
    v->finding->test = test;
    v->no_memory = false;
    bool good = test->run(v);
    if (good && v->no_memory)
        good = verify_no_memory(v);
    v->finding->ran = good;
    v->finding->pass = good && v->finding->pass;
    v->finding->seconds = wend_clock() - begin;
}

void verify_finding_free(verify_finding *finding)
{
    pool_free(&finding->memory);
    *finding = (verify_finding){0};
}
