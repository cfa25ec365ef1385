// SPDX-License-Identifier: MIT
// The multi-agent navigation graph of a world, and the plans that agents keep on it. The graph is
// built in every step, after the diagram, if an agent's planner is mang.
#ifndef WEND_WORLD_PLANNERS_MANG_GRAPH_H
#define WEND_WORLD_PLANNERS_MANG_GRAPH_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/mang_plan.h"
#include "wend/world.h"

/// Kind of a kept plan.
typedef enum wend_mang_keep_kind {
    WEND_KEEP_NONE,
    WEND_KEEP_STRAIGHT, ///< the goal is visible, in the agent's own cell or an adjacent one
    WEND_KEEP_WAY,
    WEND_KEEP_FOCUS, ///< no path: towards the goal
} wend_mang_keep_kind;

/// The part of a plan that an agent keeps; by slot of the crowd.
typedef struct wend_mang_keep {
    wend_agent_id agent; ///< null: slot unused
    uint32_t goal;       ///< slot of the goal that it leads to
    wend_vec2 goal_at;   ///< position of the goal when it was planned
    uint64_t walls;      ///< trail of the obstacles when it was planned
    uint64_t around;     ///< sum over the sites around the cell, and the passes
    wend_mang_exit exit; ///< exit of the path
    double rest;         ///< path length beyond the exit [Units: m]
    double cost;         ///< cost of the searched part of the path
    bool has_mark;       ///< the path is long, and has a mark
    wend_vec2 mark;      ///< position on the path up to which it is planned until it is renewed
    double mark_rest;    ///< path length beyond the mark [Units: m]
    uint8_t kind;        ///< wend_mang_keep_kind
    bool late;           ///< its renewal was deferred: the budget was spent
} wend_mang_keep;

/// A part of the world.
typedef struct wend_mang_keeps {
    wend_array(wend_mang_keep) list; ///< by slot of the crowd
} wend_mang_keeps;

/// An agent whose plan is renewed in this step.
typedef struct wend_mang_turn {
    uint32_t goal, slot;
} wend_mang_turn;

/// The turns of agents with the same goal.
typedef struct wend_mang_group {
    uint32_t first, count;
    uint64_t iterations; ///< iterations of its searches
} wend_mang_group;

/// Scratch memory, and the graph, which every step rebuilds.
typedef struct wend_mang_memory {
    wend_mang *mang; ///< NULL until first use
    uint64_t trail;  ///< trail of the diagram that it was built from
    bool built;
    uint32_t most_nodes; ///< largest number of nodes of a cell
    wend_array(wend_mang_turn) turns;
    wend_array(wend_mang_group) groups;
    wend_array(wend_mang_request) requests; ///< [turns]
} wend_mang_memory;

void wend_mang_memory_free(wend_mang_memory *memory, const wend_allocator *allocator);

/// Builds the graph if an agent needs it. False: out of memory.
bool wend_mangs_follow(wend_world *world);

/// The graph of this step; NULL: none.
const wend_mang_graph *wend_mangs_graph(const wend_world *world);

/// The cell in which an agent plans: its own, or that of the site that its own coincides with.
/// WEND_MANG_NONE: none.
uint32_t wend_mangs_cell(const wend_world *world, uint32_t slot);

#endif
