// SPDX-License-Identifier: MIT
// Groups in a world: a shape that moves to its goal among others, and agents that stay in it
// (wend/group.h, group_plan.h and group_field.h have the parts).
//
// Agents with the planner group belong to one (wend_agent_def.shape). With the motion field they
// never leave its shape, and the shape waits for them. With any other motion the shape is a soft
// bound: each keeps its place in it as it moves on, and it slows down and waits while somebody is
// left behind. It is as fast as the slowest likes to be. Who is elsewhere (was put there, or pushed
// by a door) walks to the shape by the mesh, and the shape waits, unless it gets no nearer for
// long.
//
// Shapes of other groups are moving obstacles: a shape does not go on where it would meet one.
// Where ways of two cross the one with more way left lets the other pass, unless it stands in its
// way already. Who was held up for some seconds looks for a way around the others where they are
// then; of two that hold each other up for long one gets out of the way. Who is held up because its
// goal is taken by a group that stays there has arrived, too. When obstacles change and a way is no
// longer free, the group looks for another.
#ifndef WEND_WORLD_GROUPS_H
#define WEND_WORLD_GROUPS_H

#include "wend/agent.h"
#include "wend/group_potential.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world_group_def {
    wend_group_size size;
    /// Where its shape starts, and where it ends. A width of 0: as wide as fits there.
    wend_group_pose from, to;
    wend_group_sampler sampler;
    wend_group_local local_planner;
    wend_group_metric metric;
    uint32_t neighbours;  ///< as in wend_group_roadmap_def
    uint32_t max_samples; ///< as in wend_group_query
    uint64_t seed;
    /// For members whose motion is field. Its max_speed and speed are brought down to those of the
    /// slowest member.
    wend_group_potential_def potential;
    /// What becomes of members when the shape is at its end: they leave, each as soon as it is in
    /// it, or stay. [Limit: WEND_ON_ARRIVAL_LEAVE or WEND_ON_ARRIVAL_STAY]
    wend_on_arrival on_arrival;
    uint32_t cookie; ///< set by wend_default_world_group_def
} wend_world_group_def;

/// Corridor, hinged, as the defaults of its parts; only members' speeds count; leave.
WEND_API wend_world_group_def wend_default_world_group_def(void);

/// Adds a group and plans its way, around groups that stand. WEND_NOT_FOUND: there is no way, or
/// none was found; error says which. Then the group is there, too, and stands until obstacles have
/// changed. WEND_BAD_ARGUMENT: its start or its goal is not free of walls, or its start meets
/// another group; then it is not there.
WEND_API wend_result wend_world_add_group(wend_world *world, const wend_world_group_def *def,
                                          wend_group_id *id, wend_error *error);

/// Gives a group another goal; its members set out again, those who have arrived and stayed, too.
/// WEND_NOT_FOUND and WEND_BAD_ARGUMENT as above; with the latter nothing has changed.
WEND_API wend_result wend_world_send_group(wend_world *world, wend_group_id id,
                                           const wend_group_pose *to, wend_error *error);

/// Adds agents to a group, as their defs [count] say but for their places, which are spread evenly
/// over its shape as it is now; their planner, which is group; their shape, which is this one's;
/// and, where it is 0, their `group`, which is this one's number, counted from 1. ids [count]
/// [opt]. WEND_NOT_FOUND: they don't fit; then, and when it fails, nobody was added. A group that
/// has members is not filled again.
WEND_API wend_result wend_world_fill_group(wend_world *world, wend_group_id id,
                                           const wend_agent_def *agents, uint32_t count,
                                           wend_agent_id *ids, wend_error *error);

/// Number of groups; none is ever removed.
WEND_API uint32_t wend_world_group_count(const wend_world *world);
/// The id of group `index`, in the order of their addition; null: there is none.
WEND_API wend_group_id wend_world_group_at(const wend_world *world, uint32_t index);

/// What a group is about.
typedef struct wend_world_group_state {
    wend_group_shape shape; ///< now
    wend_group_status status;
    double along, length; ///< of its plan [Units: m]
    double waited;        ///< so far, for members or other groups [Units: s]
    uint32_t members;     ///< that are there
    uint32_t plans;       ///< ways that were looked for, so far
    bool held;            ///< another group's shape was in its way in the last step
    bool arrived;         ///< the shape is at its end, or as near as it gets
} wend_world_group_state;
WEND_API wend_result wend_world_group(const wend_world *world, wend_group_id id,
                                      wend_world_group_state *state, wend_error *error);

/// Its plan, for drawing: valid until the next step or call that changes it. NULL: it has none.
WEND_API const wend_group_plan *wend_world_group_plan(const wend_world *world, wend_group_id id);

#ifdef __cplusplus
}
#endif

#endif
