// SPDX-License-Identifier: MIT
// wend run: simulates a scene and prints a summary.
#include "base/xalloc.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/run/run.h"
#include "cli/structures.h"
#include "repair/repair.h"
#include "scene/check/check.h"
#include "scene/populate/random_agents.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_FPS 10.0
#define MOST_FPS    1000.0

/// Maximum of --agents.
#define MOST_AGENTS 100000.0
#define MOST_RUNS   10000.0

/// A frame rate with at most this relative difference counts as the requested one.
#define FPS_ROUNDING 1e-6

// ---- usage --------------------------------------------------------------------------------------

/// Checks that the option table cannot express.
static int check_usage(const arguments *args)
{
    bool reproduce = option_given(args, "reproduce");
    if (!reproduce && args->operand_count == 0)
        return fail_usage(args, "missing argument: give a SCENE, or a recording with --reproduce");
    if (reproduce && args->operand_count > 0)
        return fail_usage(args, "unexpected argument '%s': --reproduce uses the recorded scene",
                          args->operands[0]);
    if (option_given(args, "output") && option_number(args, "runs", 1) > 1)
        return fail_usage(args, "--output and --runs exclude each other: choose a run with --seed");
    return EXIT_DONE;
}

// ---- the scene ----------------------------------------------------------------------------------

static int mend(const arguments *args, scene *s, problem_list *problems)
{
    size_t changes = 0;
    progress bar = progress_start(args);
    progress_show(&bar, 0, "repairing");
    bool done = scene_repair(s, NULL, &changes, problems);
    progress_end(&bar);
    if (!done)
        return fail_problems(args, problems);
    if (changes > 0 && !args->quiet)
        complain("%s: %zu change%s: wend convert --repair lists them", problems->file, changes,
                 changes == 1 ? "" : "s");
    return EXIT_DONE;
}

/// Repairs the scene with --repair, and checks it.
static int check_scene(const arguments *args, scene *s, wend_floor **floor, problem_list *problems)
{
    bool mended = option_given(args, "repair");
    int code = mended ? mend(args, s, problems) : EXIT_DONE;
    if (code != EXIT_DONE)
        return code;
    progress bar = progress_start(args);
    progress_show(&bar, 0, "checking");
    bool sound = scene_check_floor(s, floor, problems);
    progress_end(&bar);
    if (!sound) {
        code = fail_problems(args, problems);
        complain("%s: only a valid scene can be run: --repair %s", problems->file,
                 mended ? "could not repair it" : "may repair it");
        return code;
    }
    if (option_given(args, "agents") && s->agents_count > 0)
        return fail_usage(args, "%s: --agents requires a scene without agents", problems->file);
    if (!option_given(args, "agents") && s->agents_count == 0 && !args->quiet)
        complain("%s: the scene has no agents: --agents 100 adds 100", problems->file);
    return EXIT_DONE;
}

/// Adds the agents of --agents, which depend on the seed.
static int add_agents(const arguments *args, scene *s, const char *file, uint64_t seed)
{
    if (!option_given(args, "agents"))
        return EXIT_DONE;
    wend_error error = {0};
    s->agents_count = 0;
    progress bar = progress_start(args);
    progress_show(&bar, 0, "placing agents");
    wend_result result =
        random_agents(s, (uint32_t)option_number(args, "agents", 0),
                      option_number(args, "radius", SCENE_DEFAULT_RADIUS), seed, &error);
    progress_end(&bar);
    return result == WEND_OK ? EXIT_DONE : fail(args, "%s: %s", file, wend_error_text(&error));
}

// ---- the runs -----------------------------------------------------------------------------------

static run_setting read_setting(const arguments *args, const scene *s, const char *file,
                                const run_from *from, run_files *files)
{
    const recording *recorded = from ? from->recorded : NULL;
    run_asked asked = from ? from->asked : run_asked_read(args);
    double step = isnan(asked.step) ? s->world.step : asked.step;
    double seconds = isnan(asked.seconds) ? s->duration : asked.seconds;
    double fps = recorded && recorded->fps > 0 ? recorded->fps : DEFAULT_FPS;
    if (recorded) {
        step = recorded->step;
        seconds = recorded->seconds;
        file = recorded->file ? recorded->file : file;
    }
    fps = option_number(args, "fps", fps);
    return (run_setting){
        .args = args,
        .s = s,
        .file = file,
        .asked = asked,
        .step = step,
        .seconds = seconds,
        .every = (uint64_t)fmax(nearbyint(1 / (fps * step)), 1),
        .most_steps = from ? from->steps : UINT64_MAX,
        .threads = (uint32_t)option_number(args, "threads", 1),
        .runs = (uint32_t)option_number(args, "runs", 1),
        .until_empty = s->until == SCENE_UNTIL_EMPTY,
        .files = files,
        .from = from,
    };
}

/// Prints a note if the frame rate differs from --fps, because frames are whole steps apart.
static void note_fps(const run_setting *setting)
{
    const arguments *args = setting->args;
    double real = run_fps(setting), asked = option_number(args, "fps", real);
    if (!args->quiet && setting->files->count > 0 && fabs(real - asked) > FPS_ROUNDING * asked)
        complain(
            "%s: %g frames per second instead of %g: a frame is a whole number of steps of %g s",
            setting->files->list[0].path, real, asked, setting->step);
}

static int run_all(const run_setting *setting, scene *s, wend_tasks *tasks, run_figures *figures)
{
    uint64_t seed = s->world.seed;
    if (setting->from)
        seed = setting->from->recorded->seed;
    else if (option_given(setting->args, "seed"))
        seed = (uint64_t)option_number(setting->args, "seed", 0);
    for (uint32_t i = 0; i < setting->runs; ++i) {
        int code = add_agents(setting->args, s, setting->file, seed + i);
        if (code == EXIT_DONE)
            code = run_once(setting, i, seed + i, tasks, &figures[i]);
        if (code != EXIT_DONE)
            return code;
    }
    return EXIT_DONE;
}

/// EXIT_COULD_NOT, with a message, if the scene has "until": "empty" and agents are left.
static int check_empty(const run_setting *setting, const run_figures *figures)
{
    int code = EXIT_DONE;
    for (uint32_t i = 0; setting->until_empty && i < setting->runs; ++i) {
        const run_figures *f = &figures[i];
        if (f->inside == 0 && f->to_come == 0)
            continue;
        complain("%s: simulation ended at %g s with %llu agents still inside and %llu not yet "
                 "spawned (seed "
                 "%llu)",
                 setting->file, f->seconds, (unsigned long long)f->inside,
                 (unsigned long long)f->to_come, (unsigned long long)f->seed);
        code = EXIT_COULD_NOT;
    }
    return code;
}

/// EXIT_COULD_NOT, with a message, if a reproduced run differs from the recorded one.
static int check_same(const run_setting *setting, const run_figures *figures)
{
    const run_from *from = setting->from;
    uint64_t hash = from->recorded->hash;
    if (from->steps == UINT64_MAX) {
        if (!setting->args->quiet)
            complain("%s: the recording is incomplete: it has no hash to compare with", from->path);
        return EXIT_DONE;
    }
    if (figures->hash == hash)
        return EXIT_DONE;
    complain("%s: the run differs: recorded hash %016llx after %llu steps, this run "
             "%016llx after %llu",
             from->path, (unsigned long long)hash, (unsigned long long)from->steps,
             (unsigned long long)figures->hash, (unsigned long long)figures->steps);
    return EXIT_COULD_NOT;
}

/// Prints the results. Returns the exit status.
static int print_result(const run_setting *setting, const run_figures *figures)
{
    const arguments *args = setting->args;
    int code = EXIT_DONE;
    bool to_output = false;
    for (int i = 0; i < setting->files->count; ++i)
        to_output = to_output || strcmp(setting->files->list[i].path, "-") == 0;
    if (args->json)
        code = run_print_json(setting, figures);
    else if (!args->quiet && !to_output)
        run_print_text(setting, figures);
    int judged = setting->from ? check_same(setting, figures) : check_empty(setting, figures);
    return judged != EXIT_DONE ? judged : code;
}

/// A scene_work; the context is the run_from of a recorded scene, or NULL.
static int run_scene(const arguments *args, scene *s, void *context, problem_list *problems)
{
    const run_from *from = context;
    wend_floor *floor = NULL;
    int code = check_scene(args, s, &floor, problems);
    if (code != EXIT_DONE) {
        wend_floor_destroy(floor);
        return code;
    }
    run_files files;
    run_files_choose(&files, args);
    run_setting setting = read_setting(args, s, problems->file, from, &files);
    setting.floor = floor;
    note_fps(&setting);
    wend_tasks *tasks;
    run_figures *figures = xcalloc(setting.runs, sizeof *figures);
    code = start_threads(args, &tasks);
    if (code == EXIT_DONE)
        code = run_all(&setting, s, tasks, figures);
    if (code == EXIT_DONE)
        code = print_result(&setting, figures);
    wend_tasks_destroy(tasks);
    wend_floor_destroy(floor);
    free(figures);
    return code;
}

static int run_recorded(const arguments *args)
{
    run_from from;
    problem_list problems = {0};
    progress bar = progress_start(args);
    progress_show(&bar, 0, "reading");
    int code = run_from_read(&from, args, &problems);
    progress_end(&bar);
    if (code == EXIT_DONE)
        code = run_scene(args, from.recorded->s, &from, &problems);
    run_from_free(&from);
    problem_free(&problems);
    return code;
}

static int run(const arguments *args)
{
    int code = check_usage(args);
    if (code != EXIT_DONE)
        return code;
    run_stop_listen();
    code = option_given(args, "reproduce") ? run_recorded(args) : with_scene(args, run_scene, NULL);
    run_stop_end();
    if (code != EXIT_DONE && run_stop_asked())
        raise(run_stop_asked()); // the parent sees that the signal ended the process
    return code;
}

static choice planners(size_t index)
{
    const wend_planner_info *info = wend_planner_info_of((wend_planner_kind)index);
    return info ? (choice){info->name, info->summary} : (choice){NULL, NULL};
}

static choice motions(size_t index)
{
    const wend_motion_info *info = wend_motion_info_of((wend_motion_kind)index);
    return info ? (choice){info->name, info->summary} : (choice){NULL, NULL};
}

static choice output_files(size_t index)
{
    static const choice standard[] = {{"-", "CSV on standard output"}, {NULL, NULL}};
    for (size_t i = 0; run_kinds[i]; ++i)
        if (index-- == 0)
            return (choice){run_kinds[i]->endings, run_kinds[i]->about};
    return standard[index];
}

CHOICES(biases, {"path", "Where the shortest path crosses it"},
        {"ahead", "Towards a portal farther ahead"},
        {"visible", "Towards the first portal that is not visible"}, {"middle", "Its middle"})
CHOICES(switches, {"on off", NULL})
CHOICES(reproducible_files, {"sqlite db", NULL})

static const option options[] = {
    {CHOICE("planner", "NAME", planners, "Global planner (default: from the scene)"),
     .old = "guide"},
    {CHOICE("motion", "NAME", motions, "Motion model (default: from the scene)"),
     .old_values = "force flock field"},
    {NUMBER("duration", "S", 0, SCENE_MAX_SECONDS,
            "Simulated time in seconds (default: from the scene)"),
     .old = "time"},
    {NUMBER("step", "S", SCENE_MIN_STEP, SCENE_MAX_STEP,
            "Time step in seconds (default: from the scene)"),
     .old = "dt"},
    {OPTION_SEED},
    {WHOLE("runs", "N", 1, MOST_RUNS,
           "Number of runs with consecutive seeds, for means and 95 % confidence intervals")},
    {OPTION_THREADS},
    {FLAG("no-portals", "Steer to way points instead of way portals"), .old = "points"},
    {CHOICE("bias", "NAME", biases,
            "Preferred crossing point of a portal (default: from the scene)")},
    {CHOICE("barriers", "STATE", switches,
            "Barriers across congestion, which planner map avoids (default: from the scene)")},
    {WHOLE("agents", "N", 1, MOST_AGENTS,
           "Number of agents to add, with random positions and goals (scene without agents)")},
    {NUMBER("radius", "R", 0.01, SCENE_MAX_RADIUS,
            "Radius of the agents of --agents in metres (default: 0.2)"),
     .needs = "agents"},
    {FLAG("repair", "Repair invalid geometry before the run")},
    {OUTPUT("output", output_files, "Output file"), .letter = 'o', .many = true},
    {NUMBER("fps", "F", 0.001, MOST_FPS, "Frames per second of the output (default: 10)"),
     .needs = "output"},
    {INPUT("reproduce", "FILE", reproducible_files, "Recording whose run is repeated and compared"),
     .excludes = "planner motion duration step seed runs no-portals bias agents radius repair "
                 "format barriers",
     .old = "from"},
    {OPTION_FORMAT},
    {0},
};

const command command_run = {
    .name = "run",
    .summary = "Simulate a scene and print a summary",
    .operands = "[SCENE]",
    .operand_kind = ARGUMENT_SCENE,
    .options = options,
    .details =
        "The simulation ends after its duration, or, in a scene with \"until\": \"empty\", when "
        "all agents have left; if agents are still inside then, the exit status is 1. The same "
        "scene and seed give the same state hash with any number of threads. Wall violations and "
        "overlaps are measured after every step, independently of the simulation and of its cost: "
        "penetration by more than 1 % of the radius counts. The scene must be valid.\n\n"
        "Positions in files are in metres, in the coordinate system of the map that the scene was "
        "made from. Videos interpolate between frames. An interrupted run keeps its .sqlite file "
        "and no other. --reproduce compares the state hash with the recorded one; if they differ, "
        "the exit status is 1.",
    .examples = "wend run hall\n"
                "wend run castle --threads 2 --json\n"
                "wend run plan.json --runs 20 --duration 300\n"
                "wend run museum.wkt --agents 200 -o walk.sqlite -o walk.mp4\n"
                "wend run --reproduce walk.sqlite",
    .run = run,
};
