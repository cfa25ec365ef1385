// SPDX-License-Identifier: MIT
// A RUN operand: a recording of any kind, with what the user knows that its file may not say.
#ifndef WEND_CLI_LOAD_RECORDING_H
#define WEND_CLI_LOAD_RECORDING_H

#include "cli/command.h"
#include "record/recording.h"

/// Options to put into a command's table beside load_recording.
#define OPTIONS_RECORDING                                                                          \
    {.name = "floor",                                                                              \
     .kind = OPTION_TEXT,                                                                          \
     .value = "SCENE",                                                                             \
     .about = "the floor, if the recording has none"},                                             \
        {.name = "fps",                                                                            \
         .kind = OPTION_NUMBER,                                                                    \
         .value = "F",                                                                             \
         .about = "frames a second, if the recording does not tell",                               \
         .least = 1e-3,                                                                            \
         .most = 1e4},                                                                             \
    {                                                                                              \
        .name = "unit", .kind = OPTION_TEXT, .value = "UNIT",                                      \
        .about = "of the recording's coordinates, m, cm or mm, if it does not tell"                \
    }

/// Reads a recording with a bar, and says what the reader had to assume. Returns EXIT_DONE, or the
/// exit code after a complaint; then there is nothing to free.
int load_recording(const arguments *args, const char *path, recording *out);

#endif
