// SPDX-License-Identifier: MIT
// What diagrams are measured on: cities of any size, random segments and points, and an agent that
// walks through a city. All are the same in every run.
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

/// Square blocks of 15 m with streets of 5 m, so many along each side; 98 is the built-in city.
bool voronoi_city(uint32_t blocks, voronoi_case *c);
/// Segments at random places, 1 to 10 m long, one on 100 square metres, none nearer than 1 cm to
/// another.
bool voronoi_segments(uint32_t count, voronoi_case *c);
/// Points at random places, one on 100 square metres.
bool voronoi_points(uint32_t count, voronoi_case *c);
void voronoi_case_free(voronoi_case *c);

/// The floor of a case. NULL: out of memory.
wend_floor *voronoi_floor(const voronoi_case *c);
/// The obstacles for a peer, and the bounds if it is to have them.
bool voronoi_plan(const voronoi_case *c, bool bounds, peer_plan *plan);

/// Places of an agent, one after the other: steps of 0.5 to 1.5 m through the streets of a city,
/// and every STEPS_IN_A_STREET of them it is somewhere else.
enum { STEPS_IN_A_STREET = 50 };
void voronoi_walk(uint32_t blocks, wend_vec2 *places, uint32_t count);

#endif
