// SPDX-License-Identifier: MIT
// Shared by the fuzzers of structures: bytes consumed one by one, and points on a small grid that
// is rotated and scaled.
#ifndef WEND_FUZZ_FUZZ_PLACES_H
#define WEND_FUZZ_FUZZ_PLACES_H

#include "wend/floor.h"

#include <math.h>
#include <stdlib.h>

typedef struct bytes {
    const uint8_t *data;
    size_t size, at;
} bytes;

/// The next byte; 0 at the end.
static inline uint8_t take(bytes *b)
{
    return b->at < b->size ? b->data[b->at++] : 0;
}

/// Rotation, scale and offset of points.
typedef struct spread {
    double cosine, sine, scale;
    wend_vec2 away;
    bool turned; ///< collinear points are no longer so, by rounding
} spread;

/// From the bits of a byte: four scales, rotated or not.
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

/// A floor within four corners. NULL: invalid.
static inline wend_floor *valid_floor(const wend_vec2 bounds[4], const wend_shape *shapes,
                                      uint32_t shape_count)
{
    wend_floor_def def = wend_default_floor_def();
    wend_floor *floor;
    uint32_t defects;
    def.bounds = bounds;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = shape_count;
    if (wend_floor_create(&def, &floor, NULL) != WEND_OK)
        abort();
    if (wend_floor_validate(floor, NULL, 0, &defects, NULL) == WEND_OK)
        return floor;
    wend_floor_destroy(floor);
    return NULL;
}

#endif
