// SPDX-License-Identifier: MIT
// Clipping of a convex polygon by lines. Most polygons have few corners and most lines cut off one
// or two of them, at random: unpredictable branches dominate the time. So up to 8 corners are
// tested at once, and copied without a branch.
#include "voronoi/convex.h"

#include <string.h>

/// Polygons with fewer corners than this take the fast path.
enum { FEW = WEND_CONVEX_FEW };

/// Memory per corner.
enum { CORNER_BYTES = 3 * sizeof(double) + sizeof(uint32_t) };

bool wend_convex_reserve(wend_convex *convex, size_t corners, const wend_allocator *allocator)
{
    if (corners <= convex->capacity)
        return true;
    size_t capacity = corners + corners / 2 + FEW;
    double *values = wend_allocate(allocator, capacity, CORNER_BYTES);
    if (!values)
        return false;
    memset(values, 0, capacity * CORNER_BYTES);
    wend_convex_free(convex, allocator);
    *convex = (wend_convex){.x = values,
                            .y = values + capacity,
                            .beyond = values + 2 * capacity,
                            .across = (uint32_t *)(values + 3 * capacity),
                            .capacity = capacity};
    return true;
}

void wend_convex_free(wend_convex *convex, const wend_allocator *allocator)
{
    wend_release(allocator, convex->x, convex->capacity, CORNER_BYTES);
    *convex = (wend_convex){0};
}

void wend_convex_finish(wend_convex *convex, uint32_t count)
{
    double limit = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double square = convex->x[i] * convex->x[i] + convex->y[i] * convex->y[i];
        limit = square > limit ? square : limit;
    }
    convex->count = count;
    convex->reach = limit;
    for (uint32_t i = count; i < FEW; ++i)
        wend_convex_set(convex, i, (wend_vec2){convex->x[0], convex->y[0]}, convex->across[0]);
}

void wend_convex_copy(wend_convex *to, const wend_convex *from)
{
    uint32_t count = from->count > FEW ? from->count : FEW;
    to->count = from->count;
    to->reach = from->reach;
    memcpy(to->x, from->x, count * sizeof *to->x);
    memcpy(to->y, from->y, count * sizeof *to->y);
    memcpy(to->across, from->across, count * sizeof *to->across);
}

double wend_convex_area(const wend_convex *convex)
{
    double twice = 0;
    for (uint32_t i = 0, before = convex->count - 1; i < convex->count; before = i++)
        twice += convex->x[before] * convex->y[i] - convex->x[i] * convex->y[before];
    return twice / 2;
}

// ---- cutting ------------------------------------------------------------------------------------

static uint32_t next_of(uint32_t n, uint32_t i)
{
    return i + 1 < n ? i + 1 : 0;
}

static uint32_t previous_of(uint32_t n, uint32_t i)
{
    return i > 0 ? i - 1 : n - 1;
}

/// The intersection of the line with the side from a corner that stays to one that does not.
static wend_vec2 crossing(const wend_convex *c, uint32_t stays, uint32_t goes)
{
    double share = c->beyond[stays] / (c->beyond[stays] - c->beyond[goes]);
    return (wend_vec2){c->x[stays] + share * (c->x[goes] - c->x[stays]),
                       c->y[stays] + share * (c->y[goes] - c->y[stays])};
}

/// Any number of corners.
static bool cut_many(wend_convex *c, wend_vec2 along, double limit, uint32_t across)
{
    uint32_t n = c->count, farthest = 0;
    double *beyond = c->beyond;
    for (uint32_t i = 0; i < n; ++i) {
        beyond[i] = along.x * c->x[i] + along.y * c->y[i] - limit;
        farthest = beyond[i] > beyond[farthest] ? i : farthest;
    }
    if (n == 0 || !(beyond[farthest] > 0))
        return false;
    // From the farthest corner in both directions: corners that are beyond elsewhere because of
    // rounding are ignored.
    uint32_t first = farthest, last = farthest, gone = 1;
    for (; gone < n && beyond[next_of(n, last)] > 0; ++gone)
        last = next_of(n, last);
    for (; gone < n && beyond[previous_of(n, first)] > 0; ++gone)
        first = previous_of(n, first);
    if (gone == n) {
        c->count = 0;
        return true;
    }
    uint32_t after = next_of(n, last), kept = c->across[last];
    wend_vec2 a = crossing(c, previous_of(n, first), first), b = crossing(c, after, last);
    // Corners that stay are moved to the front, in order, followed by the new ones.
    uint32_t count = n - gone;
    if (after < first || first == 0) {
        for (uint32_t i = 0; i < count; ++i)
            wend_convex_set(c, i, (wend_vec2){c->x[after + i], c->y[after + i]},
                            c->across[after + i]);
        wend_convex_set(c, count, a, across);
        wend_convex_set(c, count + 1, b, kept);
    } else { // the removed corners are in the middle; the rest moves up
        uint32_t behind = n - after;
        size_t from = after, to = (size_t)first + 2;
        memmove(c->x + to, c->x + from, behind * sizeof *c->x);
        memmove(c->y + to, c->y + from, behind * sizeof *c->y);
        memmove(c->across + to, c->across + from, behind * sizeof *c->across);
        wend_convex_set(c, first, a, across);
        wend_convex_set(c, first + 1, b, kept);
    }
    wend_convex_finish(c, count + 2);
    return true;
}

/// A bit for each of the first FEW corners that is beyond the line.
static uint32_t find_beyond(const wend_convex *c, wend_vec2 along, double limit)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < FEW; ++i) {
        c->beyond[i] = along.x * c->x[i] + along.y * c->y[i] - limit;
        bits |= (uint32_t)(c->beyond[i] > 0) << i;
    }
    return bits;
}

/// The number of the lowest bit that is set. [Limit: one of the first FEW]
static uint32_t lowest(uint32_t bits)
{
    return ((bits & 0xaa) != 0) | (uint32_t)((bits & 0xcc) != 0) << 1 |
           (uint32_t)((bits & 0xf0) != 0) << 2;
}

/// Keeps the corners that stay, from `after` on, and inserts the new side before them.
static void replace(wend_convex *c, uint32_t after, uint32_t stay, wend_vec2 a, wend_vec2 b,
                    uint32_t across, uint32_t kept)
{
    double x[FEW] = {a.x, b.x}, y[FEW] = {a.y, b.y};
    uint32_t sides[FEW] = {across, kept};
    uint32_t n = c->count, last = after + stay - 1;
    for (uint32_t i = 0; i < FEW - 2; ++i) {
        uint32_t from = after + i < last ? after + i : last;
        from -= from < n ? 0 : n;
        x[i + 2] = c->x[from];
        y[i + 2] = c->y[from];
        sides[i + 2] = c->across[from];
    }
    double even = 0, odd = 0;
    for (uint32_t i = 0; i < FEW; i += 2) {
        double p = x[i] * x[i] + y[i] * y[i], q = x[i + 1] * x[i + 1] + y[i + 1] * y[i + 1];
        even = p > even ? p : even;
        odd = q > odd ? q : odd;
    }
    memcpy(c->x, x, sizeof x);
    memcpy(c->y, y, sizeof y);
    memcpy(c->across, sides, sizeof sides);
    c->reach = even > odd ? even : odd;
    c->count = stay + 2;
}

bool wend_convex_cut(wend_convex *c, wend_vec2 along, double limit, uint32_t across)
{
    uint32_t n = c->count;
    if (n >= FEW || n == 0)
        return cut_many(c, along, limit, across);
    uint32_t gone = find_beyond(c, along, limit) & ((1u << n) - 1);
    if (gone == 0)
        return false;
    uint32_t firsts = gone & ~(gone << 1 | gone >> (n - 1));
    uint32_t lasts = gone & ~(gone >> 1 | gone << (n - 1));
    if (firsts == 0 || (firsts & (firsts - 1)) != 0) // all of them, or several runs
        return cut_many(c, along, limit, across);
    uint32_t first = lowest(firsts), last = lowest(lasts);
    uint32_t after = next_of(n, last), before = previous_of(n, first);
    uint32_t stay = before >= after ? before - after + 1 : before + n - after + 1;
    replace(c, after, stay, crossing(c, before, first), crossing(c, after, last), across,
            c->across[last]);
    return true;
}
