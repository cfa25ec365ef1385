// SPDX-License-Identifier: MIT
// `bench portals`: one run through a scene, and what is measured on the way.
#ifndef WEND_BENCH_BENCH_PORTALS_H
#define WEND_BENCH_BENCH_PORTALS_H

#include "io/scene.h"
#include "io/swept.h"
#include "wend/world.h"

/// Sub-steps are chosen so that each is at most about so long. [Units: s]
#define PORTALS_SUBSTEP 0.025

/// How to run.
typedef struct portals_setup {
    const scene *s;
    bool points;      ///< way points
    double step;      ///< [Units: s]
    const char *bias; ///< [opt] other than the scene's
    swept *used;      ///< [opt] takes in what the agents use
    /// [opt] how far a place is from the middle of the corridor, positive to the outside of a
    /// curve; NAN where there is no curve
    double (*offset)(wend_vec2 place);
} portals_setup;

/// What the agents' velocities and places cost, for each agent and step: what Table 1 of the
/// document counts. [Units: us]
typedef struct portals_cost {
    double guide; ///< the aim and the wish, without searches for paths
    double index; ///< the crowd is sorted once a step; not counted
    double neighbours, planes, programs, move;
    double integrate;
    double all; ///< together, without the index
} portals_cost;

typedef struct portals_run {
    uint32_t agents;   ///< that started
    uint32_t left;     ///< that have not arrived when the scene's seconds are over
    double last;       ///< when the last one arrived; NAN: not all have [Units: s]
    double collisions; ///< agent-seconds in a collision (see overlaps.h) for each agent-second
    double drift;      ///< the mean offset; NAN: there is none [Units: m]
    portals_cost cost;
} portals_run;

uint32_t portals_substeps(double step);

/// Runs a scene to its end. False, with a message on standard error unless it is for want of
/// memory, if that fails.
bool portals_measure(const portals_setup *setup, portals_run *run);

#endif
