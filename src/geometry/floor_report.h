// SPDX-License-Identifier: MIT
// What was found to be unsound about a floor: one finding for each pair of shapes, the gravest, and
// the words for it.
#ifndef WEND_GEOMETRY_FLOOR_REPORT_H
#define WEND_GEOMETRY_FLOOR_REPORT_H

#include "geometry/floor.h"

typedef struct wend_finding {
    wend_flaw_kind kind;
    int detail;            ///< for NOT_SIMPLE: a wend_fault_kind
    uint32_t ring, other;  ///< the ring at fault, and the one that it clashes with or itself
    uint32_t vertex;       ///< a point of `ring`, as the floor counts them
    uint32_t other_vertex; ///< where nested is given: a point of `other`
    unsigned nested; ///< seen: 1 the first shape inside the other, 2 that one inside the first
    wend_vec2 place;
} wend_finding;

typedef struct wend_report {
    const wend_floor *floor;
    wend_array(wend_finding) findings;
    uint32_t *slots; ///< a hash table of findings by their pair of shapes
    uint32_t slot_count;
    bool full; ///< WEND_MAX_FLAWS are found: the rest would be lost
    bool no_memory;
} wend_report;

/// Adds a finding, unless its pair of shapes has a graver one, or an equally grave one further
/// down and left: so what is kept does not depend on the order of findings.
void wend_report_add(wend_report *report, wend_finding finding);

/// True if contacts have shown a shape to be inside another; of two that are equal, the second is.
bool wend_report_shows_inside(const wend_report *report, uint32_t inner, uint32_t outer);

/// Draws the conclusions when all contacts are known: of two shapes of which each is inside the
/// other somewhere, none is, and they cross; if only one is inside, that one is at fault.
void wend_report_settle(wend_report *report);

/// Writes the flaws in order of shape and vertex, as wend_floor_flaws does.
wend_result wend_report_write(wend_report *report, wend_flaw *flaws, uint32_t capacity,
                              uint32_t *count, wend_error *error);

void wend_report_free(wend_report *report);

/// True if the first of two rings is the one to name first in a finding: the later of two shapes,
/// but never the bounds.
static inline bool wend_is_later(const wend_floor *floor, uint32_t ring, uint32_t other)
{
    if (floor->rings[ring].shape == WEND_BOUNDS || floor->rings[other].shape == WEND_BOUNDS)
        return floor->rings[other].shape == WEND_BOUNDS;
    return ring > other;
}

/// The first ring of a shape.
uint32_t wend_first_ring(const wend_floor *floor, uint32_t shape);

#endif
