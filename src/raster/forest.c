// SPDX-License-Identifier: MIT
// The cells of agents: black chains become trees of links, in the order that mang.h requires.
//
// In a cell every black region reaches the border of the cell, so black edges form no ring. On
// pixels small rings may remain; a chain that closes one is left out. Leaves are then removed until
// nothing remains, those at the border first: the order of removal is the order of output, and each
// node is removed with its one remaining link. To find that link a node stores the exclusive or of
// its remaining links.
//
// Links are straight: a curved chain is cut at joints.
#include "geometry/sort.h"
#include "raster/raster.h"

#include <math.h>

static uint32_t root_of(wend_raster *raster, uint32_t node)
{
    raster_tree_node *nodes = raster->tree_nodes.data;
    while (nodes[node].above != node) {
        nodes[node].above = nodes[nodes[node].above].above;
        node = nodes[node].above;
    }
    return node;
}

static bool add_node(wend_raster *raster, wend_mang_node node, uint32_t *number)
{
    if (!wend_array_reserve(&raster->tree_nodes, &raster->allocator, 1))
        return false;
    *number = (uint32_t)raster->tree_nodes.count++;
    raster->tree_nodes.data[*number] = (raster_tree_node){.node = node, .above = *number};
    return true;
}

/// The node where a chain ends. At the border each chain has its own; inside they share it.
static bool node_of(wend_raster *raster, raster_end end, uint32_t *number)
{
    const raster_spot *spot = wend_raster_spot(raster, end);
    wend_mang_node node = {.position = spot->position,
                           .radius = spot->radius,
                           .red = end.red ? end.number : WEND_MANG_NONE};
    if (end.red)
        return add_node(raster, node, number);
    uint32_t *known = &raster->node_of_spot.data[end.number];
    if (*known == WEND_RASTER_NONE && !add_node(raster, node, known))
        return false;
    *number = *known;
    return true;
}

static bool add_link(wend_raster *raster, const raster_chain *chain, uint32_t begin, uint32_t end,
                     uint32_t from, uint32_t to)
{
    if (!wend_array_reserve(&raster->tree_links, &raster->allocator, 1))
        return false;
    uint32_t number = (uint32_t)raster->tree_links.count++;
    wend_mang_span span = begin == 0 && end > chain->count
                              ? chain->span
                              : wend_raster_span(raster, chain, begin, end);
    raster->tree_links.data[number] =
        (wend_mang_link){.from = from,
                         .to = to,
                         .length = span.length,
                         .clearance = span.clearance,
                         .wall_clearance = span.wall_clearance,
                         .weight = wend_mang_weight(&raster->mang, &span, raster->mang.comfort),
                         .left = chain->left,
                         .right = chain->right,
                         .left_site = chain->left,
                         .right_site = chain->right};
    raster_tree_node *nodes = raster->tree_nodes.data;
    nodes[from].links ^= number;
    nodes[to].links ^= number;
    nodes[from].degree++;
    nodes[to].degree++;
    return true;
}

/// Adds a chain as straight links, unless it closes a ring.
static bool add_chain(wend_raster *raster, const raster_chain *chain)
{
    uint32_t from, to;
    if (!node_of(raster, chain->from, &from) || !node_of(raster, chain->to, &to))
        return false;
    uint32_t one = root_of(raster, from), other = root_of(raster, to);
    if (one == other)
        return true;
    raster->tree_nodes.data[one].above = other;
    for (uint32_t begin = 0, last = from; begin <= chain->count;) {
        uint32_t end = wend_raster_straight(raster, chain, begin), next = to;
        raster_crossing at = wend_raster_chain_point(raster, chain, end);
        wend_mang_node joint = {
            .position = at.position, .radius = at.radius, .red = WEND_MANG_NONE, .joint = true};
        if ((end <= chain->count && !add_node(raster, joint, &next)) ||
            !add_link(raster, chain, begin, end, last, next))
            return false;
        begin = end;
        last = next;
    }
    return true;
}

// ---- order --------------------------------------------------------------------------------------

/// Context of the order along a cell's border.
typedef struct rim_order {
    const raster_tree_node *nodes;
    wend_vec2 centre;
} rim_order;

/// Counter-clockwise around the agent, from the east. (Its whole cell is visible from its
/// position.)
static bool comes_before(const void *context, const void *one, const void *other)
{
    const rim_order *order = context;
    uint32_t i = *(const uint32_t *)one, k = *(const uint32_t *)other;
    wend_vec2 p = order->nodes[i].node.position, q = order->nodes[k].node.position;
    p = (wend_vec2){p.x - order->centre.x, p.y - order->centre.y};
    q = (wend_vec2){q.x - order->centre.x, q.y - order->centre.y};
    bool lower_p = p.y < 0 || (p.y == 0 && p.x < 0), lower_q = q.y < 0 || (q.y == 0 && q.x < 0);
    if (lower_p != lower_q)
        return lower_q;
    double cross = p.x * q.y - p.y * q.x;
    return cross != 0 ? cross > 0 : i < k;
}

static void remove_leaf(wend_raster *raster, uint32_t leaf)
{
    raster_tree_node *nodes = raster->tree_nodes.data;
    if (nodes[leaf].degree != 1)
        return;
    wend_mang_link link = raster->tree_links.data[nodes[leaf].links];
    uint32_t other = link.from == leaf ? link.to : link.from;
    if (link.from != leaf) {
        uint32_t left = link.left;
        link.left = link.left_site = link.right;
        link.right = link.right_site = left;
    }
    nodes[other].links ^= nodes[leaf].links;
    nodes[leaf].degree--;
    nodes[other].degree--;
    link.from = leaf;
    link.to = other;
    raster->links.data[raster->links.count++] = link;
    if (nodes[other].degree == 1 && !nodes[other].emitted) {
        nodes[other].emitted = true;
        raster->queue.data[raster->queue.count++] = other;
    }
}

/// Appends the nodes and links of a cell in their order.
static bool append_cell(wend_raster *raster, const raster_region *region)
{
    size_t count = raster->tree_nodes.count, first_link = raster->links.count;
    raster->queue.count = 0;
    if (!wend_array_reserve(&raster->queue, &raster->allocator, count) ||
        !wend_array_reserve(&raster->nodes, &raster->allocator, count) ||
        !wend_array_reserve(&raster->links, &raster->allocator, raster->tree_links.count))
        return false;
    raster_tree_node *nodes = raster->tree_nodes.data;
    uint32_t *queue = raster->queue.data;
    for (uint32_t i = 0; i < count; ++i)
        if (nodes[i].node.red != WEND_MANG_NONE && nodes[i].degree > 0)
            queue[raster->queue.count++] = i;
    rim_order order = {nodes, raster->pieces.data[region->first].a};
    wend_sort(queue, raster->queue.count, sizeof *queue, comes_before, &order);
    for (uint32_t i = 0; i < count; ++i)
        if (nodes[i].node.red == WEND_MANG_NONE && nodes[i].degree == 1)
            queue[raster->queue.count++] = i;
    for (size_t i = 0; i < raster->queue.count; ++i)
        nodes[queue[i]].emitted = true;
    for (size_t i = 0; i < raster->queue.count; ++i) {
        nodes[queue[i]].number = (uint32_t)i;
        remove_leaf(raster, queue[i]);
        raster->nodes.data[raster->nodes.count++] = nodes[queue[i]].node;
    }
    for (size_t i = first_link; i < raster->links.count; ++i) {
        wend_mang_link *link = &raster->links.data[i];
        link->from = nodes[link->from].number;
        link->to = nodes[link->to].number;
    }
    return true;
}

/// Black chains in the order of their cells.
static bool sort_chains(wend_raster *raster)
{
    size_t regions = raster->regions.count, chains = raster->blacks.count;
    raster->order.count = raster->order_starts.count = 0;
    if (!wend_array_reserve(&raster->order, &raster->allocator, chains) ||
        !wend_array_reserve(&raster->order_starts, &raster->allocator, regions + 1))
        return false;
    uint32_t *starts = raster->order_starts.data;
    for (size_t i = 0; i <= regions; ++i)
        starts[i] = 0;
    for (size_t i = 0; i < chains; ++i)
        starts[raster->blacks.data[i].region + 1]++;
    for (size_t i = 0; i < regions; ++i)
        starts[i + 1] += starts[i];
    for (size_t i = 0; i < chains; ++i)
        raster->order.data[starts[raster->blacks.data[i].region]++] = (uint32_t)i;
    for (size_t i = regions; i > 0; --i) // each has moved to the start of the next
        starts[i] = starts[i - 1];
    starts[0] = 0;
    return true;
}

static bool add_cell(wend_raster *raster, uint32_t number)
{
    const raster_region *region = &raster->regions.data[number];
    raster->tree_nodes.count = raster->tree_links.count = 0;
    for (uint32_t i = raster->order_starts.data[number]; i < raster->order_starts.data[number + 1];
         ++i)
        if (!add_chain(raster, &raster->blacks.data[raster->order.data[i]]))
            return false;
    wend_mang_cell cell = {.agent = {{region->site + 1, 0}},
                           .first_node = (uint32_t)raster->nodes.count,
                           .first_link = (uint32_t)raster->links.count};
    if (!append_cell(raster, region) || !wend_array_reserve(&raster->cells, &raster->allocator, 1))
        return false;
    cell.node_count = (uint32_t)raster->nodes.count - cell.first_node;
    cell.link_count = (uint32_t)raster->links.count - cell.first_link;
    raster->cell_of.data[region->site] = (uint32_t)raster->cells.count;
    raster->cells.data[raster->cells.count++] = cell;
    return true;
}

bool wend_raster_join_cells(wend_raster *raster)
{
    size_t spots = raster->node_spots.count;
    raster->cells.count = raster->nodes.count = raster->links.count = 0;
    raster->cell_of.count = raster->node_of_spot.count = 0;
    if (!sort_chains(raster) ||
        !wend_array_reserve(&raster->cell_of, &raster->allocator, raster->site_count) ||
        !wend_array_reserve(&raster->node_of_spot, &raster->allocator, spots))
        return false;
    for (uint32_t i = 0; i < raster->site_count; ++i)
        raster->cell_of.data[raster->cell_of.count++] = WEND_MANG_NONE;
    for (size_t i = 0; i < spots; ++i)
        raster->node_of_spot.data[raster->node_of_spot.count++] = WEND_RASTER_NONE;
    for (uint32_t i = 0; i < raster->regions.count; ++i)
        if (raster_is_agent(raster, i) && raster->present.data[i] && !add_cell(raster, i))
            return false;
    return true;
}
