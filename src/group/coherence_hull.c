// SPDX-License-Identifier: MIT
// Quickhull for discs: between two directions, and the discs farthest in them, the current hull
// consists of an arc of one disc's border, their common tangent, and an arc of the other's. If
// other discs protrude, the one that protrudes farthest is on the hull as well. Needs no memory and
// no sorting.
#include "group/coherence_hull.h"

#include "wend/vec2.h"

#include <math.h>

/// How far a disc reaches in a direction.
static double reach_of(const wend_discs *discs, uint32_t i, wend_vec2 n)
{
    return wend_dot(discs->positions[i], n) + discs->radii[i];
}

static uint32_t farthest(const wend_discs *discs, wend_vec2 n)
{
    uint32_t best = 0;
    double max = -INFINITY;
    for (uint32_t i = 0; i < discs->count; ++i) {
        double reach = reach_of(discs, i, n);
        if (reach > max) {
            max = reach;
            best = i;
        }
    }
    return best;
}

/// Adds a disc once.
static void add_disc_once(const wend_discs *discs, uint32_t i, wend_outer_discs *outer)
{
    for (uint32_t k = 0; k < outer->count; ++k)
        if (outer->numbers[k] == i)
            return;
    outer->numbers[outer->count] = i;
    outer->positions[outer->count] = discs->positions[i];
    outer->radii[outer->count++] = discs->radii[i];
}

/// The normal of the common tangent that has both discs on its left, from p to q. False: one lies
/// in the other.
static bool tangent_normal(const wend_discs *discs, uint32_t p, uint32_t q, wend_vec2 *normal)
{
    double x = discs->positions[q].x - discs->positions[p].x,
           y = discs->positions[q].y - discs->positions[p].y;
    double length = sqrt(x * x + y * y), step = discs->radii[p] - discs->radii[q];
    if (!(length > fabs(step)))
        return false;
    // n . (q - p) = step and n is to the right of q - p.
    double along = step / length, across = sqrt((1 - along) * (1 + along));
    *normal = (wend_vec2){(along * x + across * y) / length, (along * y - across * x) / length};
    return true;
}

/// The directions from one to another, less than 180 degrees to the left of it, and the discs
/// farthest there.
typedef struct sector {
    wend_vec2 from, to;
    uint32_t p, q;
} sector;

/// The direction within a range in which a disc protrudes from p the most, and by how much.
static double sticks_out(const wend_discs *discs, const sector *s, uint32_t i, wend_vec2 *where)
{
    wend_vec2 d = wend_sub(discs->positions[i], discs->positions[s->p]);
    wend_vec2 middle = wend_add(s->from, s->to);
    double length = wend_length(d);
    if (wend_dot(middle, d) > 0 && wend_cross(s->from, d) >= 0 && wend_cross(d, s->to) >= 0)
        *where = (wend_vec2){d.x / length, d.y / length};
    else
        *where = wend_dot(s->from, d) > wend_dot(s->to, d) ? s->from : s->to;
    return wend_dot(*where, d) + discs->radii[i] - discs->radii[s->p];
}

/// The direction within a range in which others protrude farthest from p, if by more than slack.
static bool find_others(const wend_discs *discs, const sector *s, double slack, wend_vec2 *where)
{
    double max = slack;
    for (uint32_t i = 0; i < discs->count; ++i) {
        wend_vec2 direction;
        double out = sticks_out(discs, s, i, &direction);
        if (out > max) {
            max = out;
            *where = direction;
        }
    }
    return max > slack;
}

/// Where to divide a range, and the disc farthest there. False: nothing protrudes.
static bool find_cut(const wend_discs *discs, sector *s, double slack, wend_vec2 *where,
                     uint32_t *disc)
{
    if (s->p != s->q && tangent_normal(discs, s->p, s->q, where)) {
        *disc = farthest(discs, *where);
        return true;
    }
    // One disc, or one in the other.
    if (discs->radii[s->q] > discs->radii[s->p])
        s->p = s->q;
    s->q = s->p;
    if (!find_others(discs, s, slack, where))
        return false;
    *disc = farthest(discs, *where);
    return true;
}

/// Maximum number of divisions, and of waiting ranges: dividing a range adds a disc, or its rest is
/// examined again.
enum { MAX_CUTS = 8 * WEND_OUTER_MAX, WAITING = 2 * WEND_OUTER_MAX };

void wend_outer_discs_find(const wend_discs *discs, wend_outer_discs *outer)
{
    static const wend_vec2 axes[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    sector waiting[WAITING];
    uint32_t extreme[4], count = 0;
    outer->count = 0;
    outer->largest = 0;
    for (uint32_t i = 0; i < discs->count; ++i)
        outer->largest = fmax(outer->largest, discs->radii[i]);
    double slack = WEND_OUTER_SLACK * outer->largest;
    for (int k = 0; k < 4; ++k) {
        extreme[k] = farthest(discs, axes[k]);
        add_disc_once(discs, extreme[k], outer);
    }
    for (int k = 0; k < 4; ++k)
        waiting[count++] = (sector){axes[k], axes[(k + 1) % 4], extreme[k], extreme[(k + 1) % 4]};
    for (int cuts = 0; count > 0 && cuts < MAX_CUTS; ++cuts) {
        sector s = waiting[--count];
        wend_vec2 where;
        uint32_t i;
        if (outer->count == WEND_OUTER_MAX || count + 2 > WAITING)
            return;
        if (!find_cut(discs, &s, slack, &where, &i))
            continue;
        // Along a tangent from which nothing protrudes, both reach equally far.
        bool is_tangent =
            s.p != s.q &&
            reach_of(discs, i, where) <=
                fmax(reach_of(discs, s.p, where), reach_of(discs, s.q, where)) + slack;
        add_disc_once(discs, i, outer);
        waiting[count++] = (sector){s.from, where, s.p, is_tangent ? s.p : i};
        waiting[count++] = (sector){where, s.to, is_tangent ? s.q : i, s.q};
    }
}
