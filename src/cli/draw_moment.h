// SPDX-License-Identifier: MIT
// A scene as a recording has it at some time, to draw it: agents, movers and doors as they were.
#ifndef WEND_CLI_DRAW_MOMENT_H
#define WEND_CLI_DRAW_MOMENT_H

#include "cli/draw_trails.h"

/// The option of the command's table that this reads: --at.
#define OPTION_AT                                                                                  \
    {                                                                                              \
        .name = "at", .kind = OPTION_NUMBER, .value = "S",                                         \
        .about = "draw agents, doors and movers as the recording of --trails has them after S "    \
                 "seconds",                                                                        \
        .least = 0, .most = SCENE_MAX_SECONDS                                                      \
    }

/// Changes the scene to what was after the seconds of --at, if that is given, and hands out the
/// first goals of its agents as far as they were recorded: *aims [scene.agents_count], NAN: not
/// told; NULL: nothing is. Valid with the scene. EXIT_DONE, or the exit code after a complaint.
int draw_moment_take(scene *s, const arguments *args, const draw_trails *trajectories,
                     const wend_vec2 **aims);

#endif
