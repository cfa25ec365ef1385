// SPDX-License-Identifier: MIT
// The obstacles of a world: the navigation mesh, the walls that motion models avoid, and the
// obstacles that can change: doors and moving obstacles.
//
// An edit changes the mesh at once. The walls are rebuilt when they are next needed, so many edits
// in a row cost one rebuild: call wend_obstacles_refresh before reading the walls. Moving obstacles
// are not among these walls; they have walls of their own, with velocities, which are rebuilt when
// one moves or stops.
#ifndef WEND_WORLD_OBSTACLES_OBSTACLES_H
#define WEND_WORLD_OBSTACLES_OBSTACLES_H

#include "core/array.h"
#include "core/hash.h"
#include "core/ids.h"
#include "wend/group_shape.h"
#include "wend/mesh.h"
#include "wend/obstacles.h"
#include "wend/walls.h"
#include "wend/world.h"

/// A fixed obstacle, a door or a moving obstacle. A removed one has no points.
typedef struct wend_world_obstacle {
    wend_obstacle_kind kind;
    uint32_t first_point, point_count; ///< in points; of a moving obstacle: its initial position
    uint32_t first_end, ring_count;    ///< in ring_ends, which count from first_point
    wend_mesh_shape_id in_mesh;        ///< null: not in the mesh now
    bool came;                         ///< agents that it overlaps have still to be moved

    // Doors only.
    bool shut, shut_at_first;
    bool refused;                    ///< the last change of its timetable was refused
    bool held;                       ///< because a coherent group is in it
    bool force;                      ///< shuts in spite of that
    uint32_t first_time, time_count; ///< in times
    uint64_t changes;                ///< number of changes due by its timetable so far
    double period;                   ///< 0: the timetable does not repeat [Units: s]

    // Moving obstacles only. Units: m, m/s, s.
    uint32_t first_now;              ///< in points: its shape at the current offset
    uint32_t first_stop, stop_count; ///< in points: its path
    wend_vec2 offset, velocity;      ///< current offset from path[0]; current velocity
    double length;                   ///< length of its path
    double speed, start, pause;
    double delay; ///< delay from waiting for agents, or from being added after `start` [Units: s]
    double rests_since;
    uint64_t moved; ///< the last step that moved it, counted from 1
    uint64_t tried; ///< version of the mesh that last refused it
    wend_loop_mode way;
    bool blocking;
    bool waits; ///< WEND_EVENT_OBSTACLE_BLOCKED was sent for the current wait
} wend_world_obstacle;

typedef struct wend_obstacles {
    wend_mesh *mesh;
    wend_id_pool ids;
    wend_array(wend_world_obstacle) list; ///< by slot; the floor's shapes come first
    wend_array(wend_vec2) points;
    wend_array(uint32_t) ring_ends;
    wend_array(double) times;
    wend_array(wend_vec2) bounds; ///< one ring; empty: no bounds
    uint32_t shape_count;         ///< shapes of the initial floor
    uint32_t mover_count;
    uint32_t timed_count; ///< number of doors with a timetable
    bool any_came;        ///< `came` may be set in an entry of `list`
    uint64_t version;     ///< counts changes of the walls
    uint64_t trail;       ///< hash of all edits of the mesh: equal trails mean equal meshes
    double reach;         ///< query distance that the walls are indexed for [Units: m]

    // Derived from the above.
    wend_walls *walls;      ///< walls at `walls_version`
    wend_walls *movers;     ///< walls of moving obstacles at their current positions
    uint64_t walls_version; ///< version that `walls` was built from; 0: none
    bool movers_stale;
    wend_array(uint32_t) owners; ///< by wall: slot of its obstacle; WEND_BOUNDS for the bounds

    // Scratch memory.
    wend_array(wend_segment) segments;
    wend_array(wend_vec2) velocities;
    wend_array(uint32_t) near; ///< slots of agents
} wend_obstacles;

/// Builds the obstacles of a world def's floor.
wend_result wend_obstacles_make(wend_obstacles *obstacles, const wend_world_def *def,
                                wend_error *error);

/// Rebuilds walls that are out of date. False: out of memory, there are no walls now.
bool wend_obstacles_refresh(wend_obstacles *obstacles, const wend_allocator *allocator);

// ---- obstacle_edit.c ----------------------------------------------------------------------------

/// The current shape of an obstacle; valid until the next edit.
wend_shape wend_obstacle_shape(const wend_obstacles *obstacles,
                               const wend_world_obstacle *obstacle);

/// WEND_INVALID_GEOMETRY if the shape by itself is invalid.
wend_result wend_obstacle_check(const wend_obstacles *obstacles, const wend_shape *shape,
                                const wend_allocator *allocator, wend_error *error);

/// Reserves memory for one more obstacle. False: out of memory, nothing changed.
bool wend_obstacles_reserve(wend_obstacles *obstacles, const wend_shape *shape, size_t more_points,
                            size_t times, const wend_allocator *allocator);

/// Adds an obstacle with its shape and times; memory must be reserved. It is not in the mesh yet.
wend_obstacle_id wend_obstacles_add(wend_obstacles *obstacles, wend_world_obstacle obstacle,
                                    const wend_shape *shape, const double *times);

/// The same, and inserts it into the mesh. If the mesh refuses it, its result is returned and
/// nothing has changed.
wend_result wend_obstacles_add_shut(wend_obstacles *obstacles, wend_world_obstacle obstacle,
                                    const wend_shape *shape, const double *times,
                                    wend_obstacle_id *id, wend_error *error);

/// Inserts an obstacle with its current shape into the mesh, or removes it from there, which never
/// fails.
wend_result wend_obstacle_insert(wend_obstacles *obstacles, uint32_t slot, wend_error *error);
void wend_obstacle_take_out(wend_obstacles *obstacles, uint32_t slot);

/// True if p is inside an obstacle or on its outline.
bool wend_obstacle_contains(const wend_obstacles *obstacles, const wend_world_obstacle *obstacle,
                            wend_vec2 p);

// ---- static_floor.c -----------------------------------------------------------------------------

/// The obstacles in the mesh as shapes of a floor.
typedef struct wend_shape_list {
    wend_shape *shapes; ///< valid until the next edit
    uint32_t *slots;    ///< slots of these obstacles
    uint32_t count;
    size_t room;
} wend_shape_list;

/// Lists the obstacles that are in the mesh, moving ones only if `movers` is set. False: out of
/// memory. Free the list in either case.
bool wend_obstacles_list(const wend_obstacles *obstacles, bool movers,
                         const wend_allocator *allocator, wend_shape_list *list);
void wend_shape_list_free(wend_shape_list *list, const wend_allocator *allocator);

/// Creates the floor of the listed obstacles and the bounds.
wend_result wend_obstacles_floor_of(const wend_obstacles *obstacles, const wend_shape_list *list,
                                    const wend_allocator *allocator, wend_floor **floor);

/// Creates the floor of all obstacles in the mesh and the bounds.
wend_result wend_obstacles_floor(const wend_obstacles *obstacles, const wend_allocator *allocator,
                                 wend_floor **floor);

// ---- free_position.c ----------------------------------------------------------------------------

/// True if a disc at p is free: its centre is in no obstacle, and no wall or moving obstacle is
/// closer than its radius.
bool wend_obstacles_is_free(const wend_obstacles *obstacles, wend_vec2 p, double radius);

/// The free position nearest to p, as far as the search resolves; false: none within the range of
/// the search. A position in a straight line of sight of p is preferred to one behind a wall.
bool wend_obstacles_free_place(const wend_obstacles *obstacles, wend_vec2 p, double radius,
                               wend_vec2 *place);

struct wend_crowd;

/// The same for an agent; a position where it overlaps no other agent is preferred. `near` must
/// have capacity for all agents.
bool wend_obstacles_place_for(wend_obstacles *obstacles, const struct wend_crowd *crowd,
                              uint32_t slot, wend_vec2 *place);

// ---- door_groups.c ------------------------------------------------------------------------------

/// True if a group's shape meets the shape of a door, open or shut.
bool wend_door_meets(const wend_obstacles *obstacles, const wend_world_obstacle *door,
                     const wend_group_shape *shape);

/// True if a coherent group is in a door.
bool wend_door_is_held(const wend_world *world, const wend_world_obstacle *door);

/// Adds an event for each group that a door that has shut divides.
void wend_door_tell_splits(wend_world *world, const wend_world_obstacle *door);

/// True if a group would enter, with its next shape, a door that waits for another group.
bool wend_door_stops(const wend_world *world, const wend_group_shape *now,
                     const wend_group_shape *next);

// ---- parts of the obstacle phase ----------------------------------------------------------------

/// Opens and closes doors by their timetables. False: out of memory. (doors.c)
bool wend_doors_follow(wend_world *world);

/// Moves the moving obstacles, which push agents and enter and leave the mesh. False: out of
/// memory. (moving_obstacles.c)
bool wend_movers_advance(wend_world *world);

/// Pushes agents out of the way of a moving obstacle that goes from its current offset through
/// `offsets`, one for each part of its way. False: an agent, *crushed, would be crushed, and none
/// was moved. (push.c)
bool wend_movers_push(wend_world *world, const wend_world_obstacle *obstacle,
                      const wend_vec2 *offsets, uint32_t count, uint32_t *crushed);

#endif
