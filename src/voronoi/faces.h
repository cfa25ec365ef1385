// SPDX-License-Identifier: MIT
// The diagrams of first and second order as areas, for pictures: which site is nearest, and which
// is second nearest.
//
// Where a site is nearest, the second nearest is who would be nearest without it. So each site is
// taken out of a copy in turn, and the pieces that come in its place are cut off at the border of
// the cell it had.
#ifndef WEND_VORONOI_FACES_H
#define WEND_VORONOI_FACES_H

#include "core/array.h"
#include "wend/voronoi.h"

#define WEND_NO_SECOND UINT32_MAX

/// A polygon in which one site is nearest and one is second nearest. Sites are told by their slots.
typedef struct wend_face {
    uint32_t first;
    uint32_t second; ///< WEND_NO_SECOND: not asked for
    uint32_t start, count;
} wend_face;

/// A line between two faces.
typedef struct wend_face_line {
    uint32_t cell;        ///< the site in whose cell it lies; WEND_NO_SECOND: between two cells
    uint32_t left, right; ///< what is nearest, or there second nearest, at both sides
    uint32_t start, count;
} wend_face_line;

/// Zeroed there are none. Several faces together are a region; they meet, but don't overlap. A face
/// may reach into obstacles and out of the bounds, where nothing is free: draw these over it.
typedef struct wend_faces {
    wend_allocator allocator;
    wend_array(wend_vec2) points;
    wend_array(wend_face) faces;
    wend_array(wend_face_line) lines;
    uint32_t bounds; ///< the slot of the bounds or the frame
    bool framed;     ///< it is the frame: what is second nearest in its cell is not told
} wend_faces;

/// Which site is nearest: a face for each piece and side of it, and all pieces as lines.
wend_result wend_faces_first(wend_faces *faces, const wend_voronoi *voronoi);
/// Which two are: faces and lines in the cells of all sites, as those of the second order.
wend_result wend_faces_second(wend_faces *faces, const wend_voronoi *voronoi);
void wend_faces_free(wend_faces *faces);

#endif
