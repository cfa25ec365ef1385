// SPDX-License-Identifier: MIT
// Black edges of the graph: in each agent's cell the diagram without that agent. Cells are
// independent and are computed in parallel.
#include "plan/mang.h"

#include <math.h>

/// Cells processed by one worker at a time.
enum { GRAIN = 32 };

/// The element of an agent that has a cell of its own; else WEND_NO_ELEMENT.
static uint32_t element_of(const wend_boundary *boundary, uint32_t slot)
{
    const wend_site *site = &boundary->sites.data[slot];
    if (wend_site_id_is_null(site->id) || site->point_count != 1 || !(site->radius > 0) ||
        site->hidden || site->element == WEND_NO_ELEMENT ||
        boundary->links.data[site->element].kind != WEND_ELEMENT_POINT)
        return WEND_NO_ELEMENT;
    return site->element;
}

/// Lists the agents, and assigns each as much memory as its cell can need. False: out of memory.
static bool list_cells(const wend_mang_building *b, uint32_t *max_arcs)
{
    wend_mang *mang = b->mang;
    const wend_allocator *allocator = &mang->allocator;
    const wend_boundary *boundary = &b->voronoi->boundary;
    size_t slots = boundary->sites.count, capacity = 0;
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
        *max_arcs = arcs > *max_arcs ? arcs : *max_arcs;
        mang->cell_of.data[slot] = (uint32_t)mang->cells.count;
        mang->elements.data[mang->elements.count++] = element;
        mang->cells.data[mang->cells.count++] = (wend_mang_cell){
            .agent = boundary->sites.data[slot].id,
            .first_node = (uint32_t)capacity,
            .first_link = (uint32_t)capacity,
        };
        capacity += 2 * (size_t)arcs;
    }
    mang->cell_of.count = slots;
    mang->nodes.count = mang->links.count = 0;
    if (!wend_array_reserve(&mang->nodes, allocator, capacity) ||
        !wend_array_reserve(&mang->links, allocator, capacity))
        return false;
    mang->nodes.count = mang->links.count = capacity;
    return true;
}

static wend_mang_link link_of(const wend_mang_building *b, const wend_second_work *work,
                              const wend_second_link *link)
{
    wend_mang_span span = {.clearance = INFINITY, .wall_clearance = INFINITY};
    const wend_second_node *from = &work->nodes[link->from], *to = &work->nodes[link->to];
    wend_mang_add_piece(&span, b->voronoi, link->left, link->right,
                        (wend_circle){from->position, from->radius},
                        (wend_circle){to->position, to->radius});
    return (wend_mang_link){
        .from = link->from,
        .to = link->to,
        .length = span.length,
        .clearance = span.clearance,
        .wall_clearance = span.wall_clearance,
        .weight = wend_mang_weight(&b->mang->def, &span, b->mang->def.comfort),
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
                .position = node->position,
                .radius = node->radius,
                .red = inside ? WEND_MANG_NONE : mang->red_of.data[node->vertex],
                .joint = inside && node->degree == 2,
            };
        }
        for (uint32_t k = 0; k < work->link_count; ++k)
            mang->links.data[cell->first_link + k] = link_of(b, work, &work->links[k]);
    }
}

bool wend_mang_build_black(const wend_mang_building *building)
{
    wend_mang *mang = building->mang;
    uint32_t max_arcs = 0, workers = wend_tasks_workers(building->tasks);
    if (!list_cells(building, &max_arcs))
        return false;
    for (uint32_t i = 0; i < workers; ++i)
        if (!wend_second_work_reserve(&mang->works[i], max_arcs, &mang->allocator))
            return false;
    wend_parallel_for(building->tasks, (uint32_t)mang->cells.count, GRAIN, fill_cells,
                      (void *)building);
    return true;
}
