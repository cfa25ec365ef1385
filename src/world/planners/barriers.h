// SPDX-License-Identifier: MIT
// Barriers of a world (wend/barriers.h), in five files: bottlenecked agents and chains of them from
// wall to wall (barrier_chains.c), lines across a corridor (barrier_chords.c), lengths and tolls of
// queues (barrier_queues.c), who goes around (barrier_choices.c), and the barriers themselves
// (barriers.c).
#ifndef WEND_WORLD_PLANNERS_BARRIERS_H
#define WEND_WORLD_PLANNERS_BARRIERS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/barriers.h"
#include "wend/world.h"
#include "world/planners/maps.h"
#include "world/state/crowd.h"

/// A part of the world.
typedef struct wend_barriers {
    wend_array(wend_barrier) list;
    /// Chords: where chains of bottlenecked agents reached from wall to wall in this interval, the
    /// "candidate segments" of Farias 2020, §5.4. Queueing agents cross them to their left.
    wend_array(wend_segment) chords;
    /// By slot: the id of an agent that goes around the queue on its path; otherwise 0.
    wend_array(uint64_t) diverted;
    uint32_t placed; ///< number of barriers placed so far
    uint64_t lines;  ///< hash of their positions; 0: there are none
    uint64_t tolls;  ///< hash of their tolls; 0: there are none
} wend_barriers;

/// A bottlenecked agent.
typedef struct wend_jammed {
    wend_vec2 at;
    wend_vec2 way; ///< unit vector to where it heads
    double radius;
    double along; ///< sort key
    uint32_t slot;
    uint32_t group; ///< index of the first agent of its crowd
} wend_jammed;

/// Contact of a bottlenecked agent with a wall.
typedef struct wend_wall_touch {
    wend_vec2 at;
    uint32_t jammed; ///< index of the agent
    uint32_t wall;
    uint32_t group;
} wend_wall_touch;

/// The first barrier on an agent's path, and the length of the path to there.
typedef struct wend_barrier_wait {
    double way;
    double tolls;     ///< of all barriers on the path
    uint32_t barrier; ///< index in the list; WEND_NO_BARRIER: none
} wend_barrier_wait;

#define WEND_NO_BARRIER UINT32_MAX

/// The times that an agent would need on both paths. [Units: s]
typedef struct wend_barrier_choice {
    double reach;     ///< to the barrier, if nobody queued there
    double stay;      ///< to its goal through the barrier, if nobody queued there
    double around;    ///< to its goal on the map with tolls
    uint32_t barrier; ///< the first on its path without tolls; WEND_NO_BARRIER: none
    uint32_t slot;
    bool differs; ///< the path on the map with tolls is another one
} wend_barrier_choice;

/// Scratch memory of a step.
typedef struct wend_barrier_memory {
    wend_array(wend_jammed) jammed;
    wend_array(wend_wall_touch) touches;
    wend_array(uint32_t) groups; ///< by chord: index of a chord of the same jam
    wend_array(bool) marks;      ///< by first agent of a crowd: the crowd waits at the barrier
    wend_array(wend_barrier_wait) waits; ///< by jammed agent
    wend_array(wend_barrier_choice) choices;
} wend_barrier_memory;

void wend_barrier_memory_free(wend_barrier_memory *memory, const wend_allocator *allocator);

wend_result wend_barriers_def_check(const wend_barriers_def *def, wend_error *error);

/// Reserves memory for the next step, in which up to `more` agents may be added. False: out of
/// memory.
bool wend_barriers_reserve(wend_world *world, uint32_t more);

/// Called after agents have moved: counts slowed agents and, in some steps, finds chains, and
/// places, moves and removes barriers.
void wend_barriers_act(wend_world *world);

// ---- barrier_chains.c ---------------------------------------------------------------------------

/// Unit vector to where an agent heads; false: it is there.
bool wend_barriers_heading(const wend_crowd *crowd, uint32_t slot, wend_vec2 *way);

/// Speed at which an agent approaches where it heads [Units: m/s].
double wend_barriers_progress(const wend_world *world, uint32_t slot, wend_vec2 way);

/// Updates the counters of all agents: up if slowed in this step, else down.
void wend_barriers_count(wend_world *world);

/// Upper bound of the present agents that may be bottlenecked after the next step.
size_t wend_barriers_most_jammed(const wend_world *world);

/// Lists the bottlenecked agents and groups them into crowds.
void wend_barriers_list_jammed(wend_world *world);

/// Adds the chords that lie across these crowds.
void wend_barriers_find_chords(wend_world *world);

/// Two agents are neighbours, or one is at a wall, if the gap is less than this, so that no agent
/// of their size fits between. [Units: radii]
#define WEND_QUEUE_GAP 2.0

/// Maximum number of walls that one agent touches, and of chords in one interval.
enum { WEND_MOST_TOUCHED = 4, WEND_MOST_CHORDS = 2048 };

// ---- barrier_queues.c ---------------------------------------------------------------------------

/// Counts the agents that crossed a barrier towards their goal in this step.
void wend_barriers_count_crossings(wend_world *world);

/// The first barrier on an agent's path on that map, or straight to its target if map is NULL.
wend_barrier_wait wend_barriers_first_on(const wend_world *world, uint32_t slot,
                                         const wend_shared_map *map);

/// Determines the barrier that each bottlenecked agent waits at.
void wend_barriers_list_waits(wend_world *world);

/// Updates a barrier's queue, weight and toll from the current queue.
void wend_barriers_weigh(wend_world *world, uint32_t number);

// ---- barrier_choices.c --------------------------------------------------------------------------

/// True if an agent goes around the queue on its path.
bool wend_barriers_diverts(const wend_world *world, uint32_t slot);

/// Decides which agents go around. Memory is reserved.
void wend_barriers_choose(wend_world *world);

// ---- barrier_chords.c ---------------------------------------------------------------------------

/// True if the straight line between two points on walls is free and lies across a corridor: the
/// way along the walls from one to the other is much longer, or there is none. The walls are those
/// visible at each end to an agent at the corresponding `from`.
bool wend_barriers_is_across(const wend_mesh *mesh, wend_segment chord, const wend_vec2 from[2]);

#endif
