// SPDX-License-Identifier: MIT
// Options that override the scene, from the command line or a recording. A recording stores them
// with the scene, so that its run can be reproduced from the file alone.
#include "base/xalloc.h"
#include "cli/report.h"
#include "cli/run/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

run_asked run_asked_read(const arguments *args)
{
    return (run_asked){
        .planner = option_text(args, "planner", NULL),
        .motion = option_text(args, "motion", NULL),
        .bias = option_text(args, "bias", NULL),
        .barriers = option_text(args, "barriers", NULL),
        .points = option_given(args, "no-portals"),
        .step = option_number(args, "step", NAN),
        .seconds = option_number(args, "duration", NAN),
    };
}

static void set(json_t *object, const char *key, json_t *value)
{
    xneed(json_object_set_new(object, key, value) == 0);
}

char *run_asked_write(const run_asked *asked)
{
    json_t *object = xcheck(json_object());
    if (asked->planner)
        set(object, "guide", json_string(asked->planner));
    if (asked->motion)
        set(object, "motion", json_string(asked->motion));
    if (asked->bias)
        set(object, "bias", json_string(asked->bias));
    if (asked->barriers)
        set(object, "barriers", json_string(asked->barriers));
    if (asked->points)
        set(object, "points", json_true());
    if (!isnan(asked->step))
        set(object, "dt", json_real(asked->step));
    if (!isnan(asked->seconds))
        set(object, "time", json_real(asked->seconds));
    char *words =
        xcheck(json_dumps(object, JSON_REAL_PRECISION(17))); // enough digits to restore all bits
    json_decref(object);
    return words;
}

// ---- from a recording ---------------------------------------------------------------------------

/// A missing option means: from the scene. Names are checked when the world is created.
static bool take_text(const json_t *options, const char *key, const char **words,
                      problem_list *problems)
{
    const json_t *value = json_object_get(options, key);
    *words = json_string_value(value);
    return !value || *words ||
           problem_add(problems, "damaged recording: option \"%s\" is not a string", key);
}

static bool take_number(const json_t *options, const char *key, double least, double most,
                        double *number, problem_list *problems)
{
    const json_t *value = json_object_get(options, key);
    *number = value ? json_number_value(value) : NAN;
    return !value || (json_is_number(value) && *number >= least && *number <= most) ||
           problem_add(problems, "damaged recording: option \"%s\" is not a number from %g to %g",
                       key, least, most);
}

static bool take_options(run_from *from, problem_list *problems)
{
    run_asked *asked = &from->asked;
    const char *words = from->recorded->options;
    json_error_t error;
    from->options = json_loads(words ? words : "{}", 0, &error);
    if (!json_is_object(from->options))
        return problem_add(problems, "damaged recording: the options are not a JSON object");
    asked->points = json_is_true(json_object_get(from->options, "points"));
    return take_text(from->options, "guide", &asked->planner, problems) &&
           take_text(from->options, "motion", &asked->motion, problems) &&
           take_text(from->options, "bias", &asked->bias, problems) &&
           take_text(from->options, "barriers", &asked->barriers, problems) &&
           take_number(from->options, "dt", SCENE_MIN_STEP, SCENE_MAX_STEP, &asked->step,
                       problems) &&
           take_number(from->options, "time", 0, SCENE_MAX_SECONDS, &asked->seconds, problems);
}

/// Reads the number of steps, which an interrupted run has too, unless it was killed.
static bool take_steps(run_from *from, problem_list *problems)
{
    const char *words = from->recorded->summary;
    json_error_t error;
    if (!words)
        return true;
    json_t *summary = json_loads(words, 0, &error);
    const json_t *steps = json_object_get(summary, "steps");
    bool good = json_is_integer(steps) && json_integer_value(steps) >= 0;
    if (good)
        from->steps = (uint64_t)json_integer_value(steps);
    json_decref(summary);
    return good || problem_add(problems, "damaged recording: the summary has no number of steps");
}

static bool check_times(const recording *r, problem_list *problems)
{
    bool good = r->step >= SCENE_MIN_STEP && r->step <= SCENE_MAX_STEP && r->seconds >= 0 &&
                r->seconds <= SCENE_MAX_SECONDS;
    return good || problem_add(problems, "damaged recording: no valid step or time");
}

int run_from_read(run_from *from, const arguments *args, problem_list *problems)
{
    *from = (run_from){.recorded = xcalloc(1, sizeof *from->recorded), .steps = UINT64_MAX};
    const recording_hints hints = {.no_rows = true};
    problems->file = from->path = option_text(args, "reproduce", NULL);
    bool good = recording_load(problems->file, &hints, from->recorded, problems);
    if (good && !from->recorded->s)
        good = problem_add(
            problems, "the recording has no scene: only files of wend run -o FILE.sqlite can be "
                      "reproduced");
    if (!good || !check_times(from->recorded, problems) || !take_options(from, problems) ||
        !take_steps(from, problems))
        return fail_problems(args, problems);
    return EXIT_DONE;
}

void run_from_free(run_from *from)
{
    recording_free(from->recorded);
    free(from->recorded);
    json_decref(from->options);
    *from = (run_from){0};
}
