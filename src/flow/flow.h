// SPDX-License-Identifier: MIT
// The inside of a flow: the mesh of the plan with its openings as walls, and which body each wall
// of the domain belongs to.
#ifndef WEND_FLOW_FLOW_H
#define WEND_FLOW_FLOW_H

#include "core/array.h"
#include "map/bodies.h"
#include "map/map.h"
#include "mesh/mesh.h"
#include "wend/flow.h"

/// What the walls of a domain are, by half-edge of its free triangles.
#define WEND_FLOW_OPENING 0x80000000u ///< plus the number of the opening

struct wend_flow {
    wend_allocator allocator;
    wend_mesh *mesh; ///< with the openings as walls
    wend_map *map;

    // The domain. (domain.c)
    wend_array(uint32_t) kinds; ///< [3 triangle_limit] of a wall: its body or WEND_FLOW_OPENING +
                                ///< its opening; WEND_NONE: no wall, or not in the domain
    wend_array(wend_map_body_point) body_points; ///< bodies without walls, in their order
    uint32_t body_count;
    wend_array(bool) inside;      ///< [triangle_limit] triangles of the domain
    uint32_t turns;               ///< changes from source to sink or back around the domain
    wend_array(uint32_t) changes; ///< [turns] the bodies between them, in order
    double area;

    // The openings, snapped. (openings.c)
    wend_array(wend_vec2) opening_points;
    wend_array(uint32_t) opening_ends; ///< where each ends in the points
    wend_array(bool) is_sink;          ///< by opening

    // The solution. (solve.c)
    wend_flow_question question;
    wend_array(wend_flow_body) bodies;
    wend_array(wend_map_reached) reached; ///< by body
    wend_array(wend_flow_gate) gates;
    wend_array(wend_segment) legs;
    double value;
    bool solved;
};

#endif
