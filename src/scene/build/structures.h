// SPDX-License-Identifier: MIT
// Floor, mesh and Voronoi diagram of a scene, for planning or drawing.
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

/// Builds the floor and the mesh. In a scene without bounds the mesh encloses its obstacles and the
/// box `around` (which may be empty) with a margin that no shortest path of a disc of that radius
/// leaves. Results are those of wend_floor_validate and wend_mesh_create; after a failure nothing
/// needs to be freed.
wend_result scene_make_mesh(const scene *s, wend_box around, double radius, scene_mesh *built,
                            wend_error *error);

/// The same with the doors that are initially shut as walls.
wend_result scene_make_mesh_with_doors(const scene *s, wend_box around, double radius,
                                       scene_mesh *built, wend_error *error);

void scene_mesh_free(scene_mesh *built);

/// Sites of a diagram in addition to obstacles. Agents that a scene only counts have no position
/// and are not sites.
typedef enum scene_sites {
    SCENE_SITES_WALLS,  ///< obstacles only
    SCENE_SITES_AS_RUN, ///< as at the start of a run: all agents and moving obstacles, if the
                        ///< planner or the motion model of an agent requires agents in the diagram
    SCENE_SITES_ALL,    ///< agents, moving obstacles and shut doors
} scene_sites;

/// Builds the diagram of the area that the mesh covers. Results are those of wend_voronoi_create.
wend_result scene_make_voronoi(const scene *s, const scene_mesh *built, scene_sites sites,
                               wend_voronoi **voronoi, wend_error *error);

#endif
