// SPDX-License-Identifier: MIT
// Layout of shapes as if they touched nothing: sides and corners follow each other around each
// ring, and so do their numbers. This is the fast path for the many shapes of a floor; the result
// equals that of wend_boundary_repair.
#include "voronoi/boundary/layout.h"

#include "geometry/predicates.h"

#include <string.h>

// ---- counting -----------------------------------------------------------------------------------

static uint32_t after(uint32_t i, uint32_t count)
{
    return i + 1 < count ? i + 1 : 0;
}

static size_t count_parts(const wend_boundary *boundary, const wend_vec2 *points, uint32_t count)
{
    size_t parts = 0;
    for (uint32_t i = 0; i < count; ++i)
        parts += wend_boundary_part_count(boundary, points[i], points[after(i, count)]);
    return parts;
}

static size_t count_corners(const wend_vec2 *points, uint32_t count)
{
    size_t corners = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t next = after(i, count);
        corners += wend_orient2d_fast(points[i], points[next], points[after(next, count)]) > 0;
    }
    return corners;
}

static void count_ring(wend_layout *layout, const wend_boundary *boundary, const wend_vec2 *points,
                       uint32_t count)
{
    if (count == 2) { // a segment
        size_t parts = wend_boundary_part_count(boundary, points[0], points[1]);
        layout->elements += 2 * parts + 2;
        layout->nodes += parts + 1;
    } else {
        size_t parts = count_parts(boundary, points, count);
        layout->elements += parts + count_corners(points, count);
        layout->nodes += parts;
    }
}

void wend_layout_count(wend_layout *layout, const wend_boundary *boundary,
                       const wend_layout_shape *shape)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < shape->ring_count; ++i) {
        count_ring(layout, boundary, shape->points + count, shape->rings[i].count);
        count += shape->rings[i].count;
    }
    layout->points += wend_boundary_capacity(count);
    if (shape->ring_count > 1)
        layout->ends += wend_boundary_capacity(shape->ring_count);
}

// ---- rings --------------------------------------------------------------------------------------

static void push(wend_layout *layout, wend_boundary *boundary, const wend_element *element,
                 const wend_element_link *link)
{
    boundary->elements.data[layout->elements] = *element;
    boundary->links.data[layout->elements++] = *link;
    ++boundary->node_uses.data[link->start];
    ++boundary->node_uses.data[link->end];
}

static uint32_t acquire_nodes(wend_layout *layout, wend_boundary *boundary, size_t count)
{
    size_t first = layout->nodes;
    memset(boundary->node_uses.data + first, 0, count * sizeof *boundary->node_uses.data);
    layout->nodes += count;
    return (uint32_t)first;
}

// The sides of a wall from a to b. Node numbers increase or, on the way back along a segment,
// decrease.
typedef struct wall_layout {
    uint32_t wall, site;
    wend_vec2 a, b, normal;
    uint32_t parts;
    uint32_t node, last_node; ///< at its ends
    int turn;                 ///< at its end, to the left
    bool back;
} wall_layout;

static void lay_out_wall(wend_layout *layout, wend_boundary *boundary, const wall_layout *wall)
{
    wend_element side = {wall->a, wall->a, wall->normal, wall->normal};
    wend_element_link link = {
        .end = wall->node, .wall = wall->wall, .site = wall->site, .kind = WEND_ELEMENT_SIDE};
    for (uint32_t part = 1; part <= wall->parts; ++part) {
        uint32_t number = (uint32_t)layout->elements;
        bool last = part == wall->parts;
        side.p = side.q;
        side.q = last ? wall->b : wend_boundary_part_point(wall->a, wall->b, part, wall->parts);
        link.start = link.end;
        link.end = last ? wall->last_node : wall->back ? link.start - 1 : link.start + 1;
        link.next = number + 1;
        link.previous = number - 1;
        link.sibling = last ? WEND_NO_ELEMENT : number + 1;
        link.bend = last ? (int8_t)wall->turn : 0;
        push(layout, boundary, &side, &link);
    }
}

// The corner at the end of a wall; the next side has the normal `to`.
static void lay_out_corner(wend_layout *layout, wend_boundary *boundary, const wall_layout *wall,
                           wend_vec2 to)
{
    uint32_t number = (uint32_t)layout->elements;
    wend_element corner = {wall->b, wall->b, wall->normal, to};
    wend_element_link link = {number + 1,      number - 1,          wall->last_node,
                              wall->last_node, UINT32_MAX,          wall->site,
                              WEND_NO_ELEMENT, WEND_ELEMENT_CORNER, 1};
    push(layout, boundary, &corner, &link);
}

// Closes the ring of elements that begins with `first`.
static void close_ring(const wend_layout *layout, wend_boundary *boundary, uint32_t first)
{
    uint32_t last = (uint32_t)layout->elements - 1;
    boundary->links.data[first].previous = last;
    boundary->links.data[last].next = first;
}

static void lay_out_segment(wend_layout *layout, wend_boundary *boundary, uint32_t first_point,
                            uint32_t slot)
{
    wend_vec2 a = boundary->points.data[first_point], b = boundary->points.data[first_point + 1];
    uint32_t parts = wend_boundary_part_count(boundary, a, b);
    uint32_t node = acquire_nodes(layout, boundary, (size_t)parts + 1);
    uint32_t first = (uint32_t)layout->elements;
    wend_vec2 right = wend_boundary_normal(a, b), left = {-right.x, -right.y};
    wall_layout there = {first_point, slot, a, b, right, parts, node, node + parts, 1, false};
    wall_layout back = {first_point, slot, b, a, left, parts, node + parts, node, 1, true};
    lay_out_wall(layout, boundary, &there);
    lay_out_corner(layout, boundary, &there, left);
    // The chain of the wall continues past the corner.
    boundary->links.data[first + parts - 1].sibling = first + parts + 1;
    lay_out_wall(layout, boundary, &back);
    lay_out_corner(layout, boundary, &back, right);
    close_ring(layout, boundary, first);
    boundary->walls.data[first_point] =
        (wend_boundary_wall){.next = first_point + 1, .site = slot, .first = first, .sides = 2};
}

static void lay_out_ring(wend_layout *layout, wend_boundary *boundary, uint32_t first_point,
                         uint32_t count, uint32_t slot)
{
    const wend_vec2 *points = boundary->points.data + first_point;
    uint32_t first = (uint32_t)layout->elements;
    uint32_t first_node = acquire_nodes(layout, boundary, count_parts(boundary, points, count));
    uint32_t node = first_node;
    wend_vec2 normal = wend_boundary_normal(points[0], points[1]), first_normal = normal;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t next = after(i, count);
        wend_vec2 a = points[i], b = points[next], c = points[after(next, count)];
        uint32_t parts = wend_boundary_part_count(boundary, a, b);
        wall_layout wall = {.wall = first_point + i,
                            .site = slot,
                            .a = a,
                            .b = b,
                            .normal = normal,
                            .parts = parts,
                            .node = node,
                            .last_node = next == 0 ? first_node : node + parts,
                            .turn = wend_orient2d_fast(a, b, c)};
        boundary->walls.data[first_point + i] =
            (wend_boundary_wall){.next = first_point + next,
                                 .site = slot,
                                 .first = (uint32_t)layout->elements,
                                 .sides = 1};
        lay_out_wall(layout, boundary, &wall);
        normal = next == 0 ? first_normal : wend_boundary_normal(b, c);
        if (wall.turn > 0)
            lay_out_corner(layout, boundary, &wall, normal);
        node += parts;
    }
    close_ring(layout, boundary, first);
}

// ---- shapes -------------------------------------------------------------------------------------

// Stores a shape's points and ring ends.
static void store_shape(wend_layout *layout, wend_boundary *boundary, wend_site *site,
                        const wend_layout_shape *shape)
{
    uint32_t count = 0;
    site->first_end = (uint32_t)layout->ends;
    for (uint32_t i = 0; i < shape->ring_count; ++i) {
        count += shape->rings[i].count;
        if (shape->ring_count > 1)
            boundary->ring_ends.data[site->first_end + i] = count;
    }
    site->first_point = (uint32_t)layout->points;
    site->point_count = count;
    site->ring_count = shape->ring_count;
    // The unused capacity has no walls.
    uint32_t capacity = wend_boundary_capacity(count);
    wend_vec2 *points = boundary->points.data + layout->points;
    memcpy(points, shape->points, count * sizeof *points);
    memset(points + count, 0, (capacity - count) * sizeof *points);
    memset(boundary->walls.data + layout->points, 0, capacity * sizeof *boundary->walls.data);
    layout->points += capacity;
    if (shape->ring_count > 1)
        layout->ends += wend_boundary_capacity(shape->ring_count);
}

void wend_layout_shape_at(wend_layout *layout, wend_boundary *boundary, uint32_t slot,
                          const wend_layout_shape *shape)
{
    wend_site *site = &boundary->sites.data[slot];
    *site = (wend_site){.id = {wend_id_of_slot(&boundary->ids, slot)},
                        .element = (uint32_t)layout->elements};
    store_shape(layout, boundary, site, shape);
    uint32_t at = site->first_point;
    for (uint32_t i = 0; i < shape->ring_count; ++i) {
        if (shape->rings[i].count == 2)
            lay_out_segment(layout, boundary, at, slot);
        else
            lay_out_ring(layout, boundary, at, shape->rings[i].count, slot);
        at += shape->rings[i].count;
    }
}

void wend_layout_point_at(wend_layout *layout, wend_boundary *boundary, uint32_t slot,
                          wend_vec2 position)
{
    uint32_t number = (uint32_t)layout->elements, node = acquire_nodes(layout, boundary, 1);
    wend_element point = {position, position, {1, 0}, {1, 0}};
    wend_element_link link = {
        number, number, node, node, UINT32_MAX, slot, WEND_NO_ELEMENT, WEND_ELEMENT_POINT, 1};
    push(layout, boundary, &point, &link);
}
