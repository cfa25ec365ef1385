// SPDX-License-Identifier: MIT
// Maps without an oracle, for the tests of what is made of them: rasters and lines. They are held
// against wend_map_query, which has its own tests.
#ifndef WEND_TESTS_MAP_MAP_PLAIN_H
#define WEND_TESTS_MAP_MAP_PLAIN_H

#include "tests/map/map_check.h"

static map_fixture f; // large; filled anew for each scene

static inline void start_plain(void)
{
    f.map = new_map();
    build_map(f.map, f.s.mesh, f.s.sources, f.s.source_count);
}

static inline void start_random(uint64_t seed, uint64_t stream, uint32_t corners,
                                wend_random *random)
{
    f.s.seed = seed;
    *random = wend_random_stream(seed, stream);
    make_map_scene(&f.s, random, corners);
    make_sources(&f.s, random);
    start_plain();
}

/// A square room, for boxes and walls to be put in.
static inline void begin_by_hand(double size)
{
    memset(&f.s.plan, 0, sizeof f.s.plan);
    f.s.plan.kind = "by hand";
    f.s.plan.size = size;
    f.s.moved = (displacement){0};
    plan_bounds(&f.s.plan, 0, 0, size, size);
}

static inline void start_by_hand(const wend_map_source *source)
{
    assert_true(start_scene(&f.s));
    add_source(&f.s, *source);
    start_plain();
}

static inline void end_plain(void)
{
    wend_map_destroy(f.map);
    end_scene(&f.s);
}

#endif
