// SPDX-License-Identifier: MIT
// Openings while they are inserted into a plan: where their vertices lie on the walls, and where
// walls must be split for that.
#ifndef WEND_FLOW_OPENINGS_H
#define WEND_FLOW_OPENINGS_H

#include "flow/flow.h"
#include "geometry/floor.h"

typedef struct wend_openings {
    wend_flow *flow; ///< opening_points, opening_ends and is_sink are under construction
    const wend_floor *floor;
    double same;  ///< the floor's tolerance: closer points are the same except for rounding
    double reach; ///< snapping distance; features that do not touch are farther apart
    /// Vertices in the interior of walls, which must be split there, by their numbers in the index.
    wend_array(wend_vec2) spots;
    wend_index *spot_index;
    wend_array(uint32_t) used; ///< [wall_count] 1 + the last opening that was bent into that corner
} wend_openings;

/// Name of an opening in errors: `"opening %u ..." , WEND_OPENING_NAME(flow, i)`.
#define WEND_OPENING            "opening %u (counted from 0, a %s)"
#define WEND_OPENING_NAME(f, i) (unsigned)(i), (f)->is_sink.data[i] ? "sink" : "source"

/// Calls visit for the walls whose boxes are within margin of the box of s.
void wend_openings_visit(const wend_index *index, wend_segment s, double margin,
                         wend_visit_fn *visit, void *context);

/// Snaps all vertices onto walls and into corners, and threads the openings along the walls:
/// opening i is flow->opening_points from the end of i - 1 to opening_ends[i].
wend_result wend_openings_snap(wend_openings *openings, const wend_flow_def *def,
                               wend_error *error);

/// Builds flow->mesh, from the floor with its walls split at the spots and with the openings as
/// segments; flow->kinds of all half-edges along openings; and body_points of all point obstacles,
/// with no body yet.
wend_result wend_openings_mesh(wend_openings *openings, wend_error *error);

void wend_openings_free(wend_openings *openings);

#endif
