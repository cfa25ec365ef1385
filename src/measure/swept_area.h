// SPDX-License-Identifier: MIT
// Area covered by moving discs, as a raster. Drawings, figures and benchmarks all use it.
#ifndef WEND_MEASURE_SWEPT_AREA_H
#define WEND_MEASURE_SWEPT_AREA_H

#include "wend/base.h"

/// Default side of a cell. A fifth of a typical agent's radius: the area swept by one disc is
/// accurate to 1 %. [Units: m]
#define SWEPT_CELL 0.05
/// Maximum number of cells; a larger raster is made coarser.
#define SWEPT_MAX_CELLS ((uint64_t)1 << 24)

/// A cell is used if its centre was in a disc. Empty if zeroed; may then be freed.
typedef struct swept {
    wend_vec2 origin; ///< lower left corner
    double cell;      ///< side of a cell [Units: m]
    uint32_t width, height;
    uint32_t row_words; ///< words per row
    uint64_t *bits;     ///< [row_words * height] row by row from the bottom
} swept;

/// Creates an empty raster that covers the box (empty box: a single cell). cell is the side of a
/// cell, 0: SWEPT_CELL; it is doubled until there are at most SWEPT_MAX_CELLS. False: out of
/// memory. [Limit: the box within WEND_MAX_COORDINATE]
bool swept_create(swept *s, wend_box box, double cell);
void swept_free(swept *s);

/// Adds a disc that moves along a straight line. Cells outside the raster are ignored. [Limit:
/// finite]
void swept_add(swept *s, wend_vec2 from, wend_vec2 to, double radius);

/// True if the cell is used.
bool swept_at(const swept *s, uint32_t column, uint32_t row);

/// Area used. [Units: m^2]
double swept_area(const swept *s);
/// Area used in s and not in other. [Limit: both have the same box and cell]
double swept_area_beyond(const swept *s, const swept *other);

#endif
