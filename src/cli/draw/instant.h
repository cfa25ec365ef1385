// SPDX-License-Identifier: MIT
// The state of a scene at a time of a recording: agents, moving obstacles and doors.
#ifndef WEND_CLI_DRAW_INSTANT_H
#define WEND_CLI_DRAW_INSTANT_H

#include "cli/draw/trails.h"

/// Changes the scene to the state at --time of the recording, if given. *aims [scene.agents_count]
/// are the recorded first goals of its agents, NAN: unknown; NULL: none recorded. Valid as long as
/// the scene. EXIT_DONE, or the exit code of a reported error.
int draw_moment_take(scene *s, const arguments *args, const draw_trails *trajectories,
                     const wend_vec2 **aims);

#endif
