// SPDX-License-Identifier: MIT
// The polygon that contains a point, also for invalid polygons.
#ifndef WEND_POLYGON_GROUND_H
#define WEND_POLYGON_GROUND_H

#include "polygon/polygons.h"
#include "wend/index.h"

/// Winding number of a ring around p. Exact for points that are not on it.
int ring_winding(const wend_vec2 *ring, uint32_t count, wend_vec2 p);

/// True if the winding number around p is nonzero for the outside of the polygon and zero for its
/// holes.
bool shape_covers(wend_shape shape, wend_vec2 p);

/// Shapes in an index. Keeps the pointer.
typedef struct ground {
    const wend_shape *shapes;
    wend_shape *own; ///< allocated by ground_of_polygons
    uint32_t count;
    wend_index *index;
} ground;

/// False: out of memory. Must be closed in any case.
bool ground_open(ground *g, const wend_shape *shapes, uint32_t count);
bool ground_of_polygons(ground *g, const polygons *shapes);
void ground_close(ground *g);

#define GROUND_NONE UINT32_MAX

/// The first polygon that covers p, or GROUND_NONE; *several [opt]: others cover it too.
uint32_t ground_at(const ground *g, wend_vec2 p, bool *several);

#endif
