// SPDX-License-Identifier: MIT
// SIMD vectors of floats or integers with LANES lanes: 1, 4, 8 or 16, defined by the including
// file.
//
// Every lane gives the bits that a single lane would, for every width: all operations are rounded
// individually (no contraction), and operations that are not operators use the functions below. The
// same code can be compiled for several machines and selected at run time. With 1 lane it is scalar
// C. A file that includes this header is compiled for one width.
#ifndef WEND_CORE_LANES_H
#define WEND_CORE_LANES_H

#ifndef LANES
#error "say how many LANES"
#endif

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/strict_math.h"

#if LANES == 1

typedef float lanes_f;
typedef int32_t lanes_i;
typedef int32_t lanes_m; ///< mask: 0 or -1

#define LANES_OPERATOR(name, sign)                                                                 \
    static inline lanes_m lanes_##name(lanes_f a, lanes_f b)                                       \
    {                                                                                              \
        return -(a sign b);                                                                        \
    }
static inline lanes_f lanes_all(float a)
{
    return a;
}
static inline lanes_i lanes_all_i(int32_t a)
{
    return a;
}
static inline lanes_i lanes_count_up(void)
{
    return 0;
}
static inline lanes_f lanes_to_f(lanes_i a)
{
    return (float)a;
}
static inline lanes_m lanes_less_i(lanes_i a, lanes_i b)
{
    return -(a < b);
}
static inline lanes_f lanes_sqrt(lanes_f a)
{
    return sqrtf(a);
}
/// Selects a where the mask is set, else b.
static inline lanes_f lanes_pick(lanes_m mask, lanes_f a, lanes_f b)
{
    return mask ? a : b;
}
/// One bit per lane whose mask is set.
static inline uint32_t lanes_bits(lanes_m mask)
{
    return mask & 1;
}

#else

typedef float lanes_f __attribute__((vector_size(LANES * 4)));
typedef int32_t lanes_i __attribute__((vector_size(LANES * 4)));

#if defined(__AVX512F__) && LANES == 16
#include <immintrin.h>
typedef __mmask16 lanes_m; ///< mask: one bit per lane
#define LANES_OPERATOR(name, sign)                                                                 \
    static inline lanes_m lanes_##name(lanes_f a, lanes_f b)                                       \
    {                                                                                              \
        return _mm512_cmp_ps_mask((__m512)a, (__m512)b, sign);                                     \
    }
#define LANES_LESS    _CMP_LT_OQ
#define LANES_AT_MOST _CMP_LE_OQ
#define LANES_EQUAL   _CMP_EQ_OQ
#else
#if defined(__AVX2__) && LANES == 8
#include <immintrin.h>
#elif defined(__SSE2__) && LANES == 4
#include <emmintrin.h>
#endif
typedef lanes_i lanes_m; ///< mask: 0 or -1
#define LANES_OPERATOR(name, sign)                                                                 \
    static inline lanes_m lanes_##name(lanes_f a, lanes_f b)                                       \
    {                                                                                              \
        return a sign b;                                                                           \
    }
#endif

static inline lanes_f lanes_all(float a)
{
    return a - (lanes_f){0}; // a + 0 would lose the sign of -0
}
static inline lanes_i lanes_all_i(int32_t a)
{
    return a - (lanes_i){0};
}
/// 0, 1, 2, ...
static inline lanes_i lanes_count_up(void)
{
#if LANES == 16
    return (lanes_i){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#elif LANES == 8
    return (lanes_i){0, 1, 2, 3, 4, 5, 6, 7};
#else
    return (lanes_i){0, 1, 2, 3};
#endif
}
static inline lanes_f lanes_to_f(lanes_i a)
{
    return __builtin_convertvector(a, lanes_f);
}
static inline lanes_m lanes_less_i(lanes_i a, lanes_i b)
{
#if defined(__AVX512F__) && LANES == 16
    return _mm512_cmplt_epi32_mask((__m512i)a, (__m512i)b);
#else
    return a < b;
#endif
}
static inline lanes_f lanes_sqrt(lanes_f a)
{
#if defined(__AVX512F__) && LANES == 16
    return (lanes_f)_mm512_sqrt_ps((__m512)a);
#elif defined(__AVX2__) && LANES == 8
    return (lanes_f)_mm256_sqrt_ps((__m256)a);
#elif defined(__SSE2__) && LANES == 4
    return (lanes_f)_mm_sqrt_ps((__m128)a);
#else
    for (int i = 0; i < LANES; ++i)
        a[i] = sqrtf(a[i]);
    return a;
#endif
}
static inline lanes_f lanes_pick(lanes_m mask, lanes_f a, lanes_f b)
{
#if defined(__AVX512F__) && LANES == 16
    return (lanes_f)_mm512_mask_blend_ps(mask, (__m512)b, (__m512)a);
#elif defined(__AVX2__) && LANES == 8
    return (lanes_f)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)mask);
#else
    return (lanes_f)((mask & (lanes_i)a) | (~mask & (lanes_i)b));
#endif
}
static inline uint32_t lanes_bits(lanes_m mask)
{
#if defined(__AVX512F__) && LANES == 16
    return mask;
#elif defined(__AVX2__) && LANES == 8
    return (uint32_t)_mm256_movemask_ps((__m256)mask);
#elif defined(__SSE2__) && LANES == 4
    return (uint32_t)_mm_movemask_ps((__m128)mask);
#else
    uint32_t bits = 0;
    for (int i = 0; i < LANES; ++i)
        bits |= (uint32_t)(mask[i] & 1) << i;
    return bits;
#endif
}

#endif

#ifndef LANES_LESS
#define LANES_LESS    <
#define LANES_AT_MOST <=
#define LANES_EQUAL   ==
#endif
LANES_OPERATOR(less, LANES_LESS)
LANES_OPERATOR(at_most, LANES_AT_MOST)
LANES_OPERATOR(equal, LANES_EQUAL)
#undef LANES_OPERATOR

/// Rounds to the nearest integer, exactly and for every width. [Limit: |a| < 2^22]
static inline lanes_i lanes_round(lanes_f a)
{
    // With this added the last bit of a float is worth 1.
    lanes_f shifted = a + lanes_all(0x1.8p23f), shift = lanes_all(0x1.8p23f);
    lanes_i bits, zero;
    memcpy(&bits, &shifted, sizeof bits);
    memcpy(&zero, &shift, sizeof zero);
    return bits - zero;
}

/// The sum of all lanes. Integers, so that it does not depend on their number.
static inline int64_t lanes_sum(lanes_i a)
{
    int32_t lanes[LANES];
    memcpy(lanes, &a, sizeof lanes);
    int64_t sum = 0;
    for (int i = 0; i < LANES; ++i)
        sum += lanes[i];
    return sum;
}

/// Increments the lanes whose mask is set.
static inline lanes_i lanes_one_more(lanes_i count, lanes_m mask)
{
#if defined(__AVX512F__) && LANES == 16
    return (lanes_i)_mm512_mask_add_epi32((__m512i)count, mask, (__m512i)count,
                                          _mm512_set1_epi32(1));
#else
    return count - mask;
#endif
}

static inline bool lanes_any(lanes_m mask)
{
    return lanes_bits(mask) != 0;
}

/// a < b ? a : b, hence b where either is NaN.
static inline lanes_f lanes_min(lanes_f a, lanes_f b)
{
#if defined(__AVX512F__) && LANES == 16
    return (lanes_f)_mm512_min_ps((__m512)a, (__m512)b);
#elif defined(__AVX2__) && LANES == 8
    return (lanes_f)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__) && LANES == 4
    return (lanes_f)_mm_min_ps((__m128)a, (__m128)b);
#else
    return lanes_pick(lanes_less(a, b), a, b);
#endif
}
/// b < a ? a : b, hence b where either is NaN.
static inline lanes_f lanes_max(lanes_f a, lanes_f b)
{
#if defined(__AVX512F__) && LANES == 16
    return (lanes_f)_mm512_max_ps((__m512)a, (__m512)b);
#elif defined(__AVX2__) && LANES == 8
    return (lanes_f)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__) && LANES == 4
    return (lanes_f)_mm_max_ps((__m128)a, (__m128)b);
#else
    return lanes_pick(lanes_less(b, a), a, b);
#endif
}
static inline lanes_f lanes_clamp(lanes_f a, lanes_f low, lanes_f high)
{
    return lanes_min(lanes_max(a, low), high);
}

/// The largest lane. [Limit: none is NaN]
static inline float lanes_largest(lanes_f a)
{
#if defined(__AVX512F__) && LANES == 16
    return _mm512_reduce_max_ps((__m512)a);
#elif LANES == 1
    return a;
#else
    float most = a[0];
    for (int i = 1; i < LANES; ++i)
        most = a[i] > most ? a[i] : most;
    return most;
#endif
}

static inline lanes_f lanes_load(const float *from)
{
    lanes_f a;
    memcpy(&a, from, sizeof a);
    return a;
}
static inline void lanes_store(float *to, lanes_f a)
{
    memcpy(to, &a, sizeof a);
}
static inline lanes_i lanes_load_i(const int32_t *from)
{
    lanes_i a;
    memcpy(&a, from, sizeof a);
    return a;
}
static inline void lanes_store_i(int32_t *to, lanes_i a)
{
    memcpy(to, &a, sizeof a);
}

/// from[at] in each lane.
static inline lanes_f lanes_gather(const float *from, lanes_i at)
{
#if defined(__AVX512F__) && LANES == 16
    return (lanes_f)_mm512_i32gather_ps((__m512i)at, from, 4);
#elif defined(__AVX2__) && LANES == 8
    return (lanes_f)_mm256_i32gather_ps(from, (__m256i)at, 4);
#elif LANES == 1
    return from[at];
#else
    lanes_f a;
    for (int i = 0; i < LANES; ++i)
        a[i] = from[at[i]];
    return a;
#endif
}
static inline lanes_i lanes_gather_i(const int32_t *from, lanes_i at)
{
#if defined(__AVX512F__) && LANES == 16
    return (lanes_i)_mm512_i32gather_epi32((__m512i)at, from, 4);
#elif defined(__AVX2__) && LANES == 8
    return (lanes_i)_mm256_i32gather_epi32(from, (__m256i)at, 4);
#elif LANES == 1
    return from[at];
#else
    lanes_i a;
    for (int i = 0; i < LANES; ++i)
        a[i] = from[at[i]];
    return a;
#endif
}

#if LANES == 8
// Numbers of the lanes whose bits are set, one hexadecimal digit each, the first lane in the lowest
// digit.
#define LANES_DIGIT(bits, lane)                                                                    \
    ((uint32_t)((bits) >> (lane)&1) * (uint32_t)(lane)                                             \
     << 4 * __builtin_popcount((bits) & ((1u << (lane)) - 1)))
#define LANES_CHOSEN(bits)                                                                         \
    LANES_DIGIT(bits, 1) + LANES_DIGIT(bits, 2) + LANES_DIGIT(bits, 3) + LANES_DIGIT(bits, 4) +    \
        LANES_DIGIT(bits, 5) + LANES_DIGIT(bits, 6) + LANES_DIGIT(bits, 7)
#define LANES_CHOSEN_4(bits)                                                                       \
    LANES_CHOSEN(bits), LANES_CHOSEN((bits) + 1), LANES_CHOSEN((bits) + 2), LANES_CHOSEN((bits) + 3)
#define LANES_CHOSEN_16(bits)                                                                      \
    LANES_CHOSEN_4(bits), LANES_CHOSEN_4((bits) + 4), LANES_CHOSEN_4((bits) + 8),                  \
        LANES_CHOSEN_4((bits) + 12)
#define LANES_CHOSEN_64(bits)                                                                      \
    LANES_CHOSEN_16(bits), LANES_CHOSEN_16((bits) + 16), LANES_CHOSEN_16((bits) + 32),             \
        LANES_CHOSEN_16((bits) + 48)
#endif

/// Writes the lanes whose mask is set consecutively to `numbers` and `values`, in order, and
/// returns their number. Both arrays need capacity for LANES items for any mask.
static inline uint32_t lanes_compress(lanes_m mask, lanes_i number, lanes_f value, int32_t *numbers,
                                      float *values)
{
    uint32_t bits = lanes_bits(mask);
#if defined(__AVX512F__) && LANES == 16
    __mmask16 chosen = (__mmask16)bits;
    _mm512_storeu_si512(numbers, _mm512_maskz_compress_epi32(chosen, (__m512i)number));
    _mm512_storeu_ps(values, _mm512_maskz_compress_ps(chosen, (__m512)value));
    return (uint32_t)__builtin_popcount(bits);
#elif defined(__AVX2__) && LANES == 8
    static const uint32_t chosen[256] = {LANES_CHOSEN_64(0), LANES_CHOSEN_64(64),
                                         LANES_CHOSEN_64(128), LANES_CHOSEN_64(192)};
    __m256i from = _mm256_srlv_epi32(_mm256_set1_epi32((int)chosen[bits]),
                                     _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28));
    _mm256_storeu_si256((__m256i *)numbers, _mm256_permutevar8x32_epi32((__m256i)number, from));
    _mm256_storeu_ps(values, _mm256_permutevar8x32_ps((__m256)value, from));
    return (uint32_t)__builtin_popcount(bits);
#else
    int32_t all_numbers[LANES];
    float all_values[LANES];
    lanes_store_i(all_numbers, number);
    lanes_store(all_values, value);
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < LANES; ++lane) { // branch-free: the next lane may overwrite it
        numbers[count] = all_numbers[lane];
        values[count] = all_values[lane];
        count += bits >> lane & 1;
    }
    return count;
#endif
}

#endif
