// SPDX-License-Identifier: MIT
// The spatial index as an object: lifetime, storage of nodes and numbers, simple queries. Nodes are
// referred to by index, so the storage can move; freed nodes are kept in a list.
#include "geometry/index_tree.h"

#include <math.h>
#include <string.h>

#define NODE_ALIGNMENT _Alignof(wend_node)

// ---- nodes --------------------------------------------------------------------------------------

static void release_nodes(wend_index *index)
{
    if (index->node_memory)
        wend_release(&index->allocator, index->node_memory, 1,
                     index->node_capacity * sizeof(wend_node) + NODE_ALIGNMENT);
}

// Moves the nodes in use to new memory.
static bool resize_nodes(wend_index *index, size_t capacity)
{
    if (capacity > (SIZE_MAX - NODE_ALIGNMENT) / sizeof(wend_node))
        return false;
    void *memory =
        wend_allocate(&index->allocator, 1, capacity * sizeof(wend_node) + NODE_ALIGNMENT);
    if (!memory)
        return false;
    size_t past = (uintptr_t)memory % NODE_ALIGNMENT;
    wend_node *nodes = (wend_node *)((char *)memory + (past ? NODE_ALIGNMENT - past : 0));
    if (index->node_limit)
        memcpy(nodes, index->nodes, index->node_limit * sizeof(wend_node));
    release_nodes(index);
    index->nodes = nodes;
    index->node_memory = memory;
    index->node_capacity = (uint32_t)capacity;
    return true;
}

bool wend_index_reserve_nodes(wend_index *index, uint32_t more)
{
    size_t room = (size_t)index->free_node_count + (index->node_capacity - index->node_limit);
    if (more <= room)
        return true;
    size_t enough = index->node_capacity + (more - room);
    size_t generous = index->node_capacity + index->node_capacity / 4 + 16;
    return resize_nodes(index, enough > generous ? enough : generous);
}

void wend_index_trim_nodes(wend_index *index, uint32_t spare)
{
    size_t capacity = (size_t)index->node_limit + spare;
    if (capacity < index->node_capacity)
        resize_nodes(index, capacity);
}

uint32_t wend_index_acquire_node(wend_index *index, uint32_t level)
{
    uint32_t node = index->free_node;
    if (node != WEND_NO_NODE) {
        index->free_node = index->nodes[node].parent;
        index->free_node_count--;
    } else {
        WEND_ASSERT(index->node_limit < index->node_capacity);
        node = index->node_limit++;
    }
    WEND_ASSERT(level <= WEND_INDEX_MAX_LEVEL);
    wend_node *n = &index->nodes[node];
    *n = (wend_node){.parent = WEND_NO_NODE, .level = (uint8_t)level, .count = WEND_NODE_WIDTH};
    wend_node_shorten(n, 0);
    return node;
}

void wend_index_free_node(wend_index *index, uint32_t node)
{
    index->nodes[node].parent = index->free_node;
    index->free_node = node;
    index->free_node_count++;
}

wend_box wend_node_box(const wend_node *node)
{
    wend_box box = wend_box_empty();
    for (uint32_t i = 0; i < node->count; i++)
        box = wend_box_union(box, wend_entry_box(node, i));
    return box;
}

wend_entry wend_entry_read(const wend_index *index, uint32_t node, uint32_t entry)
{
    const wend_node *n = &index->nodes[node];
    return (wend_entry){{n->ax[entry], n->ay[entry]},
                        {n->bx[entry], n->by[entry]},
                        n->ids[entry],
                        n->filled >> entry & 1};
}

void wend_entry_write(wend_index *index, uint32_t node, uint32_t entry, wend_entry value)
{
    wend_node *n = &index->nodes[node];
    n->ax[entry] = value.a.x;
    n->ay[entry] = value.a.y;
    n->bx[entry] = value.b.x;
    n->by[entry] = value.b.y;
    n->ids[entry] = value.id;
    n->filled = (uint8_t)((n->filled & ~(1u << entry)) | (unsigned)value.filled << entry);
    if (n->level > 0)
        index->nodes[value.id].parent = node;
    else
        index->positions[value.id] = node * WEND_NODE_WIDTH + entry;
}

void wend_node_shorten(wend_node *node, uint32_t count)
{
    for (uint32_t i = count; i < node->count; i++) {
        node->ax[i] = node->ay[i] = node->bx[i] = node->by[i] = WEND_ABSENT;
        node->filled &= (uint8_t) ~(1u << i);
    }
    node->count = (uint8_t)count;
}

// ---- numbers ------------------------------------------------------------------------------------

static bool resize_numbers(wend_index *index, uint32_t capacity)
{
    uint32_t *positions = wend_allocate(&index->allocator, capacity, sizeof *positions);
    uint32_t *free_numbers = wend_allocate(&index->allocator, capacity, sizeof *free_numbers);
    if (!positions || !free_numbers) {
        wend_release(&index->allocator, positions, capacity, sizeof *positions);
        wend_release(&index->allocator, free_numbers, capacity, sizeof *free_numbers);
        return false;
    }
    if (index->number_limit)
        memcpy(positions, index->positions, index->number_limit * sizeof *positions);
    if (index->free_number_count)
        memcpy(free_numbers, index->free_numbers, index->free_number_count * sizeof *free_numbers);
    wend_release(&index->allocator, index->positions, index->number_capacity, sizeof *positions);
    wend_release(&index->allocator, index->free_numbers, index->number_capacity,
                 sizeof *free_numbers);
    index->positions = positions;
    index->free_numbers = free_numbers;
    index->number_capacity = capacity;
    return true;
}

bool wend_index_reserve_number(wend_index *index)
{
    if (index->free_number_count > 0 || index->number_limit < index->number_capacity)
        return true;
    return resize_numbers(index, index->number_capacity + index->number_capacity / 2 + 8);
}

uint32_t wend_index_acquire_number(wend_index *index)
{
    if (index->free_number_count == 0)
        return index->number_limit++;
    uint32_t *heap = index->free_numbers, count = --index->free_number_count;
    uint32_t smallest = heap[0], last = heap[count], at = 0;
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1] < heap[child])
            child++;
        if (last <= heap[child])
            break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return smallest;
}

void wend_index_free_number(wend_index *index, uint32_t number)
{
    uint32_t *heap = index->free_numbers, at = index->free_number_count++;
    for (; at > 0 && heap[(at - 1) / 2] > number; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = number;
    index->positions[number] = WEND_NO_POSITION;
}

// ---- the object ---------------------------------------------------------------------------------

static bool is_valid(double x)
{
    return fabs(x) <= WEND_INDEX_MAX_COORDINATE;
}

bool wend_item_is_valid(wend_item item)
{
    bool valid =
        is_valid(item.a.x) && is_valid(item.a.y) && is_valid(item.b.x) && is_valid(item.b.y);
    if (item.kind == WEND_ITEM_BOX)
        return valid && item.a.x <= item.b.x && item.a.y <= item.b.y;
    return valid && item.kind == WEND_ITEM_SEGMENT;
}

static wend_result check_items(const wend_item *items, uint32_t count, wend_error *error)
{
    if (count > WEND_INDEX_MAX_ITEMS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "too many items: %u (the limit is %u)", count,
                         WEND_INDEX_MAX_ITEMS);
    for (uint32_t i = 0; i < count; i++)
        if (!wend_item_is_valid(items[i]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "item %u: coordinates must be at most 1e150, and a <= b in a box", i);
    return WEND_OK;
}

wend_result wend_index_create(const wend_item *items, uint32_t count,
                              const wend_allocator *allocator, wend_index **index,
                              wend_error *error)
{
    *index = NULL;
    wend_result result = check_items(items, count, error);
    if (wend_failed(result))
        return result;
    wend_index *created = wend_allocate(allocator, 1, sizeof *created);
    if (!created)
        return wend_fail_memory(error);
    *created = (wend_index){.free_node = WEND_NO_NODE};
    if (allocator)
        created->allocator = *allocator;
    if ((count > 0 && !resize_numbers(created, count)) ||
        wend_index_build(created, items, count) != WEND_OK) {
        wend_index_destroy(created);
        return wend_fail_memory(error);
    }
    *index = created;
    return WEND_OK;
}

void wend_index_destroy(wend_index *index)
{
    if (!index)
        return;
    wend_allocator allocator = index->allocator;
    release_nodes(index);
    wend_release(&allocator, index->positions, index->number_capacity, sizeof *index->positions);
    wend_release(&allocator, index->free_numbers, index->number_capacity,
                 sizeof *index->free_numbers);
    wend_release(&allocator, index, 1, sizeof *index);
}

uint32_t wend_index_count(const wend_index *index)
{
    return index->count;
}

wend_item wend_index_item(const wend_index *index, uint32_t number)
{
    WEND_ASSERT(number < index->number_limit && index->positions[number] != WEND_NO_POSITION);
    uint32_t position = index->positions[number];
    return wend_entry_item(&index->nodes[position / WEND_NODE_WIDTH], position % WEND_NODE_WIDTH);
}

wend_box wend_index_bounds(const wend_index *index)
{
    return wend_node_box(&index->nodes[index->root]);
}
