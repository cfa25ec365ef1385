// SPDX-License-Identifier: MIT
// Parts of `bench pathmap`.
#ifndef WEND_BENCH_BENCH_PATHMAP_H
#define WEND_BENCH_BENCH_PATHMAP_H

#include "bench/pathmap_cases.h"

enum { PATHMAP_ROUNDS = 3 }; ///< the minimum counts

/// Mean time of building the maps of the first sources, each alone; NAN, with a message on standard
/// error, on failure.
double pathmap_build_ms(wend_map *map, const pathmap_case *c, uint32_t sources);

/// Rows squares-40, squares-80, growth, rocks-20, wide-20 and posts-20. False: out of memory, here
/// and below.
bool bench_pathmap_growth(json_t *rows);

/// Rows update and update-...: incremental updates.
bool bench_pathmap_updates(json_t *rows);

#endif
