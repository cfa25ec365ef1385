// SPDX-License-Identifier: MIT
// Who touches whom, when everything has been laid out. Walls do not cross, so wherever two touch
// there is a vertex of one of them. Every vertex and every lone point looks into its cell of the
// grid for walls that it lies on, in the order of the elements, which is that of their places.
#include "voronoi/boundary_layout.h"

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

// True if p is on the wall of a side that is no part of `wall`.
static bool is_on_side(const wend_boundary *boundary, uint32_t number, wend_vec2 p, uint32_t wall)
{
    const wend_element *side = &boundary->elements.data[number];
    double slack = boundary->tolerance; // a part may be off its wall by a rounding
    bool right = side->p.x < side->q.x, up = side->p.y < side->q.y;
    if (p.x < (right ? side->p.x : side->q.x) - slack ||
        p.x > (right ? side->q.x : side->p.x) + slack ||
        p.y < (up ? side->p.y : side->q.y) - slack || p.y > (up ? side->q.y : side->p.y) + slack)
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

// Looks around the vertex where a side starts: notes the walls that it lies on, and its own two.
static bool look_around_vertex(wend_boundary *boundary, uint32_t side)
{
    const wend_element_link *link = &boundary->links.data[side];
    uint32_t corner = link->previous, before = corner;
    if (boundary->links.data[corner].kind == WEND_ELEMENT_CORNER)
        before = boundary->links.data[corner].previous;
    uint32_t wall = link->wall, other = boundary->links.data[before].wall;
    if (wall == other && corner == before)
        return true; // only where a wall was cut
    wend_vec2 p = boundary->elements.data[side].p;
    bool touches = false;
    for (const wend_grid_block *block = list_at(boundary, p); block;
         block = wend_grid_next(&boundary->grid, block))
        for (uint32_t i = 0; i < block->count; ++i) {
            uint32_t number = block->numbers[i];
            if (number == side || number == corner || number == before ||
                !is_on_side(boundary, number, p, wall) ||
                boundary->links.data[number].wall == other)
                continue;
            touches = true;
            if (!wend_boundary_note_wall(boundary, boundary->links.data[number].wall))
                return false;
        }
    return !touches ||
           (wend_boundary_note_wall(boundary, wall) && wend_boundary_note_wall(boundary, other) &&
            wend_boundary_note_place(boundary, p));
}

static bool look_around_point(wend_boundary *boundary, uint32_t point)
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

// Points on walls: whichever are fewer look for the others.
static bool note_points(wend_boundary *boundary, size_t sides, size_t points)
{
    for (uint32_t i = 0; points > 0 && i < boundary->elements.count; ++i) {
        uint8_t kind = boundary->links.data[i].kind;
        if ((kind == WEND_ELEMENT_SIDE && sides < points &&
             !wend_boundary_note_points(boundary, i)) ||
            (kind == WEND_ELEMENT_POINT && sides >= points && !look_around_point(boundary, i)))
            return false;
    }
    return true;
}

bool wend_boundary_note_contacts(wend_boundary *boundary)
{
    size_t sides = 0, points = 0;
    for (uint32_t i = 0; i < boundary->elements.count; ++i) {
        uint8_t kind = boundary->links.data[i].kind;
        if (kind == WEND_ELEMENT_SIDE && !look_around_vertex(boundary, i))
            return false;
        sides += kind == WEND_ELEMENT_SIDE;
        points += kind == WEND_ELEMENT_POINT;
    }
    return note_points(boundary, sides, points);
}
