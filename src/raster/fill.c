// SPDX-License-Identifier: MIT
// Solid pixels: those whose centres are inside polygons, and those of blobs. They belong to that
// site whatever is near, at distance 0.
//
// A polygon is filled by parity: every side that crosses the line through a row's centres flips all
// pixels to its right. Sides and rings therefore need no order (even-odd rule). Rows are
// distributed in bands.
#include "raster/raster.h"

#include <math.h>
#include <string.h>

/// The fill of one build.
typedef struct filling {
    wend_raster *raster;
    const wend_raster_def *def;
} filling;

/// Rows begin to end of a band, and its memory.
typedef struct band {
    wend_raster *raster;
    uint8_t *parity; ///< [RASTER_LEAF * (width + 1)], zero between two sites
    uint32_t begin, end;
} band;

static void set_solid(wend_raster *raster, size_t pixel, uint32_t site)
{
    if (raster->flags.data[pixel] & RASTER_SOLID)
        return;
    raster->flags.data[pixel] = RASTER_SOLID;
    uint32_t region = raster->first.data[pixel];
    if (raster->site_of.data[region] != site)
        raster->first.data[pixel] = raster->first_region.data[site];
    raster->second.data[pixel] = WEND_RASTER_NONE;
    raster->first_distance.data[pixel] = 0;
    raster->second_distance.data[pixel] = INFINITY;
}

/// The first row of the band whose centres are not below y.
static uint32_t row_from(const band *b, double y)
{
    double row = ceil((y - b->raster->box.min.y) / b->raster->pixel.y - 0.5);
    return row <= b->begin ? b->begin : row >= b->end ? b->end : (uint32_t)row;
}

static void flip(const band *b, wend_vec2 p, wend_vec2 q)
{
    const wend_raster *raster = b->raster;
    wend_vec2 low = p.y <= q.y ? p : q, high = p.y <= q.y ? q : p;
    uint32_t begin = row_from(b, low.y), end = row_from(b, high.y);
    for (uint32_t y = begin; y < end; ++y) {
        double height = raster_centre(raster, 0, y).y;
        double x = low.x + (height - low.y) / (high.y - low.y) * (high.x - low.x);
        double column = ceil((x - raster->box.min.x) / raster->pixel.x - 0.5);
        uint32_t at = column <= 0 ? 0 : column >= raster->width ? raster->width : (uint32_t)column;
        b->parity[(size_t)(y - b->begin) * (raster->width + 1) + at] ^= 1;
    }
}

static void fill_site(const band *b, uint32_t site, const wend_raster_site *from)
{
    wend_raster *raster = b->raster;
    const wend_shape *shape = &from->shape;
    uint32_t rings = shape->ring_ends ? shape->ring_count : 1, begin = 0;
    double min = INFINITY, max = -INFINITY;
    for (uint32_t i = 0; i < rings; ++i) {
        uint32_t end = shape->ring_ends ? shape->ring_ends[i] : shape->point_count;
        for (uint32_t k = begin, last = end - 1; k < end; last = k++) {
            flip(b, shape->points[last], shape->points[k]);
            min = fmin(min, shape->points[k].y);
            max = fmax(max, shape->points[k].y);
        }
        begin = end;
    }
    uint32_t low = from->hollow ? b->begin : row_from(b, min);
    uint32_t high = from->hollow ? b->end : row_from(b, max);
    for (uint32_t y = low; y < high; ++y) {
        uint8_t *parity = b->parity + (size_t)(y - b->begin) * (raster->width + 1);
        bool inside = from->hollow;
        for (uint32_t x = 0, next; x < raster->width; x = next, inside = !inside) {
            const uint8_t *flipped = memchr(parity + x, 1, raster->width - x);
            next = flipped ? (uint32_t)(flipped - parity) : raster->width;
            parity[next] = 0;
            for (uint32_t u = x; u < next && inside; ++u)
                set_solid(raster, (size_t)y * raster->width + u, site);
        }
        parity[raster->width] = 0;
    }
}

static void fill_blobs(const band *b, const wend_raster_def *def)
{
    wend_raster *raster = b->raster;
    size_t begin = (size_t)b->begin * raster->width, end = (size_t)b->end * raster->width;
    for (size_t i = begin; i < end; ++i)
        if (def->blobs[i] > 0)
            set_solid(raster, i, def->site_count + def->blobs[i] - 1);
}

static void fill_bands(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const filling *fill = argument;
    wend_raster *raster = fill->raster;
    size_t scratch = (size_t)RASTER_LEAF * (raster->width + 1);
    for (uint32_t i = begin; i < end; ++i) {
        band b = {.raster = raster,
                  .parity = raster->parity.data + worker * scratch,
                  .begin = i * RASTER_LEAF,
                  .end = (i + 1) * RASTER_LEAF};
        b.end = b.end < raster->height ? b.end : raster->height;
        memset(raster->flags.data + (size_t)b.begin * raster->width, 0,
               (size_t)(b.end - b.begin) * raster->width);
        for (uint32_t site = 0; site < fill->def->site_count; ++site)
            if (fill->def->sites[site].shape.point_count > 2)
                fill_site(&b, site, &fill->def->sites[site]);
        if (fill->def->blob_count > 0)
            fill_blobs(&b, fill->def);
    }
}

bool wend_raster_fill(wend_raster *raster, const wend_raster_def *def, wend_tasks *tasks)
{
    size_t scratch = (size_t)RASTER_LEAF * (raster->width + 1) * wend_tasks_workers(tasks);
    raster->parity.count = 0;
    if (!wend_array_reserve(&raster->parity, &raster->allocator, scratch))
        return false;
    memset(raster->parity.data, 0, scratch);
    filling fill = {raster, def};
    wend_parallel_for(tasks, raster->rows, 1, fill_bands, &fill);
    return true;
}

// ---- blobs --------------------------------------------------------------------------------------

/// The first pixel of a set. A pixel stores the index of an earlier one of its set, or its own,
/// plus 1.
static uint32_t first_of(uint32_t *blobs, uint32_t pixel)
{
    while (blobs[pixel] != pixel + 1) {
        blobs[pixel] = blobs[blobs[pixel] - 1];
        pixel = blobs[pixel] - 1;
    }
    return pixel;
}

uint32_t wend_raster_blobs(const uint8_t *occupied, uint32_t width, uint32_t height,
                           uint32_t *blobs)
{
    uint32_t count = 0, pixels = width * height;
    for (uint32_t i = 0; i < pixels; ++i) {
        blobs[i] = occupied[i] ? i + 1 : 0;
        if (!occupied[i])
            continue;
        if (i % width > 0 && occupied[i - 1])
            blobs[i] = first_of(blobs, i - 1) + 1;
        if (i >= width && occupied[i - width]) {
            uint32_t below = first_of(blobs, i - width), left = first_of(blobs, i);
            uint32_t less = below < left ? below : left;
            blobs[below] = blobs[left] = blobs[i] = less + 1;
        }
    }
    // From here on visited pixels hold their label.
    for (uint32_t i = 0; i < pixels; ++i)
        if (blobs[i] > 0)
            blobs[i] = blobs[i] == i + 1 ? ++count : blobs[blobs[i] - 1];
    return count;
}
