// SPDX-License-Identifier: MIT
// Conversion of a scene's flow to the library's.
#ifndef WEND_SCENE_BUILD_FLOW_H
#define WEND_SCENE_BUILD_FLOW_H

#include "scene/scene.h"

/// Sets the openings of the scene's flow, sources first; they are copied. All other fields get the
/// defaults of a scene file. False: out of memory.
bool scene_set_flow(scene *s, const wend_opening *openings, uint32_t count);

/// Radius of the lanes: the flow's, or the largest of the agents whose planner is "lanes", or of
/// all agents if none has that planner.
double scene_flow_radius(const scene *s);

/// True if the agents of an entry follow lanes unless an option overrides their planner.
bool scene_agents_follow_lanes(const scene *s, const scene_agents *agents);

/// Creates the flow of a scene that has one. Results are those of wend_flow_create, and
/// WEND_INVALID_GEOMETRY if the floor has defects.
wend_result scene_make_flow(const scene *s, wend_flow **flow, wend_error *error);

/// Creates its lanes, shortened if the scene requests it. WEND_BAD_ARGUMENT if none fits; other
/// results are those of wend_lanes_create and wend_lanes_shorten.
wend_result scene_make_lanes(const scene *s, wend_flow *flow, wend_lanes **lanes,
                             wend_error *error);

#endif
