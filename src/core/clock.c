// SPDX-License-Identifier: MIT
#include "core/clock.h"

#include <time.h>

static const double NANOSECOND = 1e-9; // [Units: s]

double wend_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + NANOSECOND * (double)t.tv_nsec;
}
