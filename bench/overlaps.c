// SPDX-License-Identifier: MIT
// From left to right, each disc is held against those behind it that are near enough in x. The
// order is kept from one time to the next: sorting by insertion then has little to do.
#include "bench/overlaps.h"

#include <stdlib.h>
#include <string.h>

void overlaps_free(overlaps *o)
{
    free(o->order);
    free(o->hit);
    *o = (overlaps){0};
}

static bool reserve(overlaps *o, uint32_t slots)
{
    if (slots <= o->capacity)
        return true;
    uint32_t *order = realloc(o->order, slots * sizeof *order);
    if (order)
        o->order = order;
    uint8_t *hit = realloc(o->hit, slots);
    if (hit)
        o->hit = hit;
    if (!order || !hit)
        return false;
    o->capacity = slots;
    return true;
}

static void sort(overlaps *o, const wend_body *bodies, uint32_t slots)
{
    // All slots stay in the order, also those of nobody: who comes later is in it already.
    for (; o->count < slots; ++o->count)
        o->order[o->count] = o->count;
    for (uint32_t i = 1; i < o->count; ++i) {
        uint32_t slot = o->order[i], k = i;
        double x = bodies[slot].position.x;
        for (; k > 0 && bodies[o->order[k - 1]].position.x > x; --k)
            o->order[k] = o->order[k - 1];
        o->order[k] = slot;
    }
}

static bool overlap(const wend_body *a, const wend_body *b)
{
    double dx = a->position.x - b->position.x, dy = a->position.y - b->position.y;
    double least = a->radius < b->radius ? a->radius : b->radius;
    double apart = (double)a->radius + b->radius - OVERLAP_SLACK * least;
    return dx * dx + dy * dy < apart * apart;
}

bool overlaps_count(overlaps *o, const wend_body *bodies, uint32_t slots, uint32_t *hits)
{
    if (!reserve(o, slots))
        return false;
    if (o->count > slots)
        o->count = 0;
    sort(o, bodies, slots);
    memset(o->hit, 0, slots);
    double widest = 0;
    for (uint32_t i = 0; i < slots; ++i)
        widest = bodies[i].radius > widest ? bodies[i].radius : widest;
    for (uint32_t i = 0; i < slots; ++i) {
        const wend_body *a = &bodies[o->order[i]];
        if (a->radius < 0)
            continue;
        for (uint32_t k = i + 1; k < slots; ++k) {
            const wend_body *b = &bodies[o->order[k]];
            if (b->position.x - a->position.x > (double)a->radius + widest)
                break;
            if (b->radius >= 0 && overlap(a, b))
                o->hit[o->order[i]] = o->hit[o->order[k]] = 1;
        }
    }
    *hits = 0;
    for (uint32_t i = 0; i < slots; ++i)
        *hits += o->hit[i];
    return true;
}
