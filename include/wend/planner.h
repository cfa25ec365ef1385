// SPDX-License-Identifier: MIT
// Planners: path planning for the agents of a world. A planner outputs a steering target for a
// motion model (see wend/steering_target.h). Planners can be enumerated:
//
//     for (int kind = 0; kind < WEND_PLANNER_COUNT; ++kind) {
//         const wend_planner_info *info = wend_planner_info_of((wend_planner_kind)kind);
//         printf("%s: %s\n", info->name, info->summary);
//     }
#ifndef WEND_PLANNER_H
#define WEND_PLANNER_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wend_planner_kind {
    WEND_PLANNER_MESH,   ///< shortest path on the navigation mesh; target: its next portal
    WEND_PLANNER_DIRECT, ///< straight to the goal, through obstacles
    /// Path along the edges of the Voronoi diagram; target: its next portal. Where agents are sites
    /// of the diagram (because an agent has WEND_NEEDS_AGENT_SITES) it replans in every step, leads
    /// around them, and the target is the centre of the next empty circle.
    WEND_PLANNER_VORONOI,
    /// Path on the multi-agent navigation graph (wend/mang_plan.h); target: the agent's own first
    /// goal.
    WEND_PLANNER_MANG,
    /// Shortest path from a path map (wend/map.h) shared by all agents with the same goal and
    /// nearly the same radius; target: its next point. Maps are updated when walls or goals change.
    /// An agent with a goal of its own (a pursuit), without a map (see wend_world_def.maps) or
    /// without a path on it uses the mesh, as do all agents if the mesh has more than 32,768
    /// triangles.
    WEND_PLANNER_MAP,
    /// Along a lane (wend_world_add_lanes) to its end, where the agent is removed. An agent that is
    /// not on a lane walks to the nearest one by the mesh.
    WEND_PLANNER_LANES,
    /// With the moving shape of a coherent group (wend_world_add_group) to the group's goal. An
    /// agent outside the shape walks to it by the mesh.
    WEND_PLANNER_GROUP,
    WEND_PLANNER_COUNT
} wend_planner_kind;

/// Parts of a world that a planner or a motion model requires. Bit flags.
typedef enum wend_needs {
    WEND_NEEDS_MESH = 1 << 0,
    WEND_NEEDS_DIAGRAM = 1 << 1,     ///< the Voronoi diagram
    WEND_NEEDS_AGENT_SITES = 1 << 2, ///< agents as sites of the diagram
    WEND_NEEDS_NEIGHBOURS = 1 << 3,  ///< a list of neighbours for each of its agents
    WEND_NEEDS_MAPS = 1 << 4,        ///< path maps
    WEND_NEEDS_LANES = 1 << 5,       ///< wend_agent_def.lanes
    WEND_NEEDS_GROUP = 1 << 6,       ///< wend_agent_def.coherent_group
} wend_needs;

typedef struct wend_planner_info {
    wend_planner_kind kind;
    const char *name;       ///< name in scenes, on the command line and in recordings: "mesh"
    const char *summary;    ///< noun phrase without a full stop
    uint32_t needs;         ///< flags of wend_needs
    bool keeps_path;        ///< its agents keep a path, which is discarded when their goal moves
    bool replans_each_step; ///< replans in every step while agents are sites of the diagram
    bool has_first_goal;    ///< its agents head for first goals on the navigation graph
} wend_planner_info;

/// Description of a planner; NULL: no such planner.
WEND_API const wend_planner_info *wend_planner_info_of(wend_planner_kind kind);
/// Description of the planner with this name; NULL: no such planner, or name is NULL.
WEND_API const wend_planner_info *wend_planner_info_named(const char *name);

#ifdef __cplusplus
}
#endif

#endif
