// SPDX-License-Identifier: MIT
// The steps of an edit.
#ifndef WEND_VORONOI_BOUNDARY_EDIT_H
#define WEND_VORONOI_BOUNDARY_EDIT_H

#include "voronoi/boundary/parts.h"
#include "wend/geometry.h"

static inline uint32_t wend_shape_rings(const wend_shape *shape)
{
    return shape->ring_ends ? shape->ring_count : 1;
}

static inline uint32_t wend_shape_ring_end(const wend_shape *shape, uint32_t ring)
{
    return shape->ring_ends ? shape->ring_ends[ring] : shape->point_count;
}

/// Checks whether a shape of several points can be inserted: WEND_INVALID_GEOMETRY with the
/// position if not. Writes the sites that it touches, or nearly, to scratch.sites.
wend_result wend_boundary_check_shape(wend_boundary *boundary, const wend_shape *shape,
                                      wend_error *error);

/// True if an agent with an element can move straight to a position, touching nothing on the path
/// or there.
bool wend_boundary_can_step(const wend_boundary *boundary, uint32_t slot, wend_vec2 position);
/// Makes such a move.
wend_result wend_boundary_step(wend_boundary *boundary, uint32_t slot, wend_vec2 position,
                               double radius, wend_error *error);

/// Rebuilds the grid, and cuts walls into shorter parts, if there are far more elements than it was
/// built for. Does nothing if out of memory.
void wend_boundary_refine(wend_boundary *boundary);

#endif
