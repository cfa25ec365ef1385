// SPDX-License-Identifier: MIT
// Interface between cells.c, merge.c and parts.c.
//
// An edit works as follows. Before a triangle changes, its cell is dissolved: the triangles of the
// cell become loose, and the cells around it are noted as seeds. After the edit the edges around
// the touched triangles are evaluated again, which may dissolve more cells. Loose triangles are put
// into new cells, which are seeds too. Finally connectivity is updated from the seeds.
#ifndef WEND_MESH_CELLS_H
#define WEND_MESH_CELLS_H

#include "mesh/mesh.h"
#include "wend/vec2.h"

/// True if an edge may be inside a cell: it lies between two free triangles, without a wall.
static inline bool wend_is_inner(const wend_mesh *mesh, uint32_t h)
{
    return wend_twin(mesh, h) != WEND_NONE && !wend_is_fixed(mesh, h) &&
           !wend_is_solid(mesh, h / 3);
}

static inline bool wend_is_merged(const wend_mesh *mesh, uint32_t h)
{
    return mesh->flags[h] & WEND_EDGE_MERGED;
}

/// wend_edge_precedes for two edges of the same length.
bool wend_equal_edge_precedes(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d);

/// The order in which edges are evaluated: true if that from a to b comes before that from c to d.
/// The longer comes first.
static inline bool wend_edge_precedes(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    double one = wend_distance_squared(a, b), other = wend_distance_squared(c, d);
    return one != other ? one > other : wend_equal_edge_precedes(a, b, c, d);
}

// ---- merge.c ------------------------------------------------------------------------------------

/// Evaluates all edges.
void wend_merge_all(wend_mesh *mesh);

/// Evaluates the edges whose surroundings have changed, and dissolves the cells on either side of
/// each with a different result.
void wend_merge_touched(wend_mesh *mesh);

// ---- cells.c ------------------------------------------------------------------------------------

/// Dissolves a cell. Its triangles and their links must be as they were when it was created.
void wend_cell_dissolve(wend_mesh *mesh, uint32_t cell);

// ---- parts.c ------------------------------------------------------------------------------------

/// Numbers the components of the whole mesh.
void wend_parts_build(wend_mesh *mesh);

/// Adds a cell to the seeds of the connectivity update.
void wend_parts_seed(wend_mesh *mesh, uint32_t cell);

/// Removes a cell from its part.
void wend_parts_leave(wend_mesh *mesh, uint32_t cell);

/// Updates the components from the seeds: a new cell has WEND_NONE for its part, and all neighbours
/// of new cells and of dissolved ones are seeds. Empties the list of loose triangles, whose memory
/// it uses, and that of the seeds.
void wend_parts_update(wend_mesh *mesh);

#endif
