// SPDX-License-Identifier: MIT
// What lies on the ground for agents to gather: density maps, as grids of cells. Cells lie in
// blocks that know what is in them, so that a place is drawn without looking at every cell.
#ifndef WEND_WORLD_FIELDS_H
#define WEND_WORLD_FIELDS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/pursuit.h"
#include "wend/random.h"

enum { WEND_FIELD_BLOCK = 8 }; ///< a block has so many columns and rows of cells

/// The centre of the cell that a point is in is no further from it than so many sides.
#define WEND_CELL_HALF_DIAGONAL 0.70710678118654757

typedef struct wend_field {
    wend_vec2 corner;
    double cell;
    uint32_t columns, rows;             ///< of cells
    uint32_t block_columns, block_rows; ///< of blocks
    size_t first;                       ///< of its cells in amounts and worths
    size_t first_block;                 ///< in blocks
    double amount_first, amount_left;
    double worth_first, worth_left;
} wend_field;

typedef struct wend_fields {
    wend_array(wend_field) list; ///< by slot; none is ever removed
    wend_array(double) amounts;  ///< of all cells, row by row, field by field
    wend_array(double) worths;   ///< of a unit
    wend_array(double) blocks;   ///< what all in a block is worth, but for rounding
    uint64_t trail; ///< a hash of all that was done to them: with the same one they are the same
} wend_fields;

void wend_fields_free(wend_fields *fields, const wend_allocator *allocator);
bool wend_fields_copy(wend_fields *to, const wend_fields *from, const wend_allocator *allocator);
void wend_fields_hash(const wend_fields *fields, wend_hash *hash);

/// The id of a field.
static inline wend_id wend_field_id(uint32_t slot)
{
    return (wend_id){slot + 1, 1};
}

/// True if there is such a field.
bool wend_fields_have(const wend_fields *fields, wend_id id);

// ---- field_use.c --------------------------------------------------------------------------------

/// Cells whose centres are no further than that from p are within reach; always the one p is in.
double wend_field_within(const wend_fields *fields, uint32_t slot, wend_vec2 p, double reach);

/// Takes up to so much of what is within reach, the same part of each cell. Returns how much; its
/// worth is in *worth.
double wend_field_take(wend_fields *fields, uint32_t slot, wend_vec2 p, double reach, double wanted,
                       double *worth);

/// Draws a cell that is not empty for somebody at p, and gives its centre. False: there is none.
bool wend_field_draw(wend_fields *fields, uint32_t slot, wend_vec2 p, wend_random *random,
                     wend_vec2 *place);

#endif
