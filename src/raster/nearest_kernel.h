// SPDX-License-Identifier: MIT
// Nearest and second-nearest regions of the pixels of one block. The including file compiles it for
// one vector width.
//
// Positions are floats relative to the block's centre. A segment is represented by its line: the
// distance to it and the position along it are linear in x, so there is no division and no
// cancellation, whatever its length.
#ifndef WEND_RASTER_NEAREST_KERNEL_H
#define WEND_RASTER_NEAREST_KERNEL_H

#include "raster/raster.h"

#include <math.h>
#include <string.h>

/// Factor of squared distances that gives ties to the lower region.
#define TIE_FACTOR (1 - 2 * (float)WEND_RASTER_TIE)

/// A row of pixels.
typedef struct block_row {
    float d1[RASTER_LEAF], d2[RASTER_LEAF]; ///< squared
    uint32_t l1[RASTER_LEAF], l2[RASTER_LEAF];
} block_row;

typedef struct block_pixels {
    block_row rows[RASTER_LEAF];
    float d[RASTER_LEAF][RASTER_LEAF]; ///< squared distances to one region
    float x[RASTER_LEAF], y[RASTER_LEAF];
} block_pixels;

static void point_row(float *restrict d, const float *restrict x, float px, float dy2)
{
    for (int i = 0; i < RASTER_LEAF; ++i) {
        float dx = x[i] - px, now = dx * dx + dy2;
        d[i] = now < d[i] ? now : d[i];
    }
}

static void box_row(float *restrict d, const float *restrict x, float px, float half, float dy2)
{
    for (int i = 0; i < RASTER_LEAF; ++i) {
        float dx = fabsf(x[i] - px) - half;
        dx = dx > 0 ? dx : 0;
        float now = dx * dx + dy2;
        d[i] = now < d[i] ? now : d[i];
    }
}

/// The line: its distance from x is nx * x + off, the position along it is ux * x + at.
static void segment_row(float *restrict d, const float *restrict x, float nx, float off, float ux,
                        float at, float length)
{
    for (int i = 0; i < RASTER_LEAF; ++i) {
        float aside = nx * x[i] + off, along = ux * x[i] + at;
        float before = -along, after = along - length;
        float beyond = before > after ? before : after;
        beyond = beyond > 0 ? beyond : 0;
        float now = aside * aside + beyond * beyond;
        d[i] = now < d[i] ? now : d[i];
    }
}

static void add_segment(block_pixels *pixels, const raster_piece *piece, wend_vec2 centre)
{
    double ux = piece->b.x - piece->a.x, uy = piece->b.y - piece->a.y;
    double length = sqrt(ux * ux + uy * uy);
    ux = length > 0 ? ux / length : 1;
    uy = length > 0 ? uy / length : 0;
    double ax = centre.x - piece->a.x, ay = centre.y - piece->a.y;
    float nx = (float)-uy, ny = (float)ux, off = (float)(ay * ux - ax * uy);
    float fx = (float)ux, fy = (float)uy, at = (float)(ax * ux + ay * uy);
    for (int row = 0; row < RASTER_LEAF; ++row) {
        float y = pixels->y[row];
        segment_row(pixels->d[row], pixels->x, nx, ny * y + off, fx, fy * y + at, (float)length);
    }
}

static void add_box(block_pixels *pixels, const raster_piece *piece, wend_vec2 centre)
{
    float px = (float)((piece->a.x + piece->b.x) / 2 - centre.x);
    float py = (float)((piece->a.y + piece->b.y) / 2 - centre.y);
    float half_x = (float)((piece->b.x - piece->a.x) / 2);
    float half_y = (float)((piece->b.y - piece->a.y) / 2);
    for (int row = 0; row < RASTER_LEAF; ++row) {
        float dy = fabsf(pixels->y[row] - py) - half_y;
        dy = dy > 0 ? dy : 0;
        box_row(pixels->d[row], pixels->x, px, half_x, dy * dy);
    }
}

static void add_piece(block_pixels *pixels, const raster_piece *piece, wend_vec2 centre)
{
    if (piece->kind == RASTER_SEGMENT) {
        add_segment(pixels, piece, centre);
    } else if (piece->kind == RASTER_BOX) {
        add_box(pixels, piece, centre);
    } else {
        float px = (float)(piece->a.x - centre.x), py = (float)(piece->a.y - centre.y);
        for (int row = 0; row < RASTER_LEAF; ++row) {
            float dy = pixels->y[row] - py;
            point_row(pixels->d[row], pixels->x, px, dy * dy);
        }
    }
}

// Selections as masks, all bits or none: with ?: compilers generate branches here instead of
// vectors.
static inline uint32_t pick(uint32_t mask, uint32_t a, uint32_t b)
{
    return (a & mask) | (b & ~mask);
}

static inline float pick_float(uint32_t mask, float a, float b)
{
    uint32_t bits_a, bits_b;
    memcpy(&bits_a, &a, sizeof a);
    memcpy(&bits_b, &b, sizeof b);
    bits_a = pick(mask, bits_a, bits_b);
    memcpy(&a, &bits_a, sizeof a);
    return a;
}

/// Inserts a region among the two nearest of a row, and resets d for the next region.
static void merge_row(block_row *restrict row, float *restrict d, uint32_t region)
{
    for (int i = 0; i < RASTER_LEAF; ++i) {
        float now = d[i], d1 = row->d1[i], d2 = row->d2[i];
        uint32_t l1 = row->l1[i], l2 = row->l2[i];
        uint32_t nearest = -(uint32_t)(now < d1 * TIE_FACTOR);
        uint32_t second = -(uint32_t)(now < d2 * TIE_FACTOR);
        row->d1[i] = pick_float(nearest, now, d1);
        row->l1[i] = pick(nearest, region, l1);
        row->d2[i] = pick_float(nearest, d1, pick_float(second, now, d2));
        row->l2[i] = pick(nearest, l1, pick(second, region, l2));
        d[i] = INFINITY;
    }
}

static void merge_nearest_row(block_row *restrict row, float *restrict d, uint32_t region)
{
    for (int i = 0; i < RASTER_LEAF; ++i) {
        float now = d[i], d1 = row->d1[i];
        uint32_t nearest = -(uint32_t)(now < d1 * TIE_FACTOR);
        row->d1[i] = pick_float(nearest, now, d1);
        row->l1[i] = pick(nearest, region, row->l1[i]);
        d[i] = INFINITY;
    }
}

static void begin_block(block_pixels *pixels, wend_vec2 pixel)
{
    for (int i = 0; i < RASTER_LEAF; ++i) {
        pixels->x[i] = (float)((i + 0.5 - RASTER_LEAF / 2) * pixel.x);
        pixels->y[i] = (float)((i + 0.5 - RASTER_LEAF / 2) * pixel.y);
        for (int k = 0; k < RASTER_LEAF; ++k) {
            pixels->d[i][k] = pixels->rows[i].d1[k] = pixels->rows[i].d2[k] = INFINITY;
            pixels->rows[i].l1[k] = pixels->rows[i].l2[k] = WEND_RASTER_NONE;
        }
    }
}

/// Converts a row for storage: distances, and no second region where the nearest is not an agent's.
static void finish_row(block_row *row, uint32_t first_agent)
{
    for (int i = 0; i < RASTER_LEAF; ++i) {
        bool agent = row->l1[i] >= first_agent;
        float d2 = agent ? row->d2[i] : INFINITY;
        row->l2[i] = agent ? row->l2[i] : WEND_RASTER_NONE;
        row->d1[i] = sqrtf(row->d1[i]);
        row->d2[i] = sqrtf(d2);
    }
}

static void end_block(const wend_raster *raster, block_pixels *pixels, uint32_t left, uint32_t low)
{
    uint32_t wide = raster->width - left < RASTER_LEAF ? raster->width - left : RASTER_LEAF;
    uint32_t high = raster->height - low < RASTER_LEAF ? raster->height - low : RASTER_LEAF;
    for (uint32_t y = 0; y < high; ++y) {
        size_t at = (size_t)(low + y) * raster->width + left;
        block_row *row = &pixels->rows[y];
        finish_row(row, raster->first_agent);
        memcpy(raster->first.data + at, row->l1, wide * sizeof row->l1[0]);
        memcpy(raster->second.data + at, row->l2, wide * sizeof row->l2[0]);
        memcpy(raster->first_distance.data + at, row->d1, wide * sizeof row->d1[0]);
        memcpy(raster->second_distance.data + at, row->d2, wide * sizeof row->d2[0]);
    }
}

static void label_block(const wend_raster *raster, uint32_t number)
{
    const raster_block *block = &raster->blocks.data[number];
    uint32_t left = number % raster->columns * RASTER_LEAF;
    uint32_t low = number / raster->columns * RASTER_LEAF;
    wend_vec2 centre = {raster->box.min.x + (left + RASTER_LEAF / 2) * raster->pixel.x,
                        raster->box.min.y + (low + RASTER_LEAF / 2) * raster->pixel.y};
    block_pixels pixels;
    begin_block(&pixels, raster->pixel);
    const uint32_t *candidates = block->count ? raster->candidates.data + block->first : NULL;
    for (uint32_t i = 0; i < block->count; ++i) {
        const raster_piece *piece = &raster->pieces.data[candidates[i]];
        add_piece(&pixels, piece, centre);
        if (i + 1 < block->count && raster->pieces.data[candidates[i + 1]].region == piece->region)
            continue;
        for (int row = 0; row < RASTER_LEAF; ++row)
            if (block->second)
                merge_row(&pixels.rows[row], pixels.d[row], piece->region);
            else
                merge_nearest_row(&pixels.rows[row], pixels.d[row], piece->region);
    }
    end_block(raster, &pixels, left, low);
}

#endif
