// SPDX-License-Identifier: MIT
// Coherent groups in a world: a shape that moves along a plan to its goal, and agents that stay
// inside it (wend/group_shape.h, wend/group_plan.h, wend/group_potential.h).
//
// Members have planner "group" and wend_agent_def.coherent_group. With motion model
// "group_potential" they never leave the shape, and the shape waits for them. With any other model
// the shape is a soft bound: each member keeps its position relative to the moving shape, and the
// shape slows down and waits while a member is left behind. The shape is as fast as its slowest
// member prefers. A member outside the shape (placed there by the host, or pushed by a door) walks
// to it by the mesh; the shape waits, unless the member makes no progress for a long time.
//
// Shapes of other groups are moving obstacles: a shape never advances into one. Groups that were
// added earlier have priority: where the paths of two groups cross, the later one yields, unless it
// is already in the way of the other. Two groups whose paths lead through each other are seen from
// afar: they pass each other on their right-hand sides, or one of them moves aside and waits; if
// there is no place for that, WEND_EVENT_NO_PLACE_TO_PASS says so. A group that has been blocked
// for some seconds searches for a path around the current positions of the others. A group whose
// goal is occupied by a group that stays there counts as arrived. When obstacles change and block
// its path, a group searches for another.
#ifndef WEND_WORLD_GROUPS_H
#define WEND_WORLD_GROUPS_H

#include "wend/agent.h"
#include "wend/group_potential.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Definition of a group.
typedef struct wend_world_group_def {
    wend_group_size size;
    /// Start and goal poses of its shape. Width 0: any width and angle (the roundest free shape is
    /// chosen).
    wend_group_pose from, to;
    wend_group_sampler sampler;
    wend_group_local local_planner;
    wend_group_metric metric;
    uint32_t neighbours;  ///< as in wend_group_roadmap_def
    uint32_t max_samples; ///< as in wend_group_query
    uint64_t seed;        ///< random seed of its roadmap
    /// For members with motion model "group_potential". Its max_speed and speed are reduced to
    /// those of the slowest member.
    wend_group_potential_def potential;
    /// Behaviour of the members when the shape has reached its goal: each is removed as soon as it
    /// is inside the shape, or all stay. [Limit: WEND_ON_ARRIVAL_LEAVE or WEND_ON_ARRIVAL_STAY]
    wend_on_arrival on_arrival;
    /// The waypoints that it visits instead of `to`, with their waiting times; its on_arrival and
    /// repeats replace those above. The middle of the shape moves to the centroid of an area, to a
    /// point, or to the middle of a segment; of several goals to the one with the shortest plan
    /// (WEND_CHOICE_NEAREST and _QUICKEST), or to the next in turn. Null: it moves to `to`.
    wend_route_id route;
    /// Time at which it appears with its members. It appears later if agents or other groups are
    /// in the way. In the past: it is there at once. [Units: s]
    double start;
    uint32_t cookie; ///< set by wend_default_world_group_def
} wend_world_group_def;

/// The defaults of wend_group_roadmap_def and wend_group_query; no speed limit except those of the
/// members; WEND_ON_ARRIVAL_LEAVE.
WEND_API wend_world_group_def wend_default_world_group_def(void);

/// Adds a group and plans its path around groups that stand; if its start is in the future, the
/// path is planned when it appears. *id [opt]. WEND_NOT_FOUND: there is
/// no path, or none was found (error states which); the group is added nevertheless and stands
/// until obstacles change. WEND_BAD_ARGUMENT, among others if its start or goal is not free of
/// walls or its start overlaps another group: the group is not added.
WEND_API wend_result wend_world_add_group(wend_world *world, const wend_world_group_def *def,
                                          wend_group_id *id, wend_error *error);

/// Gives a group a new goal, in place of its route if it has one; members that wait, or have
/// arrived and stayed, walk again. WEND_NOT_FOUND and
/// WEND_BAD_ARGUMENT as for wend_world_add_group; after WEND_BAD_ARGUMENT nothing has changed.
WEND_API wend_result wend_world_send_group(wend_world *world, wend_group_id id,
                                           const wend_group_pose *to, wend_error *error);

/// Adds all members of a group. agents [count] are their definitions, except for: position (spread
/// evenly over the current shape), planner ("group"), coherent_group (this group) and, where it is
/// 0, social_group (number of this group, from 1). Writes their ids to ids [count] [opt].
/// WEND_NOT_FOUND: they do not fit. After that and after a failure no agent has been added.
/// WEND_BAD_ARGUMENT for a group that already has members. The members of a group that has not
/// appeared yet are added when it does; their ids are null.
WEND_API wend_result wend_world_fill_group(wend_world *world, wend_group_id id,
                                           const wend_agent_def *agents, uint32_t count,
                                           wend_agent_id *ids, wend_error *error);

/// Number of groups added; groups are never removed.
WEND_API uint32_t wend_world_group_count(const wend_world *world);
/// Id of group `index`, in the order of addition; null: no such group.
WEND_API wend_group_id wend_world_group_at(const wend_world *world, uint32_t index);

/// State of a group.
typedef struct wend_world_group_state {
    wend_group_shape shape;   ///< current shape
    wend_group_status status; ///< outcome of its last search for a path
    double along, length; ///< distance travelled along its plan, and length of the plan [Units: m]
    double waited;        ///< total time waited for members or other groups [Units: s]
    uint32_t members;     ///< number of current members
    uint32_t plans;       ///< number of searches for a path
    bool held;            ///< blocked by another group's shape in the last step
    bool arrived;         ///< the shape is at its goal, or as close as it can get
    bool pending;         ///< it has not appeared yet; the shape has no spine
    bool waits;           ///< it has reached a waypoint of its route and waits there
    uint32_t waypoint;    ///< index of the waypoint of its route that it moves to, or waits at
} wend_world_group_state;
/// Writes the state of a group to *state.
WEND_API wend_result wend_world_group(const wend_world *world, wend_group_id id,
                                      wend_world_group_state *state, wend_error *error);

/// Plan of a group, for drawing; valid until the next step or change of the group. NULL: none.
WEND_API const wend_group_plan *wend_world_group_plan(const wend_world *world, wend_group_id id);

#ifdef __cplusplus
}
#endif

#endif
