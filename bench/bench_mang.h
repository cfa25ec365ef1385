// SPDX-License-Identifier: MIT
// The parts of `bench mang`, and what they share. Functions that return bool return false when out
// of memory.
#ifndef WEND_BENCH_BENCH_MANG_H
#define WEND_BENCH_BENCH_MANG_H

#include "bench/mang_demos.h"

#include <jansson.h>

/// Rows of the kind "raster".
bool bench_mang_raster(json_t *rows);
/// Rows first_goals, fruit and safety.
bool bench_mang_claims(json_t *rows);

/// Appends a row of a scene; NULL: out of memory.
json_t *bench_mang_row(json_t *rows, const char *what, const char *demo);
/// Sets the document's figures, where there are some.
bool bench_mang_paper(json_t *row, const mang_demo *demo);
/// After a demo that could not be run: says so on standard error. False for want of memory.
bool bench_mang_done(const char *demo, wend_result result, const wend_error *error);

#endif
