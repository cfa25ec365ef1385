// SPDX-License-Identifier: MIT
// Many cells at once: computed in parallel, kept, and stitched together.
#ifndef WEND_VORONOI_BATCH_H
#define WEND_VORONOI_BATCH_H

#include "voronoi/diagram.h"

/// Room for as many cells as there are elements, and memory for the workers. False: out of memory.
bool wend_cells_reserve(wend_voronoi *voronoi);

/// Computes all cells from nothing, and stitches them. (batch.c)
wend_result wend_cells_compute_all(wend_voronoi *voronoi, wend_error *error);

/// Computes the cells of some elements into voronoi->fresh. False: out of memory. (batch.c)
bool wend_cells_compute(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count);

/// Keeps what was computed last as the cells of these elements, and lists in voronoi->rim whom
/// these had arcs with before. False: out of memory, and some may have been kept. (rooms.c)
bool wend_cells_keep(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count);

/// Gives up the arcs of a cell. (rooms.c)
void wend_cell_clear(wend_voronoi *voronoi, uint32_t element);

/// Finds the twins of the arcs of these elements' cells, which are all that have voronoi->turn as
/// their mark, and tells them those of other cells. (stitch.c)
void wend_cells_find_twins(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count);

/// True if every arc of a cell is its twin's twin. (stitch.c)
bool wend_cell_has_twins(const wend_voronoi *voronoi, uint32_t element);

/// Makes a diagram of cells: for all (elements NULL) finds twins; for some, they have been found.
/// Of cells that see a tie differently by a rounding, the arcs that only one of them sees are taken
/// out. Then finds the vertices. WEND_UNSOUND: it can't be done. (stitch.c)
wend_result wend_cells_stitch(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count,
                              wend_error *error);

#endif
