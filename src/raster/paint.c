// SPDX-License-Identifier: MIT
// The labels as a picture.
#include "core/hash.h"
#include "raster/raster.h"

#include <math.h>

/// A light colour for a pair of indices, always the same. It is pseudo-random, since neighbours
/// should differ.
static wend_colour colour_of(uint32_t one, uint32_t other)
{
    wend_hash hash = wend_hash_start();
    wend_hash_u64(&hash, (uint64_t)other << 32 | one);
    uint64_t bits = hash.state;
    uint32_t red = 128 + (bits >> 20 & 0x7f), green = 128 + (bits >> 32 & 0x7f);
    uint32_t blue = 128 + (bits >> 44 & 0x7f);
    return red << 24 | green << 16 | blue << 8 | 0xff;
}

static uint32_t site_at(const wend_raster *raster, uint32_t region)
{
    return region == WEND_RASTER_NONE ? WEND_RASTER_NONE : raster->site_of.data[region];
}

static wend_colour paint_labels(const wend_raster *raster, wend_raster_picture picture, size_t at)
{
    uint32_t first = site_at(raster, raster->first.data[at]);
    uint32_t second = site_at(raster, raster->second.data[at]);
    uint32_t one = picture == WEND_RASTER_FIRST ? first : second, other = 0;
    if (raster->flags.data[at] & RASTER_SOLID)
        return WEND_DARK_GREY;
    if (one == WEND_RASTER_NONE)
        return WEND_WHITE;
    if (picture == WEND_RASTER_SECOND_ORDER) {
        one = first < second ? first : second;
        other = (first < second ? second : first) + 1;
    }
    return colour_of(one + 1, other);
}

static double furthest(const wend_raster *raster)
{
    float max = 0;
    for (size_t i = 0; i < raster->first_distance.count; ++i)
        if (raster->first_distance.data[i] < INFINITY && raster->first_distance.data[i] > max)
            max = raster->first_distance.data[i];
    return max;
}

void wend_raster_paint(const wend_raster *raster, wend_raster_picture picture, wend_colour *pixels)
{
    if (!raster->built)
        return;
    double max = picture == WEND_RASTER_DISTANCE ? furthest(raster) : 0;
    for (uint32_t y = 0; y < raster->height; ++y) {
        wend_colour *row = pixels + (size_t)(raster->height - 1 - y) * raster->width;
        for (uint32_t x = 0; x < raster->width; ++x) {
            size_t at = (size_t)y * raster->width + x;
            if (picture != WEND_RASTER_DISTANCE) {
                row[x] = paint_labels(raster, picture, at);
                continue;
            }
            double share = max > 0 ? raster->first_distance.data[at] / max : 0;
            uint32_t grey = share < 1 ? (uint32_t)(share * 255) : 255;
            row[x] = grey << 24 | grey << 16 | grey << 8 | 0xff;
        }
    }
}
