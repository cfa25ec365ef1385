// SPDX-License-Identifier: MIT
// Rejects compilers that do not round every operation on floats and doubles as IEEE 754 specifies.
//
// The exact predicates count the roundings of the operations as written, and rely on IEEE
// infinities and NaNs on overflow. Fast-math guarantees neither, and signs would be wrong without
// notice. With excess precision in doubles (x87) a value can be infinite in memory and finite in a
// register; with excess precision in floats (s390x) one lane would round differently from four.
//
// The run-time environment must be C's default: rounding to nearest, subnormals not flushed to
// zero. Fused multiply-adds would not harm the predicates, because they only omit roundings, but
// they would change the results of lanes; cmake/flags.cmake turns contraction off.
#ifndef WEND_CORE_STRICT_MATH_H
#define WEND_CORE_STRICT_MATH_H

#include <float.h>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) ||                                     \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "wend needs IEEE arithmetic: compile without -ffast-math and its parts"
#endif
#if FLT_EVAL_METHOD != 0
#error "wend needs arithmetic without excess precision: see -mfpmath=sse, -fexcess-precision=fast"
#endif

_Static_assert(FLT_RADIX == 2 && DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024 && DBL_MIN_EXP == -1021,
               "double is IEEE binary64");
_Static_assert(FLT_MANT_DIG == 24 && FLT_MAX_EXP == 128 && FLT_MIN_EXP == -125,
               "float is IEEE binary32");

#endif
