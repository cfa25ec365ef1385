// SPDX-License-Identifier: MIT
// Goals, routes (sequences of waypoints) and zones that reduce speed. Only zones can be removed.
// Points and segments can be moved by a timetable or by the host (goal_moves.c). Each agent with a
// pursuit has a goal of its own, a point that the pursuit moves (pursuits.h).
#ifndef WEND_WORLD_GOALS_GOALS_H
#define WEND_WORLD_GOALS_GOALS_H

#include "core/array.h"
#include "core/hash.h"
#include "core/ids.h"
#include "wend/agent.h"

typedef struct wend_world_goal {
    uint32_t first, count; ///< in points
    uint32_t inner;        ///< first of `count` points in inner; areas only
    wend_box box;
    double standing; ///< longest remaining path plus radius of the agents that have arrived and
                     ///< stay; 0: none. Set by the events phase [Units: m]
    double width;    ///< width for queues, see wend_goals_width [Units: m]
    bool is_absent;  ///< it does not exist at present
    bool is_own;     ///< goal of an agent with a pursuit: one point, moved by the pursuit only
    uint32_t moves;  ///< number of times it moved, appeared or disappeared

    // Timetable.
    uint32_t first_frame, frame_count; ///< in frames; count 0: none
    double gone, period;               ///< end and period of wend_moving_goal_def

    // Last announcement to the agents that head for it (goal_moves.c).
    uint32_t announced_moves; ///< `moves` at that time
    uint32_t last_moves;      ///< `moves` in the last step
    bool announced_absent;
    wend_segment announced; ///< position at that time
} wend_world_goal;

typedef struct wend_world_stop {
    uint32_t first, count; ///< in stop_goals
    wend_choice choice;
    double wait, wait_spread;
    uint32_t turn; ///< WEND_CHOICE_IN_TURN: index of the next goal, modulo count
} wend_world_stop;

typedef struct wend_world_route {
    uint32_t first, count; ///< in stops
    uint32_t repeats;
    wend_on_arrival end;
} wend_world_route;

typedef struct wend_world_zone {
    uint32_t first, count; ///< in points
    wend_box box;
    double factor; ///< negative: removed
} wend_world_zone;

typedef struct wend_goals {
    wend_id_pool goal_ids, route_ids, zone_ids;
    wend_array(wend_vec2) points;      ///< of goals and zones; two for a point that can be moved
    wend_array(wend_vec2) inner;       ///< corners of areas, moved inside (wend_goals_inner)
    wend_array(wend_world_goal) goals; ///< by slot
    wend_array(uint32_t) stop_goals;   ///< slots of goals
    wend_array(wend_world_stop) stops;
    wend_array(wend_world_route) routes; ///< by slot
    wend_array(wend_world_zone) zones;   ///< by slot
    wend_array(wend_goal_frame) frames;  ///< of timetables
    uint64_t followed;                   ///< last step with timetables applied, counted from 1
    bool any_moved;                      ///< a goal may have moved since its last announcement
    bool have_queues;                    ///< a waypoint uses WEND_CHOICE_QUICKEST
} wend_goals;

/// Distance at which an agent has reached a point or segment. More than 1, because an agent can
/// only touch a goal on a wall. [Units: radii]
#define WEND_TOUCHES 1.1

/// The goal in the form that path searches take.
wend_goal wend_goals_goal(const wend_goals *goals, uint32_t slot);
/// True if a disc of that radius has reached the goal: its centre is in the area, or within
/// WEND_TOUCHES radii of the point or segment.
bool wend_goals_reached(const wend_goals *goals, uint32_t slot, wend_vec2 p, double radius);
/// Returns the point of the goal's point, segment or border that is nearest to p. *side [opt] is
/// the side of the area that it is on; for a point or segment, the goal itself.
wend_vec2 wend_goals_nearest(const wend_goals *goals, uint32_t slot, wend_vec2 p,
                             wend_segment *side);
/// A slightly smaller area: its border is inside the goal and clear of walls along the goal's
/// border. For a point or segment, the goal itself.
wend_goal wend_goals_inner(const wend_goals *goals, uint32_t slot);
/// Width through which a queue passes: length of a segment or of an area's longest side, with a
/// positive minimum. [Units: m]
double wend_goals_width(const wend_goal *goal);
/// Reserves memory for `more` goals of pursuits. False: out of memory, nothing changed.
bool wend_goals_reserve_own(wend_goals *goals, uint32_t more, const wend_allocator *allocator);
/// Adds a goal of a pursuit and returns its slot. [Limit: memory was reserved]
uint32_t wend_goals_add_own(wend_goals *goals, wend_vec2 place);
/// Moves a goal of a pursuit.
void wend_goals_move(wend_goals *goals, uint32_t slot, wend_vec2 place);
/// Smallest factor of the zones that contain p; 1 outside of all zones.
double wend_goals_factor(const wend_goals *goals, wend_vec2 p);

/// Moves goals by their timetables and makes agents replan whose goal has moved or disappeared:
/// part of the obstacles phase. (goal_moves.c)
void wend_goals_follow(wend_world *world);

#endif
