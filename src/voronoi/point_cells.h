// SPDX-License-Identifier: MIT
// Voronoi cells of points alone, without walls: convex polygons. Intended for many small
// crowds in succession, such as the frames of a recording.
//
//     wend_point_cells all = {0};
//     wend_convex cell = {0};
//     if (!wend_point_cells_place(&all, points, count, surrounding, allocator) ||
//         !wend_convex_reserve(&cell, wend_point_cells_room(&all), allocator)) ... out of memory
//     for (uint32_t i = 0; i < count; ++i) {
//         wend_point_cell_find(&all, i, NULL, 0, &cell);
//         ... wend_convex_area(&cell)
//     }
//
// Memory is reused between crowds. Cells are independent: several threads may find those of one
// crowd, each with a polygon of its own.
#ifndef WEND_VORONOI_POINT_CELLS_H
#define WEND_VORONOI_POINT_CELLS_H

#include "core/array.h"
#include "voronoi/convex.h"

/// Labels of the sides of a cell: the number of another point, or WEND_SURROUNDING_SIDE plus the
/// number of a side of the surrounding. A box has its lower side first, the others
/// counter-clockwise.
#define WEND_SURROUNDING_SIDE 0xf0000000u

/// Polygon to which every cell is clipped: a ring around its point, or else a box for all.
typedef struct wend_surrounding {
    wend_box box;          ///< [Limit: not empty, unless there is a ring]
    const wend_vec2 *ring; ///< [opt] convex, counter-clockwise, relative to the point; must outlive
                           ///< the cells
    uint32_t count;        ///< number of its corners [Limit: at most 2^28]
} wend_surrounding;

/// A point and its number in the caller's array.
typedef struct wend_placed_point {
    wend_vec2 at;
    uint32_t number;
} wend_placed_point;

/// A crowd, sorted by position. Zeroed: empty.
typedef struct wend_point_cells {
    wend_surrounding surrounding;
    const wend_vec2 *points; ///< the caller's
    uint32_t count;
    wend_vec2 origin;
    double per_side;
    int32_t columns, rows; ///< of a grid; cells at its border also contain everything beyond
    wend_array(wend_placed_point) placed; ///< by cell, row by row; within a cell in the given order
    wend_array(uint32_t) starts;          ///< [columns * rows + 1] in placed
    wend_array(uint32_t) cell_of;         ///< [count]
} wend_point_cells;

/// Sets the points, which must remain valid until the cells are found. False: out of memory.
/// [Limit: at most 2^31 points, finite]
bool wend_point_cells_place(wend_point_cells *all, const wend_vec2 *points, uint32_t count,
                            wend_surrounding surrounding, const wend_allocator *allocator);
void wend_point_cells_free(wend_point_cells *all, const wend_allocator *allocator);

/// Maximum number of corners of any cell of the crowd, including intermediate ones.
size_t wend_point_cells_room(const wend_point_cells *all);

/// Finds the cell of a point, with the labels of its sides. The cell may be empty for a point
/// outside the surrounding. Returns the number of points at this position, itself included; they
/// all have this cell. If four or more points are (nearly) cocircular, two of them may or may not
/// have a side in common, as short as rounding; the area is not affected.
///
/// guess [opt]: likely labels of its sides, counter-clockwise, such as those of the previous frame.
/// A good guess halves the time. A bad one costs little and gives the same cell up to rounding.
uint32_t wend_point_cell_find(const wend_point_cells *all, uint32_t number, const uint32_t *guess,
                              uint32_t guess_count, wend_convex *cell);

#endif
