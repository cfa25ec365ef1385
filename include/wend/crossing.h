// SPDX-License-Identifier: MIT
// Lanes that cross: a periodic timetable with which agents on lanes of several flows never meet (R.
// Farias, "GPU Rasterization Methods for Path Planning and Multi-Agent Navigation", 2020, §6.2,
// names crossing flows as future work).
//
// All agents walk at one speed v. On a lane with a timetable, agent m is at the arc length
// v t - phase - m period at time t. Whether two agents on lanes that cross come too near depends
// only on the difference of their arc lengths; the differences at which they do are a few intervals
// for each two lanes. The phases are searched so that no difference is in one (periodic event
// scheduling; Serafini and Ukovich 1989).
#ifndef WEND_CROSSING_H
#define WEND_CROSSING_H

#include "wend/lanes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Maximum number of lanes that a timetable is searched for.
#define WEND_MAX_CROSSING 256

typedef struct wend_crossing_def {
    /// Largest headway of a timetable: the distance along a lane between agents. [Limit: > 0]
    /// [Units: m]
    double max_headway;
    uint32_t budget; ///< partial timetables tried for each headway [Limit: > 0]
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_crossing_def
} wend_crossing_def;

/// A largest headway of 20 m, a budget of 2,000.
WEND_API wend_crossing_def wend_default_crossing_def(void);

typedef struct wend_crossing {
    uint32_t conflicts; ///< pairs of lanes on which agents can come too near
    uint32_t networks;  ///< sets of lanes that are connected by conflicts; each has its own headway
    double headway;     ///< largest headway of these; 0: no lanes conflict [Units: m]
    double bound;       ///< no timetable has a smaller largest headway than this [Units: m]
} wend_crossing;

/// Joins sets of lanes for one radius into one, with a timetable: agents on lanes of different sets
/// are never nearer than two radii. Lanes keep their order; source and sink of a lane are the index
/// of its set. The lanes of one set must keep apart, as those of wend_lanes_create do.
/// WEND_NOT_FOUND: no timetable with at most that headway was found; *lanes is NULL, and the error
/// names two lanes that exclude it, if any do. *crossing [opt] is written in both cases.
WEND_API wend_result wend_lanes_cross(const wend_lanes *const *sets, uint32_t count,
                                      const wend_crossing_def *def, wend_lanes **lanes,
                                      wend_crossing *crossing, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
