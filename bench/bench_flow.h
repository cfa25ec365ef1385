// SPDX-License-Identifier: MIT
// Shared by the files of `bench flow`: throughput of a scene with lanes or shortest paths.
#ifndef WEND_BENCH_BENCH_FLOW_H
#define WEND_BENCH_BENCH_FLOW_H

#include "scene/scene.h"

/// Result of one method. Lengths are those of all paths or lanes, used or not. [Units: m]
typedef struct flow_way {
    double least, most, mean;
    uint32_t through;      ///< arrivals in FLOW_SECONDS
    double capacity_share; ///< lanes: arrivals divided by capacity; NAN: no lanes
    uint64_t collisions;   ///< lanes: pairs and steps with an overlap
    uint64_t arrived;      ///< in the whole run
} flow_way;

/// As in Farias 2020. [Units: s]
#define FLOW_SECONDS 60.0
/// Duration of runs on lanes, for the steady state. [Units: s]
#define FLOW_LONG 240.0
/// Duration of the collision test. [Units: s]
#define FLOW_HOUR 3600.0

/// All agents take the shortest path: planner map, motion model orca. Lengths are those of a
/// point's paths from positions along the sources, one lane width apart. False, with a message on
/// standard error, on failure.
bool flow_by_shortest(const scene *s, flow_way *way);

/// All agents follow the scene's lanes, shortened or not. The same.
bool flow_by_lanes(scene *s, bool shorten, double seconds, flow_way *way);

#endif
