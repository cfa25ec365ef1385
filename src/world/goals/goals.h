// SPDX-License-Identifier: MIT
// Where agents can go: goals, routes of stops, and zones that slow them down. They are added and
// stay; only zones can be removed, and goals that are no areas be moved, by a timetable or by the
// host (goal_moves.c). And goals of those who pursue something (pursuits.h), which are points that
// are moved.
#ifndef WEND_WORLD_GOALS_GOALS_H
#define WEND_WORLD_GOALS_GOALS_H

#include "core/array.h"
#include "core/hash.h"
#include "core/ids.h"
#include "wend/agent.h"

typedef struct wend_world_goal {
    uint32_t first, count; ///< in points
    uint32_t inner;        ///< of an area, in inner: as many points
    wend_box box;
    double standing; ///< of those that have arrived and stay: the longest way left, radius added;
                     ///< 0: nobody. Found each step by observe
    double width;    ///< that queues pass through: a segment's length, an area's longest side
    bool is_absent;  ///< it is not there now
    bool is_own;     ///< of an agent that pursues something: one point, which nobody else moves
    uint32_t moves;  ///< how often it was moved, came or went

    // Of one with a timetable.
    uint32_t first_frame, frame_count; ///< in frames; 0: it has none
    double gone, period;               ///< as in wend_moving_goal_def

    // What those who head for it were told last.
    uint32_t announced_moves; ///< moves then
    uint32_t last_moves;      ///< moves in the last step
    bool announced_absent;
    wend_segment announced; ///< where it was then
} wend_world_goal;

typedef struct wend_world_stop {
    uint32_t first, count; ///< in stop_goals
    wend_choice choice;
    double wait, wait_spread;
    uint32_t turn; ///< for WEND_CHOICE_IN_TURN: how many have asked
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
    wend_array(wend_vec2) points;      ///< of goals and zones; two for a goal that is no area
    wend_array(wend_vec2) inner;       ///< the corners of areas, moved inside
    wend_array(wend_world_goal) goals; ///< by slot
    wend_array(uint32_t) stop_goals;   ///< slots of goals
    wend_array(wend_world_stop) stops;
    wend_array(wend_world_route) routes; ///< by slot
    wend_array(wend_world_zone) zones;   ///< by slot
    wend_array(wend_goal_frame) frames;  ///< of timetables
    uint64_t followed;                   ///< timetables, up to this step, counted from 1
    bool any_moved;                      ///< some goal may have moved since it was told
    bool have_queues;                    ///< there is a stop where the quickest goal is chosen
} wend_goals;

/// A goal drawn on a wall can be touched, and no more. So within so many radii of a point or
/// segment an agent is there: a little more than one.
#define WEND_TOUCHES 1.1

/// The goal as the path search takes it.
wend_goal wend_goals_goal(const wend_goals *goals, uint32_t slot);
/// True if a disc of that radius is there: its centre in the area, or within WEND_TOUCHES radii of
/// the point or segment.
bool wend_goals_reached(const wend_goals *goals, uint32_t slot, wend_vec2 p, double radius);
/// The point of the goal's point, segment or border that is nearest to p. An area's side that it is
/// on is in *side [opt]; for others it is the goal itself.
wend_vec2 wend_goals_nearest(const wend_goals *goals, uint32_t slot, wend_vec2 p,
                             wend_segment *side);
/// An area that is a little smaller, so that its border is inside, and on this side of walls that
/// the area is drawn along. Of a point or a segment, the goal itself.
wend_goal wend_goals_inner(const wend_goals *goals, uint32_t slot);
/// How wide queues before it are: a segment's length, an area's longest side, but not nothing.
double wend_goals_width(const wend_goal *goal);
/// Room for so many goals of pursuers more. False: out of memory, nothing changed.
bool wend_goals_reserve_own(wend_goals *goals, uint32_t more, const wend_allocator *allocator);
/// Adds one, for which there is room, and returns its slot.
uint32_t wend_goals_add_own(wend_goals *goals, wend_vec2 place);
/// Moves one of them.
void wend_goals_move(wend_goals *goals, uint32_t slot, wend_vec2 place);
/// The least factor of the zones that p is in; 1 where there is none.
double wend_goals_factor(const wend_goals *goals, wend_vec2 p);

/// Goals follow their timetables, and those who head for one that has moved or gone look for
/// another way: a part of the edit phase. (goal_moves.c)
void wend_goals_follow(wend_world *world);

#endif
