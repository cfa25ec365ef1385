// SPDX-License-Identifier: MIT
// A grid of blocked and free cells, and the polygons of its blocked parts.
//
// The scene that grid_to_scene makes is valid by construction:
//
// - Blocked cells that share a side form one component; each component is one polygon with holes.
// - The rings of a component K part K from the pieces into which the rest of the plane falls, where
//   cells of the rest hang together by sides only. Walking with K on the left, the turn at a corner
//   where K's cells touch diagonally is therefore to the right, across the corner; where the cell
//   across belongs to another component it is to the left.
// - No ring visits a corner twice. Suppose one does: then the two diagonal cells of the rest at
//   that corner are joined by a path of sides within the rest, which closes to a loop around one of
//   K's two cells there; but these are joined by a path of sides within K, and the two paths would
//   have to cross. So every ring is simple.
// - One piece of the rest reaches to infinity; its ring runs counter-clockwise and is the outside.
//   Every other piece gives one hole, clockwise. Two rings of K share at most corners.
// - Two components share at most corners, and both turn there: a corner of one on a straight side
//   of the other would be a shared side.
#ifndef WEND_FORMATS_GRID_H
#define WEND_FORMATS_GRID_H

#include "scene/scene.h"

/// Maximum number of cells: 8192 by 8192.
#define GRID_MAX_CELLS ((uint64_t)1 << 26)
/// Maximum number of corners: more are noise, not a map, and each corner costs time in all later
/// steps.
#define GRID_MAX_CORNERS ((size_t)1 << 24)

typedef struct grid {
    uint32_t width, height;
    uint8_t *cells; ///< [width * height] row by row, lowest first; 1: blocked, 0: free
} grid;

/// Position of the grid in the plane.
typedef struct grid_frame {
    double cell;      ///< the side of a cell [Units: m]
    wend_vec2 origin; ///< of the lower left corner
    double yaw;       ///< rotation of the whole grid about origin
} grid_frame;

/// A yaw within this distance of a quarter turn is rounded to it: 1.5708 means pi / 2. [Units: rad]
#define GRID_YAW_ROUNDING 5e-5

/// The frame of grids without a scale: a cell is one square metre.
grid_frame grid_unit_frame(void);

/// Creates a grid of free cells. False with a problem if it is empty, too large, or out of memory.
bool grid_create(uint64_t width, uint64_t height, grid *g, problem_list *problems);

void grid_free(grid *g);

/// A scene with the grid's rectangle as bounds and its blocked parts as obstacles, in O(cells).
/// Overwrites cells of g, which can only be freed afterwards. NULL with a problem if there are too
/// many corners, if it exceeds WEND_MAX_COORDINATE, or out of memory.
scene *grid_to_scene(grid *g, grid_frame frame, problem_list *problems);

#endif
