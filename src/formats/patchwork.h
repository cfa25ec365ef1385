// SPDX-License-Identifier: MIT
// The free area of a mesh file: adjacent convex polygons, and passages between them. Sides shared
// by two polygons are passages or thin walls; all other sides are the border of the free area. The
// scene keeps the file's coordinates, without rounding.
#ifndef WEND_FORMATS_PATCHWORK_H
#define WEND_FORMATS_PATCHWORK_H

#include "base/tokens.h"
#include "formats/border.h"
#include "scene/scene.h"

/// One polygon.
typedef struct patch {
    uint32_t first, count; ///< range of its vertices in corners, counter-clockwise
    uint32_t number;       ///< in the file
} patch;

/// A connection from one polygon to another, across the line between two vertices.
typedef struct passage {
    uint32_t a, b;     ///< vertices, in any order
    uint32_t from, to; ///< polygons, by the file's numbers
    size_t offset;     ///< position in the file's text
} passage;

/// Empty if everything except source is zero.
typedef struct patchwork {
    tokens source; ///< the file; has the problems
    wend_array(wend_vec2) vertices;
    wend_array(uint32_t) corners;
    wend_array(patch) patches; ///< in ascending order of numbers
    wend_array(passage) passages;
} patchwork;

void patchwork_free(patchwork *p);

/// Reads x and y and adds a vertex. On failure, this and the functions below set source.failed.
void patchwork_read_vertex(patchwork *p);

/// Reads the number of a vertex, counted from `base`, and adds it to the current polygon.
void patchwork_read_corner(patchwork *p, uint64_t base);

/// Ends the polygon whose corners start at `first` and whose description starts at `start`. It must
/// be simple and convex (within the rounding of its coordinates) and counter-clockwise; if
/// either_way, a clockwise one is reversed.
void patchwork_end_patch(patchwork *p, uint32_t first, uint32_t number, token start,
                         bool either_way);

void patchwork_add_passage(patchwork *p, passage gate);

/// Makes the polygons the free area of a scene. Overlapping polygons, passages without a shared
/// side, and one-way passages are rejected. False with a problem, also if source.failed.
bool patchwork_to_scene(patchwork *p, scene *s);

/// Finds the border and the thin walls. (patchwork_border.c)
bool patchwork_find_border(const patchwork *p, border *b);

#endif
