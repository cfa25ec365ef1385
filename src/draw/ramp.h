// SPDX-License-Identifier: MIT
// Colour ramps from 0 to 1. Lightness is monotonic in every ramp, so all are readable in greyscale
// and for colour-blind people.
#ifndef WEND_DRAW_RAMP_H
#define WEND_DRAW_RAMP_H

#include "wend/draw.h"

typedef enum ramp {
    RAMP_HEAT,  ///< pale yellow to dark red: an amount, from none
    RAMP_WAY,   ///< green (near) over yellow and orange to dark red (far)
    RAMP_SPEED, ///< dark violet (slow) to a light green (fast), on white paper
} ramp;

/// Values are clamped to 0..1. NAN is transparent.
wend_colour ramp_colour(ramp r, double share);

/// Colour by hue (0 and 1: red), saturation (0: grey) and value (1: lightest). [Limit: all 0..1]
wend_colour hue_colour(double hue, double saturation, double value);

#endif
