// SPDX-License-Identifier: MIT
// Where the arcs of cells are kept: a cell has a room of arcs, in which it stays while it fits.
#include "voronoi/batch.h"

#include <string.h>

/// The class of the largest power of two that is no more than room.
static uint32_t class_of(uint32_t room)
{
    uint32_t k = 0;
    while (room >>= 1)
        ++k;
    return k;
}

static void give_room(wend_voronoi *voronoi, uint32_t first, uint32_t room)
{
    if (room == 0)
        return;
    uint32_t k = class_of(room);
    for (uint32_t i = 0; i < room; ++i)
        voronoi->arcs.data[first + i].other = WEND_NO_ELEMENT;
    voronoi->arcs.data[first].twin = voronoi->free_rooms[k];
    voronoi->free_rooms[k] = first;
}

/// Room for count arcs: the next power of two. WEND_NO_ARC: out of memory.
static uint32_t take_room(wend_voronoi *voronoi, uint32_t count, uint32_t *room)
{
    uint32_t k = class_of(count);
    k += UINT32_C(1) << k < count;
    *room = UINT32_C(1) << k;
    uint32_t first = voronoi->free_rooms[k];
    if (first != WEND_NO_ARC) {
        voronoi->free_rooms[k] = voronoi->arcs.data[first].twin;
        return first;
    }
    if (!wend_array_reserve(&voronoi->arcs, &voronoi->allocator, *room))
        return WEND_NO_ARC;
    first = (uint32_t)voronoi->arcs.count;
    voronoi->arcs.count += *room;
    for (uint32_t i = 0; i < *room; ++i)
        voronoi->arcs.data[first + i].other = WEND_NO_ELEMENT;
    return first;
}

void wend_cell_clear(wend_voronoi *voronoi, uint32_t element)
{
    wend_voronoi_cell_record *cell = &voronoi->cells.data[element];
    give_room(voronoi, cell->first, cell->room);
    *cell = (wend_voronoi_cell_record){0};
}

/// Lists the elements that a cell has had arcs with.
static bool list_rim(wend_voronoi *voronoi, const wend_voronoi_cell_record *cell)
{
    if (!wend_array_reserve(&voronoi->rim, &voronoi->allocator, cell->count))
        return false;
    for (uint32_t i = 0; i < cell->count; ++i)
        voronoi->rim.data[voronoi->rim.count++] = voronoi->arcs.data[cell->first + i].other;
    return true;
}

bool wend_cells_keep(wend_voronoi *voronoi, const uint32_t *elements, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        wend_voronoi_cell_record fresh = voronoi->fresh_cells.data[i];
        wend_voronoi_cell_record *cell = &voronoi->cells.data[elements[i]];
        if (!list_rim(voronoi, cell))
            return false;
        if (fresh.count > cell->room) {
            wend_cell_clear(voronoi, elements[i]);
            uint32_t first = take_room(voronoi, fresh.count, &cell->room);
            if (first == WEND_NO_ARC) {
                cell->room = 0;
                return false;
            }
            cell->first = first;
        }
        memcpy(&voronoi->arcs.data[cell->first], &voronoi->fresh.data[fresh.first],
               fresh.count * sizeof *voronoi->arcs.data);
        for (uint32_t k = fresh.count; k < cell->room; ++k)
            voronoi->arcs.data[cell->first + k].other = WEND_NO_ELEMENT;
        cell->count = fresh.count;
    }
    return true;
}
