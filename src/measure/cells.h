// SPDX-License-Identifier: MIT
// Voronoi cells of the agents in a frame, clipped to the floor. A cell contains all free points
// that are nearer to its agent than to others and can be reached from it without leaving the cell;
// points behind a wall are excluded.
#ifndef WEND_MEASURE_CELLS_H
#define WEND_MEASURE_CELLS_H

#include "measure/parts.h"
#include "record/recording.h"
#include "voronoi/point_cells.h"

/// Trackers follow heads, which lean over walls. An agent within this distance of the floor has the
/// cell of the nearest point. [Units: m]
#define MEASURE_ASTRAY 0.3

/// One cell, as disjoint convex pieces, one for each part of the floor that it meets.
typedef struct measure_cell {
    size_t row;
    wend_vec2 at;
    double area;              ///< [Units: m^2]
    double reach;             ///< maximum distance of its points from the agent [Units: m]
    uint32_t sharing;         ///< agents at this position, itself included
    const wend_vec2 *corners; ///< relative to `at`, counter-clockwise, piece after piece
    const bool *inner;    ///< for the side from a corner to the next: the cell continues beyond it
    const uint32_t *ends; ///< [piece_count] end of each piece in corners
    uint32_t piece_count; ///< 0: no cell
} measure_cell;

/// Maximum number of sides of a cell kept for the next frame.
enum { MEASURE_KEPT_SIDES = 10 };

/// Data kept for an agent.
typedef struct measure_kept_cell {
    uint32_t part;                      ///< last part of the floor
    uint32_t frame;                     ///< last frame in which it was present
    uint32_t index;                     ///< index in that frame
    uint32_t count;                     ///< number of sides of its cell; 0: unknown
    uint32_t sides[MEASURE_KEPT_SIDES]; ///< agents, or other sides as in wend_point_cell_find
} measure_kept_cell;

/// State kept from frame to frame. Empty if zeroed.
typedef struct measure_cells {
    const recording *r;
    measure_parts parts;
    wend_array(wend_vec2) ring;         ///< ring of the cutoff; none: cells end at walls only
    uint32_t frame;                     ///< current frame
    wend_array(wend_vec2) points;       ///< positions of the agents in it
    wend_array(uint32_t) agents;        ///< their agent numbers
    wend_array(measure_kept_cell) kept; ///< [agent_count]
    wend_array(uint32_t) seen;          ///< [parts] stamp of the last cell that visited the part
    uint32_t stamp;                     ///< stamp of the current cell
    wend_point_cells crowd;
    wend_convex whole, piece;
    wend_array(uint32_t) waiting; ///< parts to visit
    wend_array(wend_vec2) corners;
    wend_array(bool) inner;
    wend_array(uint32_t) ends;
} measure_cells;

/// Starts on a floor of the recording; NULL: none, the plane is free. cutoff: cells end at this
/// distance from their agent, at a polygon with `quarter` sides per quarter circle, as in PedPy;
/// INFINITY: at walls only. [Limit: finite if the floor has no bounds] False with a problem: out of
/// memory. True with a problem: the floor is invalid, and no agent has a cell.
bool measure_cells_start(measure_cells *cells, const recording *r, const scene *floor,
                         double cutoff, uint32_t quarter, problem_list *problems);
void measure_cells_free(measure_cells *cells);

/// Called for every row of a frame, in the order of by_frame. False: stop.
typedef bool measure_cell_fn(void *context, const measure_cell *cell);

/// Visits the cells of a frame. False: out of memory, or stopped.
bool measure_cells_visit(measure_cells *cells, uint32_t frame, measure_cell_fn *visit,
                         void *context);

#endif
