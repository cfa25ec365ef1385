// SPDX-License-Identifier: MIT
// Laying out shapes as if they touched nothing: sides and corners follow each other around each
// ring, and their numbers do, too. This is the quick way, for the many that a floor has; what comes
// of it is what wend_boundary_repair would make.
#include "voronoi/boundary_layout.h"

#include "geometry/predicates.h"

#include <string.h>

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

// ---- rings --------------------------------------------------------------------------------------

static void push(wend_boundary *boundary, const wend_element *element,
                 const wend_element_link *link)
{
    boundary->elements.data[boundary->elements.count++] = *element;
    boundary->links.data[boundary->links.count++] = *link;
    ++boundary->node_uses.data[link->start];
    ++boundary->node_uses.data[link->end];
}

bool wend_boundary_layout_room(wend_boundary *boundary, size_t elements, size_t nodes)
{
    if (boundary->elements.capacity - boundary->elements.count >= elements &&
        boundary->links.capacity - boundary->links.count >= elements &&
        boundary->node_uses.capacity - boundary->node_uses.count >= nodes)
        return true; // nearly always: the room was guessed
    return boundary->elements.count + elements < WEND_NO_ELEMENT &&
           reserve(&boundary->elements, elements) && reserve(&boundary->links, elements) &&
           reserve(&boundary->node_uses, nodes);
}

static uint32_t make_nodes(wend_boundary *boundary, size_t count)
{
    uint32_t first = (uint32_t)boundary->node_uses.count;
    memset(boundary->node_uses.data + first, 0, count * sizeof *boundary->node_uses.data);
    boundary->node_uses.count += count;
    return first;
}

// The sides of a wall from a to b. Nodes go up or, on the way back along a segment, down.
typedef struct wall_layout {
    uint32_t wall, site;
    wend_vec2 a, b, normal;
    uint32_t parts;
    uint32_t node, last_node; ///< at its ends
    int turn;                 ///< at its end, to the left
    bool back;
} wall_layout;

static void lay_out_wall(wend_boundary *boundary, const wall_layout *layout)
{
    wend_element side = {layout->a, layout->a, layout->normal, layout->normal};
    wend_element_link link = {
        .end = layout->node, .wall = layout->wall, .site = layout->site, .kind = WEND_ELEMENT_SIDE};
    for (uint32_t part = 1; part <= layout->parts; ++part) {
        uint32_t number = (uint32_t)boundary->elements.count;
        bool last = part == layout->parts;
        side.p = side.q;
        side.q =
            last ? layout->b : wend_boundary_part_point(layout->a, layout->b, part, layout->parts);
        link.start = link.end;
        link.end = last ? layout->last_node : layout->back ? link.start - 1 : link.start + 1;
        link.next = number + 1;
        link.previous = number - 1;
        link.sibling = last ? WEND_NO_ELEMENT : number + 1;
        link.bend = last ? (int8_t)layout->turn : 0;
        push(boundary, &side, &link);
    }
}

// The corner after the wall that was laid out last; its other side has the normal `to`.
static void lay_out_corner(wend_boundary *boundary, const wall_layout *layout, wend_vec2 to)
{
    uint32_t number = (uint32_t)boundary->elements.count;
    wend_element corner = {layout->b, layout->b, layout->normal, to};
    wend_element_link link = {number + 1,        number - 1,          layout->last_node,
                              layout->last_node, UINT32_MAX,          layout->site,
                              WEND_NO_ELEMENT,   WEND_ELEMENT_CORNER, 1};
    push(boundary, &corner, &link);
}

// Closes the ring of elements that begins with `first`.
static void close_ring(wend_boundary *boundary, uint32_t first)
{
    uint32_t last = (uint32_t)boundary->elements.count - 1;
    boundary->links.data[first].previous = last;
    boundary->links.data[last].next = first;
}

static bool lay_out_segment(wend_boundary *boundary, uint32_t first_point, uint32_t slot)
{
    wend_vec2 a = boundary->points.data[first_point], b = boundary->points.data[first_point + 1];
    uint32_t parts = wend_boundary_part_count(boundary, a, b);
    if (!wend_boundary_layout_room(boundary, 2 * (size_t)parts + 2, (size_t)parts + 1))
        return false;
    uint32_t node = make_nodes(boundary, (size_t)parts + 1);
    uint32_t first = (uint32_t)boundary->elements.count;
    wend_vec2 right = wend_boundary_normal(a, b), left = {-right.x, -right.y};
    wall_layout there = {first_point, slot, a, b, right, parts, node, node + parts, 1, false};
    wall_layout back = {first_point, slot, b, a, left, parts, node + parts, node, 1, true};
    lay_out_wall(boundary, &there);
    lay_out_corner(boundary, &there, left);
    // The chain of the wall goes on past the corner.
    boundary->links.data[first + parts - 1].sibling = first + parts + 1;
    lay_out_wall(boundary, &back);
    lay_out_corner(boundary, &back, right);
    close_ring(boundary, first);
    boundary->walls.data[first_point] =
        (wend_boundary_wall){first_point + 1, slot, first, 0, 2, false};
    return true;
}

static bool lay_out_ring(wend_boundary *boundary, uint32_t first_point, uint32_t count,
                         uint32_t slot)
{
    const wend_vec2 *points = boundary->points.data + first_point;
    size_t parts = 0;
    for (uint32_t i = 0; i < count; ++i)
        parts += wend_boundary_part_count(boundary, points[i], points[i + 1 < count ? i + 1 : 0]);
    if (!wend_boundary_layout_room(boundary, parts + count, parts))
        return false;
    uint32_t first = (uint32_t)boundary->elements.count;
    uint32_t first_node = make_nodes(boundary, parts), node = first_node;
    wend_vec2 normal = wend_boundary_normal(points[0], points[1]), first_normal = normal;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t next = i + 1 < count ? i + 1 : 0, after = next + 1 < count ? next + 1 : 0;
        wend_vec2 a = points[i], b = points[next], c = points[after];
        uint32_t n = wend_boundary_part_count(boundary, a, b);
        wall_layout layout = {.wall = first_point + i,
                              .site = slot,
                              .a = a,
                              .b = b,
                              .normal = normal,
                              .parts = n,
                              .node = node,
                              .last_node = next == 0 ? first_node : node + n,
                              .turn = wend_orient2d_fast(a, b, c)};
        boundary->walls.data[first_point + i] = (wend_boundary_wall){
            first_point + next, slot, (uint32_t)boundary->elements.count, 0, 1, false};
        lay_out_wall(boundary, &layout);
        normal = next == 0 ? first_normal : wend_boundary_normal(b, c);
        if (layout.turn > 0)
            lay_out_corner(boundary, &layout, normal);
        node = layout.last_node;
    }
    close_ring(boundary, first);
    return true;
}

bool wend_boundary_lay_out_point(wend_boundary *boundary, uint32_t slot, wend_vec2 at)
{
    if (!wend_boundary_layout_room(boundary, 1, 1))
        return false;
    uint32_t number = (uint32_t)boundary->elements.count, node = make_nodes(boundary, 1);
    wend_element point = {at, at, {1, 0}, {1, 0}};
    wend_element_link link = {
        number, number, node, node, UINT32_MAX, slot, WEND_NO_ELEMENT, WEND_ELEMENT_POINT, 1};
    push(boundary, &point, &link);
    return wend_site_grid_add(&boundary->grid, number, &point, &boundary->allocator);
}

// ---- shapes -------------------------------------------------------------------------------------

static bool keep_shape(wend_boundary *boundary, wend_site *site, const wend_ring *rings,
                       uint32_t ring_count, const wend_vec2 *points)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ring_count; ++i)
        count += rings[i].count;
    site->point_count = count;
    site->ring_count = ring_count;
    site->first_point = wend_boundary_take_points(boundary, count);
    if (site->first_point == WEND_NO_ROOM)
        return false;
    memcpy(boundary->points.data + site->first_point, points, count * sizeof *points);
    if (ring_count == 1)
        return true;
    site->first_end = wend_boundary_take_ends(boundary, ring_count);
    if (site->first_end == WEND_NO_ROOM)
        return false;
    uint32_t end = 0;
    for (uint32_t i = 0; i < ring_count; ++i)
        boundary->ring_ends.data[site->first_end + i] = end += rings[i].count;
    return true;
}

bool wend_boundary_lay_out(wend_boundary *boundary, uint32_t slot, const wend_ring *rings,
                           uint32_t ring_count, const wend_vec2 *points)
{
    wend_site *site = &boundary->sites.data[slot];
    size_t first = boundary->elements.count;
    *site = (wend_site){.id = wend_id_of_slot(&boundary->ids, slot), .element = (uint32_t)first};
    bool ok = keep_shape(boundary, site, rings, ring_count, points);
    if (ok && rings->role == WEND_RING_SEGMENT)
        ok = lay_out_segment(boundary, site->first_point, slot);
    else
        for (uint32_t i = 0, at = site->first_point; ok && i < ring_count; ++i) {
            ok = lay_out_ring(boundary, at, rings[i].count, slot);
            at += rings[i].count;
        }
    for (size_t i = first; ok && i < boundary->elements.count; ++i)
        ok = wend_site_grid_add(&boundary->grid, (uint32_t)i, &boundary->elements.data[i],
                                &boundary->allocator);
    return ok;
}
