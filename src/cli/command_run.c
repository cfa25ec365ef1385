// SPDX-License-Identifier: MIT
// wend run: moves the agents of a scene, and says how it went.
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/run.h"
#include "io/random_agents.h"
#include "io/suggest.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static bool is_csv(const char *path)
{
    size_t length = strlen(path);
    return strcmp(path, "-") == 0 || (length > 4 && strcasecmp(path + length - 4, ".csv") == 0);
}

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

static int check_usage(const arguments *args)
{
    static const char *const biases[] = {"path", "ahead", "visible", "middle"};
    const char *path = option_text(args, "output", NULL);
    if (path && !is_csv(path))
        return fail_usage(args, "%s: trajectories are CSV: give a name that ends with .csv", path);
    if (path && strcmp(path, "-") == 0 && args->json)
        return fail_usage(args, "both --json and -o want standard output: name a file for -o");
    if (path && option_number(args, "runs", 1) > 1)
        return fail_usage(args, "-o keeps one run: leave --runs out, and give its --seed");
    if (option_given(args, "fps") && !path)
        return fail_usage(args, "--fps is for -o FILE.csv");
    if (option_given(args, "radius") && !option_given(args, "agents"))
        return fail_usage(args, "--radius is for --agents: the scene says the radius of its own");
    int code = check_name(args, "bias", biases, sizeof biases / sizeof biases[0]);
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

static run_setting read_setting(const arguments *args, const scene *s, const char *file)
{
    double step = option_number(args, "dt", s->step);
    double fps = option_number(args, "fps", DEFAULT_FPS);
    return (run_setting){
        .args = args,
        .s = s,
        .file = file,
        .step = step,
        .seconds = option_number(args, "time", s->seconds),
        .every = (uint64_t)fmax(nearbyint(1 / (fps * step)), 1),
        .threads = (uint32_t)option_number(args, "threads", 1),
        .runs = (uint32_t)option_number(args, "runs", 1),
        .until_empty = s->until == SCENE_UNTIL_EMPTY,
    };
}

/// Frames are whole steps apart: says so where that is not what was asked.
static void tell_fps(const run_setting *setting)
{
    const arguments *args = setting->args;
    double real = 1 / (setting->step * (double)setting->every);
    double asked = option_number(args, "fps", real);
    if (!args->quiet && option_given(args, "output") && fabs(real - asked) > FPS_ROUNDING * asked)
        complain("%s: %g frames a second, not %g: a frame is a whole number of steps of %g s",
                 option_text(args, "output", ""), real, asked, setting->step);
}

static int run_all(const run_setting *setting, scene *s, wend_tasks *tasks, run_figures *figures)
{
    uint64_t seed = s->seed;
    if (option_given(setting->args, "seed"))
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

/// Prints what there is to say. A scene that should get empty and did not could not be done.
static int tell(const run_setting *setting, const run_figures *figures)
{
    const arguments *args = setting->args;
    const char *path = option_text(args, "output", NULL);
    int code = EXIT_DONE;
    if (args->json)
        code = run_print_json(setting, figures);
    else if (!args->quiet && (!path || strcmp(path, "-") != 0))
        run_print_text(setting, figures);
    if (path && !args->json && !args->quiet && strcmp(path, "-") != 0)
        print_line(stdout, "%s: written", path);
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

static int run_scene(const arguments *args, scene *s, problem_list *problems)
{
    int code = check_scene(args, s, problems);
    if (code != EXIT_DONE)
        return code;
    const run_setting setting = read_setting(args, s, problems->file);
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

static int run(const arguments *args)
{
    int code = check_usage(args);
    if (code != EXIT_DONE)
        return code;
    problem_list problems = {0};
    progress bar = progress_start(args);
    progress_show(&bar, 0, "reading");
    scene *s = load_scene(args, args->operands[0], &problems);
    progress_end(&bar);
    tell_note(args, problems.file, s ? s->note : NULL);
    run_stop_listen();
    code = s ? run_scene(args, s, &problems) : fail_problems(args, &problems);
    run_stop_end();
    scene_free(s);
    problem_free(&problems);
    if (code != EXIT_DONE && run_stop_asked())
        raise(run_stop_asked()); // whoever sent the signal sees that it has worked
    return code;
}

static const option options[] = {
    {.name = "guide",
     .kind = OPTION_TEXT,
     .value = "NAME",
     .about = "how agents find their way, instead of what the scene says: mesh or direct"},
    {.name = "motion",
     .kind = OPTION_TEXT,
     .value = "NAME",
     .about = "how they avoid each other, instead of what the scene says: orca"},
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
     .about = "write trajectories, .csv: frame,id,x,y; - is standard output"},
    {.name = "fps",
     .kind = OPTION_NUMBER,
     .value = "F",
     .about = "frames a second of that file; 10 if not given",
     .least = 0.001,
     .most = MOST_FPS},
    OPTION_FORMAT,
    {0},
};

const command command_run = {
    .name = "run",
    .summary = "Move the agents of a scene and tell how it went",
    .operands = "SCENE",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .details =
        "Agents walk to their goals until the time is over, or, where the scene says\n"
        "\"until\": \"empty\", until all have left; then those that are left inside are exit\n"
        "status 1. The same scene and seed give the same hash with any number of threads.\n"
        "Whether somebody crossed a wall, stood in one or overlapped another is measured after\n"
        "every step, apart from the simulation and from its time.",
    .examples = "wend run hall\n"
                "wend run castle --threads 2 --json\n"
                "wend run plan.json --runs 20 --time 300\n"
                "wend run museum.wkt --agents 200 -o walk.csv\n"
                "wend draw museum.wkt --trails walk.csv -o walk.svg",
    .run = run,
};
