// SPDX-License-Identifier: MIT
// Search of a plan for a group. (search.c)
#ifndef WEND_WORLD_GROUPS_SEARCH_H
#define WEND_WORLD_GROUPS_SEARCH_H

#include "world/world.h"

/// Where a group is: its shape, and the plan with that shape at `along`.
typedef struct wend_group_stance {
    wend_group_shape shape;
    const wend_group_plan *plan; ///< [opt]
    double along;
} wend_group_stance;

typedef struct wend_group_search {
    wend_world *world;
    uint32_t group;
    const wend_group_stance *stances; ///< [opt] by group; NULL: where the groups are now
    uint32_t variant;                 ///< another random seed for each
    uint32_t max_samples;             ///< limit of samples below that of the group; 0: none
    bool strict; ///< WEND_NOT_FOUND if the outlines of other shapes meet, or meet walls
    wend_floor *floor;
    wend_group_roadmap *roadmap;
    wend_array(wend_group_shape) obstacles; ///< shapes of other groups
    /// More shapes that act as walls. They are outlined on the floor, on which the path is laid,
    /// and may not overlap; to be set before the search begins.
    wend_array(wend_group_shape) walls;
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

/// Sample limit of searches in a step.
enum { WEND_GROUP_STEP_SAMPLES = 1000 };

/// Sample limit of each search for a way to a place aside.
enum { WEND_GROUP_ASIDE_SAMPLES = 16 };

/// Begins a search; the members up to `strict`, and `walls`, must be set, the rest zero.
wend_result wend_group_search_begin(wend_group_search *search, wend_group_whose of,
                                    wend_error *error);
void wend_group_search_end(wend_group_search *search);

/// Where a group is for a search.
wend_group_stance wend_group_search_stance(const wend_group_search *search, uint32_t group);

/// Adds the current shapes of groups that move, or `only` of one [opt], to the obstacles, without
/// outlines on the floor. False: out of memory.
bool wend_group_search_avoid_moving(wend_group_search *search, const uint32_t *only);

/// Adopts the plan that was found. (routes.c)
void wend_group_search_adopt(wend_group_search *search);

/// Searches a plan from the group's current shape. Results as wend_group_roadmap_find.
wend_result wend_group_search_from_here(wend_group_search *search, const wend_group_pose *to,
                                        wend_error *error);

/// The same from a pose that must be free of walls and all other groups. If it is, *shape is the
/// shape there, whether or not a plan is found.
wend_result wend_group_search_from(wend_group_search *search, const wend_group_pose *from,
                                   const wend_group_pose *to, wend_group_shape *shape,
                                   wend_error *error);

#endif
