// SPDX-License-Identifier: MIT
// Builds the structures of a scene for a command, with a progress bar and messages.
#ifndef WEND_CLI_STRUCTURES_H
#define WEND_CLI_STRUCTURES_H

#include "base/problem.h"
#include "cli/command.h"
#include "scene/build/structures.h"
#include "wend/tasks.h"

/// scene_make_mesh. The problems of an invalid scene are printed, with what to do about them.
/// Returns EXIT_DONE, or the exit code after a message.
int build_mesh(const arguments *args, const scene *s, wend_box around, double radius,
               problem_list *problems, scene_mesh *built);

/// The same for the doors as they are at --time, which the scene then keeps.
int build_mesh_at(const arguments *args, scene *s, wend_box around, double radius,
                  problem_list *problems, scene_mesh *built);

/// scene_make_voronoi. Returns EXIT_DONE, or the exit code after a message.
int build_diagram(const arguments *args, const scene *s, const scene_mesh *built, scene_sites sites,
                  wend_voronoi **voronoi);

/// The worker threads of --threads; *tasks is NULL for one. Returns EXIT_DONE, or the exit code
/// after a message.
int start_threads(const arguments *args, wend_tasks **tasks);

#endif
