// SPDX-License-Identifier: MIT
// The shapes of a small scene as geometries of GEOS.
#ifndef WEND_TESTS_GEOMETRY_GEOS_SHAPES_H
#define WEND_TESTS_GEOMETRY_GEOS_SHAPES_H

#include "tests/geometry/floor_scenes.h"

#include <geos_c.h>

static inline GEOSCoordSequence *geos_points(GEOSContextHandle_t geos, const wend_vec2 *points,
                                             uint32_t count, bool closed)
{
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos, count + closed, 2);
    for (uint32_t i = 0; i < count + closed; i++)
        GEOSCoordSeq_setXY_r(geos, sequence, i, points[i % count].x, points[i % count].y);
    return sequence;
}

static inline GEOSGeometry *geos_ring(GEOSContextHandle_t geos, const wend_vec2 *points,
                                      uint32_t count)
{
    return GEOSGeom_createLinearRing_r(geos, geos_points(geos, points, count, true));
}

static inline GEOSGeometry *geos_shape(GEOSContextHandle_t geos, const scene *s, uint32_t i)
{
    if (i == WEND_BOUNDS)
        return GEOSGeom_createPolygon_r(geos, geos_ring(geos, s->bounds, s->bounds_count), NULL, 0);
    const wend_shape *shape = &s->shapes[i];
    if (shape->point_count == 1)
        return GEOSGeom_createPoint_r(geos, geos_points(geos, shape->points, 1, false));
    if (shape->point_count == 2)
        return GEOSGeom_createLineString_r(geos, geos_points(geos, shape->points, 2, false));
    GEOSGeometry *holes[MAX_RINGS];
    for (uint32_t r = 1; r < shape->ring_count; r++)
        holes[r - 1] = geos_ring(geos, shape->points + shape->ring_ends[r - 1],
                                 shape->ring_ends[r] - shape->ring_ends[r - 1]);
    return GEOSGeom_createPolygon_r(geos, geos_ring(geos, shape->points, shape->ring_ends[0]),
                                    holes, shape->ring_count - 1);
}

#endif
