// SPDX-License-Identifier: MIT
// A scene as a recording has it at some time, to draw it: agents, movers and doors as they were.
#ifndef WEND_CLI_DRAW_INSTANT_H
#define WEND_CLI_DRAW_INSTANT_H

#include "cli/draw/trails.h"

/// Changes the scene to the instant --time of the recording, if that is given, and hands out the
/// first goals of its agents as far as they were recorded: *aims [scene.agents_count], NAN: not
/// told; NULL: nothing is. Valid with the scene. EXIT_DONE, or the exit code after a complaint.
int draw_moment_take(scene *s, const arguments *args, const draw_trails *trajectories,
                     const wend_vec2 **aims);

#endif
