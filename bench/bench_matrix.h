// SPDX-License-Identifier: MIT
// The rows of `bench matrix`, for its test, too.
#ifndef WEND_BENCH_BENCH_MATRIX_H
#define WEND_BENCH_BENCH_MATRIX_H

#include <jansson.h>
#include <stdbool.h>

/// How many scenes there are.
enum { MATRIX_SCENES = 3 };

/// A run ends when all are there, or after that. [Units: s]
#define MATRIX_SECONDS 90.0

/// Appends a row for every guide with every motion in one of the scenes; runs last no longer than
/// that. False: out of memory.
bool matrix_rows(json_t *rows, int which, double seconds);

#endif
