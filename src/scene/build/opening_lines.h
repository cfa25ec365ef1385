// SPDX-License-Identifier: MIT
// From areas to the openings of a flow: who starts in an area enters the rest of the free space
// along its border, and who goes to one leaves it there.
#ifndef WEND_SCENE_BUILD_OPENING_LINES_H
#define WEND_SCENE_BUILD_OPENING_LINES_H

#include "polygon/polygons.h"
#include "scene/scene.h"

/// A line along which an area borders on a part of the free space.
typedef struct opening_line {
    uint32_t area;         ///< its number among those that were given
    uint32_t part;         ///< the part of the free space that it borders on
    uint32_t first, count; ///< in the points
    bool adrift; ///< not on the part's outer wall: something that stands free has it, or it is all
                 ///< around the part
} opening_line;

/// What some areas leave of the free space, and where they border on it. Zeroed is empty.
typedef struct opening_lines {
    wend_array(opening_line) lines;
    wend_array(wend_vec2) points;
    polygons parts; ///< with holes; walls that are segments part them, too
} opening_lines;

/// Finds the lines of a sound scene's areas, which are made wider by `reach` on all sides first, so
/// that they meet walls that are no farther away. [Limit: reach >= 0] False with a problem; free it
/// all the same.
bool opening_lines_find(opening_lines *o, const scene *s, const wend_floor *floor,
                        const scene_area *const *areas, uint32_t count, double reach,
                        problem_list *problems);
void opening_lines_free(opening_lines *o);

#endif
