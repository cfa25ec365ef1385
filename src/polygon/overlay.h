// SPDX-License-Identifier: MIT
// The walls of some shapes overlaid on a grid and reassembled as valid shapes.
//
// GEOS rounds the walls to the grid and splits them where they meet (snap rounding: every vertex
// and every crossing is a hot pixel, and a wall that passes one is bent through its centre; Hobby
// 1999). Bending can bring a wall into another pixel, so this is repeated until nothing changes
// (iterated snap rounding; Halperin and Packer 2002). From then on a vertex is on a wall, or at
// least half a cell away from it. The walls enclose faces; each is solid or free by what the rings
// of the shapes that were given wind around there, and neighbouring solid faces become one polygon.
// All contacts are common vertices or exact.
//
// GEOS only splits lines and finds faces here. Its union of polygons is not used: in 3.11 it now
// and then forgets a part in silence (https://github.com/libgeos/geos/issues/965).
#ifndef WEND_POLYGON_OVERLAY_H
#define WEND_POLYGON_OVERLAY_H

#include "polygon/geos.h"

typedef struct overlay_input {
    const wend_shape *shapes; ///< points, segments and polygons; also twisted and overlapping ones
    uint32_t shape_count;
    const wend_vec2 *bounds; ///< a ring: what is outside is cut off; NULL: nothing is
    uint32_t bounds_count;
    double grid; ///< the side of a cell; 0: no rounding, for valid shapes [Units: m]
} overlay_input;

/// Where a part of the result comes from.
typedef struct overlay_source {
    uint32_t shape; ///< the first shape of the input that it is made of
    bool several;   ///< it is made of others too
} overlay_source;

typedef struct overlay {
    polygons bounds; ///< the parts of what the bounds enclose; one, but for twisted or tight bounds
    polygons solids; ///< what the polygons cover of it
    polygons rest;   ///< what they do not; empty if there are no bounds
    wend_array(overlay_source) solid_sources;
    edge_list walls; ///< pieces of segments on free ground
    wend_array(uint32_t) wall_sources;
    wend_array(uint32_t) points; ///< the points that stand free, by their number in the input
} overlay;

/// A cell that is coarse enough for a scene of that tolerance to be valid, and such that
/// coordinates with a few decimals stay what they are.
double overlay_grid(double tolerance);

/// Lays shapes over each other. False: out of memory, or g->message says why GEOS failed.
bool overlay_make(geos *g, const overlay_input *in, overlay *out);
void overlay_free(overlay *o);

#endif
