// SPDX-License-Identifier: MIT
// Coherent groups: shapes that move along a plan, and the positions of their members relative to
// them.
//
// A member is inside the shape (or nearly: motion models other than group_potential may push it out
// a little), or it is away and walks back on the mesh. Then it has a goal of its own in the shape,
// which belongs to the slot, as the goals of pursuers do (pursuits.h).
#ifndef WEND_WORLD_GROUPS_GROUPS_H
#define WEND_WORLD_GROUPS_GROUPS_H

#include "core/ids.h"
#include "wend/world_groups.h"

typedef struct wend_moving_group {
    wend_world_group_def def;
    wend_group_plan *plan;    ///< [opt] kept when it is no longer free: it may become free again
    uint64_t plan_hash;       ///< equal hashes mean equal plans
    wend_group_shape shape;   ///< current shape
    double along, length;     ///< position on the plan; length of the plan [Units: m]
    wend_group_status status; ///< the shape moves only with WEND_GROUP_FOUND
    uint64_t trail;    ///< trail of the obstacles that the plan, or the failure, is valid for
    double waited;     ///< total time lost [Units: s]
    double held;       ///< time blocked by other groups, less time advanced since [Units: s]
    double stalled;    ///< the same, not reset by a new plan [Units: s]
    uint32_t blocker1; ///< the group that blocked it in the last step, plus 1; 0: none
    double again;      ///< no new search before this time, unless obstacles change [Units: s]
    uint32_t plans;    ///< number of searches for a plan
    uint32_t failures; ///< number of these in a row that found none
    bool populated;    ///< it has, or had, members
    bool arrived;
    bool yields;    ///< the path is free, but it lets the blocking group pass first
    bool walled;    ///< its shape overlaps walls: an obstacle was added there
    bool aside;     ///< the plan only moves it out of another group's way; its own plan is searched
                    ///< afterwards
    bool went_back; ///< it has gone back along its plan, since there was none from where it was
    bool outdated;  ///< the plan leads to an earlier target: no path to the new one was found
    bool lane;      ///< the plan passes beside another group: it is not to be changed for a third
    double meet_again; ///< groups that it meets are looked for after this time [Units: s]
    uint32_t stage;    ///< what is tried next for it and those that it meets (meet.c)
    uint32_t refusals; ///< number of times in a row that there was no place to pass
    // Its route; its times.
    uint32_t stop, rounds;                 ///< waypoint that it moves to; completed rounds
    bool waits;                            ///< it has reached that waypoint
    double resumes;                        ///< end of the waiting time there [Units: s]
    bool pending;                          ///< it has not appeared yet
    double due;                            ///< no attempt to appear before this time [Units: s]
    uint32_t first_waiting, waiting_count; ///< members of a pending group, in wend_groups.waiting
} wend_moving_group;

/// State of a member; by slot of the crowd.
typedef struct wend_group_member {
    wend_vec2 velocity; ///< relative to the motion of the shape; group_potential only
    uint32_t goal1;     ///< slot of its own goal, plus 1; 0: not created yet
    bool away;          ///< walks to that goal
    bool left_behind;   ///< away, and no nearer for long: the group does not wait for it
} wend_group_member;

typedef enum wend_group_shunt_phase {
    WEND_SHUNT_NONE,
    WEND_SHUNT_SEARCHES, ///< all groups stand while a schedule is searched
    WEND_SHUNT_MOVES,    ///< all stand but one
    WEND_SHUNT_LEADS,    ///< all go on; nobody enters the leader's way
} wend_group_shunt_phase;

/// A group moves on a plan, from `along` to `until`, while all others stand.
typedef struct wend_group_move {
    uint32_t group;
    wend_group_plan *plan; ///< NULL: it has set out
    uint64_t plan_hash;
    double along, until;
} wend_group_move;

/// The last resort for groups that are locked: one after the other. (shunt.c)
typedef struct wend_group_shunting {
    wend_group_shunt_phase phase;
    wend_array(wend_group_move) moves;
    uint32_t next;         ///< move that is carried out
    uint32_t leader;       ///< the group that the moves bring to its goal
    uint32_t first, other; ///< two that are locked
    uint32_t attempt;
    uint32_t misses;   ///< searches without result in this attempt
    uint32_t failures; ///< searches of schedules without result in a row
    bool tries_lead;   ///< the leader's way is searched next
    double again;      ///< no search before this time [Units: s]
    double since;      ///< time at which the leader was at `along` on its plan [Units: s]
    double along;      ///< [Units: m]
    // A step that runs out of memory is repeated, and goes on where it was.
    uint64_t done;     ///< the last step that is complete, counted from 1
    uint64_t queries;  ///< of the searches of this step so far
    uint32_t searches; ///< number of these
} wend_group_shunting;

/// A part of the world.
typedef struct wend_groups {
    wend_id_pool ids;
    wend_array(wend_moving_group) list; ///< by slot; none is ever removed
    wend_array(wend_group_member) members;
    uint64_t planned; ///< the last step with a search for a plan, counted from 1
    uint64_t met;     ///< hash of the plans for which groups that meet were looked for
    wend_group_shunting shunting;
    wend_array(wend_agent_def) waiting; ///< members of groups that were, or are, pending
} wend_groups;

/// Gap between the shapes of two groups. Plans keep slightly more from walls and other groups even
/// in narrow places (WEND_GROUP_SLACK and WEND_GROUP_TIGHT in group/roadmap.h). A search therefore
/// narrows other shapes by this gap on either side, so that a group at this distance can still
/// plan. [Units: least widths of the group that moves]
#define WEND_GROUPS_GAP 1e-4

/// How the motion of a shape moves the positions in it, as wend_group_plan_carry does; determined
/// once for all members.
typedef enum wend_group_carry {
    WEND_CARRY_SHIFTED, ///< translated with the middle of the shape
    WEND_CARRY_ALONG,   ///< by local coordinates along the spine
    WEND_CARRY_ASKED,   ///< over several motions: evaluated for each position
} wend_group_carry;

/// The plan of a group for one step.
typedef struct wend_group_turn {
    uint32_t first, count; ///< its members, in wend_group_memory.members
    uint32_t held;         ///< the first `held` of these are moved by the group potential
    double speed;          ///< preferred speed of the slowest member [Units: m/s]
    double max_speed;      ///< maximum speed of the slowest member [Units: m/s]
    double patience;       ///< factor of the speed, less than 1 while members lag behind [0..1]
    double pace;           ///< speed of the shape [Units: m/s]
    uint32_t blocker1;     ///< the group that blocks it, plus 1; 0: none
    bool yields;           ///< the path is free, but it lets that group pass first
    double rank;           ///< its number, or that of an earlier group that it blocks
    double next;           ///< position on its plan after the step [Units: m]
    // Slightly further: what members head for.
    double ahead;
    wend_group_shape ahead_shape;
    wend_group_carry carry;      ///< how positions of members get there
    wend_vec2 shift;             ///< WEND_CARRY_SHIFTED: the translation
    wend_group_shape from_shape; ///< WEND_CARRY_ALONG: the shape that local coordinates refer to
} wend_group_turn;

/// Scratch memory.
typedef struct wend_group_memory {
    wend_array(wend_group_turn) turns; ///< by group
    wend_array(uint32_t) members;      ///< slots, ordered by group
    wend_array(double) paces;          ///< by slot: maximum speed towards the steering target
    uint32_t strays;             ///< number of members with motion group_potential that are away
    wend_array(uint32_t) groups; ///< by slot: group of a member, plus 1; 0: none
    wend_array(bool) keeps; ///< by slot: the position that the group potential computed is final
    // For the group potential; by index in `members`.
    wend_array(wend_vec2) places, velocities;
    wend_array(double) radii;
    // Nearby agents outside the group, and working memory of a step; for each worker, enough for
    // all agents.
    wend_array(wend_vec2) other_places, scratch;
    wend_array(double) other_radii;
} wend_group_memory;

/// A hash of a plan.
uint64_t wend_groups_hash_plan(const wend_group_plan *plan);

void wend_group_memory_free(wend_group_memory *memory, const wend_allocator *allocator);

/// Checks that an agent's planner, motion model, coherent group and radius fit together.
wend_result wend_groups_check(const wend_groups *groups, const wend_agent_def *def,
                              wend_error *error);

/// True if the group's shape is an obstacle for other groups: it has members, or has not been
/// filled yet.
bool wend_group_is_there(const wend_world *world, uint32_t group);

/// True if the group stands: it has no plan, or has arrived and stays.
bool wend_group_stands(const wend_moving_group *group);

/// Adds the members of a group, spread over its shape. WEND_NOT_FOUND: they do not fit. On failure
/// none is added. spawned: with an event for each. (groups_add.c)
wend_result wend_group_add_members(wend_world *world, uint32_t group, const wend_agent_def *agents,
                                   uint32_t count, wend_agent_id *ids, bool spawned,
                                   wend_error *error);

// ---- stops.c ------------------------------------------------------------------------------------

/// Checks the route of a new group.
wend_result wend_group_check_route(const wend_world *world, wend_route_id route, wend_error *error);

/// Plans the path to the waypoint that the group moves to, or to its only goal. Results as
/// wend_groups_find_way.
wend_result wend_group_head_for_stop(wend_world *world, uint32_t group, uint32_t max_samples,
                                     wend_error *error);

/// The shape has reached the end of its plan, or is as close as it can get: the group has arrived,
/// or waits at a waypoint.
void wend_group_end_leg(wend_world *world, uint32_t group);

/// Sends groups whose waiting time is over to their next waypoint; one search per step. Part of the
/// obstacles phase. False: out of memory.
bool wend_groups_continue(wend_world *world);

/// True if the group of a member that is in the shape waits at a waypoint, which the member has not
/// noted yet.
bool wend_group_member_reaches_stop(const wend_world *world, uint32_t slot);

// ---- appear.c -----------------------------------------------------------------------------------

/// Members of groups that are due to appear in the next step.
uint32_t wend_groups_due(const wend_world *world);
/// Members of all groups that have not appeared yet.
uint64_t wend_groups_pending(const wend_world *world);
/// Adds the groups that are due and have space. Part of the spawn phase; memory for their members
/// is reserved. False: out of memory.
bool wend_groups_appear(wend_world *world);

// ---- members.c ----------------------------------------------------------------------------------

/// The group of an agent, which must have one.
wend_moving_group *wend_group_of(const wend_world *world, uint32_t slot);

/// Reserves memory for the crowd's capacity. False: out of memory, nothing has changed.
bool wend_group_members_reserve(wend_world *world);

/// Updates membership: which members are in their shape, and a goal there for those that are not.
/// Called before the planners. False: out of memory, nothing has changed.
bool wend_group_members_aim(wend_world *world);

/// Reserves the memory of the group potential for all agents. False: out of memory.
bool wend_group_potential_reserve(wend_world *world);

/// True if an agent belongs to a group and is not on its way to the shape.
bool wend_group_members_in(const wend_world *world, uint32_t slot);

/// True if the potential of that group moves an agent in this step.
bool wend_group_members_held(const wend_world *world, uint32_t slot, uint32_t group);

/// True if the position that the group potential computed for an agent is final.
bool wend_group_members_keep(const wend_world *world, uint32_t slot);

/// The groups of all agents, plus 1, by slot; 0: none. NULL: there are no members.
const uint32_t *wend_group_members_groups(const wend_world *world);

/// Ends the way of a member to the shape: it has reached its goal there.
void wend_group_members_join(wend_world *world, uint32_t slot);

/// True if the agent has arrived with its group.
bool wend_group_members_arrived(const wend_world *world, uint32_t slot);

/// Resets the state of a slot: its agent is new, or gone. The slot keeps its goal.
void wend_group_members_forget(wend_groups *groups, uint32_t slot);

/// The position nearest to p at which a disc is inside a shape.
wend_vec2 wend_group_nearest_place(const wend_group_shape *shape, wend_vec2 p, double radius);

// ---- pace.c -------------------------------------------------------------------------------------

/// Computes the speeds of all shapes for this step, and where members head for.
void wend_groups_pace(wend_world *world);

/// True if a group follows its plan, though it may be waiting.
bool wend_group_moves(const wend_world *world, uint32_t group);

/// True if a shape is nearer than `gap` to the current shape of another group or to any it will
/// take on the rest of its plan.
bool wend_group_is_in_way(const wend_world *world, const wend_group_shape *shape, uint32_t other,
                          double gap);

/// The steering target of a member inside the shape; also stores its maximum speed.
void wend_group_members_follow(const wend_world *world, uint32_t slot, wend_steering_target *aim);

/// Advances the shapes, after the agents have moved.
void wend_groups_advance(wend_world *world);

// ---- meet.c -------------------------------------------------------------------------------------

/// Looks for groups that block each other's ways, and changes their plans; at most one such meeting
/// per step. Part of the obstacle phase. False: out of memory.
bool wend_groups_meet(wend_world *world);

// ---- search.c -----------------------------------------------------------------------------------

/// A plan backwards. NULL: out of memory.
wend_group_plan *wend_group_plan_backwards(const wend_group_plan *plan,
                                           const wend_allocator *allocator);

// ---- shunt.c ------------------------------------------------------------------------------------

/// Searches schedules for groups that are locked, and carries them out. Part of the obstacle phase.
/// False: out of memory.
bool wend_groups_shunt(wend_world *world);

/// True if a group stands while another of a schedule moves, or a schedule is searched.
bool wend_group_stands_for_others(const wend_world *world, uint32_t group);

/// The group that a schedule has given the right of way, plus 1; 0: none.
uint32_t wend_groups_leader1(const wend_world *world);

void wend_group_shunting_free(wend_group_shunting *shunting, const wend_allocator *allocator);
bool wend_group_shunting_copy(wend_group_shunting *to, const wend_group_shunting *from,
                              const wend_allocator *allocator);
void wend_group_shunting_hash(const wend_group_shunting *shunting, wend_hash *hash);

// ---- routes.c -----------------------------------------------------------------------------------

/// Searches new plans for groups whose plan is no longer free or that were blocked for long, at
/// most one per step. Part of the obstacle phase. False: out of memory.
bool wend_groups_replan(wend_world *world);

/// Searches a plan from the group's current shape, or from its start if it is new, to a target, and
/// adopts it. max_samples: limit below that of the group; 0: none. Results as wend_world_add_group;
/// on failure nothing has changed.
wend_result wend_groups_find_way(wend_world *world, uint32_t group, const wend_group_pose *to,
                                 uint32_t max_samples, wend_error *error);

#endif
