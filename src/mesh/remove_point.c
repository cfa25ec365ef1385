// SPDX-License-Identifier: MIT
// Removal of a vertex from the triangulation.
//
// Edges at the vertex are flipped away until it has three neighbours, whose triangle replaces its
// three; then Delaunay is restored for the flipped edges. An edge from v to q, with p before and r
// after it around v, can be flipped if p, q, r turn left and so do v, p, r: then q is an ear of the
// polygon around v, and the rest is still star-shaped as seen from v. Such an ear exists for five
// neighbours and more: the angles p v r of all q add up to two full turns, so those of half a turn
// or more belong to at most two q, or to three in a row if there are four neighbours in total, and
// three corners of a polygon are convex. With four neighbours there is one too, unless v lies on
// the line between two opposite ones. Then two triangles replace the four.
//
// The latter is also the final case if v lies in the interior of a wall. The wall's edges are not
// flipped, and on each of its sides all but one of the others can be, as only the wall's ends are
// half a turn apart.
#include "mesh/edit.h"

#include "geometry/predicates.h"

static bool is_ear(const wend_mesh *mesh, uint32_t h)
{
    if (wend_is_fixed(mesh, h))
        return false;
    wend_vec2 v = wend_at(mesh, wend_origin(mesh, h)), q = wend_at(mesh, wend_target(mesh, h));
    wend_vec2 p = wend_at(mesh, wend_origin(mesh, wend_prev(wend_twin(mesh, h))));
    wend_vec2 r = wend_at(mesh, wend_origin(mesh, wend_prev(h)));
    return wend_orient2d_fast(p, q, r) > 0 && wend_orient2d_fast(v, p, r) > 0;
}

static uint32_t count_spokes(const wend_mesh *mesh, uint32_t first)
{
    uint32_t count = 0, h = first;
    do {
        ++count;
        h = wend_turn_left(mesh, h);
    } while (h != first);
    return count;
}

// Flips spokes away, beginning with h. Returns a remaining one and writes their number. The new
// edges are noted at the top end of the stack, whose other end is empty: their own triangles do not
// change until v is removed. A spoke that is no ear becomes one only when a neighbour is removed,
// so the rotation steps back after a flip, and everything takes O(spokes).
static uint32_t cut_ears(wend_mesh *mesh, uint32_t h, uint32_t *spokes, uint32_t *made)
{
    uint32_t tries = 0;
    *spokes = count_spokes(mesh, h);
    *made = 0;
    while (*spokes > 3 && tries < *spokes) {
        if (is_ear(mesh, h)) {
            wend_mesh_flip(mesh, h);
            mesh->stack[3 * mesh->capacity - ++*made] = wend_twin(mesh, h);
            h = wend_prev(h); // the spoke before the removed one
            --*spokes;
            tries = 0;
        } else {
            h = wend_turn_left(mesh, h);
            ++tries;
        }
    }
    return h;
}

// Half-edge h takes over the data of `from`.
static void take_over(wend_mesh *mesh, uint32_t h, uint32_t from)
{
    mesh->edges[h].origin = mesh->edges[from].origin;
    mesh->flags[h] = mesh->flags[from];
    wend_mesh_link(mesh, h, mesh->edges[from].twin);
}

static void refresh_spokes(wend_mesh *mesh, uint32_t triangle)
{
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h)
        mesh->vertices.data[mesh->edges[h].origin].spoke = h;
}

// One triangle in place of three: a is the spoke to x, and x, y, z are the neighbours in order.
static void join_three(wend_mesh *mesh, uint32_t a)
{
    uint32_t b = wend_turn_left(mesh, a), c = wend_turn_left(mesh, b);
    for (uint32_t i = 0; i < 3; ++i)
        wend_mesh_touch(mesh, (uint32_t[]){a, b, c}[i] / 3);
    take_over(mesh, a, wend_next(c));            // from z to x
    take_over(mesh, wend_prev(a), wend_next(b)); // from y to z
    wend_mesh_release_triangle(mesh, b / 3);
    wend_mesh_release_triangle(mesh, c / 3);
    refresh_spokes(mesh, a / 3);
}

// Two triangles in place of four: the spokes a and c lie on one line, and become its two sides with
// their walls as they were.
static void join_four(wend_mesh *mesh, uint32_t a)
{
    uint32_t b = wend_turn_left(mesh, a), c = wend_turn_left(mesh, b), d = wend_turn_left(mesh, c);
    for (uint32_t i = 0; i < 4; ++i)
        wend_mesh_touch(mesh, (uint32_t[]){a, b, c, d}[i] / 3);
    uint32_t a_end = wend_target(mesh, a), c_end = wend_target(mesh, c);
    take_over(mesh, wend_prev(a), wend_next(b));
    take_over(mesh, wend_prev(c), wend_next(d));
    mesh->edges[a].origin = c_end;
    mesh->edges[c].origin = a_end;
    mesh->flags[a] &= WEND_EDGE_WALLS | WEND_EDGE_FIXED;
    mesh->flags[c] &= WEND_EDGE_WALLS | WEND_EDGE_FIXED;
    wend_mesh_link(mesh, a, c);
    wend_mesh_release_triangle(mesh, b / 3);
    wend_mesh_release_triangle(mesh, d / 3);
    refresh_spokes(mesh, a / 3);
    refresh_spokes(mesh, c / 3);
    wend_mesh_push(mesh, a);
}

// True if the spoke and the next but one are collinear and the two between have no walls.
static bool can_join_four(const wend_mesh *mesh, uint32_t a)
{
    uint32_t b = wend_turn_left(mesh, a), c = wend_turn_left(mesh, b), d = wend_turn_left(mesh, c);
    return !wend_is_fixed(mesh, b) && !wend_is_fixed(mesh, d) &&
           wend_orient2d_fast(wend_at(mesh, wend_target(mesh, a)),
                              wend_at(mesh, wend_origin(mesh, a)),
                              wend_at(mesh, wend_target(mesh, c))) == 0;
}

void wend_mesh_remove_point(wend_mesh *mesh, uint32_t vertex)
{
    uint32_t spokes, made;
    uint32_t h = cut_ears(mesh, mesh->vertices.data[vertex].spoke, &spokes, &made);
    if (spokes == 4 && !can_join_four(mesh, h))
        h = wend_turn_left(mesh, h);
    // Otherwise walls cross here, on an invalid floor: the vertex must stay.
    bool removable = spokes == 3 || (spokes == 4 && can_join_four(mesh, h));
    if (removable && spokes == 3)
        join_three(mesh, h);
    else if (removable)
        join_four(mesh, h);
    if (removable)
        wend_mesh_release_vertex(mesh, vertex);
    while (made > 0)
        wend_mesh_push(mesh, mesh->stack[3 * mesh->capacity - made--]);
    wend_mesh_settle(mesh);
}
