// SPDX-License-Identifier: MIT
// What the parts of an edit know of each other.
#ifndef WEND_MESH_EDIT_H
#define WEND_MESH_EDIT_H

#include "mesh/mesh.h"

/// Goes along the walls of an obstacle, ring by ring and half-edge by half-edge. Zeroed but for the
/// first two it is ready.
typedef struct wend_wall_walk {
    const wend_mesh *mesh;
    const wend_obstacle *obstacle;
    uint32_t ring, first, corner; ///< where in the obstacle's corners
    bool under_way;               ///< between two corners, at the vertex `at`
    uint32_t at;
} wend_wall_walk;

/// The next half-edge; WEND_NONE at the end, or where there is no edge along the wall: then the
/// walk's ring is not the obstacle's ring_count.
static inline uint32_t wend_walk_walls(wend_wall_walk *walk)
{
    const wend_obstacle *o = walk->obstacle;
    while (walk->ring < o->ring_count) {
        uint32_t end = o->ring_ends[walk->ring];
        if (walk->corner == end) {
            walk->first = end;
            ++walk->ring;
            continue;
        }
        uint32_t b = o->corners[walk->corner + 1 < end ? walk->corner + 1 : walk->first];
        if (!walk->under_way)
            walk->at = o->corners[walk->corner];
        walk->under_way = walk->at != b;
        if (walk->under_way) {
            uint32_t h = wend_mesh_wall_from(walk->mesh, walk->at, b);
            if (h != WEND_NONE)
                walk->at = wend_target(walk->mesh, h);
            return h;
        }
        ++walk->corner;
    }
    return WEND_NONE;
}

// ---- fit.c: may an obstacle be where it is to be? -----------------------------------------------

/// Finds the place of a corner: *triangle is where to walk from, and becomes one with p in it.
/// WEND_UNSOUND if it is inside something solid, or a point obstacle where another one is.
wend_result wend_fit_corner(const wend_mesh *mesh, wend_vec2 p, bool is_point, uint32_t *triangle,
                            wend_error *error);

/// WEND_UNSOUND if a vertex that was just added nearly touches something.
wend_result wend_fit_vertex(wend_mesh *mesh, uint32_t vertex, wend_error *error);

/// WEND_UNSOUND if a wall between two vertices (with its solid on the left, or a segment) would
/// cross another wall, run through something solid, or be the same segment twice.
wend_result wend_fit_wall(const wend_mesh *mesh, uint32_t a, uint32_t b, bool is_segment,
                          wend_error *error);

/// WEND_UNSOUND if vertices nearly touch the walls of an obstacle, which have been added.
wend_result wend_fit_walls(wend_mesh *mesh, const wend_obstacle *obstacle, wend_error *error);

/// Makes the inside of an obstacle solid. WEND_UNSOUND if another one is in there; also then
/// nothing of its inside stays free.
wend_result wend_fit_inside(wend_mesh *mesh, const wend_obstacle *obstacle, wend_error *error);

// ---- remove_point.c -----------------------------------------------------------------------------

/// Takes a vertex with no uses out of the triangulation and restores Delaunay. If walls run through
/// it, they become one edge. Takes no memory.
void wend_mesh_remove_point(wend_mesh *mesh, uint32_t vertex);

#endif
