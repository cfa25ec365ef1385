// SPDX-License-Identifier: MIT
// Grid of elements: square cells, each with a list of the elements that touch it. Lists are chains
// of small blocks from one pool, so insertion and removal take constant time. A bit per cell shows
// whether its list is empty, so that large empty areas are skipped a word at a time.
#ifndef WEND_VORONOI_GRID_H
#define WEND_VORONOI_GRID_H

#include "core/array.h"
#include "voronoi/element.h"

#define WEND_NO_GRID_BLOCK UINT32_MAX

enum { WEND_GRID_BLOCK = 6 };

typedef struct wend_grid_block {
    uint32_t numbers[WEND_GRID_BLOCK];
    uint32_t count; ///< only the first block of a list may be partly filled
    uint32_t next;  ///< WEND_NO_GRID_BLOCK: none
} wend_grid_block;

typedef struct wend_site_grid {
    wend_vec2 origin; ///< lower left corner
    double side, per_side;
    uint32_t columns, rows;
    uint32_t words;  ///< of bits in a row
    uint32_t *heads; ///< [columns * rows] first block of each list
    uint64_t *bits;  ///< [words * rows]
    wend_array(wend_grid_block) blocks;
    uint32_t free_block, free_count; ///< a chain of blocks
} wend_site_grid;

/// Cells column..right and row..top, inclusive.
typedef struct wend_grid_range {
    uint32_t left, bottom, right, top;
} wend_grid_range;

/// An empty grid over a box, with about `cells` cells. False: out of memory.
bool wend_site_grid_make(wend_site_grid *grid, wend_box box, double cells,
                         const wend_allocator *allocator);
void wend_site_grid_free(wend_site_grid *grid, const wend_allocator *allocator);
bool wend_site_grid_copy(wend_site_grid *to, const wend_site_grid *from,
                         const wend_allocator *allocator);

/// Adds an element to every cell that it touches, or might touch because of rounding. False: out of
/// memory, unchanged.
bool wend_site_grid_add(wend_site_grid *grid, uint32_t number, const wend_element *element,
                        const wend_allocator *allocator);
/// Removes it; the element must be as it was added.
void wend_site_grid_remove(wend_site_grid *grid, uint32_t number, const wend_element *element);

/// Adds a removed element again, after everything added since has been removed: needs no memory.
void wend_site_grid_restore(wend_site_grid *grid, uint32_t number, const wend_element *element);

/// Calls visit for every number in the cells that the segment from p to q touches, possibly several
/// times.
typedef void wend_grid_visit_fn(void *context, uint32_t number);
void wend_site_grid_along(const wend_site_grid *grid, wend_vec2 p, wend_vec2 q,
                          wend_grid_visit_fn *visit, void *context);

/// The column of an x, clamped to the grid.
static inline uint32_t wend_grid_column(const wend_site_grid *grid, double x)
{
    double at = (x - grid->origin.x) * grid->per_side;
    return at > 0 ? at < (double)grid->columns ? (uint32_t)at : grid->columns - 1 : 0;
}

static inline uint32_t wend_grid_row(const wend_site_grid *grid, double y)
{
    double at = (y - grid->origin.y) * grid->per_side;
    return at > 0 ? at < (double)grid->rows ? (uint32_t)at : grid->rows - 1 : 0;
}

static inline wend_grid_range wend_grid_range_of(const wend_site_grid *grid, wend_box box)
{
    return (wend_grid_range){wend_grid_column(grid, box.min.x), wend_grid_row(grid, box.min.y),
                             wend_grid_column(grid, box.max.x), wend_grid_row(grid, box.max.y)};
}

/// The first block of a cell's list; NULL: it is empty.
static inline const wend_grid_block *wend_grid_list(const wend_site_grid *grid, uint32_t column,
                                                    uint32_t row)
{
    uint32_t head = grid->heads[(size_t)row * grid->columns + column];
    return head == WEND_NO_GRID_BLOCK ? NULL : &grid->blocks.data[head];
}

static inline const wend_grid_block *wend_grid_next(const wend_site_grid *grid,
                                                    const wend_grid_block *block)
{
    return block->next == WEND_NO_GRID_BLOCK ? NULL : &grid->blocks.data[block->next];
}

/// The first column from `column` on, up to `right`, whose list is not empty; right + 1: none.
uint32_t wend_grid_skip(const wend_site_grid *grid, uint32_t column, uint32_t right, uint32_t row);

/// Iterates over the elements of a range of cells. An element in several cells occurs several
/// times. The grid must not change meanwhile.
typedef struct wend_grid_walk {
    const wend_site_grid *grid;
    wend_grid_range range;
    uint32_t column, row, at;
    const wend_grid_block *block;
} wend_grid_walk;

static inline wend_grid_walk wend_grid_walk_over(const wend_site_grid *grid, wend_grid_range range)
{
    return (wend_grid_walk){grid,         range, range.left,
                            range.bottom, 0,     wend_grid_list(grid, range.left, range.bottom)};
}

/// The next number; false: no more.
static inline bool wend_grid_walk_next(wend_grid_walk *walk, uint32_t *number)
{
    while (!walk->block || walk->at == walk->block->count) {
        walk->at = 0;
        if (walk->block)
            walk->block = wend_grid_next(walk->grid, walk->block);
        if (walk->block)
            continue;
        if (walk->column < walk->range.right) {
            ++walk->column;
        } else if (walk->row < walk->range.top) {
            walk->column = walk->range.left;
            ++walk->row;
        } else {
            return false;
        }
        walk->block = wend_grid_list(walk->grid, walk->column, walk->row);
    }
    *number = walk->block->numbers[walk->at++];
    return true;
}

#endif
