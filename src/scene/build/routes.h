// SPDX-License-Identifier: MIT
// Goals and routes of a scene in a world. Each is added once, however many agents have it, so
// agents with the same list of goals are distributed over it together.
#ifndef WEND_SCENE_BUILD_ROUTES_H
#define WEND_SCENE_BUILD_ROUTES_H

#include "scene/build/world.h"

#include <jansson.h>

/// Zeroed is closed.
typedef struct scene_ways {
    const scene *s;
    wend_world *world;
    wend_goal_id *area_goals;  ///< [scene.area_count] null where no agent goes to the area
    wend_goal_id *place_goals; ///< [scene.goal_count] null where no agent goes to the goal
    json_t *areas;             ///< from the name of an area to its index
    json_t *places;            ///< from the name of a goal that is not an area to its index
    json_t *goals;             ///< from coordinates to packed id
    json_t *routes;            ///< from the properties of a route to its packed id
    wend_error *error;
} scene_ways;

/// False: out of memory.
bool scene_ways_open(scene_ways *ways, const scene *s, wend_goal_id *area_goals,
                     wend_goal_id *place_goals, wend_error *error);
void scene_ways_close(scene_ways *ways);

/// Corners of an area, for a spawner or a zone. WEND_BAD_ARGUMENT if there is no such area or it
/// has holes.
wend_result scene_ways_area(scene_ways *ways, const char *name, wend_goal *corners);

/// Sets the agent's goal or route.
wend_result scene_ways_of(scene_ways *ways, const scene_agents *agents, wend_agent_def *def);

#endif
