// SPDX-License-Identifier: MIT
// Ticks of an axis: at multiples of 1, 2 or 5 times a power of ten.
#ifndef WEND_DRAW_TICKS_H
#define WEND_DRAW_TICKS_H

#include <stdbool.h>

/// The distance of two ticks: digit * 10^power.
typedef struct ticks {
    int digit, power;
} ticks;

enum { TICK_LABEL_SIZE = 48 };

/// The smallest round distance that puts at most `most` + 1 ticks over a range. [Limit: range > 0,
/// finite; most >= 1] whole: at least 1.
ticks ticks_plan(double range, double most, bool whole);

double ticks_step(ticks t);

/// The last tick at or below a value, and the first at or above it, as numbers of steps from 0.
/// What lies on a tick but for rounding counts as on it.
double ticks_below(ticks t, double value);
double ticks_above(ticks t, double value);

/// The label of a tick, `number` steps from 0: plain where that is short, else like "2e9".
void ticks_label(ticks t, double number, char label[TICK_LABEL_SIZE]);

#endif
