// SPDX-License-Identifier: MIT
// Lists of sites, each once and in slot order, without allocating: slots that occur many times are
// collected in a set of fixed size, the smallest first, and the rest in further passes.
#include "voronoi/search.h"

#include "voronoi/frame.h"

#include <math.h>
#include <string.h>

enum { SET_SIZE = 512 };

/// The smallest slots from `from` on among those that were added.
typedef struct slot_set {
    uint32_t slots[SET_SIZE]; ///< in order
    uint32_t count;
    uint32_t from;
    bool more; ///< some did not fit
} slot_set;

static void add_slot(slot_set *set, uint32_t slot)
{
    if (slot < set->from)
        return;
    uint32_t low = 0, high = set->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (set->slots[middle] < slot)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < set->count && set->slots[low] == slot)
        return;
    set->more |= set->count == SET_SIZE;
    if (low == SET_SIZE)
        return;
    set->count -= set->count == SET_SIZE;
    memmove(set->slots + low + 1, set->slots + low, (set->count - low) * sizeof *set->slots);
    set->slots[low] = slot;
    ++set->count;
}

/// Adds all slots to the set.
typedef void fill_fn(void *context, slot_set *set);

static wend_result write_slots(const wend_boundary *boundary, fill_fn *fill, void *context,
                               wend_site_id *ids, uint32_t capacity, uint32_t *count,
                               wend_error *error)
{
    slot_set set = {.from = 0};
    uint32_t found = 0;
    do {
        set.count = 0;
        set.more = false;
        fill(context, &set);
        for (uint32_t i = 0; i < set.count; ++i, ++found)
            if (found < capacity)
                ids[found] = boundary->sites.data[set.slots[i]].id;
        set.from = set.count ? set.slots[set.count - 1] + 1 : 0;
    } while (set.more);
    *count = found;
    return found <= capacity ? WEND_OK
                             : wend_fail(error, WEND_BUFFER_TOO_SMALL,
                                         "there are %u sites, but the capacity is %u",
                                         (unsigned)found, (unsigned)capacity);
}

// ---- neighbours ---------------------------------------------------------------------------------

typedef struct neighbours {
    const wend_voronoi *voronoi;
    uint32_t slot;
    slot_set *set;
} neighbours;

static void add_neighbours(void *context, uint32_t element)
{
    neighbours *n = context;
    const wend_element_link *links = n->voronoi->boundary.links.data;
    const wend_voronoi_cell_record *cell = &n->voronoi->cells.data[element];
    for (uint32_t i = 0; i < cell->count; ++i) {
        uint32_t slot = links[n->voronoi->arcs.data[cell->first + i].other].site;
        if (slot != n->slot)
            add_slot(n->set, slot);
    }
}

static void fill_neighbours(void *context, slot_set *set)
{
    neighbours *n = context;
    n->set = set;
    wend_search_site(&n->voronoi->boundary, n->slot, add_neighbours, n);
}

wend_result wend_voronoi_neighbours(const wend_voronoi *voronoi, wend_site_id id,
                                    wend_site_id *neighbour_ids, uint32_t capacity, uint32_t *count,
                                    wend_error *error)
{
    neighbours n = {.voronoi = voronoi};
    wend_result result = wend_arcs_ready(voronoi, error);
    if (result == WEND_OK)
        result = wend_site_slot(voronoi, id, &n.slot, error);
    if (result != WEND_OK)
        return result;
    n.slot = wend_site_with_cell(&voronoi->boundary, n.slot);
    return write_slots(&voronoi->boundary, fill_neighbours, &n, neighbour_ids, capacity, count,
                       error);
}

// ---- within -------------------------------------------------------------------------------------

typedef struct within {
    const wend_boundary *boundary;
    wend_vec2 p;
    double radius;
    slot_set *set;
} within;

static void add_if_within(void *context, uint32_t element)
{
    within *w = context;
    wend_segment segment = wend_element_segment(&w->boundary->elements.data[element]);
    if (wend_segment_distance(segment, w->p) <= w->radius)
        add_slot(w->set, w->boundary->links.data[element].site);
}

static void fill_within(void *context, slot_set *set)
{
    within *w = context;
    w->set = set;
    wend_box box = {{w->p.x - w->radius, w->p.y - w->radius},
                    {w->p.x + w->radius, w->p.y + w->radius}};
    wend_search_box(w->boundary, box, add_if_within, w);
    for (size_t i = 0; i < w->boundary->hidden.count; ++i) {
        const wend_site *site = &w->boundary->sites.data[w->boundary->hidden.data[i]];
        wend_shape shape = wend_boundary_shape(w->boundary, site);
        for (uint32_t k = 0; k < shape.point_count; ++k) {
            wend_segment wall = {shape.points[k], shape.points[(k + 1) % shape.point_count]};
            if (wend_segment_distance(wall, w->p) <= w->radius)
                add_slot(set, wend_id_slot(site->id.raw));
        }
    }
}

wend_result wend_voronoi_within(const wend_voronoi *voronoi, wend_vec2 p, double radius,
                                wend_site_id *sites, uint32_t capacity, uint32_t *count,
                                wend_error *error)
{
    if (!isfinite(p.x) || !isfinite(p.y) || isnan(radius))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the point and the radius must be finite");
    within w = {.boundary = &voronoi->boundary, .p = p, .radius = radius};
    return write_slots(&voronoi->boundary, fill_within, &w, sites, capacity, count, error);
}
