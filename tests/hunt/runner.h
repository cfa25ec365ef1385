// SPDX-License-Identifier: MIT
// Runs many cases in several processes. A case that ends its process, or takes too long, is a
// result like any other.
#ifndef WEND_TESTS_HUNT_RUNNER_H
#define WEND_TESTS_HUNT_RUNNER_H

#include "tests/hunt/generate.h"
#include "tests/hunt/judge.h"

/// Limit of one case, on the clock. [Units: s]
enum { HUNT_CASE_SECONDS = 300 };

typedef struct hunt_orders {
    uint64_t first_seed;
    uint32_t scenes;
    uint32_t processes;
    uint32_t pair;   ///< HUNT_ANY: that of the seed
    uint32_t family; ///< HUNT_ANY: any that suits
    bool progress;   ///< prints the progress to standard error
} hunt_orders;

typedef struct hunt_result {
    uint64_t seed;
    uint32_t pair;
    const char *family; ///< NULL: there is no such case, or it was not run
    hunt_verdict verdict;
} hunt_result;

/// The pair of a seed.
uint32_t hunt_pair_of(const hunt_orders *orders, uint64_t seed);

/// Runs all cases; SIGINT and SIGTERM end it early, and cases that were not run have no family. The
/// results are in the order of the seeds, whatever the number of processes.
/// The caller passes them to hunt_results_free.
hunt_result *hunt_run(const hunt_orders *orders);
void hunt_results_free(hunt_result *results, const hunt_orders *orders);

#endif
