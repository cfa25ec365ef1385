// SPDX-License-Identifier: MIT
// In-place updates of the spatial index.
//
// Inserting descends to the leaf that grows least and splits full nodes on the way back up.
// Removing merges a node that has become too small with its nearest sibling. Both keep the tree
// balanced and cost O(log n). Moving leaves an item in its leaf as long as inserting it again would
// choose the same leaf; otherwise it is removed and inserted. The tree of moving items is therefore
// as good as one made by inserting, after any number of moves.
#include "geometry/index_tree.h"

#include <math.h>

// ---- cutting a node in two ----------------------------------------------------------------------

// Sorts by centre along the axis. Insertion sort: stable, and there are few.
static void sort_entries(wend_entry *entries, uint32_t count, int axis)
{
    for (uint32_t i = 1; i < count; i++) {
        wend_entry entry = entries[i];
        double key = axis == 0 ? entry.a.x + entry.b.x : entry.a.y + entry.b.y;
        uint32_t j = i;
        for (; j > 0; j--) {
            const wend_entry *other = &entries[j - 1];
            if ((axis == 0 ? other->a.x + other->b.x : other->a.y + other->b.y) <= key)
                break;
            entries[j] = *other;
        }
        entries[j] = entry;
    }
}

// The cheapest split of sorted entries, if it is cheaper than *least.
static uint32_t best_cut(const wend_entry *entries, uint32_t count, double *minimum)
{
    double girth_right[2 * WEND_NODE_WIDTH];
    wend_box box = wend_box_empty();
    for (uint32_t i = count - 1; i > 0; i--) {
        box = wend_box_union(box, wend_box_around(entries[i].a, entries[i].b));
        girth_right[i] = wend_box_girth(box);
    }
    box = wend_box_empty();
    uint32_t best = 0;
    for (uint32_t i = 0; i + WEND_NODE_MIN < count; i++) {
        box = wend_box_union(box, wend_box_around(entries[i].a, entries[i].b));
        uint32_t left = i + 1;
        double cost = wend_box_girth(box) * left + girth_right[left] * (count - left);
        if (left >= WEND_NODE_MIN && cost < *minimum) {
            *minimum = cost;
            best = left;
        }
    }
    return best;
}

// Orders the entries so that the first ones (their number is returned) and the others form two
// nodes of small girth. Each gets enough entries and not too many.
static uint32_t cut_entries(wend_entry *entries, uint32_t count)
{
    double minimum = INFINITY;
    sort_entries(entries, count, 1);
    uint32_t along_y = best_cut(entries, count, &minimum);
    sort_entries(entries, count, 0);
    uint32_t along_x = best_cut(entries, count, &minimum);
    if (along_x > 0)
        return along_x;
    sort_entries(entries, count, 1);
    return along_y;
}

static void fill(wend_index *index, uint32_t node, const wend_entry *entries, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        wend_entry_write(index, node, i, entries[i]);
    if (index->nodes[node].count > count)
        wend_node_shorten(&index->nodes[node], count);
    index->nodes[node].count = (uint8_t)count;
}

static wend_entry entry_of_child(const wend_index *index, uint32_t child)
{
    wend_box box = wend_node_box(&index->nodes[child]);
    return (wend_entry){box.min, box.max, child, false};
}

static uint32_t entry_in_parent(const wend_index *index, uint32_t node)
{
    const wend_node *parent = &index->nodes[index->nodes[node].parent];
    uint32_t entry = 0;
    while (parent->ids[entry] != node)
        entry++;
    return entry;
}

// ---- inserting ----------------------------------------------------------------------------------

// The entry of an inner node that grows least by including the box; the smaller one of equals.
// `entry` counts as if it had the box `instead`; WEND_NODE_WIDTH: none.
static uint32_t choose(const wend_node *node, wend_box box, uint32_t entry, wend_box instead)
{
    uint32_t best = 0;
    double best_growth = INFINITY, best_girth = INFINITY;
    for (uint32_t i = 0; i < node->count; i++) {
        wend_box child = i == entry ? instead : wend_entry_box(node, i);
        double girth = wend_box_girth(child);
        double growth = wend_box_girth(wend_box_union(child, box)) - girth;
        if (growth < best_growth || (growth == best_growth && girth < best_girth)) {
            best = i;
            best_growth = growth;
            best_girth = girth;
        }
    }
    return best;
}

static void make_root(wend_index *index, uint32_t left, uint32_t right)
{
    uint32_t root = wend_index_acquire_node(index, index->nodes[left].level + 1u);
    const wend_entry entries[2] = {entry_of_child(index, left), entry_of_child(index, right)};
    fill(index, root, entries, 2);
    index->root = root;
}

// Adds an entry to a node, and splits the node and its ancestors where they are full.
static void add_entry(wend_index *index, uint32_t node, wend_entry entry)
{
    for (;;) {
        wend_node *n = &index->nodes[node];
        if (n->count < WEND_NODE_WIDTH) {
            wend_entry_write(index, node, n->count++, entry);
            return;
        }
        wend_entry entries[WEND_NODE_WIDTH + 1];
        for (uint32_t i = 0; i < WEND_NODE_WIDTH; i++)
            entries[i] = wend_entry_read(index, node, i);
        entries[WEND_NODE_WIDTH] = entry;
        uint32_t cut = cut_entries(entries, WEND_NODE_WIDTH + 1);
        uint32_t other = wend_index_acquire_node(index, n->level);
        fill(index, node, entries, cut);
        fill(index, other, entries + cut, WEND_NODE_WIDTH + 1 - cut);
        if (node == index->root) {
            make_root(index, node, other);
            return;
        }
        uint32_t parent = index->nodes[node].parent;
        wend_entry_write(index, parent, entry_in_parent(index, node), entry_of_child(index, node));
        entry = entry_of_child(index, other);
        node = parent;
    }
}

// Every level may be split, and a root added.
static bool reserve_for_insert(wend_index *index)
{
    return wend_index_reserve_nodes(index, index->nodes[index->root].level + 2u);
}

static void insert_item(wend_index *index, uint32_t number, wend_item item)
{
    wend_box box = wend_box_around(item.a, item.b);
    uint32_t node = index->root;
    while (index->nodes[node].level > 0) {
        wend_node *n = &index->nodes[node];
        uint32_t i = choose(n, box, WEND_NODE_WIDTH, box);
        wend_box grown = wend_box_union(wend_entry_box(n, i), box);
        wend_entry_write(index, node, i, (wend_entry){grown.min, grown.max, n->ids[i], false});
        node = n->ids[i];
    }
    add_entry(index, node, (wend_entry){item.a, item.b, number, item.kind == WEND_ITEM_BOX});
}

wend_result wend_index_insert(wend_index *index, wend_item item, uint32_t *number,
                              wend_error *error)
{
    if (!wend_item_is_valid(item))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the item must be finite, and a <= b in a box");
    if (index->count == WEND_INDEX_MAX_ITEMS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "too many items: the limit is %u",
                         WEND_INDEX_MAX_ITEMS);
    if (!wend_index_reserve_number(index) || !reserve_for_insert(index))
        return wend_fail_memory(error);
    *number = wend_index_acquire_number(index);
    insert_item(index, *number, item);
    index->count++;
    return WEND_OK;
}

// ---- removing -----------------------------------------------------------------------------------

static void remove_entry(wend_index *index, uint32_t node, uint32_t entry)
{
    uint32_t last = index->nodes[node].count - 1u;
    if (entry != last)
        wend_entry_write(index, node, entry, wend_entry_read(index, node, last));
    wend_node_shorten(&index->nodes[node], last);
}

// The sibling with which the child at `entry` has the least girth.
static uint32_t nearest_sibling(const wend_node *parent, uint32_t entry, wend_box box)
{
    uint32_t best = WEND_NODE_WIDTH;
    double minimum = INFINITY;
    for (uint32_t i = 0; i < parent->count; i++) {
        double girth = wend_box_girth(wend_box_union(box, wend_entry_box(parent, i)));
        if (i != entry && (best == WEND_NODE_WIDTH || girth < minimum)) {
            best = i;
            minimum = girth;
        }
    }
    return best;
}

// Merges a node that has too few entries with a sibling, or moves entries from the sibling.
static void join_sibling(wend_index *index, uint32_t node)
{
    uint32_t parent = index->nodes[node].parent, entry = entry_in_parent(index, node);
    wend_box box = wend_node_box(&index->nodes[node]);
    uint32_t sibling_entry = nearest_sibling(&index->nodes[parent], entry, box);
    uint32_t sibling = index->nodes[parent].ids[sibling_entry];

    wend_entry entries[WEND_NODE_WIDTH + WEND_NODE_MIN];
    uint32_t count = 0;
    for (uint32_t i = 0; i < index->nodes[sibling].count; i++)
        entries[count++] = wend_entry_read(index, sibling, i);
    for (uint32_t i = 0; i < index->nodes[node].count; i++)
        entries[count++] = wend_entry_read(index, node, i);

    if (count <= WEND_NODE_WIDTH) {
        fill(index, sibling, entries, count);
        wend_entry_write(index, parent, sibling_entry, entry_of_child(index, sibling));
        wend_index_free_node(index, node);
        remove_entry(index, parent, entry);
    } else {
        uint32_t cut = cut_entries(entries, count);
        fill(index, sibling, entries, cut);
        fill(index, node, entries + cut, count - cut);
        wend_entry_write(index, parent, sibling_entry, entry_of_child(index, sibling));
        wend_entry_write(index, parent, entry, entry_of_child(index, node));
    }
}

static bool same_box(wend_box a, wend_box b)
{
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

// Updates the boxes above a node after one of its entries has changed or been removed.
static void repair_above(wend_index *index, uint32_t node)
{
    while (node != index->root) {
        uint32_t parent = index->nodes[node].parent;
        if (index->nodes[node].count < WEND_NODE_MIN) {
            join_sibling(index, node);
        } else {
            uint32_t entry = entry_in_parent(index, node);
            wend_box box = wend_node_box(&index->nodes[node]);
            if (same_box(box, wend_entry_box(&index->nodes[parent], entry)))
                return;
            wend_entry_write(index, parent, entry, (wend_entry){box.min, box.max, node, false});
        }
        node = parent;
    }
    wend_node *root = &index->nodes[node];
    if (root->level > 0 && root->count == 1) {
        index->root = root->ids[0];
        index->nodes[index->root].parent = WEND_NO_NODE;
        wend_index_free_node(index, node);
    }
}

static void remove_item(wend_index *index, uint32_t number)
{
    uint32_t position = index->positions[number], node = position / WEND_NODE_WIDTH;
    remove_entry(index, node, position % WEND_NODE_WIDTH);
    repair_above(index, node);
}

void wend_index_remove(wend_index *index, uint32_t number)
{
    WEND_ASSERT(number < index->number_limit && index->positions[number] != WEND_NO_POSITION);
    remove_item(index, number);
    wend_index_free_number(index, number);
    index->count--;
}

// ---- moving -------------------------------------------------------------------------------------

static wend_box box_without(const wend_node *node, uint32_t entry)
{
    wend_box box = wend_box_empty();
    for (uint32_t i = 0; i < node->count; i++)
        if (i != entry)
            box = wend_box_union(box, wend_entry_box(node, i));
    return box;
}

static bool holds(wend_box outer, wend_box inner)
{
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && outer.max.x >= inner.max.x &&
           outer.max.y >= inner.max.y;
}

// True if an entry of a leaf that gets this box would be inserted into that leaf again: on every
// level up to a node that contains the box without it, the path to the leaf grows least.
static bool stays(const wend_index *index, uint32_t node, uint32_t entry, wend_box box)
{
    wend_box others = box_without(&index->nodes[node], entry);
    while (node != index->root && !holds(others, box)) {
        const wend_node *parent = &index->nodes[index->nodes[node].parent];
        entry = entry_in_parent(index, node);
        if (choose(parent, box, entry, others) != entry)
            return false;
        others = wend_box_union(others, box_without(parent, entry));
        node = index->nodes[node].parent;
    }
    return true;
}

void wend_index_move(wend_index *index, uint32_t number, wend_item item)
{
    WEND_ASSERT(number < index->number_limit && index->positions[number] != WEND_NO_POSITION);
    WEND_ASSERT(wend_item_is_valid(item));
    uint32_t position = index->positions[number];
    uint32_t node = position / WEND_NODE_WIDTH, entry = position % WEND_NODE_WIDTH;
    // Without memory for splits it stays too: the tree is valid, only less efficient.
    if (stays(index, node, entry, wend_box_around(item.a, item.b)) || !reserve_for_insert(index)) {
        wend_entry_write(index, node, entry,
                         (wend_entry){item.a, item.b, number, item.kind == WEND_ITEM_BOX});
        repair_above(index, node);
    } else {
        remove_item(index, number);
        insert_item(index, number, item);
    }
}
