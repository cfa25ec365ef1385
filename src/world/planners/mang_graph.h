// SPDX-License-Identifier: MIT
// The multi-agent navigation graph of a world, and what its agents keep of their plans on it. The
// graph is built in every step, after the diagram, if somebody's planner is mang.
#ifndef WEND_WORLD_PLANNERS_MANG_GRAPH_H
#define WEND_WORLD_PLANNERS_MANG_GRAPH_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/mang_plan.h"
#include "wend/world.h"

/// What a plan came to.
typedef enum wend_mang_keep_kind {
    WEND_KEEP_NONE,
    WEND_KEEP_STRAIGHT, ///< the goal is seen, in the agent's own cell or beside it
    WEND_KEEP_WAY,
    WEND_KEEP_FOCUS, ///< there was no way: on towards the goal
} wend_mang_keep_kind;

/// What an agent keeps of its plan; by slot of the crowd.
typedef struct wend_mang_keep {
    wend_agent_id agent; ///< null: nobody's
    uint32_t goal;       ///< slot of the goal that it leads to
    wend_vec2 goal_at;   ///< and where that was
    uint64_t walls;      ///< trail of the obstacles
    uint64_t around;     ///< see wend_mang_around
    wend_mang_exit exit; ///< of a way
    double rest;         ///< of it, behind the exit [Units: m]
    double cost;         ///< of it, as far as it was searched
    bool has_mark;       ///< it goes on for long:
    wend_vec2 mark;      ///< a place on it, up to which it will be planned until it is renewed
    double mark_rest;    ///< of the way behind that [Units: m]
    uint8_t kind;        ///< wend_mang_keep_kind
    bool late;           ///< it should have been renewed, but the budget was spent
} wend_mang_keep;

/// A part of the world.
typedef struct wend_mang_keeps {
    wend_array(wend_mang_keep) list; ///< by slot of the crowd
} wend_mang_keeps;

/// Whose plan is renewed in this step.
typedef struct wend_mang_turn {
    uint32_t goal, slot;
} wend_mang_turn;

/// Those with one goal: some of the turns.
typedef struct wend_mang_group {
    uint32_t first, count;
    uint64_t iterations; ///< that its searches took
} wend_mang_group;

/// Only memory, and a graph that every step builds again.
typedef struct wend_mang_memory {
    wend_mang *mang; ///< NULL: nobody has needed it yet
    uint64_t trail;  ///< of the diagram that it was built of
    bool built;
    uint32_t most_nodes; ///< of a cell
    wend_array(wend_mang_turn) turns;
    wend_array(wend_mang_group) groups;
    wend_array(wend_mang_request) requests; ///< [turns]
} wend_mang_memory;

void wend_mang_memory_free(wend_mang_memory *memory, const wend_allocator *allocator);

/// Builds the graph, if somebody needs it. False: out of memory.
bool wend_mangs_follow(wend_world *world);

/// The graph of this step; NULL: there is none.
const wend_mang_graph *wend_mangs_graph(const wend_world *world);

/// The cell in which an agent plans: its own, or that of the one it shares it with.
/// WEND_MANG_NONE: it has none.
uint32_t wend_mangs_cell(const wend_world *world, uint32_t slot);

#endif
