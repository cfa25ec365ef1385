// SPDX-License-Identifier: MIT
// The floor, the mesh and the Voronoi diagram of a scene, for commands that plan on it or draw it.
#ifndef WEND_CLI_SCENE_MESH_H
#define WEND_CLI_SCENE_MESH_H

#include "cli/command.h"
#include "io/problem.h"
#include "io/scene.h"
#include "wend/mesh.h"
#include "wend/voronoi.h"

typedef struct scene_mesh {
    wend_floor *floor;
    wend_mesh *mesh;
} scene_mesh;

/// Builds both. A scene without bounds gets a mesh that reaches well around its obstacles and the
/// box `around` (which may be empty), farther than any shortest path goes for a disc of that
/// radius. A scene that is not sound is refused: its problems are printed, with what to do about
/// them. Returns EXIT_DONE, or the exit code after a complaint; then there is nothing to free.
int scene_mesh_build(const arguments *args, const scene *s, wend_box around, double radius,
                     problem_list *problems, scene_mesh *built);

/// What else than obstacles is a site of a diagram. Agents that a scene only counts have no place,
/// and are none.
typedef enum scene_sites {
    SCENE_SITES_WALLS,  ///< nothing
    SCENE_SITES_AS_RUN, ///< as at the start of a run: all agents and movers, if somebody's guide
                        ///< or motion needs agents in it; else nothing
    SCENE_SITES_ALL,    ///< agents, movers and shut doors
} scene_sites;

/// Builds the diagram, over what the mesh covers. EXIT_DONE, or the exit code after a complaint.
int scene_voronoi_build(const arguments *args, const scene *s, const scene_mesh *built,
                        scene_sites sites, wend_voronoi **voronoi);

/// A zeroed one is allowed.
void scene_mesh_free(scene_mesh *built);

#endif
