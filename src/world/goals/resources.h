// SPDX-License-Identifier: MIT
// Resources that agents gather: density maps on grids of cells. Blocks of cells store the sum of
// their values, so that a random cell is drawn without visiting every cell.
#ifndef WEND_WORLD_GOALS_RESOURCES_H
#define WEND_WORLD_GOALS_RESOURCES_H

#include "core/ids.h"
#include "wend/pursuit.h"
#include "wend/random.h"

enum { WEND_FIELD_BLOCK = 8 }; ///< columns and rows of cells in a block

/// Greatest distance of a point from the centre of its cell. [Units: sides of a cell]
#define WEND_CELL_HALF_DIAGONAL 0.70710678118654757

typedef struct wend_resource {
    wend_vec2 corner;
    double cell;
    uint32_t columns, rows;             ///< number of cells
    uint32_t block_columns, block_rows; ///< number of blocks
    size_t first;                       ///< first cell in amounts and values
    size_t first_block;                 ///< first block in blocks
    double initial_amount, remaining_amount;
    double initial_value, remaining_value;
} wend_resource;

typedef struct wend_resources {
    wend_id_pool ids;
    wend_array(wend_resource) list; ///< by slot; none is ever removed
    wend_array(double) amounts;     ///< of all cells, row by row, resource by resource
    wend_array(double) values;      ///< value of a unit in each cell
    wend_array(double) blocks;      ///< total value of each block, up to rounding
    uint64_t trail;                 ///< hash of all changes: resources with equal trails are equal
} wend_resources;

// ---- resource_use.c -----------------------------------------------------------------------------

/// Returns the amount in all cells within reach of p: those whose centres are at a distance of at
/// most `reach`, and always the cell that contains p.
double wend_resource_within(const wend_resources *fields, uint32_t slot, wend_vec2 p, double reach);

/// Takes up to `wanted` from the cells within reach, the same fraction of each cell. Returns the
/// amount taken and writes its value to *value.
double wend_resource_take(wend_resources *fields, uint32_t slot, wend_vec2 p, double reach,
                          double wanted, double *value);

/// Draws a non-empty cell for an agent at p and writes its centre to *place. False: all are empty.
bool wend_resource_draw(wend_resources *fields, uint32_t slot, wend_vec2 p, wend_random *random,
                        wend_vec2 *place);

#endif
