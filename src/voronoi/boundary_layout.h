// SPDX-License-Identifier: MIT
// Laying out shapes as if they touched nothing, and finding those that do.
#ifndef WEND_VORONOI_BOUNDARY_LAYOUT_H
#define WEND_VORONOI_BOUNDARY_LAYOUT_H

#include "geometry/floor.h"
#include "voronoi/boundary_parts.h"

// Functions that return bool: false means out of memory.

/// Room for so many elements and nodes more.
bool wend_boundary_layout_room(wend_boundary *boundary, size_t elements, size_t nodes);

/// Lays out the shape of a slot, rings as a floor has them and the points of all of them, and
/// writes the site's record.
bool wend_boundary_lay_out(wend_boundary *boundary, uint32_t slot, const wend_ring *rings,
                           uint32_t ring_count, const wend_vec2 *points);
/// The same for a point, but the record is the caller's.
bool wend_boundary_lay_out_point(wend_boundary *boundary, uint32_t slot, wend_vec2 at);

/// Notes, for wend_boundary_repair, all that touches something else. Everything has been laid out.
bool wend_boundary_note_contacts(wend_boundary *boundary);

#endif
