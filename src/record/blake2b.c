// SPDX-License-Identifier: MIT
// BLAKE2b (RFC 7693) without a key, for digests of 8 bytes.
//
// Each block of 128 bytes is mixed into a state of eight words: a working state of sixteen words,
// half of it the state and half constants, goes through twelve rounds. A round mixes the columns
// and then the diagonals of the working state, seen as a 4 by 4 square, with two words of the
// message each, in an order that differs from round to round.
#include "record/blake2b.h"

#include <stdbool.h>
#include <string.h>

enum { BLOCK = 128, WORDS = 16, ROUNDS = 12, ORDERS = 10, DIGEST = 8 };

// The fractions of the square roots of the first eight primes.
static const uint64_t start[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

static const uint8_t orders[ORDERS][WORDS] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t rotate(uint64_t x, int bits)
{
    return x >> bits | x << (64 - bits);
}

static void mix(uint64_t v[WORDS], int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = rotate(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotate(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 63);
}

/// Mixes a block into the state; `seen` is the number of bytes so far, with this block.
static void compress(uint64_t state[8], const uint8_t block[BLOCK], uint64_t seen, bool last)
{
    uint64_t m[WORDS], v[WORDS];
    for (int i = 0; i < WORDS; ++i) {
        m[i] = 0;
        for (int byte = 7; byte >= 0; --byte)
            m[i] = m[i] << 8 | block[8 * i + byte];
    }
    memcpy(v, state, 8 * sizeof *v);
    memcpy(v + 8, start, sizeof start);
    v[12] ^= seen; // the upper half of this count, in v[13], is 0: no text is that long
    if (last)
        v[14] = ~v[14];
    for (int round = 0; round < ROUNDS; ++round) {
        const uint8_t *o = orders[round % ORDERS];
        for (int i = 0; i < 4; ++i)
            mix(v, i, i + 4, i + 8, i + 12, m[o[2 * i]], m[o[2 * i + 1]]);
        for (int i = 0; i < 4; ++i)
            mix(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, m[o[2 * i + 8]],
                m[o[2 * i + 9]]);
    }
    for (int i = 0; i < 8; ++i)
        state[i] ^= v[i] ^ v[i + 8];
}

int64_t blake2b_8(const void *bytes, size_t size)
{
    const uint8_t *text = bytes;
    uint8_t last[BLOCK] = {0};
    uint64_t state[8], seen = 0;
    memcpy(state, start, sizeof start);
    state[0] ^= 0x01010000 ^ DIGEST; // one leaf, one level, no key
    for (; size - seen > BLOCK; seen += BLOCK)
        compress(state, text + seen, seen + BLOCK, false);
    if (size > 0)
        memcpy(last, text + seen, size - seen);
    compress(state, last, size, true);
    // The digest is the first word, lowest byte first; read as a big-endian number.
    uint64_t number = 0;
    for (int byte = 0; byte < DIGEST; ++byte)
        number = number << 8 | (state[0] >> 8 * byte & 0xff);
    return number <= INT64_MAX ? (int64_t)number : -(int64_t)~number - 1;
}
