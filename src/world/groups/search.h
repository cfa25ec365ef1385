// SPDX-License-Identifier: MIT
// Search of a plan for a group. (search.c)
#ifndef WEND_WORLD_GROUPS_SEARCH_H
#define WEND_WORLD_GROUPS_SEARCH_H

#include "world/world.h"

typedef struct wend_group_search {
    wend_world *world;
    uint32_t group;
    bool around; ///< it has a plan, and looks for one around other groups
    wend_floor *floor;
    wend_group_roadmap *roadmap;
    wend_array(wend_group_shape) obstacles; ///< shapes of other groups
    // Result.
    wend_group_plan *plan;
    double along; ///< current position of the group on the plan [Units: m]
    wend_group_status status;
} wend_group_search;

/// Groups whose shapes are obstacles for a search.
typedef enum wend_group_whose {
    WEND_GROUPS_STANDING,
    WEND_GROUPS_ALL,
} wend_group_whose;

/// Begins a search; `world`, `group` and `around` must be set, the rest zero.
wend_result wend_group_search_begin(wend_group_search *search, wend_group_whose of,
                                    wend_error *error);
void wend_group_search_end(wend_group_search *search);

/// Searches a plan from the group's current shape. Results as wend_group_roadmap_find.
wend_result wend_group_search_from_here(wend_group_search *search, const wend_group_pose *to,
                                        wend_error *error);

/// The same from a pose that must be free of walls and all other groups. If it is, *shape is the
/// shape there, whether or not a plan is found.
wend_result wend_group_search_from(wend_group_search *search, const wend_group_pose *from,
                                   const wend_group_pose *to, wend_group_shape *shape,
                                   wend_error *error);

#endif
