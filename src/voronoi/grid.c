// SPDX-License-Identifier: MIT
#include "voronoi/grid.h"

#include "geometry/points.h"

#include <math.h>
#include <string.h>

enum { WORD_BITS = 64 };

/// Maximum number of cells per side: 2^13, so that the heads take at most 256 MB.
#define MAX_ACROSS 8192.0

/// An element counts as touching a cell that it misses by no more than this fraction of a cell's
/// side: far more than the rounding error of the walk below, far too little to put it into many
/// more lists.
#define WALK_MARGIN 0x1p-20

// ---- creation -----------------------------------------------------------------------------------

bool wend_site_grid_make(wend_site_grid *grid, wend_box box, double cells,
                         const wend_allocator *allocator)
{
    double width = box.max.x - box.min.x, height = box.max.y - box.min.y;
    double longer = width > height ? width : height;
    double side = sqrt(width * height / (cells > 1 ? cells : 1));
    side = fmax(side, longer / MAX_ACROSS);
    if (!(side > 0))
        side = 1;
    *grid = (wend_site_grid){
        .origin = box.min,
        .side = side,
        .per_side = 1 / side,
        .columns = (uint32_t)(width / side) + 1,
        .rows = (uint32_t)(height / side) + 1,
        .free_block = WEND_NO_GRID_BLOCK,
    };
    grid->words = (grid->columns + WORD_BITS - 1) / WORD_BITS;
    size_t count = (size_t)grid->columns * grid->rows, words = (size_t)grid->words * grid->rows;
    grid->heads = wend_allocate(allocator, count, sizeof *grid->heads);
    grid->bits = wend_allocate(allocator, words, sizeof *grid->bits);
    if (!grid->heads || !grid->bits) {
        wend_site_grid_free(grid, allocator);
        return false;
    }
    memset(grid->heads, 0xff, count * sizeof *grid->heads);
    memset(grid->bits, 0, words * sizeof *grid->bits);
    return true;
}

void wend_site_grid_free(wend_site_grid *grid, const wend_allocator *allocator)
{
    wend_release(allocator, grid->heads, (size_t)grid->columns * grid->rows, sizeof *grid->heads);
    wend_release(allocator, grid->bits, (size_t)grid->words * grid->rows, sizeof *grid->bits);
    wend_array_free(&grid->blocks, allocator);
    *grid = (wend_site_grid){0};
}

bool wend_site_grid_copy(wend_site_grid *to, const wend_site_grid *from,
                         const wend_allocator *allocator)
{
    size_t count = (size_t)from->columns * from->rows, words = (size_t)from->words * from->rows;
    if (to->columns != from->columns || to->rows != from->rows || !to->heads) {
        wend_site_grid_free(to, allocator);
        to->columns = from->columns;
        to->rows = from->rows;
        to->words = from->words;
        to->heads = wend_allocate(allocator, count, sizeof *to->heads);
        to->bits = wend_allocate(allocator, words, sizeof *to->bits);
        if (!to->heads || !to->bits) {
            wend_site_grid_free(to, allocator);
            return false;
        }
    }
    to->origin = from->origin;
    to->side = from->side;
    to->per_side = from->per_side;
    to->free_block = from->free_block;
    to->free_count = from->free_count;
    memcpy(to->heads, from->heads, count * sizeof *to->heads);
    memcpy(to->bits, from->bits, words * sizeof *to->bits);
    return wend_array_copy(&to->blocks, &from->blocks, allocator);
}

// ---- lists --------------------------------------------------------------------------------------

static uint32_t acquire_block(wend_site_grid *grid)
{
    if (grid->free_block == WEND_NO_GRID_BLOCK)
        return (uint32_t)grid->blocks.count++;
    uint32_t block = grid->free_block;
    grid->free_block = grid->blocks.data[block].next;
    --grid->free_count;
    return block;
}

static void append(wend_site_grid *grid, uint32_t column, uint32_t row, uint32_t number)
{
    uint32_t *head = &grid->heads[(size_t)row * grid->columns + column];
    wend_grid_block *block = *head == WEND_NO_GRID_BLOCK ? NULL : &grid->blocks.data[*head];
    if (!block || block->count == WEND_GRID_BLOCK) {
        uint32_t first = acquire_block(grid);
        block = &grid->blocks.data[first];
        block->count = 0;
        block->next = *head;
        *head = first;
        grid->bits[(size_t)row * grid->words + column / WORD_BITS] |= UINT64_C(1)
                                                                      << column % WORD_BITS;
    }
    block->numbers[block->count++] = number;
}

static void remove_number(wend_site_grid *grid, uint32_t column, uint32_t row, uint32_t number)
{
    uint32_t *head = &grid->heads[(size_t)row * grid->columns + column];
    wend_grid_block *first = &grid->blocks.data[*head], *block = first;
    uint32_t at = 0;
    while (block->numbers[at] != number)
        if (++at == block->count) {
            WEND_ASSERT(block->next != WEND_NO_GRID_BLOCK);
            block = &grid->blocks.data[block->next];
            at = 0;
        }
    block->numbers[at] = first->numbers[--first->count];
    if (first->count > 0)
        return;
    uint32_t emptied = *head;
    *head = first->next;
    first->next = grid->free_block;
    grid->free_block = emptied;
    ++grid->free_count;
    if (*head == WEND_NO_GRID_BLOCK)
        grid->bits[(size_t)row * grid->words + column / WORD_BITS] &=
            ~(UINT64_C(1) << column % WORD_BITS);
}

// ---- which cells an element touches -------------------------------------------------------------

/// Iterates over the rows that a segment touches, with the columns of each.
typedef struct row_walk {
    const wend_site_grid *grid;
    wend_vec2 low, high; ///< its ends, the lower one first, in cells
    uint32_t row, top;
} row_walk;

static row_walk walk_rows(const wend_site_grid *grid, const wend_element *element)
{
    wend_vec2 a = {(element->p.x - grid->origin.x) * grid->per_side,
                   (element->p.y - grid->origin.y) * grid->per_side};
    wend_vec2 b = {(element->q.x - grid->origin.x) * grid->per_side,
                   (element->q.y - grid->origin.y) * grid->per_side};
    row_walk walk = {grid, a.y <= b.y ? a : b, a.y <= b.y ? b : a, 0, 0};
    double last = (double)(grid->rows - 1);
    walk.row = (uint32_t)wend_smaller(wend_larger(walk.low.y - WALK_MARGIN, 0), last);
    walk.top = (uint32_t)wend_smaller(wend_larger(walk.high.y + WALK_MARGIN, 0), last);
    return walk;
}

static void columns_in_row(const row_walk *walk, uint32_t *left, uint32_t *right)
{
    wend_vec2 low = walk->low, high = walk->high;
    double enter = low.x, leave = high.x, rise = high.y - low.y;
    double bottom = (double)walk->row, top = bottom + 1;
    if (low.y < bottom)
        enter = low.x + (high.x - low.x) * ((bottom - low.y) / rise);
    if (high.y > top)
        leave = low.x + (high.x - low.x) * ((top - low.y) / rise);
    double last = (double)(walk->grid->columns - 1);
    *left = (uint32_t)wend_smaller(wend_larger(wend_smaller(enter, leave) - WALK_MARGIN, 0), last);
    *right = (uint32_t)wend_smaller(wend_larger(wend_larger(enter, leave) + WALK_MARGIN, 0), last);
}

// The cells of an element if they form a rectangle, because they are of one row or one column,
// which is nearly always the case. False: they do not.
static bool is_rectangle(const wend_site_grid *grid, const wend_element *element,
                         wend_grid_range *range)
{
    double x = (element->p.x - grid->origin.x) * grid->per_side;
    double y = (element->p.y - grid->origin.y) * grid->per_side;
    double u = (element->q.x - grid->origin.x) * grid->per_side;
    double v = (element->q.y - grid->origin.y) * grid->per_side;
    double last = (double)(grid->columns - 1), top = (double)(grid->rows - 1);
    range->left = (uint32_t)wend_smaller(wend_larger(wend_smaller(x, u) - WALK_MARGIN, 0), last);
    range->right = (uint32_t)wend_smaller(wend_larger(wend_larger(x, u) + WALK_MARGIN, 0), last);
    range->bottom = (uint32_t)wend_smaller(wend_larger(wend_smaller(y, v) - WALK_MARGIN, 0), top);
    range->top = (uint32_t)wend_smaller(wend_larger(wend_larger(y, v) + WALK_MARGIN, 0), top);
    return range->left == range->right || range->bottom == range->top;
}

bool wend_site_grid_add(wend_site_grid *grid, uint32_t number, const wend_element *element,
                        const wend_allocator *allocator)
{
    size_t cells = 0;
    uint32_t left, right;
    wend_grid_range range;
    if (is_rectangle(grid, element, &range))
        cells = (size_t)(range.right - range.left + 1) * (range.top - range.bottom + 1);
    else
        for (row_walk walk = walk_rows(grid, element); walk.row <= walk.top; ++walk.row) {
            columns_in_row(&walk, &left, &right);
            cells += right - left + 1;
        }
    if (cells > grid->free_count && !wend_array_reserve(&grid->blocks, allocator, cells))
        return false;
    wend_site_grid_restore(grid, number, element);
    return true;
}

/// Applies a change to the list of every cell of an element.
static inline void change_cells(wend_site_grid *grid, uint32_t number, const wend_element *element,
                                void (*change)(wend_site_grid *, uint32_t, uint32_t, uint32_t))
{
    uint32_t left, right;
    wend_grid_range range;
    if (is_rectangle(grid, element, &range)) {
        for (uint32_t row = range.bottom; row <= range.top; ++row)
            for (uint32_t column = range.left; column <= range.right; ++column)
                change(grid, column, row, number);
        return;
    }
    for (row_walk walk = walk_rows(grid, element); walk.row <= walk.top; ++walk.row) {
        columns_in_row(&walk, &left, &right);
        for (uint32_t column = left; column <= right; ++column)
            change(grid, column, walk.row, number);
    }
}

void wend_site_grid_restore(wend_site_grid *grid, uint32_t number, const wend_element *element)
{
    change_cells(grid, number, element, append);
}

void wend_site_grid_remove(wend_site_grid *grid, uint32_t number, const wend_element *element)
{
    change_cells(grid, number, element, remove_number);
}

void wend_site_grid_along(const wend_site_grid *grid, wend_vec2 p, wend_vec2 q,
                          wend_grid_visit_fn *visit, void *context)
{
    uint32_t left, right;
    wend_element line = {.p = p, .q = q};
    for (row_walk walk = walk_rows(grid, &line); walk.row <= walk.top; ++walk.row) {
        columns_in_row(&walk, &left, &right);
        for (uint32_t column = left; column <= right; ++column)
            for (const wend_grid_block *block = wend_grid_list(grid, column, walk.row); block;
                 block = wend_grid_next(grid, block))
                for (uint32_t i = 0; i < block->count; ++i)
                    visit(context, block->numbers[i]);
    }
}

uint32_t wend_grid_skip(const wend_site_grid *grid, uint32_t column, uint32_t right, uint32_t row)
{
    const uint64_t *bits = grid->bits + (size_t)row * grid->words;
    while (column <= right) {
        uint64_t word = bits[column / WORD_BITS] >> column % WORD_BITS;
        if (word) {
            while (!(word & 1)) {
                word >>= 1;
                ++column;
            }
            return column <= right ? column : right + 1;
        }
        column = (column / WORD_BITS + 1) * WORD_BITS;
    }
    return right + 1;
}
