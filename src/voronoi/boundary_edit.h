// SPDX-License-Identifier: MIT
// The steps of an edit.
#ifndef WEND_VORONOI_BOUNDARY_EDIT_H
#define WEND_VORONOI_BOUNDARY_EDIT_H

#include "voronoi/boundary_parts.h"
#include "wend/geometry.h"

static inline uint32_t wend_shape_rings(const wend_shape *shape)
{
    return shape->ring_ends ? shape->ring_count : 1;
}

static inline uint32_t wend_shape_ring_end(const wend_shape *shape, uint32_t ring)
{
    return shape->ring_ends ? shape->ring_ends[ring] : shape->point_count;
}

/// Whether a shape of several points may come: WEND_UNSOUND with the place if it may not. Leaves
/// the sites that it touches, or nearly, in scratch.sites.
wend_result wend_boundary_check_shape(wend_boundary *boundary, const wend_shape *shape,
                                      wend_error *error);

/// True if an agent that has an element can go straight to a place, touching nothing on its way
/// nor there.
bool wend_boundary_can_step(const wend_boundary *boundary, uint32_t slot, wend_vec2 place);
/// Then it may do so.
wend_result wend_boundary_step(wend_boundary *boundary, uint32_t slot, wend_vec2 place,
                               double radius, wend_error *error);

/// Makes the grid anew, and cuts walls into shorter parts, if there are far more elements than it
/// was made for. Does nothing if there is no memory for it.
void wend_boundary_refine(wend_boundary *boundary);

#endif
