// SPDX-License-Identifier: MIT
// Trips, from a place to a place: those of the MovingAI benchmarks, with the true lengths of the
// ways where they are known, and random ones.
#ifndef WEND_BENCH_BENCH_TRIPS_H
#define WEND_BENCH_BENCH_TRIPS_H

#include "wend/mesh.h"
#include "wend/random.h"

typedef struct trip {
    wend_vec2 from, to;
    double truth; ///< the length of the shortest way; NAN: not known
} trip;

typedef struct trips {
    trip *data;
    uint32_t count;
} trips;

/// The trips of a map's .scen file, and the true lengths from its file in truth/. False, with
/// nothing to free, if they are not there or memory is out.
bool bench_trips_read(const char *map, trips *t);

/// Between places anywhere in the free space that are connected. False: out of memory.
bool bench_trips_random(const wend_mesh *mesh, uint32_t count, trips *t);

void bench_trips_free(trips *t);

/// A random place in the free space.
wend_vec2 bench_free_place(const wend_mesh *mesh, wend_random *random);

#endif
