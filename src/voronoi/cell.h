// SPDX-License-Identifier: MIT
// One cell of the diagram, computed alone: the envelope of what is around its element.
#ifndef WEND_VORONOI_CELL_H
#define WEND_VORONOI_CELL_H

#include "voronoi/convex.h"
#include "voronoi/diagram.h"
#include "voronoi/envelope.h"

/// How finely the sharpness of a vertex is told: the square of the sine of the angle at which a
/// cell's two arcs meet there, as a whole number.
#define WEND_SHARPNESS 65535.0

/// Memory for cells, one for each worker. The arcs of the last cell are in `arcs`: their place,
/// radius, other element and sharpness; the rest is for stitching.
typedef struct wend_cell_work {
    wend_envelope envelopes[2]; ///< of each frame
    wend_frame frames[2];
    uint32_t frame_count;
    double reach; ///< the greatest radius at a break of the envelopes: nothing that is further than
                  ///< twice this can change them
    uint32_t changes;       ///< of the envelopes, counted
    wend_voronoi_arc *arcs; ///< [2 * capacity]
    uint32_t arc_count;
    uint32_t capacity; ///< parts of each envelope
    wend_convex lone;  ///< of a lone point among others
    uint32_t *seen;    ///< [elements] the turn in which it was last looked at
    uint32_t turn;
    uint32_t seen_room;
    uint64_t paired; ///< arcs for which this worker found twins (stitch.c)
    bool starved;    ///< the last cell needs more capacity
} wend_cell_work;

/// Room for that many parts, and for cells of that many elements. False: out of memory.
bool wend_cell_work_reserve(wend_cell_work *work, uint32_t capacity, uint32_t elements,
                            const wend_allocator *allocator);
void wend_cell_work_free(wend_cell_work *work, const wend_allocator *allocator);

/// Arcs that a cell had before an edit.
typedef struct wend_old_arcs {
    const wend_voronoi_arc *arcs;
    uint32_t count; ///< 0: none are known
} wend_old_arcs;

/// Computes the cell of an element. Whoever was beside it before is looked at first: most of them
/// still are, and then little else can matter. Takes no memory; sets starved if there was too
/// little.
void wend_cell_compute(wend_cell_work *work, const wend_boundary *boundary, uint32_t element,
                       wend_old_arcs old, double most, double tie);

/// The cell of a lone point among lone points, ties not yet dropped. False: something else is near,
/// or nothing is. (lone_cell.c)
bool wend_lone_cell_compute(wend_cell_work *work, const wend_boundary *boundary, uint32_t element,
                            double most);

#endif
