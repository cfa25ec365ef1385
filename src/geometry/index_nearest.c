// SPDX-License-Identifier: MIT
// Nearest item: depth-first search, nearer child first, pruning nodes further away than the best
// item so far (Roussopoulos, Kelley and Vincent 1995).
#include "geometry/index_distance.h"

typedef struct nearest_search {
    wend_vec2 p;
    double distance; // distance of the best item so far, initially the limit
    double reach;    // larger squares are not better
    uint32_t number;
    const wend_node *leaf;
    uint32_t entry;
} nearest_search;

static inline void visit_leaf(const wend_node *leaf, nearest_search *search)
{
    double squares[WEND_NODE_WIDTH];
    double minimum = wend_item_squares(leaf, search->p, squares);
    if (minimum > search->reach)
        return;
    // The nearest item and those that may be equal after rounding: rarely more than one.
    double reach = wend_reach(sqrt(minimum));
    for (uint32_t mask = wend_squares_within(squares, reach); mask; mask &= mask - 1) {
        uint32_t i = wide_lowest(mask);
        double distance = sqrt(squares[i]);
        if (distance > search->distance ||
            (distance == search->distance && leaf->ids[i] > search->number))
            continue;
        search->distance = distance;
        search->reach = reach;
        search->number = leaf->ids[i];
        search->leaf = leaf;
        search->entry = i;
    }
}

static inline void enter(wend_frame *frame, const wend_node *node, wend_vec2 p)
{
    wide px = wide_all(p.x), py = wide_all(p.y);
    for (uint32_t i = 0; i < WEND_NODE_WIDTH; i += 2)
        wide_store(frame->keys + i, wend_keys_of(wend_box_squares(node, i, px, py), i));
    frame->node = node;
}

static void search_tree(const wend_index *index, nearest_search *search)
{
    const wend_node *root = &index->nodes[index->root];
    if (root->level == 0) {
        visit_leaf(root, search);
        return;
    }
    wend_frame frames[WEND_INDEX_MAX_LEVEL];
    wend_frame *frame = frames;
    enter(frame, root, search->p);
    for (;;) {
        uint32_t child = wend_next_child(frame, search->reach);
        if (child == WEND_NO_NODE) {
            if (frame == frames)
                return;
            frame--;
        } else if (frame->node->level > 1) {
            enter(++frame, &index->nodes[child], search->p);
        } else {
            visit_leaf(&index->nodes[child], search);
        }
    }
}

static wend_vec2 closest_point(wend_item item, wend_vec2 p)
{
    if (item.kind == WEND_ITEM_SEGMENT)
        return wend_segment_closest((wend_segment){item.a, item.b}, p);
    return (wend_vec2){p.x < item.a.x   ? item.a.x
                       : p.x > item.b.x ? item.b.x
                                        : p.x,
                       p.y < item.a.y   ? item.a.y
                       : p.y > item.b.y ? item.b.y
                                        : p.y};
}

wend_near wend_index_nearest(const wend_index *index, wend_vec2 p, double limit)
{
    nearest_search search = {
        .p = p, .distance = limit, .reach = wend_reach(limit), .number = WEND_NO_ITEM};
    if (wend_is_valid_point(p))
        search_tree(index, &search);
    if (search.number == WEND_NO_ITEM)
        return (wend_near){WEND_NO_ITEM, INFINITY, p};
    wend_item item = wend_entry_item(search.leaf, search.entry);
    return (wend_near){search.number, search.distance, closest_point(item, p)};
}
