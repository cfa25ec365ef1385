// SPDX-License-Identifier: MIT
// The predicates in whole numbers: no rounding, no overflow, no underflow, for every finite double.
// For values that are not finite the answers mean nothing, and nothing else goes wrong.
#ifndef WEND_GEOMETRY_EXACT_H
#define WEND_GEOMETRY_EXACT_H

#include "wend/base.h"

/// These decide if all coordinates are whole multiples, below 2^62, of one power of two: then they
/// write the answer to *sign and return true. Coordinates that differ by no more than a factor of
/// 500, zeros aside, always are, and so are those of any grid of binary fractions.
bool wend_orient2d_exact_near(wend_vec2 a, wend_vec2 b, wend_vec2 c, int *sign);
bool wend_incircle_exact_near(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d, int *sign);

/// These always decide.
int wend_orient2d_exact(wend_vec2 a, wend_vec2 b, wend_vec2 c);
int wend_incircle_exact(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d);

#endif
