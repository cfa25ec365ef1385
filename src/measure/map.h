// SPDX-License-Identifier: MIT
// Density and speed over the floor as square cells, averaged over time.
#ifndef WEND_MEASURE_MAP_H
#define WEND_MEASURE_MAP_H

#include "measure/speed.h"

typedef enum measure_map_kind {
    MEASURE_DENSITY, ///< agents on a square metre, a mean of frames [Units: 1/m^2]
    MEASURE_SPEED,   ///< a mean of all rows in the cell; NAN: nobody was there [Units: m/s]
} measure_map_kind;

/// What is drawn. A zeroed one is not enough: start from measure_default_map_rule.
typedef struct measure_map_rule {
    measure_map_kind kind;
    wend_box box; ///< that is covered; empty: around all positions
    double cell;  ///< the side of a cell [Units: m]
    double width; ///< of a Gaussian, the full width at half its height; 0: classic, by count
    uint32_t first, last; ///< frames; those beyond the last one are not looked at
    uint32_t every;       ///< only each so many-th of them [Limit: >= 1]
    measure_window window;
} measure_map_rule;

/// Classic, of all frames, in cells of MEASURE_MAP_CELL around all positions.
measure_map_rule measure_default_map_rule(const recording *r, measure_map_kind kind);

#define MEASURE_MAP_CELL 0.5
/// A map of more cells is made coarser: the cell is doubled until it has at most so many.
#define MEASURE_MAX_CELLS ((uint64_t)1 << 22)
/// A Gaussian is cut off this many deviations from its middle, where a millionth of it is left.
#define MEASURE_MAP_REACH 5.0

/// Zeroed it is empty and may be freed.
typedef struct measure_map {
    wend_vec2 origin; ///< the lower left corner
    double cell;
    uint32_t width, height;
    double *values;     ///< [width * height] row by row from the lowest up
    double least, most; ///< of the values that are not NAN; NAN: there are none
} measure_map;

/// Classic density is count / (cell^2 frames); who is on the border of two cells counts in the
/// upper or right one. Gaussian density is, as in PedPy, the sum of G(dx) G(dy) for the distances
/// from the cell's middle, speed the mean weighted by it. Means are over all rows of all frames,
/// not means of frames' means.
bool measure_make_map(const recording *r, const measure_map_rule *rule, measure_map *out);
void measure_map_free(measure_map *map);

#endif
