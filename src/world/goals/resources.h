// SPDX-License-Identifier: MIT
// What lies on the ground for agents to gather: density maps, as grids of cells. Cells lie in
// blocks that know what is in them, so that a place is drawn without looking at every cell.
#ifndef WEND_WORLD_GOALS_RESOURCES_H
#define WEND_WORLD_GOALS_RESOURCES_H

#include "core/ids.h"
#include "wend/pursuit.h"
#include "wend/random.h"

enum { WEND_FIELD_BLOCK = 8 }; ///< a block has so many columns and rows of cells

/// The centre of the cell that a point is in is no further from it than so many sides.
#define WEND_CELL_HALF_DIAGONAL 0.70710678118654757

typedef struct wend_resource {
    wend_vec2 corner;
    double cell;
    uint32_t columns, rows;             ///< of cells
    uint32_t block_columns, block_rows; ///< of blocks
    size_t first;                       ///< of its cells in amounts and worths
    size_t first_block;                 ///< in blocks
    double initial_amount, remaining_amount;
    double initial_value, remaining_value;
} wend_resource;

typedef struct wend_resources {
    wend_id_pool ids;
    wend_array(wend_resource) list; ///< by slot; none is ever removed
    wend_array(double) amounts;     ///< of all cells, row by row, field by field
    wend_array(double) values;      ///< of a unit
    wend_array(double) blocks;      ///< what all in a block is worth, but for rounding
    uint64_t trail; ///< a hash of all that was done to them: with the same one they are the same
} wend_resources;

// ---- resource_use.c -----------------------------------------------------------------------------

/// Cells whose centres are no further than that from p are within reach; always the one p is in.
double wend_resource_within(const wend_resources *fields, uint32_t slot, wend_vec2 p, double reach);

/// Takes up to so much of what is within reach, the same part of each cell. Returns how much; its
/// worth is in *worth.
double wend_resource_take(wend_resources *fields, uint32_t slot, wend_vec2 p, double reach,
                          double wanted, double *value);

/// Draws a cell that is not empty for somebody at p, and gives its centre. False: there is none.
bool wend_resource_draw(wend_resources *fields, uint32_t slot, wend_vec2 p, wend_random *random,
                        wend_vec2 *place);

#endif
