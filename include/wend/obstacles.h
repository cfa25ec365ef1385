// SPDX-License-Identifier: MIT
// Obstacles of a world: those that stand, doors that open and shut, and things that move.
//
// An edit applies whole, at once, or is refused whole with a reason; what it means for agents (they
// are moved out of its way) and for their paths happens in the next step.
#ifndef WEND_OBSTACLES_H
#define WEND_OBSTACLES_H

#include "wend/floor.h"
#include "wend/ids.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world wend_world;

/// The id of the floor's shape with that number.
WEND_API wend_obstacle_id wend_world_shape(const wend_world *world, uint32_t shape);

/// Adds an obstacle that stands. It may touch others as shapes of a floor may; one that crosses a
/// wall, overlaps another or leaves the bounds is WEND_INVALID_GEOMETRY with the place.
WEND_API wend_result wend_world_add_obstacle(wend_world *world, const wend_shape *shape,
                                             wend_obstacle_id *id, wend_error *error);

/// Removes an obstacle, a door or a mover.
WEND_API wend_result wend_world_remove_obstacle(wend_world *world, wend_obstacle_id id,
                                                wend_error *error);

/// A door: an obstacle while it is shut, nothing while it is open. Its timetable is counted from
/// the world's start; a change comes with the first step that starts no earlier. One that cannot
/// shut because something is in its way stays open (WEND_EVENT_DOOR_REFUSED, once) and tries again
/// in every step. One that shuts on an agent moves it to the nearest free place (WEND_EVENT_MOVED):
/// rather to this side of a wall than to the other, rather beside other agents than on them.
typedef struct wend_door_def {
    wend_shape shape;
    bool shut;                  ///< at first
    const double *toggle_times; ///< [time_count] when it changes, ascending [Units: s]
    uint32_t toggle_count;
    double period;   ///< the timetable starts again after so long; 0: never [Units: s]
    uint32_t cookie; ///< set by wend_default_door_def
} wend_door_def;
WEND_API wend_door_def wend_default_door_def(void);
WEND_API wend_result wend_world_add_door(wend_world *world, const wend_door_def *def,
                                         wend_obstacle_id *id, wend_error *error);
/// Opens or shuts a door by hand, at once; its timetable goes on.
WEND_API wend_result wend_world_set_door(wend_world *world, wend_obstacle_id id, bool shut,
                                         wend_error *error);
WEND_API wend_result wend_world_door(const wend_world *world, wend_obstacle_id id, bool *shut,
                                     wend_error *error);

/// What a mover does at the end of its line.
typedef enum wend_loop_mode {
    WEND_LOOP_ONCE, ///< stays there
    WEND_LOOP_BACK_AND_FORTH,
    WEND_LOOP_CYCLE, ///< goes on to the first point
} wend_loop_mode;

/// A thing that moves along a line of points without turning: a car, a cart, a robot. Agents avoid
/// it and are pushed by it; it waits rather than crush one against a wall
/// (WEND_EVENT_OBSTACLE_BLOCKED, once each time), and what it has waited it is late. It may overlap
/// fixed obstacles and other movers. It is nothing to the mesh unless it rests (see wend_world_def)
/// or is blocking; and it is not in the mesh where it overlaps what is.
typedef struct wend_moving_obstacle_def {
    wend_shape shape;      ///< a segment or a polygon, when it is at path[0]
    const wend_vec2 *path; ///< [path_count] [Limit: >= 1]
    uint32_t path_count;
    double speed; ///< [Units: m/s]
    double start; ///< when it starts [Units: s]
    double pause; ///< how long it waits at either end [Units: s]
    wend_loop_mode loop;
    bool blocking;   ///< a wall to the mesh wherever it is
    uint32_t cookie; ///< set by wend_default_moving_obstacle_def
} wend_moving_obstacle_def;
WEND_API wend_moving_obstacle_def wend_default_moving_obstacle_def(void);
WEND_API wend_result wend_world_add_moving_obstacle(wend_world *world,
                                                    const wend_moving_obstacle_def *def,
                                                    wend_obstacle_id *id, wend_error *error);

typedef enum wend_obstacle_kind {
    WEND_OBSTACLE_FIXED,
    WEND_OBSTACLE_DOOR,
    WEND_OBSTACLE_MOVING,
} wend_obstacle_kind;

/// Calls visit for every obstacle as it is now (movers where they are, doors whether open or shut),
/// by slot, until it returns false. For drawing and recording.
typedef bool wend_obstacle_fn(void *context, wend_obstacle_id id, wend_obstacle_kind kind,
                              bool shut, const wend_shape *shape);
WEND_API void wend_world_obstacles(const wend_world *world, wend_obstacle_fn *visit, void *context);

#ifdef __cplusplus
}
#endif

#endif
