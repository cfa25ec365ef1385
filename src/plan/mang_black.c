// SPDX-License-Identifier: MIT
// The black parts of the graph: in each agent's cell the diagram as it would be without that agent.
// Every cell is looked at alone, so all of them at once.
#include "plan/mang.h"

#include <math.h>

/// Cells that one worker takes in one go.
enum { GRAIN = 32 };

/// The element of an agent that has a cell of its own; else WEND_NO_ELEMENT.
static uint32_t element_of(const wend_boundary *boundary, uint32_t slot)
{
    const wend_site *site = &boundary->sites.data[slot];
    if (wend_id_null(site->id) || site->point_count != 1 || !(site->radius > 0) || site->hidden ||
        site->element == WEND_NO_ELEMENT ||
        boundary->links.data[site->element].kind != WEND_ELEMENT_POINT)
        return WEND_NO_ELEMENT;
    return site->element;
}

/// Lists the agents, and gives each as much room as its cell can need. False: out of memory.
static bool list_cells(const wend_mang_building *b, uint32_t *most)
{
    wend_mang *mang = b->mang;
    const wend_allocator *allocator = &mang->allocator;
    const wend_boundary *boundary = &b->voronoi->boundary;
    size_t slots = boundary->sites.count, room = 0;
    mang->cells.count = mang->cell_of.count = mang->elements.count = 0;
    if (!wend_array_reserve(&mang->cells, allocator, slots) ||
        !wend_array_reserve(&mang->elements, allocator, slots) ||
        !wend_array_reserve(&mang->cell_of, allocator, slots))
        return false;
    for (uint32_t slot = 0; slot < slots; ++slot) {
        uint32_t element = element_of(boundary, slot);
        mang->cell_of.data[slot] = WEND_MANG_NONE;
        if (element == WEND_NO_ELEMENT)
            continue;
        uint32_t arcs = b->voronoi->cells.data[element].count;
        *most = arcs > *most ? arcs : *most;
        mang->cell_of.data[slot] = (uint32_t)mang->cells.count;
        mang->elements.data[mang->elements.count++] = element;
        mang->cells.data[mang->cells.count++] = (wend_mang_cell){
            .agent = boundary->sites.data[slot].id,
            .first_node = (uint32_t)room,
            .first_link = (uint32_t)room,
        };
        room += 2 * (size_t)arcs;
    }
    mang->cell_of.count = slots;
    mang->nodes.count = mang->links.count = 0;
    if (!wend_array_reserve(&mang->nodes, allocator, room) ||
        !wend_array_reserve(&mang->links, allocator, room))
        return false;
    mang->nodes.count = mang->links.count = room;
    return true;
}

static wend_mang_link link_of(const wend_mang_building *b, const wend_second_work *work,
                              const wend_second_link *link)
{
    wend_mang_span span = {.room = INFINITY, .wall_room = INFINITY};
    const wend_second_node *from = &work->nodes[link->from], *to = &work->nodes[link->to];
    wend_mang_add_piece(&span, b->voronoi, link->left, link->right,
                        (wend_circle){from->place, from->radius},
                        (wend_circle){to->place, to->radius});
    return (wend_mang_link){
        .from = link->from,
        .to = link->to,
        .length = span.length,
        .room = span.room,
        .wall_room = span.wall_room,
        .weight = wend_mang_weight(&b->mang->def, &span),
        .left = link->left,
        .right = link->right,
        .left_site = b->voronoi->boundary.links.data[link->left].site,
        .right_site = b->voronoi->boundary.links.data[link->right].site,
    };
}

static void fill_cells(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const wend_mang_building *b = argument;
    wend_mang *mang = b->mang;
    wend_second_work *work = &mang->works[worker];
    for (uint32_t i = begin; i < end; ++i) {
        wend_mang_cell *cell = &mang->cells.data[i];
        wend_second_order_find(work, b->voronoi, mang->elements.data[i]);
        cell->node_count = work->node_count;
        cell->link_count = work->link_count;
        for (uint32_t k = 0; k < work->node_count; ++k) {
            const wend_second_node *node = &work->nodes[k];
            bool inside = node->vertex == WEND_NO_ARC;
            mang->nodes.data[cell->first_node + k] = (wend_mang_node){
                .place = node->place,
                .radius = node->radius,
                .red = inside ? WEND_MANG_NONE : mang->red_of.data[node->vertex],
                .joint = inside && node->ways == 2,
            };
        }
        for (uint32_t k = 0; k < work->link_count; ++k)
            mang->links.data[cell->first_link + k] = link_of(b, work, &work->links[k]);
    }
}

bool wend_mang_build_black(const wend_mang_building *building)
{
    wend_mang *mang = building->mang;
    uint32_t most = 0, workers = wend_tasks_workers(building->tasks);
    if (!list_cells(building, &most))
        return false;
    for (uint32_t i = 0; i < workers; ++i)
        if (!wend_second_work_reserve(&mang->works[i], most, &mang->allocator))
            return false;
    wend_parallel_for(building->tasks, (uint32_t)mang->cells.count, GRAIN, fill_cells,
                      (void *)building);
    return true;
}
