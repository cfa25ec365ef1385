// SPDX-License-Identifier: MIT
// Internals of wend_mesh_visible.
#ifndef WEND_MESH_VISIBLE_H
#define WEND_MESH_VISIBLE_H

#include "mesh/mesh.h"

/// Capacity for waiting views: more than ordinary scenes need at once.
#define WEND_WAITING_VIEWS 64

/// wend_mesh_visible with capacity for this many waiting views. The result is the same for any.
/// [Limit: 1..WEND_WAITING_VIEWS]
wend_result wend_visible_with(const wend_mesh *mesh, uint32_t view_capacity, wend_vec2 p,
                              wend_vec2 *points, uint32_t capacity, uint32_t *count,
                              wend_error *error);

#endif
