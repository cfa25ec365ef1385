// SPDX-License-Identifier: MIT
// Pieces of lines, collected triangle by triangle and then joined into long ones.
#ifndef WEND_MAP_LINES_H
#define WEND_MAP_LINES_H

#include "core/array.h"

/// Pieces are joined only with those of the same key.
typedef struct wend_line_piece {
    uint64_t key;
    size_t first, count; ///< in points
} wend_line_piece;

/// Maximum distance of coincident ends, in tolerances of the mesh: where two windows meet at a
/// small angle, the rounding error of the position is many times that of distances.
#define WEND_LINES_JOIN 16

/// Empty if zeroed.
typedef struct wend_lines {
    wend_array(wend_vec2) points;
    wend_array(wend_line_piece) pieces;
    double tolerance; ///< ends closer than this coincide; shorter pieces are dropped
    size_t open;      ///< start of the current piece
    bool starved;     ///< out of memory
} wend_lines;

/// Adds a point to the current piece; wend_lines_end ends it. Lack of memory is reported at the
/// end.
void wend_lines_add(wend_lines *lines, wend_vec2 p, const wend_allocator *allocator);
void wend_lines_end(wend_lines *lines, uint64_t key, const wend_allocator *allocator);

/// Joins the pieces and calls visit with each line, by key in increasing order; a closed line
/// repeats its first point at the end. Stops when visit returns false. False: out of memory.
typedef bool wend_lines_fn(void *context, uint64_t key, const wend_vec2 *points, uint32_t count);
bool wend_lines_join(const wend_lines *lines, wend_lines_fn *visit, void *context,
                     const wend_allocator *allocator);

void wend_lines_free(wend_lines *lines, const wend_allocator *allocator);

#endif
