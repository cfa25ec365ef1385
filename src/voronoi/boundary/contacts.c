// SPDX-License-Identifier: MIT
// Contacts between shapes after the layout. Walls do not cross, so wherever two touch there is a
// vertex of one of them. Every vertex searches its grid cell for walls that it lies on, in the
// order of the elements, which is that of their positions. This runs in parallel; the few contacts
// found are recorded by one thread.
#include "voronoi/boundary/layout.h"

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

// True if p is on the wall of a side that is not part of `wall`.
static bool is_on_side(const wend_boundary *boundary, uint32_t number, wend_vec2 p, uint32_t wall)
{
    const wend_element *side = &boundary->elements.data[number];
    // A part may be off its wall because of rounding.
    if (!wend_boundary_box_contains(wend_boundary_box(side->p, side->q, boundary->tolerance), p))
        return false;
    const wend_element_link *link = &boundary->links.data[number];
    return link->kind == WEND_ELEMENT_SIDE && link->wall != wall &&
           wend_wall_holds(wend_boundary_wall_segment(boundary, link->wall), p);
}

static const wend_grid_block *list_at(const wend_boundary *boundary, wend_vec2 p)
{
    const wend_site_grid *grid = &boundary->grid;
    return wend_grid_list(grid, wend_grid_column(grid, p.x), wend_grid_row(grid, p.y));
}

/// Where a side starts.
typedef struct vertex {
    wend_vec2 p;
    uint32_t side, corner, before; ///< before: the side that ends there; without a corner: the same
    uint32_t wall, other;          ///< of the two sides
} vertex;

static vertex vertex_of(const wend_boundary *boundary, uint32_t side)
{
    const wend_element_link *links = boundary->links.data;
    vertex v = {.p = boundary->elements.data[side].p, .side = side, .wall = links[side].wall};
    v.corner = v.before = links[side].previous;
    if (links[v.corner].kind == WEND_ELEMENT_CORNER)
        v.before = links[v.corner].previous;
    v.other = links[v.before].wall;
    return v;
}

static bool is_contact(const wend_boundary *boundary, const vertex *v, uint32_t number)
{
    return number != v->side && number != v->corner && number != v->before &&
           is_on_side(boundary, number, v->p, v->wall) &&
           boundary->links.data[number].wall != v->other;
}

static bool touches(const wend_boundary *boundary, uint32_t side)
{
    vertex v = vertex_of(boundary, side);
    if (v.wall == v.other && v.corner == v.before)
        return false; // only where a wall was cut
    for (const wend_grid_block *block = list_at(boundary, v.p); block;
         block = wend_grid_next(&boundary->grid, block))
        for (uint32_t i = 0; i < block->count; ++i)
            if (is_contact(boundary, &v, block->numbers[i]))
                return true;
    return false;
}

// Notes the walls that the vertex at the start of a side lies on, and its own two.
static bool note_vertex(wend_boundary *boundary, uint32_t side)
{
    vertex v = vertex_of(boundary, side);
    for (const wend_grid_block *block = list_at(boundary, v.p); block;
         block = wend_grid_next(&boundary->grid, block))
        for (uint32_t i = 0; i < block->count; ++i)
            if (is_contact(boundary, &v, block->numbers[i]) &&
                !wend_boundary_note_wall(boundary, boundary->links.data[block->numbers[i]].wall))
                return false;
    return wend_boundary_note_wall(boundary, v.wall) &&
           wend_boundary_note_wall(boundary, v.other) && wend_boundary_note_position(boundary, v.p);
}

static bool visit_around_point(wend_boundary *boundary, uint32_t point)
{
    wend_vec2 p = boundary->elements.data[point].p;
    for (const wend_grid_block *block = list_at(boundary, p); block;
         block = wend_grid_next(&boundary->grid, block))
        for (uint32_t i = 0; i < block->count; ++i) {
            if (block->numbers[i] == point ||
                !is_on_side(boundary, block->numbers[i], p, UINT32_MAX))
                continue;
            if (!reserve(&boundary->scratch.homeless, 1))
                return false;
            boundary->scratch.homeless.data[boundary->scratch.homeless.count++] =
                boundary->links.data[point].site;
            return true;
        }
    return true;
}

// Points on walls: the smaller set searches for the other.
static bool note_points(wend_boundary *boundary, size_t sides, size_t points)
{
    for (uint32_t i = 0; points > 0 && i < boundary->elements.count; ++i) {
        uint8_t kind = boundary->links.data[i].kind;
        if ((kind == WEND_ELEMENT_SIDE && sides < points &&
             !wend_boundary_note_points(boundary, i)) ||
            (kind == WEND_ELEMENT_POINT && sides >= points && !visit_around_point(boundary, i)))
            return false;
    }
    return true;
}

/// Elements processed by one call.
enum { ELEMENTS_AT_ONCE = 4096 };

// Sets a mark in came_at for every side that starts at a contact.
static void mark_sides(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    wend_boundary *boundary = argument;
    for (uint32_t i = begin; i < end; ++i)
        boundary->came_at.data[i] =
            boundary->links.data[i].kind == WEND_ELEMENT_SIDE && touches(boundary, i) ? 0
                                                                                      : UINT32_MAX;
}

bool wend_boundary_note_contacts(wend_boundary *boundary, wend_tasks *tasks)
{
    uint32_t count = (uint32_t)boundary->elements.count;
    wend_parallel_for(tasks, count, ELEMENTS_AT_ONCE, mark_sides, boundary);
    size_t sides = 0, points = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (boundary->came_at.data[i] == 0 && !note_vertex(boundary, i))
            return false;
        boundary->came_at.data[i] = UINT32_MAX; // nothing has been added
        sides += boundary->links.data[i].kind == WEND_ELEMENT_SIDE;
        points += boundary->links.data[i].kind == WEND_ELEMENT_POINT;
    }
    return note_points(boundary, sides, points);
}
