// SPDX-License-Identifier: MIT
// One cell of the diagram, computed independently: the envelope of the elements around its own.
#ifndef WEND_VORONOI_CELL_H
#define WEND_VORONOI_CELL_H

#include "voronoi/convex.h"
#include "voronoi/diagram.h"
#include "voronoi/envelope.h"

/// Resolution of the sharpness of a vertex: the squared sine of the angle at which a cell's two
/// arcs meet there, as an integer.
#define WEND_SHARPNESS 65535.0

/// Memory for cells, one per worker. The arcs of the last cell are in `arcs`: position, radius,
/// other element and sharpness; the other members are for stitching.
typedef struct wend_cell_work {
    wend_envelope envelopes[2]; ///< of each frame
    wend_frame frames[2];
    uint32_t frame_count;
    double reach; ///< maximum radius at a break of the envelopes: nothing further away than twice
                  ///< this can change them
    uint32_t changes;       ///< number of changes of the envelopes
    wend_voronoi_arc *arcs; ///< [2 * capacity]
    uint32_t arc_count;
    uint32_t capacity; ///< parts of each envelope
    wend_convex lone;  ///< of a lone point among others
    uint32_t *seen;    ///< [elements] the turn of its last visit
    uint32_t turn;
    uint32_t seen_capacity;
    uint64_t paired; ///< arcs for which this worker found twins (stitch.c)
    bool starved;    ///< the last cell needs more capacity
} wend_cell_work;

/// Reserves memory for that many parts, and for cells of that many elements. False: out of memory.
bool wend_cell_work_reserve(wend_cell_work *work, uint32_t capacity, uint32_t elements,
                            const wend_allocator *allocator);
void wend_cell_work_free(wend_cell_work *work, const wend_allocator *allocator);

/// Arcs of a cell before an edit.
typedef struct wend_old_arcs {
    const wend_voronoi_arc *arcs;
    uint32_t count; ///< 0: unknown
} wend_old_arcs;

/// Computes the cell of an element. Its previous neighbours are visited first: most of them still
/// are neighbours, and then little else matters. Does not allocate; sets starved if the capacity is
/// insufficient.
void wend_cell_compute(wend_cell_work *work, const wend_boundary *boundary, uint32_t element,
                       wend_old_arcs old, double max_radius, double tie);

/// The cell of a lone point among lone points, before ties are removed. False: something else is
/// near, or nothing is. (lone_cell.c)
bool wend_lone_cell_compute(wend_cell_work *work, const wend_boundary *boundary, uint32_t element,
                            double max_radius);

#endif
