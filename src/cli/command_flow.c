// SPDX-License-Identifier: MIT
// wend flow: how much can get through a plan, where it is cut, and the lanes that carry it.
#include "cli/flow.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "io/output.h"
#include "io/scene_flow.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

/// Of --streams, --widen and --snap. [Units: m]
#define LEAST_STEP 1e-6
#define MOST_STEP  1e9

// ---- usage --------------------------------------------------------------------------------------

static bool is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/// Options that were typed but have no sense together.
static int check_together(const arguments *args, canvas_kind *kind)
{
    const char *path = option_text(args, "output", NULL);
    if (is_standard(path) && args->json)
        return fail_usage(args, "both --json and -o want standard output: name a file for -o");
    if (path && !is_standard(path) && !canvas_kind_of(path, kind))
        return fail_usage(args, "%s: a picture's name ends with .svg, .png or .pdf", path);
    if (path && !is_standard(path) && output_same_file(path, args->operands[0]))
        return fail_usage(args, "--output %s would replace the scene", path);
    static const char *const of_picture[] = {"layers", "streams", "width"};
    for (int i = 0; i < 3; ++i)
        if (!path && option_given(args, of_picture[i]))
            return fail_usage(args, "--%s is for a picture: name one, -o FILE.svg", of_picture[i]);
    static const char *const of_lanes[] = {"plain", "shorten"};
    for (int i = 0; i < 2; ++i)
        if (option_given(args, of_lanes[i]) && option_given(args, "radius") &&
            option_number(args, "radius", 0) == 0)
            return fail_usage(args, "--%s is for lanes, and points have none: give a --radius",
                              of_lanes[i]);
    if (option_given(args, "from-top") && option_given(args, "from-bottom"))
        return fail_usage(args, "give --from-top or --from-bottom, not both");
    if (option_given(args, "shorten") && option_given(args, "no-shorten"))
        return fail_usage(args, "give --shorten or --no-shorten, not both");
    return EXIT_DONE;
}

// ---- one flow -----------------------------------------------------------------------------------

/// The preferred speed of the scene's first agents.
static double usual_speed(const scene *s)
{
    return s->agents_count > 0 ? s->agents[0].speed : SCENE_DEFAULT_SPEED;
}

static int work(flow_job *job, canvas_kind kind, problem_list *problems)
{
    const char *path = option_text(job->args, "output", NULL);
    int code =
        scene_mesh_build(job->args, job->s, wend_box_empty(), job->radius, problems, &job->built);
    if (code == EXIT_DONE)
        code = flow_read_openings(job, problems);
    if (code == EXIT_DONE)
        code = flow_solve(job);
    if (code == EXIT_DONE && !job->turns)
        code = flow_cut_voronoi(job);
    if (code == EXIT_DONE && path)
        code = flow_draw(job, path, kind);
    if (code != EXIT_DONE)
        return code;
    if (job->args->json)
        return flow_print_json(job);
    return job->args->quiet || is_standard(path) ? EXIT_DONE : flow_print_text(job);
}

static int make_flow(const arguments *args, scene *s, void *context, problem_list *problems)
{
    const canvas_kind kind = *(const canvas_kind *)context;
    bool own = s->flow.opening_count > 0;
    flow_job job = {
        .args = args,
        .s = s,
        .file = problems->file,
        .radius = option_number(args, "radius", scene_flow_radius(s)),
        .speed = option_number(args, "speed", usual_speed(s)),
        .snap = option_number(args, "snap", own ? s->flow.snap : wend_default_flow_def().snap),
        .widening = option_number(args, "widen", FLOW_WIDENING),
        .kind = option_given(args, "plain") ? WEND_LANES_PLAIN : s->flow.lanes,
        .side = option_given(args, "from-top")      ? WEND_LANES_TOP
                : option_given(args, "from-bottom") ? WEND_LANES_BOTTOM
                : own                               ? s->flow.side
                                                    : wend_default_lanes_def().side,
        .from_top = option_given(args, "from-top"),
        .shorten =
            option_given(args, "shorten") || (s->flow.shorten && !option_given(args, "no-shorten")),
        .voronoi = INFINITY,
        .files = json_array(),
    };
    int code = job.files ? work(&job, kind, problems) : fail(args, "%s: out of memory", job.file);
    flow_free(&job);
    return code;
}

static int run(const arguments *args)
{
    canvas_kind kind = CANVAS_SVG;
    int code = check_together(args, &kind);
    if (code != EXIT_DONE)
        return code;
    return with_scene(args, make_flow, &kind);
}

static const option options[] = {
    {.name = "source",
     .kind = OPTION_TEXT,
     .value = "LINE",
     .about = "where people come from: a line X,Y:X,Y:... along a wall or from wall to wall, or "
              "the name of an area, whose border it is; may be given several times",
     .many = true},
    {.name = "sink",
     .kind = OPTION_TEXT,
     .value = "LINE",
     .about = "where they go; the same",
     .many = true},
    {.name = "radius",
     .kind = OPTION_NUMBER,
     .value = "R",
     .about = "of those who go, for whole lanes; 0: points; the scene's agents' if not given",
     .least = 0,
     .most = SCENE_MAX_RADIUS},
    {.name = "speed",
     .kind = OPTION_NUMBER,
     .value = "V",
     .about = "of those who follow lanes, in metres a second; the scene's agents' if not given",
     .least = 0.001,
     .most = SCENE_MAX_SPEED},
    {.name = "from-bottom", .about = "lanes are laid from the bottom, the right of those who go"},
    {.name = "from-top", .about = "lanes are laid from the top, and levels count from there"},
    {.name = "plain",
     .about = "lanes of a flow of points that happen to fit, instead of as many as fit"},
    {.name = "shorten", .about = "make the lanes shorter, with their number and room as they are"},
    {.name = "no-shorten",
     .about = "leave them as they are found, even if the scene says otherwise"},
    {.name = "seed",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "of the random shortcuts of --shorten; the scene's if not given",
     .least = 0,
     .most = 9007199254740992.0},
    {.name = "widen",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "tell what each gate would give if it were so much wider; 0.1 if not given",
     .least = 0,
     .most = MOST_STEP},
    {.name = "snap",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "a line that ends so near to a wall ends on it; 0.01 if not given",
     .least = 0,
     .most = MOST_STEP},
    OPTION_PICTURE,
    {.name = "layers",
     .kind = OPTION_TEXT,
     .value = "NAME,...",
     .about = "of the picture: levels, useless, streams, bodies, graph, lanes, gates, openings; "
              "bounds, obstacles and others of wend draw"},
    {.name = "streams",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "stream lines are that far apart, in metres of flow",
     .least = LEAST_STEP,
     .most = MOST_STEP},
    OPTION_WIDTH,
    OPTION_FORMAT,
    {0},
};

const command command_flow = {
    .name = "flow",
    .summary = "Tell how many can get through a plan, and where it is tightest",
    .operands = "SCENE",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .details =
        "The flow is as wide as the shortest cut: gates from one side of the plan to the other\n"
        "that everybody has to pass, with obstacles between them. Each gate is listed with its\n"
        "place, its width, how many pass it abreast, and what the flow would be if it were wider.\n"
        "Lanes are as many as fit: they keep the radius from walls and two from each other.\n"
        "\n"
        "Without --source and --sink the scene's flow counts; if it has none, people come from\n"
        "the areas of its agents and go to their goals. Coordinates are those of the scene's file.",
    .examples = "wend flow lanes-3 -o lanes.svg\n"
                "wend flow lanes-3 --shorten --json\n"
                "wend flow flow-many --radius 0 --streams 0.5 -o streams.png\n"
                "wend flow plan.wkt --source 0,2:0,8 --sink 40,3:40,5 --radius 0.25",
    .run = run,
};
