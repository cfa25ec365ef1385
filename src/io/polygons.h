// SPDX-License-Identifier: MIT
// Shapes that a reader collects before it knows what they mean: three flat arrays.
#ifndef WEND_IO_POLYGONS_H
#define WEND_IO_POLYGONS_H

#include "core/array.h"
#include "io/scene.h"

typedef struct polygon_span {
    uint32_t first_point, point_count, first_ring, ring_count;
} polygon_span;

/// Points (1 vertex), lines (2 or more, not closed) and polygons with holes. Zeroed is empty.
typedef struct polygons {
    wend_array(wend_vec2) points;
    wend_array(uint32_t) ring_ends; ///< counted from the shape's first point
    wend_array(polygon_span) spans;
    polygon_span open; ///< the shape that is being added
} polygons;

/// Adds a vertex to the ring that is being added. All these are false when out of memory.
bool polygons_add_point(polygons *p, wend_vec2 point);
/// Ends a ring. A vertex that repeats the one before it, and a last one that repeats the first, are
/// left out. Says in *count [opt] how many vertices are left; with fewer than `least` the ring is
/// taken back.
bool polygons_end_ring(polygons *p, uint32_t least, uint32_t *count);
/// Ends the shape. With no ring in it there is no shape.
bool polygons_end_shape(polygons *p);
/// Adds a shape that exists.
bool polygons_add(polygons *p, wend_shape shape);
void polygons_free(polygons *p);

/// A view of the i-th shape, valid until something is added.
wend_shape polygons_get(const polygons *p, size_t i);

/// Does to shapes that will be a scene what scene_localise does to a scene: before they are united,
/// so that what GEOS constructs is as exact as it can be.
void polygons_localise(polygons *p, scene *s);

/// Leaves out vertices that lie exactly between their neighbours: what touches there still does.
/// [Limit: the shapes are simple polygons] False: out of memory.
bool polygons_straighten(polygons *shapes);

/// A view of a scene's shape.
wend_shape shape_view(const scene_shape *shape);

/// Copies a shape into a scene's memory.
bool shape_copy(scene *s, wend_shape shape, scene_shape *copy);

/// How many rings a shape has: one if it does not say where they end.
uint32_t shape_rings(wend_shape shape);

/// Where the ring begins and ends in the shape's points.
void shape_ring(wend_shape shape, uint32_t ring, uint32_t *begin, uint32_t *end);

#endif
