// SPDX-License-Identifier: MIT
// wend flow: maximum flow through a floor plan, its bottleneck, and lanes.
#include "base/output.h"
#include "base/xalloc.h"
#include "cli/flow/flow.h"
#include "cli/picture.h"
#include "cli/raster.h"
#include "cli/report.h"
#include "flow/voronoi_cut.h"
#include "scene/build/flow.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

/// Range of the lengths on the command line. [Units: m]
#define LEAST_STEP 1e-6
#define MOST_STEP  1e9

// ---- usage --------------------------------------------------------------------------------------

static bool is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/// Checks that the option table cannot express.
static int check_usage(const arguments *args)
{
    static const char *const of_lanes[] = {"point-flow", "shorten"};
    for (int i = 0; i < 2; ++i)
        if (option_given(args, of_lanes[i]) && option_number(args, "radius", 1) == 0)
            return fail_usage(args, "--%s requires lanes: --radius must be greater than 0",
                              of_lanes[i]);
    return EXIT_DONE;
}

// ---- one flow -----------------------------------------------------------------------------------

/// The preferred speed of the scene's first agents.
static double usual_speed(const scene *s)
{
    return s->agents_count > 0 ? s->agents[0].def.agent.preferred_speed
                               : wend_default_agent_def().preferred_speed;
}

/// Finds the shortest cut over gates of the Voronoi diagram.
static int cut_diagram(flow_job *job)
{
    wend_voronoi *voronoi = NULL;
    int code = build_diagram(job->args, job->s, &job->built, SCENE_SITES_WALLS, &voronoi);
    if (code == EXIT_DONE)
        xresult(wend_flow_voronoi_cut(job->flow, job->built.floor, voronoi, &job->voronoi, NULL));
    wend_voronoi_destroy(voronoi);
    return code;
}

/// Writes -o in the format of its extension.
static int write_output(flow_job *job, const char *path)
{
    bool is_csv = path_has_extension(path, "csv");
    return is_csv || path_has_extension(path, "geojson") ? flow_export(job, path, is_csv)
                                                         : flow_draw(job, path);
}

static int work(flow_job *job, problem_list *problems)
{
    const char *path = option_text(job->args, "output", NULL);
    int code =
        build_mesh_at(job->args, job->s, wend_box_empty(), job->radius, problems, &job->built);
    if (code == EXIT_DONE)
        code = flow_read_openings(job, problems);
    if (code == EXIT_DONE)
        code = flow_solve(job);
    if (code == EXIT_DONE && !job->turns)
        code = cut_diagram(job);
    if (code == EXIT_DONE)
        code = flow_read_queries(job);
    if (code == EXIT_DONE && path)
        code = write_output(job, path);
    if (code == EXIT_DONE)
        code = flow_write_rasters(job);
    if (code != EXIT_DONE)
        return code;
    if (job->args->json)
        return flow_print_json(job);
    return job->args->quiet || is_standard(path) ? EXIT_DONE : flow_print_text(job);
}

static int make_flow(const arguments *args, scene *s, void *context, problem_list *problems)
{
    (void)context;
    bool own = s->flow.def.opening_count > 0;
    if (s->flow.pairs && !option_given(args, "source") && !option_given(args, "sink"))
        return flow_cross(args, s, problems->file, option_number(args, "speed", usual_speed(s)));
    flow_job job = {
        .args = args,
        .s = s,
        .file = problems->file,
        .radius = option_number(args, "radius", scene_flow_radius(s)),
        .speed = option_number(args, "speed", usual_speed(s)),
        .snap = option_number(args, "snap", own ? s->flow.def.snap : wend_default_flow_def().snap),
        .widening = option_number(args, "widen", FLOW_WIDENING),
        .kind = option_given(args, "point-flow") ? WEND_LANES_PLAIN : s->flow.lanes.kind,
        .side = option_given(args, "from-top")      ? WEND_LANES_TOP
                : option_given(args, "from-bottom") ? WEND_LANES_BOTTOM
                : own                               ? s->flow.lanes.side
                                                    : wend_default_lanes_def().side,
        .from_top = option_given(args, "from-top"),
        .shorten =
            option_given(args, "shorten") || (s->flow.shorten && !option_given(args, "no-shorten")),
        .voronoi = INFINITY,
        .files = xcheck(json_array()),
    };
    int code = work(&job, problems);
    flow_free(&job);
    return code;
}

static int run(const arguments *args)
{
    int code = check_usage(args);
    return code == EXIT_DONE ? with_scene(args, make_flow, NULL) : code;
}

CHOICES(layers, {"levels", "Part of the flow that passes on the right of a point"},
        {"useless", "Regions that no stream from a source to a sink crosses"},
        {"streams", "Stream lines"}, {"bodies", "Obstacles with their levels"},
        {"graph", "Critical graph: shortest connections between visible obstacles"},
        {"lanes", "Lanes"}, {"gates", "Gates of the minimum cut"},
        {"openings", "Sources (red) and sinks (blue)"}, SCENE_LAYER_CHOICE)

CHOICES(output_files, {PICTURE_FILES, "Image"},
        {"geojson", "Lanes, gates, critical graph, sources and sinks as lines"},
        {"csv", "The points of these lines: role, number, point, x, y, along"},
        {"-", "SVG on standard output"})
CHOICES(raster_files, {"png", NULL})
CHOICES(array_files, {"asc", "ESRI grid of the levels, rows from top to bottom, -1 outside"},
        {"npy", "NumPy array of five planes: level, x and y of the direction, useful, body; rows "
                "from bottom to top; FILE.json has the frame"})

static const option options[] = {
    {TEXT("source", "PLACE",
          "Entrance: a line X,Y:X,Y:..., a point X,Y, or the name of an area; anywhere"),
     .many = true},
    {TEXT("sink", "PLACE", "Exit; same syntax as --source"), .many = true},
    {OPTION_DOOR_TIME},
    {NUMBER("radius", "R", 0, SCENE_MAX_RADIUS,
            "Agent radius in metres (default: from the scene; 0 = point flow, no lanes)")},
    {NUMBER("speed", "V", 0.001, SCENE_MAX_SPEED,
            "Speed on lanes in m/s (default: from the scene)")},
    {FLAG("from-bottom", "Lay lanes from the bottom, the right-hand side of the flow"),
     .excludes = "from-top"},
    {FLAG("from-top", "Lay lanes, and count levels, from the top, the left-hand side")},
    {FLAG("point-flow", "Only lanes along the flow of points, instead of the maximum number"),
     .old = "plain"},
    {FLAG("shorten", "Shorten the lanes; their number and spacing do not change"),
     .excludes = "no-shorten"},
    {FLAG("no-shorten", "Do not shorten the lanes, even if the scene requires it")},
    {NUMBER(
        "max-headway", "M", LEAST_STEP, MOST_STEP,
        "Largest headway of the timetable of crossing pairs in metres (default: from the scene)")},
    {OPTION_SEED},
    {NUMBER("widen", "M", 0, MOST_STEP,
            "Widening of each gate to evaluate in metres (default: 0.1)")},
    {NUMBER("snap", "M", 0, MOST_STEP,
            "Snapping distance of lines and areas to walls in metres (default: 0.01)")},
    {TEXT("query", "X,Y", "Point to print level, direction and nearest lane of"), .many = true},
    {OUTPUT("output", output_files, "Output file"), .letter = 'o'},
    {OPTION_LAYERS(layers)},
    {NUMBER("stream-spacing", "M", LEAST_STEP, MOST_STEP,
            "Spacing of stream lines in metres of flow (default: by image)"),
     .needs = "output", .old = "streams"},
    {OPTION_WIDTH},
    {OPTION_RASTER},
    {OUTPUT("array", array_files, "Array of the cells")},
    {OPTION_RASTER_SIZE},
    {OPTION_RASTER_CELL},
    {OPTION_FORMAT},
    {0},
};

const command command_flow = {
    .name = "flow",
    .summary = "Compute the maximum flow through a floor plan, its bottleneck, and lanes",
    .operands = "SCENE",
    .operand_kind = ARGUMENT_SCENE,
    .options = options,
    .details =
        "The maximum flow equals the width of the minimum cut: the gates between obstacles "
        "that separate sources and sinks. Each gate is listed with its position, width, "
        "capacity in agents side by side, and the flow if it were wider. Lanes are the "
        "largest set of paths that keep one radius from walls and two from each other; by "
        "default they are laid from the side where they are shortest. Doors that are "
        "shut at --time are walls; moving obstacles are ignored. The scene must be valid.\n\n"
        "Without --source and --sink, the flow of the scene is used, or else the areas and "
        "goals of its agents. Coordinates are those of the scene file.\n\n"
        "If the flow of the scene has pairs, each source leads to one sink, and lanes of "
        "different pairs may cross. A timetable is printed with which agents on them never "
        "meet: headways, phases, and the capacity.",
    .examples = "wend flow lanes-3 -o lanes.svg\n"
                "wend flow lanes-3 --shorten --json\n"
                "wend flow lanes-3 -o lanes.geojson --array levels.npy --cell 0.1\n"
                "wend flow flow-many --radius 0 --stream-spacing 0.5 -o streams.png\n"
                "wend flow plan.wkt --source 0,2:0,8 --sink 40,3:40,5 --radius 0.25",
    .run = run,
};
