// SPDX-License-Identifier: MIT
// Internals of the spatial index: an R-tree (Guttman 1984) whose nodes are eight entries wide.
//
//     level 2                [ . . ]                 root
//     level 1       [ . . . ]       [ . . . . ]      a box and a child per entry
//     level 0    [...] [..] [...]  ...               an item and its number per entry
//
// Invariants (wend_index_check tests them):
// - All leaves are at level 0, so the tree is balanced by construction. Every node except the root
//   has at least WEND_NODE_MIN entries, a root above level 0 at least two. A tree of level h
//   therefore contains at least 2 * 3^h items, and with WEND_INDEX_MAX_ITEMS h is at most
//   WEND_INDEX_MAX_LEVEL: queries need a stack of fixed size and do not allocate.
// - The box of an entry is exactly the bounding box of the child's entries.
// - positions and the numbers in leaves refer to each other.
// - Entries from count on contain WEND_ABSENT in all rows, a point too far away for any search, so
//   searches need no bound.
//
// A node's entries are stored by coordinate, so that a query tests them in parallel (index_wide.h).
// In a leaf the four rows are the items' a and b as given, elsewhere the minimum and the maximum
// corner of a box: in both cases the box is around the two corners.
#ifndef WEND_GEOMETRY_INDEX_TREE_H
#define WEND_GEOMETRY_INDEX_TREE_H

#include "core/memory.h"
#include "wend/geometry.h"
#include "wend/index.h"

#define WEND_NODE_WIDTH 8
#define WEND_NODE_MIN   3

/// Positions of items fit 32 bits: fewer than one node per two items, eight entries per node.
#define WEND_INDEX_MAX_ITEMS (UINT32_C(1) << 30)
#define WEND_INDEX_MAX_LEVEL 18

/// Squares of coordinates up to this limit are finite, and so are those of WEND_ABSENT, which are
/// larger.
#define WEND_INDEX_MAX_COORDINATE 1e150
#define WEND_ABSENT               1e153

/// A search pops one node and pushes up to eight, at most once per level.
#define WEND_INDEX_STACK (WEND_INDEX_MAX_LEVEL * (WEND_NODE_WIDTH - 1) + 1)

#define WEND_NO_NODE     UINT32_MAX
#define WEND_NO_POSITION UINT32_MAX

/// 320 bytes, five cache lines.
typedef struct wend_node {
    _Alignas(64) double ax[WEND_NODE_WIDTH];
    double ay[WEND_NODE_WIDTH];
    double bx[WEND_NODE_WIDTH];
    double by[WEND_NODE_WIDTH];
    uint32_t ids[WEND_NODE_WIDTH]; ///< nodes of the children, or numbers of the items
    uint32_t parent; ///< WEND_NO_NODE for the root; the next node in the list of free nodes
    uint8_t count;
    uint8_t level;
    uint8_t filled; ///< bit i: item i is a WEND_ITEM_BOX
} wend_node;

/// One entry.
typedef struct wend_entry {
    wend_vec2 a, b;
    uint32_t id;
    bool filled;
} wend_entry;

struct wend_index {
    wend_allocator allocator;
    wend_node *nodes; ///< aligned to a cache line inside node_memory
    void *node_memory;
    uint32_t node_capacity;
    uint32_t node_limit; ///< nodes from here on are unused
    uint32_t free_node;  ///< the first of the list of freed nodes
    uint32_t free_node_count;
    uint32_t root; ///< always exists; an empty leaf if there are no items

    uint32_t *positions; ///< [number_capacity] node * WEND_NODE_WIDTH + entry, or WEND_NO_POSITION
    uint32_t *free_numbers; ///< [number_capacity] a heap, the smallest first
    uint32_t number_capacity;
    uint32_t number_limit; ///< numbers from here on are unused
    uint32_t free_number_count;
    uint32_t count;
};

// ---- entries ------------------------------------------------------------------------------------

static inline wend_box wend_box_around(wend_vec2 a, wend_vec2 b)
{
    return (wend_box){{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y},
                      {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y}};
}

/// wend_box_join, inlined.
static inline wend_box wend_box_union(wend_box a, wend_box b)
{
    return (wend_box){
        {a.min.x < b.min.x ? a.min.x : b.min.x, a.min.y < b.min.y ? a.min.y : b.min.y},
        {a.max.x > b.max.x ? a.max.x : b.max.x, a.max.y > b.max.y ? a.max.y : b.max.y}};
}

/// Half the perimeter, which insertion and splits minimise. The probability that a line hits a box
/// is proportional to it, and unlike the area it distinguishes flat boxes from points.
static inline double wend_box_girth(wend_box box)
{
    return (box.max.x - box.min.x) + (box.max.y - box.min.y);
}

static inline wend_box wend_entry_box(const wend_node *node, uint32_t entry)
{
    return wend_box_around((wend_vec2){node->ax[entry], node->ay[entry]},
                           (wend_vec2){node->bx[entry], node->by[entry]});
}

static inline wend_item wend_entry_item(const wend_node *node, uint32_t entry)
{
    return (wend_item){{node->ax[entry], node->ay[entry]},
                       {node->bx[entry], node->by[entry]},
                       node->filled >> entry & 1 ? WEND_ITEM_BOX : WEND_ITEM_SEGMENT};
}

wend_box wend_node_box(const wend_node *node);

/// Writes an entry and updates the back reference: the child's parent or the item's position.
void wend_entry_write(wend_index *index, uint32_t node, uint32_t entry, wend_entry value);
wend_entry wend_entry_read(const wend_index *index, uint32_t node, uint32_t entry);

/// Lowers a node's count.
void wend_node_shorten(wend_node *node, uint32_t count);

/// Checks the limits stated in wend/index.h.
bool wend_item_is_valid(wend_item item);

// ---- storage ------------------------------------------------------------------------------------

/// Reserves `more` nodes. False: out of memory, unchanged.
bool wend_index_reserve_nodes(wend_index *index, uint32_t more);

/// Allocates a reserved node; it has no entries.
uint32_t wend_index_acquire_node(wend_index *index, uint32_t level);
void wend_index_free_node(wend_index *index, uint32_t node);

/// Releases the memory of nodes beyond those in use and `spare` more, if possible.
void wend_index_trim_nodes(wend_index *index, uint32_t spare);

/// Reserves a number. False: out of memory, unchanged.
bool wend_index_reserve_number(wend_index *index);

/// Allocates the smallest free number, which has been reserved.
uint32_t wend_index_acquire_number(wend_index *index);
void wend_index_free_number(wend_index *index, uint32_t number);

// ---- parts --------------------------------------------------------------------------------------

/// Fills an empty index with capacity for count numbers. After WEND_OUT_OF_MEMORY it can only be
/// destroyed.
wend_result wend_index_build(wend_index *index, const wend_item *items, uint32_t count);

#endif
