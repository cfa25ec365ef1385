// SPDX-License-Identifier: MIT
// Storage of resources: checked and filled when they are added.
#include "world/goals/resources.h"

#include "wend/vec2.h"
#include "world/world.h"

#include <math.h>

#define FIELD_COOKIE 0x6669656cu

// Limits within which sums over a resource neither vanish nor overflow.
#define MIN_CELL   1e-3
#define MAX_LENGTH 1e6
#define MAX_AMOUNT 1e12
#define MAX_VALUE  1e6

wend_resource_def wend_default_resource_def(void)
{
    return (wend_resource_def){.cell = 0.5, .cookie = FIELD_COOKIE};
}

// ---- checks -------------------------------------------------------------------------------------

// False for NaN.
static bool is_above_zero(double value, double most)
{
    return value > 0 && value <= most;
}

static wend_result check_patch(const wend_patch *patch, uint32_t number, wend_error *error)
{
    if (!wend_is_in_range(patch->position))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "position of patch %u (counted from 0) is not within %g m of the origin",
                         number, WEND_MAX_COORDINATE);
    if (!is_above_zero(patch->radius, MAX_LENGTH))
        return wend_fail_at(error, WEND_BAD_ARGUMENT, patch->position,
                            "radius of patch %u must be above 0 and at most %g m, found %g", number,
                            MAX_LENGTH, patch->radius);
    if (!is_above_zero(patch->amount, MAX_AMOUNT) || !is_above_zero(patch->value, MAX_VALUE))
        return wend_fail_at(error, WEND_BAD_ARGUMENT, patch->position,
                            "amount and value of patch %u must be above 0 and at most %g and %g, "
                            "found %g and %g",
                            number, MAX_AMOUNT, MAX_VALUE, patch->amount, patch->value);
    return WEND_OK;
}

/// Radius of a patch, at least as large that it contains the centre of a cell.
static double radius_of(const wend_patch *patch, double cell)
{
    return fmax(patch->radius, WEND_CELL_HALF_DIAGONAL * cell);
}

/// Box around all patches, its lower left corner rounded down to a corner of a cell.
static wend_box box_of(const wend_resource_def *def)
{
    wend_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < def->patch_count; ++i) {
        double radius = radius_of(&def->patches[i], def->cell);
        wend_vec2 p = def->patches[i].position;
        box.min = (wend_vec2){fmin(box.min.x, p.x - radius), fmin(box.min.y, p.y - radius)};
        box.max = (wend_vec2){fmax(box.max.x, p.x + radius), fmax(box.max.y, p.y + radius)};
    }
    box.min.x = def->cell * floor(box.min.x / def->cell);
    box.min.y = def->cell * floor(box.min.y / def->cell);
    return box;
}

static double cells_across(double length, double cell)
{
    return fmax(ceil(length / cell), 1);
}

wend_result wend_resource_def_check(const wend_resource_def *def, wend_error *error)
{
    if (!def || def->cookie != FIELD_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_resource_def()");
    if (!def->patches || def->patch_count < 1)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a resource needs one patch or more");
    if (!(def->cell >= MIN_CELL && def->cell <= MAX_LENGTH))
        return wend_fail(error, WEND_BAD_ARGUMENT, "cell must be %g to %g m, found %g", MIN_CELL,
                         MAX_LENGTH, def->cell);
    double covered = 0;
    for (uint32_t i = 0; i < def->patch_count; ++i) {
        wend_result result = check_patch(&def->patches[i], i, error);
        if (result != WEND_OK)
            return result;
        double across = 2 * radius_of(&def->patches[i], def->cell) / def->cell + 1;
        covered += across * across;
    }
    wend_box box = box_of(def);
    double columns = cells_across(box.max.x - box.min.x, def->cell);
    double rows = cells_across(box.max.y - box.min.y, def->cell);
    if (columns * rows > WEND_MAX_RESOURCE_CELLS)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the resource would have %.0f x %.0f cells, the limit is %u: use larger "
                         "cells",
                         columns, rows, WEND_MAX_RESOURCE_CELLS);
    if (covered > WEND_MAX_RESOURCE_COVERED)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the patches would cover %.0f cells, the limit is %u: use larger cells",
                         covered, WEND_MAX_RESOURCE_COVERED);
    return WEND_OK;
}

// ---- filling ------------------------------------------------------------------------------------

/// A resource that is being filled.
typedef struct filling {
    const wend_mesh *mesh;
    const wend_resource_def *def;
    wend_resource *field;
    double *amounts, *values; ///< its cells
    uint8_t *free_state;      ///< of its cells: UNKNOWN, IS_FREE or NOT_FREE
} filling;
enum { UNKNOWN, IS_FREE, NOT_FREE };

static wend_vec2 centre_of(const wend_resource *field, uint32_t column, uint32_t row)
{
    return (wend_vec2){field->corner.x + (column + 0.5) * field->cell,
                       field->corner.y + (row + 0.5) * field->cell};
}

static bool is_free(const filling *f, uint32_t column, uint32_t row)
{
    uint8_t *free_state = &f->free_state[(size_t)row * f->field->columns + column];
    if (*free_state == UNKNOWN) {
        wend_location place = wend_mesh_locate(f->mesh, centre_of(f->field, column, row));
        *free_state = place == WEND_LOCATION_FREE ? IS_FREE : NOT_FREE;
    }
    return *free_state == IS_FREE;
}

static uint32_t number_of(double distance, double cell, uint32_t count)
{
    double at = floor(distance / cell);
    return at >= count ? count - 1 : at > 0 ? (uint32_t)at : 0;
}

/// Adds the amount `each` to each free cell of a patch. Returns the number of these cells.
static uint32_t add_patch(const filling *f, const wend_patch *patch, double each)
{
    const wend_resource *field = f->field;
    double radius = radius_of(patch, field->cell), cell = field->cell;
    double x = patch->position.x - field->corner.x, y = patch->position.y - field->corner.y;
    uint32_t left = number_of(x - radius, cell, field->columns),
             right = number_of(x + radius, cell, field->columns),
             low = number_of(y - radius, cell, field->rows),
             high = number_of(y + radius, cell, field->rows), count = 0;
    for (uint32_t row = low; row <= high; ++row)
        for (uint32_t column = left; column <= right; ++column) {
            wend_vec2 centre = centre_of(field, column, row);
            if (wend_distance_squared(patch->position, centre) > radius * radius ||
                !is_free(f, column, row))
                continue;
            ++count;
            size_t at = (size_t)row * field->columns + column;
            double sum = f->amounts[at] + each;
            if (each > 0)
                f->values[at] = (f->amounts[at] * f->values[at] + each * patch->value) / sum;
            f->amounts[at] = sum;
        }
    return count;
}

static wend_result fill(const filling *f, wend_error *error)
{
    for (uint32_t i = 0; i < f->def->patch_count; ++i) {
        const wend_patch *patch = &f->def->patches[i];
        uint32_t count = add_patch(f, patch, 0);
        if (count == 0)
            return wend_fail_at(error, WEND_BAD_ARGUMENT, patch->position,
                                "patch %u covers no free ground: move it or enlarge it", i);
        add_patch(f, patch, patch->amount / count);
    }
    return WEND_OK;
}

/// Computes the sums over a resource and over its blocks.
static void sum_up(wend_resource *field, const double *amounts, const double *values,
                   double *blocks)
{
    for (uint32_t row = 0; row < field->rows; ++row)
        for (uint32_t column = 0; column < field->columns; ++column) {
            size_t at = (size_t)row * field->columns + column;
            double value = amounts[at] * values[at];
            field->initial_amount += amounts[at];
            field->initial_value += value;
            blocks[(size_t)(row / WEND_FIELD_BLOCK) * field->block_columns +
                   column / WEND_FIELD_BLOCK] += value;
        }
    field->remaining_amount = field->initial_amount;
    field->remaining_value = field->initial_value;
}

// ---- adding -------------------------------------------------------------------------------------

static wend_resource make(const wend_resources *fields, const wend_resource_def *def)
{
    wend_box box = box_of(def);
    wend_resource field = {
        .corner = box.min,
        .cell = def->cell,
        .columns = (uint32_t)cells_across(box.max.x - box.min.x, def->cell),
        .rows = (uint32_t)cells_across(box.max.y - box.min.y, def->cell),
        .first = fields->amounts.count,
        .first_block = fields->blocks.count,
    };
    field.block_columns = (field.columns + WEND_FIELD_BLOCK - 1) / WEND_FIELD_BLOCK;
    field.block_rows = (field.rows + WEND_FIELD_BLOCK - 1) / WEND_FIELD_BLOCK;
    return field;
}

static void update_trail(wend_resources *fields, const wend_resource_def *def,
                         const wend_resource *field)
{
    wend_hash hash = wend_hash_start();
    wend_hash_u64(&hash, fields->trail);
    wend_hash_vec2(&hash, field->corner);
    wend_hash_double(&hash, field->cell);
    for (uint32_t i = 0; i < def->patch_count; ++i) {
        wend_hash_vec2(&hash, def->patches[i].position);
        wend_hash_doubles(&hash, def->patches[i].radius, def->patches[i].amount,
                          def->patches[i].value);
    }
    // Which cells are free depends on the walls; so do the sums.
    wend_hash_double(&hash, field->initial_value);
    for (size_t i = field->first_block; i < fields->blocks.count; ++i)
        wend_hash_double(&hash, fields->blocks.data[i]);
    fields->trail = wend_hash_end(&hash);
}

wend_result wend_world_add_resource(wend_world *world, const wend_resource_def *def,
                                    wend_resource_id *id, wend_error *error)
{
    if (id)
        *id = (wend_resource_id){0};
    wend_result result = wend_resource_def_check(def, error);
    if (result != WEND_OK)
        return result;
    wend_resources *fields = &world->fields;
    wend_resource field = make(fields, def);
    size_t cells = (size_t)field.columns * field.rows;
    size_t blocks = (size_t)field.block_columns * field.block_rows;
    uint8_t *free_state = wend_allocate(&world->allocator, cells, sizeof *free_state);
    if (!free_state || !wend_id_pool_reserve(&fields->ids, 1) ||
        !wend_array_reserve(&fields->list, &world->allocator, 1) ||
        !wend_array_reserve(&fields->amounts, &world->allocator, cells) ||
        !wend_array_reserve(&fields->values, &world->allocator, cells) ||
        !wend_array_reserve(&fields->blocks, &world->allocator, blocks)) {
        wend_release(&world->allocator, free_state, cells, sizeof *free_state);
        return wend_fail_memory(error);
    }
    filling f = {world->obstacles.mesh,
                 def,
                 &field,
                 fields->amounts.data + field.first,
                 fields->values.data + field.first,
                 free_state};
    double *sums = fields->blocks.data + field.first_block;
    for (size_t i = 0; i < cells; ++i) {
        f.amounts[i] = f.values[i] = 0;
        free_state[i] = UNKNOWN;
    }
    for (size_t i = 0; i < blocks; ++i)
        sums[i] = 0;
    result = fill(&f, error);
    wend_release(&world->allocator, free_state, cells, sizeof *free_state);
    if (result != WEND_OK)
        return result;
    sum_up(&field, f.amounts, f.values, sums);
    fields->amounts.count += cells;
    fields->values.count += cells;
    fields->blocks.count += blocks;
    fields->list.data[fields->list.count++] = field;
    wend_resource_id made = {wend_id_take(&fields->ids)};
    if (id)
        *id = made;
    update_trail(fields, def, &field);
    return WEND_OK;
}

// ---- query, free, copy, hash --------------------------------------------------------------------

wend_result wend_world_resource(const wend_world *world, wend_resource_id id,
                                wend_resource_state *state, wend_error *error)
{
    const wend_resources *fields = &world->fields;
    if (!wend_id_valid(&fields->ids, id.raw))
        return wend_fail(error, WEND_STALE, "unknown resource id");
    const wend_resource *field = &fields->list.data[wend_id_slot(id.raw)];
    *state = (wend_resource_state){
        .corner = field->corner,
        .cell = field->cell,
        .columns = field->columns,
        .rows = field->rows,
        .amounts = fields->amounts.data + field->first,
        .values = fields->values.data + field->first,
        .initial = field->initial_amount,
        .remaining = field->remaining_amount,
        .initial_value = field->initial_value,
        .remaining_value = field->remaining_value,
    };
    return WEND_OK;
}

void wend_resources_free(wend_resources *fields, const wend_allocator *allocator)
{
    wend_id_pool_free(&fields->ids);
    wend_array_free(&fields->list, allocator);
    wend_array_free(&fields->amounts, allocator);
    wend_array_free(&fields->values, allocator);
    wend_array_free(&fields->blocks, allocator);
    fields->trail = 0;
}

bool wend_resources_copy(wend_resources *to, const wend_resources *from,
                         const wend_allocator *allocator)
{
    if (!wend_id_pool_copy(&to->ids, &from->ids, allocator))
        return false;
    // Nothing has changed since the last copy.
    if (to->trail == from->trail)
        return true;
    // An incomplete copy counts as empty.
    to->trail = 0;
    to->list.count = 0;
    if (!wend_array_copy(&to->amounts, &from->amounts, allocator) ||
        !wend_array_copy(&to->values, &from->values, allocator) ||
        !wend_array_copy(&to->blocks, &from->blocks, allocator) ||
        !wend_array_copy(&to->list, &from->list, allocator))
        return false;
    to->trail = from->trail;
    return true;
}

void wend_resources_hash(const wend_resources *fields, wend_hash *hash)
{
    wend_id_pool_hash(&fields->ids, hash);
    wend_hash_u64(hash, fields->trail);
}
