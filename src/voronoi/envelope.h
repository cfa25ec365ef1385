// SPDX-License-Identifier: MIT
// Lower envelope of quadratics, each on an interval: which one is minimal, and where that changes.
//
// A quadratic is inserted by the signs of its difference to the existing ones at the ends of each
// interval; then the root with the right direction of crossing is computed. Roots are never
// compared with each other, so the envelope is a partition of its range in spite of rounding.
#ifndef WEND_VORONOI_ENVELOPE_H
#define WEND_VORONOI_ENVELOPE_H

#include "core/array.h"
#include "voronoi/frame.h"

typedef struct wend_envelope_part {
    double x; ///< start; it ends where the next starts
    wend_quadratic f;
} wend_envelope_part;

/// Two buffers, so that a change is written beside its input. [capacity] parts each.
typedef struct wend_envelope {
    wend_envelope_part *parts, *spare;
    uint32_t count, capacity;
    double high;  ///< where the last part ends
    bool starved; ///< the capacity was insufficient: must not be used
} wend_envelope;

/// One part: f from low to high. [Limit: capacity > 0]
void wend_envelope_start(wend_envelope *envelope, const wend_quadratic *f, double low, double high);

/// Lowers the envelope to f on low..high where f is less. True if it changed.
bool wend_envelope_lower(wend_envelope *envelope, const wend_quadratic *f, double low, double high);

/// Where f becomes less than g between low and high, from above; low if that is before the
/// interval, high if it is after or never.
double wend_quadratics_cross(const wend_quadratic *f, const wend_quadratic *g, double low,
                             double high);

static inline double wend_envelope_end(const wend_envelope *envelope, uint32_t part)
{
    return part + 1 < envelope->count ? envelope->parts[part + 1].x : envelope->high;
}

#endif
