// SPDX-License-Identifier: MIT
// A map under construction: sums over the rows of all frames.
#ifndef WEND_MEASURE_MAP_SUMS_H
#define WEND_MEASURE_MAP_SUMS_H

#include "measure/map.h"

typedef struct measure_map_sums {
    measure_map *map;
    double *weights; ///< [width * height]
    double *values;  ///< weighted speeds; NULL for density
} measure_map_sums;

/// Lays out the map and allocates. False: out of memory, nothing to free.
bool measure_map_start(measure_map_sums *s, const recording *r, const measure_map_rule *rule,
                       measure_map *map);

static inline void measure_map_add(measure_map_sums *s, uint32_t column, uint32_t row,
                                   double weight, double value)
{
    size_t i = (size_t)row * s->map->width + column;
    s->weights[i] += weight;
    if (s->values)
        s->values[i] += weight * value;
}

/// True if the rule includes a frame.
static inline bool measure_map_wants(const measure_map_rule *rule, uint32_t frame)
{
    return frame >= rule->first && frame <= rule->last && (frame - rule->first) % rule->every == 0;
}

/// Converts sums to means and stores them in the map: speeds by weight, densities by `size` and the
/// number of frames.
void measure_map_finish(measure_map_sums *s, const recording *r, const measure_map_rule *rule,
                        double size);

/// Frees everything; the map is then empty.
void measure_map_give_up(measure_map_sums *s);

#endif
