// SPDX-License-Identifier: MIT
// Planners: how an agent of a world finds its path. Every planner describes itself.
//
//     for (int kind = 0; kind < WEND_PLANNER_COUNT; ++kind)
//         printf("%s: %s\n", wend_planner_info_of((wend_planner_kind)kind)->name, ...->summary);
#ifndef WEND_PLANNER_H
#define WEND_PLANNER_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wend_planner_kind {
    WEND_PLANNER_MESH,   ///< the next portal on its shortest path
    WEND_PLANNER_DIRECT, ///< straight to the goal
    /// The next portal on its path along the Voronoi diagram. Where agents are sites of the diagram
    /// (WEND_NEEDS_AGENT_SITES of any agent), it replans in every step and leads around them, to
    /// the centre of the next empty circle.
    WEND_PLANNER_VORONOI,
    /// On the multi-agent navigation graph (wend/mang_plan.h), to a first goal of its own.
    WEND_PLANNER_MANG,
    /// The next point of its shortest path, from a map (wend/map.h) shared by all agents with the
    /// same goal and nearly the same radius. Maps are updated when walls or goals change. An agent
    /// with a goal of its own (a pursuit), without a map (see wend_world_def.maps) or without a
    /// path on it uses the mesh; in a mesh of more than 32,768 triangles every agent does.
    WEND_PLANNER_MAP,
    /// Along a lane (wend_world_add_lanes) to its end, where it leaves the world. An agent that is
    /// on no lane goes to the nearest one first, by the mesh.
    WEND_PLANNER_LANES,
    /// With a coherent group's shape as that moves (wend_world_add_group), to its goal. An agent
    /// outside of the shape goes there first, by the mesh.
    WEND_PLANNER_GROUP,
    WEND_PLANNER_COUNT
} wend_planner_kind;

/// What a planner or a motion model needs of the world; bits.
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
    const char *name;       ///< "mesh": in scenes, on the command line and in recordings
    const char *summary;    ///< noun phrase, no full stop
    uint32_t needs;         ///< wend_needs
    bool keeps_path;        ///< its agents keep a path, which they drop when their goal moves
    bool replans_each_step; ///< ... while agents are sites of the diagram
    bool has_first_goal;    ///< its agents head for first goals on the navigation graph
} wend_planner_info;

/// NULL: there is no such planner.
WEND_API const wend_planner_info *wend_planner_info_of(wend_planner_kind kind);
/// The planner of that name; NULL: there is none, or the name is NULL.
WEND_API const wend_planner_info *wend_planner_info_named(const char *name);

#ifdef __cplusplus
}
#endif

#endif
