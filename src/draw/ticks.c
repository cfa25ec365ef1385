// SPDX-License-Identifier: MIT
// Round numbers along an axis (see ticks.h). Labels are composed digit by digit: a tick is a whole
// number of steps, so there is no rounding and no dependence on the locale.
#include "draw/ticks.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// A value within this fraction of a step of a tick is on it.
#define ON_TICK 1e-6
// Labels with more zeros or decimals have an exponent.
enum { MOST_ZEROS = 5, MOST_DECIMALS = 5 };
// Maximum number of steps from 0: beyond, doubles cannot represent all ticks.
#define MOST_STEPS 1e15

double ticks_step(ticks t)
{
    return t.digit * pow(10, t.power);
}

ticks ticks_plan(double range, double most, bool whole)
{
    double least = range / most;
    int power = (int)floor(log10(least));
    ticks t = {1, power};
    while (ticks_step(t) < least * (1 - ON_TICK)) {
        t.power += t.digit == 5;
        t.digit = t.digit == 1 ? 2 : t.digit == 2 ? 5 : 1;
    }
    if (whole && t.power < 0)
        t = (ticks){1, 0};
    return t;
}

double ticks_below(ticks t, double value)
{
    double steps = fmin(fmax(value / ticks_step(t), -MOST_STEPS), MOST_STEPS);
    return floor(steps + ON_TICK);
}

double ticks_above(ticks t, double value)
{
    return -ticks_below(t, -value);
}

void ticks_label(ticks t, double number, char label[TICK_LABEL_SIZE])
{
    int64_t digits = (int64_t)number * t.digit;
    int power = t.power;
    if (digits == 0) {
        snprintf(label, TICK_LABEL_SIZE, "0");
        return;
    }
    // With an exponent, 20e8 becomes 2e9.
    bool plain = power <= MOST_ZEROS && power >= -MOST_DECIMALS;
    for (; !plain && digits % 10 == 0; ++power)
        digits /= 10;
    const char *sign = digits < 0 ? "\xe2\x88\x92" : ""; // a minus, not a hyphen
    unsigned long long size = (unsigned long long)(digits < 0 ? -digits : digits);
    if (!plain) {
        snprintf(label, TICK_LABEL_SIZE, "%s%llue%d", sign, size, power);
    } else if (power >= 0) {
        static const char zeros[] = "00000";
        snprintf(label, TICK_LABEL_SIZE, "%s%llu%.*s", sign, size, power, zeros);
    } else {
        int decimals = -power < MOST_DECIMALS ? -power : MOST_DECIMALS;
        unsigned long long part = 1;
        for (int i = 0; i < decimals; ++i)
            part *= 10;
        snprintf(label, TICK_LABEL_SIZE, "%s%llu.%0*llu", sign, size / part, decimals, size % part);
    }
}
