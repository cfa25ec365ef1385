// SPDX-License-Identifier: MIT
// Insertion of points and walls into the triangulation.
//
// A point splits the triangle or the edge it lies in, and edges opposite to it are flipped while
// they are not Delaunay. A wall flips away the edges that it crosses (Sloan 1993) and then restores
// the Delaunay property.
#include "mesh/mesh.h"

#include "geometry/predicates.h"

// ---- points -------------------------------------------------------------------------------------

/// Sets the corners and marks of a triangle; the caller sets the links.
static void set_triangle(wend_mesh *mesh, uint32_t triangle, uint32_t a, uint32_t b, uint32_t c,
                         uint8_t solid)
{
    uint32_t h = 3 * triangle;
    mesh->edges[h].origin = a;
    mesh->edges[h + 1].origin = b;
    mesh->edges[h + 2].origin = c;
    mesh->state[triangle] =
        (uint8_t)((mesh->state[triangle] & ~WEND_TRIANGLE_SOLID) | (solid & WEND_TRIANGLE_SOLID));
    mesh->vertices.data[a].spoke = h;
    mesh->vertices.data[b].spoke = h + 1;
    mesh->vertices.data[c].spoke = h + 2;
}

/// Half-edge `to` takes over the twin and marks of an old half-edge.
static void inherit(wend_mesh *mesh, uint32_t to, uint32_t twin, uint8_t flags)
{
    wend_mesh_link(mesh, to, twin);
    mesh->flags[to] = (uint8_t)((flags & ~WEND_EDGE_QUEUED) | (mesh->flags[to] & WEND_EDGE_QUEUED));
}

/// A new inner edge between two triangles.
static void join(wend_mesh *mesh, uint32_t h, uint32_t twin)
{
    inherit(mesh, h, twin, 0);
    inherit(mesh, twin, h, 0);
}

/// Flips around the new point: the edges on the stack above base are opposite to it, each given by
/// the half in the point's triangle.
static void settle_around(wend_mesh *mesh, uint32_t base)
{
    while (mesh->stack_count > base) {
        uint32_t h = mesh->stack[--mesh->stack_count];
        if (!wend_mesh_flippable(mesh, h))
            continue;
        wend_mesh_flip(mesh, h);
        mesh->stack[mesh->stack_count++] = wend_prev(h);
        mesh->stack[mesh->stack_count++] = wend_next(wend_twin(mesh, h));
    }
}

static void split_face(wend_mesh *mesh, uint32_t h, uint32_t vertex)
{
    uint32_t ab = h, bc = wend_next(h), ca = wend_prev(h);
    uint32_t a = wend_origin(mesh, ab), b = wend_origin(mesh, bc), c = wend_origin(mesh, ca);
    uint32_t bc_twin = wend_twin(mesh, bc), ca_twin = wend_twin(mesh, ca);
    uint32_t ab_twin = wend_twin(mesh, ab);
    uint8_t ab_flags = mesh->flags[ab], bc_flags = mesh->flags[bc], ca_flags = mesh->flags[ca];
    uint32_t t0 = h / 3;
    wend_mesh_touch(mesh, t0);
    uint8_t solid = mesh->state[t0];
    uint32_t t1 = wend_mesh_acquire_triangle(mesh), t2 = wend_mesh_acquire_triangle(mesh);
    set_triangle(mesh, t0, a, b, vertex, solid);
    set_triangle(mesh, t1, b, c, vertex, solid);
    set_triangle(mesh, t2, c, a, vertex, solid);
    inherit(mesh, 3 * t0, ab_twin, ab_flags);
    inherit(mesh, 3 * t1, bc_twin, bc_flags);
    inherit(mesh, 3 * t2, ca_twin, ca_flags);
    join(mesh, 3 * t0 + 1, 3 * t1 + 2);
    join(mesh, 3 * t1 + 1, 3 * t2 + 2);
    join(mesh, 3 * t2 + 1, 3 * t0 + 2);
    uint32_t base = mesh->stack_count;
    mesh->stack[mesh->stack_count++] = 3 * t0;
    mesh->stack[mesh->stack_count++] = 3 * t1;
    mesh->stack[mesh->stack_count++] = 3 * t2;
    settle_around(mesh, base);
}

/// One side of a split edge: the triangle of h, from a to b with apex c, becomes two. Returns the
/// half-edges from a to the vertex and from the vertex to b.
static void split_half(wend_mesh *mesh, uint32_t h, uint32_t vertex, uint32_t halves[2])
{
    uint32_t bc = wend_next(h), ca = wend_prev(h);
    uint32_t a = wend_origin(mesh, h), b = wend_origin(mesh, bc), c = wend_origin(mesh, ca);
    uint32_t bc_twin = wend_twin(mesh, bc), ca_twin = wend_twin(mesh, ca);
    uint8_t flags = mesh->flags[h], bc_flags = mesh->flags[bc], ca_flags = mesh->flags[ca];
    uint32_t t0 = h / 3;
    wend_mesh_touch(mesh, t0);
    uint8_t solid = mesh->state[t0];
    uint32_t t1 = wend_mesh_acquire_triangle(mesh);
    set_triangle(mesh, t0, c, a, vertex, solid);
    set_triangle(mesh, t1, b, c, vertex, solid);
    inherit(mesh, 3 * t0, ca_twin, ca_flags);
    inherit(mesh, 3 * t1, bc_twin, bc_flags);
    join(mesh, 3 * t0 + 2, 3 * t1 + 1);
    halves[0] = 3 * t0 + 1;
    halves[1] = 3 * t1 + 2;
    inherit(mesh, halves[0], WEND_NONE, flags);
    inherit(mesh, halves[1], WEND_NONE, flags);
    mesh->stack[mesh->stack_count++] = 3 * t0;
    mesh->stack[mesh->stack_count++] = 3 * t1;
}

static void split_edge(wend_mesh *mesh, uint32_t h, uint32_t vertex)
{
    uint32_t twin = wend_twin(mesh, h), one[2], other[2];
    uint32_t base = mesh->stack_count;
    split_half(mesh, h, vertex, one);
    split_half(mesh, twin, vertex, other);
    wend_mesh_link(mesh, one[0], other[1]);
    wend_mesh_link(mesh, one[1], other[0]);
    settle_around(mesh, base);
}

uint32_t wend_mesh_add_point(wend_mesh *mesh, wend_vec2 p, uint32_t start)
{
    wend_spot spot = wend_mesh_walk(mesh, start, p);
    WEND_ASSERT(spot.kind != WEND_SPOT_OUT);
    if (spot.kind == WEND_SPOT_VERTEX)
        return wend_origin(mesh, spot.edge);
    uint32_t vertex = wend_mesh_acquire_vertex(mesh, p);
    if (spot.kind == WEND_SPOT_FACE)
        split_face(mesh, spot.edge, vertex);
    else
        split_edge(mesh, spot.edge, vertex);
    return vertex;
}

// ---- walls --------------------------------------------------------------------------------------

// A rotation around a corner of the frame does not return to its start, so there it goes in both
// directions.
uint32_t wend_mesh_edge_between(const wend_mesh *mesh, uint32_t a, uint32_t b)
{
    uint32_t first = mesh->vertices.data[a].spoke, h = first;
    do {
        if (wend_target(mesh, h) == b)
            return h;
        h = wend_turn_left(mesh, h);
    } while (h != first && h != WEND_NONE);
    if (h == WEND_NONE)
        for (h = wend_turn_right(mesh, first); h != WEND_NONE; h = wend_turn_right(mesh, h))
            if (wend_target(mesh, h) == b)
                return h;
    return WEND_NONE;
}

/// True if t lies on the ray from a through b.
static bool is_ahead(wend_vec2 a, wend_vec2 b, wend_vec2 t)
{
    return wend_is_before(a, b) == wend_is_before(a, t) && wend_orient2d_fast(a, b, t) == 0;
}

uint32_t wend_mesh_wall_from(const wend_mesh *mesh, uint32_t a, uint32_t b)
{
    uint32_t h = wend_mesh_edge_between(mesh, a, b);
    if (h != WEND_NONE)
        return h;
    wend_vec2 from = wend_at(mesh, a), to = wend_at(mesh, b);
    uint32_t first = mesh->vertices.data[a].spoke;
    for (h = first;;) {
        if (is_ahead(from, to, wend_at(mesh, wend_target(mesh, h))))
            return h;
        h = wend_turn_left(mesh, h);
        if (h == first)
            return WEND_NONE;
    }
}

/// The half-edge opposite to vertex a that the line to b crosses: the one in a's triangle. There is
/// one if no vertex adjacent to a lies on the line.
static uint32_t first_crossed(const wend_mesh *mesh, uint32_t a, wend_vec2 to)
{
    wend_vec2 from = wend_at(mesh, a);
    uint32_t h = mesh->vertices.data[a].spoke;
    // Rotate until the line lies between h and the next one.
    for (;;) {
        uint32_t across = wend_next(h);
        if (wend_orient2d_fast(from, wend_at(mesh, wend_origin(mesh, across)), to) > 0 &&
            wend_orient2d_fast(from, wend_at(mesh, wend_target(mesh, across)), to) < 0)
            return across;
        h = wend_turn_left(mesh, h);
    }
}

/// Edges by their ends, at both ends of the mesh's stack: those that the wall still crosses at the
/// bottom, those that it created at the top. Together they are never more than were crossed
/// initially, which is less than the number of triangles: they fit.
typedef struct crossing_list {
    uint32_t *pairs;
    uint32_t crossed, made, top;
} crossing_list;

/// Lists the edges that the line from a towards `to` crosses before it meets a vertex, and returns
/// that vertex; WEND_NONE and the fixed half-edge if one is in the way.
static uint32_t list_crossed(wend_mesh *mesh, uint32_t a, wend_vec2 to, crossing_list *list,
                             uint32_t *fixed)
{
    wend_vec2 from = wend_at(mesh, a);
    uint32_t h = first_crossed(mesh, a, to);
    for (;;) {
        if (wend_is_fixed(mesh, h)) {
            *fixed = h;
            return WEND_NONE;
        }
        list->pairs[2 * list->crossed] = wend_origin(mesh, h);
        list->pairs[2 * list->crossed + 1] = wend_target(mesh, h);
        ++list->crossed;
        h = wend_twin(mesh, h);
        // h runs from the line's left to its right; the apex determines which of the others comes
        // next.
        uint32_t apex = wend_origin(mesh, wend_prev(h));
        int side = wend_orient2d_fast(from, to, wend_at(mesh, apex));
        if (side == 0)
            return apex;
        h = side > 0 ? wend_next(h) : wend_prev(h);
    }
}

/// True if the line between the apexes of the edge's two triangles crosses it properly.
static bool is_convex(const wend_mesh *mesh, uint32_t h)
{
    uint32_t twin = wend_twin(mesh, h);
    wend_vec2 c = wend_at(mesh, wend_origin(mesh, wend_prev(h)));
    wend_vec2 d = wend_at(mesh, wend_origin(mesh, wend_prev(twin)));
    return wend_orient2d_fast(d, c, wend_at(mesh, wend_origin(mesh, h))) > 0 &&
           wend_orient2d_fast(d, c, wend_at(mesh, wend_origin(mesh, twin))) < 0;
}

/// An order of the vertices on the left of a wall, by their angle as seen from its start and then
/// by their distance.
static bool is_lower(wend_vec2 from, wend_vec2 p, wend_vec2 q)
{
    int side = wend_orient2d_fast(from, q, p);
    if (side != 0)
        return side < 0;
    return wend_is_before(from, q) ? wend_is_before(p, q) : wend_is_before(q, p);
}

/// Tries to flip an edge that the line crosses, from its right end to its left one. The ends become
/// those of the new edge if that crosses the line too; *made: it does not, and has these ends.
static void flip_crossed(wend_mesh *mesh, wend_vec2 from, wend_vec2 to, uint32_t ends[2],
                         bool *made)
{
    uint32_t h = wend_mesh_edge_between(mesh, ends[0], ends[1]);
    uint32_t c = wend_origin(mesh, wend_prev(h));
    uint32_t d = wend_origin(mesh, wend_prev(wend_twin(mesh, h)));
    int c_side = wend_orient2d_fast(from, to, wend_at(mesh, c));
    int d_side = wend_orient2d_fast(from, to, wend_at(mesh, d));
    bool crosses = c_side * d_side < 0;
    uint32_t left = c_side > 0 ? c : d;
    *made = false;
    if (!is_convex(mesh, h) ||
        (crosses && !is_lower(from, wend_at(mesh, left), wend_at(mesh, ends[1]))))
        return;
    wend_mesh_flip(mesh, h);
    ends[0] = c_side > 0 ? d : c;
    ends[1] = left;
    *made = !crosses;
}

/// Flips until no edge crosses the line between two vertices, and lists the created edges. A flip
/// creates an edge that no longer crosses, or one whose end on the left is lower than that of the
/// old one; so it terminates. There is always an edge to flip, at the highest of these ends, v: the
/// others lie below the line from the start to v, so the angle at v is less than 180 degrees, and
/// of the ends on the right of v's edges one is convex, because the neighbours of v at both sides
/// of them lie on the left.
static void clear_line(wend_mesh *mesh, wend_vec2 from, wend_vec2 to, crossing_list *list)
{
    while (list->crossed > 0) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < list->crossed; ++i) {
            uint32_t ends[2] = {list->pairs[2 * i], list->pairs[2 * i + 1]};
            bool made;
            flip_crossed(mesh, from, to, ends, &made);
            uint32_t *position = &list->pairs[2 * kept];
            if (made)
                position = &list->pairs[list->top - 2 * ++list->made];
            else
                ++kept;
            position[0] = ends[0];
            position[1] = ends[1];
        }
        list->crossed = kept;
    }
}

static void fix_edge(wend_mesh *mesh, uint32_t h)
{
    uint32_t twin = wend_twin(mesh, h);
    wend_mesh_touch(mesh, h / 3);
    wend_mesh_touch(mesh, twin / 3);
    mesh->flags[h] = (uint8_t)((mesh->flags[h] & ~WEND_EDGE_MERGED) | WEND_EDGE_FIXED);
    mesh->flags[twin] = (uint8_t)((mesh->flags[twin] & ~WEND_EDGE_MERGED) | WEND_EDGE_FIXED);
}

uint32_t wend_mesh_lay_edge(wend_mesh *mesh, uint32_t a, uint32_t b, uint32_t *fixed)
{
    wend_vec2 from = wend_at(mesh, a), to = wend_at(mesh, b);
    uint32_t h = wend_mesh_wall_from(mesh, a, b);
    if (h != WEND_NONE) {
        fix_edge(mesh, h);
        return h;
    }
    // The stack is empty here, as always after restoring the Delaunay property.
    crossing_list list = {.pairs = mesh->stack, .top = 3 * mesh->capacity};
    uint32_t end = list_crossed(mesh, a, to, &list, fixed);
    if (end == WEND_NONE)
        return WEND_NONE;
    clear_line(mesh, from, wend_at(mesh, end), &list);
    fix_edge(mesh, wend_mesh_edge_between(mesh, a, end));
    for (uint32_t i = list.made; i > 0; --i)
        wend_mesh_push(mesh, wend_mesh_edge_between(mesh, list.pairs[list.top - 2 * i],
                                                    list.pairs[list.top - 2 * i + 1]));
    wend_mesh_settle(mesh);
    return wend_mesh_edge_between(mesh, a, end);
}

/// Creates a wall from vertex a to the next vertex on the line to b and returns that vertex;
/// WEND_NONE and the position if a wall is in the way, or if there are more walls at one edge than
/// on any valid floor.
static uint32_t add_stretch(wend_mesh *mesh, uint32_t a, uint32_t b, wend_vec2 *crossing)
{
    wend_segment stretch = {wend_at(mesh, a), wend_at(mesh, b)};
    uint32_t fixed = WEND_NONE;
    uint32_t h = wend_mesh_lay_edge(mesh, a, b, &fixed);
    if (h == WEND_NONE) {
        wend_segment wall = {wend_at(mesh, wend_origin(mesh, fixed)),
                             wend_at(mesh, wend_target(mesh, fixed))};
        wend_segments_meet(stretch, wall, crossing);
        return WEND_NONE;
    }
    if ((mesh->flags[h] & WEND_EDGE_WALLS) == WEND_EDGE_WALLS) {
        *crossing = stretch.a;
        return WEND_NONE;
    }
    ++mesh->flags[h];
    return wend_target(mesh, h);
}

bool wend_mesh_add_wall(wend_mesh *mesh, uint32_t a, uint32_t b, wend_vec2 *crossing)
{
    while (a != b) {
        a = add_stretch(mesh, a, b, crossing);
        if (a == WEND_NONE)
            return false;
    }
    return true;
}
