// SPDX-License-Identifier: MIT
// A map in the making, for the files that add to one: sums over the rows of all frames.
#ifndef WEND_MEASURE_MAP_SUMS_H
#define WEND_MEASURE_MAP_SUMS_H

#include "measure/map.h"

typedef struct measure_map_sums {
    measure_map *map;
    double *weights; ///< [width * height]
    double *values;  ///< the same, times the speed; NULL: density is asked for
} measure_map_sums;

/// Lays out the map and makes room. False: out of memory, nothing to free.
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

/// True if the rule asks for a frame.
static inline bool measure_map_wants(const measure_map_rule *rule, uint32_t frame)
{
    return frame >= rule->first && frame <= rule->last && (frame - rule->first) % rule->every == 0;
}

/// From sums to means: speeds by weight, densities by `size` and the number of frames. The map has
/// them then.
void measure_map_finish(measure_map_sums *s, const recording *r, const measure_map_rule *rule,
                        double size);

/// Frees what was started; the map is empty then.
void measure_map_give_up(measure_map_sums *s);

#endif
