// SPDX-License-Identifier: MIT
// wend run: moves the agents of a scene, and says how it went.
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/run.h"
#include "io/output.h"
#include "io/random_agents.h"
#include "io/suggest.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Frames of a file each second if nothing is said.
#define DEFAULT_FPS 10.0
#define MOST_FPS    1000.0

/// A double holds whole numbers up to here.
#define MOST_SEED 9007199254740992.0

/// Of a run whose agents come from --agents.
#define MOST_AGENTS 100000.0
#define MOST_RUNS   10000.0

/// Frames as asked, but for this part of the rate.
#define FPS_ROUNDING 1e-6

// ---- usage --------------------------------------------------------------------------------------

/// The value of an option is one of the names.
static int check_name(const arguments *args, const char *name, const char *const *names,
                      size_t count)
{
    const char *typed = option_text(args, name, NULL);
    char list[200] = "";
    size_t used = 0;
    for (size_t i = 0; i < count; ++i) {
        if (!typed || strcmp(names[i], typed) == 0)
            return EXIT_DONE;
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                     i == 0          ? ""
                                     : i + 1 < count ? ", "
                                                     : " or ",
                                     names[i]);
    }
    const char *meant = suggest_name(typed, names, count);
    if (meant)
        return fail_usage(args, "--%s %s: did you mean %s?", name, typed, meant);
    return fail_usage(args, "--%s %s: give %s", name, typed, list);
}

static size_t count_names(const char *const *names)
{
    size_t count = 0;
    while (names[count])
        ++count;
    return count;
}

static int check_files(const arguments *args)
{
    const char *paths[OPTION_VALUES_MAX];
    const char *from = option_text(args, "from", args->operands[0]);
    int count = option_values(args, "output", paths);
    for (int i = 0; i < count; ++i) {
        char endings[200];
        run_kinds_list(endings, sizeof endings);
        if (!record_kind_of(paths[i]))
            return fail_usage(args, "%s: a run's file ends with one of %s", paths[i], endings);
        if (strcmp(paths[i], "-") == 0 && args->json)
            return fail_usage(args, "both --json and -o want standard output: name a file for -o");
        if (strcmp(from, "-") != 0 && output_same_file(paths[i], from))
            return fail_usage(args, "-o %s would replace what is run: give another name", paths[i]);
        for (int k = 0; k < i; ++k)
            if (output_same_file(paths[i], paths[k]))
                return fail_usage(args, "-o %s is there twice", paths[i]);
    }
    if (count > 0 && option_number(args, "runs", 1) > 1)
        return fail_usage(args, "-o keeps one run: leave --runs out, and give its --seed");
    if (option_given(args, "fps") && count == 0)
        return fail_usage(args, "--fps is for -o FILE");
    return EXIT_DONE;
}

/// What is run, from where.
static int check_operands(const arguments *args)
{
    // Whatever changes the run.
    static const char *const changes[] = {"guide",  "motion", "time",    "dt",     "seed",
                                          "runs",   "points", "bias",    "agents", "radius",
                                          "repair", "format", "barriers"};
    if (!option_given(args, "from"))
        return args->operand_count == 1
                   ? EXIT_DONE
                   : fail_usage(args,
                                "too few arguments: give a SCENE, or a recording with --from");
    if (args->operand_count > 0)
        return fail_usage(args, "%s: --from has the scene in it: leave this one out",
                          args->operands[0]);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i)
        if (option_given(args, changes[i]))
            return fail_usage(args, "--from repeats a run as it was: leave --%s out", changes[i]);
    return EXIT_DONE;
}

static int check_usage(const arguments *args)
{
    static const char *const biases[] = {"path", "ahead", "visible", "middle"};
    static const char *const on_off[] = {"on", "off"};
    int code = check_operands(args);
    if (code == EXIT_DONE)
        code = check_files(args);
    if (code != EXIT_DONE)
        return code;
    if (option_given(args, "radius") && !option_given(args, "agents"))
        return fail_usage(args, "--radius is for --agents: the scene says the radius of its own");
    code = check_name(args, "bias", biases, sizeof biases / sizeof biases[0]);
    if (code == EXIT_DONE)
        code = check_name(args, "barriers", on_off, sizeof on_off / sizeof on_off[0]);
    if (code == EXIT_DONE)
        code = check_name(args, "guide", scene_world_guides, count_names(scene_world_guides));
    if (code == EXIT_DONE)
        code = check_name(args, "motion", scene_world_motions, count_names(scene_world_motions));
    return code;
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

/// A scene that moves is sound.
static int check_scene(const arguments *args, scene *s, problem_list *problems)
{
    bool mended = option_given(args, "repair");
    int code = mended ? mend(args, s, problems) : EXIT_DONE;
    if (code != EXIT_DONE)
        return code;
    progress bar = progress_start(args);
    progress_show(&bar, 0, "checking");
    bool sound = scene_check(s, problems);
    progress_end(&bar);
    if (!sound) {
        code = fail_problems(args, problems);
        complain("%s: only a sound scene can be run: --repair %s", problems->file,
                 mended ? "could not mend all" : "may mend this one");
        return code;
    }
    if (option_given(args, "agents") && s->agents_count > 0)
        return fail_usage(args, "%s has agents of its own: leave --agents out", problems->file);
    if (!option_given(args, "agents") && s->agents_count == 0 && !args->quiet)
        complain("%s: there are no agents in it: --agents 100 would put in 100", problems->file);
    return EXIT_DONE;
}

/// The agents of --agents, others for each seed.
static int put_agents(const arguments *args, scene *s, const char *file, uint64_t seed)
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
    double step = isnan(asked.step) ? s->step : asked.step;
    double seconds = isnan(asked.seconds) ? s->seconds : asked.seconds;
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

/// Frames are whole steps apart: says so where that is not what was asked.
static void tell_fps(const run_setting *setting)
{
    const arguments *args = setting->args;
    double real = run_fps(setting), asked = option_number(args, "fps", real);
    if (!args->quiet && setting->files->count > 0 && fabs(real - asked) > FPS_ROUNDING * asked)
        complain("%s: %g frames a second, not %g: a frame is a whole number of steps of %g s",
                 setting->files->list[0].path, real, asked, setting->step);
}

static int run_all(const run_setting *setting, scene *s, wend_tasks *tasks, run_figures *figures)
{
    uint64_t seed = s->seed;
    if (setting->from)
        seed = setting->from->recorded->seed;
    else if (option_given(setting->args, "seed"))
        seed = (uint64_t)option_number(setting->args, "seed", 0);
    for (uint32_t i = 0; i < setting->runs; ++i) {
        figures[i].seed = seed + i;
        int code = put_agents(setting->args, s, setting->file, figures[i].seed);
        if (code == EXIT_DONE)
            code = run_once(setting, i, tasks, &figures[i]);
        if (code != EXIT_DONE)
            return code;
    }
    return EXIT_DONE;
}

/// A scene that should get empty and did not could not be done.
static int judge_empty(const run_setting *setting, const run_figures *figures)
{
    int code = EXIT_DONE;
    for (uint32_t i = 0; setting->until_empty && i < setting->runs; ++i) {
        const run_figures *f = &figures[i];
        if (f->inside == 0 && f->to_come == 0)
            continue;
        complain("%s: not empty after %g s: %llu inside and %llu to come (seed %llu)",
                 setting->file, f->seconds, (unsigned long long)f->inside,
                 (unsigned long long)f->to_come, (unsigned long long)f->seed);
        code = EXIT_COULD_NOT;
    }
    return code;
}

/// A run that was to be repeated and gave something else could not be.
static int judge_same(const run_setting *setting, const run_figures *figures)
{
    const run_from *from = setting->from;
    uint64_t hash = from->recorded->hash;
    if (from->steps == UINT64_MAX) {
        if (!setting->args->quiet)
            complain("%s: this recording was cut off and has no hash to compare with", from->path);
        return EXIT_DONE;
    }
    if (figures->hash == hash)
        return EXIT_DONE;
    complain("%s: not the same: it ended with the hash %016llx after %llu steps, this run with "
             "%016llx after %llu",
             from->path, (unsigned long long)hash, (unsigned long long)from->steps,
             (unsigned long long)figures->hash, (unsigned long long)figures->steps);
    return EXIT_COULD_NOT;
}

/// Prints what there is to say.
static int tell(const run_setting *setting, const run_figures *figures)
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
    int judged = setting->from ? judge_same(setting, figures) : judge_empty(setting, figures);
    return judged != EXIT_DONE ? judged : code;
}

static int run_scene(const arguments *args, scene *s, const run_from *from, problem_list *problems)
{
    int code = check_scene(args, s, problems);
    if (code != EXIT_DONE)
        return code;
    run_files files;
    run_files_choose(&files, args);
    const run_setting setting = read_setting(args, s, problems->file, from, &files);
    tell_fps(&setting);
    wend_tasks *tasks = NULL;
    wend_tasks_def def = wend_default_tasks_def();
    def.worker_count = setting.threads;
    wend_error error = {0};
    run_figures *figures = calloc(setting.runs, sizeof *figures);
    if (!figures)
        return fail(args, "%s: out of memory", problems->file);
    if (setting.threads > 1 && wend_tasks_create(&def, &tasks, &error) != WEND_OK)
        code = fail(args, "--threads %u: %s", (unsigned)setting.threads, wend_error_text(&error));
    if (code == EXIT_DONE)
        code = run_all(&setting, s, tasks, figures);
    if (code == EXIT_DONE)
        code = tell(&setting, figures);
    wend_tasks_destroy(tasks);
    free(figures);
    return code;
}

static int run_recorded(const arguments *args, problem_list *problems)
{
    run_from from;
    progress bar = progress_start(args);
    progress_show(&bar, 0, "reading");
    int code = run_from_read(&from, args, problems);
    progress_end(&bar);
    if (code == EXIT_DONE)
        code = run_scene(args, from.recorded->s, &from, problems);
    run_from_free(&from);
    return code;
}

static int run_typed(const arguments *args, problem_list *problems)
{
    progress bar = progress_start(args);
    progress_show(&bar, 0, "reading");
    scene *s = load_scene(args, args->operands[0], problems);
    progress_end(&bar);
    tell_note(args, problems->file, s ? s->note : NULL);
    int code = s ? run_scene(args, s, NULL, problems) : fail_problems(args, problems);
    scene_free(s);
    return code;
}

static int run(const arguments *args)
{
    int code = check_usage(args);
    if (code != EXIT_DONE)
        return code;
    problem_list problems = {0};
    run_stop_listen();
    code = option_given(args, "from") ? run_recorded(args, &problems) : run_typed(args, &problems);
    run_stop_end();
    problem_free(&problems);
    if (code != EXIT_DONE && run_stop_asked())
        raise(run_stop_asked()); // whoever sent the signal sees that it has worked
    return code;
}

static const option options[] = {
    {.name = "guide",
     .kind = OPTION_TEXT,
     .value = "NAME",
     .about = "how agents find their way, instead of what the scene says: mesh, direct, voronoi, "
              "mang, map, lanes or group"},
    {.name = "motion",
     .kind = OPTION_TEXT,
     .value = "NAME",
     .about = "how they avoid each other, instead of what the scene says: orca, steer, force, "
              "follow (which avoids nobody), flock or field (with the guide group)"},
    {.name = "time",
     .kind = OPTION_NUMBER,
     .value = "S",
     .about = "how long, in simulated seconds, instead of the scene's `seconds`",
     .least = 0,
     .most = SCENE_MAX_SECONDS},
    {.name = "dt",
     .kind = OPTION_NUMBER,
     .value = "S",
     .about = "the length of a step in seconds, instead of the scene's `step`",
     .least = SCENE_MIN_STEP,
     .most = SCENE_MAX_STEP},
    {.name = "seed",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "where chance begins, instead of the scene's `seed`",
     .least = 0,
     .most = MOST_SEED},
    {.name = "runs",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "run with so many seeds, one after the other; give means and how sure they are",
     .least = 1,
     .most = MOST_RUNS},
    {.name = "threads",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "move on so many; the result is the same, bit for bit",
     .least = 1,
     .most = WEND_MAX_WORKERS},
    {.name = "points",
     .kind = OPTION_FLAG,
     .about = "head for way points instead of way portals, for comparison"},
    {.name = "bias",
     .kind = OPTION_TEXT,
     .value = "NAME",
     .about = "where on a portal agents head by preference: path, ahead, visible or middle"},
    {.name = "barriers",
     .kind = OPTION_TEXT,
     .value = "on|off",
     .about = "put barriers across jams, so that others go around (for the guide map), instead of "
              "what the scene says"},
    {.name = "agents",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "put so many at random places of a scene that has none, with random goals",
     .least = 1,
     .most = MOST_AGENTS},
    {.name = "radius",
     .kind = OPTION_NUMBER,
     .value = "R",
     .about = "of the agents of --agents, in metres",
     .least = 0.01,
     .most = SCENE_MAX_RADIUS},
    {.name = "repair", .kind = OPTION_FLAG, .about = "mend a scene that is not sound first"},
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .value = "FILE",
     .about = "write the run: .sqlite, .csv, .txt, .json, .mp4 or .gif; may be given several "
              "times; - is CSV on standard output",
     .many = true},
    {.name = "fps",
     .kind = OPTION_NUMBER,
     .value = "F",
     .about = "frames a second of these files; 10 if not given",
     .least = 0.001,
     .most = MOST_FPS},
    {.name = "from",
     .kind = OPTION_TEXT,
     .value = "FILE",
     .about = "repeat the run of a recording, .sqlite, and say whether it is the same"},
    OPTION_FORMAT,
    {0},
};

const command command_run = {
    .name = "run",
    .summary = "Move the agents of a scene and tell how it went",
    .operands = "[SCENE]",
    .least_operands = 0,
    .most_operands = 1,
    .options = options,
    .details =
        "Agents walk to their goals until the time is over, or, where the scene says\n"
        "\"until\": \"empty\", until all have left; then those that are left inside are exit\n"
        "status 1. The same scene and seed give the same hash with any number of threads.\n"
        "Whether somebody crossed a wall, stood in one or overlapped another is measured after\n"
        "every step, apart from the simulation and from its time.\n"
        "\n"
        "-o writes the run: .sqlite is JuPedSim's trajectory database, with what wend knows\n"
        "besides; .csv is frame,id,x,y; .txt is as PeTrack writes it; .json is what --json\n"
        "prints; .mp4 and .gif are videos, made by the program ffmpeg. An interrupted run keeps\n"
        "its .sqlite and no other file.",
    .examples = "wend run hall\n"
                "wend run castle --threads 2 --json\n"
                "wend run plan.json --runs 20 --time 300\n"
                "wend run museum.wkt --agents 200 -o walk.sqlite -o walk.mp4\n"
                "wend run --from walk.sqlite",
    .run = run,
};
