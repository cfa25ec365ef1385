// SPDX-License-Identifier: MIT
// A progress bar on standard error: only on a terminal, only without --quiet, and gone when done.
#ifndef WEND_CLI_PROGRESS_H
#define WEND_CLI_PROGRESS_H

#include "cli/command.h"

typedef struct progress {
    bool shown;
    double begin; ///< time of progress_start [Units: s]
    double last;  ///< when the bar was last drawn; 0: never [Units: s]
} progress;

progress progress_start(const arguments *args);

/// Draws the bar: the share done, 0 to 1, and what is being done ("reading plan.json").
void progress_show(progress *bar, double share, const char *doing);

/// The same, followed by the time left, estimated from the time that the share took.
void progress_show_left(progress *bar, double share, const char *doing);

/// Wipes the bar; errno stays. Call it before anything else is printed.
void progress_end(progress *bar);

#endif
