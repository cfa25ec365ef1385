// SPDX-License-Identifier: MIT
// The weighted barriers of Farias 2020, §5.5 (full citation in wend/map.h), as printed, to
// reproduce its figures. Maps for planning use tolls (wend/map_tolls.h).
#ifndef WEND_MAP_FARIAS_BARRIERS_H
#define WEND_MAP_FARIAS_BARRIERS_H

#include "wend/map.h"

typedef struct wend_farias_barrier {
    wend_segment line;
    double weight; ///< [Limit: >= 1]
} wend_farias_barrier;

typedef struct wend_farias_map wend_farias_map;

/// Computes the distances of all corners of the mesh, and retains the mesh and the barriers: they
/// must outlive it. WEND_BAD_ARGUMENT: too many corners for this quadratic method.
wend_result wend_farias_map_create(const wend_mesh *mesh, const wend_map_source *sources,
                                   uint32_t source_count, const wend_farias_barrier *barriers,
                                   uint32_t barrier_count, wend_farias_map **barriers_map,
                                   wend_error *error);

/// NULL is allowed.
void wend_farias_map_destroy(wend_farias_map *barriers_map);

/// The roots, which have no parents.
const wend_map_root *wend_farias_map_roots(const wend_farias_map *barriers_map, uint32_t *count);

/// Computes distances [Limit: not NULL], roots and next points, like wend_map_paint; pixels must be
/// square.
wend_result wend_farias_map_paint(const wend_farias_map *barriers_map,
                                  const wend_map_raster *raster, wend_error *error);

#endif
