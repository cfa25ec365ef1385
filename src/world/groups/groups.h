// SPDX-License-Identifier: MIT
// Groups whose shape moves on by a plan, and who of their members is where.
//
// A member is in the shape (or nearly: those with another motion than field may be pushed out a
// little), or it is away and walks there by the mesh: then it has a goal of its own in the shape,
// which belongs to the slot, as those of pursuers (pursuits.h).
#ifndef WEND_WORLD_GROUPS_GROUPS_H
#define WEND_WORLD_GROUPS_GROUPS_H

#include "core/ids.h"
#include "wend/world_groups.h"

typedef struct wend_moving_group {
    wend_world_group_def def;
    wend_group_plan *plan;    ///< NULL: none. One that is not free stays: it may be so again
    uint64_t plan_hash;       ///< with the same one it is the same plan
    wend_group_shape shape;   ///< now
    double along, length;     ///< of the plan
    wend_group_status status; ///< it goes on only when a way was found
    uint64_t trail;    ///< of the obstacles when the rest of the plan was last known to be free
    double waited;     ///< in all
    double held;       ///< how long another group has been in its way: less what it got on since
    uint32_t blocker1; ///< the group that was in the last step, plus 1; 0: none
    double again;      ///< it does not look for another way because of that before this time
    uint32_t plans;    ///< that were looked for
    bool populated;    ///< it has, or had, members
    bool arrived;
    bool yields;   ///< it only lets that other group pass
    bool walled;   ///< its shape is not free of walls: something came down on it
    bool aside;    ///< the plan only gets it out of another's way: then it looks for its own again
    bool outdated; ///< the plan leads elsewhere: the group was sent where it found no way to
} wend_moving_group;

/// What is known of a member; by slot of the crowd.
typedef struct wend_group_member {
    wend_vec2 velocity; ///< of one that a field moves, against what carries it with the shape
    uint32_t goal1;     ///< slot of its own goal, plus 1; 0: it has none yet
    bool away;          ///< walks to that goal
    bool left_behind;   ///< ... but got no nearer for long: nobody waits for it
} wend_group_member;

/// A part of the world.
typedef struct wend_groups {
    wend_id_pool ids;
    wend_array(wend_moving_group) list; ///< by slot; none is ever removed
    wend_array(wend_group_member) members;
    uint64_t planned; ///< the last step in which a way was looked for, counted from 1
} wend_groups;

/// Shapes of two groups keep this gap. Plans keep a little more from walls and other groups even
/// where these are close by (WEND_GROUP_SLACK and WEND_GROUP_TIGHT in group/roadmap.h); so that one
/// who is as near as this can plan, others are seen narrower by this on either side. [Units: least
/// widths of the group that moves]
#define WEND_GROUPS_GAP 1e-4

/// How a shape carries what is in it, as wend_group_plan_carry: made ready once for all members.
typedef enum wend_group_carry {
    WEND_CARRY_SHIFTED, ///< as its middle moves
    WEND_CARRY_ALONG,   ///< along its spine
    WEND_CARRY_ASKED,   ///< through several motions: each for itself
} wend_group_carry;

/// What a group is about to do in this step.
typedef struct wend_group_turn {
    uint32_t first, count; ///< its members, in wend_group_memory.members
    uint32_t held;         ///< of these, the first so many are moved by the field
    double speed;          ///< of the slowest [Units: m/s]
    double max_speed;      ///< the same
    double patience;       ///< the part of it that those outside of the shape leave
    double pace;           ///< at which the shape may go on
    uint32_t blocker1;     ///< the group that is in its way, plus 1; 0: none
    bool yields;           ///< it only lets that one pass
    double rest;           ///< of its way, or of those whose way it is in
    double next;           ///< how far along its plan it will be
    // A little further: what members head for.
    double ahead;
    wend_group_shape ahead_shape;
    wend_group_carry carry;      ///< how their places get there
    wend_vec2 shift;             ///< WEND_CARRY_SHIFTED: by this
    wend_group_shape from_shape; ///< WEND_CARRY_ALONG: from their places in this one
} wend_group_turn;

/// Only memory.
typedef struct wend_group_memory {
    wend_array(wend_group_turn) turns; ///< by group
    wend_array(uint32_t) members;      ///< slots, from group to group
    wend_array(double) paces;          ///< by slot: how fast it goes to its aim at most
    uint32_t strays;                   ///< who would be moved by a field, but is away
    wend_array(bool) keeps;            ///< by slot: the field's word on its place counts
    // For the field; by place in members.
    wend_array(wend_vec2) places, velocities;
    wend_array(double) radii;
    // Those who are near but don't belong to a group, and what a step works in; for each worker as
    // much as all agents need.
    wend_array(wend_vec2) other_places, scratch;
    wend_array(double) other_radii;
} wend_group_memory;

/// A hash of all of a plan.
uint64_t wend_groups_hash_plan(const wend_group_plan *plan);

void wend_group_memory_free(wend_group_memory *memory, const wend_allocator *allocator);

/// Are an agent's planner, motion, group and radius fit for each other?
wend_result wend_groups_check(const wend_groups *groups, const wend_agent_def *def,
                              wend_error *error);

/// True if the group's shape is in the way of others: it has members, or has still to get some.
bool wend_group_is_there(const wend_world *world, uint32_t group);

/// True if it stays where it is, for all that is known.
bool wend_group_stands(const wend_moving_group *group);

// ---- group_members.c ----------------------------------------------------------------------------

/// The group of an agent that has one.
wend_moving_group *wend_group_of(const wend_world *world, uint32_t slot);

/// Room for all agents that the crowd has room for. False: out of memory, nothing has changed.
bool wend_group_members_reserve(wend_world *world);

/// Finds out who is in which group, and in its shape, and gives those who are not a goal there:
/// before the planners. False: out of memory, nothing has changed.
bool wend_group_members_aim(wend_world *world);

/// Room for what the field needs for all agents there are. False: the same.
bool wend_group_potential_reserve(wend_world *world);

/// True if an agent belongs to a group and is not on its way to the shape.
bool wend_group_members_in(const wend_world *world, uint32_t slot);

/// True if the field of that group moves an agent in this step.
bool wend_group_members_held(const wend_world *world, uint32_t slot, uint32_t group);

/// True if an agent is to be just where a field has put it.
bool wend_group_members_keep(const wend_world *world, uint32_t slot);

/// One that is on its way to the shape is at its goal there.
void wend_group_members_join(wend_world *world, uint32_t slot);

/// True if it has arrived with its group.
bool wend_group_members_arrived(const wend_world *world, uint32_t slot);

/// Whoever is in that slot begins anew, or is gone.
void wend_group_members_forget(wend_groups *groups, uint32_t slot);

/// The place in a shape that is nearest to p for a disc.
wend_vec2 wend_group_nearest_place(const wend_group_shape *shape, wend_vec2 p, double radius);

// ---- group_pace.c -------------------------------------------------------------------------------

/// How fast shapes may go on in this step, and where members are to be a little later.
void wend_groups_pace(wend_world *world);

/// True if a shape comes nearer than `gap` to where another group is, or has still to pass.
bool wend_group_is_in_way(const wend_world *world, const wend_group_shape *shape, uint32_t other,
                          double gap);

/// Where a member that is in the shape heads for, and how fast at most.
void wend_group_members_follow(const wend_world *world, uint32_t slot, wend_steering_target *aim);

/// Shapes go on: when everybody has moved.
void wend_groups_advance(wend_world *world);

// ---- group_ways.c -------------------------------------------------------------------------------

/// Groups whose way is no longer free, or that were held up for long, look for another, one in a
/// step: a part of the edit phase. False: out of memory.
bool wend_groups_replan(wend_world *world);

/// Looks for a way from where a group is, or at first from its start, to a goal, and takes it. As
/// wend_world_add_group; nothing has changed when it fails.
wend_result wend_groups_find_way(wend_world *world, uint32_t group, const wend_group_pose *to,
                                 wend_error *error);

#endif
