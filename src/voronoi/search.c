// SPDX-License-Identifier: MIT
#include "voronoi/search.h"

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

// ---- common preconditions of queries ------------------------------------------------------------

wend_result wend_arcs_ready(const wend_voronoi *voronoi, wend_error *error)
{
    return voronoi->stale
               ? wend_fail(error, WEND_OUT_OF_MEMORY,
                           "the last change ran out of memory: the next change repairs the diagram")
               : WEND_OK;
}

wend_result wend_site_slot(const wend_voronoi *voronoi, wend_site_id id, uint32_t *slot,
                           wend_error *error)
{
    if (!wend_id_valid(&voronoi->boundary.ids, id.raw))
        return wend_fail(error, WEND_STALE, "unknown or removed site id");
    *slot = wend_id_slot(id.raw);
    return WEND_OK;
}
