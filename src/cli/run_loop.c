// SPDX-License-Identifier: MIT
// One run: the world is made, stepped and looked on at until its time is over.
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/run.h"
#include "core/clock.h"

#include <math.h>
#include <stdio.h>

/// A time that is a whole number of steps but for this part of one is that number.
#define STEP_ROUNDING 1e-6

/// One run on its way.
typedef struct loop {
    const run_setting *setting;
    wend_world *world;
    scene_names names;
    run_watch watch;
    run_trails trails;
    run_figures *figures;
    progress bar;
    uint32_t number; ///< of the run, from 0
} loop;

static int fail_memory(const loop *l)
{
    return fail(l->setting->args, "%s: out of memory", l->setting->file);
}

/// The scene can't be run: bad input, with the place if it has one.
static int refuse(const loop *l, const wend_error *error)
{
    if (error->result == WEND_NO_MEMORY)
        return fail_memory(l);
    problem_list problems = {.file = l->setting->file};
    if (error->has_place)
        problem_at_point(&problems, error->place, "%s", wend_error_text(error));
    else
        problem_add(&problems, "%s", wend_error_text(error));
    int code = fail_problems(l->setting->args, &problems);
    problem_free(&problems);
    return code;
}

static int start(loop *l, wend_tasks *tasks)
{
    const run_setting *setting = l->setting;
    const arguments *args = setting->args;
    const scene_world_options options = {
        .guide = option_text(args, "guide", NULL),
        .motion = option_text(args, "motion", NULL),
        .bias = option_text(args, "bias", NULL),
        .step = setting->step,
        .seed = &l->figures->seed,
        .points = option_given(args, "points"),
        .tasks = tasks,
    };
    wend_error error = {0};
    progress_show(&l->bar, 0, "making the world");
    wend_result result = scene_world(setting->s, &options, &l->world, &l->names, &error);
    progress_end(&l->bar);
    if (result != WEND_OK) {
        error.result = result;
        return refuse(l, &error);
    }
    if (!run_watch_start(&l->watch, setting->s, &l->names, l->world, setting->step, l->figures))
        return fail_memory(l);
    int code = run_trails_open(&l->trails, args, setting->s, setting->every);
    if (code == EXIT_DONE && !run_trails_step(&l->trails, &l->watch))
        code = run_trails_close(&l->trails, args);
    return code;
}

/// A line of the progress bar: the simulated time and how many are on their way.
static void show(loop *l)
{
    const run_setting *setting = l->setting;
    if (!l->bar.shown)
        return;
    char words[100], which[40] = "";
    double time = wend_world_time(l->world);
    if (setting->runs > 1)
        snprintf(which, sizeof which, "run %u of %u: ", (unsigned)l->number + 1,
                 (unsigned)setting->runs);
    snprintf(words, sizeof words, "%s%.1f of %g s, %llu inside", which, time, setting->seconds,
             (unsigned long long)(l->figures->inside + l->figures->to_come));
    double share = setting->seconds > 0 ? time / setting->seconds : 1;
    progress_show(&l->bar, (l->number + share) / setting->runs, words);
}

/// One step, timed, and what is to be seen after it.
static int step(loop *l)
{
    run_figures *figures = l->figures;
    wend_error error = {0};
    double begin = wend_clock();
    wend_result result = wend_world_step(l->world, &error);
    double middle = wend_clock();
    if (result != WEND_OK) {
        error.result = result;
        return refuse(l, &error);
    }
    wend_phase_times times = wend_world_last_times(l->world);
    for (int i = 0; i < WEND_PHASES; ++i)
        figures->phases[i] += times.seconds[i];
    figures->cost += middle - begin;
    if (!run_watch_step(&l->watch))
        return fail_memory(l);
    figures->measuring += wend_clock() - middle;
    if (!run_trails_step(&l->trails, &l->watch)) {
        progress_end(&l->bar);
        return run_trails_close(&l->trails, l->setting->args);
    }
    return EXIT_DONE;
}

/// Everybody has left or stays, and nobody is to come.
static bool is_empty(const loop *l)
{
    return l->figures->inside == 0 && l->figures->to_come == 0;
}

static int interrupted(const loop *l)
{
    const char *path = l->trails.path;
    return fail(l->setting->args,
                "%s: interrupted at %g s of %g s, when %llu of %llu agents had arrived%s%s%s",
                l->setting->file, wend_world_time(l->world), l->setting->seconds,
                (unsigned long long)l->figures->arrived, (unsigned long long)l->figures->agents,
                path ? ": " : "", path ? path : "", path ? " was not written" : "");
}

static int go(loop *l)
{
    const run_setting *setting = l->setting;
    uint64_t steps = (uint64_t)ceil(setting->seconds / setting->step - STEP_ROUNDING);
    int code = EXIT_DONE;
    for (uint64_t i = 0; i < steps && code == EXIT_DONE; ++i) {
        if (run_stop_asked()) {
            progress_end(&l->bar);
            return interrupted(l);
        }
        if (setting->until_empty && is_empty(l))
            break;
        show(l);
        code = step(l);
    }
    progress_end(&l->bar);
    if (code == EXIT_DONE)
        run_watch_end(&l->watch);
    return code;
}

int run_once(const run_setting *setting, uint32_t number, wend_tasks *tasks, run_figures *figures)
{
    loop l = {.setting = setting,
              .figures = figures,
              .bar = progress_start(setting->args),
              .number = number};
    int code = start(&l, tasks);
    if (code == EXIT_DONE)
        code = go(&l);
    if (code == EXIT_DONE)
        code = run_trails_close(&l.trails, setting->args);
    run_trails_discard(&l.trails);
    run_watch_free(&l.watch);
    scene_names_free(&l.names);
    wend_world_destroy(l.world);
    return code;
}
