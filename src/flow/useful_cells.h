// SPDX-License-Identifier: MIT
// The levels of a flow on a raster, and which cells are useful.
#ifndef WEND_FLOW_USEFUL_CELLS_H
#define WEND_FLOW_USEFUL_CELLS_H

#include "wend/flow.h"

/// Square cells, row by row from the bottom. The arrays are owned by the caller. [columns * rows]
typedef struct wend_flow_cells {
    wend_box box;
    double cell; ///< side of a cell [Units: m]
    uint32_t columns, rows;
    double *level;   ///< at the centres; -1: not in the domain
    bool *is_useful; ///< the stream there leads from a source to a sink
    double highest;  ///< highest level; -1: no cell in the domain
} wend_flow_cells;

/// Fills level, is_useful and highest for a solved flow. Results are those of wend_map_paint.
wend_result wend_flow_paint(const wend_flow *flow, wend_flow_cells *cells, wend_error *error);

/// True if the cell at a point is useful.
bool wend_flow_cell_is_useful(const wend_flow_cells *cells, wend_vec2 p);

#endif
