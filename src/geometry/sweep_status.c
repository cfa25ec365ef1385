// SPDX-License-Identifier: MIT
// A treap (Aragon and Seidel 1989), threaded as a list. Priorities are a hash of the edge number,
// so the tree has the same shape in every run.
#include "geometry/sweep_status.h"

// Mixer in which every output bit depends on every input bit (the finaliser of MurmurHash3).
static uint32_t mix(uint32_t x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

bool wend_status_init(wend_status *status, uint32_t capacity, const wend_allocator *allocator)
{
    *status = (wend_status){wend_allocate(allocator, capacity, sizeof *status->nodes), capacity,
                            WEND_NO_EDGE};
    return status->nodes || capacity == 0;
}

void wend_status_free(wend_status *status, const wend_allocator *allocator)
{
    wend_release(allocator, status->nodes, status->capacity, sizeof *status->nodes);
}

// Redirects parent's link to old (or the root, if parent is none) to edge.
static void link_child(wend_status *status, uint32_t parent, uint32_t old, uint32_t edge)
{
    if (parent == WEND_NO_EDGE)
        status->root = edge;
    else if (status->nodes[parent].left == old)
        status->nodes[parent].left = edge;
    else
        status->nodes[parent].right = edge;
}

static void link_list(wend_status *status, uint32_t below, uint32_t above)
{
    if (below != WEND_NO_EDGE)
        status->nodes[below].above = above;
    if (above != WEND_NO_EDGE)
        status->nodes[above].below = below;
}

// Rotates an edge above its parent in the tree.
static void rotate_up(wend_status *status, uint32_t edge)
{
    wend_status_node *nodes = status->nodes;
    uint32_t parent = nodes[edge].parent, inner;
    link_child(status, nodes[parent].parent, parent, edge);
    nodes[edge].parent = nodes[parent].parent;
    if (nodes[parent].left == edge) {
        inner = nodes[edge].right;
        nodes[edge].right = parent;
        nodes[parent].left = inner;
    } else {
        inner = nodes[edge].left;
        nodes[edge].left = parent;
        nodes[parent].right = inner;
    }
    if (inner != WEND_NO_EDGE)
        nodes[inner].parent = parent;
    nodes[parent].parent = edge;
}

void wend_status_insert(wend_status *status, uint32_t edge, uint32_t below)
{
    wend_status_node *nodes = status->nodes;
    uint32_t above, parent;
    if (below != WEND_NO_EDGE) {
        above = nodes[below].above;
    } else {
        above = status->root;
        while (above != WEND_NO_EDGE && nodes[above].left != WEND_NO_EDGE)
            above = nodes[above].left;
    }
    // Of two neighbours in the list, one has no child on the other's side.
    bool as_right = below != WEND_NO_EDGE && nodes[below].right == WEND_NO_EDGE;
    parent = as_right ? below : above;
    nodes[edge] = (wend_status_node){parent, WEND_NO_EDGE, WEND_NO_EDGE, mix(edge), below, above};
    if (parent == WEND_NO_EDGE)
        status->root = edge;
    else if (as_right)
        nodes[parent].right = edge;
    else
        nodes[parent].left = edge;
    link_list(status, below, edge);
    link_list(status, edge, above);
    while (nodes[edge].parent != WEND_NO_EDGE &&
           nodes[nodes[edge].parent].priority < nodes[edge].priority)
        rotate_up(status, edge);
}

void wend_status_remove(wend_status *status, uint32_t edge)
{
    wend_status_node *nodes = status->nodes;
    while (nodes[edge].left != WEND_NO_EDGE && nodes[edge].right != WEND_NO_EDGE) {
        uint32_t left = nodes[edge].left, right = nodes[edge].right;
        rotate_up(status, nodes[left].priority > nodes[right].priority ? left : right);
    }
    uint32_t child = nodes[edge].left != WEND_NO_EDGE ? nodes[edge].left : nodes[edge].right;
    link_child(status, nodes[edge].parent, edge, child);
    if (child != WEND_NO_EDGE)
        nodes[child].parent = nodes[edge].parent;
    link_list(status, nodes[edge].below, nodes[edge].above);
}

void wend_status_replace(wend_status *status, uint32_t old, uint32_t edge)
{
    wend_status_node *nodes = status->nodes;
    wend_status_node node = nodes[edge] = nodes[old];
    link_child(status, node.parent, old, edge);
    if (node.left != WEND_NO_EDGE)
        nodes[node.left].parent = edge;
    if (node.right != WEND_NO_EDGE)
        nodes[node.right].parent = edge;
    link_list(status, node.below, edge);
    link_list(status, edge, node.above);
}
