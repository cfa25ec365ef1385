// SPDX-License-Identifier: MIT
// What the parts of a grown mesh know of each other.
#ifndef WEND_MESH_GROW_H
#define WEND_MESH_GROW_H

#include "mesh/mesh.h"

#include "geometry/floor.h"

// ---- grow_rings.c: the walls moved by the radius ------------------------------------------------

/// Closed curves, one for each ring of the floor. They cross themselves and each other. A place is
/// solid if the curves wind around it, all turns added up, plus one if there are bounds, more than
/// zero times.
typedef struct wend_curves {
    wend_array(wend_vec2) points; ///< on the lattice
    wend_array(uint32_t) ends;    ///< where each curve ends in points
    double lattice;               ///< all coordinates are multiples of this power of two [Units: m]
    wend_box box;                 ///< around the floor and all points
} wend_curves;

/// Makes the curves of a floor. False: out of memory; they are to be freed also then.
bool wend_curves_make(wend_curves *curves, const wend_floor *floor, double radius, double arc_error,
                      const wend_allocator *allocator);
void wend_curves_free(wend_curves *curves, const wend_allocator *allocator);

/// The point of the lattice nearest to p.
wend_vec2 wend_curves_round(double lattice, wend_vec2 p);

// ---- grow_cross.c: curves that cross, in a triangulation ----------------------------------------

/// How many curves more run one way than the other along an edge between two vertices.
typedef struct wend_along {
    uint32_t low, high; ///< the vertices, the smaller number first; WEND_NONE: an empty place
    int32_t net;        ///< from low to high
} wend_along;

/// The edges that curves run along, in a table by their vertices.
typedef struct wend_along_table {
    wend_along *places;
    uint32_t size; ///< a power of two, or 0
    uint32_t used;
} wend_along_table;

/// Makes the curves edges of the triangulation, fixed; where they cross there are vertices.
/// vertex_of has the vertices of the curves' points. False: out of memory.
bool wend_curves_lay(wend_mesh *mesh, const wend_curves *curves, const uint32_t *vertex_of,
                     wend_along_table *table);
void wend_along_free(const wend_mesh *mesh, wend_along_table *table);

/// How many curves more run along a half-edge than against it.
int32_t wend_along_net(const wend_along_table *table, uint32_t from, uint32_t to);

#endif
