// SPDX-License-Identifier: MIT
// Batches of cells: computed in parallel, stored, and stitched together.
#ifndef WEND_VORONOI_BATCH_H
#define WEND_VORONOI_BATCH_H

#include "voronoi/diagram.h"

/// Reserves memory for a cell per element, and for the workers. False: out of memory.
bool wend_cells_reserve(wend_voronoi *voronoi);

/// Computes all cells from scratch, and stitches them. (batch.c)
wend_result wend_cells_compute_all(wend_voronoi *voronoi, wend_error *error);

/// Computes the cells of some elements into voronoi->fresh. False: out of memory. (batch.c)
bool wend_cells_compute(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count);

/// Stores the cells computed last as those of these elements, and lists in voronoi->rim the
/// elements they had arcs with before. False: out of memory; some may have been stored.
/// (cell_storage.c)
bool wend_cells_store(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count);

/// Releases the arcs of a cell. (cell_storage.c)
void wend_cell_clear(wend_voronoi *voronoi, uint32_t element);

/// Finds the twins of the arcs of these elements' cells, which are all those with voronoi->turn as
/// their mark, and updates the twins in other cells. (stitch.c)
void wend_cells_find_twins(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count);

/// True if every arc of a cell is the twin of its twin. (stitch.c)
bool wend_cell_has_twins(const wend_voronoi *voronoi, uint32_t element);

/// Stitches cells to a diagram: finds twins for all cells (elements NULL); for some, they have been
/// found. If two cells decide a tie differently because of rounding, arcs that only one of them has
/// are removed. Then finds the vertices. WEND_INVALID_GEOMETRY: impossible. (stitch.c)
wend_result wend_cells_stitch(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count,
                              wend_error *error);

#endif
