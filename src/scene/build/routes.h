// SPDX-License-Identifier: MIT
// The goals and routes of a scene in a world: each is added once, however many agents have it. So
// those who share a list of goals are also shared out among them.
#ifndef WEND_SCENE_BUILD_ROUTES_H
#define WEND_SCENE_BUILD_ROUTES_H

#include "scene/build/world.h"

#include <jansson.h>

/// Zeroed is closed.
typedef struct scene_ways {
    const scene *s;
    wend_world *world;
    wend_goal_id *area_goals;  ///< [scene.area_count] of those that somebody goes to
    wend_goal_id *place_goals; ///< [scene.goal_count] the same
    json_t *areas;             ///< from name to index
    json_t *places;            ///< the same of goals that are no areas
    json_t *goals;             ///< from coordinates to packed id
    json_t *routes;            ///< from all about a route to packed id
    wend_error *error;
} scene_ways;

/// False: out of memory.
bool scene_ways_open(scene_ways *ways, const scene *s, wend_goal_id *area_goals,
                     wend_goal_id *place_goals, wend_error *error);
void scene_ways_close(scene_ways *ways);

/// The corners of an area, for a spawner or a zone. WEND_BAD_ARGUMENT if there is no such area or
/// it has holes.
wend_result scene_ways_area(scene_ways *ways, const char *name, wend_goal *corners);

/// Fills in the agent's goal or route.
wend_result scene_ways_of(scene_ways *ways, const scene_agents *agents, wend_agent_def *def);

#endif
