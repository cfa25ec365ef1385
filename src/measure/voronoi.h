// SPDX-License-Identifier: MIT
// Density and speed by Voronoi cells: each agent is distributed over its cell, so the density does
// not jump when an agent crosses the border of an area.
#ifndef WEND_MEASURE_VORONOI_H
#define WEND_MEASURE_VORONOI_H

#include "measure/area.h"
#include "measure/map.h"

/// Sides per quarter circle in PedPy.
#define MEASURE_QUARTER 3

typedef struct measure_voronoi_rule {
    measure_window window;
    /// Maximum distance of a cell's points from its agent; INFINITY: cells end at walls only.
    /// Without it, agents at the rim of a crowd dilute its density. [Units: m]
    double cutoff;
    uint32_t quarter; ///< sides per quarter of that circle
} measure_voronoi_rule;

/// No cutoff, default window for speeds.
measure_voronoi_rule measure_default_voronoi_rule(const recording *r);

/// True if cells are bounded: by a cutoff, or by the bounds of every floor.
bool measure_voronoi_bounded(const recording *r, const measure_voronoi_rule *rule);

/// An area and its results.
typedef struct measure_voronoi_area {
    measure_area area;
    /// [frame_count] PedPy's formulas, for cells C of agents i and the area M:
    ///     density = sum of |C_i and M| / |C_i|, divided by |M|
    ///     speed = sum of |C_i and M| v_i, divided by |M|; NAN: no agent has one (PedPy writes 0)
    /// count: cells that reach into the area. NAN: the floor is invalid in that frame.
    measure_moment *moments;
} measure_voronoi_area;

/// Measures in the areas and, if cells is given, the size of every row's cell: cells [opt]
/// [row_count], NAN for an agent outside the floor. Agents at one position share their cell
/// equally. False with a problem: out of memory. True with a problem: a floor is invalid. [Limit:
/// measure_voronoi_bounded]
bool measure_find_voronoi(const recording *r, const measure_voronoi_rule *rule,
                          const measure_voronoi_area *areas, size_t area_count, double *cells,
                          problem_list *problems);

/// Map of density or speed by Voronoi cells: each square receives the part of every cell inside it.
/// Density as in PedPy, over all frames; speed is the mean weighted by these parts, over all frames
/// (PedPy divides each frame by the whole square, including its empty part). The map rule's width
/// and window are ignored. Returns as measure_find_voronoi.
bool measure_make_voronoi_map(const recording *r, const measure_map_rule *map,
                              const measure_voronoi_rule *rule, measure_map *out,
                              problem_list *problems);

#endif
