// SPDX-License-Identifier: MIT
// The area that moving discs have used, as cells of a raster. One measure for pictures of trails
// and for benchmarks: what is said of an area is measured here.
#ifndef WEND_IO_SWEPT_H
#define WEND_IO_SWEPT_H

#include "wend/base.h"

/// The side of a cell where nothing else is said. A fifth of a usual agent's radius: the area that
/// one disc sweeps is right to 1 %. [Units: m]
#define SWEPT_CELL 0.05
/// A raster of more cells is made coarser.
#define SWEPT_MAX_CELLS ((uint64_t)1 << 24)

/// A cell counts as used when its centre was in a disc. Zeroed it is empty and may be freed.
typedef struct swept {
    wend_vec2 origin; ///< the lower left corner
    double cell;      ///< the side of a cell [Units: m]
    uint32_t width, height;
    uint32_t row_words; ///< of a row in bits
    uint64_t *bits;     ///< [row_words * height] row by row from the lowest up
} swept;

/// Makes an empty raster that covers the box (an empty one: a single cell). cell is the side of a
/// cell, 0: SWEPT_CELL; it is doubled until there are at most SWEPT_MAX_CELLS. False: out of
/// memory. [Limit: the box within WEND_MAX_COORDINATE]
bool swept_create(swept *s, wend_box box, double cell);
void swept_free(swept *s);

/// A disc goes straight from one place to the other. What is outside the raster is not counted.
/// [Limit: finite]
void swept_add(swept *s, wend_vec2 from, wend_vec2 to, double radius);

/// True if the cell in that column and row was used.
bool swept_at(const swept *s, uint32_t column, uint32_t row);

/// The area used. [Units: m^2]
double swept_area(const swept *s);
/// The area used in s and not in other. [Limit: both made for the same box and cell]
double swept_area_beyond(const swept *s, const swept *other);

#endif
