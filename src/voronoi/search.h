// SPDX-License-Identifier: MIT
// Ways through the grid that the questions share: elements from near to far, in a box, of a site.
// Each may tell an element several times, because it lies in several cells.
#ifndef WEND_VORONOI_SEARCH_H
#define WEND_VORONOI_SEARCH_H

#include "voronoi/diagram.h"
#include "wend/geometry.h"

#include <math.h>

/// Elements count as touching a cell that they miss by a rounding; so what a searched block of
/// cells is sure to hold ends this part of a cell before its border.
#define WEND_SEARCH_MARGIN 0x1p-20

static inline wend_segment wend_element_segment(const wend_element *element)
{
    return (wend_segment){element->p, element->q};
}

// ---- from near to far ---------------------------------------------------------------------------
// Square rings of cells around that of the point. It is all inline, so that what a search does with
// an element becomes a part of the walk.

/// Told of an element; returns how far elements matter from now on.
typedef double wend_near_fn(void *context, uint32_t element);

/// How far p is from the cells of a column or row: from low to low + side.
static inline double wend_search_off(double p, double low, double side)
{
    return p < low ? low - p : p > low + side ? p - low - side : 0;
}

static inline double wend_search_cell(const wend_site_grid *grid, uint32_t column, uint32_t row,
                                      double limit, wend_near_fn *look, void *context)
{
    for (const wend_grid_block *b = wend_grid_list(grid, column, row); b;
         b = wend_grid_next(grid, b))
        for (uint32_t i = 0; i < b->count; ++i)
            limit = look(context, b->numbers[i]);
    return limit;
}

/// The cells of a row from left to right that are no further than limit.
static inline double wend_search_row(const wend_site_grid *grid, wend_vec2 p, uint32_t left,
                                     uint32_t right, uint32_t row, double limit, wend_near_fn *look,
                                     void *context)
{
    double y = wend_search_off(p.y, grid->origin.y + row * grid->side, grid->side);
    double margin = grid->side * WEND_SEARCH_MARGIN;
    if (y > limit + margin)
        return limit;
    for (uint32_t column = wend_grid_skip(grid, left, right, row); column <= right;
         column = wend_grid_skip(grid, column + 1, right, row)) {
        double x = wend_search_off(p.x, grid->origin.x + column * grid->side, grid->side);
        double most = limit + margin;
        if (x * x + y * y <= most * most)
            limit = wend_search_cell(grid, column, row, limit, look, context);
    }
    return limit;
}

/// How far from p everything has been seen when that block of cells has; infinite if it is all.
static inline double wend_search_seen(const wend_site_grid *grid, wend_vec2 p,
                                      wend_grid_range block)
{
    double side = grid->side, far = INFINITY;
    if (block.left > 0)
        far = fmin(far, p.x - (grid->origin.x + block.left * side));
    if (block.bottom > 0)
        far = fmin(far, p.y - (grid->origin.y + block.bottom * side));
    if (block.right + 1 < grid->columns)
        far = fmin(far, grid->origin.x + (block.right + 1.0) * side - p.x);
    if (block.top + 1 < grid->rows)
        far = fmin(far, grid->origin.y + (block.top + 1.0) * side - p.y);
    return far - side * WEND_SEARCH_MARGIN;
}

/// Elements from near to far, not in strict order: when it ends, all are told that are no further
/// from p than what `look` returned last. [Limit: p in the grid's box]
static inline void wend_search_near(const wend_boundary *boundary, wend_vec2 p, double limit,
                                    wend_near_fn *look, void *context)
{
    const wend_site_grid *grid = &boundary->grid;
    uint32_t column = wend_grid_column(grid, p.x), row = wend_grid_row(grid, p.y);
    wend_grid_range block = {column, row, column, row};
    limit = wend_search_cell(grid, column, row, limit, look, context);
    for (uint32_t k = 1; wend_search_seen(grid, p, block) <= limit; ++k) {
        wend_grid_range old = block;
        block.left = column > k ? column - k : 0;
        block.bottom = row > k ? row - k : 0;
        block.right = grid->columns - 1 - column > k ? column + k : grid->columns - 1;
        block.top = grid->rows - 1 - row > k ? row + k : grid->rows - 1;
        if (block.left == old.left && block.right == old.right && block.bottom == old.bottom &&
            block.top == old.top)
            return;
        for (uint32_t y = block.bottom; y <= block.top; ++y) {
            bool fresh = y < old.bottom || y > old.top;
            if (fresh || block.left < old.left)
                limit = wend_search_row(grid, p, block.left, fresh ? block.right : block.left, y,
                                        limit, look, context);
            if (!fresh && block.right > old.right)
                limit = wend_search_row(grid, p, block.right, block.right, y, limit, look, context);
        }
    }
}

// ---- in a box, of a site ------------------------------------------------------------------------

/// All elements that touch a box, and some that don't.
void wend_search_box(const wend_boundary *boundary, wend_box box, wend_grid_visit_fn *visit,
                     void *context);

/// All elements of the site in that slot; if it is hidden, those of the site that it lies on.
void wend_search_site(const wend_boundary *boundary, uint32_t slot, wend_grid_visit_fn *visit,
                      void *context);

// ---- what most questions begin with -------------------------------------------------------------

/// WEND_NO_MEMORY if the last change ran out of it: then there are no arcs to go by.
wend_result wend_arcs_ready(const wend_voronoi *voronoi, wend_error *error);

/// The slot of the site whose cell a site has: its own, or if it is hidden, that of the one it lies
/// on.
uint32_t wend_site_with_cell(const wend_boundary *boundary, uint32_t slot);

/// WEND_STALE for an id that is none of a site.
wend_result wend_site_slot(const wend_voronoi *voronoi, wend_id id, uint32_t *slot,
                           wend_error *error);

/// The element nearest to p. WEND_NOTHING if p is not free, WEND_BAD_ARGUMENT if it is not finite.
wend_result wend_nearest_element(const wend_voronoi *voronoi, wend_vec2 p, uint32_t *element,
                                 wend_error *error);

#endif
