// SPDX-License-Identifier: MIT
// Counts overlapping discs of a crowd.
#ifndef WEND_MEASURE_OVERLAPS_H
#define WEND_MEASURE_OVERLAPS_H

#include "wend/orca.h"

/// Overlaps below this fraction of the smaller radius are not counted: brief contact, and rounding.
#define OVERLAPS_DEPTH 0.01

/// Reusable memory for counting.
typedef struct overlaps overlaps;

/// NULL: out of memory.
overlaps *overlaps_create(void);
void overlaps_free(overlaps *o);
/// Number of bodies that overlap another; entries with radius < 0 are unused. False: out of memory.
bool overlaps_count(overlaps *o, const wend_body *bodies, uint32_t slots, uint64_t *count);
/// Deepest overlap of the last count as a fraction of the smaller radius; 0: none exceeds
/// OVERLAPS_DEPTH.
double overlaps_deepest(const overlaps *o);

/// Two bodies in slots a and b that overlap by `depth`, however small. [Units: m]
typedef void overlaps_visit_fn(void *context, uint32_t a, uint32_t b, double depth);
/// Calls visit at least once for every overlapping pair, in no fixed order. False: out of memory.
bool overlaps_each(overlaps *o, const wend_body *bodies, uint32_t slots, overlaps_visit_fn *visit,
                   void *context);

#endif
