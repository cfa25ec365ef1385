// SPDX-License-Identifier: MIT
// Hash of a stream of values, identical on every machine. Not cryptographic.
#ifndef WEND_CORE_HASH_H
#define WEND_CORE_HASH_H

#include "wend/base.h"

#include <string.h>

typedef struct wend_hash {
    uint64_t state;
} wend_hash;

static inline wend_hash wend_hash_start(void)
{
    return (wend_hash){0x9e3779b97f4a7c15u};
}

/// Adds 64 bits: one round of multiply and fold; after two rounds every bit affects every other.
static inline void wend_hash_u64(wend_hash *hash, uint64_t value)
{
    uint64_t x = (hash->state ^ value) * 0xbf58476d1ce4e5b9u;
    x ^= x >> 32;
    hash->state = x * 0x94d049bb133111ebu + 0x632be59bd9b4e019u;
}

/// Adds the bits of the double: 0 and -0 differ.
static inline void wend_hash_double(wend_hash *hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    wend_hash_u64(hash, bits);
}

static inline void wend_hash_array(wend_hash *hash, const double *values, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        wend_hash_double(hash, values[i]);
}

/// wend_hash_double for each value, in their order.
#define wend_hash_doubles(hash, ...)                                                               \
    wend_hash_array(hash, (const double[]){__VA_ARGS__},                                           \
                    sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

static inline void wend_hash_vec2(wend_hash *hash, wend_vec2 v)
{
    wend_hash_double(hash, v.x);
    wend_hash_double(hash, v.y);
}

/// Hash of all values added so far.
static inline uint64_t wend_hash_end(const wend_hash *hash)
{
    uint64_t x = hash->state;
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

#endif
