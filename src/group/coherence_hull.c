// SPDX-License-Identifier: MIT
// Quickhull for discs: between two directions, and the discs that are farthest in them, the hull so
// far is a stretch of the one disc's border, their common tangent, and a stretch of the other's. If
// others stick out of these, the one that is farthest where they do is on the outside, too. Needs
// no memory and no sorting.
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

/// Once is enough.
static void tell(const wend_discs *discs, uint32_t i, wend_outer_discs *outer)
{
    for (uint32_t k = 0; k < outer->count; ++k)
        if (outer->numbers[k] == i)
            return;
    outer->numbers[outer->count] = i;
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

static double dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static double cross(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

/// The directions from one to another, less than 180 degrees to the left of it, and the discs that
/// are farthest there.
typedef struct stretch {
    wend_vec2 from, to;
    uint32_t p, q;
} stretch;

/// The direction within a stretch in which a disc sticks out of p the most, and by how much.
static double sticks_out(const wend_discs *discs, const stretch *s, uint32_t i, wend_vec2 *where)
{
    wend_vec2 d = {discs->places[i].x - discs->places[s->p].x,
                   discs->places[i].y - discs->places[s->p].y};
    wend_vec2 middle = {s->from.x + s->to.x, s->from.y + s->to.y};
    double length = sqrt(dot(d, d));
    if (dot(middle, d) > 0 && cross(s->from, d) >= 0 && cross(d, s->to) >= 0)
        *where = (wend_vec2){d.x / length, d.y / length};
    else
        *where = dot(s->from, d) > dot(s->to, d) ? s->from : s->to;
    return dot(*where, d) + discs->radii[i] - discs->radii[s->p];
}

/// The direction within a stretch in which others are farthest out of p, if by more than slack.
static bool find_others(const wend_discs *discs, const stretch *s, double slack, wend_vec2 *where)
{
    double most = slack;
    for (uint32_t i = 0; i < discs->count; ++i) {
        wend_vec2 direction;
        double out = sticks_out(discs, s, i, &direction);
        if (out > most) {
            most = out;
            *where = direction;
        }
    }
    return most > slack;
}

/// Where to cut a stretch, and the disc that is farthest there. False: nothing sticks out of it.
static bool find_cut(const wend_discs *discs, stretch *s, double slack, wend_vec2 *where,
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

/// No more are cut than this, and no more wait: a stretch that is cut tells a disc, or what is left
/// of it is looked at once more.
enum { MOST_CUTS = 8 * WEND_OUTER_MOST, WAITING = 2 * WEND_OUTER_MOST };

void wend_outer_discs_find(const wend_discs *discs, wend_outer_discs *outer)
{
    static const wend_vec2 axes[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    stretch waiting[WAITING];
    uint32_t extreme[4], count = 0;
    outer->count = 0;
    outer->largest = 0;
    for (uint32_t i = 0; i < discs->count; ++i)
        outer->largest = fmax(outer->largest, discs->radii[i]);
    double slack = WEND_OUTER_SLACK * outer->largest;
    for (int k = 0; k < 4; ++k) {
        extreme[k] = farthest(discs, axes[k]);
        tell(discs, extreme[k], outer);
    }
    for (int k = 0; k < 4; ++k)
        waiting[count++] = (stretch){axes[k], axes[(k + 1) % 4], extreme[k], extreme[(k + 1) % 4]};
    for (int cuts = 0; count > 0 && cuts < MOST_CUTS; ++cuts) {
        stretch s = waiting[--count];
        wend_vec2 where;
        uint32_t i;
        if (outer->count == WEND_OUTER_MOST || count + 2 > WAITING)
            return;
        if (!find_cut(discs, &s, slack, &where, &i))
            continue;
        // Along a tangent nobody sticks out of, both are as far.
        bool is_tangent =
            s.p != s.q &&
            reach_of(discs, i, where) <=
                fmax(reach_of(discs, s.p, where), reach_of(discs, s.q, where)) + slack;
        tell(discs, i, outer);
        waiting[count++] = (stretch){s.from, where, s.p, is_tangent ? s.p : i};
        waiting[count++] = (stretch){where, s.to, is_tangent ? s.q : i, s.q};
    }
}
