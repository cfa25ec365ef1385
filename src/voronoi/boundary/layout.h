// SPDX-License-Identifier: MIT
// Layout of shapes as if they touched nothing, and detection of contacts.
#ifndef WEND_VORONOI_BOUNDARY_LAYOUT_H
#define WEND_VORONOI_BOUNDARY_LAYOUT_H

#include "geometry/floor.h"
#include "voronoi/boundary/parts.h"
#include "wend/tasks.h"

/// Positions of the next elements, nodes, points and ring ends; or their numbers.
typedef struct wend_layout {
    size_t elements, nodes, points, ends;
} wend_layout;

/// A shape of a floor, or the frame.
typedef struct wend_layout_shape {
    const wend_ring *rings;
    uint32_t ring_count;
    const wend_vec2 *points; ///< of all rings
} wend_layout_shape;

/// Adds the requirements of a shape.
void wend_layout_count(wend_layout *layout, const wend_boundary *boundary,
                       const wend_layout_shape *shape);

/// Lays out the shape of a slot, within reserved capacity, and advances. The record of the site is
/// written, except for a point. Shapes may be laid out by several threads.
void wend_layout_shape_at(wend_layout *layout, wend_boundary *boundary, uint32_t slot,
                          const wend_layout_shape *shape);
void wend_layout_point_at(wend_layout *layout, wend_boundary *boundary, uint32_t slot,
                          wend_vec2 position);

/// Notes, for wend_boundary_repair, everything that touches something else. All shapes have been
/// laid out. False: out of memory.
bool wend_boundary_note_contacts(wend_boundary *boundary, wend_tasks *tasks);

#endif
