// SPDX-License-Identifier: MIT
#include "io/free_area.h"

#include "io/walkable.h"

static GEOSGeometry *outline(geos *g, const scene *s)
{
    if (s->bounds)
        return geos_shape(g, (wend_shape){.points = s->bounds, .point_count = s->bounds_count});
    wend_vec2 corners[4];
    box_corners(box_grown(scene_box(s), FREE_AREA_MARGIN), corners);
    return geos_shape(g, (wend_shape){.points = corners, .point_count = 4});
}

static GEOSGeometry *solids(geos *g, const scene *s)
{
    geos_list list = {0};
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        wend_shape shape = shape_view(&s->obstacles[i].shape);
        if (shape.point_count < 3)
            continue;
        if (!geos_list_add(g, &list, geos_shape(g, shape))) {
            geos_list_free(g, &list);
            return NULL;
        }
    }
    GEOSGeometry *all = geos_list_collect(g, &list, GEOS_GEOMETRYCOLLECTION);
    GEOSGeometry *united = all ? GEOSUnaryUnion_r(g->handle, all) : NULL;
    geos_free(g, all);
    return united;
}

bool free_area_polygons(geos *g, const scene *s, polygons *out)
{
    GEOSGeometry *whole = outline(g, s), *solid = solids(g, s);
    GEOSGeometry *rest = whole && solid ? GEOSDifference_r(g->handle, whole, solid) : NULL;
    bool good = rest && geos_polygons(g, rest, out);
    geos_free(g, rest);
    geos_free(g, solid);
    geos_free(g, whole);
    return good;
}
