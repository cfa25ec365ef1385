// SPDX-License-Identifier: MIT
// Overlap search. Agents are sorted into cells, and the cells into buckets of a hash table, so that
// neither empty space nor a few large agents are expensive. Of two agents the larger one searches
// for the smaller.
#include "measure/overlaps.h"

#include "core/array.h"

#include <math.h>
#include <stdlib.h>

/// Minimum cell size, because discs may be points and cell numbers must stay in range. [Units: m]
#define LEAST_CELL 1e-3

/// A disc in bucket order.
typedef struct disc {
    wend_vec2 at;
    double radius;
    uint32_t bucket;
    uint32_t slot;
} disc;

struct overlaps {
    wend_array(disc) discs; ///< sorted by bucket
    wend_array(disc) unsorted;
    wend_array(uint32_t) ends; ///< end of each bucket in discs
    wend_array(bool) found;    ///< for each disc: overlaps another
    uint32_t mask;
    double cell;              ///< side of a cell
    double deepest;           ///< fraction of the smaller radius
    overlaps_visit_fn *visit; ///< NULL: count only
    void *context;
};

overlaps *overlaps_create(void)
{
    return calloc(1, sizeof(overlaps));
}

void overlaps_free(overlaps *o)
{
    if (!o)
        return;
    wend_array_free(&o->discs, NULL);
    wend_array_free(&o->unsorted, NULL);
    wend_array_free(&o->ends, NULL);
    wend_array_free(&o->found, NULL);
    free(o);
}

static int64_t cell_of(const overlaps *o, double coordinate)
{
    return (int64_t)floor(coordinate / o->cell);
}

static uint32_t bucket_of(const overlaps *o, int64_t column, int64_t row)
{
    uint64_t h = (uint64_t)column * 0x9e3779b97f4a7c15u ^ (uint64_t)row * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(h >> 32) & o->mask;
}

static bool make_room(overlaps *o, uint32_t count)
{
    o->discs.count = o->unsorted.count = o->ends.count = o->found.count = 0;
    for (o->mask = 63; o->mask < count; o->mask = 2 * o->mask + 1)
        continue;
    return wend_array_reserve(&o->discs, NULL, count) &&
           wend_array_reserve(&o->unsorted, NULL, count) &&
           wend_array_reserve(&o->found, NULL, count) &&
           wend_array_reserve(&o->ends, NULL, (size_t)o->mask + 2);
}

/// Collects all discs; cells are as wide as the mean disc.
static void collect(overlaps *o, const wend_body *bodies, uint32_t slots)
{
    double sum = 0;
    for (uint32_t i = 0; i < slots; ++i) {
        const wend_body *body = &bodies[i];
        if (body->radius < 0)
            continue;
        o->unsorted.data[o->unsorted.count++] = (disc){body->position, body->radius, 0, i};
        sum += body->radius;
    }
    size_t count = o->unsorted.count;
    o->cell = count > 0 ? fmax(2 * sum / (double)count, LEAST_CELL) : 1;
}

/// Counting sort by bucket.
static void sort(overlaps *o)
{
    size_t count = o->unsorted.count;
    uint32_t *ends = o->ends.data;
    for (uint32_t i = 0; i <= o->mask + 1; ++i)
        ends[i] = 0;
    for (size_t i = 0; i < count; ++i) {
        disc *d = &o->unsorted.data[i];
        d->bucket = bucket_of(o, cell_of(o, d->at.x), cell_of(o, d->at.y));
        ++ends[d->bucket + 1];
    }
    for (uint32_t i = 1; i <= o->mask + 1; ++i)
        ends[i] += ends[i - 1];
    // Each start advances to the end of its bucket, the start of the next.
    for (size_t i = 0; i < count; ++i)
        o->discs.data[ends[o->unsorted.data[i].bucket]++] = o->unsorted.data[i];
    for (size_t i = 0; i < count; ++i)
        o->found.data[i] = false;
    o->discs.count = o->found.count = count;
}

/// Compares disc i with the discs from first to end that are not larger; of equal ones the later
/// searches.
static void compare(overlaps *o, uint32_t i, uint32_t first, uint32_t end)
{
    const disc *one = &o->discs.data[i];
    for (uint32_t k = first; k < end; ++k) {
        const disc *other = &o->discs.data[k];
        if (other->radius > one->radius || (other->radius == one->radius && k >= i))
            continue;
        double x = other->at.x - one->at.x, y = other->at.y - one->at.y;
        double apart = one->radius + other->radius - OVERLAPS_DEPTH * other->radius;
        if (o->visit) {
            double depth = one->radius + other->radius - sqrt(x * x + y * y);
            if (depth > 0)
                o->visit(o->context, one->slot, other->slot, depth);
            continue;
        }
        if (x * x + y * y < apart * apart) {
            o->found.data[i] = o->found.data[k] = true;
            double depth = one->radius + other->radius - sqrt(x * x + y * y);
            o->deepest = fmax(o->deepest, depth / other->radius);
        }
    }
}

static void compare_nearby(overlaps *o, uint32_t i)
{
    const disc *one = &o->discs.data[i];
    double reach = 2 * one->radius; // no larger disc is compared
    int64_t left = cell_of(o, one->at.x - reach), right = cell_of(o, one->at.x + reach);
    int64_t low = cell_of(o, one->at.y - reach), high = cell_of(o, one->at.y + reach);
    if ((double)(right - left + 1) * (double)(high - low + 1) > (double)o->discs.count) {
        compare(o, i, 0, (uint32_t)o->discs.count);
        return;
    }
    for (int64_t y = low; y <= high; ++y)
        for (int64_t x = left; x <= right; ++x) {
            uint32_t bucket = bucket_of(o, x, y);
            compare(o, i, bucket > 0 ? o->ends.data[bucket - 1] : 0, o->ends.data[bucket]);
        }
}

/// Compares all discs. False: out of memory.
static bool compare_all(overlaps *o, const wend_body *bodies, uint32_t slots)
{
    if (!make_room(o, slots))
        return false;
    collect(o, bodies, slots);
    sort(o);
    for (uint32_t i = 0; i < o->discs.count; ++i)
        compare_nearby(o, i);
    return true;
}

bool overlaps_count(overlaps *o, const wend_body *bodies, uint32_t slots, uint64_t *count)
{
    *count = 0;
    o->deepest = 0;
    if (!compare_all(o, bodies, slots))
        return false;
    for (uint32_t i = 0; i < o->discs.count; ++i)
        *count += o->found.data[i];
    return true;
}

double overlaps_deepest(const overlaps *o)
{
    return o->deepest;
}

bool overlaps_each(overlaps *o, const wend_body *bodies, uint32_t slots, overlaps_visit_fn *visit,
                   void *context)
{
    o->visit = visit;
    o->context = context;
    bool done = compare_all(o, bodies, slots);
    o->visit = NULL;
    return done;
}
