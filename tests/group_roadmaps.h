// SPDX-License-Identifier: MIT
// Small floors for groups, and queries on roadmaps of them.
#ifndef WEND_TESTS_GROUP_ROADMAPS_H
#define WEND_TESTS_GROUP_ROADMAPS_H

#include "floor_scenes.h"
#include "group/roadmap.h"

/// As wide as 4 m when it is round, and 8.9 m long when it is as narrow as it gets.
static const wend_group_size SIZE = {12.5, 1.5};

/// Two rooms and a passage of that width between them.
static inline void make_rooms(scene *s, double passage)
{
    memset(s, 0, sizeof *s);
    set_box_bounds(s, 0, 0, 31, 14);
    add_box(s, 15, 0, 16, 7 - passage / 2);
    add_box(s, 15, 7 + passage / 2, 16, 14);
}

/// Round pillars, each with 16 sides.
static inline void make_pillars(scene *s)
{
    static const wend_vec2 places[] = {{10, 4}, {10, 12}, {16, 8}, {22, 4}, {22, 12}};
    memset(s, 0, sizeof *s);
    set_box_bounds(s, 0, 0, 32, 16);
    for (size_t i = 0; i < COUNT(places); ++i) {
        wend_vec2 ring[16];
        for (int k = 0; k < 16; ++k) {
            double angle = k * (2 * acos(-1) / 16);
            ring[k] = (wend_vec2){places[i].x + 1.5 * cos(angle), places[i].y + 1.5 * sin(angle)};
        }
        add_shape(s, ring, 16);
    }
}

/// Blocks of 9 m with streets of that width between them; the bounds are a street away.
static inline void make_blocks(scene *s, double street)
{
    double pitch = 9 + street;
    memset(s, 0, sizeof *s);
    set_box_bounds(s, -street, -street, 3 * pitch, 2 * pitch);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 2; ++k)
            add_box(s, i * pitch, k * pitch, i * pitch + 9, k * pitch + 9);
}

static inline wend_group_roadmap *roadmap_of(const wend_floor *floor, wend_group_sampler sampler,
                                             wend_group_local local, uint64_t seed)
{
    wend_group_roadmap_def def = wend_default_group_roadmap_def();
    def.floor = floor;
    def.size = SIZE;
    def.sampler = sampler;
    def.local = local;
    def.seed = seed;
    wend_group_roadmap *roadmap;
    wend_error error = {0};
    if (wend_group_roadmap_create(&def, &roadmap, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return roadmap;
}

static inline wend_group_query query_between(double x0, double y0, double x1, double y1)
{
    wend_group_query query = wend_default_group_query();
    query.from.centre = (wend_vec2){x0, y0};
    query.to.centre = (wend_vec2){x1, y1};
    return query;
}

#endif
