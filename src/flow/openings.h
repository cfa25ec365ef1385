// SPDX-License-Identifier: MIT
// Openings on their way into a plan: where their vertices lie on the walls, and where walls must be
// cut for that.
#ifndef WEND_FLOW_OPENINGS_H
#define WEND_FLOW_OPENINGS_H

#include "flow/flow.h"
#include "geometry/floor.h"

typedef struct wend_openings {
    wend_flow *flow; ///< opening_points, opening_ends and is_sink are being made
    const wend_floor *floor;
    double same;  ///< the floor's tolerance: what is nearer is the same place but for rounding
    double reach; ///< how far a vertex may be moved; features that don't touch are not so near
    /// Vertices in the middle of walls, which must be cut there, by their numbers in the index.
    wend_array(wend_vec2) spots;
    wend_index *spot_index;
    wend_array(uint32_t) used; ///< [wall_count] 1 + the last opening that was bent into that corner
} wend_openings;

/// How errors name an opening: `"opening %u ..." , WEND_OPENING_NAME(flow, i)`.
#define WEND_OPENING            "opening %u (counted from 0, a %s)"
#define WEND_OPENING_NAME(f, i) (unsigned)(i), (f)->is_sink.data[i] ? "sink" : "source"

/// Calls visit for the walls whose boxes come as near to the box of s as margin.
void wend_openings_look(const wend_index *index, wend_segment s, double margin,
                        wend_visit_fn *visit, void *context);

/// Puts all vertices on walls and into corners, and leads the openings along the walls: opening i
/// is flow->opening_points from where i - 1 ends to opening_ends[i].
wend_result wend_openings_place(wend_openings *openings, const wend_flow_def *def,
                                wend_error *error);

/// Makes flow->mesh, of the floor with its walls cut at the spots and with the openings as
/// segments; flow->kinds of all half-edges along openings; and body_points of all obstacles that
/// are points, with no body yet.
wend_result wend_openings_mesh(wend_openings *openings, wend_error *error);

void wend_openings_free(wend_openings *openings);

#endif
