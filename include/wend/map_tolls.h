// SPDX-License-Identifier: MIT
// Barriers in a path map: lines that cost something to cross (Farias 2020, section 5.5). The
// document weights what lies behind a barrier, but that is not the cost of a path, since it depends
// on where a straight leg is cut. Here crossing costs a toll: legs stay straight, and the map stays
// exact.
//
// The lines are edges of the mesh (wend_mesh_def.lines).
#ifndef WEND_MAP_TOLLS_H
#define WEND_MAP_TOLLS_H

#include "wend/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What it costs to cross a line of the mesh, seen from whoever walks to a source of the map.
typedef struct wend_map_toll {
    double to_left;  ///< for a walker who crosses to the left of the line from a to b [Units: m]
    double to_right; ///< [Limit: 0..WEND_MAP_MAX_OFFSET]
} wend_map_toll;

/// As wend_map_build, with a toll for each line of the mesh; toll_count is the number of its lines.
/// A distance is the length of the path and the tolls of all lines that it crosses; along a line,
/// or around its end, it costs nothing. So distances jump at lines, and exactly on one the better
/// side is told. A root that is seen through lines is there once more for each sum of tolls, with
/// that in its distance. wend_map_update builds such a map anew, with the same tolls.
WEND_API wend_result wend_map_build_tolled(wend_map *map, const wend_mesh *mesh,
                                           const wend_map_source *sources, uint32_t source_count,
                                           const wend_map_toll *tolls, uint32_t toll_count,
                                           wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
