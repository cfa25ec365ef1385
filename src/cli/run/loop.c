// SPDX-License-Identifier: MIT
// One run of `wend run`: with its files, a progress bar, and interruption.
#include "base/xalloc.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// One run in progress.
typedef struct loop {
    const run_setting *setting;
    scene_run run;
    record_about about;
    char *options; ///< of about
    progress bar;
    uint32_t number; ///< of the run, from 0
} loop;

/// Reports that the scene cannot be run, with the position if known.
static int refuse(const loop *l)
{
    const wend_error *error = &l->run.error;
    problem_list problems = {.file = l->setting->file};
    if (error->has_position)
        problem_at_point(&problems, error->position, "%s", wend_error_text(error));
    else
        problem_add(&problems, "%s", wend_error_text(error));
    int code = fail_problems(l->setting->args, &problems);
    problem_free(&problems);
    return code;
}

/// Closes the files, with the summary of the run.
static int close_files(loop *l, bool whole)
{
    record_end end = {.whole = whole};
    if (l->setting->files->count == 0)
        return EXIT_DONE;
    char *summary = xcheck(run_summary(l->setting, &l->run.figures));
    end.summary = summary;
    if (l->run.recorder)
        recorder_end(l->run.recorder, &end);
    int code = run_files_close(l->setting->files, &end);
    free(summary);
    return code;
}

/// Opens the files, if any, and writes the first frame.
static int open_files(loop *l)
{
    const run_setting *setting = l->setting;
    if (setting->files->count == 0)
        return EXIT_DONE;
    l->options = run_asked_write(&setting->asked);
    l->about = run_about(&l->run, setting->file, setting->every);
    l->about.seconds = setting->seconds;
    l->about.options = l->options;
    int code = run_files_open(setting->files, &l->about);
    if (code != EXIT_DONE)
        return code;
    bool good = run_record(&l->run, &l->about, setting->every, &setting->files->base);
    return good ? EXIT_DONE : close_files(l, false);
}

static int start(loop *l, uint64_t seed, wend_tasks *tasks)
{
    const run_setting *setting = l->setting;
    const run_def def = {.s = setting->s,
                         .world = {.planner = setting->asked.planner,
                                   .motion = setting->asked.motion,
                                   .bias = setting->asked.bias,
                                   .barriers = setting->asked.barriers,
                                   .step = setting->step,
                                   .seed = &seed,
                                   .points = setting->asked.points,
                                   .floor = setting->floor,
                                   .tasks = tasks},
                         .seconds =
                             fmin(setting->seconds, (double)setting->most_steps * setting->step),
                         .until_empty = setting->until_empty,
                         .monitored = true,
                         .every = setting->every};
    progress_show(&l->bar, 0, "creating the world");
    bool good = run_open(&l->run, &def);
    progress_end(&l->bar);
    return good ? open_files(l) : refuse(l);
}

/// Draws the progress bar: the simulated time and the agents inside. False: interrupted.
static bool show(void *context)
{
    loop *l = context;
    const run_setting *setting = l->setting;
    if (run_stop_asked() || !l->bar.shown)
        return !run_stop_asked();
    char words[100], which[40] = "";
    double time = wend_world_time(l->run.world);
    if (setting->runs > 1)
        snprintf(which, sizeof which, "run %u of %u: ", (unsigned)l->number + 1,
                 (unsigned)setting->runs);
    snprintf(words, sizeof words, "%s%.1f of %g s, %llu inside", which, time, setting->seconds,
             (unsigned long long)(l->run.figures.inside + l->run.figures.to_come));
    double share = setting->seconds > 0 ? time / setting->seconds : 1;
    progress_show(&l->bar, (l->number + share) / setting->runs, words);
    return true;
}

/// Closes the files of an interrupted run, and reports what they hold.
static int interrupted(loop *l)
{
    char fates[1000];
    const run_figures *f = &l->run.figures;
    int code = close_files(l, false);
    run_files_outcome(l->setting->files, fates, sizeof fates);
    if (code != EXIT_DONE)
        return code;
    return fail(l->setting->args,
                "%s: interrupted at %g s of %g s; %llu of %llu agents had arrived%s",
                l->setting->file, f->seconds, l->setting->seconds, (unsigned long long)f->arrived,
                (unsigned long long)f->agents, fates);
}

static int go(loop *l)
{
    run_outcome outcome = run_to_end(&l->run, show, l);
    progress_end(&l->bar);
    switch (outcome) {
    case RUN_COMPLETE:
        return close_files(l, true);
    case RUN_STOPPED:
        return interrupted(l);
    case RUN_SINK_FAILED:
        return close_files(l, false);
    default:
        return refuse(l);
    }
}

double run_fps(const run_setting *setting)
{
    return 1 / (setting->step * (double)setting->every);
}

int run_once(const run_setting *setting, uint32_t number, uint64_t seed, wend_tasks *tasks,
             run_figures *figures)
{
    loop l = {.setting = setting, .bar = progress_start(setting->args), .number = number};
    int code = start(&l, seed, tasks);
    if (code == EXIT_DONE)
        code = go(&l);
    *figures = l.run.figures;
    run_files_discard(setting->files);
    run_close(&l.run);
    free(l.options);
    return code;
}
