// SPDX-License-Identifier: MIT
// Consistency check of a spatial index: tests each invariant listed in index_tree.h.
#include "geometry/index_tree.h"

typedef struct checker {
    const wend_index *index;
    wend_error *error;
    uint32_t nodes, items; // visited so far
} checker;

static wend_result check_leaf(checker *c, uint32_t node)
{
    const wend_node *n = &c->index->nodes[node];
    for (uint32_t i = 0; i < n->count; i++, c->items++) {
        uint32_t number = n->ids[i];
        if (number >= c->index->number_limit ||
            c->index->positions[number] != node * WEND_NODE_WIDTH + i)
            return wend_fail(c->error, WEND_INVALID_GEOMETRY,
                             "item %u is not at its position in leaf %u", number, node);
        if (!wend_item_is_valid(wend_entry_item(n, i)))
            return wend_fail(c->error, WEND_INVALID_GEOMETRY, "item %u is not finite", number);
    }
    return WEND_OK;
}

static wend_result check_inner(checker *c, uint32_t node)
{
    const wend_node *n = &c->index->nodes[node];
    if (n->filled)
        return wend_fail(c->error, WEND_INVALID_GEOMETRY, "inner node %u has items", node);
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t child = n->ids[i];
        if (child >= c->index->node_limit || c->index->nodes[child].parent != node ||
            c->index->nodes[child].level + 1 != n->level)
            return wend_fail(c->error, WEND_INVALID_GEOMETRY, "node %u is not the child of node %u",
                             child, node);
        wend_box box = wend_node_box(&c->index->nodes[child]);
        if (n->ax[i] != box.min.x || n->ay[i] != box.min.y || n->bx[i] != box.max.x ||
            n->by[i] != box.max.y)
            return wend_fail(c->error, WEND_INVALID_GEOMETRY,
                             "the box of node %u is not its bounding box", child);
    }
    return WEND_OK;
}

static bool is_absent(const wend_node *n, uint32_t entry)
{
    return n->ax[entry] == WEND_ABSENT && n->ay[entry] == WEND_ABSENT &&
           n->bx[entry] == WEND_ABSENT && n->by[entry] == WEND_ABSENT && !(n->filled >> entry & 1);
}

static wend_result check_node(checker *c, uint32_t node)
{
    const wend_node *n = &c->index->nodes[node];
    bool is_root = node == c->index->root;
    uint32_t minimum = !is_root ? WEND_NODE_MIN : n->level > 0 ? 2 : 0;
    if (n->count < minimum || n->count > WEND_NODE_WIDTH)
        return wend_fail(c->error, WEND_INVALID_GEOMETRY, "node %u has %u entries", node, n->count);
    if (n->level > WEND_INDEX_MAX_LEVEL || is_root != (n->parent == WEND_NO_NODE))
        return wend_fail(c->error, WEND_INVALID_GEOMETRY, "node %u is at the wrong level", node);
    for (uint32_t i = n->count; i < WEND_NODE_WIDTH; i++)
        if (!is_absent(n, i))
            return wend_fail(c->error, WEND_INVALID_GEOMETRY,
                             "node %u has an entry beyond its count", node);
    // More nodes than exist would mean that one is reached twice.
    if (++c->nodes > c->index->node_limit)
        return wend_fail(c->error, WEND_INVALID_GEOMETRY, "node %u occurs twice in the tree", node);
    return n->level > 0 ? check_inner(c, node) : check_leaf(c, node);
}

static wend_result check_tree(checker *c)
{
    const wend_index *index = c->index;
    uint32_t stack[WEND_INDEX_STACK], waiting = 0;
    stack[waiting++] = index->root;
    while (waiting > 0) {
        uint32_t node = stack[--waiting];
        wend_result result = check_node(c, node);
        if (result != WEND_OK)
            return result;
        const wend_node *n = &index->nodes[node];
        for (uint32_t i = 0; n->level > 0 && i < n->count; i++)
            stack[waiting++] = n->ids[i];
    }
    if (c->items != index->count)
        return wend_fail(c->error, WEND_INVALID_GEOMETRY, "%u items are in the tree, not %u",
                         c->items, index->count);
    return WEND_OK;
}

static wend_result check_free(checker *c)
{
    const wend_index *index = c->index;
    uint32_t free_nodes = 0;
    for (uint32_t node = index->free_node; node != WEND_NO_NODE; node = index->nodes[node].parent)
        if (node >= index->node_limit || ++free_nodes > index->node_limit)
            return wend_fail(c->error, WEND_INVALID_GEOMETRY, "the list of free nodes is corrupt");
    if (free_nodes != index->free_node_count || free_nodes + c->nodes != index->node_limit)
        return wend_fail(c->error, WEND_INVALID_GEOMETRY, "%u nodes are used and %u free, of %u",
                         c->nodes, free_nodes, index->node_limit);
    if (index->count + index->free_number_count != index->number_limit)
        return wend_fail(c->error, WEND_INVALID_GEOMETRY, "%u numbers are used and %u free, of %u",
                         index->count, index->free_number_count, index->number_limit);
    for (uint32_t i = 0; i < index->free_number_count; i++) {
        uint32_t number = index->free_numbers[i];
        if (number >= index->number_limit || index->positions[number] != WEND_NO_POSITION ||
            (i > 0 && index->free_numbers[(i - 1) / 2] >= number))
            return wend_fail(c->error, WEND_INVALID_GEOMETRY,
                             "number %u is not free, or out of order", number);
    }
    return WEND_OK;
}

wend_result wend_index_check(const wend_index *index, wend_error *error)
{
    checker c = {.index = index, .error = error};
    wend_result result = check_tree(&c);
    return result == WEND_OK ? check_free(&c) : result;
}
