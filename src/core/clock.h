// SPDX-License-Identifier: MIT
// How long things take. Only for figures that are reported: no result may depend on it.
#ifndef WEND_CORE_CLOCK_H
#define WEND_CORE_CLOCK_H

/// Seconds since some moment, never backwards.
double wend_clock(void);

#endif
