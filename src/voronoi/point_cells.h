// SPDX-License-Identifier: MIT
// Voronoi cells of points alone, without walls: convex polygons. For whoever needs them of many
// small crowds, one after the other, such as the frames of a recording.
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
// Memory is kept from one crowd to the next. Cells don't depend on each other: several threads may
// find those of one crowd, each with a polygon of its own.
#ifndef WEND_VORONOI_POINT_CELLS_H
#define WEND_VORONOI_POINT_CELLS_H

#include "core/array.h"
#include "voronoi/convex.h"

/// Across the sides of a cell: the number of another point, or WEND_SURROUNDING_SIDE and the
/// number of a side of the surrounding. A box has its lower side first, and the others
/// counter-clockwise.
#define WEND_SURROUNDING_SIDE 0xf0000000u

/// What every cell is cut to: a ring around its point, or else a box for all.
typedef struct wend_surrounding {
    wend_box box;          ///< [Limit: not empty, unless there is a ring]
    const wend_vec2 *ring; ///< [opt] convex, counter-clockwise, as seen from the point; must stay
    uint32_t count;        ///< of its corners [Limit: at most 2^28]
} wend_surrounding;

/// A point, and where the caller has it.
typedef struct wend_placed_point {
    wend_vec2 at;
    uint32_t number;
} wend_placed_point;

/// A crowd, sorted by place. Zeroed it is empty.
typedef struct wend_point_cells {
    wend_surrounding surrounding;
    const wend_vec2 *points; ///< the caller's
    uint32_t count;
    wend_vec2 origin;
    double per_side;
    int32_t columns, rows; ///< of a grid; cells at its border hold all that lies beyond, too
    wend_array(wend_placed_point) placed; ///< by cell, row by row; in a cell as they were given
    wend_array(uint32_t) starts;          ///< [columns * rows + 1] in placed
    wend_array(uint32_t) cell_of;         ///< [count]
} wend_point_cells;

/// Takes a crowd: `points` must stay until its cells are found. False: out of memory. [Limit: at
/// most 2^31 points, finite]
bool wend_point_cells_place(wend_point_cells *all, const wend_vec2 *points, uint32_t count,
                            wend_surrounding surrounding, const wend_allocator *allocator);
void wend_point_cells_free(wend_point_cells *all, const wend_allocator *allocator);

/// So many corners any cell of the crowd may have, also while it is found.
size_t wend_point_cells_room(const wend_point_cells *all);

/// Finds the cell of a point: what is across of its sides, as above. Nothing of the surrounding may
/// be left for a point outside it. Returns how many points are at this very place, itself included;
/// they all have this cell. Where four or more points lie on a circle, or all but, two of them may
/// or may not have a side in common, as short as rounding; the area is not affected.
///
/// guess [opt]: what may be across of its sides, counter-clockwise, such as what it was a moment
/// ago. A good one halves the time. A bad one costs little and gives the same cell but for
/// rounding.
uint32_t wend_point_cell_find(const wend_point_cells *all, uint32_t number, const uint32_t *guess,
                              uint32_t guess_count, wend_convex *cell);

#endif
