// SPDX-License-Identifier: MIT
// A free area as a mesh file gives it: convex polygons beside each other, and passages between
// them. Sides that two polygons share are passages or thin walls; the other sides are the border of
// the free area. Nothing is rounded: what becomes a scene has the file's own coordinates.
#ifndef WEND_FORMATS_PATCHWORK_H
#define WEND_FORMATS_PATCHWORK_H

#include "base/tokens.h"
#include "formats/border.h"
#include "scene/scene.h"

/// One polygon.
typedef struct patch {
    uint32_t first, count; ///< where its vertices stand in corners, counter-clockwise
    uint32_t number;       ///< in the file
} patch;

/// The file says that one can go from one polygon to another, across the line between two vertices.
typedef struct passage {
    uint32_t a, b;     ///< vertices, in any order
    uint32_t from, to; ///< polygons, by the file's numbers
    size_t offset;     ///< where it stands in the file's text
} passage;

/// Empty if all but the source is zero.
typedef struct patchwork {
    tokens source; ///< of the file; it holds the problems
    wend_array(wend_vec2) vertices;
    wend_array(uint32_t) corners;
    wend_array(patch) patches; ///< with numbers that go up
    wend_array(passage) passages;
} patchwork;

void patchwork_free(patchwork *p);

/// Reads x and y and adds a vertex. On failure, this and the functions below set source.failed.
void patchwork_read_vertex(patchwork *p);

/// Reads the number of a vertex, counted from `base`, and adds it to the polygon that is being
/// read.
void patchwork_read_corner(patchwork *p, uint64_t base);

/// Ends the polygon whose corners from `first` on have been read and whose description starts at
/// `start`. It must be simple and convex (but for the rounding of its coordinates) and run
/// counter-clockwise; if either_way, one that runs clockwise is turned round.
void patchwork_end_patch(patchwork *p, uint32_t first, uint32_t number, token start,
                         bool either_way);

void patchwork_add_passage(patchwork *p, passage gate);

/// Makes the polygons the free area of a scene. Polygons that overlap, passages where no side is
/// shared, and passages in one direction only are refused. False with a problem, also if
/// source.failed.
bool patchwork_to_scene(patchwork *p, scene *s);

/// Finds the border and the thin walls. (patchwork_border.c)
bool patchwork_find_border(const patchwork *p, border *b);

#endif
