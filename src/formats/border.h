// SPDX-License-Identifier: MIT
// Conversion of the border of a free area to a scene, exactly.
//
// The border is a set of directed edges with the free area on their left. They meet only at their
// ends, equally many edges start and end at each point, and around each point they alternate. They
// therefore divide the plane into solid and free faces:
//
// - A walk with the solid on the left, continued at every point on the edge across the same solid
//   corner, goes once around a face. Where it returns to a point, it is split there into simple
//   loops.
// - Of the loops of one solid face, at most one runs counter-clockwise: its outline. All others are
//   holes, which touch each other in single points at most.
// - A walk without an outline surrounds free ground inside a solid face. The edge directly below
//   its first point is part of that face.
// - The face without an outline extends to infinity.
#ifndef WEND_FORMATS_BORDER_H
#define WEND_FORMATS_BORDER_H

#include "polygon/polygons.h"
#include "scene/scene.h"

typedef struct border_edge {
    uint32_t a, b; ///< indices of points; the free area is on the left
} border_edge;

/// Zeroed it is empty.
typedef struct border {
    wend_vec2 *places; ///< all different, sorted by wend_is_before
    uint32_t place_count;
    wend_array(border_edge) edges;
    wend_array(border_edge) walls; ///< with free ground on both sides
    uint64_t tests;                ///< number so far
} border;

void border_free(border *b);

/// Adds to the number of tests. False with a problem above the limit, which no floor plan reaches.
bool border_spend(border *b, uint64_t tests, problem_list *problems);

/// Adds bounds, obstacles and walls to a scene. If the outside has one hole, it becomes the bounds;
/// otherwise the bounds are a frame around everything, and the outside is an obstacle. False with a
/// problem where edges cross or free areas overlap.
bool border_to_scene(border *b, scene *s, problem_list *problems);

#endif
