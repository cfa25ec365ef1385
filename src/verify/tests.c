// SPDX-License-Identifier: MIT
// The list of tests of `wend verify`, and how one is run.
#include "verify/verify.h"

#include "core/clock.h"

static const verify_test *const lists[] = {
    verify_rimea,   verify_density, verify_experiments, verify_necks, verify_queue, verify_nist,
    verify_streams, verify_mixed,   verify_juelich,     verify_swaps, verify_steps};
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
    bool good = test->run(v);
    v->finding->ran = good;
    v->finding->pass = good && v->finding->pass;
    v->finding->seconds = wend_clock() - begin;
}

void verify_finding_free(verify_finding *finding)
{
    pool_free(&finding->memory);
    *finding = (verify_finding){0};
}

const char *verify_word(const verify_finding *finding)
{
    return !finding->ran ? "not run" : finding->pass ? "pass" : "FAIL";
}

verify_counts verify_count_results(const verify_finding *findings, size_t count)
{
    verify_counts counts = {0};
    for (size_t i = 0; i < count; ++i) {
        const verify_finding *f = &findings[i];
        counts.passed += f->ran && f->pass;
        counts.known += f->ran && !f->pass && f->test->known;
        counts.failed += f->ran && !f->pass;
        counts.not_run += !f->ran;
    }
    return counts;
}
