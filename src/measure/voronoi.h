// SPDX-License-Identifier: MIT
// Density and speed by Voronoi cells: everybody is spread over the cell that it has for itself, so
// densities don't jump when somebody crosses the border of an area.
#ifndef WEND_MEASURE_VORONOI_H
#define WEND_MEASURE_VORONOI_H

#include "measure/area.h"
#include "measure/map.h"

/// PedPy's circles have so many sides to a quarter.
#define MEASURE_QUARTER 3

typedef struct measure_voronoi_rule {
    measure_window window;
    /// Cells end this far from their agent; INFINITY: at walls only. Those with much room around
    /// them would else count for a density that is nowhere. [Units: m]
    double cutoff;
    uint32_t quarter; ///< sides to a quarter of that circle
} measure_voronoi_rule;

/// No cutoff, speeds over the usual window.
measure_voronoi_rule measure_default_voronoi_rule(const recording *r);

/// True if cells have an end: there is a cutoff, or there are always bounds.
bool measure_voronoi_bounded(const recording *r, const measure_voronoi_rule *rule);

/// Where it is measured.
typedef struct measure_voronoi_area {
    measure_area area;
    /// [frame_count] By PedPy's formulas, for cells C of agents i and the area M:
    ///     density = sum of |C_i and M| / |C_i|, by |M|
    ///     speed = sum of |C_i and M| v_i, by |M|; NAN: nobody there has one (PedPy writes 0)
    /// count: cells that reach into the area. NAN: the floor is not sound in that frame.
    measure_moment *moments;
} measure_voronoi_area;

/// Measures in the areas, and tells the size of every row's cell: cells [opt] [row_count], NAN: it
/// has none, because it is not on the floor. Agents at one place have equal parts of their cell.
/// False with a problem: out of memory. Where a floor is not sound: true with a problem. [Limit:
/// measure_voronoi_bounded]
bool measure_find_voronoi(const recording *r, const measure_voronoi_rule *rule,
                          const measure_voronoi_area *areas, size_t area_count, double *cells,
                          problem_list *problems);

/// A map of density or speed by Voronoi cells: the square of a map has of every cell the part that
/// is in it. Density as in PedPy, by all frames; speed is the mean weighted by these parts, over
/// all frames (PedPy takes each frame by the whole square, its empty part too). The map rule's
/// width and window are not looked at. Returns as measure_find_voronoi.
bool measure_make_voronoi_map(const recording *r, const measure_map_rule *map,
                              const measure_voronoi_rule *rule, measure_map *out,
                              problem_list *problems);

#endif
