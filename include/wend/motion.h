// SPDX-License-Identifier: MIT
// Motion models: how an agent of a world chooses its velocity. Every model describes itself, as
// planners do (wend/planner.h).
#ifndef WEND_MOTION_H
#define WEND_MOTION_H

#include "wend/planner.h"

#ifdef __cplusplus
extern "C" {
#endif

/// To ORCA, an agent with another model is one that never gives way.
typedef enum wend_motion_kind {
    WEND_MOTION_ORCA,
    WEND_MOTION_STEER,        ///< the behaviours of wend/steer.h
    WEND_MOTION_SOCIAL_FORCE, ///< wend/social_force.h
    /// Straight to its steering target at its preferred speed, without avoidance. With the planner
    /// lanes its position on the lane is exact, arcs included, and it never comes nearer to the
    /// agent in front of it than the headway.
    WEND_MOTION_FOLLOW,
    /// Reynolds' rules (wend/boids.h), with its social group. With the planner group the shape
    /// keeps the agents together: only separation and goal count.
    WEND_MOTION_BOIDS,
    /// Pushed by the other members of its coherent group and by the border of the group's shape
    /// (wend/group_potential.h), which it never leaves; only with the planner group.
    WEND_MOTION_GROUP_POTENTIAL,
    WEND_MOTION_COUNT
} wend_motion_kind;

typedef struct wend_motion_info {
    wend_motion_kind kind;
    const char *name;     ///< "orca": in scenes, on the command line and in recordings
    const char *old_name; ///< former name, which is accepted, too; NULL: none
    const char *summary;  ///< noun phrase, no full stop
    uint32_t needs;       ///< wend_needs; one that needs a group needs a planner with one
    bool gives_way;       ///< as the half-planes of ORCA say
    bool takes_turns;     ///< agents that are stuck against each other alternate right of way
    bool reaches_target;  ///< a step ends at the steering target, if that is near enough
} wend_motion_info;

/// NULL: there is no such model.
WEND_API const wend_motion_info *wend_motion_info_of(wend_motion_kind kind);
/// The model of that name or former name; NULL: there is none, or the name is NULL.
WEND_API const wend_motion_info *wend_motion_info_named(const char *name);

#ifdef __cplusplus
}
#endif

#endif
