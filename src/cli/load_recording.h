// SPDX-License-Identifier: MIT
// A RUN operand: a recording of any kind, with options for metadata that its file may lack.
#ifndef WEND_CLI_LOAD_RECORDING_H
#define WEND_CLI_LOAD_RECORDING_H

#include "cli/command.h"
#include "record/recording.h"

/// File extensions of recordings.
choice_fn recording_files;
/// Units of coordinates.
choice_fn recording_units;

// The options that load_recording uses.
#define OPTION_FLOOR SCENE("floor", "Floor plan (default: from the recording)")
#define OPTION_FPS   NUMBER("fps", "F", 1e-3, 1e4, "Frames per second (default: from the recording)")
#define OPTION_UNIT                                                                                \
    CHOICE("unit", "UNIT", recording_units, "Unit of coordinates (default: from the recording)")

/// Reads a recording with a progress bar, and prints the reader's assumptions. Returns EXIT_DONE,
/// or the exit code of a reported error with nothing to free.
int load_recording(const arguments *args, const char *path, recording *out);

#endif
