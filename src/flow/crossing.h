// SPDX-License-Identifier: MIT
// Internals of crossing lanes: at which differences of their arc lengths two agents are too near
// (crossing_gaps.c), phases that avoid them (crossing_phases.c), and the timetable (crossing.c).
#ifndef WEND_FLOW_CROSSING_H
#define WEND_FLOW_CROSSING_H

#include "flow/lanes.h"
#include "wend/crossing.h"

/// An open interval of differences. [Units: m]
typedef struct wend_span {
    double low, high;
} wend_span;

typedef wend_array(wend_span) wend_spans;

/// Adds the differences p - q of arc lengths at which a point of one lane is nearer than `apart` to
/// a point of the other; sorted, without overlaps. False: out of memory.
bool wend_crossing_spans(const wend_curve_piece *p, uint32_t p_count, const wend_curve_piece *q,
                         uint32_t q_count, double apart, const wend_allocator *allocator,
                         wend_spans *spans);

/// A conflict of two lanes: differences of arc lengths, lane a's minus lane b's, that are excluded.
typedef struct wend_conflict {
    uint32_t a, b;
    uint32_t first, count; ///< in the spans
} wend_conflict;

/// Lanes and their conflicts.
typedef struct wend_conflicts {
    uint32_t lanes;
    wend_array(wend_conflict) list;
    wend_spans spans;
} wend_conflicts;

/// Scratch memory of a search; see crossing_phases.c.
typedef struct wend_phase_search {
    const wend_conflicts *conflicts;
    const uint32_t *order; ///< [count] lanes of one network, each but the first with a conflict
                           ///< with one before it
    uint32_t count;
    double period;
    uint32_t budget; ///< partial timetables left
    double *phases;  ///< [lanes] by lane
} wend_phase_search;

/// Searches phases of a network for a period. False: none was found within the budget.
bool wend_crossing_search(wend_phase_search *search);

/// True if no two lanes of the network come too near with these phases.
bool wend_crossing_holds(const wend_phase_search *search);

#endif
