// SPDX-License-Identifier: MIT
// The spatial index from inside: an R-tree (Guttman 1984) whose nodes are eight entries wide.
//
//     level 2                [ . . ]                 root
//     level 1       [ . . . ]       [ . . . . ]      a box and a child per entry
//     level 0    [...] [..] [...]  ...               an item and its number per entry
//
// Invariants (wend_index_check tests them):
// - All leaves are at level 0, so the tree is balanced by construction. Every node but the root has
//   at least WEND_NODE_MIN entries, a root above level 0 at least two. So a tree of level h holds
//   at least 2 * 3^h items, and with WEND_INDEX_MAX_ITEMS h is at most WEND_INDEX_MAX_LEVEL:
//   queries need a stack of known size and no memory.
// - An entry's box is exactly the box of the child's entries.
// - places and the numbers in leaves name each other.
// - Entries from count on hold WEND_ABSENT in all rows, a point so far away that no search gets
//   there: so none has to count.
//
// A node's entries are stored by coordinate, so that a query tests them side by side
// (index_wide.h). In a leaf the four rows are the items' a and b as they were given, elsewhere the
// least and the greatest corner of a box: either way the box is around the two corners.
#ifndef WEND_GEOMETRY_INDEX_TREE_H
#define WEND_GEOMETRY_INDEX_TREE_H

#include "core/memory.h"
#include "wend/geometry.h"
#include "wend/index.h"

#define WEND_NODE_WIDTH 8
#define WEND_NODE_MIN   3

/// Places of items fit 32 bits: fewer than one node per two items, eight entries per node.
#define WEND_INDEX_MAX_ITEMS (UINT32_C(1) << 30)
#define WEND_INDEX_MAX_LEVEL 18

/// Squares of coordinates up to here are finite, and so are those of WEND_ABSENT, which are larger.
#define WEND_INDEX_MAX_COORDINATE 1e150
#define WEND_ABSENT               1e153

/// A search takes one node from its stack and puts up to eight there, at most once per level.
#define WEND_INDEX_STACK (WEND_INDEX_MAX_LEVEL * (WEND_NODE_WIDTH - 1) + 1)

#define WEND_NO_NODE  UINT32_MAX
#define WEND_NO_PLACE UINT32_MAX

/// 320 bytes, five cache lines.
typedef struct wend_node {
    _Alignas(64) double ax[WEND_NODE_WIDTH];
    double ay[WEND_NODE_WIDTH];
    double bx[WEND_NODE_WIDTH];
    double by[WEND_NODE_WIDTH];
    uint32_t ids[WEND_NODE_WIDTH]; ///< children's nodes, or items' numbers
    uint32_t parent;               ///< WEND_NO_NODE for the root; the next one for a free node
    uint8_t count;
    uint8_t level;
    uint8_t filled; ///< bit i: item i is a WEND_ITEM_BOX
} wend_node;

/// One entry by itself.
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
    uint32_t node_limit; ///< nodes from here on have never been used
    uint32_t free_node;  ///< the first of the list of freed nodes
    uint32_t free_node_count;
    uint32_t root; ///< always there; a leaf without items if there are none

    uint32_t *places;       ///< [number_capacity] node * WEND_NODE_WIDTH + entry, or WEND_NO_PLACE
    uint32_t *free_numbers; ///< [number_capacity] a heap, the smallest first
    uint32_t number_capacity;
    uint32_t number_limit; ///< numbers from here on have never been used
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

/// Half the way around: what insertion and cuts keep small. The chance that a line meets a box is
/// proportional to it, and unlike the area it tells flat boxes from points.
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

/// Writes an entry and makes what it names point back: the child's parent or the item's place.
void wend_entry_put(wend_index *index, uint32_t node, uint32_t entry, wend_entry value);
wend_entry wend_entry_get(const wend_index *index, uint32_t node, uint32_t entry);

/// Lowers a node's count.
void wend_node_shorten(wend_node *node, uint32_t count);

/// Within the limits that index.h states.
bool wend_item_is_valid(wend_item item);

// ---- storage ------------------------------------------------------------------------------------

/// Makes sure that so many nodes can be taken. False: out of memory, unchanged.
bool wend_index_reserve_nodes(wend_index *index, uint32_t more);

/// Takes a node that was reserved; it has no entries.
uint32_t wend_index_take_node(wend_index *index, uint32_t level);
void wend_index_free_node(wend_index *index, uint32_t node);

/// Gives back the room for nodes beyond those in use and `spare` more, if memory allows.
void wend_index_trim_nodes(wend_index *index, uint32_t spare);

/// Makes sure that a number can be taken. False: out of memory, unchanged.
bool wend_index_reserve_number(wend_index *index);

/// Takes the smallest free number, which was reserved.
uint32_t wend_index_take_number(wend_index *index);
void wend_index_free_number(wend_index *index, uint32_t number);

// ---- parts --------------------------------------------------------------------------------------

/// Fills an empty index that has room for count numbers. WEND_NO_MEMORY leaves it half filled: only
/// good to be destroyed.
wend_result wend_index_build(wend_index *index, const wend_item *items, uint32_t count);

#endif
