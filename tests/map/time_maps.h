// SPDX-License-Identifier: MIT
// What the tests of maps with weights share: what a map is made of, and how much times may differ.
#ifndef WEND_TESTS_MAP_TIME_MAPS_H
#define WEND_TESTS_MAP_TIME_MAPS_H

#include "tests/support/support.h"

#include "wend/map_boosts.h"

#include <math.h>
#include <string.h>

/// How much times may differ from the oracle's, in sizes of the scene: rounding and no more.
#define SAME_TIME 1e-9

enum { MOST_WEIGHTS = 6, MOST_SOURCES = 4, MOST_STOPS = 200 };

/// What a map is made of, with room for it.
typedef struct recipe {
    wend_time_map_def def;
    wend_map_source sources[MOST_SOURCES];
    wend_map_boost weights[MOST_WEIGHTS];
    double speeds[4];
} recipe;

static inline wend_map_source source_at(double x, double y)
{
    return (wend_map_source){{x, y}, {x, y}, 0};
}

static inline void set_recipe(recipe *r, wend_time_form form)
{
    memset(r, 0, sizeof *r);
    r->def = wend_default_time_map_def();
    r->def.form = form;
    r->def.sources = r->sources;
    r->def.boosts = r->weights;
    r->def.speeds = r->speeds;
}

static inline void add_source(recipe *r, double x, double y)
{
    r->sources[r->def.source_count++] = source_at(x, y);
}

static inline void add_weight(recipe *r, double x, double y, double weight)
{
    r->weights[r->def.boost_count++] = (wend_map_boost){{x, y}, weight};
}

static inline wend_time_map *make_map(const wend_mesh *mesh, const recipe *r)
{
    wend_time_map *map;
    wend_error error = {0};
    assert_int_equal(wend_time_map_create(NULL, &map, NULL), WEND_OK);
    if (wend_time_map_build(map, mesh, &r->def, &error) != WEND_OK ||
        wend_time_map_check(map, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return map;
}

static inline bool same_time(double time, double truth, double size)
{
    if (time < 0)
        return isinf(truth);
    return fabs(time - truth) <= SAME_TIME * size;
}

#endif
