// SPDX-License-Identifier: MIT
// Parts of `bench mang`. Functions that return bool return false when out of memory.
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
/// Sets the published figures, if any.
bool bench_mang_paper(json_t *row, const mang_demo *demo);
/// Reports a failed demo on standard error. False: out of memory.
bool bench_mang_done(const char *demo, wend_result result, const wend_error *error);

#endif
