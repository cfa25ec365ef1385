// SPDX-License-Identifier: MIT
// The area swept along a straight line is convex, so each row of cells is met in one run: the hull
// of the disc at either end and of the band between them.
#include "measure/swept_area.h"

#include <math.h>
#include <stdlib.h>

enum { WORD_BITS = 64 };

bool swept_create(swept *s, wend_box box, double cell)
{
    *s = (swept){0};
    if (box.min.x > box.max.x)
        box = (wend_box){{0, 0}, {0, 0}};
    if (!(cell > 0))
        cell = SWEPT_CELL;
    double left, low, width, height;
    for (;; cell *= 2) {
        left = floor(box.min.x / cell);
        low = floor(box.min.y / cell);
        width = floor(box.max.x / cell) - left + 1;
        height = floor(box.max.y / cell) - low + 1;
        if (width * height <= (double)SWEPT_MAX_CELLS)
            break;
    }
    uint32_t row_words = ((uint32_t)width + WORD_BITS - 1) / WORD_BITS;
    uint64_t *bits = calloc((size_t)row_words * (size_t)height, sizeof *bits);
    if (!bits)
        return false;
    *s = (swept){{left * cell, low * cell}, cell,      (uint32_t)width,
                 (uint32_t)height,          row_words, bits};
    return true;
}

void swept_free(swept *s)
{
    free(s->bits);
    *s = (swept){0};
}

/// An interval of x; empty if low > high.
typedef struct run {
    double low, high;
} run;

static run join(run a, double low, double high)
{
    return (run){fmin(a.low, low), fmax(a.high, high)};
}

static run join_disc(run r, wend_vec2 centre, double radius, double y)
{
    double rise = y - centre.y;
    if (fabs(rise) > radius)
        return r;
    double reach = sqrt(radius * radius - rise * rise);
    return join(r, centre.x - reach, centre.x + reach);
}

/// Extends the run by the point of side a-b at height y.
static run join_side(run r, wend_vec2 a, wend_vec2 b, double y)
{
    if ((a.y < y && b.y < y) || (a.y > y && b.y > y) || a.y == b.y)
        return r;
    double x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
    return join(r, x, x);
}

/// Sets the bits first to last of a row.
static void fill(uint64_t *row, uint32_t first, uint32_t last)
{
    uint32_t word = first / WORD_BITS, end = last / WORD_BITS;
    uint64_t from = UINT64_MAX << first % WORD_BITS;
    uint64_t to = UINT64_MAX >> (WORD_BITS - 1 - last % WORD_BITS);
    if (word == end) {
        row[word] |= from & to;
        return;
    }
    row[word] |= from;
    while (++word < end)
        row[word] = UINT64_MAX;
    row[end] |= to;
}

/// Cells whose centres, at (i + 1/2) cell, lie from low to high, clipped to the raster. False:
/// none.
static bool cells_between(double low, double high, double cell, uint32_t count, uint32_t *first,
                          uint32_t *last)
{
    double from = fmax(ceil(low / cell - 0.5), 0);
    double to = fmin(floor(high / cell - 0.5), (double)count - 1);
    if (!(from <= to))
        return false;
    *first = (uint32_t)from;
    *last = (uint32_t)to;
    return true;
}

void swept_add(swept *s, wend_vec2 from, wend_vec2 to, double radius)
{
    wend_vec2 a = {from.x - s->origin.x, from.y - s->origin.y};
    wend_vec2 b = {to.x - s->origin.x, to.y - s->origin.y};
    wend_vec2 along = {b.x - a.x, b.y - a.y};
    double length = sqrt(along.x * along.x + along.y * along.y);
    wend_vec2 side = {0, 0}; // from the path to its left border
    if (length > 0)
        side = (wend_vec2){-along.y / length * radius, along.x / length * radius};
    const wend_vec2 band[] = {{a.x + side.x, a.y + side.y},
                              {b.x + side.x, b.y + side.y},
                              {b.x - side.x, b.y - side.y},
                              {a.x - side.x, a.y - side.y}};
    uint32_t row, last_row;
    if (!cells_between(fmin(a.y, b.y) - radius, fmax(a.y, b.y) + radius, s->cell, s->height, &row,
                       &last_row))
        return;
    for (; row <= last_row; ++row) {
        double y = (row + 0.5) * s->cell;
        run r = {INFINITY, -INFINITY};
        r = join_disc(join_disc(r, a, radius, y), b, radius, y);
        for (int i = 0; i < 4; ++i)
            r = join_side(r, band[i], band[(i + 1) % 4], y);
        uint32_t first, last;
        if (cells_between(r.low, r.high, s->cell, s->width, &first, &last))
            fill(s->bits + (size_t)row * s->row_words, first, last);
    }
}

bool swept_at(const swept *s, uint32_t column, uint32_t row)
{
    return s->bits[(size_t)row * s->row_words + column / WORD_BITS] >> column % WORD_BITS & 1;
}

/// Number of set bits.
static unsigned ones(uint64_t word)
{
    unsigned count = 0;
    for (; word; word &= word - 1)
        ++count;
    return count;
}

/// Area of the cells of s that are not in other [opt].
static double area(const swept *s, const swept *other)
{
    uint64_t cells = 0;
    for (size_t i = 0; i < (size_t)s->row_words * s->height; ++i)
        cells += ones(other ? s->bits[i] & ~other->bits[i] : s->bits[i]);
    return (double)cells * s->cell * s->cell;
}

double swept_area(const swept *s)
{
    return area(s, NULL);
}

double swept_area_beyond(const swept *s, const swept *other)
{
    return area(s, other);
}
