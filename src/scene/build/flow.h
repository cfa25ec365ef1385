// SPDX-License-Identifier: MIT
// The flow of a scene: from what the file says to the library's.
#ifndef WEND_SCENE_BUILD_FLOW_H
#define WEND_SCENE_BUILD_FLOW_H

#include "scene/scene.h"

/// Gives the scene a flow with these openings, which are copied, sources first; the rest of it as a
/// file has it that says no more. False: out of memory.
bool scene_set_flow(scene *s, const wend_opening *openings, uint32_t count);

/// The radius of the lanes: the flow's, or the largest of the agents whose planner is "lanes"; of
/// all agents, if none has that planner.
double scene_flow_radius(const scene *s);

/// True if the agents of an entry follow lanes if nobody says otherwise.
bool scene_agents_follow_lanes(const scene *s, const scene_agents *agents);

/// The flow of a scene that has one. Results are those of wend_flow_create, and
/// WEND_INVALID_GEOMETRY if the floor has defects.
wend_result scene_make_flow(const scene *s, wend_flow **flow, wend_error *error);

/// Its lanes, shortened if the scene says so. WEND_BAD_ARGUMENT if none fits; other results are
/// those of wend_lanes_create and wend_lanes_shorten.
wend_result scene_make_lanes(const scene *s, wend_flow *flow, wend_lanes **lanes,
                             wend_error *error);

#endif
