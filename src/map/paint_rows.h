// SPDX-License-Identifier: MIT
// The pixels whose centres lie in a triangle, row by row.
#ifndef WEND_MAP_PAINT_ROWS_H
#define WEND_MAP_PAINT_ROWS_H

#include "map/paint.h"

/// The centres of the pixels of a raster.
typedef struct paint_grid {
    wend_vec2 min;              ///< of the box
    wend_vec2 pixel, per_metre; ///< the size of a pixel, and its reciprocal
    uint32_t width, height;
    double *x; ///< [width + PAINT_CAPACITY] Centres of the columns
} paint_grid;

/// Minimum size of pixels, as a fraction of the largest coordinate: their centres then differ, and
/// the column where a line meets a row is known within less than a quarter of one.
#define PAINT_MIN_PIXEL 0x1p-44

/// A grid without x.
paint_grid wend_paint_grid(const wend_map_raster *raster);

static inline double wend_paint_y(const paint_grid *grid, uint32_t row)
{
    return grid->min.y + (row + 0.5) * grid->pixel.y;
}

/// The pixel with its centre at p. False: there is none.
bool wend_paint_pixel_at(const paint_grid *grid, wend_vec2 p, uint32_t *column, uint32_t *row);

/// The rows begin <= row < end that a triangle intersects.
void wend_paint_find_rows(const paint_grid *grid, const wend_mesh *mesh, uint32_t triangle,
                          uint32_t *begin, uint32_t *end);

/// Pixels on a wall with free space on both sides, which a triangle cannot decide alone.
enum {
    PAINT_FIRST_ON_WALL = 1, ///< the first pixel of a row
    PAINT_LAST_ON_WALL = 2,
    PAINT_ALL_ON_WALL = 4,
};

/// The pixels of a triangle in some rows, including those on its border.
typedef struct paint_rows {
    uint32_t low, count;
    uint32_t begin[PAINT_ROWS], end[PAINT_ROWS]; ///< columns of each row; none if begin >= end
    uint8_t walls[PAINT_ROWS];                   ///< PAINT_..._ON_WALL
    uint32_t left, right;                        ///< of all rows
} paint_rows;

/// Those in the rows low <= row < high, which the triangle intersects. [Limit: at most PAINT_ROWS]
paint_rows wend_paint_rows(const paint_grid *grid, const wend_mesh *mesh, uint32_t triangle,
                           uint32_t low, uint32_t high);

#endif
