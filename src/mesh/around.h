// SPDX-License-Identifier: MIT
// Iteration over the triangles around a spot, counter-clockwise:
//
//     for (uint32_t h = wend_around(mesh, spot); h != WEND_NONE;
//          h = wend_around_next(mesh, spot, h))
//
// h / 3 is the triangle. Around a vertex h starts there, around an edge it is the edge or its twin.
#ifndef WEND_MESH_AROUND_H
#define WEND_MESH_AROUND_H

#include "mesh/mesh.h"

/// True for a half-edge that cannot be crossed: a wall, or part of the frame.
static inline bool wend_is_closed(const wend_mesh *mesh, uint32_t h)
{
    return wend_is_fixed(mesh, h) || wend_twin(mesh, h) == WEND_NONE;
}

/// False for NaN too. Outside nothing is free.
static inline bool wend_in_box(const wend_mesh *mesh, wend_vec2 p)
{
    wend_box box = mesh->box;
    return p.x >= box.min.x && p.y >= box.min.y && p.x <= box.max.x && p.y <= box.max.y;
}

/// The spoke itself, or the rightmost one at a corner of the frame: rotating left from it passes
/// all others.
static inline uint32_t wend_first_spoke(const wend_mesh *mesh, uint32_t h)
{
    if (wend_origin(mesh, h) < 4)
        for (uint32_t right; (right = wend_turn_right(mesh, h)) != WEND_NONE;)
            h = right;
    return h;
}

static inline uint32_t wend_around(const wend_mesh *mesh, wend_spot spot)
{
    if (spot.kind == WEND_SPOT_OUT)
        return WEND_NONE;
    return spot.kind == WEND_SPOT_VERTEX ? wend_first_spoke(mesh, spot.edge) : spot.edge;
}

static inline uint32_t wend_around_next(const wend_mesh *mesh, wend_spot spot, uint32_t h)
{
    if (spot.kind == WEND_SPOT_EDGE)
        return h == spot.edge ? wend_twin(mesh, h) : WEND_NONE;
    if (spot.kind != WEND_SPOT_VERTEX)
        return WEND_NONE;
    uint32_t left = wend_turn_left(mesh, h);
    return left == wend_around(mesh, spot) ? WEND_NONE : left;
}

/// Finds p if it lies in free space or on its walls; else false.
static inline bool wend_find_free(const wend_mesh *mesh, wend_vec2 p, wend_spot *spot)
{
    if (!wend_in_box(mesh, p))
        return false;
    *spot = wend_mesh_find(mesh, p);
    uint32_t h = wend_around(mesh, *spot);
    while (h != WEND_NONE && wend_is_solid(mesh, h / 3))
        h = wend_around_next(mesh, *spot, h);
    return h != WEND_NONE;
}

#endif
