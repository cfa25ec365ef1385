// SPDX-License-Identifier: MIT
// wend map: how far it is to the nearest goal, from everywhere at once, and which way.
#include "cli/map.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "io/frames.h"
#include "io/output.h"

#include <stdio.h>
#include <string.h>

/// Of --isolines and --cell. [Units: m]
#define LEAST_STEP 1e-6
#define MOST_STEP  1e9

enum { MOST_THREADS = 64 };

// ---- usage --------------------------------------------------------------------------------------

static bool is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/// No two outputs have one name, and none has the scene's.
static int check_names(const arguments *args)
{
    static const char *const outputs[] = {"output", "raster", "array"};
    for (int i = 0; i < 3; ++i) {
        const char *path = option_text(args, outputs[i], NULL);
        if (path && !is_standard(path) && output_same_file(path, args->operands[0]))
            return fail_usage(args, "--%s %s would replace the scene", outputs[i], path);
        for (int k = 0; path && k < i; ++k)
            if (output_same_file(path, option_text(args, outputs[k], "")))
                return fail_usage(args, "--%s and --%s name the same file", outputs[k], outputs[i]);
    }
    return EXIT_DONE;
}

/// Options that were typed but have no sense together.
static int check_together(const arguments *args, canvas_kind *kind)
{
    const char *path = option_text(args, "output", NULL);
    const char *raster = option_text(args, "raster", NULL);
    const char *array = option_text(args, "array", NULL);
    canvas_kind png;
    if (!path && !raster && !array && !option_given(args, "at") && !args->json)
        return fail_usage(args, "say what is wanted: -o FILE.svg, --at X,Y, --raster FILE.png, "
                                "--array FILE.asc or FILE.npy");
    if (is_standard(path) && (args->json || option_given(args, "at")))
        return fail_usage(args, "both %s and -o want standard output: name a file for -o",
                          args->json ? "--json" : "--at");
    if (path && !is_standard(path) && !canvas_kind_of(path, kind))
        return fail_usage(args, "%s: a picture's name ends with .svg, .png or .pdf", path);
    if (raster && (!canvas_kind_of(raster, &png) || png != CANVAS_PNG))
        return fail_usage(args, "--raster %s: the name ends with .png", raster);
    if (array && !map_array_known(array))
        return fail_usage(args,
                          "--array %s: the name ends with .asc, a grid for maps, or .npy, for "
                          "NumPy",
                          array);
    if (!raster && !array && (option_given(args, "size") || option_given(args, "cell")))
        return fail_usage(args, "--size and --cell are for --raster and --array; a picture has "
                                "--width");
    if (option_given(args, "size") && option_given(args, "cell"))
        return fail_usage(args, "give --size or --cell, not both");
    if (option_given(args, "printed") && !option_given(args, "barrier"))
        return fail_usage(args, "--printed says how barriers count: give one, --barrier X,Y:X,Y=W");
    static const char *const not_printed[] = {"at", "array", "weight", "forward"};
    for (int i = 0; i < 4; ++i)
        if (option_given(args, "printed") && option_given(args, not_printed[i]))
            return fail_usage(args,
                              "--printed is for pictures only, since what it paints is no length "
                              "of paths: leave out --%s",
                              not_printed[i]);
    static const char *const of_picture[] = {"layers", "isolines", "width"};
    for (int i = 0; i < 3; ++i)
        if (!path && option_given(args, of_picture[i]))
            return fail_usage(args, "--%s is for a picture: name one, -o FILE.svg", of_picture[i]);
    return check_names(args);
}

// ---- one map ------------------------------------------------------------------------------------

/// Says why there is no answer to a question that was typed. True if there are some.
static bool tell_unreachable(const map_job *job)
{
    bool some = false;
    for (size_t i = 0; i < job->questions.count; ++i) {
        const map_question *question = &job->questions.data[i];
        if (question->value >= 0 || question->from_file)
            continue;
        wend_vec2 at = frames_to_file(job->s, question->at);
        wend_place where = wend_mesh_locate(map_mesh(job), question->at);
        bool blocked = where == WEND_PLACE_SOLID || where == WEND_PLACE_OUT;
        complain("%s: no path %s %.10g,%.10g: %s", job->file, job->forward ? "to" : "from", at.x,
                 at.y,
                 !blocked                  ? "walls are all around it, or around where paths lead"
                 : job->radius > 0         ? "there is no room for the disc"
                 : where == WEND_PLACE_OUT ? "it is outside the bounds"
                                           : "it is inside an obstacle");
        some = true;
    }
    return some;
}

static int tell(const map_job *job)
{
    bool some = tell_unreachable(job);
    int code = EXIT_DONE;
    if (job->args->json)
        code = map_print_json(job);
    else if (job->questions.with_file)
        map_print_csv(job, stdout);
    else if (!job->args->quiet && !is_standard(option_text(job->args, "output", NULL)))
        map_print_text(job);
    return code == EXIT_DONE && some ? EXIT_COULD_NOT : code;
}

static int start_threads(map_job *job)
{
    wend_error error = {0};
    wend_tasks_def def = wend_default_tasks_def();
    def.worker_count = (uint32_t)option_number(job->args, "threads", 1);
    if (def.worker_count == 1 || wend_tasks_create(&def, &job->tasks, &error) == WEND_OK)
        return EXIT_DONE;
    return fail(job->args, "--threads %u: %s", (unsigned)def.worker_count, wend_error_text(&error));
}

static int work(map_job *job, canvas_kind kind, problem_list *problems)
{
    const char *path = option_text(job->args, "output", NULL);
    int code = start_threads(job);
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
        code = map_answer(job, &job->questions);
    if (code == EXIT_DONE && path)
        code = map_draw(job, path, kind);
    if (code == EXIT_DONE)
        code = map_write_files(job);
    return code == EXIT_DONE ? tell(job) : code;
}

static int make_map(const arguments *args, scene *s, void *context, problem_list *problems)
{
    const canvas_kind kind = *(const canvas_kind *)context;
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
    int code = job.files ? work(&job, kind, problems) : fail(args, "%s: out of memory", job.file);
    map_free(&job);
    return code;
}

static int run(const arguments *args)
{
    canvas_kind kind = CANVAS_SVG;
    int code = check_together(args, &kind);
    if (code != EXIT_DONE)
        return code;
    return with_scene(args, make_map, &kind);
}

static const option options[] = {
    {.name = "source",
     .kind = OPTION_TEXT,
     .value = "PLACE",
     .about = "where paths lead: X,Y, a segment X,Y:X,Y, or the name of an area or goal; with @M "
              "behind it, M metres are still to go there; may be given several times",
     .many = true},
    {.name = "radius",
     .kind = OPTION_NUMBER,
     .value = "R",
     .about = "of the disc that the map is for; 0, a point, if not given",
     .least = 0,
     .most = SCENE_MAX_RADIUS},
    {.name = "time",
     .kind = OPTION_NUMBER,
     .value = "S",
     .about = "goals that move are where they are after so many seconds; 0 if not given",
     .least = 0,
     .most = SCENE_MAX_SECONDS},
    {.name = "weight",
     .kind = OPTION_TEXT,
     .value = "X,Y=W",
     .about = "who passes the corner at X,Y is W times as fast from there on; several times",
     .many = true},
    {.name = "forward",
     .about = "sources are where everybody starts: with weights, the times to get anywhere"},
    {.name = "barrier",
     .kind = OPTION_TEXT,
     .value = "X,Y:X,Y=W,Q",
     .about = "crossing that line costs (W - 1) times Q metres, the queue before it; 1.5 and 10 if "
              "not given; several times",
     .many = true},
    {.name = "printed",
     .about = "barriers count as Farias 2020 prints it: what lies beyond is W times as far; for "
              "pictures"},
    {.name = "at",
     .kind = OPTION_TEXT,
     .value = "X,Y",
     .about =
         "tell the way from there; or a file of lines X,Y, or -: answers as CSV; several times",
     .many = true},
    OPTION_PICTURE,
    {.name = "layers",
     .kind = OPTION_TEXT,
     .value = "NAME,...",
     .about = "of the picture: distance, regions, isolines, borders, paths, sources, weights, "
              "barriers; bounds, obstacles, doors, agents and others of wend draw"},
    {.name = "isolines",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "lines of equal distance are that far apart, in metres, or in seconds with weights",
     .least = LEAST_STEP,
     .most = MOST_STEP},
    OPTION_WIDTH,
    {.name = "raster",
     .kind = OPTION_TEXT,
     .value = "FILE",
     .about = "write the distances as PNG, a pixel for each cell, with a scale of colours"},
    {.name = "array",
     .kind = OPTION_TEXT,
     .value = "FILE",
     .about = "write the cells as an array with its frame: .asc, a grid for maps, or .npy"},
    {.name = "size",
     .kind = OPTION_TEXT,
     .value = "W[xH]",
     .about = "of raster and array, in cells; 1000 along the longer side if not given"},
    {.name = "cell",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "side of a cell, in metres, instead of --size",
     .least = LEAST_STEP,
     .most = MOST_STEP},
    {.name = "threads",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "paint with so many; the result is the same",
     .least = 1,
     .most = MOST_THREADS},
    OPTION_FORMAT,
    {0},
};

const command command_map = {
    .name = "map",
    .summary = "Tell how far it is from everywhere to the nearest goal, and which way",
    .operands = "SCENE",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .details =
        "The map is exact: distances, next points and paths are those of the shortest paths,\n"
        "whatever the size of a picture or a raster. Without --source paths lead to the goals of\n"
        "the scene's agents. A place from which nothing can be reached has the distance -1; such\n"
        "a point of --at is exit status 1. Coordinates are those of the scene's file.\n"
        "\n"
        "With --radius the paths keep that far from every wall. With --weight, figures are times\n"
        "of somebody who makes 1 m/s at first: to the sources, or with --forward from them.",
    .examples = "wend map hall -o hall.svg\n"
                "wend map museum --source 2,8 --source shop -o museum.png\n"
                "wend map museum --at 13,27 --at 33.5,5 --json\n"
                "wend map museum --at points.csv > answers.csv\n"
                "wend map museum --radius 0.3 --array distances.npy --cell 0.1\n"
                "wend map museum --barrier 20,20:20,28=2,15 -o detour.svg\n"
                "wend map spm-2 --source 20,20 --layers regions,obstacles,isolines,borders -o "
                "regions.svg",
    .run = run,
};
