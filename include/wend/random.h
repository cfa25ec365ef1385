// SPDX-License-Identifier: MIT
// Random number streams (PCG32). The same seed and stream number give the same sequence on every
// machine and in every version of wend.
#ifndef WEND_RANDOM_H
#define WEND_RANDOM_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A random number stream. A plain value: copy it to fork the stream; keep one per agent.
typedef struct wend_random {
    uint64_t state, increment;
} wend_random;

/// The stream with this number for this seed. Different streams are independent.
WEND_API wend_random wend_random_stream(uint64_t seed, uint64_t stream);

/// 32 uniform random bits.
WEND_API uint32_t wend_random_u32(wend_random *random);

/// 64 uniform random bits.
WEND_API uint64_t wend_random_u64(wend_random *random);

/// A uniform integer less than bound. [Limit: bound >= 1]
WEND_API uint32_t wend_random_below(wend_random *random, uint32_t bound);

/// A uniform multiple of 2^-53 with 0 <= x < 1.
WEND_API double wend_random_unit(wend_random *random);

/// A uniform number with low <= x <= high. [Limit: both finite, low <= high]
WEND_API double wend_random_between(wend_random *random, double low, double high);

#ifdef __cplusplus
}
#endif

#endif
