// SPDX-License-Identifier: MIT
// Refuses compilers that do not do IEEE arithmetic on doubles, because then signs would be wrong
// now and then, silently. The predicates' error bounds count the roundings of the operations as
// they are written, and rely on overflow giving infinities and NaNs that compare as IEEE says:
// fast-math promises neither. With excess precision (x87) one value can be an infinity in memory
// and finite in a register.
//
// The run time must be as C starts a program: rounding to nearest, tiny results not flushed to
// zero. Contraction to fused multiply-adds would do no harm here: it only leaves roundings out.
#ifndef WEND_GEOMETRY_STRICT_MATH_H
#define WEND_GEOMETRY_STRICT_MATH_H

#include <float.h>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) ||                                     \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "wend's exact predicates need IEEE arithmetic: compile without -ffast-math and its parts"
#endif
#if FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD == 2
#error "wend's exact predicates need doubles without excess precision: compile with -mfpmath=sse"
#endif

_Static_assert(FLT_RADIX == 2 && DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024 && DBL_MIN_EXP == -1021,
               "double is IEEE binary64");

#endif
