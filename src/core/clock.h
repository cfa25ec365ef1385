// SPDX-License-Identifier: MIT
// Monotonic clock, for reported durations only: no result may depend on it.
#ifndef WEND_CORE_CLOCK_H
#define WEND_CORE_CLOCK_H

/// Seconds since an arbitrary instant; never decreases.
double wend_clock(void);

#endif
