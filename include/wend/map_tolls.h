// SPDX-License-Identifier: MIT
// Barriers in a path map: lines with a cost for crossing (Farias 2020, §5.5; full citation in
// wend/map.h). Farias scales the distance behind a barrier; that is not a path cost, because it
// depends on where a straight leg is cut. Here crossing costs a toll instead: legs stay straight,
// and the map stays exact.
//
// The lines are edges of the mesh (wend_mesh_def.lines).
#ifndef WEND_MAP_TOLLS_H
#define WEND_MAP_TOLLS_H

#include "wend/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Cost of crossing a line of the mesh on the way to a source of the map.
typedef struct wend_map_toll {
    double to_left;  ///< when crossing to the left of the line from a to b [Units: m]
    double to_right; ///< when crossing to the right [Units: m] [Limit: both 0..WEND_MAP_MAX_OFFSET]
} wend_map_toll;

/// Builds the map like wend_map_build, with a toll for each line of the mesh; toll_count is the
/// number of its lines. A distance is the length of the path plus the tolls of all lines it
/// crosses; walking along a line or around its end is free. Distances are discontinuous at lines,
/// and a query exactly on a line returns the smaller one. A root seen through lines is stored once
/// for each sum of tolls, with the sum included in its distance. wend_map_update rebuilds such a
/// map with the same tolls.
WEND_API wend_result wend_map_build_tolled(wend_map *map, const wend_mesh *mesh,
                                           const wend_map_source *sources, uint32_t source_count,
                                           const wend_map_toll *tolls, uint32_t toll_count,
                                           wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
