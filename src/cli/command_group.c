// SPDX-License-Identifier: MIT
// wend group: where a group goes that stays together.
#include "cli/group.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "io/output.h"

#include <string.h>

/// Of --runs. Far beyond what anybody waits for.
#define MOST_RUNS 1000000.0
/// Of --seed: numbers are read as doubles.
#define MOST_SEED 9007199254740992.0

/// The kinds of the pictures that were asked for.
typedef struct pictures {
    canvas_kind way, curve;
} pictures;

// ---- usage --------------------------------------------------------------------------------------

static bool is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/// The kind of a picture that was typed with that option, if it was.
static int check_picture(const arguments *args, const char *name, canvas_kind *kind)
{
    const char *path = option_text(args, name, NULL);
    if (is_standard(path) && args->json)
        return fail_usage(args, "both --json and --%s want standard output: name a file", name);
    if (path && !is_standard(path) && !canvas_kind_of(path, kind))
        return fail_usage(args, "%s: a picture's name ends with .svg, .png or .pdf", path);
    for (int i = 0; path && i < args->operand_count; ++i)
        if (!is_standard(path) && output_same_file(path, args->operands[i]))
            return fail_usage(args, "--%s %s would replace the scene", name, path);
    return EXIT_DONE;
}

/// Options that were typed but have no sense together.
static int check_together(const arguments *args, pictures *kinds)
{
    static const char *const of_picture[] = {"layers", "spacing"};
    const char *path = option_text(args, "output", NULL),
               *curve = option_text(args, "time-curve", NULL);
    int code = check_picture(args, "output", &kinds->way);
    if (code == EXIT_DONE)
        code = check_picture(args, "time-curve", &kinds->curve);
    if (code != EXIT_DONE)
        return code;
    if (path && curve && (strcmp(path, curve) == 0 || output_same_file(path, curve)))
        return fail_usage(args, "--output and --time-curve are both %s: name two files", path);
    for (size_t i = 0; i < sizeof of_picture / sizeof *of_picture; ++i)
        if (!path && option_given(args, of_picture[i]))
            return fail_usage(args, "--%s is for a picture: name one, -o FILE.svg", of_picture[i]);
    if (!path && !curve && option_given(args, "width"))
        return fail_usage(args, "--width is for a picture: name one, -o FILE.svg");
    return EXIT_DONE;
}

/// --compare has its own answer, and so only some of the options.
static int check_comparing(const arguments *args)
{
    static const char *const others[] = {"sampler", "local", "layers", "spacing", "time-curve"};
    if (!option_given(args, "compare")) {
        return args->operand_count == 1
                   ? EXIT_DONE
                   : fail_usage(args, "several scenes are for --compare: give one");
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (option_given(args, others[i]))
            return fail_usage(args, "--compare takes all samplers and local planners, and no --%s",
                              others[i]);
    return EXIT_DONE;
}

// ---- one scene ----------------------------------------------------------------------------------

static int work(group_job *job, scene *s, const pictures *kinds, problem_list *problems)
{
    const char *path = option_text(job->args, "output", NULL),
               *curve = option_text(job->args, "time-curve", NULL);
    bool all_found = true;
    int code = group_read(job, s, problems);
    if (code == EXIT_DONE)
        code = group_solve(job);
    if (code == EXIT_DONE && path)
        code = group_draw(job, path, kinds->way);
    if (code == EXIT_DONE && curve)
        code = group_draw_curve(job, curve, kinds->curve);
    if (code != EXIT_DONE)
        return code;
    if (job->args->json)
        code = group_print_json(job);
    else if (!job->args->quiet && !is_standard(path) && !is_standard(curve))
        code = group_print_text(job);
    for (size_t i = 0; i < job->groups.count; ++i)
        all_found = all_found && job->groups.data[i].answer.plan;
    return code == EXIT_DONE && !all_found ? EXIT_COULD_NOT : code;
}

static int plan_groups(const arguments *args, scene *s, void *context, problem_list *problems)
{
    group_job job = {.args = args, .s = s, .file = problems->file, .files = json_array()};
    int code =
        job.files ? work(&job, s, context, problems) : fail(args, "%s: out of memory", job.file);
    group_free(&job);
    return code;
}

static int run(const arguments *args)
{
    pictures kinds = {CANVAS_SVG, CANVAS_SVG};
    int code = check_together(args, &kinds);
    if (code == EXIT_DONE)
        code = check_comparing(args);
    if (code != EXIT_DONE)
        return code;
    return option_given(args, "compare") ? group_compare(args, kinds.way)
                                         : with_scene(args, plan_groups, &kinds);
}

static const option options[] = {
    {.name = "sampler",
     .kind = OPTION_TEXT,
     .value = "NAME",
     .about = "how samples are found: corridor, uniform, medial, penetration, pushing, alignment, "
              "closest; the scene's if not given"},
    {.name = "local",
     .kind = OPTION_TEXT,
     .value = "NAME",
     .about = "how two of them are joined: hinged or deformable"},
    {.name = "samples",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "the most that are tried",
     .least = 1,
     .most = SCENE_MAX_SAMPLES},
    {.name = "seed",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "of the random samples; the scene's if not given",
     .least = 0,
     .most = MOST_SEED},
    {.name = "runs",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "look for the way so many times more, each with another seed, and tell the times",
     .least = 1,
     .most = MOST_RUNS},
    {.name = "compare",
     .about = "all samplers with both local planners, --runs each, on one scene or several; the "
              "picture is of box plots"},
    {.name = "count",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "so many agents in each entry of a group, instead of the scene's",
     .least = 1,
     .most = SCENE_MAX_GROUP_MEMBERS},
    {.name = "least-width",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "of the group's shape, instead of the scene's",
     .least = 1e-3,
     .most = SCENE_MAX_GROUP_WIDTH},
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .value = "FILE",
     .about = "the picture, .svg, .png or .pdf; - is SVG on standard output"},
    {.name = "layers",
     .kind = OPTION_TEXT,
     .value = "NAME,...",
     .about = "of the picture: roadmap, sweep, way, shapes; bounds, obstacles and others of wend "
              "draw"},
    {.name = "spacing",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "the shape is drawn so far apart along its way",
     .least = 1e-2,
     .most = 1e6},
    {.name = "time-curve",
     .kind = OPTION_TEXT,
     .value = "FILE",
     .about =
         "let the members move inside of the shape along its way, and draw how far it is when"},
    OPTION_WIDTH,
    OPTION_FORMAT,
    {0},
};

const command command_group = {
    .name = "group",
    .summary = "Plan the way of a group that stays together",
    .operands = "SCENE...",
    .least_operands = 1,
    .most_operands = GROUP_COMPARED_SCENES,
    .options = options,
    .details =
        "A group is held by a shape of constant area that gets longer where it must be narrow and\n"
        "bends around corners. Its way is looked for on a roadmap of such shapes. If none is\n"
        "found, it is told which: proven impossible, or not found within the number of samples.\n"
        "\n"
        "Agents whose guide is \"group\" are groups; in a scene without any, the agents of every\n"
        "entry are one. Coordinates are those of the scene's file.",
    .examples = "wend group group-city -o city.svg\n"
                "wend group group-narrow --sampler uniform --runs 200\n"
                "wend group group-narrow group-cylinders --compare --runs 50 -o times.svg\n"
                "wend group group-trees --count 80 --time-curve curve.svg --json",
    .run = run,
};
