// SPDX-License-Identifier: MIT
// What the fuzzers of structures share: bytes that are taken one by one, and places on a small grid
// that is turned and spread.
#ifndef WEND_FUZZ_PLACES_H
#define WEND_FUZZ_PLACES_H

#include "wend/floor.h"

#include <math.h>
#include <stdlib.h>

typedef struct bytes {
    const uint8_t *data;
    size_t size, at;
} bytes;

/// The next byte; 0 when there are no more.
static inline uint8_t take(bytes *b)
{
    return b->at < b->size ? b->data[b->at++] : 0;
}

/// How places are turned, spread and moved.
typedef struct spread {
    double cosine, sine, scale;
    wend_vec2 away;
    bool turned; ///< what was in one line is so no more, by a rounding
} spread;

/// By the bits of a byte: four scales, turned or not.
static inline spread spread_of(uint8_t how)
{
    static const double scales[] = {1, 0x1p-10, 0x1p13, 0.125};
    double turn = how & 4 ? 0.1 * (how >> 4) : 0;
    return (spread){cos(turn), sin(turn), scales[how & 3], {0, 0}, turn != 0};
}

static inline wend_vec2 spread_place(const spread *s, double x, double y)
{
    x *= s->scale;
    y *= s->scale;
    return (wend_vec2){s->away.x + s->cosine * x - s->sine * y,
                       s->away.y + s->sine * x + s->cosine * y};
}

/// A floor within four corners. NULL: it is not sound.
static inline wend_floor *sound_floor(const wend_vec2 bounds[4], const wend_shape *shapes,
                                      uint32_t shape_count)
{
    wend_floor_def def = wend_default_floor_def();
    wend_floor *floor;
    uint32_t flaws;
    def.bounds = bounds;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = shape_count;
    if (wend_floor_create(&def, &floor, NULL) != WEND_OK)
        abort();
    if (wend_floor_flaws(floor, NULL, 0, &flaws, NULL) == WEND_OK)
        return floor;
    wend_floor_destroy(floor);
    return NULL;
}

#endif
