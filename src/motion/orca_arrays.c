// SPDX-License-Identifier: MIT
// Memory of a crowd in sorted order: many arrays of equal length in one allocation.
#include "motion/orca.h"

#include <string.h>

/// Number of arrays.
enum { ARRAYS = 30 };

typedef struct array_entry {
    void **at;
    size_t item;
} array_entry;

static void list_arrays(wend_orca *orca, array_entry entries[ARRAYS])
{
    orca_crowd *crowd = &orca->crowd;
    // Only pedestrians have pairs.
    size_t pair = orca->rules ? sizeof(float) * ORCA_NEIGHBOURS : 0;
    array_entry list[ARRAYS] = {
        {(void **)&crowd->position, sizeof *crowd->position},
        {(void **)&crowd->slot, sizeof *crowd->slot},
        {(void **)&crowd->x[0], sizeof(int32_t)},
        {(void **)&crowd->x[1], sizeof(int32_t)},
        {(void **)&crowd->y[0], sizeof(int32_t)},
        {(void **)&crowd->y[1], sizeof(int32_t)},
        {(void **)&crowd->vx[0], sizeof(float)},
        {(void **)&crowd->vx[1], sizeof(float)},
        {(void **)&crowd->vy[0], sizeof(float)},
        {(void **)&crowd->vy[1], sizeof(float)},
        {(void **)&crowd->radius, sizeof(float)},
        {(void **)&crowd->max_speed, sizeof(float)},
        {(void **)&crowd->inverse_horizon, sizeof(float)},
        {(void **)&crowd->share, sizeof(float)},
        {(void **)&crowd->ax, sizeof(float)},
        {(void **)&crowd->ay, sizeof(float)},
        {(void **)&crowd->bx, sizeof(float)},
        {(void **)&crowd->by, sizeof(float)},
        {(void **)&crowd->bias, sizeof(float)},
        {(void **)&crowd->wedge, sizeof(float)},
        {(void **)&crowd->held, sizeof(float)},
        {(void **)&crowd->ex, sizeof(float)},
        {(void **)&crowd->ey, sizeof(float)},
        {(void **)&crowd->clear, sizeof(float)},
        {(void **)&crowd->neighbours, sizeof(int32_t) * ORCA_NEIGHBOURS},
        {(void **)&crowd->pair_share, pair},
        {(void **)&crowd->pair_along, pair},
        {(void **)&crowd->neighbour_count, sizeof(uint8_t)},
        {(void **)&crowd->crowded[0], sizeof(atomic_uchar)},
        {(void **)&crowd->crowded[1], sizeof(atomic_uchar)},
    };
    for (int i = 0; i < ARRAYS; ++i)
        entries[i] = list[i];
}

static size_t bytes_each(wend_orca *orca)
{
    array_entry entries[ARRAYS];
    list_arrays(orca, entries);
    size_t bytes = 0;
    for (int i = 0; i < ARRAYS; ++i)
        bytes += entries[i].item;
    return bytes;
}

void wend_orca_free_arrays(wend_orca *orca)
{
    orca_crowd *crowd = &orca->crowd;
    wend_release(&orca->allocator, crowd->position, crowd->capacity, bytes_each(orca));
    crowd->position = NULL;
    crowd->capacity = 0;
}

bool wend_orca_arrays_reserve(wend_orca *orca, uint32_t count)
{
    orca_crowd *crowd = &orca->crowd;
    // Whole vectors are loaded, also from the last body on.
    uint32_t capacity = (count / ORCA_TILE + 2) * ORCA_TILE;
    if (capacity <= crowd->capacity)
        return true;
    capacity += capacity / 4 / ORCA_TILE * ORCA_TILE;
    char *memory = wend_allocate(&orca->allocator, capacity, bytes_each(orca));
    if (!memory)
        return false;
    memset(memory, 0, capacity * bytes_each(orca));
    wend_orca_free_arrays(orca);
    crowd->capacity = capacity;
    array_entry entries[ARRAYS];
    list_arrays(orca, entries);
    for (int i = 0; i < ARRAYS; ++i) {
        *entries[i].at = memory;
        memory += entries[i].item * capacity;
    }
    return true;
}
