// SPDX-License-Identifier: MIT
// Quickhull for discs: between two discs that are neighbours on the outside so far, the one that is
// farthest beyond their common tangent is on the outside, too. Needs no memory and no sorting.
#include "group/coherence_hull.h"

#include <math.h>

/// How far a disc reaches in a direction.
static double reach_of(const wend_discs *discs, uint32_t i, wend_vec2 n)
{
    return discs->places[i].x * n.x + discs->places[i].y * n.y + discs->radii[i];
}

static uint32_t farthest(const wend_discs *discs, wend_vec2 n)
{
    uint32_t best = 0;
    double most = -INFINITY;
    for (uint32_t i = 0; i < discs->count; ++i) {
        double reach = reach_of(discs, i, n);
        if (reach > most) {
            most = reach;
            best = i;
        }
    }
    return best;
}

static void tell(const wend_discs *discs, uint32_t i, wend_outer_discs *outer)
{
    if (outer->count == WEND_OUTER_MOST)
        return;
    outer->places[outer->count] = discs->places[i];
    outer->radii[outer->count++] = discs->radii[i];
}

/// The direction square to the common tangent that has both discs on its left, from p to q. False:
/// one lies in the other.
static bool tangent_normal(const wend_discs *discs, uint32_t p, uint32_t q, wend_vec2 *normal)
{
    double x = discs->places[q].x - discs->places[p].x, y = discs->places[q].y - discs->places[p].y;
    double length = sqrt(x * x + y * y), step = discs->radii[p] - discs->radii[q];
    if (!(length > fabs(step)))
        return false;
    // n . (q - p) = step and n is to the right of q - p.
    double along = step / length, across = sqrt((1 - along) * (1 + along));
    *normal = (wend_vec2){(along * x + across * y) / length, (along * y - across * x) / length};
    return true;
}

/// A side of the hull that others may stick out of.
typedef struct side {
    uint32_t p, q;
} side;

/// A side is cut into two, the one of which waits while the other is looked at; each cut tells a
/// disc more.
enum { WAITING = WEND_OUTER_MOST + 4 };

void wend_outer_discs_find(const wend_discs *discs, wend_outer_discs *outer)
{
    static const wend_vec2 axes[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint32_t extreme[4], waiting = 0;
    side sides[WAITING];
    outer->count = 0;
    outer->largest = 0;
    for (uint32_t i = 0; i < discs->count; ++i)
        outer->largest = fmax(outer->largest, discs->radii[i]);
    for (int k = 0; k < 4; ++k)
        extreme[k] = farthest(discs, axes[k]);
    for (int k = 0; k < 4; ++k) {
        bool told = false;
        for (int j = 0; j < k; ++j)
            told |= extreme[j] == extreme[k];
        if (!told)
            tell(discs, extreme[k], outer);
        if (extreme[k] != extreme[(k + 1) % 4])
            sides[waiting++] = (side){extreme[k], extreme[(k + 1) % 4]};
    }
    while (waiting > 0 && outer->count < WEND_OUTER_MOST) {
        side s = sides[--waiting];
        wend_vec2 n;
        if (!tangent_normal(discs, s.p, s.q, &n))
            continue;
        uint32_t i = farthest(discs, n);
        if (i == s.p || i == s.q ||
            reach_of(discs, i, n) <= reach_of(discs, s.p, n) + WEND_OUTER_SLACK * outer->largest)
            continue;
        tell(discs, i, outer);
        sides[waiting++] = (side){s.p, i};
        sides[waiting++] = (side){i, s.q};
    }
}
