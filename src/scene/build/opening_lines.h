// SPDX-License-Identifier: MIT
// From areas to the openings of a flow: agents that start in an area enter the rest of the free
// space along its border, and agents whose goal is an area leave along it.
#ifndef WEND_SCENE_BUILD_OPENING_LINES_H
#define WEND_SCENE_BUILD_OPENING_LINES_H

#include "polygon/polygons.h"
#include "scene/scene.h"

/// A line along which an area borders on a part of the free space.
typedef struct opening_line {
    uint32_t area;         ///< its index among the areas given
    uint32_t part;         ///< index of the part of the free space
    uint32_t first, count; ///< range in the points
    bool adrift;           ///< not on the part's outer wall: it is on a hole, or is the whole ring
} opening_line;

/// The free space outside some areas, and its borders with them. Zeroed is empty.
typedef struct opening_lines {
    wend_array(opening_line) lines;
    wend_array(wend_vec2) points;
    polygons parts; ///< with holes; walls that are segments separate them, too
} opening_lines;

/// Finds the lines of the areas of a valid scene. The areas are enlarged by `reach` on all sides
/// first, so that they meet walls within that distance. [Limit: reach >= 0] False with a problem;
/// `o` must be freed in any case.
bool opening_lines_find(opening_lines *o, const scene *s, const wend_floor *floor,
                        const scene_area *const *areas, uint32_t count, double reach,
                        problem_list *problems);
void opening_lines_free(opening_lines *o);

#endif
