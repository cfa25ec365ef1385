// SPDX-License-Identifier: MIT
// Ticks of an axis: at multiples of 1, 2 or 5 times a power of ten.
#ifndef WEND_DRAW_TICKS_H
#define WEND_DRAW_TICKS_H

#include <stdbool.h>

/// Distance of two ticks: digit * 10^power.
typedef struct ticks {
    int digit, power;
} ticks;

enum { TICK_LABEL_SIZE = 48 };

/// Smallest round distance with at most `most` + 1 ticks over a range. [Limit: range > 0, finite;
/// most >= 1] whole: at least 1.
ticks ticks_plan(double range, double most, bool whole);

double ticks_step(ticks t);

/// Last tick at or below a value, and first at or above it, in steps from 0. A value that is on a
/// tick except for rounding counts as on it.
double ticks_below(ticks t, double value);
double ticks_above(ticks t, double value);

/// Label of a tick, `number` steps from 0: decimal if short, otherwise like "2e9".
void ticks_label(ticks t, double number, char label[TICK_LABEL_SIZE]);

#endif
