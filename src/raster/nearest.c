// SPDX-License-Identifier: MIT
// Nearest and second-nearest regions of all pixels, block by block, with the widest vectors of the
// machine.
#include "raster/nearest_kernel.h"

raster_kernel *wend_raster_kernel_plain(void)
{
    return label_block;
}

static void label_blocks(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const wend_raster *raster = argument;
    (void)worker;
    for (uint32_t block = begin; block < end; ++block)
        raster->kernel(raster, block);
}

void wend_raster_label(wend_raster *raster, wend_tasks *tasks)
{
    wend_parallel_for(tasks, raster->columns * raster->rows, raster->columns, label_blocks, raster);
}

double wend_raster_distance(const wend_raster *raster, uint32_t region, uint32_t pixel, wend_vec2 p,
                            wend_vec2 *nearest)
{
    const raster_region *whole = &raster->regions.data[region];
    if (whole->count == 1)
        return wend_raster_piece_distance(&raster->pieces.data[whole->first], p, nearest);
    uint32_t column = pixel % raster->width / RASTER_LEAF,
             row = pixel / raster->width / RASTER_LEAF;
    const raster_block *block = &raster->blocks.data[row * raster->columns + column];
    const uint32_t *candidates = raster->candidates.data + block->first;
    double min = INFINITY;
    wend_vec2 at;
    for (uint32_t i = 0; i < block->count; ++i) {
        const raster_piece *piece = &raster->pieces.data[candidates[i]];
        if (piece->region != region)
            continue;
        double distance = wend_raster_piece_distance(piece, p, &at);
        if (distance >= min)
            continue;
        min = distance;
        if (nearest)
            *nearest = at;
    }
    if (min < INFINITY)
        return min;
    // The repair may give a pixel to a region that is not in the list of its block.
    for (uint32_t i = whole->first; i < whole->first + whole->count; ++i) {
        double distance = wend_raster_piece_distance(&raster->pieces.data[i], p, &at);
        if (distance < min && nearest)
            *nearest = at;
        min = fmin(min, distance);
    }
    return min;
}
