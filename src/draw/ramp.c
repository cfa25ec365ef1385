// SPDX-License-Identifier: MIT
// Linear interpolation between a few colours of evenly spaced lightness (see ramp.h).
#include "draw/ramp.h"

#include <math.h>

enum { STOPS = 6 };

static const wend_colour ramps[][STOPS] = {
    [RAMP_HEAT] = {0xfff6dbff, 0xfed98eff, 0xfe9f4cff, 0xe8602dff, 0xb4261eff, 0x6d0a1fff},
    [RAMP_WAY] = {0xa8e67fff, 0xd8ca58ff, 0xebae48ff, 0xe57f3aff, 0xc94434ff, 0x8c1227ff},
    [RAMP_SPEED] = {0x3b0f62ff, 0x3d4a8aff, 0x277f8eff, 0x21a585ff, 0x6cc75bff, 0xb8d92fff},
};

static uint32_t between(uint32_t a, uint32_t b, int shift, double share)
{
    double from = a >> shift & 0xff, to = b >> shift & 0xff;
    return (uint32_t)lround(from + (to - from) * share) << shift;
}

wend_colour ramp_colour(ramp r, double share)
{
    if (isnan(share))
        return WEND_NO_COLOUR;
    double along = fmin(fmax(share, 0), 1) * (STOPS - 1);
    int stop = (int)fmin(floor(along), STOPS - 2);
    wend_colour a = ramps[r][stop], b = ramps[r][stop + 1];
    double rest = along - stop;
    return between(a, b, 24, rest) | between(a, b, 16, rest) | between(a, b, 8, rest) | 0xffu;
}

/// Channel of a hue: full in a third of the circle around `centre`, 0 in the opposite third.
static double channel(double hue, double centre)
{
    double off = fabs(hue - centre);
    off = fmin(off, 1 - off) * 6;
    return off < 1 ? 1 : off > 2 ? 0 : 2 - off;
}

wend_colour hue_colour(double hue, double saturation, double value)
{
    wend_colour colour = 0xff;
    for (int i = 0; i < 3; ++i) {
        double share = value * (1 - saturation * (1 - channel(hue, i / 3.0)));
        colour |= (wend_colour)(255 * share) << (24 - 8 * i);
    }
    return colour;
}
