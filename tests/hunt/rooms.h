// SPDX-License-Identifier: MIT
// The walls of random cases, by family, and the flows in them: from where to where agents go.
#ifndef WEND_TESTS_HUNT_ROOMS_H
#define WEND_TESTS_HUNT_ROOMS_H

#include "tests/hunt/case.h"

#include "wend/random.h"

#include <stdbool.h>

enum { HUNT_MAX_FLOWS = 8 };

/// No particular pair or family.
#define HUNT_ANY UINT32_MAX

/// A stream of agents from one box to another.
typedef struct hunt_stream {
    wend_box from, to;
    bool points; ///< each agent has a goal of its own, a point of `to`
    /// Number of the social group of its boids; 0: none. Agents of a social group have the same
    /// goal: cohesion keeps those together that want to part.
    uint32_t social;
} hunt_stream;

/// What a family draws: walls in the case, and streams.
typedef struct hunt_plan {
    hunt_case *c;
    wend_random *random;
    double radius; ///< of the largest agent [Units: m]
    bool one_way;  ///< only the first of two opposite streams
    hunt_stream streams[HUNT_MAX_FLOWS];
    uint32_t stream_count;
    uint32_t most; ///< agents that have room to wait at either end
} hunt_plan;

typedef struct hunt_family {
    const char *name;
    void (*draw)(hunt_plan *plan);
    bool straight; ///< some goals are in a straight line: planner "direct" is possible
    bool groups;   ///< has room for coherent groups
} hunt_family;

/// All families; hunt_family_count of them.
extern const hunt_family hunt_families[];
extern const uint32_t hunt_family_count;

#endif
