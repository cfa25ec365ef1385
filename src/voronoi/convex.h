// SPDX-License-Identifier: MIT
// A convex polygon around a place, from which lines cut off parts.
#ifndef WEND_VORONOI_CONVEX_H
#define WEND_VORONOI_CONVEX_H

#include "core/memory.h"

/// There is memory for at least as many corners, and what is not in use holds one of the others.
enum { WEND_CONVEX_FEW = 8 };

/// Corners as seen from the place, counter-clockwise. Zeroed it has no corners and no room.
typedef struct wend_convex {
    uint32_t count;   ///< 0: nothing is left
    double *x, *y;    ///< [count]
    uint32_t *across; ///< [count] what the side from corner i to the next is, as its maker says
    double reach;     ///< the square of the distance to the farthest corner
    double *beyond;   ///< scratch
    size_t room;
} wend_convex;

/// Makes room for so many corners; those that are there are lost if it has to grow. False: out of
/// memory, nothing changed.
bool wend_convex_reserve(wend_convex *convex, size_t corners, const wend_allocator *allocator);
void wend_convex_free(wend_convex *convex, const wend_allocator *allocator);

static inline void wend_convex_set(wend_convex *convex, uint32_t corner, wend_vec2 at,
                                   uint32_t across)
{
    convex->x[corner] = at.x;
    convex->y[corner] = at.y;
    convex->across[corner] = across;
}

/// To be called when all corners are set, and before the next cut.
void wend_convex_finish(wend_convex *convex, uint32_t count);

/// Cuts off what is beyond the line of all v with along . v == most, and says what is across there.
/// There must be room for one more corner. Returns whether something was cut off. Corners carry
/// rounding of the order of 2^-52 of the distance to the farthest corner; what is beyond by less
/// may or may not be cut off.
bool wend_convex_cut(wend_convex *convex, wend_vec2 along, double most, uint32_t across);

/// False if nothing is beyond the line, so that a cut would change nothing. Quick, for whoever has
/// many lines of which few cut.
static inline bool wend_convex_beyond(const wend_convex *convex, wend_vec2 along, double most)
{
    int beyond = convex->count > WEND_CONVEX_FEW;
    for (uint32_t i = 0; i < WEND_CONVEX_FEW; ++i) // without a branch
        beyond |= along.x * convex->x[i] + along.y * convex->y[i] > most;
    return beyond != 0;
}

/// True if that is across of one of the sides.
static inline bool wend_convex_has_side(const wend_convex *convex, uint32_t across)
{
    bool found = false;
    for (uint32_t i = 0; i < WEND_CONVEX_FEW; ++i) // without a branch
        found |= convex->across[i] == across;
    for (uint32_t i = WEND_CONVEX_FEW; i < convex->count && !found; ++i)
        found = convex->across[i] == across;
    return found;
}

/// Makes one like another. [Limit: there is room]
void wend_convex_copy(wend_convex *to, const wend_convex *from);

double wend_convex_area(const wend_convex *convex);

#endif
