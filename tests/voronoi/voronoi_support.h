// SPDX-License-Identifier: MIT
// What the tests of diagrams written by hand share: making one, an agent more, and one scene.
#ifndef WEND_TESTS_VORONOI_VORONOI_SUPPORT_H
#define WEND_TESTS_VORONOI_VORONOI_SUPPORT_H

#include "tests/geometry/floor_scenes.h"
#include "voronoi/diagram.h"

// A diagram that its checker finds nothing wrong with.
static inline wend_voronoi *diagram_of(const scene *s, const wend_allocator *allocator)
{
    wend_floor *floor = make_floor(s);
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_error error;
    if (allocator)
        def.allocator = *allocator;
    wend_voronoi *voronoi;
    if (wend_voronoi_create(floor, &def, &voronoi, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    if (wend_voronoi_check(voronoi, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return voronoi;
}

static inline wend_site_id add_agent(wend_voronoi *voronoi, double x, double y, double radius)
{
    wend_vec2 place = {x, y};
    wend_site_id id;
    wend_error error;
    if (wend_voronoi_insert(voronoi, &(wend_shape){&place, NULL, 0, 1}, radius, &id, &error) !=
        WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

// A box, a wall, a point and a concave polygon in a room.
static inline void make_busy(scene *s)
{
    memset(s, 0, sizeof *s);
    set_box_bounds(s, 0, 0, 30, 20);
    add_box(s, 3, 3, 8, 8);
    add_segment(s, 12, 2, 14, 15);
    add_point(s, 20, 10);
    add_shape(s, (wend_vec2[]){{22, 3}, {27, 4}, {24, 6}, {25, 9}}, 4);
}

#endif
