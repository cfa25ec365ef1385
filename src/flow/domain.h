// SPDX-License-Identifier: MIT
// The walks around the domain of a flow.
#ifndef WEND_FLOW_DOMAIN_H
#define WEND_FLOW_DOMAIN_H

#include "flow/flow.h"
#include "mesh/around.h"

/// The wall after h, with the free space on the left: around the end of h through its free sector.
static inline uint32_t wend_flow_next_wall(const wend_mesh *mesh, uint32_t h)
{
    uint32_t next = wend_next(h);
    while (!wend_is_closed(mesh, next))
        next = wend_next(wend_twin(mesh, next));
    return next;
}

/// A triangle of the domain that contains p; WEND_NONE: p is not in the domain.
static inline uint32_t wend_flow_triangle_at(const wend_flow *flow, wend_vec2 p)
{
    wend_spot spot = wend_mesh_find(flow->mesh, p);
    uint32_t h = wend_around(flow->mesh, spot);
    while (h != WEND_NONE && !flow->inside.data[h / 3])
        h = wend_around_next(flow->mesh, spot, h);
    return h == WEND_NONE ? WEND_NONE : h / 3;
}

/// Finds the domain and its bodies, from the mesh and the kinds of the openings' half-edges.
wend_result wend_flow_find_domain(wend_flow *flow, wend_error *error);

#endif
