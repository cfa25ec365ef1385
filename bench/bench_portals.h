// SPDX-License-Identifier: MIT
// `bench portals`: one run of a scene and its measurements.
#ifndef WEND_BENCH_BENCH_PORTALS_H
#define WEND_BENCH_BENCH_PORTALS_H

#include "measure/swept_area.h"
#include "scene/scene.h"
#include "wend/world.h"

/// Approximate maximum length of a substep. [Units: s]
#define PORTALS_SUBSTEP 0.025

/// Settings of a run.
typedef struct portals_setup {
    const scene *s;
    bool points;      ///< way points instead of portals
    double step;      ///< [Units: s]
    const char *bias; ///< [opt] overrides the scene's
    swept *used;      ///< [opt] accumulates the area used
    /// [opt] distance of a point from the centre line of the corridor, positive towards the outside
    /// of a curve; NAN outside curves
    double (*offset)(wend_vec2 place);
} portals_setup;

/// Cost per agent-step, as counted in Table 1 of Curtis et al. 2012. [Units: us]
typedef struct portals_cost {
    double planner; ///< steering target and preferred velocity, without path searches
    double index;   ///< sorting, once per step; not counted
    double neighbours, planes, programs, move;
    double integrate;
    double all; ///< sum without the index
} portals_cost;

typedef struct portals_run {
    uint32_t agents;    ///< number at the start
    uint32_t remaining; ///< not arrived at the end of the scene's time
    double last;        ///< last arrival; NAN: not all arrived [Units: s]
    double collisions;  ///< agent-seconds in a collision (see overlaps.h) per agent-second
    double drift;       ///< mean offset; NAN: none [Units: m]
    portals_cost cost;
} portals_run;

uint32_t portals_substeps(double step);

/// Runs a scene to its end. False on failure, with a message on standard error unless out of
/// memory.
bool portals_measure(const portals_setup *setup, portals_run *run);

#endif
