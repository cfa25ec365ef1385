// SPDX-License-Identifier: MIT
// Points compared by their coordinates: exact, and the same everywhere.
#ifndef WEND_GEOMETRY_POINTS_H
#define WEND_GEOMETRY_POINTS_H

#include "wend/base.h"

static inline bool wend_same_place(wend_vec2 p, wend_vec2 q)
{
    return p.x == q.x && p.y == q.y;
}

/// From left to right, then upwards: the order of points along any line.
static inline bool wend_is_before(wend_vec2 p, wend_vec2 q)
{
    return p.x < q.x || (p.x == q.x && p.y < q.y);
}

#endif
