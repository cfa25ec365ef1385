// SPDX-License-Identifier: MIT
// The minimum distance for the pixels of a row in a triangle. The including file compiles it for
// one vector width.
//
// Every operation is that of wend_window_distance, so a pixel has exactly the result of a query at
// its centre.
#ifndef WEND_MAP_PAINT_KERNEL_H
#define WEND_MAP_PAINT_KERNEL_H

#include "map/paint.h"

#include <math.h>
#include <string.h>

/// Columns by which a span is extended at either end: the intersection of a ray and a row is known
/// more exactly than that.
#define RAY_SLACK 0.25

/// The count rounded up to whole groups.
static inline uint32_t whole_groups(uint32_t count)
{
    return (count + PAINT_GROUP - 1) / PAINT_GROUP * PAINT_GROUP;
}

/// a if all bits of the mask are set, b if none. With ?: compilers generate a branch around the
/// store instead of vectors.
static inline double pick_double(uint64_t mask, double a, double b)
{
    uint64_t bits_a, bits_b;
    memcpy(&bits_a, &a, sizeof a);
    memcpy(&bits_b, &b, sizeof b);
    bits_a = (bits_a & mask) | (bits_b & ~mask);
    memcpy(&a, &bits_a, sizeof a);
    return a;
}

/// A window in a row: the columns begin <= i < end of the tile.
typedef struct row_part {
    uint32_t begin, end;
} row_part;

/// The columns of a row between the window's rays, and a few more.
static inline row_part part_of_row(const paint_window *window, const paint_tile *tile, uint32_t row,
                                   double y)
{
    double low = tile->begin[row], high = (double)tile->end[row] - 1, left = tile->left;
    for (int k = 0; k < 2; ++k) {
        double at = window->at[k] + window->per_y[k] * y - left;
        if (window->side[k] > 0)
            low = at + (1 - RAY_SLACK) > low ? at + (1 - RAY_SLACK) : low;
        else if (window->side[k] < 0)
            high = at + RAY_SLACK < high ? at + RAY_SLACK : high;
    }
    if (!(low < high + 1))
        return (row_part){0, 0};
    return (row_part){(uint32_t)low, (uint32_t)high + 1};
}

static void paint_cone(const paint_window *ready, paint_tile *tile)
{
    const wend_map_window *window = ready->window;
    double root = window->root, origin = window->origin.x, base = window->base;
    double left_x = window->left.x - window->origin.x, left_y = window->left.y - window->origin.y;
    double right_x = window->right.x - window->origin.x;
    double right_y = window->right.y - window->origin.y;
    for (uint32_t row = 0; row < tile->rows; ++row) {
        double y = tile->y[row] - window->origin.y, y2 = y * y;
        double left_a = left_x * y, right_a = right_x * y;
        double left_size = fabs(left_a), right_size = fabs(right_a);
        row_part part = part_of_row(ready, tile, row, y);
        const double *restrict xs = tile->x + part.begin;
        double *restrict min = tile->min[row] + part.begin;
        double *restrict roots = tile->roots[row] + part.begin;
        uint32_t count = whole_groups(part.end - part.begin);
        for (uint32_t i = 0; i < count; ++i) {
            double x = xs[i] - origin, before = min[i];
            double left_b = left_y * x, right_b = right_y * x;
            double left_slack = WEND_WINDOW_SLACK * (left_size + fabs(left_b));
            double right_slack = WEND_WINDOW_SLACK * (right_size + fabs(right_b));
            double here = base + sqrt(x * x + y2);
            here = left_a - left_b <= left_slack ? here : INFINITY;
            here = right_a - right_b >= -right_slack ? here : INFINITY;
            roots[i] = pick_double(-(uint64_t)(here < before), root, roots[i]);
            min[i] = here < before ? here : before;
        }
    }
}

static void paint_segment(const paint_window *ready, paint_tile *tile)
{
    const wend_map_window *window = ready->window;
    double root = window->root, origin = window->origin.x, base = window->base;
    wend_vec2 along = window->direction;
    double from = window->from, to = window->to;
    for (uint32_t row = 0; row < tile->rows; ++row) {
        double y = tile->y[row] - window->origin.y;
        double projection_y = y * along.y, height_y = along.x * y, y_size = fabs(y);
        row_part part = part_of_row(ready, tile, row, y);
        const double *restrict xs = tile->x + part.begin;
        double *restrict min = tile->min[row] + part.begin;
        double *restrict roots = tile->roots[row] + part.begin;
        uint32_t count = whole_groups(part.end - part.begin);
        for (uint32_t i = 0; i < count; ++i) {
            double x = xs[i] - origin, before = min[i];
            double projection = x * along.x + projection_y;
            double height = height_y - along.y * x;
            double slack = WEND_WINDOW_SLACK * (fabs(x) + y_size);
            double here = base + (height > 0 ? height : 0);
            here = projection >= from - slack ? here : INFINITY;
            here = projection <= to + slack ? here : INFINITY;
            here = height >= -slack ? here : INFINITY;
            roots[i] = pick_double(-(uint64_t)(here < before), root, roots[i]);
            min[i] = here < before ? here : before;
        }
    }
}

/// True if a ray leaves the whole tile on its other side: it does in the first row and in the last.
static bool is_beside(const paint_window *window, const paint_tile *tile)
{
    double first = tile->y[0] - window->window->origin.y;
    double last = tile->y[tile->rows - 1] - window->window->origin.y;
    double left = (double)tile->left - RAY_SLACK, right = tile->left + (PAINT_COLUMNS + RAY_SLACK);
    for (int k = 0; k < 2; ++k) {
        double a = window->at[k] + window->per_y[k] * first;
        double b = window->at[k] + window->per_y[k] * last;
        if (window->side[k] > 0 ? a > right && b > right
                                : window->side[k] < 0 && a < left && b < left)
            return true;
    }
    return false;
}

static void find_min(const paint_window *windows, uint32_t count, paint_tile *tile)
{
    for (uint32_t row = 0; row < tile->rows; ++row) {
        uint32_t end = tile->end[row] + PAINT_GROUP;
        for (uint32_t i = tile->begin[row]; i < end; ++i) {
            tile->min[row][i] = INFINITY;
            tile->roots[row][i] = WEND_MAP_NONE;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (is_beside(&windows[i], tile))
            continue;
        if (windows[i].window->edge & WEND_WINDOW_SEGMENT)
            paint_segment(&windows[i], tile);
        else
            paint_cone(&windows[i], tile);
    }
}

#endif
