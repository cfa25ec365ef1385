// SPDX-License-Identifier: MIT
// The Voronoi cells of those who are there in a frame, cut to the floor: a cell has all free places
// that are nearer to its agent than to others and can be reached from it without leaving the cell,
// and not those behind a wall.
#ifndef WEND_MEASURE_CELLS_H
#define WEND_MEASURE_CELLS_H

#include "measure/parts.h"
#include "record/recording.h"
#include "voronoi/point_cells.h"

/// Trackers follow heads, which lean over walls. Who is no farther from the floor than this has a
/// cell all the same, with the nearest place. [Units: m]
#define MEASURE_ASTRAY 0.3

/// One cell, in convex pieces that don't overlap, one for each part of the floor that it is in.
typedef struct measure_cell {
    size_t row;
    wend_vec2 at;
    double area;              ///< [Units: m^2]
    double reach;             ///< no place of it is farther from the agent [Units: m]
    uint32_t sharing;         ///< agents at this very place, itself included
    const wend_vec2 *corners; ///< as seen from `at`, counter-clockwise, piece after piece
    const bool *inner;        ///< of the side from a corner to the next: the cell goes on beyond
    const uint32_t *ends;     ///< [piece_count] where each piece ends in corners
    uint32_t piece_count;     ///< 0: it has no cell
} measure_cell;

/// Sides of a cell that are remembered until the next frame, at most.
enum { MEASURE_KEPT_SIDES = 10 };

/// What is remembered of an agent.
typedef struct measure_kept_cell {
    uint32_t part;                      ///< where it was
    uint32_t frame;                     ///< in which it was last, or is
    uint32_t index;                     ///< there
    uint32_t count;                     ///< of the sides of its cell; 0: not known
    uint32_t sides[MEASURE_KEPT_SIDES]; ///< agents, or as wend_point_cell_find tells others
} measure_kept_cell;

/// What is kept from frame to frame. Zeroed it is empty.
typedef struct measure_cells {
    const recording *r;
    measure_parts parts;
    wend_array(wend_vec2) ring;         ///< of the cutoff; none: cells end at walls only
    uint32_t frame;                     ///< that is looked at
    wend_array(wend_vec2) points;       ///< of those in it
    wend_array(uint32_t) agents;        ///< who they are
    wend_array(measure_kept_cell) kept; ///< [agent_count]
    wend_array(uint32_t) seen;          ///< [parts] the cell for which a part was last looked at
    uint32_t stamp;                     ///< of the cell
    wend_point_cells crowd;
    wend_convex whole, piece;
    wend_array(uint32_t) waiting; ///< parts to be looked at
    wend_array(wend_vec2) corners;
    wend_array(bool) inner;
    wend_array(uint32_t) ends;
} measure_cells;

/// Starts on a floor of the recording; NULL: none, cells may reach anywhere. cutoff: cells end
/// this far from their agent, at a polygon with `quarter` sides to a quarter of a circle, as in
/// PedPy; INFINITY: at walls only. [Limit: finite if the floor has no bounds] False with a problem:
/// out of memory. A floor that is not sound: true with a problem, and nobody has a cell.
bool measure_cells_start(measure_cells *cells, const recording *r, const scene *floor,
                         double cutoff, uint32_t quarter, problem_list *problems);
void measure_cells_free(measure_cells *cells);

/// Is called for every row of a frame, in the order of by_frame. False: stop.
typedef bool measure_cell_fn(void *context, const measure_cell *cell);

/// Visits the cells of a frame. False: out of memory, or stopped.
bool measure_cells_visit(measure_cells *cells, uint32_t frame, measure_cell_fn *visit,
                         void *context);

#endif
