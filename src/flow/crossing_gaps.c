// SPDX-License-Identifier: MIT
// The differences of arc lengths at which agents on two lanes are too near.
//
// For two straight pieces, the pairs of arc lengths at which the distance is less than `apart` are
// the part of an ellipse, or of a strip, in a rectangle. It is convex, so the differences are one
// interval, and its ends are at the border of the rectangle or where the difference is extreme on
// the ellipse: closed forms.
//
// An arc is replaced by chords walked at constant speed. A chord of an arc of length l and radius R
// is never farther than l^2 / (8 R) from the agent on the arc, and `apart` is increased by that:
// the intervals contain the exact ones.
#include "flow/crossing.h"
#include "geometry/curve.h"
#include "wend/vec2.h"

#include <math.h>

/// Maximum distance of an agent on an arc from its place on the chord. [Units: apart]
#define CHORD_ERROR 1e-4

/// Intervals are enlarged by this for rounding. [Units: sizes of the coordinates and lengths]
#define ROUNDING 1e-13

enum { MAX_CHORDS = 4096 };

/// A straight piece that an agent walks in the direction `by` per metre of the lane.
typedef struct leg {
    wend_vec2 a, by;
    double begin, length; ///< on the lane
    double error;         ///< distance of the agent from it
} leg;

/// The number of chords of a piece.
static uint32_t chords_of(const wend_curve_piece *piece, double apart)
{
    if (!piece->turn)
        return 1;
    double longest = sqrt(8 * wend_curve_piece_radius(piece) * CHORD_ERROR * apart);
    double count = ceil(wend_curve_piece_length(piece) / longest);
    return count < 1 ? 1 : count < MAX_CHORDS ? (uint32_t)count : MAX_CHORDS;
}

static leg leg_of(const wend_curve_piece *piece, uint32_t number, uint32_t count)
{
    double whole = wend_curve_piece_length(piece), length = whole / count, from = number * length;
    wend_vec2 a = wend_curve_piece_at(piece, from, NULL);
    wend_vec2 b = wend_curve_piece_at(piece, from + length, NULL);
    double scale = length > 0 ? 1 / length : 0;
    double error = piece->turn ? length * length / (8 * wend_curve_piece_radius(piece)) : 0;
    return (leg){a, {(b.x - a.x) * scale, (b.y - a.y) * scale}, piece->begin + from, length, error};
}

typedef struct search {
    const leg *p, *q;
    double apart;
    wend_span found;
} search;

static void offer(search *in, double s, double t)
{
    double difference = in->p->begin + s - in->q->begin - t;
    in->found.low = fmin(in->found.low, difference);
    in->found.high = fmax(in->found.high, difference);
}

/// Offers the part of an edge of the rectangle where the legs are near: s is fixed and t runs, or
/// the other way round.
static void offer_edge(search *in, double fixed, bool s_runs)
{
    const leg *moves = s_runs ? in->p : in->q, *stays = s_runs ? in->q : in->p;
    wend_vec2 at = wend_add_scaled(stays->a, fixed, stays->by), to = wend_sub(moves->a, at);
    double a = wend_length_squared(moves->by), b = wend_dot(to, moves->by);
    double c = wend_length_squared(to) - in->apart * in->apart, from = 0, end = moves->length;
    if (a > 0) {
        double square = b * b - a * c;
        if (!(square > 0))
            return;
        from = fmax(from, (-b - sqrt(square)) / a);
        end = fmin(end, (-b + sqrt(square)) / a);
    } else if (c >= 0) {
        return;
    }
    if (!(from <= end))
        return;
    offer(in, s_runs ? from : fixed, s_runs ? fixed : from);
    offer(in, s_runs ? end : fixed, s_runs ? fixed : end);
}

/// Offers the points inside the rectangle at which the difference is extreme: there the distance
/// does not change while both agents walk on.
static void offer_inside(search *in)
{
    const leg *p = in->p, *q = in->q;
    wend_vec2 start = wend_sub(p->a, q->a), relative = wend_sub(p->by, q->by);
    double speed = wend_length(relative);
    if (!(speed > 0))
        return;
    wend_vec2 along = {relative.x / speed, relative.y / speed};
    double slope = wend_cross(p->by, along), offset = wend_cross(start, along);
    if (slope == 0)
        return;
    for (int side = -1; side < 2; side += 2) {
        // p at s = t + c, q at t: the vector from q to p is start + c by_p + t relative.
        double c = (side * in->apart - offset) / slope;
        double t = -(wend_dot(start, along) + c * wend_dot(p->by, along)) / speed;
        if (t >= 0 && t <= q->length && t + c >= 0 && t + c <= p->length)
            offer(in, t + c, t);
    }
}

static wend_box box_of(const leg *l)
{
    wend_vec2 b = wend_add_scaled(l->a, l->length, l->by);
    return wend_box_add(wend_box_add(wend_box_empty(), l->a), b);
}

/// The differences of two legs; low > high: none.
static wend_span span_of(const leg *p, const leg *q, double apart)
{
    search in = {p, q, apart + p->error + q->error, {INFINITY, -INFINITY}};
    if (!wend_box_meets(wend_box_inflate(box_of(p), in.apart), box_of(q)))
        return in.found;
    offer_edge(&in, 0, false);
    offer_edge(&in, p->length, false);
    offer_edge(&in, 0, true);
    offer_edge(&in, q->length, true);
    offer_inside(&in);
    double size = fabs(p->a.x) + fabs(p->a.y) + p->begin + p->length + q->begin + q->length + apart;
    in.found.low -= ROUNDING * size;
    in.found.high += ROUNDING * size;
    return in.found;
}

/// Sorts intervals and joins those that overlap or touch.
static void join(wend_spans *spans)
{
    for (size_t i = 1; i < spans->count; ++i) {
        wend_span span = spans->data[i];
        size_t k = i;
        for (; k > 0 && spans->data[k - 1].low > span.low; --k)
            spans->data[k] = spans->data[k - 1];
        spans->data[k] = span;
    }
    size_t kept = 0;
    for (size_t i = 0; i < spans->count; ++i) {
        wend_span *last = kept > 0 ? &spans->data[kept - 1] : NULL;
        if (last && spans->data[i].low <= last->high)
            last->high = fmax(last->high, spans->data[i].high);
        else
            spans->data[kept++] = spans->data[i];
    }
    spans->count = kept;
}

/// Adds the intervals of two pieces.
static bool add_pieces(const wend_curve_piece *p, const wend_curve_piece *q, double apart,
                       const wend_allocator *allocator, wend_spans *spans)
{
    uint32_t p_count = chords_of(p, apart), q_count = chords_of(q, apart);
    for (uint32_t i = 0; i < p_count; ++i) {
        leg one = leg_of(p, i, p_count);
        for (uint32_t k = 0; k < q_count; ++k) {
            leg other = leg_of(q, k, q_count);
            wend_span span = span_of(&one, &other, apart);
            if (span.low <= span.high && !wend_array_push(spans, allocator, span))
                return false;
        }
    }
    join(spans);
    return true;
}

bool wend_crossing_spans(const wend_curve_piece *p, uint32_t p_count, const wend_curve_piece *q,
                         uint32_t q_count, double apart, const wend_allocator *allocator,
                         wend_spans *spans)
{
    spans->count = 0;
    for (uint32_t i = 0; i < p_count; ++i) {
        wend_box box = wend_curve_piece_box_around(&p[i], apart);
        for (uint32_t k = 0; k < q_count; ++k)
            if (wend_box_meets(box, wend_curve_piece_box(&q[k])) &&
                !add_pieces(&p[i], &q[k], apart, allocator, spans))
                return false;
    }
    return true;
}
