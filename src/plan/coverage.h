// SPDX-License-Identifier: MIT
// How much of the free space a channel covers: the empty circles along a path on the diagram, and
// the triangles of the mesh that a path crosses ("Real-Time Path Planning in Large Environments
// Based on the Dynamic Voronoi Diagram", section 5.6).
#ifndef WEND_PLAN_COVERAGE_H
#define WEND_PLAN_COVERAGE_H

#include "core/array.h"
#include "wend/mesh.h"
#include "wend/roadmap.h"

/// The area that circles cover together, by scan lines. [Units: m^2]
wend_result wend_circles_area(const wend_circle *circles, uint32_t count, double *area,
                              wend_error *error);

/// Triangles, three corners each, and their area. Zeroed is empty; free the corners.
typedef struct wend_crossed_triangles {
    wend_array(wend_vec2) corners;
    double area; ///< [Units: m^2]
} wend_crossed_triangles;

/// Adds the triangles of a mesh that a path crosses.
wend_result wend_path_triangles(const wend_mesh *mesh, const wend_vec2 *path, uint32_t count,
                                wend_crossed_triangles *found, wend_error *error);

#endif
