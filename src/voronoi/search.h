// SPDX-License-Identifier: MIT
// Grid traversals shared by the queries: elements in order of distance, in a box, of a site. Each
// may visit an element several times, because it lies in several cells.
#ifndef WEND_VORONOI_SEARCH_H
#define WEND_VORONOI_SEARCH_H

#include "voronoi/diagram.h"
#include "wend/geometry.h"

#include <math.h>

/// Elements count as touching a cell that they miss by a rounding error; so the region that a
/// searched block of cells covers for certain ends this fraction of a cell before its border.
#define WEND_SEARCH_MARGIN 0x1p-20

static inline wend_segment wend_element_segment(const wend_element *element)
{
    return (wend_segment){element->p, element->q};
}

// ---- in order of distance -----------------------------------------------------------------------
// Square rings of cells around that of the point. Everything is inline, so that the work per
// element is compiled into the traversal.

/// Called for an element; returns the distance up to which elements still matter.
typedef double wend_near_fn(void *context, uint32_t element);

/// Distance of p from the cells of a column or row: from low to low + side.
static inline double wend_search_off(double p, double low, double side)
{
    return p < low ? low - p : p > low + side ? p - low - side : 0;
}

static inline double wend_search_cell(const wend_site_grid *grid, uint32_t column, uint32_t row,
                                      double limit, wend_near_fn *visit, void *context)
{
    for (const wend_grid_block *b = wend_grid_list(grid, column, row); b;
         b = wend_grid_next(grid, b))
        for (uint32_t i = 0; i < b->count; ++i)
            limit = visit(context, b->numbers[i]);
    return limit;
}

/// Visits the cells of a row from left to right that are within limit.
static inline double wend_search_row(const wend_site_grid *grid, wend_vec2 p, uint32_t left,
                                     uint32_t right, uint32_t row, double limit,
                                     wend_near_fn *visit, void *context)
{
    double y = wend_search_off(p.y, grid->origin.y + row * grid->side, grid->side);
    double margin = grid->side * WEND_SEARCH_MARGIN;
    if (y > limit + margin)
        return limit;
    for (uint32_t column = wend_grid_skip(grid, left, right, row); column <= right;
         column = wend_grid_skip(grid, column + 1, right, row)) {
        double x = wend_search_off(p.x, grid->origin.x + column * grid->side, grid->side);
        double far = limit + margin;
        if (x * x + y * y <= far * far)
            limit = wend_search_cell(grid, column, row, limit, visit, context);
    }
    return limit;
}

/// Distance from p up to which everything has been visited after that block of cells; infinite if
/// it is all.
static inline double wend_search_covered(const wend_site_grid *grid, wend_vec2 p,
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

/// Elements roughly in order of distance: at the end, all are visited that are no further from p
/// than the last result of `visit`. [Limit: p in the grid's box]
static inline void wend_search_near(const wend_boundary *boundary, wend_vec2 p, double limit,
                                    wend_near_fn *visit, void *context)
{
    const wend_site_grid *grid = &boundary->grid;
    uint32_t column = wend_grid_column(grid, p.x), row = wend_grid_row(grid, p.y);
    wend_grid_range block = {column, row, column, row};
    limit = wend_search_cell(grid, column, row, limit, visit, context);
    for (uint32_t k = 1; wend_search_covered(grid, p, block) <= limit; ++k) {
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
                                        limit, visit, context);
            if (!fresh && block.right > old.right)
                limit =
                    wend_search_row(grid, p, block.right, block.right, y, limit, visit, context);
        }
    }
}

// ---- in a box, of a site ------------------------------------------------------------------------

/// Visits all elements that touch a box, and possibly others.
void wend_search_box(const wend_boundary *boundary, wend_box box, wend_grid_visit_fn *visit,
                     void *context);

/// Visits all elements of the site in that slot; if it is hidden, those of the site that it lies
/// on.
void wend_search_site(const wend_boundary *boundary, uint32_t slot, wend_grid_visit_fn *visit,
                      void *context);

// ---- common preconditions of queries ------------------------------------------------------------

/// WEND_OUT_OF_MEMORY if the last change ran out of memory: then there are no arcs.
wend_result wend_arcs_ready(const wend_voronoi *voronoi, wend_error *error);

/// The slot of the site whose cell a site has: its own, or if it is hidden, that of its host.
uint32_t wend_site_with_cell(const wend_boundary *boundary, uint32_t slot);

/// WEND_STALE for an id that is not that of a site.
wend_result wend_site_slot(const wend_voronoi *voronoi, wend_site_id id, uint32_t *slot,
                           wend_error *error);

/// The element nearest to p. WEND_NOT_FOUND if p is not free, WEND_BAD_ARGUMENT if it is not
/// finite.
wend_result wend_nearest_element(const wend_voronoi *voronoi, wend_vec2 p, uint32_t *element,
                                 wend_error *error);

#endif
