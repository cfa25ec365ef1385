// SPDX-License-Identifier: MIT
// Planar arrangements: the faces that lines divide the plane into, some of them solid.
//
// GEOS splits the lines where they meet and finds the faces. Where lines only touch, no coordinate
// changes; where they cross, the crossing is a new, rounded vertex. With a frame around everything
// the outside of the lines is a face too, with the lines' outlines as its holes.
#ifndef WEND_POLYGON_PLANAR_H
#define WEND_POLYGON_PLANAR_H

#include "polygon/geos.h"
#include "wend/geometry.h"
#include "wend/index.h"

/// Maximum number of crossings: lines with more are not a floor plan.
#define PLANAR_MAX_CROSSINGS 1000000u
/// Maximum number of tests of one line against another, which take seconds.
#define PLANAR_MAX_TESTS ((uint64_t)1 << 30)

typedef struct planar {
    geos g;
    wend_index *edges;   ///< of the input lines, by their numbers
    GEOSGeometry *lines; ///< split where they meet, with the frame
    polygons faces;      ///< with holes
    wend_index *boxes;   ///< of the faces
    uint32_t outside;    ///< the face between the lines and the frame
    bool *solid;         ///< [faces] initially true for outside only
    uint64_t tests;      ///< number so far
    problem_list *problems;
} planar;

/// Finds the faces between some lines. False with a problem. Requires planar_close, even on
/// failure.
bool planar_open(planar *p, const wend_segment *lines, size_t count, problem_list *problems);
void planar_close(planar *p);

/// A frame around a box, slightly larger.
wend_box planar_frame(wend_box box);

/// Adds to the number of tests. False with a problem above the limit.
bool planar_spend(planar *p, uint64_t tests);

/// The face that contains a point; UINT32_MAX on a line.
bool planar_locate(planar *p, wend_vec2 point, uint32_t *face);

/// A point inside a face.
bool planar_inside(planar *p, uint32_t face, wend_vec2 *point);

#endif
