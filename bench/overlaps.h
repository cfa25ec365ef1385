// SPDX-License-Identifier: MIT
// How many agents of a crowd are in each other's way: discs that overlap.
#ifndef WEND_BENCH_OVERLAPS_H
#define WEND_BENCH_OVERLAPS_H

#include "wend/orca.h"

/// Overlaps of less than this part of the smaller radius are not counted: two walkers who brush
/// each other, and rounding.
#define OVERLAP_SLACK 0.01

/// Memory for counting again and again. Zeroed it is empty.
typedef struct overlaps {
    uint32_t *order; ///< slots from left to right, as they were the last time
    uint8_t *hit;    ///< [slots]
    uint32_t count, capacity;
} overlaps;

void overlaps_free(overlaps *o);

/// How many of the bodies overlap another. False: out of memory. Entries of radius < 0 are nobody.
/// Fast if the bodies have moved little since the last time.
bool overlaps_count(overlaps *o, const wend_body *bodies, uint32_t slots, uint32_t *hits);

#endif
