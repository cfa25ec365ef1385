// SPDX-License-Identifier: MIT
// Collected shapes, as three flat arrays, for readers that do not know their meaning yet.
#ifndef WEND_POLYGON_POLYGONS_H
#define WEND_POLYGON_POLYGONS_H

#include "core/array.h"
#include "wend/floor.h"
#include "wend/geometry.h"
#include "wend/index.h"

typedef struct polygon_span {
    uint32_t first_point, point_count, first_ring, ring_count;
} polygon_span;

/// Points (1 vertex), lines (2 or more, not closed) and polygons with holes. Zeroed is empty.
typedef struct polygons {
    wend_array(wend_vec2) points;
    wend_array(uint32_t) ring_ends; ///< counted from the shape's first point
    wend_array(polygon_span) spans;
    polygon_span open; ///< the shape under construction
} polygons;

/// Adds a vertex to the ring under construction. These functions return false when out of memory.
bool polygons_add_point(polygons *p, wend_vec2 point);
/// Ends a ring. Consecutive equal vertices, and a last one that repeats the first, are merged.
/// *count [opt] is the number of vertices left; with fewer than `least` the ring is removed.
bool polygons_end_ring(polygons *p, uint32_t least, uint32_t *count);
/// Ends the shape. A shape without rings is dropped.
bool polygons_end_shape(polygons *p);
/// Adds a copy of a shape.
bool polygons_add(polygons *p, wend_shape shape);
void polygons_free(polygons *p);

/// A view of the i-th shape, valid until a shape is added.
wend_shape polygons_get(const polygons *p, size_t i);

/// Removes vertices that lie exactly between their neighbours; contacts do not change. [Limit: the
/// shapes are simple polygons] False: out of memory.
bool polygons_straighten(polygons *shapes);

/// Number of rings of a shape: one if it has no ring ends.
uint32_t shape_rings(wend_shape shape);

/// The begin and end of a ring in the shape's points.
void shape_ring(wend_shape shape, uint32_t ring, uint32_t *begin, uint32_t *end);

/// The segment with its lower end first.
wend_segment segment_unordered(wend_segment s);
/// Order of segments for qsort and bsearch, by their ends.
int segments_compare(const void *one, const void *other);
/// An index of segments, by their numbers. False: out of memory.
bool index_segments(const wend_segment *lines, size_t count, wend_index **index);

/// Side of a point with respect to a polygon with holes: inside, outside or on its border.
wend_side shape_locate(wend_shape shape, wend_vec2 point);

/// The corners of a box, counter-clockwise.
void box_corners(wend_box box, wend_vec2 corners[4]);

/// The box, larger by margin on each side.
wend_box box_grown(wend_box box, double margin);

#endif
