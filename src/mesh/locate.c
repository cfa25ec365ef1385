// SPDX-License-Identifier: MIT
// Point location in the triangulation: a walk from triangle to triangle across edges that have the
// point on their other side. In a constrained triangulation such a walk could cycle if it always
// tested the edges in the same order, so the order changes by a fixed rule.
#include "mesh/mesh.h"

#include "geometry/predicates.h"

/// The side of p as seen along a half-edge: 1 to the left, where its triangle is.
static int side_of(const wend_mesh *mesh, uint32_t h, wend_vec2 p)
{
    return wend_orient2d_fast(wend_at(mesh, wend_origin(mesh, h)),
                              wend_at(mesh, wend_target(mesh, h)), p);
}

/// p lies in the closed triangle of h; the sides are those of h, next(h) and prev(h).
static wend_spot settle_on(uint32_t h, const int sides[3])
{
    uint32_t edges[3] = {h, wend_next(h), wend_prev(h)};
    for (int i = 0; i < 3; ++i)
        if (sides[i] == 0 && sides[(i + 2) % 3] == 0)
            return (wend_spot){WEND_SPOT_VERTEX, edges[i]};
    for (int i = 0; i < 3; ++i)
        if (sides[i] == 0)
            return (wend_spot){WEND_SPOT_EDGE, edges[i]};
    return (wend_spot){WEND_SPOT_FACE, h};
}

wend_spot wend_mesh_walk(const wend_mesh *mesh, uint32_t triangle, wend_vec2 p)
{
    uint32_t h = 3 * triangle;
    int sides[3];
    sides[0] = side_of(mesh, h, p);
    if (sides[0] < 0) {
        h = wend_twin(mesh, h);
        sides[0] = 1;
    }
    for (uint32_t step = 0; h != WEND_NONE; ++step) {
        // h is the edge crossed last: p is not behind it.
        int first = 1 + (int)(step * 0x9e3779b9u >> 31);
        uint32_t one = first == 1 ? wend_next(h) : wend_prev(h);
        sides[first] = side_of(mesh, one, p);
        if (sides[first] >= 0) {
            one = first == 1 ? wend_prev(h) : wend_next(h);
            sides[3 - first] = side_of(mesh, one, p);
            if (sides[3 - first] >= 0)
                return settle_on(h, sides);
        }
        h = wend_twin(mesh, one);
        sides[0] = 1;
    }
    return (wend_spot){WEND_SPOT_OUT, WEND_NONE};
}

wend_spot wend_mesh_find(const wend_mesh *mesh, wend_vec2 p)
{
    return wend_mesh_walk(mesh, wend_hint(mesh, p), p);
}
