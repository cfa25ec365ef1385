// SPDX-License-Identifier: MIT
// The tests of `wend verify` in the order of the table, and how one is run.
#include "verify/verify.h"

#include "core/clock.h"

static const verify_test *const lists[] = {
    verify_rimea,       verify_density, verify_experiments, verify_necks,
    verify_queue,       verify_nist,    verify_streams,     verify_mixed,
    verify_juelich,     verify_swaps,   verify_steps,       verify_stairs,
    verify_populations, verify_choices, verify_imo,         verify_ring};
enum { LISTS = sizeof lists / sizeof lists[0] };

/// Adds the tests of a family to a list of `count`. Returns the new length.
static size_t add_family(const verify_family *family, const verify_test **all, size_t count)
{
    for (size_t i = 0; i < LISTS; ++i)
        for (const verify_test *test = lists[i]; test->name; ++test)
            if (verify_family_of(test) == family)
                all[count++] = test;
    return count;
}

const verify_test *verify_at(size_t index)
{
    static const verify_test *all[VERIFY_MOST_TESTS]; // filled once, before threads are started
    static size_t count;
    for (size_t i = 0; count < verify_count(); ++i)
        count = add_family(verify_family_at(i), all, count);
    return index < count ? all[index] : NULL;
}

size_t verify_count(void)
{
    size_t count = 0;
    for (size_t i = 0; i < LISTS; ++i)
        for (const verify_test *test = lists[i]; test->name; ++test)
            ++count;
    return count;
}

const char *verify_default_motion(void)
{
    scene *s = xcheck(scene_new());
    const char *name = scene_motion_name(s->motion, false);
    scene_free(s);
    return name;
}

void verify_make(verify *v, const verify_test *test)
{
    double begin = wend_clock();
    verify_finding *finding = v->finding;
    finding->test = test;
    finding->motion = v->motion ? v->motion : verify_default_motion();
    finding->known = verify_known_cause(test->name, finding->motion);
    uint64_t first_seed = v->first_seed;
    if (test->held_out)
        v->first_seed += VERIFY_HELD_OUT_SEED;
    bool good = test->run(v);
    v->first_seed = first_seed;
    finding->ran = good;
    finding->pass = good && finding->pass;
    finding->seconds = wend_clock() - begin;
}

void verify_finding_free(verify_finding *finding)
{
    pool_free(&finding->memory);
    *finding = (verify_finding){0};
}
