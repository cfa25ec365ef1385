// SPDX-License-Identifier: MIT
// Border of a site's cell: the pieces around all its sides and corners, in order.
//
// A ring of the border may belong to several sites (obstacles that touch), and a site may have
// several rings (a courtyard). So the site's elements are looked up along its shape, and visited in
// chains that follow each other along the border.
#include "voronoi/search.h"

#include "geometry/sort.h"

typedef struct site_cell {
    const wend_voronoi *voronoi;
    uint32_t slot;
    wend_voronoi_piece_fn *visit;
    void *context;
    wend_array(uint32_t) elements; ///< elements of the site, finally sorted and unique
    bool *visited;                 ///< per element
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

static void sort_elements(site_cell *c)
{
    uint32_t *data = c->elements.data;
    size_t count = 0;
    wend_sort(data, c->elements.count, sizeof *data, wend_number_precedes, NULL);
    for (size_t i = 0; i < c->elements.count; ++i)
        if (i == 0 || data[i] != data[i - 1])
            data[count++] = data[i];
    c->elements.count = count;
}

/// Index of an element in the sorted list; its count if it is not there.
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

static bool visit_arcs(const site_cell *c, uint32_t element)
{
    wend_voronoi_cell_record cell = c->voronoi->cells.data[element];
    for (uint32_t i = 0; i < cell.count; ++i) {
        wend_voronoi_piece piece = wend_arc_piece(c->voronoi, cell.first + i);
        if (!c->visit(c->context, &piece))
            return false;
    }
    return true;
}

/// Visits an element and those that follow it, up to one of another site or one already visited.
static bool visit_chain(site_cell *c, uint32_t element)
{
    const wend_element_link *links = c->voronoi->boundary.links.data;
    while (links[element].site == c->slot) {
        size_t i = index_of(c, element);
        if (i == c->elements.count || c->visited[i])
            break;
        c->visited[i] = true;
        if (!visit_arcs(c, element))
            return false;
        element = links[element].next;
    }
    return true;
}

static void visit_chains(site_cell *c)
{
    const wend_element_link *links = c->voronoi->boundary.links.data;
    // If only part of the ring is the site's, from the beginning of that part; then complete rings.
    for (size_t i = 0; i < c->elements.count; ++i)
        if (links[links[c->elements.data[i]].previous].site != c->slot &&
            !visit_chain(c, c->elements.data[i]))
            return;
    for (size_t i = 0; i < c->elements.count; ++i)
        if (!visit_chain(c, c->elements.data[i]))
            return;
}

wend_result wend_voronoi_cell(const wend_voronoi *voronoi, wend_site_id id,
                              wend_voronoi_piece_fn *visit, void *context, wend_error *error)
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
        (void)visit_arcs(&c, element); // does not allocate
        return WEND_OK;
    }
    wend_search_site(boundary, c.slot, collect_element, &c);
    size_t capacity = c.elements.count;
    c.visited =
        c.no_memory ? NULL : wend_allocate(&voronoi->allocator, capacity, sizeof *c.visited);
    if (c.visited) {
        for (size_t i = 0; i < capacity; ++i)
            c.visited[i] = false;
        sort_elements(&c);
        visit_chains(&c);
    } else if (capacity > 0) {
        result = wend_fail_memory(error);
    }
    wend_release(&voronoi->allocator, c.visited, capacity, sizeof *c.visited);
    wend_array_free(&c.elements, &voronoi->allocator);
    return result;
}
