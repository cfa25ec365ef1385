// SPDX-License-Identifier: MIT
// Motion models: the local motion of the agents of a world, from a range of preferred velocities to
// a velocity (collision avoidance). Models can be enumerated like planners (wend/planner.h).
#ifndef WEND_MOTION_H
#define WEND_MOTION_H

#include "wend/planner.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Models can be mixed. To agents with ORCA, an agent with another model is one that never yields.
typedef enum wend_motion_kind {
    WEND_MOTION_ORCA,         ///< optimal reciprocal collision avoidance (wend/orca.h)
    WEND_MOTION_STEER,        ///< steering by free space (wend/steer.h)
    WEND_MOTION_SOCIAL_FORCE, ///< social force model (wend/social_force.h)
    /// Straight to the steering target at the preferred speed, without avoidance. With planner
    /// "lanes" the position on the lane is exact, arcs included, and the distance to the agent in
    /// front never falls below the headway.
    WEND_MOTION_FOLLOW,
    /// Boids (wend/boids.h) with its social group. With planner "group" the shape keeps the agents
    /// together, and only separation and goal are used.
    WEND_MOTION_BOIDS,
    /// Group potential field (wend/group_potential.h): forces between the members of its coherent
    /// group and from the border of the group's shape, which it never leaves. Requires planner
    /// "group". A member outside the shape uses ORCA.
    WEND_MOTION_GROUP_POTENTIAL,
    /// People as measured: headway, keeping right, stepping aside (wend/pedestrian.h).
    WEND_MOTION_PEDESTRIAN,
    WEND_MOTION_COUNT
} wend_motion_kind;

typedef struct wend_motion_info {
    wend_motion_kind kind;
    const char *name;     ///< name in scenes, on the command line and in recordings: "orca"
    const char *old_name; ///< former name, still accepted; NULL: none
    const char *summary;  ///< noun phrase without a full stop
    uint32_t needs;       ///< flags of wend_needs; WEND_NEEDS_GROUP: only with such a planner
    bool gives_way;       ///< yields to other agents by its avoidance share, as in ORCA
    bool keeps_headway;  ///< keeps distances to those ahead; members of a coherent group, which its
                         ///< shape holds together, use ORCA instead
    bool keeps_walls;    ///< its moves lead around static walls, not only to free positions
    bool takes_turns;    ///< agents that are stuck against each other alternate right of way
    bool is_patient;     ///< takes turns only when stuck for long
    bool passes_gates;   ///< agents obey the right of way in narrow passages
    bool reaches_target; ///< a step ends exactly at the steering target if it is near enough
} wend_motion_info;

/// Description of a motion model; NULL: no such model.
WEND_API const wend_motion_info *wend_motion_info_of(wend_motion_kind kind);
/// Description of the model with this name or former name; NULL: no such model, or name is NULL.
WEND_API const wend_motion_info *wend_motion_info_named(const char *name);

#ifdef __cplusplus
}
#endif

#endif
