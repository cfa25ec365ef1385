// SPDX-License-Identifier: MIT
// A convex polygon around a position, clipped by lines.
#ifndef WEND_VORONOI_CONVEX_H
#define WEND_VORONOI_CONVEX_H

#include "core/memory.h"

/// Minimum capacity; unused corners duplicate a used one.
enum { WEND_CONVEX_FEW = 8 };

/// Corners relative to the position, counter-clockwise. Zeroed: no corners, no capacity.
typedef struct wend_convex {
    uint32_t count;   ///< 0: empty
    double *x, *y;    ///< [count]
    uint32_t *across; ///< [count] the caller's label of the side from corner i to the next
    double reach;     ///< squared distance to the farthest corner
    double *beyond;   ///< scratch
    size_t capacity;
} wend_convex;

/// Reserves memory for that many corners; existing ones are lost if it has to grow. False: out of
/// memory, unchanged.
bool wend_convex_reserve(wend_convex *convex, size_t corners, const wend_allocator *allocator);
void wend_convex_free(wend_convex *convex, const wend_allocator *allocator);

static inline void wend_convex_set(wend_convex *convex, uint32_t corner, wend_vec2 at,
                                   uint32_t across)
{
    convex->x[corner] = at.x;
    convex->y[corner] = at.y;
    convex->across[corner] = across;
}

/// To be called after all corners are set, before the next cut.
void wend_convex_finish(wend_convex *convex, uint32_t count);

/// Cuts off everything beyond the line of all v with along . v == limit, and labels the new side
/// with `across`. Requires capacity for one more corner. True if something was cut off. Corners
/// have rounding errors of the order of 2^-52 of the distance to the farthest corner; parts beyond
/// by less may or may not be cut off.
bool wend_convex_cut(wend_convex *convex, wend_vec2 along, double limit, uint32_t across);

/// False if nothing is beyond the line, so that a cut would change nothing. Fast, for callers with
/// many lines of which few cut.
static inline bool wend_convex_beyond(const wend_convex *convex, wend_vec2 along, double limit)
{
    int beyond = convex->count > WEND_CONVEX_FEW;
    for (uint32_t i = 0; i < WEND_CONVEX_FEW; ++i) // without a branch
        beyond |= along.x * convex->x[i] + along.y * convex->y[i] > limit;
    return beyond != 0;
}

/// True if one of the sides has this label.
static inline bool wend_convex_has_side(const wend_convex *convex, uint32_t across)
{
    bool found = false;
    for (uint32_t i = 0; i < WEND_CONVEX_FEW; ++i) // without a branch
        found |= convex->across[i] == across;
    for (uint32_t i = WEND_CONVEX_FEW; i < convex->count && !found; ++i)
        found = convex->across[i] == across;
    return found;
}

/// Copies a polygon. [Limit: sufficient capacity]
void wend_convex_copy(wend_convex *to, const wend_convex *from);

double wend_convex_area(const wend_convex *convex);

#endif
