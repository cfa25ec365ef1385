// SPDX-License-Identifier: MIT
// Ways through the grid that the questions share: elements from near to far, in a box, of a site.
// Each may tell an element several times, because it lies in several cells.
#ifndef WEND_VORONOI_SEARCH_H
#define WEND_VORONOI_SEARCH_H

#include "voronoi/diagram.h"
#include "wend/geometry.h"

/// Elements count as touching a cell that they miss by a rounding; so what a searched block of
/// cells is sure to hold ends this part of a cell before its border.
#define WEND_SEARCH_MARGIN 0x1p-20

static inline wend_segment wend_element_segment(const wend_element *element)
{
    return (wend_segment){element->p, element->q};
}

/// Told of an element; returns how far elements matter from now on.
typedef double wend_near_fn(void *context, uint32_t element);

/// Elements from near to far, not in strict order: when it ends, all are told that are no further
/// from p than what `look` returned last. [Limit: p in the grid's box, or there is no order]
void wend_search_near(const wend_boundary *boundary, wend_vec2 p, double limit, wend_near_fn *look,
                      void *context);

/// All elements that touch a box, and some that don't.
void wend_search_box(const wend_boundary *boundary, wend_box box, wend_grid_visit_fn *visit,
                     void *context);

/// All elements of the site in that slot; if it is hidden, those of the site that it lies on.
void wend_search_site(const wend_boundary *boundary, uint32_t slot, wend_grid_visit_fn *visit,
                      void *context);

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
