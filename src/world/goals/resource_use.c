// SPDX-License-Identifier: MIT
// Taking from a resource, and drawing a cell of it.
//
// A cell is drawn in two stages: first a block, with a probability proportional to its remaining
// value over the square of its distance; then one of its cells, proportional to the cell's value.
// On uniform ground, a ring that is twice as far and twice as wide has the same probability. Agents
// therefore prefer what is near, but not always, and not all of them the same cell.
#include "world/goals/resources.h"

#include "core/ids.h"

#include <math.h>

static double clamped(double value, double least, double most)
{
    return fmin(fmax(value, least), most);
}

/// Index of a block in wend_resources.blocks.
static size_t block_at(const wend_resource *field, uint32_t column, uint32_t row)
{
    return field->first_block + (size_t)row * field->block_columns + column;
}

// ---- cells within reach -------------------------------------------------------------------------

/// A disc on the grid, in cells.
typedef struct disc {
    double x, y, radius;
    uint32_t low, high; ///< rows, the last one not included
} disc;

/// First cell whose centre is not before `from`, and the first one whose centre is after `to`.
static uint32_t first_from(double from, uint32_t count)
{
    return (uint32_t)clamped(ceil(from - 0.5), 0, count);
}

static uint32_t end_to(double to, uint32_t count)
{
    return (uint32_t)clamped(floor(to - 0.5) + 1, 0, count);
}

static disc disc_of(const wend_resource *field, wend_vec2 p, double reach)
{
    disc d = {(p.x - field->corner.x) / field->cell, (p.y - field->corner.y) / field->cell,
              fmax(reach / field->cell, WEND_CELL_HALF_DIAGONAL), 0, 0};
    d.low = first_from(d.y - d.radius, field->rows);
    d.high = end_to(d.y + d.radius, field->rows);
    return d;
}

/// Range of the columns of a row that are in the disc, `right` excluded.
static void columns_of(const wend_resource *field, const disc *d, uint32_t row, uint32_t *left,
                       uint32_t *right)
{
    double dy = row + 0.5 - d->y, square = d->radius * d->radius - dy * dy;
    double half = square > 0 ? sqrt(square) : 0;
    *left = first_from(d->x - half, field->columns);
    *right = end_to(d->x + half, field->columns);
}

double wend_resource_within(const wend_resources *fields, uint32_t slot, wend_vec2 p, double reach)
{
    const wend_resource *field = &fields->list.data[slot];
    disc d = disc_of(field, p, reach);
    double sum = 0;
    for (uint32_t row = d.low; row < d.high; ++row) {
        const double *amounts = fields->amounts.data + field->first + (size_t)row * field->columns;
        uint32_t left, right;
        columns_of(field, &d, row, &left, &right);
        for (uint32_t column = left; column < right; ++column)
            sum += amounts[column];
    }
    return sum;
}

// ---- taking -------------------------------------------------------------------------------------

/// Takes a fraction of a cell. Returns the value taken.
static double take_cell(wend_resources *fields, const wend_resource *field, uint32_t column,
                        uint32_t row, double part)
{
    size_t at = field->first + (size_t)row * field->columns + column;
    double taken = part < 1 ? part * fields->amounts.data[at] : fields->amounts.data[at];
    double value = taken * fields->values.data[at];
    double *block =
        &fields->blocks.data[block_at(field, column / WEND_FIELD_BLOCK, row / WEND_FIELD_BLOCK)];
    fields->amounts.data[at] -= taken;
    *block = fmax(*block - value, 0);
    return value;
}

/// Updates the trail. It includes the reach, because takes with a different reach differ even if
/// amount and value are equal.
static void update_trail(wend_resources *fields, uint32_t slot, wend_vec2 p, double reach,
                         double taken, double value)
{
    wend_hash hash = wend_hash_start();
    wend_hash_u64(&hash, fields->trail);
    wend_hash_u64(&hash, slot);
    wend_hash_vec2(&hash, p);
    wend_hash_doubles(&hash, reach, taken, value);
    fields->trail = wend_hash_end(&hash);
}

double wend_resource_take(wend_resources *fields, uint32_t slot, wend_vec2 p, double reach,
                          double wanted, double *value)
{
    wend_resource *field = &fields->list.data[slot];
    double there = wend_resource_within(fields, slot, p, reach);
    *value = 0;
    if (!(there > 0) || !(wanted > 0))
        return 0;
    double taken = fmin(wanted, there), part = taken / there;
    disc d = disc_of(field, p, reach);
    for (uint32_t row = d.low; row < d.high; ++row) {
        uint32_t left, right;
        columns_of(field, &d, row, &left, &right);
        for (uint32_t column = left; column < right; ++column)
            *value += take_cell(fields, field, column, row, part);
    }
    field->remaining_amount = fmax(field->remaining_amount - taken, 0);
    field->remaining_value = fmax(field->remaining_value - *value, 0);
    update_trail(fields, slot, p, reach, taken, *value);
    return taken;
}

// ---- drawing a cell -----------------------------------------------------------------------------

/// Probability of a block, up to a common factor.
static double weight_of(const wend_resources *fields, const wend_resource *field, uint32_t column,
                        uint32_t row, wend_vec2 p)
{
    double side = WEND_FIELD_BLOCK * field->cell;
    double x = field->corner.x + (column + 0.5) * side - p.x;
    double y = field->corner.y + (row + 0.5) * side - p.y;
    // The side is added so that a block around p has a finite weight.
    return fields->blocks.data[block_at(field, column, row)] / (x * x + y * y + side * side);
}

/// Draws a block. False: all are empty.
static bool draw_block(const wend_resources *fields, const wend_resource *field, wend_vec2 p,
                       wend_random *random, uint32_t *column, uint32_t *row)
{
    double sum = 0;
    for (uint32_t k = 0; k < field->block_rows; ++k)
        for (uint32_t i = 0; i < field->block_columns; ++i)
            sum += weight_of(fields, field, i, k, p);
    if (!(sum > 0))
        return false;
    double lot = sum * wend_random_unit(random);
    for (uint32_t k = 0; k < field->block_rows; ++k)
        for (uint32_t i = 0; i < field->block_columns; ++i) {
            double weight = weight_of(fields, field, i, k, p);
            if (!(weight > 0))
                continue;
            // Rounding may leave a rest of the lot at the end: then the last block is drawn.
            *column = i;
            *row = k;
            if (lot < weight)
                return true;
            lot -= weight;
        }
    return true;
}

/// Draws a cell of a block. False: all are empty.
static bool draw_cell(const wend_resources *fields, const wend_resource *field,
                      uint32_t block_column, uint32_t block_row, wend_random *random,
                      wend_vec2 *place)
{
    uint32_t left = block_column * WEND_FIELD_BLOCK, low = block_row * WEND_FIELD_BLOCK;
    double values[WEND_FIELD_BLOCK][WEND_FIELD_BLOCK] = {{0}}, sum = 0;
    for (uint32_t k = 0; k < WEND_FIELD_BLOCK && low + k < field->rows; ++k)
        for (uint32_t i = 0; i < WEND_FIELD_BLOCK && left + i < field->columns; ++i) {
            size_t at = field->first + (size_t)(low + k) * field->columns + left + i;
            values[k][i] = fields->amounts.data[at] * fields->values.data[at];
            sum += values[k][i];
        }
    double lot = sum * wend_random_unit(random);
    for (uint32_t k = 0; k < WEND_FIELD_BLOCK; ++k)
        for (uint32_t i = 0; i < WEND_FIELD_BLOCK; ++i) {
            if (!(values[k][i] > 0))
                continue;
            *place = (wend_vec2){field->corner.x + (left + i + 0.5) * field->cell,
                                 field->corner.y + (low + k + 0.5) * field->cell};
            if (lot < values[k][i])
                return true;
            lot -= values[k][i];
        }
    return sum > 0;
}

bool wend_resource_draw(wend_resources *fields, uint32_t slot, wend_vec2 p, wend_random *random,
                        wend_vec2 *place)
{
    const wend_resource *field = &fields->list.data[slot];
    uint32_t column = 0, row = 0;
    while (draw_block(fields, field, p, random, &column, &row)) {
        if (draw_cell(fields, field, column, row, random, place))
            return true;
        // The block's value was only a rounding error.
        fields->blocks.data[block_at(field, column, row)] = 0;
        update_trail(fields, slot, p, 0, column, row);
    }
    return false;
}
