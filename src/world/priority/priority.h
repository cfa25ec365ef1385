// SPDX-License-Identifier: MIT
// Priority: what ends a lock that nothing else has ended.
//
// An agent that has made no progress for long (wend_world_def.priority_after), where nobody near it
// makes progress either, gets priority. It walks along its exact shortest path, whatever its
// planner and its motion model, as far as no other agent is in the way. The others leave the strip
// that it is about to cover: they step aside where walls leave room for that, and otherwise walk
// ahead of it until there is room. Agents beside the strip hold still and yield to them.
//
// Who gets priority is drawn at random among those who wait, and also whether others step aside
// into any gap or go as far as there is much room: sooner or later the choice is one that resolves
// the lock. Where nothing moves although somebody has priority, all those near it shuffle for a
// moment, each in a random direction, so that the next one meets another arrangement. Each time the
// same agent gets priority, it keeps it for a longer way. Priority ends when its agent has walked
// that way and nobody is in front of it, or when it comes no further.
#ifndef WEND_WORLD_PRIORITY_PRIORITY_H
#define WEND_WORLD_PRIORITY_PRIORITY_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/geometry.h"
#include "world/state/crowd.h"

/// Agents with priority at the same time, in the whole world. They are far from each other.
enum { WEND_MOST_PRIORITIES = 16 };

/// An agent with priority.
typedef struct wend_priority {
    wend_agent_id agent;
    double since;     ///< time when it got priority
    double start;     ///< length of its path then; INFINITY: not known yet [Units: m]
    double nearest;   ///< length of its path when it last came nearer [Units: m]
    double near_time; ///< time of that
    double shuffles;  ///< time until which all near it shuffle, because it failed; 0: it goes on
    bool far;         ///< others step aside only where there is much room, and walk ahead elsewhere
} wend_priority;

/// The agents with priority: a part of the world's state.
typedef struct wend_priorities {
    wend_priority list[WEND_MOST_PRIORITIES];
    uint32_t count;
    uint64_t given; ///< number of times that an agent with a path got priority
} wend_priorities;

/// The path of an agent with priority, as far as others leave it free for the agent.
typedef struct wend_priority_path {
    uint32_t slot;
    uint32_t begin, end; ///< of its pieces
    wend_box box;        ///< of these pieces
    double length;       ///< of these pieces [Units: m]
    double left;         ///< length of the whole path [Units: m]
    double radius;       ///< of the agent
    bool found;
    bool far, shuffles; ///< as in its priority
} wend_priority_path;

/// Scratch memory.
typedef struct wend_priority_memory {
    wend_array(wend_curve_piece) pieces;
    wend_priority_path paths[WEND_MOST_PRIORITIES]; ///< by index of wend_priorities.list
    uint32_t count;                                 ///< 0: nobody has priority
} wend_priority_memory;

void wend_priority_memory_free(wend_priority_memory *memory, const wend_allocator *allocator);

/// Searches the paths of the agents with priority. False: out of memory. (paths.c)
bool wend_priority_find_paths(wend_world *world);

/// The number of an agent with priority; WEND_MOST_PRIORITIES: it has none.
uint32_t wend_priority_of(const wend_world *world, uint32_t slot);

/// True if an agent has priority or makes way: its preferred velocity is replaced, and its
/// avoidance share. (give_way.c)
bool wend_priority_lead(const wend_world *world, uint32_t slot, double pace,
                        wend_preferred_velocity *wish, float *share);

/// True if an agent walks on the path of one with priority, in front of it, because it cannot step
/// aside. (give_way.c)
bool wend_priority_drives(const wend_world *world, const wend_priority_path *path, uint32_t slot,
                          double *along);

/// Moves the agents with priority along their paths, after the motion models. (walk.c)
void wend_priority_walk(wend_world *world);

/// Ends priorities and gives new ones. (choose.c)
void wend_priority_choose(wend_world *world);

/// The place of a point beside a path.
typedef struct wend_priority_place {
    double along;        ///< arc length of the nearest point of the path
    double distance;     ///< from it
    wend_vec2 at;        ///< that point
    wend_vec2 direction; ///< of the path there
} wend_priority_place;

/// False: the path has no pieces. (paths.c)
bool wend_priority_place_of(const wend_world *world, const wend_priority_path *path, wend_vec2 p,
                            wend_priority_place *place);

/// The point of a path at an arc length. (paths.c)
wend_vec2 wend_priority_at(const wend_world *world, const wend_priority_path *path, double along);

/// Free space between an agent with priority and those who make way. [Units: radii of the former]
#define WEND_PRIORITY_GAP 0.2

/// Length of the part of the path that others leave. [Units: radii of the agent with priority]
#define WEND_PRIORITY_AHEAD 60.0

#endif
