// SPDX-License-Identifier: MIT
// Overlay of shapes: their walls are snapped to a grid and reassembled as valid shapes.
//
// GEOS rounds the walls to the grid and splits them where they meet (snap rounding: every vertex
// and every crossing is a hot pixel, and a wall that passes one is bent through its centre; Hobby
// 1999). Bending can bring a wall into another pixel, so this is repeated until nothing changes
// (iterated snap rounding; Halperin and Packer 2002). A vertex is then on a wall, or at least half
// a cell away from it. The walls enclose faces; each is solid or free by the winding numbers of the
// input rings there, and neighbouring solid faces become one polygon. All contacts are common
// vertices or exact.
//
// GEOS only splits lines and finds faces here. Its polygon union is not used: version 3.11
// occasionally loses a part without an error (https://github.com/libgeos/geos/issues/965).
#ifndef WEND_POLYGON_OVERLAY_H
#define WEND_POLYGON_OVERLAY_H

#include "polygon/geos.h"

typedef struct overlay_input {
    const wend_shape *shapes; ///< points, segments and polygons; may be invalid and overlap
    uint32_t shape_count;
    const wend_vec2 *bounds; ///< a ring: everything outside is cut off; NULL: unbounded
    uint32_t bounds_count;
    double grid; ///< side of a cell; 0: no rounding, for valid shapes [Units: m]
} overlay_input;

/// Source of a part of the result.
typedef struct overlay_source {
    uint32_t shape; ///< first input shape that it consists of
    bool several;   ///< it consists of further shapes
} overlay_source;

typedef struct overlay {
    polygons bounds; ///< parts of the area inside the bounds; one, unless the bounds are invalid or
                     ///< narrow
    polygons solids; ///< the part of it that the polygons cover
    polygons rest;   ///< the part that they do not cover; empty without bounds
    wend_array(overlay_source) solid_sources;
    edge_list walls; ///< pieces of segments on free ground
    wend_array(uint32_t) wall_sources;
    wend_array(uint32_t) points; ///< isolated points, by their number in the input
} overlay;

/// A cell size that is coarse enough for a scene of that tolerance to be valid, and that keeps
/// coordinates with a few decimals.
double overlay_grid(double tolerance);

/// Overlays the shapes. False: out of memory, or GEOS failed and g->message states why.
bool overlay_make(geos *g, const overlay_input *in, overlay *out);
void overlay_free(overlay *o);

#endif
