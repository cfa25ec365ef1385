// SPDX-License-Identifier: MIT
#include "voronoi/envelope.h"

void wend_envelope_start(wend_envelope *envelope, const wend_quadratic *f, double low, double high)
{
    envelope->parts[0] = (wend_envelope_part){low, *f};
    envelope->count = 1;
    envelope->high = high;
    envelope->starved = false;
}

/// Where f is less than g on an interval: from `from` to `to`, or, if `outside`, before and after
/// that. Empty if from == to and not outside.
typedef struct win {
    double from, to;
    bool any, outside;
} win;

/// The difference of two quadratics, seen from x = low: at + slope y + bend y^2.
typedef struct difference {
    double low, at, slope, bend;
} difference;

/// Where the difference changes sign in an interval of that length. The root with the requested
/// direction of crossing, in the form that does not cancel.
static double crossing(const difference *d, bool rises, double length)
{
    double square = d->slope * d->slope - 4 * d->bend * d->at;
    double root = square > 0 ? sqrt(square) : 0;
    double toward = rises ? d->slope : -d->slope, at = rises ? d->at : -d->at;
    double bend = rises ? d->bend : -d->bend;
    double y = toward >= 0 ? -2 * at / (toward + root) : (root - toward) / (2 * bend);
    if (!(y > 0))
        return d->low;
    return d->low + (y < length ? y : length);
}

static difference difference_of(const wend_quadratic *f, const wend_quadratic *g, double low,
                                double high, double *end)
{
    double bend = f->c[2] - g->c[2], linear = f->c[1] - g->c[1], constant = f->c[0] - g->c[0];
    *end = constant + high * (linear + high * bend);
    return (difference){low, constant + low * (linear + low * bend), linear + 2 * low * bend, bend};
}

double wend_quadratics_cross(const wend_quadratic *f, const wend_quadratic *g, double low,
                             double high)
{
    double end, length = high - low, middle = 0.5 * length;
    difference d = difference_of(f, g, low, high, &end);
    // Decided by the root, not by the signs at the ends: the two may just meet there, and then
    // rounding determines the sign.
    if (d.slope * d.slope > 4 * d.bend * d.at && (d.slope <= 0 || d.bend < 0)) {
        double x = crossing(&d, false, length);
        if (x > low && x < high)
            return x;
    }
    return d.at + middle * (d.slope + middle * d.bend) < 0 ? low : high;
}

/// Where f is less than g between low and high.
static win compare(const wend_quadratic *f, const wend_quadratic *g, double low, double high)
{
    double end, length = high - low;
    difference d = difference_of(f, g, low, high, &end);
    double bend = d.bend;
    bool first = d.at < 0, last = end < 0;
    if (first != last) {
        double x = crossing(&d, first, length);
        win won = first ? (win){low, x, x > low, false} : (win){x, high, x < high, false};
        return won;
    }
    // The same at both ends: it can differ in between only around the extremum.
    bool may_turn = first ? bend < 0 : bend > 0;
    double turn = may_turn ? -d.slope / (2 * bend) : 0;
    double extreme = d.at + 0.5 * turn * d.slope;
    bool turns = may_turn && turn > 0 && turn < length && (first ? extreme > 0 : extreme < 0);
    if (!turns)
        return (win){low, high, first, false};
    double x1 = crossing(&d, first, length), x2 = crossing(&d, !first, length);
    return (win){x1, x2 > x1 ? x2 : x1, first || x2 > x1, first};
}

/// Appends a part that starts at x. A part of length zero is replaced; one of the same element
/// continues.
static void write(wend_envelope *envelope, uint32_t *count, double x, const wend_quadratic *f)
{
    uint32_t n = *count;
    wend_envelope_part *parts = envelope->spare;
    if (n > 0 && parts[n - 1].x >= x)
        --n;
    if (n > 0 && parts[n - 1].f.element == f->element) {
        *count = n;
        return;
    }
    if (n == envelope->capacity) {
        envelope->starved = true;
        return;
    }
    parts[n] = (wend_envelope_part){x, *f};
    *count = n + 1;
}

/// Writes one part between x and end, some of which f wins.
static void write_won(wend_envelope *envelope, uint32_t *count, const wend_quadratic *old,
                      const wend_quadratic *f, const win *won, double x, double end)
{
    if (won->outside) {
        write(envelope, count, x, f);
        write(envelope, count, won->from, old);
        write(envelope, count, won->to, f);
        return;
    }
    if (!won->any) {
        write(envelope, count, x, old);
        return;
    }
    if (won->from > x)
        write(envelope, count, x, old);
    write(envelope, count, won->from, f);
    if (won->to < end)
        write(envelope, count, won->to, old);
}

bool wend_envelope_lower(wend_envelope *envelope, const wend_quadratic *f, double low, double high)
{
    if (!(low < high) || envelope->starved)
        return false;
    const wend_envelope_part *parts = envelope->parts;
    uint32_t first = 0, written = 0;
    bool changed = false;
    // Parts that end before the interval, and those in which f wins nothing, stay.
    for (; first < envelope->count; ++first) {
        double end = wend_envelope_end(envelope, first), x = parts[first].x;
        if (!(end > low))
            continue;
        if (!(x < high))
            return false;
        double from = x > low ? x : low, to = end < high ? end : high;
        win won = compare(f, &parts[first].f, from, to);
        if (won.any || won.outside)
            break;
    }
    if (first == envelope->count)
        return false;

    for (uint32_t i = 0; i < first; ++i)
        envelope->spare[written++] = parts[i];
    for (uint32_t i = first; i < envelope->count; ++i) {
        double end = wend_envelope_end(envelope, i), x = parts[i].x;
        const wend_quadratic *old = &parts[i].f;
        if (!(end > low) || !(x < high)) {
            write(envelope, &written, x, old);
            continue;
        }
        double from = x > low ? x : low, to = end < high ? end : high;
        win won = compare(f, old, from, to);
        changed = changed || won.any || won.outside;
        if (x < from)
            write(envelope, &written, x, old);
        write_won(envelope, &written, old, f, &won, from, to);
        if (to < end)
            write(envelope, &written, to, old);
    }
    wend_envelope_part *swap = envelope->parts;
    envelope->parts = envelope->spare;
    envelope->spare = swap;
    envelope->count = written;
    return changed;
}
