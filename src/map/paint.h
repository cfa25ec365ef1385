// SPDX-License-Identifier: MIT
// Interface between the painter and the kernels that find the minimum distances.
#ifndef WEND_MAP_PAINT_H
#define WEND_MAP_PAINT_H

#include "map/map.h"

/// Loops process whole groups of this number of pixels; results beyond the end are not used.
enum { PAINT_GROUP = 8 };

/// Pixels processed together: their data stay in the first-level cache.
enum { PAINT_ROWS = 32, PAINT_COLUMNS = 32, PAINT_CAPACITY = PAINT_COLUMNS + 2 * PAINT_GROUP };

/// A window, prepared for successive rows. A row at height y above the origin meets its rays near
/// the columns at[k] + per_y[k] * y of the raster.
typedef struct paint_window {
    const wend_map_window *window;
    double at[2], per_y[2];
    int side[2]; ///< 1: the window lies to the right of that, -1: to the left, 0: unknown
} paint_window;

/// Pixels of one triangle.
typedef struct paint_tile {
    double x[PAINT_CAPACITY]; ///< centres of the columns
    double y[PAINT_ROWS];     ///< centres of the rows
    uint32_t left;            ///< first column, in the raster
    uint32_t rows;
    uint32_t begin[PAINT_ROWS], end[PAINT_ROWS]; ///< columns of each row, counted from left
    double min[PAINT_ROWS][PAINT_CAPACITY];      ///< out: the distance; INFINITY: none
    double roots[PAINT_ROWS][PAINT_CAPACITY];    ///< out: its root; WEND_MAP_NONE
} paint_tile;

/// Finds the minimum distance of each pixel and its root, like wend_map_best.
typedef void paint_kernel(const paint_window *windows, uint32_t count, paint_tile *tile);

/// The kernel for any machine, and those for wider vectors: NULL where they are not supported.
paint_kernel *wend_paint_kernel_plain(void);
paint_kernel *wend_paint_kernel_4(void);
paint_kernel *wend_paint_kernel_8(void);

#endif
