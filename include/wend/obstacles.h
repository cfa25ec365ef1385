// SPDX-License-Identifier: MIT
// Obstacles of a world: fixed obstacles, doors, and moving obstacles.
//
// An edit takes effect completely and at once, or fails with a reason and changes nothing. Its
// effects on agents (which are moved out of the way) and on their paths follow in the next step.
// Definitions and the arrays they point to are not retained. Functions that add an obstacle write
// its id to *id [opt].
#ifndef WEND_OBSTACLES_H
#define WEND_OBSTACLES_H

#include "wend/floor.h"
#include "wend/ids.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world wend_world;

/// Id of the obstacle created from the floor's shape with this number; null: no such shape.
WEND_API wend_obstacle_id wend_world_shape(const wend_world *world, uint32_t shape);

/// Adds a fixed obstacle. It may touch others as the shapes of a floor may (see wend/floor.h).
/// Returns WEND_INVALID_GEOMETRY with the position if it crosses a wall, overlaps another obstacle
/// or leaves the bounds.
WEND_API wend_result wend_world_add_obstacle(wend_world *world, const wend_shape *shape,
                                             wend_obstacle_id *id, wend_error *error);

/// Removes an obstacle of any kind.
WEND_API wend_result wend_world_remove_obstacle(wend_world *world, wend_obstacle_id id,
                                                wend_error *error);

// ---- doors --------------------------------------------------------------------------------------

/// A door: an obstacle while it is shut, free space while it is open. Its timetable counts from the
/// start of the simulation; a change takes effect in the first step that starts at or after its
/// time. A door that cannot shut because another obstacle is in the way stays open
/// (WEND_EVENT_DOOR_REFUSED, once) and tries again in every step. The same holds for a timetable
/// while the shape of a coherent group is in the door; meanwhile other groups do not enter it. With
/// `force` it shuts, which may divide the group (WEND_EVENT_GROUP_SPLIT). Agents in a door that
/// shuts are moved to the nearest free position (WEND_EVENT_MOVED), preferably on the same side of
/// walls and clear of other agents.
typedef struct wend_door_def {
    wend_shape shape;
    bool shut; ///< initial state
    /// [toggle_count] Times at which the door changes its state, strictly increasing.
    /// [Limit: >= 0, and below period if that is not 0] [Units: s]
    const double *toggle_times;
    uint32_t toggle_count;
    double period;   ///< period after which the timetable starts again; 0: none [Units: s]
    bool force;      ///< the timetable shuts the door even while a coherent group is in it
    uint32_t cookie; ///< set by wend_default_door_def
} wend_door_def;

/// Open, no timetable, no shape yet.
WEND_API wend_door_def wend_default_door_def(void);
/// State at a time by the timetable: true if the door is shut. [Limit: time >= 0] [Units: s]
WEND_API bool wend_door_shut_at(const wend_door_def *def, double time);
/// Adds a door. Returns WEND_INVALID_GEOMETRY with the position for a shut door as
/// wend_world_add_obstacle does; for an open door only if its shape alone is invalid.
WEND_API wend_result wend_world_add_door(wend_world *world, const wend_door_def *def,
                                         wend_obstacle_id *id, wend_error *error);
/// Opens or shuts a door at once, until its timetable changes it again. Returns
/// WEND_INVALID_GEOMETRY with the position if another obstacle prevents it from shutting.
WEND_API wend_result wend_world_set_door(wend_world *world, wend_obstacle_id id, bool shut,
                                         wend_error *error);
/// Writes the state of a door to *shut.
WEND_API wend_result wend_world_door(const wend_world *world, wend_obstacle_id id, bool *shut,
                                     wend_error *error);

// ---- moving obstacles ---------------------------------------------------------------------------

/// Behaviour of a moving obstacle at the end of its path.
typedef enum wend_loop_mode {
    WEND_LOOP_ONCE,           ///< stays at the last point
    WEND_LOOP_BACK_AND_FORTH, ///< returns along the path
    WEND_LOOP_CYCLE,          ///< continues straight to the first point
} wend_loop_mode;

/// An obstacle that moves along a polyline without rotation: a car, a cart, a robot. Agents avoid
/// it and are pushed by it. It waits rather than crush an agent against a wall
/// (WEND_EVENT_OBSTACLE_BLOCKED, once per wait); waiting delays the rest of its motion. It may
/// overlap fixed obstacles and other moving obstacles. It is part of the mesh, so that paths lead
/// around it, only while it rests (wend_world_def.rest_before_wall) or if it is blocking, and only
/// where it overlaps no other obstacle in the mesh.
typedef struct wend_moving_obstacle_def {
    wend_shape shape;      ///< a segment, or a polygon without holes, at path[0]
    const wend_vec2 *path; ///< [path_count]
    uint32_t path_count;   ///< [Limit: >= 1]
    double speed;          ///< speed along the path [Limit: 0..WEND_MAX_COORDINATE] [Units: m/s]
    double start;          ///< time at which it starts to move [Limit: >= 0] [Units: s]
    double pause;          ///< waiting time at either end of the path [Limit: >= 0] [Units: s]
    wend_loop_mode loop;
    bool blocking;   ///< part of the mesh also while it moves
    uint32_t cookie; ///< set by wend_default_moving_obstacle_def
} wend_moving_obstacle_def;

/// Speed 1 m/s, start 0, no pause, WEND_LOOP_ONCE, not blocking; no shape and no path yet.
WEND_API wend_moving_obstacle_def wend_default_moving_obstacle_def(void);
/// Adds a moving obstacle. A start in the past counts as the current time.
WEND_API wend_result wend_world_add_moving_obstacle(wend_world *world,
                                                    const wend_moving_obstacle_def *def,
                                                    wend_obstacle_id *id, wend_error *error);

// ---- all obstacles ------------------------------------------------------------------------------

typedef enum wend_obstacle_kind {
    WEND_OBSTACLE_FIXED,
    WEND_OBSTACLE_DOOR,
    WEND_OBSTACLE_MOVING,
} wend_obstacle_kind;

/// Calls visit for every obstacle in slot order, until visit returns false: for drawing and
/// recording. shape is its current shape, valid during the visit; open doors are included. shut is
/// the state of a door, and true for other obstacles.
typedef bool wend_obstacle_fn(void *context, wend_obstacle_id id, wend_obstacle_kind kind,
                              bool shut, const wend_shape *shape);
WEND_API void wend_world_obstacles(const wend_world *world, wend_obstacle_fn *visit, void *context);

#ifdef __cplusplus
}
#endif

#endif
