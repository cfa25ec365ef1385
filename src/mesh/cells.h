// SPDX-License-Identifier: MIT
// What cells.c, merge.c and parts.c share.
//
// An edit goes like this. Before a triangle changes, its cell is dissolved: the triangles of the
// cell become loose, and the cells around it are noted as seeds. After the edit the edges around
// the touched triangles are judged again, which may dissolve more cells; loose triangles are put
// into new cells, which are seeds too; and from the seeds it is found out what is still connected.
#ifndef WEND_MESH_CELLS_H
#define WEND_MESH_CELLS_H

#include "mesh/mesh.h"

/// True if an edge may be inside a cell at all: it lies between two free triangles, with no wall.
static inline bool wend_is_inner(const wend_mesh *mesh, uint32_t h)
{
    return wend_twin(mesh, h) != WEND_NONE && !wend_is_fixed(mesh, h) &&
           !wend_is_solid(mesh, h / 3);
}

static inline bool wend_is_merged(const wend_mesh *mesh, uint32_t h)
{
    return mesh->flags[h] & WEND_EDGE_MERGED;
}

/// Symmetric: a difference and its negative have the same square.
static inline double wend_squared_length(wend_vec2 a, wend_vec2 b)
{
    double x = b.x - a.x, y = b.y - a.y;
    return x * x + y * y;
}

/// wend_is_judged_first for two edges of the same length.
bool wend_is_judged_first_of_equals(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d);

/// The order in which edges are judged: true if that from a to b comes before that from c to d. The
/// longer comes first.
static inline bool wend_is_judged_first(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    double one = wend_squared_length(a, b), other = wend_squared_length(c, d);
    return one != other ? one > other : wend_is_judged_first_of_equals(a, b, c, d);
}

// ---- merge.c ------------------------------------------------------------------------------------

/// Judges all edges.
void wend_merge_all(wend_mesh *mesh);

/// Judges the edges whose surroundings have changed, and dissolves the cells on either side of each
/// that is now judged otherwise.
void wend_merge_touched(wend_mesh *mesh);

// ---- cells.c ------------------------------------------------------------------------------------

/// Takes a cell apart. Its triangles and their links must be as they were when it was made.
void wend_cell_dissolve(wend_mesh *mesh, uint32_t cell);

// ---- parts.c ------------------------------------------------------------------------------------

/// Numbers the components of the whole mesh.
void wend_parts_build(wend_mesh *mesh);

/// Notes a cell from which to look for what is connected.
void wend_parts_seed(wend_mesh *mesh, uint32_t cell);

/// A cell leaves its part.
void wend_parts_leave(wend_mesh *mesh, uint32_t cell);

/// Finds the components again, from the seeds: a new cell has WEND_NONE for its part, and all
/// neighbours of new cells and of dissolved ones are seeds. Empties the list of loose triangles,
/// whose memory it uses, and that of the seeds.
void wend_parts_update(wend_mesh *mesh);

#endif
