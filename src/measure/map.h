// SPDX-License-Identifier: MIT
// Density and speed over the floor as square cells, averaged over time.
#ifndef WEND_MEASURE_MAP_H
#define WEND_MEASURE_MAP_H

#include "measure/speed.h"

typedef enum measure_map_kind {
    MEASURE_DENSITY, ///< mean over frames [Units: 1/m^2]
    MEASURE_SPEED,   ///< mean over all rows in the cell; NAN: always empty [Units: m/s]
} measure_map_kind;

/// Settings of a map. Start from measure_default_map_rule.
typedef struct measure_map_rule {
    measure_map_kind kind;
    wend_box box;         ///< area covered; empty: around all positions
    double cell;          ///< side of a cell [Units: m]
    double width;         ///< full width at half maximum of a Gaussian; 0: classic, by count
    uint32_t first, last; ///< frame range; clipped to the recording
    uint32_t every;       ///< stride of frames [Limit: >= 1]
    measure_window window;
} measure_map_rule;

/// Classic, all frames, in cells of MEASURE_MAP_CELL around all positions.
measure_map_rule measure_default_map_rule(const recording *r, measure_map_kind kind);

#define MEASURE_MAP_CELL 0.5
/// Maximum number of cells; the cell size is doubled until the map has no more.
#define MEASURE_MAX_CELLS ((uint64_t)1 << 22)
/// A Gaussian is truncated at this many standard deviations, where a millionth of it remains.
#define MEASURE_MAP_REACH 5.0

/// Empty if zeroed; may then be freed.
typedef struct measure_map {
    wend_vec2 origin; ///< lower left corner
    double cell;
    uint32_t width, height;
    double *values;     ///< [width * height] row by row from the bottom
    double least, most; ///< range of the values that are not NAN; NAN: none
} measure_map;

/// Classic density is count / (cell^2 frames); an agent on a border counts in the upper or right
/// cell. Gaussian density is, as in PedPy, the sum of G(dx) G(dy) for the distances from the cell's
/// centre; speed is the mean weighted by it. Means are over all rows of all frames, not means of
/// frame means.
bool measure_make_map(const recording *r, const measure_map_rule *rule, measure_map *out);
void measure_map_free(measure_map *map);

#endif
