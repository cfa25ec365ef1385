// SPDX-License-Identifier: MIT
// What the files of `bench flow` share: getting through a scene, by lanes or by shortest paths.
#ifndef WEND_BENCH_BENCH_FLOW_H
#define WEND_BENCH_BENCH_FLOW_H

#include "io/scene.h"

/// How one way of getting through went. Lengths are of the ways that are there, whether used or
/// not. [Units: m]
typedef struct flow_way {
    double least, most, mean;
    uint32_t through;      ///< who got there in FLOW_SECONDS
    double capacity_share; ///< of lanes: what they delivered of what they hold; NAN: no lanes
    uint64_t collisions;   ///< of lanes: pairs and steps in which two overlap
    uint64_t arrived;      ///< in the whole run
} flow_way;

/// As in the document. [Units: s]
#define FLOW_SECONDS 60.0
/// Runs on lanes are so long, to see what they deliver in the long run. [Units: s]
#define FLOW_LONG 240.0
/// "Zero collisions in an hour." [Units: s]
#define FLOW_HOUR 3600.0

/// Everybody takes the shortest path, by the guide map, and avoids others by orca. Lengths are
/// those of a point's paths from places along the sources, a lane's width apart. False, with a
/// message on standard error, if it can't be run.
bool flow_by_shortest(const scene *s, flow_way *way);

/// Everybody follows lanes, the scene's own, made shorter or not. The same.
bool flow_by_lanes(scene *s, bool shorten, double seconds, flow_way *way);

#endif
