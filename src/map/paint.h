// SPDX-License-Identifier: MIT
// What the painter hands to the kernels that find the least distances.
#ifndef WEND_MAP_PAINT_H
#define WEND_MAP_PAINT_H

#include "map/map.h"

/// Loops run over whole groups of so many pixels; what they do beyond the end is not used.
enum { PAINT_GROUP = 8 };

/// Pixels that are looked at together: what is known of them stays in the nearest cache.
enum { PAINT_ROWS = 32, PAINT_COLUMNS = 32, PAINT_ROOM = PAINT_COLUMNS + 2 * PAINT_GROUP };

/// A window, made ready for row after row. A row that is y above the origin meets its rays near the
/// columns at[k] + per_y[k] * y of the raster.
typedef struct paint_window {
    const wend_map_window *window;
    double at[2], per_y[2];
    int side[2]; ///< 1: the window lies to the right of that, -1: to the left, 0: not told
} paint_window;

/// Pixels of one triangle.
typedef struct paint_tile {
    double x[PAINT_ROOM]; ///< the columns' centres
    double y[PAINT_ROWS]; ///< the rows'
    uint32_t left;        ///< the first column, in the raster
    uint32_t rows;
    uint32_t begin[PAINT_ROWS], end[PAINT_ROWS]; ///< columns of each row, counted from left
    double least[PAINT_ROWS][PAINT_ROOM];        ///< out: the distance; INFINITY: none
    double roots[PAINT_ROWS][PAINT_ROOM];        ///< out: whose it is; WEND_MAP_NONE
} paint_tile;

/// Finds the least distance of each pixel and its root, as wend_map_best does.
typedef void paint_kernel(const paint_window *windows, uint32_t count, paint_tile *tile);

/// The kernel for any machine, and those for wider vectors: NULL where they can't run.
paint_kernel *wend_paint_kernel_plain(void);
paint_kernel *wend_paint_kernel_4(void);
paint_kernel *wend_paint_kernel_8(void);

#endif
