// SPDX-License-Identifier: MIT
// Internals of a flow: the mesh of the plan with its openings as walls, and the body of each wall
// of the domain.
#ifndef WEND_FLOW_FLOW_H
#define WEND_FLOW_FLOW_H

#include "core/array.h"
#include "map/bodies.h"
#include "map/map.h"
#include "mesh/mesh.h"
#include "wend/flow.h"

/// Kinds of the walls of a domain, by half-edge of its free triangles.
#define WEND_FLOW_OPENING 0x80000000u ///< plus the index of the opening

/// A closed walk along walls and openings.
typedef struct wend_flow_walk {
    uint32_t first;                      ///< an opening's half-edge on it
    uint32_t part;                       ///< of the free space
    uint32_t first_change, change_count; ///< bodies between a source and a sink on it
} wend_flow_walk;

struct wend_flow {
    wend_allocator allocator;
    wend_mesh *mesh; ///< with the openings as walls
    wend_map *map;

    // The domain. (domain.c)
    /// [3 triangle_limit] Of a wall: its body or WEND_FLOW_OPENING + its opening; WEND_NONE: no
    /// wall, or not in the domain
    wend_array(uint32_t) kinds;
    wend_array(wend_map_body_point) body_points; ///< bodies without walls, in order
    uint32_t body_count;
    wend_array(bool) inside;          ///< [triangle_limit] Triangles of the domain
    wend_array(wend_flow_walk) walks; ///< those with openings
    uint32_t turns;                   ///< number of changes between source and sink on all walks
    wend_array(uint32_t) changes;     ///< [turns] The bodies between them, in order
    double area;

    // The openings, snapped. (openings.c)
    wend_array(wend_vec2) opening_points;
    wend_array(uint32_t) opening_ends; ///< end of each opening in the points
    wend_array(bool) is_sink;          ///< by opening

    // The solution. (solve.c)
    wend_flow_request request;
    wend_array(wend_flow_body) bodies;
    wend_array(wend_map_reached) reached; ///< by body
    wend_array(wend_flow_gate) gates;
    wend_array(wend_segment) legs;
    double value;
    bool solved;
};

/// True if openings are on several walks: a source stands free, a sink is on an inner obstacle, or
/// there are several domains.
static inline bool wend_flow_is_split(const wend_flow *flow)
{
    return flow->walks.count > 1;
}

#endif
