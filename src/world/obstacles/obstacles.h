// SPDX-License-Identifier: MIT
// The obstacles: the mesh that they make, the walls as motion sees them, and what can change: doors
// and movers.
//
// An edit changes the mesh at once. The walls are made again when they are next needed, so that
// many edits in a row cost no more than one: wend_obstacles_refresh comes before whoever uses them.
// Movers are no part of the walls; they have walls of their own, with velocities, made in each
// step.
#ifndef WEND_WORLD_OBSTACLES_OBSTACLES_H
#define WEND_WORLD_OBSTACLES_OBSTACLES_H

#include "core/array.h"
#include "core/hash.h"
#include "core/ids.h"
#include "wend/mesh.h"
#include "wend/obstacles.h"
#include "wend/walls.h"
#include "wend/world.h"

/// An obstacle, a door or a mover. One that was removed has no points.
typedef struct wend_thing {
    wend_obstacle_kind kind;
    uint32_t first_point, point_count; ///< in points: of a mover, where it is at the start
    uint32_t first_end, ring_count;    ///< in ring_ends, which count from its own first point
    wend_mesh_shape_id in_mesh;        ///< null: not there now
    bool came;                         ///< those who are in its way have still to be moved

    // Of a door.
    bool shut, shut_at_first;
    bool refused;                    ///< its timetable wants it otherwise than it is
    uint32_t first_time, time_count; ///< in times
    uint64_t changes;                ///< that its timetable has asked for
    double period;

    // Of a mover.
    uint32_t first_now;              ///< in points: where it is now
    uint32_t first_stop, stop_count; ///< in points: its path
    wend_vec2 offset, velocity;      ///< from path[0]; now
    double length;                   ///< of its path
    double speed, start, pause;
    double delay; ///< time that it has waited for somebody
    double rests_since;
    uint64_t moved; ///< the last step that moved it, counted from 1
    uint64_t tried; ///< the version of the mesh that had no room for it
    wend_loop_mode way;
    bool blocking;
    bool waits; ///< the event was sent
} wend_thing;

typedef struct wend_obstacles {
    wend_mesh *mesh;
    wend_id_pool ids;
    wend_array(wend_thing) things; ///< by slot; the floor's shapes come first
    wend_array(wend_vec2) points;
    wend_array(uint32_t) ring_ends;
    wend_array(double) times;
    wend_array(wend_vec2) bounds; ///< a ring; empty: none
    uint32_t shape_count;         ///< of the floor
    uint32_t mover_count;
    uint32_t timed_count; ///< doors with a timetable
    bool any_came;        ///< of some thing `came` may be set
    uint64_t version;     ///< counts what changes the walls
    uint64_t trail; ///< a hash of all that was done to the mesh: with the same one it is the same
    double reach;   ///< the distance within which walls are looked for

    // Made from the above.
    wend_walls *walls;      ///< of `walls_version`
    wend_walls *movers;     ///< where they are now
    uint64_t walls_version; ///< 0: none
    bool movers_stale;
    wend_array(uint32_t) owners; ///< for each of the walls its slot; WEND_BOUNDS for the bounds

    // Only memory.
    wend_array(wend_segment) segments;
    wend_array(wend_vec2) velocities;
    wend_array(uint32_t) near; ///< slots of agents
} wend_obstacles;

/// Makes them from a def's floor.
wend_result wend_obstacles_make(wend_obstacles *obstacles, const wend_world_def *def,
                                wend_error *error);

/// Brings the walls up to date. False: out of memory, there are none now.
bool wend_obstacles_refresh(wend_obstacles *obstacles, const wend_allocator *allocator);

// ---- things.c: what doors and movers are made of ------------------------------------------------

/// A thing as it is now; valid until the next edit.
wend_shape wend_thing_shape(const wend_obstacles *obstacles, const wend_thing *thing);

/// WEND_INVALID_GEOMETRY if the shape alone is not sound.
wend_result wend_thing_check(const wend_obstacles *obstacles, const wend_shape *shape,
                             const wend_allocator *allocator, wend_error *error);

/// Room for one more thing. False: out of memory, nothing changed.
bool wend_things_reserve(wend_obstacles *obstacles, const wend_shape *shape, size_t more_points,
                         size_t times, const wend_allocator *allocator);

/// Adds a thing, for which there is room, with its shape and times. Not in the mesh yet.
wend_obstacle_id wend_things_add(wend_obstacles *obstacles, wend_thing thing,
                                 const wend_shape *shape, const double *times);

/// The same with one that is in the mesh from the start: refused as the mesh refuses it, and then
/// nothing has changed.
wend_result wend_things_add_shut(wend_obstacles *obstacles, wend_thing thing,
                                 const wend_shape *shape, const double *times, wend_obstacle_id *id,
                                 wend_error *error);

/// Puts a thing into the mesh as it is now, or takes it out, which never fails.
wend_result wend_thing_insert(wend_obstacles *obstacles, uint32_t slot, wend_error *error);
void wend_thing_take_out(wend_obstacles *obstacles, uint32_t slot);

/// The thing of an id; NULL with WEND_STALE in the error, or if it is of another kind.
wend_thing *wend_thing_of(const wend_obstacles *obstacles, wend_obstacle_id id,
                          wend_obstacle_kind kind, wend_error *error);

/// True if p is inside a thing or on its walls.
bool wend_thing_holds(const wend_obstacles *obstacles, const wend_thing *thing, wend_vec2 p);

// ---- standing.c: what stands in the mesh now ----------------------------------------------------

/// As shapes of a floor.
typedef struct wend_standing {
    wend_shape *shapes; ///< valid until the next edit
    uint32_t *slots;    ///< which things they are
    uint32_t count;
    size_t room;
} wend_standing;

/// Lists them; movers: also those that are there now. False: out of memory. To be freed either way.
bool wend_standing_list(const wend_obstacles *obstacles, bool movers,
                        const wend_allocator *allocator, wend_standing *list);
void wend_standing_free(wend_standing *list, const wend_allocator *allocator);

/// The floor of these and the bounds.
wend_result wend_standing_floor(const wend_obstacles *obstacles, const wend_standing *list,
                                const wend_allocator *allocator, wend_floor **floor);

/// The floor of all that stands in the mesh now.
wend_result wend_obstacles_floor(const wend_obstacles *obstacles, const wend_allocator *allocator,
                                 wend_floor **floor);

// ---- free_place.c -------------------------------------------------------------------------------

/// True if a disc has room there: not in anything, and no wall or mover closer than its radius.
bool wend_obstacles_is_free(const wend_obstacles *obstacles, wend_vec2 p, double radius);

/// The free place nearest to p, as near as a search can tell; false: none within reach of the
/// search. Rather one that p has a straight way to than one behind a wall.
bool wend_obstacles_free_place(const wend_obstacles *obstacles, wend_vec2 p, double radius,
                               wend_vec2 *place);

struct wend_crowd;

/// The same for an agent, and rather one where it does not overlap another agent. `near` of the
/// obstacles has room for all of them.
bool wend_obstacles_place_for(wend_obstacles *obstacles, const struct wend_crowd *crowd,
                              uint32_t slot, wend_vec2 *place);

// ---- the parts of the edit phase ----------------------------------------------------------------

/// Doors do what their timetables say. False: out of memory. (doors.c)
bool wend_doors_follow(wend_world *world);

/// Movers go on, push agents, and enter and leave the mesh. False: out of memory. (movers.c)
bool wend_movers_advance(wend_world *world);

/// Pushes agents out of the way of a mover that goes from where it is to new offsets, one for each
/// part of the way. False, and nobody has moved: one would be crushed, *crushed. (push.c)
bool wend_movers_push(wend_world *world, const wend_thing *thing, const wend_vec2 *offsets,
                      uint32_t count, uint32_t *crushed);

#endif
