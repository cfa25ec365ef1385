// SPDX-License-Identifier: MIT
// Repair of the border after a change: first the sides of the walls there, then their joints, then
// sites of one point, then the elements of sites.
#include "voronoi/boundary/edit.h"

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

bool wend_boundary_note_wall(wend_boundary *boundary, uint32_t wall)
{
    if (boundary->walls.data[wall].noted)
        return true;
    if (!reserve(&boundary->scratch.walls, 1))
        return false;
    boundary->walls.data[wall].noted = true;
    boundary->scratch.walls.data[boundary->scratch.walls.count++] = wall;
    return true;
}

bool wend_boundary_note_position(wend_boundary *boundary, wend_vec2 position)
{
    if (!reserve(&boundary->scratch.positions, 1))
        return false;
    boundary->scratch.positions.data[boundary->scratch.positions.count++] = (wend_key){position, 0};
    return true;
}

void wend_boundary_forget_notes(wend_boundary *boundary)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    for (size_t i = 0; i < scratch->walls.count; ++i)
        boundary->walls.data[scratch->walls.data[i]].noted = false;
    scratch->walls.count = scratch->positions.count = scratch->homeless.count = 0;
}

// Removes duplicate positions.
static bool sort_positions(wend_boundary *boundary)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    wend_key *positions = scratch->positions.data;
    size_t count = scratch->positions.count, kept = 0;
    scratch->other_positions.count = 0;
    if (!reserve(&scratch->other_positions, count))
        return false;
    wend_sort_keys(positions, scratch->other_positions.data, count);
    for (size_t i = 0; i < count; ++i)
        if (kept == 0 || !wend_equal(positions[i].at, positions[kept - 1].at))
            positions[kept++] = positions[i];
    scratch->positions.count = kept;
    return true;
}

// ---- elements of sites --------------------------------------------------------------------------

// A side, of any wall, that lies on a wall: it is found in the cells along it.
typedef struct cover {
    const wend_boundary *boundary;
    wend_segment line;
    uint32_t side;
} cover;

static void visit_cover(void *context, uint32_t number)
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
            wend_site_grid_along(&boundary->grid, c.line.a, c.line.b, visit_cover, &c);
        }
    return c.side;
}

static bool update_site(wend_boundary *boundary, uint32_t slot)
{
    wend_site site = boundary->sites.data[slot];
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

// Updates all sites that have a wall among the noted ones. The mark of the first wall identifies
// visited sites.
static bool update_sites(wend_boundary *boundary)
{
    const wend_boundary_scratch *scratch = &boundary->scratch;
    wend_boundary_next_mark(boundary);
    for (size_t i = 0; i < scratch->walls.count; ++i) {
        uint32_t slot = boundary->walls.data[scratch->walls.data[i]].site;
        if (boundary->sites.data[slot].point_count < 2) // it has just been removed
            continue;
        wend_boundary_wall *first = &boundary->walls.data[boundary->sites.data[slot].first_point];
        if (first->mark == boundary->mark)
            continue;
        first->mark = boundary->mark;
        if (!update_site(boundary, slot))
            return false;
    }
    // Segments and polygons that lay on a removed side. (One that is updated moves to the end of
    // the list.)
    for (size_t i = boundary->hidden.count; i-- > 0;) {
        const wend_site *site = &boundary->sites.data[boundary->hidden.data[i]];
        if (site->point_count > 1 && site->element != WEND_NO_ELEMENT &&
            boundary->links.data[site->element].kind == WEND_ELEMENT_NONE &&
            !update_site(boundary, boundary->hidden.data[i]))
            return false;
    }
    return true;
}

// ---- entry point --------------------------------------------------------------------------------

static wend_result repair(wend_boundary *boundary, wend_error *error)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    size_t since = boundary->log.elements.count;
    wend_result result = WEND_OK;
    for (size_t i = 0; i < scratch->walls.count && result == WEND_OK; ++i)
        result = wend_boundary_repair_wall(boundary, scratch->walls.data[i], error);
    if (result == WEND_OK && !sort_positions(boundary))
        result = wend_fail_memory(error);
    for (size_t i = 0; i < scratch->positions.count && result == WEND_OK; ++i)
        result = wend_boundary_repair_position(boundary, scratch->positions.data[i].at, error);
    if (result == WEND_OK && !update_sites(boundary))
        result = wend_fail_memory(error);
    return result == WEND_OK ? wend_boundary_update_points(boundary, since, error) : result;
}

wend_result wend_boundary_repair(wend_boundary *boundary, wend_error *error)
{
    wend_result result = repair(boundary, error);
    wend_boundary_forget_notes(boundary);
    return result;
}
