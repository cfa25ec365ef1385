// SPDX-License-Identifier: MIT
// The floor, the mesh and the Voronoi diagram of a scene, for planning on it or drawing it.
#ifndef WEND_SCENE_BUILD_STRUCTURES_H
#define WEND_SCENE_BUILD_STRUCTURES_H

#include "scene/scene.h"
#include "wend/mesh.h"
#include "wend/voronoi.h"

/// Zeroed is empty.
typedef struct scene_mesh {
    wend_floor *floor;
    wend_mesh *mesh;
} scene_mesh;

/// Builds both. In a scene without bounds the mesh reaches around its obstacles and the box
/// `around` (which may be empty), farther than any shortest path of a disc of that radius. Results
/// are those of wend_floor_validate and wend_mesh_create; nothing is left to free after a failure.
wend_result scene_make_mesh(const scene *s, wend_box around, double radius, scene_mesh *built,
                            wend_error *error);
void scene_mesh_free(scene_mesh *built);

/// What is a site of a diagram beside obstacles. Agents that a scene only counts have no position,
/// and are none.
typedef enum scene_sites {
    SCENE_SITES_WALLS,  ///< nothing
    SCENE_SITES_AS_RUN, ///< as at the start of a run: all agents and movers, if the planner or the
                        ///< motion model of an agent needs agents in it; else nothing
    SCENE_SITES_ALL,    ///< agents, movers and shut doors
} scene_sites;

/// Builds the diagram over what the mesh covers. Results are those of wend_voronoi_create.
wend_result scene_make_voronoi(const scene *s, const scene_mesh *built, scene_sites sites,
                               wend_voronoi **voronoi, wend_error *error);

#endif
