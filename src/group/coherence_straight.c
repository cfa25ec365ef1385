// SPDX-License-Identifier: MIT
// The smallest straight shape that encloses all discs.
//
// A shape is an angle, half of a width h, and a spine from `from` to `to` on a line at some height.
// In the frame of the angle, a disc (x, y, r) is inside if the spine is within h - r of its centre,
// that is if it extends back to x + s and forward to x - s, with s = sqrt((h - r)^2 - (y -
// height)^2). The minimum length of the spine,
//
//     length(h, height) = max(x - s) - min(x + s)       (0 if negative)
//
// is convex in both variables, as -s is: tangent planes are lower bounds, and the best height is
// found between two of them, with a tangent of the minimum length over h as a bound for all h.
//
// Angles and widths are searched by branch and bound. A shape rotated by d about its middle, and
// widened on both sides by c = length / 2 * sin(d), contains the original. Any shape smaller than
// the current best, within d of an angle, therefore has a spine at least as long as the minimum for
// h + c at that angle. No remaining part of the search could have an area below 1 - SLACK of the
// result's.
#include "core/angle.h"
#include "group/coherence_hull.h"

#include <math.h>

/// Parts of the search that could gain no more than this are pruned. The result also encloses the
/// discs that the hull leaves out: the total error is below 0.1 %.
#define SLACK 6e-4

/// The best height is refined until the length is known to this fraction of the width,
#define LENGTH_SLACK 2e-5

/// but for at most this number of steps. Bounds hold regardless.
enum { HEIGHT_STEPS = 24 };

/// The search begins with this number of angle ranges,
enum { ANGLES = 16 };

/// with these widths relative to the minimum at each angle for an initial solution,
static const double FIRST_WIDTHS[] = {1, 1.02, 1.06, 1.15, 1.3};

/// and this number of rounds of decreasing steps from the best of these.
enum { FIRST_ROUNDS = 20 };
#define FIRST_WIDENING 0.1

/// A range of widths is divided when it exceeds this multiple of the widening that the range of
/// angles causes: the tangent over h makes the width less important.
#define WIDTHS_PER_ANGLE 4.0

/// Waiting parts: each division adds one, and no range becomes smaller than SMALLEST of the first.
enum { WAITING = 256 };
#define SMALLEST 0x1p-40

// ---- one angle ----------------------------------------------------------------------------------

/// The discs in the frame of an angle.
typedef struct frame {
    double x[WEND_OUTER_MAX], y[WEND_OUTER_MAX];
    const double *r;
    uint32_t count;
    double low, high; // extent of all discs across
    wend_vec2 ahead;
} frame;

static void set_frame(frame *f, const wend_outer_discs *outer, double angle)
{
    f->r = outer->radii;
    f->count = outer->count;
    wend_sin_cos(angle, &f->ahead.y, &f->ahead.x);
    f->low = INFINITY;
    f->high = -INFINITY;
    for (uint32_t i = 0; i < f->count; ++i) {
        wend_vec2 p = outer->positions[i];
        f->x[i] = f->ahead.x * p.x + f->ahead.y * p.y;
        f->y[i] = f->ahead.x * p.y - f->ahead.y * p.x;
        f->low = fmin(f->low, f->y[i] - f->r[i]);
        f->high = fmax(f->high, f->y[i] + f->r[i]);
    }
}

/// A spine at some height: its range, and the derivatives of its length with respect to h and
/// height.
typedef struct spine {
    double height, from, to; // from > to: any point between them is valid
    double length;           // to - from, may be negative
    double by_half, by_height;
} spine;

/// Bound for discs that just fit, far below any slope that matters. [Units: half widths]
#define LEAST_SLOPE 1e-12

/// 1 / s, bounded for discs that just fit.
static double over(double s, double half)
{
    return 1 / fmax(s, LEAST_SLOPE * half);
}

static spine min_spine(const frame *f, double half, double height)
{
    double to = -INFINITY, from = INFINITY, s_to = 0, s_from = 0;
    uint32_t i_to = 0, i_from = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        double room = half - f->r[i], off = f->y[i] - height;
        double s = sqrt(fmax(0, room * room - off * off));
        if (f->x[i] - s > to) {
            to = f->x[i] - s;
            s_to = s;
            i_to = i;
        }
        if (f->x[i] + s < from) {
            from = f->x[i] + s;
            s_from = s;
            i_from = i;
        }
    }
    double over_to = over(s_to, half), over_from = over(s_from, half);
    return (spine){.height = height,
                   .from = from,
                   .to = to,
                   .length = to - from,
                   .by_half = -(half - f->r[i_to]) * over_to - (half - f->r[i_from]) * over_from,
                   .by_height =
                       -(f->y[i_to] - height) * over_to - (f->y[i_from] - height) * over_from};
}

/// Bounds at one angle and half: a spine, and a lower bound for all halves: bound + by_half *
/// (change of half).
typedef struct min_length {
    spine best;
    double bound, by_half;
} min_length;

/// The bound from what is known left and right of the best height [opt each, not both], where the
/// length falls and rises. Returns the next height to evaluate.
static double bound_between(const spine *left, const spine *right, double low, double high,
                            min_length *min)
{
    if (!right) { // up to the maximum height, which rises with half
        min->bound = left->length + left->by_height * (high - left->height);
        min->by_half = left->by_half + left->by_height;
        return (left->height + high) / 2;
    }
    if (!left) { // down to the minimum, which falls
        min->bound = right->length + right->by_height * (low - right->height);
        min->by_half = right->by_half - right->by_height;
        return (low + right->height) / 2;
    }
    double steep = right->by_height - left->by_height, share = right->by_height / steep;
    double at = (left->length - left->by_height * left->height -
                 (right->length - right->by_height * right->height)) /
                steep;
    at = fmin(fmax(at, left->height), right->height);
    min->bound = share * (left->length + left->by_height * (at - left->height)) +
                 (1 - share) * (right->length + right->by_height * (at - right->height));
    min->by_half = share * left->by_half + (1 - share) * right->by_half;
    return at;
}

/// [Limit: the discs are no higher than 2 * half]
static min_length find_min_length(const frame *f, double half)
{
    double low = f->high - half, high = f->low + half, height = (low + high) / 2;
    spine left, right;
    bool has_left = false, has_right = false;
    min_length min = {.best = {.length = INFINITY}};
    for (int step = 0; step < HEIGHT_STEPS; ++step) {
        spine now = min_spine(f, half, height);
        if (now.length < min.best.length)
            min.best = now;
        if (now.by_height < 0) {
            left = now;
            has_left = true;
        } else {
            right = now;
            has_right = true;
        }
        height = bound_between(has_left ? &left : NULL, has_right ? &right : NULL, low, high, &min);
        if (min.best.length - min.bound <= LENGTH_SLACK * half || height == now.height)
            break;
    }
    return min;
}

// ---- all angles and widths ----------------------------------------------------------------------

/// A part of the search: ranges of angles and of halves of widths.
typedef struct part {
    double angle, spread; // angle - spread .. angle + spread
    double low, high;     // range of half
} part;

typedef struct straight_search {
    const wend_outer_discs *outer;
    double enough;
    double area; // area of the best
    double half, angle;
    spine best;
    wend_vec2 ahead;
    frame frame;
    part waiting[WAITING];
    uint32_t count;
} straight_search;

/// The minimum spine for a frame and half; updates the best if it is better.
static min_length evaluate_frame(straight_search *s, double angle, double half)
{
    min_length min = find_min_length(&s->frame, half);
    double area = 2 * half * fmax(0, min.best.length) + 2 * WEND_HALF_PI * half * half;
    if (area < s->area) {
        s->area = area;
        s->half = half;
        s->angle = angle;
        s->best = min.best;
        s->ahead = s->frame.ahead;
    }
    return min;
}

/// As above, for an angle without a frame. Returns true if the best was updated.
static bool is_better(straight_search *s, double angle, double half)
{
    double area = s->area;
    set_frame(&s->frame, s->outer, angle);
    if (2 * half >= s->frame.high - s->frame.low)
        evaluate_frame(s, angle, half);
    return s->area < area;
}

/// An initial solution that is good enough to prune most of the search.
static void find_initial(straight_search *s)
{
    for (int i = 0; i < ANGLES; ++i) {
        double angle = 2 * WEND_HALF_PI * i / ANGLES;
        set_frame(&s->frame, s->outer, angle);
        for (size_t k = 0; k < sizeof FIRST_WIDTHS / sizeof *FIRST_WIDTHS; ++k)
            evaluate_frame(s, angle, (s->frame.high - s->frame.low) / 2 * FIRST_WIDTHS[k]);
    }
    double turn = WEND_HALF_PI / ANGLES, widen = FIRST_WIDENING;
    for (int round = 0; round < FIRST_ROUNDS; ++round) {
        bool better =
            is_better(s, s->angle + turn, s->half) || is_better(s, s->angle - turn, s->half);
        better |= is_better(s, s->angle, s->half * (1 + widen)) ||
                  is_better(s, s->angle, s->half * (1 - widen));
        if (!better) {
            turn /= 2;
            widen /= 2;
        }
    }
}

/// The minimum area for a half in low..high, with the spine length bounded by the tangent at high:
/// 2 half (bound + by_half (half - high)) + pi half^2, or where that has no length, pi half^2.
static double min_area(const min_length *min, double low, double high)
{
    double pi = 2 * WEND_HALF_PI, slope = min->by_half;
    if (min->bound < 0) // A disc exists at and above this half
        high = slope < 0 ? fmax(low, high - min->bound / slope) : low;
    double at_high = fmax(0, min->bound), square = 2 * slope + pi;
    double constant = at_high - slope * high; // constant term of the length
    double lowest = high;
    if (square > 0)
        lowest = fmin(high, fmax(low, -constant / square));
    else if (2 * low * (constant + slope * low) + pi * low * low <
             2 * high * at_high + pi * high * high)
        lowest = low;
    return 2 * lowest * fmax(0, constant + slope * lowest) + pi * lowest * lowest;
}

static void cut(straight_search *s, const part *p, double widening)
{
    part a = *p, b = *p;
    if (p->high - p->low > WIDTHS_PER_ANGLE * widening) {
        a.high = b.low = (p->low + p->high) / 2;
    } else {
        a.spread = b.spread = p->spread / 2;
        a.angle -= a.spread;
        b.angle += b.spread;
    }
    if (s->count + 2 > WAITING || p->spread < SMALLEST)
        return;
    s->waiting[s->count++] = a;
    s->waiting[s->count++] = b;
}

/// By how much a shape in a part, if smaller than the best, must be widened to be rotated to the
/// middle of the part's angles.
static double widening_of(const straight_search *s, const part *p)
{
    return wend_group_spine(s->area, 2 * p->low) / 2 * p->spread;
}

static void examine_part(straight_search *s, part p)
{
    set_frame(&s->frame, s->outer, p.angle);
    double min_half = (s->frame.high - s->frame.low) / 2;
    p.high = fmin(p.high, wend_group_disc_width(s->area) / 2);
    p.low = fmax(p.low, min_half - widening_of(s, &p));
    double widening = widening_of(s, &p), half = p.high + widening;
    if (p.low > p.high || half < min_half)
        return;
    min_length min = evaluate_frame(s, p.angle, half);
    double bound = min_area(&min, p.low, p.high);
    if (bound < (1 - SLACK) * s->area && (s->enough <= 0 || bound <= s->enough))
        cut(s, &p, widening);
}

/// The shape of the best spine.
static wend_group_shape shape_of(const straight_search *s)
{
    double from = s->best.from, to = s->best.to;
    if (from > to)
        from = to = (from + to) / 2;
    wend_vec2 u = s->ahead;
    wend_vec2 a = {from * u.x - s->best.height * u.y, from * u.y + s->best.height * u.x};
    wend_vec2 b = {to * u.x - s->best.height * u.y, to * u.y + s->best.height * u.x};
    return (wend_group_shape){.spine = {{a, b, a, 0}}, .count = 1, .width = 2 * s->half};
}

wend_group_shape wend_coherence_straight(const wend_discs *discs, double enough)
{
    wend_outer_discs outer;
    wend_outer_discs_find(discs, &outer);
    straight_search s = {.outer = &outer, .enough = enough, .area = INFINITY};
    find_initial(&s);
    for (int i = 0; i < ANGLES; ++i)
        s.waiting[s.count++] = (part){.angle = 2 * WEND_HALF_PI * i / ANGLES,
                                      .spread = WEND_HALF_PI / ANGLES,
                                      .low = outer.largest,
                                      .high = INFINITY};
    while (s.count > 0 && s.area > enough)
        examine_part(&s, s.waiting[--s.count]);
    wend_group_shape shape = shape_of(&s);
    shape.width = wend_coherence_width(discs, &shape);
    return shape;
}
