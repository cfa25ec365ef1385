// SPDX-License-Identifier: MIT
// Defects found in a floor: one finding per pair of shapes, the most severe, and its message.
#ifndef WEND_GEOMETRY_FLOOR_REPORT_H
#define WEND_GEOMETRY_FLOOR_REPORT_H

#include "geometry/floor.h"

typedef struct wend_finding {
    wend_defect_kind kind;
    int detail;            ///< for NOT_SIMPLE: a wend_fault_kind
    uint32_t ring, other;  ///< the ring at fault, and the conflicting ring or itself
    uint32_t vertex;       ///< a point of `ring`, in the floor's numbering
    uint32_t other_vertex; ///< if nested is set: a point of `other`
    unsigned nested; ///< bits: 1 the first shape is inside the other, 2 the other is inside the
                     ///< first
    wend_vec2 position;
} wend_finding;

typedef struct wend_report {
    const wend_floor *floor;
    wend_array(wend_finding) findings;
    uint32_t *slots; ///< a hash table of findings by their pair of shapes
    uint32_t slot_count;
    bool full; ///< WEND_MAX_DEFECTS reached: further findings are dropped
    bool no_memory;
} wend_report;

/// Adds a finding, unless its pair of shapes has a more severe one, or an equally severe one
/// further down and left: the result does not depend on the order of findings.
void wend_report_add(wend_report *report, wend_finding finding);

/// True if contacts have shown a shape to be inside another; of two equal shapes, the second is.
bool wend_report_shows_inside(const wend_report *report, uint32_t inner, uint32_t outer);

/// Evaluates all contacts: two shapes each of which is inside the other somewhere cross; if only
/// one is inside, that one is at fault.
void wend_report_settle(wend_report *report);

/// Writes the defects in order of shape and vertex, as wend_floor_validate does.
wend_result wend_report_write(wend_report *report, wend_defect *defects, uint32_t capacity,
                              uint32_t *count, wend_error *error);

void wend_report_free(wend_report *report);

/// True if the first of two rings is to be named first in a finding: the later of two shapes, but
/// never the bounds.
static inline bool wend_is_later(const wend_floor *floor, uint32_t ring, uint32_t other)
{
    if (floor->rings[ring].shape == WEND_BOUNDS || floor->rings[other].shape == WEND_BOUNDS)
        return floor->rings[other].shape == WEND_BOUNDS;
    return ring > other;
}

/// The first ring of a shape.
uint32_t wend_first_ring(const wend_floor *floor, uint32_t shape);

#endif
