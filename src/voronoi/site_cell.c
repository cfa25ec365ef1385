// SPDX-License-Identifier: MIT
// The border of a site's cell: the pieces around all its sides and corners, in order.
//
// A ring of the border may be several sites' (obstacles that touch), and a site may have several
// rings (a courtyard). So the site's elements are looked up along its shape, and told in chains
// that follow each other along the border.
#include "voronoi/search.h"

#include "geometry/sort.h"

typedef struct site_cell {
    const wend_voronoi *voronoi;
    uint32_t slot;
    wend_voronoi_piece_fn *visit;
    void *context;
    wend_array(uint32_t) elements; ///< of the site; each once and in order when they are all there
    bool *told;                    ///< for each of them
    bool no_memory;
} site_cell;

static void collect_element(void *context, uint32_t element)
{
    site_cell *c = context;
    if (wend_array_reserve(&c->elements, &c->voronoi->allocator, 1))
        c->elements.data[c->elements.count++] = element;
    else
        c->no_memory = true;
}

static bool is_before(const void *context, const void *a, const void *b)
{
    (void)context;
    return *(const uint32_t *)a < *(const uint32_t *)b;
}

static void sort_elements(site_cell *c)
{
    uint32_t *data = c->elements.data;
    size_t count = 0;
    wend_sort(data, c->elements.count, sizeof *data, is_before, NULL);
    for (size_t i = 0; i < c->elements.count; ++i)
        if (i == 0 || data[i] != data[i - 1])
            data[count++] = data[i];
    c->elements.count = count;
}

/// Where an element is in the sorted list; its count if it is not there.
static size_t index_of(const site_cell *c, uint32_t element)
{
    size_t low = 0, high = c->elements.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->elements.data[middle] < element)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->elements.count && c->elements.data[low] == element ? low : c->elements.count;
}

static bool tell_arcs(const site_cell *c, uint32_t element)
{
    wend_voronoi_cell_record cell = c->voronoi->cells.data[element];
    for (uint32_t i = 0; i < cell.count; ++i) {
        wend_voronoi_piece piece = wend_arc_piece(c->voronoi, cell.first + i);
        if (!c->visit(c->context, &piece))
            return false;
    }
    return true;
}

/// Tells of an element and of those that follow it, up to one of another site or one that is told.
static bool tell_chain(site_cell *c, uint32_t element)
{
    const wend_element_link *links = c->voronoi->boundary.links.data;
    while (links[element].site == c->slot) {
        size_t i = index_of(c, element);
        if (i == c->elements.count || c->told[i])
            break;
        c->told[i] = true;
        if (!tell_arcs(c, element))
            return false;
        element = links[element].next;
    }
    return true;
}

static void tell_chains(site_cell *c)
{
    const wend_element_link *links = c->voronoi->boundary.links.data;
    // Where the ring is only partly the site's, from where that part begins; then whole rings.
    for (size_t i = 0; i < c->elements.count; ++i)
        if (links[links[c->elements.data[i]].previous].site != c->slot &&
            !tell_chain(c, c->elements.data[i]))
            return;
    for (size_t i = 0; i < c->elements.count; ++i)
        if (!tell_chain(c, c->elements.data[i]))
            return;
}

wend_result wend_voronoi_cell(const wend_voronoi *voronoi, wend_id id, wend_voronoi_piece_fn *visit,
                              void *context, wend_error *error)
{
    const wend_boundary *boundary = &voronoi->boundary;
    site_cell c = {.voronoi = voronoi, .visit = visit, .context = context};
    wend_result result = wend_arcs_ready(voronoi, error);
    if (result == WEND_OK)
        result = wend_site_slot(voronoi, id, &c.slot, error);
    if (result != WEND_OK)
        return result;
    c.slot = wend_site_with_cell(boundary, c.slot);
    uint32_t element = boundary->sites.data[c.slot].element;
    if (element == WEND_NO_ELEMENT)
        return WEND_OK;
    if (boundary->links.data[element].kind == WEND_ELEMENT_POINT) {
        (void)tell_arcs(&c, element); // no memory needed
        return WEND_OK;
    }
    wend_search_site(boundary, c.slot, collect_element, &c);
    size_t room = c.elements.count;
    c.told = c.no_memory ? NULL : wend_allocate(&voronoi->allocator, room, sizeof *c.told);
    if (c.told) {
        for (size_t i = 0; i < room; ++i)
            c.told[i] = false;
        sort_elements(&c);
        tell_chains(&c);
    } else if (room > 0) {
        result = wend_fail_memory(error);
    }
    wend_release(&voronoi->allocator, c.told, room, sizeof *c.told);
    wend_array_free(&c.elements, &voronoi->allocator);
    return result;
}
