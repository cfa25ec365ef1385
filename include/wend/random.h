// SPDX-License-Identifier: MIT
// Random numbers whose streams are fixed for ever: the same seed and stream give the same numbers
// on every machine and in every version of wend.
#ifndef WEND_RANDOM_H
#define WEND_RANDOM_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A stream of random numbers. Plain data: copy it to fork it, keep one per agent.
typedef struct wend_random {
    uint64_t state, increment;
} wend_random;

/// The stream of that number under that seed. Different streams are independent.
WEND_API wend_random wend_random_stream(uint64_t seed, uint64_t stream);

/// All 32 bits are random.
WEND_API uint32_t wend_random_u32(wend_random *random);

/// All 64 bits are random.
WEND_API uint64_t wend_random_u64(wend_random *random);

/// A whole number below bound, each equally likely. [Limit: bound >= 1]
WEND_API uint32_t wend_random_below(wend_random *random, uint32_t bound);

/// A multiple of 2^-53 with 0 <= x < 1.
WEND_API double wend_random_unit(wend_random *random);

/// low <= x <= high. [Limit: both finite, low <= high]
WEND_API double wend_random_between(wend_random *random, double low, double high);

#ifdef __cplusplus
}
#endif

#endif
