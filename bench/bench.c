// SPDX-License-Identifier: MIT
// The list of benchmarks and the clock they share.
#include "bench/bench.h"

#include <time.h>

static bool run_geometry(json_t *rows)
{
    return bench_predicates(rows) && bench_index(rows);
}

const bench benches[] = {
    {"geometry", "exact predicates beside the plain formulas, and the spatial index", run_geometry},
};

const size_t bench_count = sizeof benches / sizeof benches[0];

double bench_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
