// SPDX-License-Identifier: MIT
// PCG32 (M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms
// for Random Number Generation", 2014): a 64-bit linear congruential step whose high bits select
// the rotation of the output. A stream takes 16 bytes, so every agent can have its own.
#include "wend/random.h"

#include "core/memory.h"

#define MULTIPLIER UINT64_C(6364136223846793005)

// Finaliser of SplitMix64: adjacent seeds and streams must not start in adjacent states.
static uint64_t mixed(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

wend_random wend_random_stream(uint64_t seed, uint64_t stream)
{
    wend_random random;
    random.increment = mixed(stream ^ mixed(seed)) | 1; // odd: full period
    random.state = mixed(seed ^ mixed(stream + 1)) + random.increment;
    wend_random_u32(&random);
    return random;
}

uint32_t wend_random_u32(wend_random *random)
{
    uint64_t old = random->state;
    random->state = old * MULTIPLIER + random->increment;
    uint32_t folded = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return folded >> turn | folded << ((32 - turn) & 31);
}

uint64_t wend_random_u64(wend_random *random)
{
    uint64_t high = wend_random_u32(random);
    return high << 32 | wend_random_u32(random);
}

uint32_t wend_random_below(wend_random *random, uint32_t bound)
{
    WEND_ASSERT(bound > 0);
    // High half of a product (D. Lemire, "Fast Random Integer Generation in an Interval", 2019);
    // the few products that would bias the result are rejected.
    uint64_t product = (uint64_t)wend_random_u32(random) * bound;
    if ((uint32_t)product < bound) {
        uint32_t unfair = (0u - bound) % bound;
        while ((uint32_t)product < unfair)
            product = (uint64_t)wend_random_u32(random) * bound;
    }
    return (uint32_t)(product >> 32);
}

double wend_random_unit(wend_random *random)
{
    return (double)(wend_random_u64(random) >> 11) * 0x1p-53;
}

double wend_random_between(wend_random *random, double low, double high)
{
    WEND_ASSERT(low <= high);
    double unit = wend_random_unit(random);
    // Weighted sum, because high - low may overflow; clamped, because the sum is rounded.
    double x = low * (1 - unit) + high * unit;
    return x < low ? low : x > high ? high : x;
}
