// SPDX-License-Identifier: MIT
// One run: the world is made, stepped, looked on at and told to the files until its time is over.
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/run.h"
#include "core/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// A time that is a whole number of steps but for this part of one is that number.
#define STEP_ROUNDING 1e-6

/// One run on its way.
typedef struct loop {
    const run_setting *setting;
    wend_world *world;
    scene_names names;
    run_watch watch;
    recorder *recorder; ///< NULL: there are no files
    record_about about;
    char *options; ///< of about
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

/// Closes the files, with what there is to say of the run.
static int close_files(loop *l, bool whole)
{
    record_end end = {.whole = whole};
    if (l->setting->files->count == 0)
        return EXIT_DONE;
    char *summary = run_summary(l->setting, l->figures);
    if (!summary)
        return fail_memory(l);
    end.summary = summary;
    if (l->recorder)
        recorder_end(l->recorder, &end);
    int code = run_files_close(l->setting->files, &end);
    free(summary);
    return code;
}

/// Starts the files, if there are any, and tells them the first frame.
static int open_files(loop *l)
{
    const run_setting *setting = l->setting;
    if (setting->files->count == 0)
        return EXIT_DONE;
    l->options = run_asked_write(&setting->asked);
    if (!l->options)
        return fail_memory(l);
    l->about = (record_about){
        .s = setting->s,
        .names = &l->names,
        .file = setting->file,
        .options = l->options,
        .step = setting->step,
        .fps = run_fps(setting),
        .seconds = setting->seconds,
        .seed = l->figures->seed,
    };
    int code = run_files_open(setting->files, &l->about);
    if (code != EXIT_DONE)
        return code;
    bool sink_failed;
    double begin = wend_clock();
    l->recorder =
        recorder_start(l->world, &l->about, setting->every, &setting->files->base, &sink_failed);
    l->figures->recording += wend_clock() - begin;
    if (l->recorder)
        return EXIT_DONE;
    return sink_failed ? close_files(l, false) : fail_memory(l);
}

static int start(loop *l, wend_tasks *tasks)
{
    const run_setting *setting = l->setting;
    const scene_world_options options = {
        .guide = setting->asked.guide,
        .motion = setting->asked.motion,
        .bias = setting->asked.bias,
        .barriers = setting->asked.barriers,
        .step = setting->step,
        .seed = &l->figures->seed,
        .points = setting->asked.points,
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
    return open_files(l);
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

/// Tells the files what is to be seen after a step.
static int record(loop *l)
{
    if (!l->recorder)
        return EXIT_DONE;
    double begin = wend_clock();
    bool good = recorder_step(l->recorder);
    l->figures->recording += wend_clock() - begin;
    if (good)
        return EXIT_DONE;
    progress_end(&l->bar);
    run_watch_end(&l->watch);
    return recorder_sink_failed(l->recorder) ? close_files(l, false) : fail_memory(l);
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
    return record(l);
}

/// Everybody has left or stays, and nobody is to come.
static bool is_empty(const loop *l)
{
    return l->figures->inside == 0 && l->figures->to_come == 0;
}

/// What can be kept is kept.
static int interrupted(loop *l)
{
    char fates[1000];
    progress_end(&l->bar);
    run_watch_end(&l->watch);
    int code = close_files(l, false);
    run_files_fates(l->setting->files, fates, sizeof fates);
    if (code != EXIT_DONE)
        return code;
    return fail(
        l->setting->args, "%s: interrupted at %g s of %g s, when %llu of %llu agents had arrived%s",
        l->setting->file, wend_world_time(l->world), l->setting->seconds,
        (unsigned long long)l->figures->arrived, (unsigned long long)l->figures->agents, fates);
}

static int go(loop *l)
{
    const run_setting *setting = l->setting;
    double steps =
        fmin(ceil(setting->seconds / setting->step - STEP_ROUNDING), (double)setting->most_steps);
    int code = EXIT_DONE;
    for (uint64_t i = 0; (double)i < steps && code == EXIT_DONE; ++i) {
        if (run_stop_asked())
            return interrupted(l);
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

double run_fps(const run_setting *setting)
{
    return 1 / (setting->step * (double)setting->every);
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
        code = close_files(&l, true);
    run_files_discard(setting->files);
    recorder_free(l.recorder);
    free(l.options);
    run_watch_free(&l.watch);
    scene_names_free(&l.names);
    wend_world_destroy(l.world);
    return code;
}
