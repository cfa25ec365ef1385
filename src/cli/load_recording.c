// SPDX-License-Identifier: MIT
// Reads a RUN operand (see load_recording.h).
#include "cli/load_recording.h"

#include "cli/progress.h"
#include "cli/report.h"

#include <string.h>

/// Metres in a unit; 0: there is none of that name.
static double metres_in(const char *unit)
{
    static const struct {
        const char *name;
        double metres;
    } units[] = {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; ++i)
        if (strcmp(units[i].name, unit) == 0)
            return units[i].metres;
    return 0;
}

int load_recording(const arguments *args, const char *path, recording *out)
{
    const char *unit = option_text(args, "unit", NULL);
    recording_hints hints = {
        .fps = option_number(args, "fps", 0),
        .unit = unit ? metres_in(unit) : 0,
        .floor = option_text(args, "floor", NULL),
    };
    if (unit && hints.unit == 0)
        return fail_usage(args, "--unit %s: say m, cm or mm", unit);
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    problem_list problems = {.file = name}; // of the floor, while that is read
    progress bar = progress_start(args);
    progress_show(&bar, 0.1, "reading");
    bool loaded = recording_load(path, &hints, out, &problems);
    progress_end(&bar);
    if (loaded)
        tell_note(args, name, out->note);
    int code = loaded ? EXIT_DONE : fail_problems(args, &problems);
    problem_free(&problems);
    return code;
}
