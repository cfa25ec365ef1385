// SPDX-License-Identifier: MIT
// Flows of a scene that cross: each source leads to the sink at the same place of the list.
#ifndef WEND_SCENE_BUILD_CROSSING_H
#define WEND_SCENE_BUILD_CROSSING_H

#include "scene/scene.h"
#include "wend/crossing.h"

/// Number of pairs of a flow with pairs.
uint32_t scene_pair_count(const scene *s);

/// Creates the flow of one pair alone. Results are those of scene_make_flow.
wend_result scene_make_pair(const scene *s, uint32_t pair, wend_flow **flow, wend_error *error);

/// Creates the lanes of all pairs with a timetable. WEND_BAD_ARGUMENT if there is no lane for a
/// pair, or no timetable; other results are those of scene_make_lanes. *crossing [opt]
wend_result scene_make_crossing(const scene *s, wend_lanes **lanes, wend_crossing *crossing,
                                wend_error *error);

#endif
