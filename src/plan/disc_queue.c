// SPDX-License-Identifier: MIT
// Queue of the disc search: nodes in a pool, keys in a 4-ary heap; and its memory.
#include "core/heap_template.h"
#include "plan/disc.h"

/// Smaller keys first; equal ones in the order of the nodes, so that the order is deterministic.
static inline bool precedes(const void *context, wend_disc_entry a, wend_disc_entry b)
{
    (void)context;
    return a.key < b.key || (a.key == b.key && a.node < b.node);
}
WEND_HEAP_TEMPLATE(queue, wend_disc_entry, precedes)

static bool acquire_node(wend_path_query *query, uint32_t *number)
{
    wend_disc_search *s = query->disc;
    if (s->free_nodes.count > 0) {
        *number = s->free_nodes.data[--s->free_nodes.count];
        return true;
    }
    // Memory for freeing it is reserved at the same time.
    if (!wend_array_reserve(&s->nodes, &query->allocator, 1))
        return false;
    size_t missing = s->nodes.count + 1 - s->free_nodes.count;
    if (!wend_array_reserve(&s->free_nodes, &query->allocator, missing))
        return false;
    *number = (uint32_t)s->nodes.count++;
    return true;
}

void wend_disc_push(wend_path_query *query, double key, const wend_disc_node *node)
{
    wend_disc_search *s = query->disc;
    uint32_t number;
    if (!wend_array_reserve(&s->queue, &query->allocator, 1) || !acquire_node(query, &number)) {
        s->failed = true;
        return;
    }
    s->nodes.data[number] = *node;
    wend_disc_entry entry = {key > s->bound ? key : s->bound, number};
    queue_push(s->queue.data, &s->queue.count, entry, NULL);
}

wend_disc_entry wend_disc_pop(wend_disc_search *s)
{
    wend_disc_entry first = queue_pop(s->queue.data, &s->queue.count, NULL);
    s->free_nodes.data[s->free_nodes.count++] = first.node;
    return first;
}

static uint64_t mix(uint64_t x)
{
    x ^= x >> 31;
    x *= 0x7fb5d329728ea185u;
    x ^= x >> 27;
    x *= 0x81dadef4bc2dd44du;
    return x ^ x >> 33;
}

/// The position of a key in the table, or of the first gap after it.
static size_t find_tried(const wend_disc_search *s, uint64_t key)
{
    size_t mask = s->tried.capacity - 1, i = mix(key) & mask;
    while (s->tried.data[i] != 0 && s->tried.data[i] != key)
        i = (i + 1) & mask;
    return i;
}

static bool grow_tried(wend_path_query *query)
{
    wend_disc_search *s = query->disc;
    size_t capacity = s->tried.capacity ? 2 * s->tried.capacity : 256;
    uint64_t *fresh = wend_allocate(&query->allocator, capacity, sizeof *fresh);
    if (!fresh)
        return false;
    uint64_t *old = s->tried.data;
    size_t old_capacity = s->tried.capacity;
    for (size_t i = 0; i < capacity; ++i)
        fresh[i] = 0;
    s->tried.data = fresh;
    s->tried.capacity = capacity;
    for (size_t i = 0; i < old_capacity; ++i)
        if (old[i])
            fresh[find_tried(s, old[i])] = old[i];
    wend_release(&query->allocator, old, old_capacity, sizeof *old);
    return true;
}

bool wend_disc_try(wend_path_query *query, uint32_t root, uint32_t vertex, int side)
{
    wend_disc_search *s = query->disc;
    if (2 * (s->tried_count + 1) > s->tried.capacity && !grow_tried(query)) {
        s->failed = true;
        return false;
    }
    // Never 0: the upper half is the root plus one.
    uint64_t key = ((uint64_t)root + 1) << 33 | (uint64_t)vertex << 1 | (side > 0);
    size_t i = find_tried(s, key);
    if (s->tried.data[i] == key)
        return false;
    s->tried.data[i] = key;
    ++s->tried_count;
    return true;
}

void wend_disc_forget(wend_disc_search *s)
{
    s->roots.count = s->nodes.count = s->free_nodes.count = s->queue.count = 0;
    if (s->tried_count > 0)
        for (size_t i = 0; i < s->tried.capacity; ++i)
            s->tried.data[i] = 0;
    s->tried_count = 0;
    s->failed = false;
    s->bound = 0;
}
