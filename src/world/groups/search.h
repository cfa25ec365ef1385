// SPDX-License-Identifier: MIT
// A search for a group's way. (group_search.c)
#ifndef WEND_WORLD_GROUPS_SEARCH_H
#define WEND_WORLD_GROUPS_SEARCH_H

#include "world/world.h"

typedef struct wend_group_search {
    wend_world *world;
    uint32_t group;
    bool around; ///< it has a way, and only asks for one around others
    wend_floor *floor;
    wend_group_roadmap *roadmap;
    wend_array(wend_group_shape) obstacles; ///< other groups
    // What it has found.
    wend_group_plan *plan;
    double along; ///< where on it the group is
    wend_group_status status;
} wend_group_search;

/// Whose shapes are obstacles for a search.
typedef enum wend_group_whose {
    WEND_GROUPS_STANDING,
    WEND_GROUPS_ALL,
} wend_group_whose;

/// Makes a search of which world, group and around are set ready.
wend_result wend_group_search_begin(wend_group_search *search, wend_group_whose of,
                                    wend_error *error);
void wend_group_search_end(wend_group_search *search);

/// Looks for a way from where the group is. As wend_group_roadmap_find.
wend_result wend_group_search_from_here(wend_group_search *search, const wend_group_pose *to,
                                        wend_error *error);

/// The same from a place, if that is free of walls and all other groups: then *shape is there,
/// whatever is found.
wend_result wend_group_search_from(wend_group_search *search, const wend_group_pose *from,
                                   const wend_group_pose *to, wend_group_shape *shape,
                                   wend_error *error);

#endif
