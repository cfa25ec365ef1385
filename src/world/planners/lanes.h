// SPDX-License-Identifier: MIT
// Lanes that agents follow, and where on them everybody is.
//
// Who has lanes is either on one, so far along it, or on its way to the nearest place of one: then
// it has a goal of its own there, which belongs to the slot, as those of pursuers (pursuits.h).
#ifndef WEND_WORLD_PLANNERS_LANES_H
#define WEND_WORLD_PLANNERS_LANES_H

#include "core/ids.h"
#include "wend/agent.h"

/// Lanes that were added together.
typedef struct wend_lane_set {
    uint32_t first, count; ///< in lanes
    double radius;
} wend_lane_set;

typedef struct wend_world_lane {
    uint32_t first, count; ///< in pieces
    double length;
    double headway;
    double begin, end; ///< where agents come and leave: the first and the last clear of walls
    double clear;      ///< between them it keeps so far from walls: the radius, but where it passes
                       ///< another opening that is along one
} wend_world_lane;

/// Where one is who has lanes; by slot of the crowd.
typedef struct wend_lane_walk {
    double along;   ///< its lane
    uint32_t lane1; ///< in lanes, plus 1; 0: on its way to one
    uint32_t goal1; ///< slot of its own goal for that way, plus 1; 0: it has none yet
} wend_lane_walk;

/// A part of the world.
typedef struct wend_lane_sets {
    wend_id_pool ids;
    wend_array(wend_lane_set) list; ///< by slot; none is ever removed
    wend_array(wend_world_lane) lanes;
    wend_array(wend_curve_piece) pieces;
    wend_array(wend_lane_walk) walks;
} wend_lane_sets;

/// Only memory.
typedef struct wend_lane_memory {
    wend_array(uint32_t) order; ///< those who are on lanes, from lane to lane, the foremost first
    wend_array(double) next;    ///< by slot: how far along one will be after this step
    wend_array(bool) keeps;  ///< by slot: it is on its lane and the way on is free: it gets there
    wend_array(double) last; ///< by lane: how far along the hindmost is
} wend_lane_memory;

void wend_lane_memory_free(wend_lane_memory *memory, const wend_allocator *allocator);

/// Are an agent's planner, lanes and radius fit for each other?
wend_result wend_lane_sets_check(const wend_lane_sets *sets, const wend_agent_def *def,
                                 wend_error *error);

/// The place so far along a lane, and the direction there [opt]; beyond its ends, straight on.
wend_vec2 wend_lane_sets_at(const wend_lane_sets *sets, uint32_t lane, double along,
                            wend_vec2 *direction);

/// Where the piece ends that such a place is on.
double wend_lane_sets_piece_end(const wend_lane_sets *sets, uint32_t lane, double along);

/// The nearest place to p of a lane between two places along it, and how far away that is.
double wend_lane_sets_along(const wend_lane_sets *sets, uint32_t lane, wend_vec2 p, double from,
                            double to, double *distance);

// ---- lane_walks.c -------------------------------------------------------------------------------

/// Room for all agents that the crowd has room for. False: out of memory, nothing has changed.
bool wend_lane_walks_reserve(wend_world *world);

/// What is known of that slot; there is room for it.
wend_lane_walk *wend_lane_walk_of(wend_lane_sets *sets, uint32_t slot);

/// True if an agent is on a lane.
bool wend_lane_walks_on(const wend_world *world, uint32_t slot);

/// Sends those who have lanes and are not on one to the nearest: before the planners. False: out of
/// memory, nothing has changed.
bool wend_lane_walks_aim(wend_world *world);

/// One that has lanes is at its own goal: from now on it is on the lane there.
void wend_lane_walks_join(wend_world *world, uint32_t slot);

/// True if an agent is exactly that far along its lane, but for rounding.
bool wend_lane_walks_at(const wend_world *world, uint32_t slot, double along);

/// Finds out how far along its lane an agent is that may have been pushed. True: it is on it.
bool wend_lane_walks_locate(wend_world *world, uint32_t slot);

/// One that is on a lane has moved. True: it is at the end.
bool wend_lane_walks_moved(wend_world *world, uint32_t slot);

/// One that has lanes was put elsewhere: it looks for the nearest again.
void wend_lane_walks_leave(wend_world *world, uint32_t slot);

/// Whoever is in that slot begins anew, or is gone.
void wend_lane_walks_forget(wend_lane_sets *sets, uint32_t slot);

// ---- lane_plan.c --------------------------------------------------------------------------------

/// How far along their lanes those who are on one will be after this step, nobody nearer to the one
/// before than the headway.
void wend_lane_walks_plan(wend_world *world);

/// True if an agent follows its lane, and nothing holds it up on the way that was planned.
bool wend_lane_walks_keep(const wend_world *world, uint32_t slot);

// ---- lane_spawn.c -------------------------------------------------------------------------------

/// No more agents than this come on a set's lanes in one step, at that speed at most.
uint32_t wend_lane_sets_room(const wend_world *world, wend_lanes_id set, double speed);

/// Brings up to `wanted` agents of a spawner to the starts of its lanes; how many. There is memory
/// for them.
uint32_t wend_lane_sets_deploy(wend_world *world, uint32_t spawner, uint32_t wanted);

#endif
