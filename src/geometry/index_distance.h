// SPDX-License-Identifier: MIT
// Distances from a point to the eight entries of a node in parallel, and the search in order of
// distance based on them.
//
// The squared distance to an item is (p - q)^2 with q in the item's box, and to a box it is the
// same with the box's closest point. Rounding is monotone, so an item is never nearer than a box
// around it, not even by rounding: pruning by comparison alone loses nothing.
//
// Items are ordered by the reported distance, the root of the square. Squares that differ in the
// last bits may have the same root, so a search considers squares up to wend_reach, slightly more
// than the distance squared, and compares the roots of what it finds there.
#ifndef WEND_GEOMETRY_INDEX_DISTANCE_H
#define WEND_GEOMETRY_INDEX_DISTANCE_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "geometry/index_tree.h"
#include "geometry/index_wide.h"

/// More than any squared distance within the limits, and less than that to an absent entry.
#define WEND_INDEX_MAX_REACH 1e303

/// Upper bound of all squares whose rounded root is at most distance; negative for none. The
/// relative errors of the square, the root and the tag of a key (below) are 2^-53, 2^-53 and 7 *
/// 2^-52, plus at most DBL_MIN if they are tiny.
static inline double wend_reach(double distance)
{
    if (!(distance >= 0))
        return -1;
    double square = distance * distance * (1 + 32 * DBL_EPSILON) + DBL_MIN;
    return square < WEND_INDEX_MAX_REACH ? square : WEND_INDEX_MAX_REACH;
}

/// False for a point from which no search can start.
static inline bool wend_is_valid_point(wend_vec2 p)
{
    return fabs(p.x) <= WEND_INDEX_MAX_COORDINATE && fabs(p.y) <= WEND_INDEX_MAX_COORDINATE;
}

static inline wide wend_wide_outside(wide p, wide low, wide high)
{
    return wide_larger(wide_larger(wide_sub(low, p), wide_sub(p, high)), wide_all(0));
}

/// Squared distances from (px, py) to the boxes i and i + 1 of a node.
static inline wide wend_box_squares(const wend_node *node, uint32_t i, wide px, wide py)
{
    wide x = wend_wide_outside(px, wide_load(node->ax + i), wide_load(node->bx + i));
    wide y = wend_wide_outside(py, wide_load(node->ay + i), wide_load(node->by + i));
    return wide_add(wide_mul(x, x), wide_mul(y, y));
}

/// Squared distances to the segments i and i + 1 of a leaf: wend_segment_closest in wide
/// arithmetic, step by step. t of a point is NaN, which counts as 0.
static inline wide wend_segment_squares(const wend_node *node, uint32_t i, wide px, wide py)
{
    wide ax = wide_load(node->ax + i), ay = wide_load(node->ay + i);
    wide bx = wide_load(node->bx + i), by = wide_load(node->by + i);
    wide dx = wide_sub(bx, ax), dy = wide_sub(by, ay);
    wide along = wide_add(wide_mul(wide_sub(px, ax), dx), wide_mul(wide_sub(py, ay), dy));
    wide t = wide_div(along, wide_add(wide_mul(dx, dx), wide_mul(dy, dy)));
    t = wide_larger(t, wide_all(0));
    wide qx = wide_add(ax, wide_mul(t, dx)), qy = wide_add(ay, wide_mul(t, dy));
    wide x = wide_sub(px, wide_select_less(t, wide_all(1), qx, bx));
    wide y = wide_sub(py, wide_select_less(t, wide_all(1), qy, by));
    return wide_add(wide_mul(x, x), wide_mul(y, y));
}

/// Writes the squared distances from p to the items of a leaf, and returns the minimum. Those to
/// absent entries are beyond WEND_INDEX_MAX_REACH.
static inline double wend_item_squares(const wend_node *node, wend_vec2 p,
                                       double squares[WEND_NODE_WIDTH])
{
    wide px = wide_all(p.x), py = wide_all(p.y), minimum = wide_all(DBL_MAX);
    for (uint32_t i = 0; i < WEND_NODE_WIDTH; i += 2) {
        wide square = wend_segment_squares(node, i, px, py);
        if (node->filled >> i & 3) {
            double pair[2];
            wide_store(squares + i, square);
            wide_store(pair, wend_box_squares(node, i, px, py));
            for (uint32_t k = 0; k < 2; k++)
                squares[i + k] = node->filled >> (i + k) & 1 ? pair[k] : squares[i + k];
            square = wide_load(squares + i);
        }
        wide_store(squares + i, square);
        minimum = wide_smaller(square, minimum);
    }
    return wide_minimum(minimum);
}

/// One bit per square that is at most reach.
static inline uint32_t wend_squares_within(const double squares[WEND_NODE_WIDTH], double reach)
{
    wide maximum = wide_all(reach);
    uint32_t mask = 0;
    for (uint32_t i = 0; i < WEND_NODE_WIDTH; i += 2)
        mask |= wide_not_greater(wide_load(squares + i), maximum) << i;
    return mask;
}

// ---- search in order of distance ----------------------------------------------------------------

/// An inner node on the path from the root to the current node. A key is the square for one child
/// with the child's entry in the lowest three bits, so the minimum key contains both.
typedef struct wend_frame {
    double keys[WEND_NODE_WIDTH];
    const wend_node *node;
} wend_frame;

/// Key of a child that has been searched, or is absent.
#define WEND_KEY_DONE DBL_MAX

_Static_assert(WEND_NODE_WIDTH == 8, "an entry fits the three bits of a key");

static inline wide wend_keys_of(wide squares, uint32_t i)
{
    return wide_bits(squares, ~UINT64_C(7), i, i + 1);
}

/// The nearest remaining child within reach, which is then marked as done; or WEND_NO_NODE.
static inline uint32_t wend_next_child(wend_frame *frame, double reach)
{
    wide minimum = wide_smaller(wide_load(frame->keys), wide_load(frame->keys + 2));
    wide other = wide_smaller(wide_load(frame->keys + 4), wide_load(frame->keys + 6));
    double key = wide_minimum(wide_smaller(minimum, other));
    if (key > reach)
        return WEND_NO_NODE;
    uint64_t bits;
    memcpy(&bits, &key, sizeof bits);
    frame->keys[bits & 7] = WEND_KEY_DONE;
    return frame->node->ids[bits & 7];
}

#endif
