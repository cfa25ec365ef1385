// SPDX-License-Identifier: MIT
// First- and second-order diagrams as areas, for pictures: the nearest and the second nearest site
// of every point.
//
// Where a site is nearest, the second nearest is the one that would be nearest without it. Each
// site is removed from a copy in turn, and the pieces that replace it are clipped at the border of
// its old cell.
#ifndef WEND_VORONOI_FACES_H
#define WEND_VORONOI_FACES_H

#include "core/array.h"
#include "wend/voronoi.h"

#define WEND_NO_SECOND UINT32_MAX

/// A polygon with one nearest and one second nearest site. Sites are identified by their slots.
typedef struct wend_face {
    uint32_t first;
    uint32_t second; ///< WEND_NO_SECOND: not requested
    uint32_t start, count;
} wend_face;

/// A line between two faces.
typedef struct wend_face_line {
    uint32_t cell;        ///< the site whose cell contains it; WEND_NO_SECOND: between two cells
    uint32_t left, right; ///< the nearest, or there second nearest, sites on both sides
    uint32_t start, count;
} wend_face_line;

/// Zeroed: empty. Several faces form a region; they meet, but do not overlap. A face may extend
/// into obstacles and out of the bounds, where nothing is free: draw these on top.
typedef struct wend_faces {
    wend_allocator allocator;
    wend_array(wend_vec2) points;
    wend_array(wend_face) faces;
    wend_array(wend_face_line) lines;
    uint32_t bounds; ///< the slot of the bounds or the frame
    bool framed;     ///< it is the frame: the second nearest sites in its cell are not computed
} wend_faces;

/// Nearest sites: a face for each piece and side of it, and all pieces as lines.
wend_result wend_faces_first(wend_faces *faces, const wend_voronoi *voronoi);
/// Nearest and second nearest sites: faces and lines in the cells of all sites.
wend_result wend_faces_second(wend_faces *faces, const wend_voronoi *voronoi);
void wend_faces_free(wend_faces *faces);

#endif
