// SPDX-License-Identifier: MIT
// Lanes that agents follow, and the positions of agents along them.
//
// An agent that has lanes is on one of them, or on its way to the nearest position of one. Then it
// has a goal of its own there, which belongs to the slot, as the goals of pursuers do (pursuits.h).
#ifndef WEND_WORLD_PLANNERS_LANES_H
#define WEND_WORLD_PLANNERS_LANES_H

#include "core/ids.h"
#include "wend/agent.h"

/// Distance within which an agent is exactly at its position on the lane; rounding is less. [Units:
/// radii]
#define WEND_ON_LANE 1e-6

/// Lanes that were added in one call.
typedef struct wend_lane_set {
    uint32_t first, count; ///< in lanes
    uint32_t retired;      ///< further ones behind these: earlier lanes that agents still follow
    double radius;
} wend_lane_set;

typedef struct wend_world_lane {
    uint32_t first, count; ///< in pieces
    double length;
    double headway;
    double period, phase; ///< of its timetable (wend/crossing.h); period 0: none
    double begin,
        end;      ///< where agents enter and leave: the first and the last position clear of walls
    bool retired; ///< replaced by others; agents on it may still follow it to its end
    double open_from; ///< it is clear of walls from here to the end, when lanes were last replaced
    double clear; ///< wall distance kept between them: the radius, or less where it passes another
                  ///< opening that is along one
} wend_world_lane;

/// The lane position of an agent; by slot of the crowd.
typedef struct wend_lane_walk {
    double along;   ///< distance along its lane, or along the one it is on its way to [Units: m]
    uint32_t lane1; ///< index in lanes, plus 1; 0: on its way to one
    uint32_t next1; ///< index of the lane it is on its way to, plus 1; 0: none
    uint32_t goal1; ///< slot of its own goal for that way, plus 1; 0: not created yet
    bool to_sink;   ///< that goal is at a sink, where it leaves: no lane can be reached
    uint64_t lost;  ///< trail of the mesh in which it can reach neither a lane nor a sink; 0: none
} wend_lane_walk;

/// Openings of a flow.
typedef struct wend_lane_opening {
    uint32_t first, count; ///< in opening_points
    bool is_sink;
} wend_lane_opening;

/// A flow whose lanes the world computes; by order of addition. (lane_flows.c)
typedef struct wend_lane_flow {
    uint32_t set;                          ///< in list
    uint32_t first_opening, opening_count; ///< in openings
    double snap;
    wend_lane_kind kind;
    wend_lane_side side;
    bool shorten;
    wend_lanes_shortening shortening;
    uint64_t walls; ///< hash of the obstacles that the lanes were computed for
} wend_lane_flow;

/// A part of the world.
typedef struct wend_lane_sets {
    wend_id_pool ids;
    wend_array(wend_lane_set) list; ///< by slot; none is ever removed
    wend_array(wend_world_lane) lanes;
    wend_array(wend_curve_piece) pieces;
    wend_array(wend_lane_walk) walks;
    wend_array(wend_lane_flow) flows;
    wend_array(wend_lane_opening) openings;
    wend_array(wend_vec2) opening_points;
    uint64_t trail; ///< of the mesh for which all flows are up to date
} wend_lane_sets;

/// Scratch memory.
typedef struct wend_lane_memory {
    wend_array(
        uint32_t) order;     ///< slots of agents on lanes or on their way to one, ordered by rest
    wend_array(double) rest; ///< by slot: distance left to the end of the lane
    wend_array(double) next; ///< by slot: distance along the lane after this step
    wend_array(bool) keeps;  ///< by slot: it is exactly on its lane and follows it
    wend_array(double) last; ///< by lane: distance along it of the hindmost agent
    uint32_t strays;         ///< agents on their way to a lane, or without one, in this step
} wend_lane_memory;

void wend_lane_memory_free(wend_lane_memory *memory, const wend_allocator *allocator);

/// Appends lanes that belong to no set yet, clear of the current walls, with their headways; walls
/// must be up to date. After a failure nothing has changed. (lanes_add.c)
wend_result wend_lane_sets_append(wend_world *world, const wend_lanes *lanes, wend_lane_set *set,
                                  wend_error *error);

/// Checks that an agent's planner, lanes and radius fit together.
wend_result wend_lane_sets_check(const wend_lane_sets *sets, const wend_agent_def *def,
                                 wend_error *error);

/// The position at a distance along a lane, and the direction there [opt]; beyond the ends,
/// straight on.
wend_vec2 wend_lane_sets_at(const wend_lane_sets *sets, uint32_t lane, double along,
                            wend_vec2 *direction);

/// The end of the piece at a distance along a lane, as a distance along it.
double wend_lane_sets_piece_end(const wend_lane_sets *sets, uint32_t lane, double along);

/// The distance along a lane, within [from, to], of its nearest position to p, and how far that is
/// from p.
double wend_lane_sets_along(const wend_lane_sets *sets, uint32_t lane, wend_vec2 p, double from,
                            double to, double *distance);

// ---- lane_tracking.c ----------------------------------------------------------------------------

/// Reserves memory for the crowd's capacity. False: out of memory, nothing has changed.
bool wend_lane_walks_reserve(wend_world *world);

/// The lane position of a slot; memory must be reserved.
wend_lane_walk *wend_lane_walk_of(wend_lane_sets *sets, uint32_t slot);

/// True if an agent is on a lane.
bool wend_lane_walks_on(const wend_world *world, uint32_t slot);

/// True if an agent that has lanes is not on one: on its way to one, or waiting.
bool wend_lane_walks_off(const wend_world *world, uint32_t slot);

/// Sends agents that have lanes and are not on one to the nearest. Called before the planners.
/// False: out of memory, nothing has changed.
bool wend_lane_walks_aim(wend_world *world);

/// Puts an agent that has reached its own goal on the lane there. False: the goal is at a sink.
bool wend_lane_walks_join(wend_world *world, uint32_t slot);

/// True if an agent is at that distance along its lane, up to rounding.
bool wend_lane_walks_at(const wend_world *world, uint32_t slot, double along);

/// Updates the distance along its lane of an agent that may have been pushed. True: it is exactly
/// on the lane.
bool wend_lane_walks_locate(wend_world *world, uint32_t slot);

/// Updates an agent on a lane after it has moved. True: it is at the end.
bool wend_lane_walks_moved(wend_world *world, uint32_t slot);

/// Takes an agent that was moved elsewhere off its lane; it looks for the nearest again.
void wend_lane_walks_leave(wend_world *world, uint32_t slot);

/// Resets a slot whose agent is new or gone. The slot keeps its goal.
void wend_lane_walks_forget(wend_lane_sets *sets, uint32_t slot);

// ---- lane_flows.c -------------------------------------------------------------------------------

/// Computes the lanes of flows again whose walls have changed: part of the obstacles phase. False:
/// out of memory; the flows that are done stay done.
bool wend_lane_flows_update(wend_world *world);

/// The flow of a set; NULL: its lanes were given.
const wend_lane_flow *wend_lane_flow_of(const wend_lane_sets *sets, uint32_t set);

// ---- lane_advance.c -----------------------------------------------------------------------------

/// Computes the distances along their lanes of all agents on lanes after this step; none comes
/// nearer to the one ahead than the headway.
void wend_lane_walks_plan(wend_world *world);

/// Finds from where on a lane for that radius is clear of the current walls.
void wend_lane_sets_find_open(wend_world *world, uint32_t lane, double radius);

/// True if an agent follows its lane exactly in this step.
bool wend_lane_walks_keep(const wend_world *world, uint32_t slot);

// ---- goals/lane_spawn.c -------------------------------------------------------------------------

/// Upper bound of the agents that enter a set's lanes in one step at that speed or less.
uint32_t wend_lane_sets_room(const wend_world *world, wend_lanes_id set, double speed);

/// Adds up to `wanted` agents of a spawner at the starts of its lanes; returns their number. Memory
/// must be reserved.
uint32_t wend_lane_sets_deploy(wend_world *world, uint32_t spawner, uint32_t wanted);

#endif
