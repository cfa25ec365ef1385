// SPDX-License-Identifier: MIT
// What a peer program reads from its standard input: a header, then the points as pairs of doubles,
// then the walls, the moves as pairs of doubles, the triangles, and a triangle for each move where
// there are triangles, all as this machine has them in memory. C and C++.
#ifndef WEND_BENCH_PEER_FORMAT_H
#define WEND_BENCH_PEER_FORMAT_H

#include <stdint.h>

#define PEER_MAGIC 0x33504557u // "WEP3"

/// The questions are shared out evenly among so many of the first sources, in order.
#define PEER_ASKED_SOURCES 10u

typedef struct peer_header {
    uint32_t magic;
    uint32_t point_count, wall_count;
    uint32_t runs;       ///< the time is the best of so many [Limit: >= 1]
    uint32_t open;       ///< 1: what no wall encloses is free; 0: it is solid
    uint32_t lists;      ///< 1: print the edges and the free triangles too, by points' numbers
    uint32_t move_count; ///< places of an agent, one after the other; or sources and questions
    uint32_t triangle_count;
    uint32_t source_count; ///< so many of the moves are sources; the others are asked
} peer_header;

typedef struct peer_wall {
    uint32_t a, b;  ///< points
    uint32_t solid; ///< 1: one side of it is solid; 0: both are alike
} peer_wall;

typedef struct peer_triangle {
    uint32_t corners[3]; ///< points, counter-clockwise
} peer_triangle;

#endif
