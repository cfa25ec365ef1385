// SPDX-License-Identifier: MIT
// Interface between the parts of an inflated mesh.
#ifndef WEND_MESH_INFLATE_H
#define WEND_MESH_INFLATE_H

#include "mesh/mesh.h"

#include "geometry/floor.h"

// ---- inflate_rings.c: walls offset by the radius ------------------------------------------------

/// What follows an edge: a line by its number, or one of these.
#define WEND_RUN_CURVE UINT32_MAX
#define WEND_RUN_WALL  (UINT32_MAX - 1) ///< a wall with free space on both sides

/// Closed curves, one for each ring of the floor. They cross themselves and each other. A point is
/// solid if the sum of the winding numbers of all curves, plus one if there are bounds, is
/// positive. In addition straight runs, which do not affect what is solid.
typedef struct wend_curves {
    wend_array(wend_vec2) points; ///< of the curves, then two for each run
    wend_array(uint32_t) ends;    ///< where each curve ends in points
    wend_array(uint32_t) runs;    ///< owner of each: a line, or WEND_RUN_WALL
    double lattice;               ///< a power of two [Units: m]
    bool exact;                   ///< points are exact; otherwise they are multiples of the lattice
    wend_box box;                 ///< bounding box of the floor and all points
} wend_curves;

/// Creates the curves of a floor and the runs of a definition's lines. Radius 0: the walls
/// themselves, exact, with those of segments as runs. False: out of memory; the curves must be
/// freed in any case.
bool wend_curves_make(wend_curves *curves, const wend_floor *floor, double radius, double arc_error,
                      const wend_mesh_def *def);
void wend_curves_free(wend_curves *curves, const wend_allocator *allocator);

/// The point of the lattice nearest to p.
wend_vec2 wend_curves_round(double lattice, wend_vec2 p);

/// Adds a point as it is. False: out of memory.
bool wend_curves_add(wend_curves *curves, wend_vec2 p, const wend_allocator *allocator);

// ---- inflate_lines.c: straight runs -------------------------------------------------------------

/// Adds the runs, the last part of wend_curves_make. False: out of memory.
bool wend_curves_add_runs(wend_curves *curves, const wend_floor *floor, double radius,
                          const wend_mesh_def *def);

// ---- inflate_cross.c: crossing curves in a triangulation ----------------------------------------

/// How often a run follows an edge: the excess of one direction over the other.
typedef struct wend_run {
    uint32_t owner;
    int32_t net;   ///< from low to high
    uint32_t next; ///< in the table's runs; WEND_NONE: end
} wend_run;

/// Excess of curves in one direction along an edge between two vertices.
typedef struct wend_along {
    uint32_t low, high; ///< the vertices, the smaller number first; WEND_NONE: an empty slot
    int32_t net;        ///< from low to high
    uint32_t runs;      ///< the first of the runs in the table's runs; WEND_NONE: none
} wend_along;

/// The edges that curves and lines follow, in a hash table by their vertices.
typedef struct wend_along_table {
    wend_along *slots;
    uint32_t size; ///< a power of two, or 0
    uint32_t used;
    wend_array(wend_run) runs;
} wend_along_table;

/// Makes curves and runs fixed edges of the triangulation, with vertices where they cross.
/// vertex_of has the vertices of the curves' points. WEND_OUT_OF_MEMORY; WEND_INVALID_GEOMETRY:
/// exact walls are too close to each other for lines between them.
wend_result wend_curves_lay(wend_mesh *mesh, const wend_curves *curves, const uint32_t *vertex_of,
                            wend_along_table *table);
void wend_along_free(const wend_mesh *mesh, wend_along_table *table);

/// Excess of the curves along a half-edge over those against it.
int32_t wend_along_net(const wend_along_table *table, uint32_t from, uint32_t to);

/// The first of the runs along an edge; WEND_NONE: none.
uint32_t wend_along_runs(const wend_along_table *table, uint32_t from, uint32_t to);

#endif
