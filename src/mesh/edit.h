// SPDX-License-Identifier: MIT
// Interface between the parts of an edit.
#ifndef WEND_MESH_EDIT_H
#define WEND_MESH_EDIT_H

#include "mesh/mesh.h"

/// Iterates over the walls of an obstacle, ring by ring and half-edge by half-edge. Ready when
/// zeroed, except the first two members.
typedef struct wend_wall_walk {
    const wend_mesh *mesh;
    const wend_obstacle *obstacle;
    uint32_t ring, first, corner; ///< position in the obstacle's corners
    bool inside_wall;             ///< between two corners, at the vertex `at`
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
        if (!walk->inside_wall)
            walk->at = o->corners[walk->corner];
        walk->inside_wall = walk->at != b;
        if (walk->inside_wall) {
            uint32_t h = wend_mesh_wall_from(walk->mesh, walk->at, b);
            if (h != WEND_NONE)
                walk->at = wend_target(walk->mesh, h);
            return h;
        }
        ++walk->corner;
    }
    return WEND_NONE;
}

// ---- validate_insert.c: may an obstacle be inserted? --------------------------------------------

/// Locates a corner: *triangle is where to walk from, and becomes one that contains p.
/// WEND_INVALID_GEOMETRY if it is inside a solid, or a point obstacle at the position of another.
wend_result wend_insert_check_corner(const wend_mesh *mesh, wend_vec2 p, bool is_point,
                                     uint32_t *triangle, wend_error *error);

/// WEND_INVALID_GEOMETRY if a vertex just added nearly touches something.
wend_result wend_insert_check_vertex(wend_mesh *mesh, uint32_t vertex, wend_error *error);

/// WEND_INVALID_GEOMETRY if a wall between two vertices (with its solid on the left, or a segment)
/// would cross another wall, run through a solid, or duplicate a segment.
wend_result wend_insert_check_wall(const wend_mesh *mesh, uint32_t a, uint32_t b, bool is_segment,
                                   wend_error *error);

/// WEND_INVALID_GEOMETRY if vertices nearly touch the walls of an obstacle, which have been added.
wend_result wend_insert_check_walls(wend_mesh *mesh, const wend_obstacle *obstacle,
                                    wend_error *error);

/// Makes the interior of an obstacle solid. WEND_INVALID_GEOMETRY if it contains another one; even
/// then nothing of its interior stays free.
wend_result wend_insert_check_inside(wend_mesh *mesh, const wend_obstacle *obstacle,
                                     wend_error *error);

// ---- remove_point.c -----------------------------------------------------------------------------

/// Removes a vertex without uses from the triangulation and restores Delaunay. If walls run through
/// it, they become one edge. Does not allocate.
void wend_mesh_remove_point(wend_mesh *mesh, uint32_t vertex);

#endif
