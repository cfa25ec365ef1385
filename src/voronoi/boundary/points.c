// SPDX-License-Identifier: MIT
// Sites of one point. A point that touches nothing has an element; one on a wall, or at the
// position of another, is hidden: it lies on the other's element. Every edit around it may change
// this.
#include "geometry/predicates.h"
#include "voronoi/boundary/edit.h"

#include <math.h>

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

// ---- host element -------------------------------------------------------------------------------

// Distance of an element from a site of one point, if the site lies on it; else INFINITY. Points of
// the floor are exact, agents have the tolerance of their unit.
static double host_distance(const wend_boundary *boundary, const wend_site *site, uint32_t number)
{
    const wend_element *element = &boundary->elements.data[number];
    const wend_element_link *link = &boundary->links.data[number];
    wend_vec2 p = site->position;
    double far = boundary->unit;
    if (!wend_boundary_box_contains(wend_boundary_box(element->p, element->q, far), p))
        return INFINITY;
    double distance = wend_segment_distance((wend_segment){element->p, element->q}, p);
    if (site->agent)
        return distance < far ? distance : INFINITY;
    if (link->kind != WEND_ELEMENT_SIDE)
        return wend_equal(element->p, p) ? 0 : INFINITY;
    wend_segment wall = wend_boundary_wall_segment(boundary, link->wall);
    return distance < far && wend_on_segment(wall, p) ? distance : INFINITY;
}

static wend_grid_range cells_around(const wend_boundary *boundary, const wend_site_grid *grid,
                                    wend_vec2 p, wend_vec2 q)
{
    return wend_grid_range_of(grid, wend_boundary_box(p, q, boundary->unit));
}

// The element that a site of one point lies on: the nearest, or of equal ones the one with the
// first site; WEND_NO_ELEMENT: none.
static uint32_t find_host(const wend_boundary *boundary, const wend_site *site, uint32_t own)
{
    const wend_site_grid *grid = &boundary->grid;
    wend_grid_range range = cells_around(boundary, grid, site->position, site->position);
    uint32_t best = WEND_NO_ELEMENT;
    double minimum = INFINITY;
    for (uint32_t row = range.bottom; row <= range.top; ++row)
        for (uint32_t column = range.left; column <= range.right; ++column)
            for (const wend_grid_block *block = wend_grid_list(grid, column, row); block;
                 block = wend_grid_next(grid, block))
                for (uint32_t i = 0; i < block->count; ++i) {
                    uint32_t number = block->numbers[i];
                    double distance =
                        number == own ? INFINITY : host_distance(boundary, site, number);
                    if (distance < minimum ||
                        (distance < INFINITY && distance == minimum &&
                         boundary->links.data[number].site < boundary->links.data[best].site)) {
                        best = number;
                        minimum = distance;
                    }
                }
    return best;
}

// ---- own element --------------------------------------------------------------------------------

static uint32_t add_point(wend_boundary *boundary, uint32_t slot, wend_vec2 position)
{
    wend_element point = {position, position, {1, 0}, {1, 0}};
    // Its own neighbour, which wend_boundary_add recognises as a lone point.
    wend_element_link link = {.wall = UINT32_MAX,
                              .site = slot,
                              .sibling = WEND_NO_ELEMENT,
                              .kind = WEND_ELEMENT_POINT,
                              .bend = 1};
    link.start = link.end = wend_boundary_add_node(boundary);
    return link.start == WEND_NO_NODE ? WEND_NO_ELEMENT
                                      : wend_boundary_add(boundary, &point, &link);
}

static wend_result show(wend_boundary *boundary, uint32_t slot, wend_error *error)
{
    wend_site site = boundary->sites.data[slot];
    site.element = add_point(boundary, slot, site.position);
    site.hidden = false;
    if (site.element == WEND_NO_ELEMENT || !wend_boundary_set_site(boundary, slot, &site))
        return wend_fail_memory(error);
    return WEND_OK;
}

static wend_result hide(wend_boundary *boundary, uint32_t slot, uint32_t host, wend_error *error)
{
    wend_site site = boundary->sites.data[slot];
    uint32_t own = site.hidden ? WEND_NO_ELEMENT : site.element;
    if (site.hidden && site.element == host)
        return WEND_OK;
    site.hidden = true;
    site.element = host;
    if ((own != WEND_NO_ELEMENT && !wend_boundary_drop(boundary, own)) ||
        !wend_boundary_set_site(boundary, slot, &site))
        return wend_fail_memory(error);
    return WEND_OK;
}

wend_result wend_boundary_update_point(wend_boundary *boundary, uint32_t slot, wend_error *error)
{
    const wend_site *site = &boundary->sites.data[slot];
    uint32_t own = site->hidden ? WEND_NO_ELEMENT : site->element;
    uint32_t host = find_host(boundary, site, own);
    if (host != WEND_NO_ELEMENT)
        return hide(boundary, slot, host, error);
    if (!site->agent && wend_boundary_on_wall(boundary, site->position)) // between two obstacles
        return hide(boundary, slot, WEND_NO_ELEMENT, error);
    if (own != WEND_NO_ELEMENT)
        return WEND_OK;
    if (site->agent && wend_boundary_locate(boundary, site->position) != WEND_LOCATION_FREE)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, site->position,
                            "the agent's position is inside an obstacle or out of bounds");
    return show(boundary, slot, error);
}

// ---- moves --------------------------------------------------------------------------------------

/// A move that touches more cells than this is not traced; it counts as a jump.
enum { FEW_CELLS = 12 };

// True if a move touches nothing on its path and ends at a free position.
static bool is_clear_step(const wend_boundary *boundary, const wend_site *site, wend_vec2 from)
{
    const wend_site_grid *grid = &boundary->grid;
    wend_vec2 to = site->position;
    wend_grid_range range = cells_around(boundary, grid, from, to);
    if ((range.right - range.left + 1) * (range.top - range.bottom + 1) > FEW_CELLS)
        return false;
    wend_box box = wend_boundary_box(from, to, boundary->unit);
    for (uint32_t row = range.bottom; row <= range.top; ++row)
        for (uint32_t column = range.left; column <= range.right; ++column)
            for (const wend_grid_block *block = wend_grid_list(grid, column, row); block;
                 block = wend_grid_next(grid, block))
                for (uint32_t i = 0; i < block->count; ++i) {
                    uint32_t number = block->numbers[i];
                    const wend_element *e = &boundary->elements.data[number];
                    if ((e->p.x < box.min.x && e->q.x < box.min.x) ||
                        (e->p.x > box.max.x && e->q.x > box.max.x) ||
                        (e->p.y < box.min.y && e->q.y < box.min.y) ||
                        (e->p.y > box.max.y && e->q.y > box.max.y) || number == site->element)
                        continue;
                    const wend_element_link *link = &boundary->links.data[number];
                    if (host_distance(boundary, site, number) < INFINITY ||
                        (link->kind == WEND_ELEMENT_SIDE &&
                         wend_segments_meet(wend_boundary_wall_segment(boundary, link->wall),
                                            (wend_segment){from, to}, NULL) != WEND_APART))
                        return false;
                }
    return true;
}

bool wend_boundary_can_step(const wend_boundary *boundary, uint32_t slot, wend_vec2 position)
{
    wend_site site = boundary->sites.data[slot];
    wend_vec2 from = site.position;
    site.position = position;
    return site.agent && !site.hidden && is_clear_step(boundary, &site, from);
}

wend_result wend_boundary_step(wend_boundary *boundary, uint32_t slot, wend_vec2 position,
                               double radius, wend_error *error)
{
    size_t since = boundary->log.elements.count;
    wend_site site = boundary->sites.data[slot];
    if (!wend_boundary_drop(boundary, site.element))
        return wend_fail_memory(error);
    site.position = position;
    site.radius = radius;
    site.element = add_point(boundary, slot, position);
    if (site.element == WEND_NO_ELEMENT || !wend_boundary_set_site(boundary, slot, &site))
        return wend_fail_memory(error);
    return boundary->hidden.count > 0 ? wend_boundary_update_points(boundary, since, error)
                                      : WEND_OK;
}

// ---- after a change -----------------------------------------------------------------------------

static bool push_homeless(wend_boundary *boundary, uint32_t slot)
{
    if (!reserve(&boundary->scratch.homeless, 1))
        return false;
    boundary->scratch.homeless.data[boundary->scratch.homeless.count++] = slot;
    return true;
}

// Notes hidden sites around an element as homeless: those that lay on it, if it was removed, or
// those that lay on none and are on it, if it was added.
static bool note_hidden(wend_boundary *boundary, uint32_t changed, bool gone)
{
    if (boundary->hidden.count == 0)
        return true;
    const wend_element *element = &boundary->elements.data[changed];
    const wend_site_grid *grid = &boundary->quiet;
    wend_grid_walk walk =
        wend_grid_walk_over(grid, cells_around(boundary, grid, element->p, element->q));
    for (uint32_t number; wend_grid_walk_next(&walk, &number);) {
        uint32_t slot = number / 2;
        if (number % 2 == 1)
            continue;
        const wend_site *site = &boundary->sites.data[slot];
        bool noted = gone ? site->element == changed
                          : site->element == WEND_NO_ELEMENT &&
                                host_distance(boundary, site, changed) < INFINITY;
        if (noted && !push_homeless(boundary, slot))
            return false;
    }
    return true;
}

bool wend_boundary_note_points(wend_boundary *boundary, uint32_t came)
{
    const wend_element *element = &boundary->elements.data[came];
    const wend_site_grid *grid = &boundary->grid;
    wend_grid_walk walk =
        wend_grid_walk_over(grid, cells_around(boundary, grid, element->p, element->q));
    for (uint32_t number; wend_grid_walk_next(&walk, &number);) {
        const wend_element_link *link = &boundary->links.data[number];
        if (link->kind == WEND_ELEMENT_POINT &&
            host_distance(boundary, &boundary->sites.data[link->site], came) < INFINITY &&
            !push_homeless(boundary, link->site))
            return false;
    }
    return true;
}

wend_result wend_boundary_update_points(wend_boundary *boundary, size_t since, wend_error *error)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    size_t at = 0;
    do {
        for (; since < boundary->log.elements.count; ++since) {
            uint32_t number = boundary->log.elements.data[since];
            uint8_t kind = boundary->links.data[number].kind;
            if ((kind == WEND_ELEMENT_NONE && !note_hidden(boundary, number, true)) ||
                (kind == WEND_ELEMENT_SIDE && (!note_hidden(boundary, number, false) ||
                                               !wend_boundary_note_points(boundary, number))))
                return wend_fail_memory(error);
        }
        if (at < scratch->homeless.count) {
            wend_result result =
                wend_boundary_update_point(boundary, scratch->homeless.data[at++], error);
            if (result != WEND_OK)
                return result;
        }
    } while (at < scratch->homeless.count || since < boundary->log.elements.count);
    scratch->homeless.count = 0;
    return WEND_OK;
}
