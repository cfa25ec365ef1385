// SPDX-License-Identifier: MIT
// Rows of `bench matrix`, also used by its test.
#ifndef WEND_BENCH_BENCH_MATRIX_H
#define WEND_BENCH_BENCH_MATRIX_H

#include <jansson.h>
#include <stdbool.h>

/// Number of scenes.
enum { MATRIX_SCENES = 3 };

/// Time limit of a run, which ends when all have arrived. [Units: s]
#define MATRIX_SECONDS 90.0

/// Appends a row for every planner with every motion model in one of the scenes; runs end after
/// `seconds`. False: out of memory.
bool matrix_rows(json_t *rows, int which, double seconds);

#endif
