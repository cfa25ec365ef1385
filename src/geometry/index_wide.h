// SPDX-License-Identifier: MIT
// Two doubles at a time: SSE2 if available, else scalar C. Both give the same bits: each operation
// is rounded individually, and larger and smaller are the comparisons written out below.
#ifndef WEND_GEOMETRY_INDEX_WIDE_H
#define WEND_GEOMETRY_INDEX_WIDE_H

#include <stdint.h>

#if defined(__SSE2__) && !defined(WEND_PLAIN)

#include <emmintrin.h>

typedef __m128d wide;

static inline wide wide_load(const double *from)
{
    return _mm_loadu_pd(from);
}
static inline void wide_store(double *to, wide a)
{
    _mm_storeu_pd(to, a);
}
static inline wide wide_all(double a)
{
    return _mm_set1_pd(a);
}
static inline wide wide_add(wide a, wide b)
{
    return _mm_add_pd(a, b);
}
static inline wide wide_sub(wide a, wide b)
{
    return _mm_sub_pd(a, b);
}
static inline wide wide_mul(wide a, wide b)
{
    return _mm_mul_pd(a, b);
}
static inline wide wide_div(wide a, wide b)
{
    return _mm_div_pd(a, b);
}
/// a > b ? a : b, hence b where either is NaN.
static inline wide wide_larger(wide a, wide b)
{
    return _mm_max_pd(a, b);
}
/// a < b ? a : b, hence b where either is NaN.
static inline wide wide_smaller(wide a, wide b)
{
    return _mm_min_pd(a, b);
}
/// a < b ? c : d
static inline wide wide_select_less(wide a, wide b, wide c, wide d)
{
    wide mask = _mm_cmplt_pd(a, b);
    return _mm_or_pd(_mm_and_pd(mask, c), _mm_andnot_pd(mask, d));
}
/// Bit i is set where a[i] <= b[i].
static inline uint32_t wide_not_greater(wide a, wide b)
{
    return (uint32_t)_mm_movemask_pd(_mm_cmple_pd(a, b));
}

/// The smaller of the two. [Limit: not NaN]
static inline double wide_minimum(wide a)
{
    return _mm_cvtsd_f64(_mm_min_sd(a, _mm_unpackhi_pd(a, a)));
}
/// The numbers masked by `keep`, with the bits of `set` added.
static inline wide wide_bits(wide a, uint64_t keep, uint64_t set_low, uint64_t set_high)
{
    __m128i bits = _mm_and_si128(_mm_castpd_si128(a), _mm_set1_epi64x((int64_t)keep));
    bits = _mm_or_si128(bits, _mm_set_epi64x((int64_t)set_high, (int64_t)set_low));
    return _mm_castsi128_pd(bits);
}

#else

#include <string.h>

typedef struct wide {
    double low, high;
} wide;

static inline wide wide_load(const double *from)
{
    return (wide){from[0], from[1]};
}
static inline void wide_store(double *to, wide a)
{
    to[0] = a.low;
    to[1] = a.high;
}
static inline wide wide_all(double a)
{
    return (wide){a, a};
}
static inline wide wide_add(wide a, wide b)
{
    return (wide){a.low + b.low, a.high + b.high};
}
static inline wide wide_sub(wide a, wide b)
{
    return (wide){a.low - b.low, a.high - b.high};
}
static inline wide wide_mul(wide a, wide b)
{
    return (wide){a.low * b.low, a.high * b.high};
}
static inline wide wide_div(wide a, wide b)
{
    return (wide){a.low / b.low, a.high / b.high};
}
/// a > b ? a : b, hence b where either is NaN.
static inline wide wide_larger(wide a, wide b)
{
    return (wide){a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}
/// a < b ? a : b, hence b where either is NaN.
static inline wide wide_smaller(wide a, wide b)
{
    return (wide){a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}
/// a < b ? c : d
static inline wide wide_select_less(wide a, wide b, wide c, wide d)
{
    return (wide){a.low < b.low ? c.low : d.low, a.high < b.high ? c.high : d.high};
}
/// Bit i is set where a[i] <= b[i].
static inline uint32_t wide_not_greater(wide a, wide b)
{
    return (uint32_t)(a.low <= b.low) | (uint32_t)(a.high <= b.high) << 1;
}
/// The smaller of the two. [Limit: not NaN]
static inline double wide_minimum(wide a)
{
    return a.low < a.high ? a.low : a.high;
}
/// The numbers masked by `keep`, with the bits of `set` added.
static inline wide wide_bits(wide a, uint64_t keep, uint64_t set_low, uint64_t set_high)
{
    uint64_t bits[2];
    memcpy(&bits[0], &a.low, sizeof bits[0]);
    memcpy(&bits[1], &a.high, sizeof bits[1]);
    bits[0] = (bits[0] & keep) | set_low;
    bits[1] = (bits[1] & keep) | set_high;
    memcpy(&a.low, &bits[0], sizeof bits[0]);
    memcpy(&a.high, &bits[1], sizeof bits[1]);
    return a;
}

#endif

/// Index of the lowest set bit. [Limit: mask != 0]
static inline uint32_t wide_lowest(uint32_t mask)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctz(mask);
#else
    uint32_t position = 0;
    while (!(mask >> position & 1))
        position++;
    return position;
#endif
}

#endif
