// SPDX-License-Identifier: MIT
// A case of the hunt for locks: a small scene as plain data, which the generator makes, the
// shrinker takes apart and hunt_case_json writes as a scene. A case is a value: copies share
// nothing.
#ifndef WEND_TESTS_HUNT_CASE_H
#define WEND_TESTS_HUNT_CASE_H

#include "wend/agent.h"
#include "wend/motion.h"
#include "wend/planner.h"

#include <stdint.h>

enum {
    HUNT_MAX_WALLS = 160,
    HUNT_MAX_CREWS = 240,
    HUNT_WALL_POINTS = 4,
};

/// A wall: a segment (2 points), a polygon (3 or 4) or a post (1).
typedef struct hunt_wall {
    wend_vec2 points[HUNT_WALL_POINTS];
    uint32_t count;
} hunt_wall;

/// One agent, or the members of one coherent group.
typedef struct hunt_crew {
    uint32_t members; ///< 1 unless it is a group
    wend_vec2 at;     ///< of a single agent
    wend_box in;      ///< where a group starts
    wend_box goal;    ///< an area; a point if it has no width
    double radius, speed;
    uint32_t social; ///< number of the social group; 0: none
    wend_planner_kind planner;
    wend_motion_kind motion;
} hunt_crew;

/// Sources and sinks of lanes: two vertical lines from wall to wall; none if equal.
typedef struct hunt_flow {
    wend_segment source, sink;
    double radius; ///< of the agents
} hunt_flow;

typedef struct hunt_case {
    uint64_t seed;
    const char *family; ///< a string constant
    wend_box bounds;
    double step, seconds; ///< of a step, and the limit of the run
    hunt_wall walls[HUNT_MAX_WALLS];
    hunt_crew crews[HUNT_MAX_CREWS];
    uint32_t wall_count, crew_count;
    hunt_flow flow;
} hunt_case;

/// Number of agents, with the members of groups.
uint32_t hunt_case_agents(const hunt_case *c);

/// The case as a scene in JSON; the caller frees it.
char *hunt_case_json(const hunt_case *c);

#endif
