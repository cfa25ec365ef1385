// SPDX-License-Identifier: MIT
// wend map: distance and shortest path from every point to the nearest goal.
#include "cli/map/map.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "cli/structures.h"
#include "scene/frames.h"

#include <stdio.h>
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
    const char *path = option_text(args, "output", NULL);
    bool query = option_given(args, "query");
    if (!path && !query && !option_given(args, "raster") && !option_given(args, "array") &&
        !args->json)
        return fail_usage(args, "missing option: give at least one of --output, --query, --raster, "
                                "--array and --json");
    if (is_standard(path) && query)
        return fail_usage(args, "--query and output to - both use standard output: name a file");
    return EXIT_DONE;
}

// ---- one map ------------------------------------------------------------------------------------

/// Reports why queries of the command line have no path. True if there are such queries.
static bool report_unreachable(const map_job *job)
{
    bool some = false;
    for (size_t i = 0; i < job->questions.count; ++i) {
        const map_question *question = &job->questions.data[i];
        if (question->value >= 0 || question->from_file)
            continue;
        wend_vec2 at = frames_to_file(job->s, question->at);
        wend_location where = wend_mesh_locate(map_mesh(job), question->at);
        bool blocked = where == WEND_LOCATION_SOLID || where == WEND_LOCATION_OUTSIDE;
        complain("%s: no path %s %.10g,%.10g: %s", job->file, job->forward ? "to" : "from", at.x,
                 at.y,
                 !blocked                         ? "walls enclose it or the goals"
                 : job->radius > 0                ? "the disc does not fit"
                 : where == WEND_LOCATION_OUTSIDE ? "it is outside the bounds"
                                                  : "it is inside an obstacle");
        some = true;
    }
    return some;
}

static int print_result(const map_job *job)
{
    bool some = report_unreachable(job);
    int code = EXIT_DONE;
    if (job->args->json)
        code = map_print_json(job);
    else if (job->questions.with_file)
        map_print_csv(job, stdout);
    else if (!job->args->quiet && !is_standard(option_text(job->args, "output", NULL)))
        map_print_text(job);
    return code == EXIT_DONE && some ? EXIT_COULD_NOT : code;
}

static int work(map_job *job, problem_list *problems)
{
    const char *path = option_text(job->args, "output", NULL);
    int code = start_threads(job->args, &job->tasks);
    if (code == EXIT_DONE)
        code = map_read_sources(job);
    if (code == EXIT_DONE)
        code = map_read_weights(job);
    if (code == EXIT_DONE)
        code = map_read_barriers(job);
    if (code == EXIT_DONE)
        code = map_read_questions(job);
    if (code == EXIT_DONE)
        code = map_build(job, problems);
    if (code == EXIT_DONE)
        code = map_read_frame(job);
    if (code == EXIT_DONE)
        map_answer(job, &job->questions);
    if (code == EXIT_DONE && path)
        code = map_draw(job, path);
    if (code == EXIT_DONE)
        code = map_write_files(job);
    return code == EXIT_DONE ? print_result(job) : code;
}

static int make_map(const arguments *args, scene *s, void *context, problem_list *problems)
{
    (void)context;
    map_job job = {
        .args = args,
        .s = s,
        .file = problems->file,
        .radius = option_number(args, "radius", 0),
        .time = option_number(args, "time", 0),
        .forward = option_given(args, "forward"),
        .farthest = -1,
        .files = json_array(),
    };
    int code = work(&job, problems);
    map_free(&job);
    return code;
}

static int run(const arguments *args)
{
    int code = check_usage(args);
    return code == EXIT_DONE ? with_scene(args, make_map, NULL) : code;
}

CHOICES(layers, {"distance", "Distance to the nearest goal, from green (near) to red (far)"},
        {"regions", "Regions of equal next waypoint; hatched: reached through a boost"},
        {"isolines", "Lines of equal distance"}, {"borders", "Borders of the regions"},
        {"paths", "Paths of agents that have a position, and of --query"},
        {"sources", "Goals of the map"}, {"weights", "Corners of --boost"},
        {"barriers", "Lines of --barrier"}, SCENE_LAYER_CHOICE)
CHOICES(raster_files, {"png", NULL})
CHOICES(array_files, {"asc", "ESRI grid, rows from top to bottom, -1 where nothing is reachable"},
        {"npy", "NumPy array of four planes: distance, x and y of the next waypoint, and region; "
                "rows from bottom to top; FILE.json has the frame"})

static const option options[] = {
    {TEXT("goal", "PLACE",
          "Goal: X,Y, a segment X,Y:X,Y, or the name of an area or goal; with @M, M metres remain "
          "from there (default: goals of the agents)"),
     .many = true, .old = "source"},
    {NUMBER("radius", "R", 0, SCENE_MAX_RADIUS, "Agent radius in metres (default: 0, a point)")},
    {OPTION_DOOR_TIME},
    {TEXT("boost", "X,Y=W", "Speed boost: factor W after passing the corner at X,Y"), .many = true,
     .old = "weight"},
    {FLAG("forward", "Paths and times from the goals instead of to them")},
    {TEXT("barrier", "X,Y:X,Y=W,Q",
          "Line whose crossing costs (W - 1) Q metres, for a queue of length Q (default: 1.5 and "
          "10)"),
     .many = true},
    {FLAG("paper-barriers", "Barriers as in Farias 2020: distances beyond one count W times"),
     .needs = "barrier", .excludes = "query array boost forward", .old = "printed"},
    {INPUT("query", "X,Y", NULL,
           "Point to print distance and path of; or a file of lines X,Y (- = standard input), for "
           "results as CSV"),
     .many = true, .old = "at"},
    {OPTION_PICTURE},
    {OPTION_LAYERS(layers)},
    {NUMBER("isoline-spacing", "M", LEAST_STEP, MOST_STEP,
            "Spacing of isolines in metres, or in seconds with boosts (default: by image)"),
     .needs = "output", .old = "isolines"},
    {OPTION_WIDTH},
    {OPTION_RASTER},
    {OUTPUT("array", array_files, "Array of the cells")},
    {OPTION_RASTER_SIZE},
    {OPTION_RASTER_CELL},
    {OPTION_THREADS},
    {OPTION_FORMAT},
    {0},
};

const command command_map = {
    .name = "map",
    .summary = "Compute distances and shortest paths from every point to the nearest goal",
    .operands = "SCENE",
    .operand_kind = ARGUMENT_SCENE,
    .options = options,
    .details =
        "The map is exact: distances, waypoints and paths are those of shortest paths, independent "
        "of the resolution of an image or raster. Points that cannot reach a goal have distance "
        "-1; if such a point is given by --query, the exit status is 1. Doors that are shut at "
        "--time are walls; moving obstacles are ignored. The scene must be valid. Coordinates are "
        "those of the scene "
        "file.\n\n"
        "With --radius, paths keep that distance from walls. With boosts, values are travel times "
        "of an agent whose speed is 1 m/s before the first boost. CSV results have the columns x, "
        "y, distance, next_x, next_y, turns and to.",
    .examples = "wend map hall -o hall.svg\n"
                "wend map museum --goal 2,8 --goal shop -o museum.png\n"
                "wend map museum --query 13,27 --query 33.5,5 --json\n"
                "wend map museum --query points.csv > results.csv\n"
                "wend map museum --radius 0.3 --array distances.npy --cell 0.1\n"
                "wend map museum --barrier 20,20:20,28=2,15 -o detour.svg\n"
                "wend map spm-2 --goal 20,20 --layers regions,obstacles,isolines,borders -o "
                "regions.svg",
    .run = run,
};
