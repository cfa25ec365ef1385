// SPDX-License-Identifier: MIT
// Test cases of diagrams: cities of any size, random segments and points, and an agent that walks
// through a city. All are the same in every run.
#ifndef WEND_BENCH_VORONOI_CASES_H
#define WEND_BENCH_VORONOI_CASES_H

#include "bench/peer.h"
#include "wend/floor.h"

/// Obstacles in a box.
typedef struct voronoi_case {
    wend_vec2 *points;
    wend_shape *shapes; ///< of 1, 2 or 4 points
    uint32_t point_count, shape_count;
    wend_box box; ///< the bounds
} voronoi_case;

// Each returns false when out of memory, with nothing to free.

/// Square blocks of 15 m with streets of 5 m, `blocks` along each side; 98 is the built-in city.
bool voronoi_city(uint32_t blocks, voronoi_case *c);
/// Random segments, 1 to 10 m long, one per 100 m^2, at least 1 cm apart.
bool voronoi_segments(uint32_t count, voronoi_case *c);
/// Random points, one per 100 m^2.
bool voronoi_points(uint32_t count, voronoi_case *c);
void voronoi_case_free(voronoi_case *c);

/// The floor of a case. NULL: out of memory.
wend_floor *voronoi_floor(const voronoi_case *c);
/// The obstacles for a comparison program, and the bounds if requested.
bool voronoi_plan(const voronoi_case *c, bool bounds, peer_plan *plan);

/// Consecutive positions of an agent: steps of 0.5 to 1.5 m through the streets of a city;
/// relocated every STEPS_IN_A_STREET steps.
enum { STEPS_IN_A_STREET = 50 };
void voronoi_walk(uint32_t blocks, wend_vec2 *places, uint32_t count);

#endif
