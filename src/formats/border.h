// SPDX-License-Identifier: MIT
// From the border of a free area to a scene, exactly.
//
// The border is a set of directed edges with the free area on their left. They have no points in
// common but ends, as many start at a place as end there, and around each place they alternate. So
// they part the plane into faces, solid ones and free ones:
//
// - Walking with the solid on the left, and at every place on to the edge across the same solid
//   corner, goes once around a face. Where the walk comes back to a place, it is cut there into
//   loops that are simple.
// - Of the loops of one solid face, at most one runs counter-clockwise: its outline. All others are
//   holes. They touch each other in single points at most.
// - A walk without an outline goes around free ground that lies in a solid face. The edge right
//   below its first place is part of that face.
// - The face without any outline reaches to infinity.
#ifndef WEND_FORMATS_BORDER_H
#define WEND_FORMATS_BORDER_H

#include "polygon/polygons.h"
#include "scene/scene.h"

typedef struct border_edge {
    uint32_t a, b; ///< places; the free area is on the left
} border_edge;

/// Zeroed it is empty.
typedef struct border {
    wend_vec2 *places; ///< all different, sorted by wend_is_before
    uint32_t place_count;
    wend_array(border_edge) edges;
    wend_array(border_edge) walls; ///< with free ground on both sides
    uint64_t tests;                ///< done so far
} border;

void border_free(border *b);

/// Adds to the tests of one thing against another. False with a problem if they are too many: files
/// that are plans need few.
bool border_spend(border *b, uint64_t tests, problem_list *problems);

/// Adds bounds, obstacles and walls to a scene. If the outside has one hole, this is the bounds;
/// else a frame around everything is, and the outside is an obstacle. False with a problem where
/// edges cross, or where free areas lie one upon the other.
bool border_to_scene(border *b, scene *s, problem_list *problems);

#endif
