// SPDX-License-Identifier: MIT
// Making the border good where something has changed: first the sides of the walls there, then how
// they join, then sites of one point, then what sites know of their elements.
#include "geometry/sort.h"
#include "voronoi/boundary_edit.h"

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

bool wend_boundary_note_wall(wend_boundary *boundary, uint32_t wall)
{
    if (!reserve(&boundary->scratch.walls, 1))
        return false;
    boundary->scratch.walls.data[boundary->scratch.walls.count++] = wall;
    return true;
}

bool wend_boundary_note_place(wend_boundary *boundary, wend_vec2 place)
{
    if (!reserve(&boundary->scratch.places, 1))
        return false;
    boundary->scratch.places.data[boundary->scratch.places.count++] = place;
    return true;
}

static bool is_less(const void *context, const void *one, const void *other)
{
    (void)context;
    return *(const uint32_t *)one < *(const uint32_t *)other;
}

static bool is_earlier(const void *context, const void *one, const void *other)
{
    (void)context;
    return wend_is_before(*(const wend_vec2 *)one, *(const wend_vec2 *)other);
}

size_t wend_boundary_sort_numbers(uint32_t *numbers, size_t count)
{
    wend_sort(numbers, count, sizeof *numbers, is_less, NULL);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (kept == 0 || numbers[i] != numbers[kept - 1])
            numbers[kept++] = numbers[i];
    return kept;
}

static size_t sort_places(wend_vec2 *places, size_t count)
{
    wend_sort(places, count, sizeof *places, is_earlier, NULL);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (kept == 0 || !wend_same_place(places[i], places[kept - 1]))
            places[kept++] = places[i];
    return kept;
}

// ---- what a site knows --------------------------------------------------------------------------

// A side, of whatever wall, that lies on a wall: it is found in the cells along it.
typedef struct cover {
    const wend_boundary *boundary;
    wend_segment line;
    uint32_t side;
} cover;

static void look_if_covers(void *context, uint32_t number)
{
    cover *c = context;
    const wend_boundary *boundary = c->boundary;
    if (c->side != WEND_NO_ELEMENT || boundary->links.data[number].kind != WEND_ELEMENT_SIDE)
        return;
    const wend_element *side = &boundary->elements.data[number];
    double far = boundary->tolerance; // parts are off their walls by less
    if (wend_segment_distance(c->line, side->p) <= far &&
        wend_segment_distance(c->line, side->q) <= far)
        c->side = number;
}

// A side of a site of several points.
static uint32_t find_own(const wend_boundary *boundary, const wend_site *site)
{
    for (uint32_t i = 0; i < site->point_count; ++i) {
        const wend_boundary_wall *wall = &boundary->walls.data[site->first_point + i];
        if (wall->sides > 0 && wall->first != WEND_NO_ELEMENT)
            return wall->first;
    }
    return WEND_NO_ELEMENT;
}

static uint32_t find_host(const wend_boundary *boundary, const wend_site *site)
{
    cover c = {boundary, {{0, 0}, {0, 0}}, WEND_NO_ELEMENT};
    for (uint32_t i = 0; i < site->point_count && c.side == WEND_NO_ELEMENT; ++i)
        if (boundary->walls.data[site->first_point + i].sides > 0) {
            c.line = wend_boundary_wall_segment(boundary, site->first_point + i);
            wend_site_grid_along(&boundary->grid, c.line.a, c.line.b, look_if_covers, &c);
        }
    return c.side;
}

static bool update_site(wend_boundary *boundary, uint32_t slot)
{
    wend_site site = boundary->sites.data[slot];
    if (site.point_count == 0) // it has just gone
        return true;
    if (!site.hidden && site.element != WEND_NO_ELEMENT) {
        const wend_element_link *link = &boundary->links.data[site.element];
        if (link->kind == WEND_ELEMENT_SIDE && link->site == slot)
            return true;
    }
    site.element = find_own(boundary, &site);
    site.hidden = site.element == WEND_NO_ELEMENT;
    if (site.hidden)
        site.element = find_host(boundary, &site);
    return wend_boundary_set_site(boundary, slot, &site);
}

static bool update_sites(wend_boundary *boundary)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    for (size_t i = 0; i < scratch->walls.count; ++i)
        scratch->walls.data[i] = boundary->walls.data[scratch->walls.data[i]].site;
    scratch->walls.count = wend_boundary_sort_numbers(scratch->walls.data, scratch->walls.count);
    for (size_t i = 0; i < scratch->walls.count; ++i)
        if (!update_site(boundary, scratch->walls.data[i]))
            return false;
    return true;
}

// ---- all of it ----------------------------------------------------------------------------------

wend_result wend_boundary_repair(wend_boundary *boundary, wend_error *error)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    size_t since = boundary->log.elements.count;
    wend_result result = WEND_OK;
    scratch->walls.count = wend_boundary_sort_numbers(scratch->walls.data, scratch->walls.count);
    for (size_t i = 0; i < scratch->walls.count && result == WEND_OK; ++i)
        result = wend_boundary_repair_wall(boundary, scratch->walls.data[i], error);
    scratch->places.count = sort_places(scratch->places.data, scratch->places.count);
    for (size_t i = 0; i < scratch->places.count && result == WEND_OK; ++i)
        result = wend_boundary_repair_place(boundary, scratch->places.data[i], error);
    if (result == WEND_OK && !update_sites(boundary))
        result = wend_fail_memory(error);
    if (result == WEND_OK)
        result = wend_boundary_place_points(boundary, since, error);
    scratch->walls.count = scratch->places.count = scratch->homeless.count = 0;
    return result;
}
