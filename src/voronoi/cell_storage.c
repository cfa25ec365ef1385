// SPDX-License-Identifier: MIT
// Storage of the arcs of cells: each cell has a block of arcs, which it keeps while it fits.
#include "voronoi/batch.h"

#include <string.h>

/// The class of the largest power of two that is at most the block's size.
static uint32_t class_of(uint32_t capacity)
{
    uint32_t k = 0;
    while (capacity >>= 1)
        ++k;
    return k;
}

static void release_block(wend_voronoi *voronoi, uint32_t first, uint32_t capacity)
{
    if (capacity == 0)
        return;
    uint32_t k = class_of(capacity);
    for (uint32_t i = 0; i < capacity; ++i)
        voronoi->arcs.data[first + i].other = WEND_NO_ELEMENT;
    voronoi->arcs.data[first].twin = voronoi->free_blocks[k];
    voronoi->free_blocks[k] = first;
}

/// Allocates a block for count arcs: the next power of two. WEND_NO_ARC: out of memory.
static uint32_t acquire_block(wend_voronoi *voronoi, uint32_t count, uint32_t *capacity)
{
    uint32_t k = class_of(count);
    k += UINT32_C(1) << k < count;
    *capacity = UINT32_C(1) << k;
    uint32_t first = voronoi->free_blocks[k];
    if (first != WEND_NO_ARC) {
        voronoi->free_blocks[k] = voronoi->arcs.data[first].twin;
        return first;
    }
    if (!wend_array_reserve(&voronoi->arcs, &voronoi->allocator, *capacity))
        return WEND_NO_ARC;
    first = (uint32_t)voronoi->arcs.count;
    voronoi->arcs.count += *capacity;
    for (uint32_t i = 0; i < *capacity; ++i)
        voronoi->arcs.data[first + i].other = WEND_NO_ELEMENT;
    return first;
}

void wend_cell_clear(wend_voronoi *voronoi, uint32_t element)
{
    wend_voronoi_cell_record *cell = &voronoi->cells.data[element];
    release_block(voronoi, cell->first, cell->capacity);
    *cell = (wend_voronoi_cell_record){0};
}

/// Lists the elements with which a cell had arcs.
static bool list_rim(wend_voronoi *voronoi, const wend_voronoi_cell_record *cell)
{
    if (!wend_array_reserve(&voronoi->rim, &voronoi->allocator, cell->count))
        return false;
    for (uint32_t i = 0; i < cell->count; ++i)
        voronoi->rim.data[voronoi->rim.count++] = voronoi->arcs.data[cell->first + i].other;
    return true;
}

bool wend_cells_store(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        wend_voronoi_cell_record fresh = voronoi->fresh_cells.data[i];
        wend_voronoi_cell_record *cell = &voronoi->cells.data[elements[i]];
        if (!list_rim(voronoi, cell))
            return false;
        if (fresh.count > cell->capacity) {
            wend_cell_clear(voronoi, elements[i]);
            uint32_t first = acquire_block(voronoi, fresh.count, &cell->capacity);
            if (first == WEND_NO_ARC) {
                cell->capacity = 0;
                return false;
            }
            cell->first = first;
        }
        memcpy(&voronoi->arcs.data[cell->first], &voronoi->fresh.data[fresh.first],
               fresh.count * sizeof *voronoi->arcs.data);
        for (uint32_t k = fresh.count; k < cell->capacity; ++k)
            voronoi->arcs.data[cell->first + k].other = WEND_NO_ELEMENT;
        cell->count = fresh.count;
    }
    return true;
}
