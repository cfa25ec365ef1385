// SPDX-License-Identifier: MIT
// The weighted barriers of Farias 2020, section 5.5, as they are printed there; for pictures that
// are held against the document's. Maps that lead anybody have tolls (wend/map_tolls.h).
#ifndef WEND_MAP_PRINTED_H
#define WEND_MAP_PRINTED_H

#include "wend/map.h"

typedef struct wend_printed_barrier {
    wend_segment line;
    double weight; ///< [Limit: >= 1]
} wend_printed_barrier;

typedef struct wend_printed wend_printed;

/// Finds the distances of all corners of the mesh, and keeps the mesh and the barriers: they must
/// outlive it. WEND_BAD_ARGUMENT: more corners than this slow way can take.
wend_result wend_printed_create(const wend_mesh *mesh, const wend_map_source *sources,
                                uint32_t source_count, const wend_printed_barrier *barriers,
                                uint32_t barrier_count, wend_printed **printed, wend_error *error);

/// NULL is allowed.
void wend_printed_destroy(wend_printed *printed);

/// The roots, which have no parents.
const wend_map_root *wend_printed_roots(const wend_printed *printed, uint32_t *count);

/// Paints distances [Limit: not NULL], roots and next points, as wend_map_paint does; pixels must
/// be square.
wend_result wend_printed_paint(const wend_printed *printed, const wend_map_raster *raster,
                               wend_error *error);

#endif
