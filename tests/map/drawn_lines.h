// SPDX-License-Identifier: MIT
// Lines that a path map tells, kept to be looked at.
#ifndef WEND_TESTS_MAP_DRAWN_LINES_H
#define WEND_TESTS_MAP_DRAWN_LINES_H

#include "tests/map/map_plain.h"

enum { MOST_POINTS = 1 << 17 };

/// Lines that a map has told, one after the other.
typedef struct told_lines {
    wend_vec2 points[MOST_POINTS];
    uint32_t count;
    uint32_t ends[MOST_POINTS];     ///< of each line, in points
    double levels[MOST_POINTS];     ///< of isolines
    uint32_t roots[MOST_POINTS][2]; ///< of borders
    uint32_t line_count;
} told_lines;

static told_lines told; // large; filled anew each time

static inline void note_line(const wend_vec2 *points, uint32_t count)
{
    assert_true(count >= 2);
    if (told.count + count > MOST_POINTS)
        fail_msg("more than %d points", MOST_POINTS);
    memcpy(told.points + told.count, points, count * sizeof *points);
    told.count += count;
    told.ends[told.line_count++] = told.count;
}

static inline bool note_isoline(void *context, double level, const wend_vec2 *points,
                                uint32_t count)
{
    (void)context;
    told.levels[told.line_count] = level;
    note_line(points, count);
    return true;
}

static inline bool note_border(void *context, uint32_t root, uint32_t other,
                               const wend_vec2 *points, uint32_t count)
{
    (void)context;
    told.roots[told.line_count][0] = root;
    told.roots[told.line_count][1] = other;
    note_line(points, count);
    return true;
}

static inline uint32_t begin_of(uint32_t line)
{
    return line > 0 ? told.ends[line - 1] : 0;
}

static inline void forget_lines(void)
{
    told.count = told.line_count = 0;
}

#endif
