// SPDX-License-Identifier: MIT
// Pieces of lines, collected triangle by triangle and then joined to long ones.
#ifndef WEND_MAP_LINES_H
#define WEND_MAP_LINES_H

#include "core/array.h"

/// Pieces are joined only with those of the same key.
typedef struct wend_line_piece {
    uint64_t key;
    size_t first, count; ///< in points
} wend_line_piece;

/// How far ends that are one may be apart, in tolerances of the mesh: where two windows meet at a
/// small angle, what rounding does to the place is many times what it does to distances.
#define WEND_LINES_JOIN 16

/// Empty if zeroed.
typedef struct wend_lines {
    wend_array(wend_vec2) points;
    wend_array(wend_line_piece) pieces;
    double tolerance; ///< ends are one if they are nearer than this; shorter pieces are left out
    size_t open;      ///< where the piece that grows begins
    bool starved;     ///< out of memory
} wend_lines;

/// Adds a point to the piece that grows; wend_lines_end ends it. Whether memory was enough is told
/// at the end.
void wend_lines_add(wend_lines *lines, wend_vec2 p, const wend_allocator *allocator);
void wend_lines_end(wend_lines *lines, uint64_t key, const wend_allocator *allocator);

/// Joins the pieces and calls visit with each line, by key from the lowest up; the first point of a
/// closed line is its last, too. Stops when visit returns false. False: out of memory.
typedef bool wend_lines_fn(void *context, uint64_t key, const wend_vec2 *points, uint32_t count);
bool wend_lines_join(const wend_lines *lines, wend_lines_fn *visit, void *context,
                     const wend_allocator *allocator);

void wend_lines_free(wend_lines *lines, const wend_allocator *allocator);

#endif
