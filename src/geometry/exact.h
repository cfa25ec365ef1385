// SPDX-License-Identifier: MIT
// Predicates in integer arithmetic: no rounding, overflow or underflow for finite doubles. For
// non-finite values the results are meaningless but safe.
#ifndef WEND_GEOMETRY_EXACT_H
#define WEND_GEOMETRY_EXACT_H

#include "wend/base.h"

/// These succeed if all coordinates are integer multiples, below 2^62, of one power of two: they
/// write the result to *sign and return true. This holds for coordinates that differ by at most a
/// factor of 500, zeros aside, and for any grid of binary fractions.
bool wend_orient2d_exact_near(wend_vec2 a, wend_vec2 b, wend_vec2 c, int *sign);
bool wend_incircle_exact_near(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d, int *sign);

/// These always succeed.
int wend_orient2d_exact(wend_vec2 a, wend_vec2 b, wend_vec2 c);
int wend_incircle_exact(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d);

#endif
