// SPDX-License-Identifier: MIT
// Segments: closest points, distances, and how two of them meet. A segment of length zero is a
// point and valid input everywhere.
//
// Whether and how two segments meet is decided by wend_orient2d and comparisons alone, so it is
// exact. Constructed points (projections, crossings) are rounded, but never leave the bounding
// boxes of their segments. The spatial index relies on this: see wend_segment_closest.
#include "geometry/points.h"
#include "geometry/predicates.h"

#include <float.h>
#include <math.h>

static wend_box box_of(wend_segment s)
{
    return wend_box_join((wend_box){s.a, s.a}, (wend_box){s.b, s.b});
}

static wend_vec2 into_box(wend_vec2 p, wend_box box)
{
    return (wend_vec2){wend_smaller(wend_larger(p.x, box.min.x), box.max.x),
                       wend_smaller(wend_larger(p.y, box.min.y), box.max.y)};
}

// ---- closest points and distances ---------------------------------------------------------------

// Guarantees, with u = 2^-53 and M the largest coordinate of s and p:
// - The result lies in the bounding box of s. Let dx > 0. For t < 1, t dx is at most dx - u dx,
//   which is rounded to the double before dx at most, while dx was rounded up by half that step at
//   most. So t dx is below b.x - a.x, and a.x + t dx, rounded, not above b.x; nor is it below a.x.
// - As subtraction, squaring, addition and the root are rounded monotonically, the distance to s is
//   never less than wend_box_distance to any box around s, not even by rounding.
// - It is within 40 u M of the exact projection: along the segment, the products in the numerator
//   of t carry 3 u |p - a|, the rest of t and the last step 8 u |b - a|, and both lengths are below
//   3 M. The largest error observed in tests is 6 u M.
// - For a segment shorter than 1e-140 the squares lose digits or vanish. Then t may be anything in
//   0..1, NaN counting as 0; the error is at most the length.
wend_vec2 wend_segment_closest(wend_segment s, wend_vec2 p)
{
    double dx = s.b.x - s.a.x, dy = s.b.y - s.a.y;
    double t = ((p.x - s.a.x) * dx + (p.y - s.a.y) * dy) / (dx * dx + dy * dy);
    if (t >= 1)
        return s.b;
    if (!(t > 0))
        return s.a;
    return (wend_vec2){s.a.x + t * dx, s.a.y + t * dy};
}

double wend_segment_distance(wend_segment s, wend_vec2 p)
{
    return wend_distance(p, wend_segment_closest(s, p));
}

double wend_segments_distance(wend_segment s, wend_segment t, wend_vec2 *on_s, wend_vec2 *on_t)
{
    wend_vec2 at;
    if (wend_segments_meet(s, t, &at) != WEND_APART) {
        if (on_s)
            *on_s = at;
        if (on_t)
            *on_t = at;
        return 0;
    }
    // Segments that do not meet are closest at an end of one of them.
    const wend_vec2 ends[4] = {s.a, s.b, t.a, t.b};
    double minimum = INFINITY;
    for (int i = 0; i < 4; i++) {
        wend_vec2 projection = wend_segment_closest(i < 2 ? t : s, ends[i]);
        double distance = wend_distance(ends[i], projection);
        if (distance >= minimum)
            continue;
        minimum = distance;
        if (on_s)
            *on_s = i < 2 ? ends[i] : projection;
        if (on_t)
            *on_t = i < 2 ? projection : ends[i];
    }
    // They do not meet, although a projection may have been rounded onto an end: 0 is reserved for
    // those that meet.
    return wend_larger(minimum, DBL_MIN);
}

// ---- how two segments meet ----------------------------------------------------------------------

// A number as the sum of two doubles, about 106 bits (Dekker 1971; Knuth 1969 for the sums).
typedef struct twofold {
    double high, low;
} twofold;

static twofold exact_difference(double a, double b)
{
    double high = a - b, bb = a - high;
    return (twofold){high, (a - (high + bb)) + (bb - b)};
}

static twofold exact_sum(double a, double b)
{
    double high = a + b, bb = high - a;
    return (twofold){high, (a - (high - bb)) + (b - bb)};
}

static twofold exact_product(double a, double b)
{
    const double splitter = 134217729; // 2^27 + 1 splits 53 bits into 26 and 26
    double ca = splitter * a, a1 = ca - (ca - a), a2 = a - a1;
    double cb = splitter * b, b1 = cb - (cb - b), b2 = b - b1;
    double high = a * b;
    return (twofold){high, ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2};
}

static twofold product(twofold a, twofold b)
{
    twofold p = exact_product(a.high, b.high);
    return (twofold){p.high, p.low + (a.high * b.low + a.low * b.high)};
}

// Twice the unsigned area of the triangle a, b, c: proportional to the distance of c from the line.
static double area(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    twofold p = product(exact_difference(a.x, c.x), exact_difference(b.y, c.y));
    twofold q = product(exact_difference(a.y, c.y), exact_difference(b.x, c.x));
    twofold difference = exact_sum(p.high, -q.high);
    return fabs(difference.high + (difference.low + (p.low - q.low)));
}

// The crossing of s and t, which are known to cross. It divides t in proportion to the distances of
// its ends from s. The areas are wrong by at most 2^-100 M^2 (M, u as above) and u of themselves,
// so the point is within 12 u M unless the length of s times the sine of the angle between them is
// less than 2^-45 M. It lies in the bounding boxes of both in any case.
static wend_vec2 crossing(wend_segment s, wend_segment t)
{
    double at_a = area(s.a, s.b, t.a), at_b = area(s.a, s.b, t.b);
    wend_vec2 p;
    if (at_a <= at_b) { // from the nearer end, so that the rounding is symmetric
        double f = at_a / (at_a + at_b);
        p = wend_lerp(t.a, t.b, f);
    } else {
        double f = at_b / (at_a + at_b);
        p = wend_lerp(t.b, t.a, f);
    }
    // Intersecting boxes have a common box, and clamping into one, then the other, ends in it.
    return into_box(into_box(p, box_of(s)), box_of(t));
}

// s and t lie on one line and neither is a point.
static wend_meeting meet_on_line(wend_segment s, wend_segment t, wend_vec2 *at)
{
    bool forward = wend_is_before(s.a, s.b);
    wend_vec2 s_low = forward ? s.a : s.b, s_high = forward ? s.b : s.a;
    bool t_forward = wend_is_before(t.a, t.b);
    wend_vec2 t_low = t_forward ? t.a : t.b, t_high = t_forward ? t.b : t.a;
    wend_vec2 low = wend_is_before(s_low, t_low) ? t_low : s_low;
    wend_vec2 high = wend_is_before(s_high, t_high) ? s_high : t_high;
    if (wend_is_before(high, low))
        return WEND_APART;
    *at = forward ? low : high;
    return wend_equal(low, high) ? WEND_TOUCH : WEND_OVERLAP;
}

// One of them is the point p, the other is t.
static wend_meeting meet_point(wend_vec2 p, wend_segment t, wend_vec2 *at)
{
    if (!wend_on_segment(t, p))
        return WEND_APART;
    *at = p;
    return WEND_TOUCH;
}

wend_meeting wend_segments_meet(wend_segment s, wend_segment t, wend_vec2 *at)
{
    wend_vec2 ignored;
    if (!at)
        at = &ignored;
    if (!wend_box_meets(box_of(s), box_of(t)))
        return WEND_APART;
    if (wend_equal(s.a, s.b))
        return meet_point(s.a, t, at);
    if (wend_equal(t.a, t.b))
        return meet_point(t.a, s, at);
    int ta = wend_orient2d_fast(s.a, s.b, t.a), tb = wend_orient2d_fast(s.a, s.b, t.b);
    if (ta * tb > 0)
        return WEND_APART;
    if (ta == 0 && tb == 0)
        return meet_on_line(s, t, at);
    int sa = wend_orient2d_fast(t.a, t.b, s.a), sb = wend_orient2d_fast(t.a, t.b, s.b);
    if (sa * sb > 0)
        return WEND_APART;
    // The lines meet in one point, and neither segment lies wholly on one side of the other's line.
    // So the point is in both, and if an end is on the other's line, it is that end.
    if (ta != 0 && tb != 0 && sa != 0 && sb != 0) {
        *at = crossing(s, t);
        return WEND_CROSS;
    }
    *at = ta == 0 ? t.a : tb == 0 ? t.b : sa == 0 ? s.a : s.b;
    return WEND_TOUCH;
}
