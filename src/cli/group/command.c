// SPDX-License-Identifier: MIT
// wend group: paths of coherent groups.
#include "cli/group/group.h"
#include "cli/picture.h"
#include "cli/report.h"

#include <string.h>

#define MOST_RUNS 1000000.0

// ---- usage --------------------------------------------------------------------------------------

static bool is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/// Checks that the option table cannot express.
static int check_usage(const arguments *args)
{
    if (args->operand_count > GROUP_COMPARED_SCENES)
        return fail_usage(args, "too many scenes (at most %d)", GROUP_COMPARED_SCENES);
    if (args->operand_count > 1 && !option_given(args, "compare"))
        return fail_usage(args, "unexpected argument '%s': several scenes require --compare",
                          args->operands[1]);
    return EXIT_DONE;
}

// ---- one scene ----------------------------------------------------------------------------------

static int work(group_job *job, scene *s, problem_list *problems)
{
    const char *path = option_text(job->args, "output", NULL),
               *curve = option_text(job->args, "time-curve", NULL);
    bool all_found = true;
    int code = group_read(job, s, problems);
    if (code == EXIT_DONE)
        code = group_solve(job);
    if (code == EXIT_DONE && path)
        code = group_draw(job, path);
    if (code == EXIT_DONE && curve)
        code = group_draw_curve(job, curve);
    if (code != EXIT_DONE)
        return code;
    if (job->args->json)
        code = group_print_json(job);
    else if (!job->args->quiet && !is_standard(path) && !is_standard(curve))
        code = group_print_text(job);
    for (size_t i = 0; i < job->groups.count; ++i)
        all_found = all_found && job->groups.data[i].answer.found;
    return code == EXIT_DONE && !all_found ? EXIT_COULD_NOT : code;
}

static int plan_groups(const arguments *args, scene *s, void *context, problem_list *problems)
{
    (void)context;
    group_job job = {.args = args, .s = s, .file = problems->file, .files = json_array()};
    int code = work(&job, s, problems);
    group_free(&job);
    return code;
}

static int run(const arguments *args)
{
    int code = check_usage(args);
    if (code != EXIT_DONE)
        return code;
    return option_given(args, "compare") ? group_compare(args)
                                         : with_scene(args, plan_groups, NULL);
}

CHOICES(layers, {"roadmap", "Samples as their spines, and the motions between them"},
        {"sweep", "Group shape along its path"}, {"way", "Path of the centre"},
        {"shapes", "Group shape at the start, at waypoints and at the goal"}, SCENE_LAYER_CHOICE)

ENUM_CHOICES(samplers, WEND_GROUP_SAMPLERS,
             wend_group_sampler_name, [WEND_GROUP_UNIFORM] = "Uniformly random",
             [WEND_GROUP_MEDIAL] = "Moved to the medial axis",
             [WEND_GROUP_PENETRATION] = "Moved to the medial axis, from inside obstacles too",
             [WEND_GROUP_PUSHING] = "Along the wall of deepest penetration",
             [WEND_GROUP_ALIGNMENT] = "Along the walls that a swept line touches",
             [WEND_GROUP_CLOSEST] = "Along the closest wall",
             [WEND_GROUP_CORRIDOR] = "Along the edges of the Voronoi diagram; deterministic",
             [WEND_GROUP_SNAKE] = "A snake on a shortest path; if there is none, all samplers")

ENUM_CHOICES(local_planners, WEND_GROUP_LOCALS,
             wend_group_local_name, [WEND_GROUP_DEFORMABLE] = "Straight line in all coordinates",
             [WEND_GROUP_HINGED] = "Along one axis and, bent where they cross, along the other")

static const option options[] = {
    {CHOICE("sampler", "NAME", samplers, "Sampler of the roadmap (default: from the scene)")},
    {CHOICE("local-planner", "NAME", local_planners,
            "Motion between two samples (default: from the scene)"),
     .old = "local"},
    {WHOLE("samples", "N", 1, SCENE_MAX_SAMPLES,
           "Maximum number of samples (default: from the scene)")},
    {OPTION_SEED},
    {WHOLE("runs", "N", 1, MOST_RUNS,
           "Number of additional searches with other seeds, for success rate and times")},
    {FLAG("compare", "Compare all samplers with both local planners on one or more scenes, --runs "
                     "searches each (default: 50); the image shows box plots"),
     .excludes = "sampler local-planner layers spacing time-curve"},
    {WHOLE("group-size", "N", 1, SCENE_MAX_GROUP_MEMBERS,
           "Number of agents of each group (default: from the scene)"),
     .old = "count"},
    {NUMBER("min-width", "M", 1e-3, SCENE_MAX_GROUP_WIDTH,
            "Minimum width of the group shape in metres (default: from the scene)"),
     .old = "least-width"},
    {OPTION_PICTURE},
    {OPTION_LAYERS(layers)},
    {NUMBER("spacing", "M", 1e-2, 1e6,
            "Distance between drawn shapes along the path in metres (default: by image)"),
     .needs = "output"},
    {OUTPUT("time-curve", picture_files,
            "Simulate the members inside the shape, and plot its progress over time")},
    {OPTION_WIDTH_OF("output time-curve")},
    {OPTION_FORMAT},
    {0},
};

const command command_group = {
    .name = "group",
    .summary = "Plan the path of a coherent group",
    .operands = "SCENE...",
    .operand_kind = ARGUMENT_SCENE,
    .options = options,
    .details =
        "A coherent group occupies a shape of constant area that stretches where it must be narrow "
        "and bends around corners. Its path is searched on a roadmap of such shapes, and every "
        "motion on it is proven free of walls. If no path is found, the output states whether none "
        "exists (proven) or the sample limit was reached, and the exit status is 1. Doors are "
        "open, and moving obstacles are ignored. The scene must be valid.\n\n"
        "Agents with the planner \"group\" form groups; in a scene without any, the agents of "
        "each entry do. The shape starts at the centre of their start area, visits the centres of "
        "their waypoints and ends at that of their goal: a plan for each leg. Of several goals it "
        "takes the one with the shortest plan, or the first if groups take them in turn. "
        "Coordinates are those of the scene file.",
    .examples = "wend group group-city -o city.svg\n"
                "wend group group-narrow --sampler uniform --runs 200\n"
                "wend group group-narrow group-cylinders --compare --runs 50 -o times.svg\n"
                "wend group group-trees --group-size 80 --time-curve curve.svg --json",
    .run = run,
};
