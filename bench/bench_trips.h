// SPDX-License-Identifier: MIT
// Path queries: those of the MovingAI benchmarks, with true lengths where known, and random ones.
#ifndef WEND_BENCH_BENCH_TRIPS_H
#define WEND_BENCH_BENCH_TRIPS_H

#include "wend/mesh.h"
#include "wend/random.h"

typedef struct trip {
    wend_vec2 from, to;
    double truth; ///< true length of the shortest path; NAN: unknown
} trip;

typedef struct trips {
    trip *data;
    uint32_t count;
} trips;

/// Reads the queries of a map's .scen file, and the true lengths from its file in truth/. False,
/// with nothing to free, if they are missing or out of memory.
bool bench_trips_read(const char *map, trips *t);

/// Random connected pairs of free points. False: out of memory.
bool bench_trips_random(const wend_mesh *mesh, uint32_t count, trips *t);

void bench_trips_free(trips *t);

/// A random free point.
wend_vec2 bench_free_place(const wend_mesh *mesh, wend_random *random);

#endif
