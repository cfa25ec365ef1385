// SPDX-License-Identifier: MIT
// How many agents of a crowd are in each other's way: discs that overlap.
#ifndef WEND_IO_OVERLAPS_H
#define WEND_IO_OVERLAPS_H

#include "wend/orca.h"

/// Overlaps of less than this part of the smaller radius are not counted: two walkers who brush
/// each other, and rounding.
#define OVERLAPS_DEPTH 0.01

/// Memory for counting again and again.
typedef struct overlaps overlaps;

/// NULL: out of memory.
overlaps *overlaps_create(void);
void overlaps_free(overlaps *o);
/// How many of the bodies overlap another; entries of radius < 0 are nobody. False: out of memory.
bool overlaps_count(overlaps *o, const wend_body *bodies, uint32_t slots, uint64_t *count);
/// How deep the deepest of those is that were counted last, as a part of the smaller radius; 0:
/// none is deeper than OVERLAPS_DEPTH.
double overlaps_deepest(const overlaps *o);

/// Two bodies that overlap by `depth`, however shallow; a and b are their slots. [Units: m]
typedef void overlaps_visit_fn(void *context, uint32_t a, uint32_t b, double depth);
/// Calls visit for every two bodies that overlap, at least once and in no fixed order. False: out
/// of memory.
bool overlaps_each(overlaps *o, const wend_body *bodies, uint32_t slots, overlaps_visit_fn *visit,
                   void *context);

#endif
