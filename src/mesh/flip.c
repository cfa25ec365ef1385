// SPDX-License-Identifier: MIT
// Elementary steps of the triangulation: the in-circle test without ties, flips, and the flip
// algorithm that makes a triangulation Delaunay (Lawson 1977; with walls: Lee and Lin 1986).
#include "mesh/mesh.h"

#include "geometry/predicates.h"

#include <math.h>

// The perturbation behind the tie-breaking rule: each point is lifted to the paraboloid and then
// raised by an infinitesimal amount that increases in the order of coordinates. Of cocircular
// points only the last one's amount matters, and the determinant's derivative by its height is an
// orientation.
static WEND_NOT_INLINED bool last_is_outside(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    wend_vec2 last = wend_is_before(a, b) ? b : a;
    last = wend_is_before(last, c) ? c : last;
    last = wend_is_before(last, d) ? d : last;
    if (wend_equal(last, d))
        return false;
    if (wend_equal(last, a))
        return wend_orient2d_fast(b, c, d) > 0;
    if (wend_equal(last, b))
        return wend_orient2d_fast(c, a, d) > 0;
    return wend_orient2d_fast(a, b, d) > 0;
}

// Plans and maps are drawn on grids, where ties are the rule: coordinates in sixteenths that are
// not far apart are integers whose determinant fits 64 bits.
enum { GRID_STEPS = 16, GRID_REACH = 1 << 14 };

static bool on_grid(double x, int64_t *steps)
{
    double scaled = GRID_STEPS * x;
    if (!(fabs(scaled) < 0x1p30))
        return false;
    *steps = (int32_t)scaled;
    return (double)*steps == scaled;
}

/// A point of the grid, relative to another one.
static bool grid_offset(wend_vec2 p, int64_t x, int64_t y, int64_t offset[2])
{
    if (!on_grid(p.x, &offset[0]) || !on_grid(p.y, &offset[1]))
        return false;
    offset[0] -= x;
    offset[1] -= y;
    return offset[0] >= -GRID_REACH && offset[0] <= GRID_REACH && offset[1] >= -GRID_REACH &&
           offset[1] <= GRID_REACH;
}

/// wend_incircle for points of a grid; false: they are not on one.
static WEND_NOT_INLINED bool grid_incircle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d,
                                           int *side)
{
    int64_t x, y, p[2], q[2], r[2];
    if (!on_grid(d.x, &x) || !on_grid(d.y, &y) || !grid_offset(a, x, y, p) ||
        !grid_offset(b, x, y, q) || !grid_offset(c, x, y, r))
        return false;
    int64_t determinant = (p[0] * p[0] + p[1] * p[1]) * (q[0] * r[1] - q[1] * r[0]) +
                          (q[0] * q[0] + q[1] * q[1]) * (r[0] * p[1] - r[1] * p[0]) +
                          (r[0] * r[0] + r[1] * r[1]) * (p[0] * q[1] - p[1] * q[0]);
    *side = (determinant > 0) - (determinant < 0);
    return true;
}

bool wend_in_circle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    int side;
    if (!wend_incircle_filter(a, b, c, d, &side) && !grid_incircle(a, b, c, d, &side))
        side = wend_incircle_slow(a, b, c, d);
    return side ? side > 0 : last_is_outside(a, b, c, d);
}

bool wend_mesh_flippable(const wend_mesh *mesh, uint32_t h)
{
    uint32_t twin = wend_twin(mesh, h);
    if (twin == WEND_NONE || wend_is_fixed(mesh, h))
        return false;
    const wend_vertex *v = mesh->vertices.data;
    return wend_in_circle(v[wend_origin(mesh, h)].at, v[wend_origin(mesh, twin)].at,
                          v[wend_origin(mesh, wend_prev(h))].at,
                          v[wend_origin(mesh, wend_prev(twin))].at);
}

void wend_mesh_touch(wend_mesh *mesh, uint32_t triangle)
{
    if (mesh->building || (mesh->state[triangle] & WEND_TRIANGLE_TOUCHED))
        return;
    wend_cells_touch(mesh, triangle);
    mesh->state[triangle] |= WEND_TRIANGLE_TOUCHED;
    mesh->touched[mesh->touched_count++] = triangle;
}

void wend_mesh_forget_touched(wend_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->touched_count; ++i)
        mesh->state[mesh->touched[i]] &= (uint8_t)~WEND_TRIANGLE_TOUCHED;
    mesh->touched_count = 0;
}

void wend_mesh_link(wend_mesh *mesh, uint32_t h, uint32_t twin)
{
    mesh->edges[h].twin = twin;
    if (twin != WEND_NONE)
        mesh->edges[twin].twin = h;
}

/// A half-edge that is moved to another number.
typedef struct carried {
    uint32_t origin, twin;
    uint8_t flags;
} carried;

static carried pick_up(const wend_mesh *mesh, uint32_t h)
{
    return (carried){mesh->edges[h].origin, mesh->edges[h].twin, mesh->flags[h]};
}

/// Whether a number is on the stack belongs to the number, everything else moves.
static void set_half_edge(wend_mesh *mesh, uint32_t h, carried c)
{
    mesh->edges[h].origin = c.origin;
    wend_mesh_link(mesh, h, c.twin);
    mesh->flags[h] = (uint8_t)((c.flags & ~WEND_EDGE_QUEUED) | (mesh->flags[h] & WEND_EDGE_QUEUED));
    mesh->vertices.data[c.origin].spoke = h;
}

//          c                    c
//        / | \                /   \        h: from a to b before, from d to c after;
//       /  |  \              /     \       the left picture is before, turned on its side:
//      a --h-> b     =>     a       b      h from a to b, c on its left, d on its right
//       \  |  /              \     /
//        \ | /                \   /
//          d                    d
void wend_mesh_flip(wend_mesh *mesh, uint32_t h)
{
    uint32_t t = wend_twin(mesh, h);
    wend_mesh_touch(mesh, h / 3);
    wend_mesh_touch(mesh, t / 3);
    uint32_t h1 = wend_next(h), h2 = wend_prev(h), t1 = wend_next(t), t2 = wend_prev(t);
    carried bc = pick_up(mesh, h1), ca = pick_up(mesh, h2);
    carried ad = pick_up(mesh, t1), db = pick_up(mesh, t2);
    set_half_edge(mesh, h1, ca);
    set_half_edge(mesh, h2, ad);
    set_half_edge(mesh, t1, db);
    set_half_edge(mesh, t2, bc);
    mesh->edges[h].origin = db.origin;
    mesh->edges[t].origin = ca.origin;
    mesh->flags[h] &= WEND_EDGE_QUEUED;
    mesh->flags[t] &= WEND_EDGE_QUEUED;
}

void wend_mesh_push(wend_mesh *mesh, uint32_t h)
{
    uint32_t twin = wend_twin(mesh, h);
    if (twin == WEND_NONE || ((mesh->flags[h] | mesh->flags[twin]) & WEND_EDGE_QUEUED))
        return;
    mesh->flags[h] |= WEND_EDGE_QUEUED;
    mesh->stack[mesh->stack_count++] = h;
}

void wend_mesh_settle(wend_mesh *mesh)
{
    while (mesh->stack_count > 0) {
        uint32_t h = mesh->stack[--mesh->stack_count];
        mesh->flags[h] &= (uint8_t)~WEND_EDGE_QUEUED;
        if (!wend_is_used(mesh, h / 3) || !wend_mesh_flippable(mesh, h))
            continue;
        wend_mesh_flip(mesh, h);
        uint32_t t = wend_twin(mesh, h);
        wend_mesh_push(mesh, wend_next(h));
        wend_mesh_push(mesh, wend_prev(h));
        wend_mesh_push(mesh, wend_next(t));
        wend_mesh_push(mesh, wend_prev(t));
    }
}

uint32_t wend_mesh_acquire_triangle(wend_mesh *mesh)
{
    uint32_t triangle = mesh->free_triangle;
    if (triangle != WEND_NONE) {
        mesh->free_triangle = mesh->edges[3 * triangle].twin;
        --mesh->unused;
    } else {
        WEND_ASSERT(mesh->triangle_count < mesh->capacity);
        triangle = mesh->triangle_count++;
        mesh->state[triangle] = 0;
        for (uint32_t i = 0; i < 3; ++i)
            mesh->flags[3 * triangle + i] = 0;
    }
    mesh->state[triangle] &= WEND_TRIANGLE_TOUCHED;
    for (uint32_t i = 0; i < 3; ++i) {
        mesh->edges[3 * triangle + i] = (wend_half_edge){WEND_NONE, WEND_NONE};
        mesh->flags[3 * triangle + i] &= WEND_EDGE_QUEUED;
    }
    mesh->cell_of[triangle] = WEND_NONE;
    wend_mesh_touch(mesh, triangle);
    return triangle;
}

void wend_mesh_release_triangle(wend_mesh *mesh, uint32_t triangle)
{
    wend_mesh_touch(mesh, triangle);
    for (uint32_t i = 0; i < 3; ++i)
        mesh->edges[3 * triangle + i] = (wend_half_edge){WEND_NONE, WEND_NONE};
    mesh->edges[3 * triangle].twin = mesh->free_triangle;
    mesh->free_triangle = triangle;
    ++mesh->unused;
}

uint32_t wend_mesh_acquire_vertex(wend_mesh *mesh, wend_vec2 at)
{
    uint32_t vertex = mesh->free_vertex;
    if (vertex != WEND_NONE) {
        mesh->free_vertex = mesh->vertices.data[vertex].spoke;
    } else {
        WEND_ASSERT(mesh->vertices.count < mesh->vertices.capacity);
        vertex = (uint32_t)mesh->vertices.count++;
    }
    mesh->vertices.data[vertex] = (wend_vertex){.at = at, .spoke = WEND_NONE};
    ++mesh->vertex_count;
    return vertex;
}

void wend_mesh_release_vertex(wend_mesh *mesh, uint32_t vertex)
{
    mesh->vertices.data[vertex].spoke = mesh->free_vertex;
    mesh->vertices.data[vertex].uses = 0;
    mesh->free_vertex = vertex;
    --mesh->vertex_count;
}
