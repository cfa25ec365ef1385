// SPDX-License-Identifier: MIT
// Colours for figures: from a number between 0 and 1 to a colour. Every ramp only gets darker or
// only gets lighter, so it can be read in grey and by colour-blind people.
#ifndef WEND_DRAW_RAMP_H
#define WEND_DRAW_RAMP_H

#include "wend/draw.h"

typedef enum ramp {
    RAMP_HEAT,  ///< pale yellow to dark red: how much of something there is, from none
    RAMP_WAY,   ///< green (near) over yellow and orange to dark red (far)
    RAMP_SPEED, ///< dark violet (slow) to a light green (fast), on white paper
} ramp;

/// Beyond 0 and 1 the colours of the ends. NAN has none.
wend_colour ramp_colour(ramp r, double share);

/// A colour that stands for no figure: its hue from 0, red, around the circle to 1; without
/// saturation it is grey, and a value of 1 is the lightest. [Limit: all 0..1]
wend_colour hue_colour(double hue, double saturation, double value);

#endif
