// SPDX-License-Identifier: MIT
// Input of a comparison program: a header, then the points as pairs of doubles, the walls, the
// moves as pairs of doubles, the triangles, and a triangle for each move if there are triangles,
// all in native memory layout. C and C++.
#ifndef WEND_BENCH_PEER_FORMAT_H
#define WEND_BENCH_PEER_FORMAT_H

#include <stdint.h>

#define PEER_MAGIC 0x33504557u // "WEP3"

/// Queries are distributed evenly over this many of the first sources, in order.
#define PEER_QUERY_SOURCES 10u

typedef struct peer_header {
    uint32_t magic;
    uint32_t point_count, wall_count;
    uint32_t runs;       ///< the minimum time counts [Limit: >= 1]
    uint32_t open;       ///< 1: the outside of walls is free; 0: solid
    uint32_t lists;      ///< 1: also print the edges and the free triangles, by point index
    uint32_t move_count; ///< consecutive positions of an agent; or sources and queries
    uint32_t triangle_count;
    uint32_t source_count; ///< leading moves that are sources; the others are queries
} peer_header;

typedef struct peer_wall {
    uint32_t a, b;  ///< points
    uint32_t solid; ///< 1: one side is solid; 0: both are alike
} peer_wall;

typedef struct peer_triangle {
    uint32_t corners[3]; ///< points, counter-clockwise
} peer_triangle;

#endif
