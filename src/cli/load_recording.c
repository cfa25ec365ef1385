// SPDX-License-Identifier: MIT
// Reads a RUN operand (see load_recording.h).
#include "cli/load_recording.h"

#include "cli/progress.h"
#include "cli/report.h"

#include <string.h>

choice recording_files(size_t index)
{
    return (choice){index == 0 ? "sqlite db csv txt traj" : NULL, NULL};
}

choice recording_units(size_t index)
{
    return (choice){index == 0 ? "m cm mm" : NULL, NULL};
}

int load_recording(const arguments *args, const char *path, recording *out)
{
    const char *unit = option_text(args, "unit", NULL);
    recording_hints hints = {
        .fps = option_number(args, "fps", 0),
        .unit = !unit            ? 0
                : unit[0] == 'c' ? 0.01
                : unit[1] == 'm' ? 0.001
                                 : 1,
        .floor = option_text(args, "floor", NULL),
    };
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    problem_list problems = {.file = name}; // of the floor, while that is read
    progress bar = progress_start(args);
    progress_show(&bar, 0.1, "reading");
    bool loaded = recording_load(path, &hints, out, &problems);
    progress_end(&bar);
    if (loaded)
        print_note(args, name, out->note);
    int code = loaded ? EXIT_DONE : fail_problems(args, &problems);
    problem_free(&problems);
    return code;
}
