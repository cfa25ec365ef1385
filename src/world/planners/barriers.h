// SPDX-License-Identifier: MIT
// Barriers of a world (wend/barriers.h), in four files: who is bottlenecked and where they stand
// from wall to wall (barrier_chains.c), what lies across a corridor (barrier_chords.c), how long
// queues are and what they are worth (barrier_queues.c), and the barriers themselves (barriers.c).
#ifndef WEND_WORLD_PLANNERS_BARRIERS_H
#define WEND_WORLD_PLANNERS_BARRIERS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/barriers.h"
#include "wend/world.h"
#include "world/state/crowd.h"

/// A part of the world.
typedef struct wend_barriers {
    wend_array(wend_barrier) list;
    /// Where chains of bottlenecked agents reached from wall to wall in this interval: the
    /// "candidate segments" of the document. Who queues crosses them to their left.
    wend_array(wend_segment) chords;
    uint32_t placed; ///< so many up to now
    uint64_t lines;  ///< a hash of where they stand; 0: there are none
    uint64_t tolls;  ///< and of what they cost
} wend_barriers;

/// A bottlenecked agent.
typedef struct wend_jammed {
    wend_vec2 at;
    wend_vec2 way; ///< where it heads, of length 1
    double radius;
    double along; ///< what they are sorted by
    uint32_t slot;
    uint32_t group; ///< the number of the first in its crowd
} wend_jammed;

/// Where a bottlenecked agent stands at a wall.
typedef struct wend_wall_touch {
    wend_vec2 at;
    uint32_t jammed; ///< whose
    uint32_t wall;
    uint32_t group;
} wend_wall_touch;

/// The barrier that a bottlenecked agent waits at, and how far its way to there is.
typedef struct wend_barrier_wait {
    double way;
    uint32_t barrier; ///< a number in the list; WEND_NO_BARRIER: none
} wend_barrier_wait;

#define WEND_NO_BARRIER UINT32_MAX

/// Memory; nothing in it outlives the step.
typedef struct wend_barrier_memory {
    wend_array(wend_jammed) jammed;
    wend_array(wend_wall_touch) touches;
    wend_array(uint32_t) groups;         ///< of chords
    wend_array(bool) marks;              ///< by jammed agent: its crowd waits at the barrier
    wend_array(wend_barrier_wait) waits; ///< by jammed agent, too
} wend_barrier_memory;

void wend_barrier_memory_free(wend_barrier_memory *memory, const wend_allocator *allocator);

wend_result wend_barriers_def_check(const wend_barriers_def *def, wend_error *error);

/// Room for all that the step to come may find, in which so many agents may come. False: out of
/// memory.
bool wend_barriers_reserve(wend_world *world, uint32_t more);

/// Everybody has moved: counts who was slowed, and in some steps looks for chains, places, moves
/// and removes barriers.
void wend_barriers_act(wend_world *world);

// ---- barrier_chains.c ---------------------------------------------------------------------------

/// Where an agent heads, of length 1; false: nowhere.
bool wend_barriers_heading(const wend_crowd *crowd, uint32_t slot, wend_vec2 *way);

/// How fast an agent gets nearer to where it heads.
double wend_barriers_progress(const wend_world *world, uint32_t slot, wend_vec2 way);

/// Counts up those who were slowed in this step, and the others down.
void wend_barriers_count(wend_world *world);

/// So many of those who are there may be bottlenecked after the step to come.
size_t wend_barriers_most_jammed(const wend_world *world);

/// Lists the bottlenecked agents and which crowds they make.
void wend_barriers_list_jammed(wend_world *world);

/// Adds the chords that lie across these crowds.
void wend_barriers_find_chords(wend_world *world);

/// Two are neighbours, or one is at a wall, if nobody of their size fits between: the gap is less
/// than this. [Units: radii]
#define WEND_QUEUE_GAP 2.0

/// Walls that one agent can touch; and chords in one interval, since more tell nothing new.
enum { WEND_MOST_TOUCHED = 4, WEND_MOST_CHORDS = 2048 };

// ---- barrier_queues.c ---------------------------------------------------------------------------

/// Who of the bottlenecked agents waits at which barrier.
void wend_barriers_list_waits(wend_world *world);

/// Weighs a barrier by the queue behind it as it is now.
void wend_barriers_weigh(wend_world *world, uint32_t number);

// ---- barrier_chords.c ---------------------------------------------------------------------------

/// True if the straight line between two places on walls is free and lies across a corridor: who
/// goes along the walls from one place to the other has much further, or never gets there. The
/// walls are those that are seen there by somebody who stands at `from`, for either end.
bool wend_barriers_is_across(const wend_mesh *mesh, wend_segment chord, const wend_vec2 from[2]);

#endif
