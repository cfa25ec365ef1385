// SPDX-License-Identifier: MIT
// What the parts of a grown mesh know of each other.
#ifndef WEND_MESH_GROW_H
#define WEND_MESH_GROW_H

#include "mesh/mesh.h"

#include "geometry/floor.h"

// ---- grow_rings.c: the walls moved by the radius ------------------------------------------------

/// Who runs along an edge: a line by its number, or one of these.
#define WEND_RUN_CURVE UINT32_MAX
#define WEND_RUN_WALL  (UINT32_MAX - 1) ///< a wall with free space on both sides

/// Closed curves, one for each ring of the floor. They cross themselves and each other. A place is
/// solid if the curves wind around it, all turns added up, plus one if there are bounds, more than
/// zero times. And straight runs besides, which tell nothing of what is solid.
typedef struct wend_curves {
    wend_array(wend_vec2) points; ///< of the curves, then two for each run
    wend_array(uint32_t) ends;    ///< where each curve ends in points
    wend_array(uint32_t) runs;    ///< whose each is: a line's, or WEND_RUN_WALL
    double lattice;               ///< a power of two [Units: m]
    bool exact;   ///< points are what they were; else they are on the lattice: multiples of it
    wend_box box; ///< around the floor and all points
} wend_curves;

/// Makes the curves of a floor and the runs of a definition's lines. Radius 0: the walls
/// themselves, exact, with those of segments as runs. False: out of memory; they are to be freed
/// also then.
bool wend_curves_make(wend_curves *curves, const wend_floor *floor, double radius, double arc_error,
                      const wend_mesh_def *def);
void wend_curves_free(wend_curves *curves, const wend_allocator *allocator);

/// The point of the lattice nearest to p.
wend_vec2 wend_curves_round(double lattice, wend_vec2 p);

/// Adds a point as it is. False: out of memory.
bool wend_curves_add(wend_curves *curves, wend_vec2 p, const wend_allocator *allocator);

// ---- grow_lines.c: straight runs ----------------------------------------------------------------

/// Adds the runs: last part of wend_curves_make. False: out of memory.
bool wend_curves_add_runs(wend_curves *curves, const wend_floor *floor, double radius,
                          const wend_mesh_def *def);

// ---- grow_cross.c: curves that cross, in a triangulation ----------------------------------------

/// How often somebody runs along an edge: one way more often than the other.
typedef struct wend_run {
    uint32_t who;
    int32_t net;   ///< from low to high
    uint32_t next; ///< in the table's runs; WEND_NONE: no more
} wend_run;

/// How many curves more run one way than the other along an edge between two vertices.
typedef struct wend_along {
    uint32_t low, high; ///< the vertices, the smaller number first; WEND_NONE: an empty place
    int32_t net;        ///< from low to high
    uint32_t runs;      ///< the first of the others in the table's runs; WEND_NONE: none
} wend_along;

/// The edges that curves and lines run along, in a table by their vertices.
typedef struct wend_along_table {
    wend_along *places;
    uint32_t size; ///< a power of two, or 0
    uint32_t used;
    wend_array(wend_run) runs;
} wend_along_table;

/// Makes curves and runs edges of the triangulation, fixed; where they cross there are vertices.
/// vertex_of has the vertices of the curves' points. WEND_NO_MEMORY; WEND_UNSOUND: exact walls so
/// near to each other that lines can't be laid between them.
wend_result wend_curves_lay(wend_mesh *mesh, const wend_curves *curves, const uint32_t *vertex_of,
                            wend_along_table *table);
void wend_along_free(const wend_mesh *mesh, wend_along_table *table);

/// How many curves more run along a half-edge than against it.
int32_t wend_along_net(const wend_along_table *table, uint32_t from, uint32_t to);

/// The first of the runs along an edge; WEND_NONE: none.
uint32_t wend_along_runs(const wend_along_table *table, uint32_t from, uint32_t to);

#endif
