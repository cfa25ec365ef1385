// SPDX-License-Identifier: MIT
// Groups in a world: a shape that moves to its goal among others, and agents that stay in it
// (wend/group.h, group_plan.h and group_field.h have the parts).
//
// Agents with the guide group belong to one. With the motion field they never leave its shape, and
// the shape waits for them. With any other motion the shape is a soft bound: each heads for its
// place in it, and the shape waits while somebody is left behind.
#ifndef WEND_GROUPS_H
#define WEND_GROUPS_H

#include "wend/group_field.h"
#include "wend/id.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world wend_world;

typedef struct wend_world_group_def {
    wend_group_size size;
    /// Where its shape starts, and where it ends. A width of 0: as wide as fits there.
    wend_group_pose from, to;
    wend_group_sampler sampler;
    wend_group_local local;
    wend_group_metric metric;
    uint32_t most_samples;
    uint64_t seed;
    wend_group_field_def
        field;       ///< its max_speed and speed are brought down to the slowest member's
    uint32_t cookie; ///< set by wend_default_world_group_def
} wend_world_group_def;

/// Corridor, hinged, as the defaults of its parts.
WEND_API wend_world_group_def wend_default_world_group_def(void);

/// Adds a group and plans its way. Groups that were added before are in the way where they are now.
/// WEND_NOTHING: there is no way, or none was found; error says which: the group is there, and
/// stands.
WEND_API wend_result wend_world_add_group(wend_world *world, const wend_world_group_def *def,
                                          wend_id *id, wend_error *error);

/// What a group is about.
typedef struct wend_world_group_state {
    wend_group_shape shape; ///< now
    wend_group_status status;
    double along, length; ///< of its plan [Units: m]
    double waited;        ///< so far [Units: s]
    uint32_t members;
    bool arrived;
} wend_world_group_state;
WEND_API wend_result wend_world_group(const wend_world *world, wend_id id,
                                      wend_world_group_state *state, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
