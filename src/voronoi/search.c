// SPDX-License-Identifier: MIT
#include "voronoi/search.h"

#include <math.h>

// ---- from near to far ---------------------------------------------------------------------------

/// Square rings of cells around that of a point.
typedef struct rings {
    const wend_boundary *boundary;
    wend_near_fn *look;
    void *context;
    double limit;
} rings;

static void look_at_cell(rings *r, uint32_t column, uint32_t row)
{
    const wend_site_grid *grid = &r->boundary->grid;
    for (const wend_grid_block *b = wend_grid_list(grid, column, row); b;
         b = wend_grid_next(grid, b))
        for (uint32_t i = 0; i < b->count; ++i)
            r->limit = r->look(r->context, b->numbers[i]);
}

static void look_at_row(rings *r, uint32_t left, uint32_t right, uint32_t row)
{
    const wend_site_grid *grid = &r->boundary->grid;
    for (uint32_t column = wend_grid_skip(grid, left, right, row); column <= right;
         column = wend_grid_skip(grid, column + 1, right, row))
        look_at_cell(r, column, row);
}

/// How far from p everything has been seen when that block of cells has; infinite if it is all.
static double seen(const wend_site_grid *grid, wend_vec2 p, wend_grid_range block)
{
    double side = grid->side, margin = side * WEND_SEARCH_MARGIN, far = INFINITY;
    if (block.left > 0)
        far = fmin(far, p.x - (grid->origin.x + block.left * side));
    if (block.bottom > 0)
        far = fmin(far, p.y - (grid->origin.y + block.bottom * side));
    if (block.right + 1 < grid->columns)
        far = fmin(far, grid->origin.x + (block.right + 1.0) * side - p.x);
    if (block.top + 1 < grid->rows)
        far = fmin(far, grid->origin.y + (block.top + 1.0) * side - p.y);
    return far - margin;
}

void wend_search_near(const wend_boundary *boundary, wend_vec2 p, double limit, wend_near_fn *look,
                      void *context)
{
    const wend_site_grid *grid = &boundary->grid;
    rings r = {boundary, look, context, limit};
    uint32_t column = wend_grid_column(grid, p.x), row = wend_grid_row(grid, p.y);
    wend_grid_range block = {column, row, column, row};
    look_at_cell(&r, column, row);
    for (uint32_t k = 1; seen(grid, p, block) <= r.limit; ++k) {
        wend_grid_range old = block;
        block.left = column > k ? column - k : 0;
        block.bottom = row > k ? row - k : 0;
        block.right = grid->columns - 1 - column > k ? column + k : grid->columns - 1;
        block.top = grid->rows - 1 - row > k ? row + k : grid->rows - 1;
        if (block.left == old.left && block.right == old.right && block.bottom == old.bottom &&
            block.top == old.top)
            return;
        for (uint32_t y = block.bottom; y <= block.top; ++y) {
            if (y < old.bottom || y > old.top) {
                look_at_row(&r, block.left, block.right, y);
                continue;
            }
            if (block.left < old.left)
                look_at_cell(&r, block.left, y);
            if (block.right > old.right)
                look_at_cell(&r, block.right, y);
        }
    }
}

// ---- in a box, of a site ------------------------------------------------------------------------

void wend_search_box(const wend_boundary *boundary, wend_box box, wend_grid_visit_fn *visit,
                     void *context)
{
    const wend_site_grid *grid = &boundary->grid;
    wend_grid_range range = wend_grid_range_of(grid, box);
    for (uint32_t row = range.bottom; row <= range.top; ++row)
        for (uint32_t column = wend_grid_skip(grid, range.left, range.right, row);
             column <= range.right; column = wend_grid_skip(grid, column + 1, range.right, row))
            for (const wend_grid_block *b = wend_grid_list(grid, column, row); b;
                 b = wend_grid_next(grid, b))
                for (uint32_t i = 0; i < b->count; ++i)
                    visit(context, b->numbers[i]);
}

uint32_t wend_site_with_cell(const wend_boundary *boundary, uint32_t slot)
{
    const wend_site *site = &boundary->sites.data[slot];
    return site->hidden && site->element != WEND_NO_ELEMENT
               ? boundary->links.data[site->element].site
               : slot;
}

typedef struct of_site {
    const wend_boundary *boundary;
    uint32_t slot;
    wend_grid_visit_fn *visit;
    void *context;
} of_site;

static void visit_own(void *context, uint32_t element)
{
    const of_site *s = context;
    if (s->boundary->links.data[element].site == s->slot)
        s->visit(s->context, element);
}

void wend_search_site(const wend_boundary *boundary, uint32_t slot, wend_grid_visit_fn *visit,
                      void *context)
{
    of_site s = {boundary, wend_site_with_cell(boundary, slot), visit, context};
    const wend_site *site = &boundary->sites.data[s.slot];
    if (site->element == WEND_NO_ELEMENT)
        return;
    if (boundary->links.data[site->element].kind == WEND_ELEMENT_POINT) {
        visit(context, site->element);
        return;
    }
    wend_shape shape = wend_boundary_shape(boundary, site);
    uint32_t begin = 0, ring_count = shape.ring_ends ? shape.ring_count : 1;
    for (uint32_t r = 0; r < ring_count; ++r) {
        uint32_t end = shape.ring_ends ? shape.ring_ends[r] : shape.point_count;
        for (uint32_t i = begin; i < end; ++i)
            wend_site_grid_along(&boundary->grid, shape.points[i],
                                 shape.points[i + 1 < end ? i + 1 : begin], visit_own, &s);
        begin = end;
    }
}

// ---- what most questions begin with -------------------------------------------------------------

wend_result wend_site_slot(const wend_voronoi *voronoi, wend_id id, uint32_t *slot,
                           wend_error *error)
{
    if (!wend_id_valid(&voronoi->boundary.ids, id))
        return wend_fail(error, WEND_STALE, "the site has been removed or never was");
    *slot = wend_id_slot(id);
    return WEND_OK;
}
