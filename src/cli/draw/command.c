// SPDX-License-Identifier: MIT
// wend draw: an image of a scene, its mesh, its Voronoi diagrams, or trajectories in it.
#include "cli/draw/goals.h"
#include "cli/draw/instant.h"
#include "cli/draw/shapes.h"
#include "cli/load_recording.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "scene/draw/draw.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct drawing {
    const scene *s;
    const draw_diagram *diagram;
    const draw_goals *goals;
    const draw_trails *trajectories;
    double time; ///< NAN: not given [Units: s]
} drawing;

/// The mesh, the diagram and the area used come first, so that the walls lie on top.
static bool describe(const void *subject, const wend_draw *draw)
{
    const drawing *d = subject;
    draw_diagram_describe(d->diagram, draw);
    bool good = draw_trails_used(d->trajectories, draw);
    draw_shapes_describe(d->trajectories, d->s, d->time, draw);
    if (!good || !scene_describe(d->s, draw))
        return false;
    draw_goals_describe(d->goals, draw);
    return draw_trails_lines(d->trajectories, draw);
}

static json_t *layers_to_json(const char *list)
{
    json_t *array = json_array();
    while (array && *list) {
        size_t length = strcspn(list, ",");
        json_array_append_new(array, json_stringn(list, length));
        list += length + (list[length] == ',');
    }
    return array;
}

static int print_result(const arguments *args, const char *path, const canvas_report *report,
                        const drawing *d)
{
    if (args->json) {
        json_t *object = json_pack("{s:o, s:i, s:i, s:o, s:i}", "file", text_to_json(path), "width",
                                   (int)report->width, "height", (int)report->height, "layers",
                                   layers_to_json(report->layers), "labels_left_out",
                                   (int)report->texts_left_out);
        draw_trails_to_json(d->trajectories, object);
        draw_goals_to_json(d->goals, object);
        return print_json(args, object);
    }
    if (!args->quiet && strcmp(path, "-") != 0)
        print_line(stdout, "%s: drawn (%u x %u %s)", path, (unsigned)report->width,
                   (unsigned)report->height,
                   picture_kind(path) == CANVAS_PNG ? "pixels" : "points");
    return EXIT_DONE;
}

/// Adds a margin if an unbounded diagram is drawn.
static wend_box box_to_draw(const scene *s, wend_box box, const char *layers)
{
    return draw_diagram_wanted(layers) ? picture_box(s, box) : box;
}

/// The state drawn with --time.
typedef struct moment {
    wend_box box; ///< of the scene at the start, where the paths of moving obstacles begin
    const wend_vec2 *aims;
} moment;

/// Draws the image with the requested layers.
static int draw_all(const arguments *args, const scene *s, const draw_trails *trajectories,
                    const moment *at, problem_list *problems)
{
    const char *path = option_text(args, "output", NULL);
    bool trails = trajectories->asked.name && !option_given(args, "time");
    double time = option_number(args, "time", NAN);
    const char *usual = trails ? draw_trails_layers(trajectories)
                        : draw_shapes_count(trajectories, time) > 0 ? "shapes," SCENE_LAYERS
                                                                    : SCENE_LAYERS;
    const char *layers = option_text(args, "layers", usual);
    wend_box box = box_to_draw(s, at->box, layers);
    draw_diagram diagram;
    draw_goals goals = {0};
    canvas_report report;
    int code = draw_diagram_build(&diagram, args, s, box, layers, problems);
    if (code == EXIT_DONE) {
        draw_goals_find(&goals, s, &diagram, at->aims, layers);
        char title[200];
        scene_title(s, args->operands[0], title, sizeof title);
        const drawing subject = {s, &diagram, &goals, trajectories, time};
        const picture what = {describe, &subject, box, title, layers};
        code = picture_write(args, path, &what, &report);
        code = code == EXIT_DONE ? print_result(args, path, &report, &subject) : code;
    }
    draw_goals_free(&goals);
    draw_diagram_free(&diagram);
    return code;
}

static int draw_scene(const arguments *args, scene *s, void *context, problem_list *problems)
{
    (void)context;
    draw_trails trajectories;
    moment at = {0};
    int code = draw_trails_read(&trajectories, args, s);
    at.box = wend_box_join(scene_box(s), trajectories.box);
    if (code == EXIT_DONE)
        code = draw_moment_take(s, args, &trajectories, &at.aims);
    if (code == EXIT_DONE)
        code = draw_all(args, s, &trajectories, &at, problems);
    draw_trails_free(&trajectories);
    return code;
}

static int run(const arguments *args)
{
    return with_scene(args, draw_scene, NULL);
}

CHOICES(layers, SCENE_LAYER_CHOICE, {"cells", "Cells of the navigation mesh"},
        {"triangles", "Triangles of the navigation mesh"},
        {"voronoi",
         "Voronoi diagram of the obstacles, and of agents if a planner or model needs it"},
        {"gates", "Passages in which two agents cannot pass each other"},
        {"first-order", "First-order Voronoi diagram of obstacles and agents"},
        {"second-order", "Second-order Voronoi diagram"},
        {"second-nearest", "Regions of equal second-nearest site"},
        {"second-graph", "Borders of second-nearest"}, {"mang", "Multi-agent navigation graph"},
        {"first-goals", "First steering target of each agent on that graph"},
        {"first-order-goals", "The same on its first-order edges only"},
        {"used", "Area covered by the agents of --trails"}, {"trails", "Trajectories of --trails"},
        {"shapes", "Shapes of coherent groups at --time"})

static const option options[] = {
    {OPTION_PICTURE, .required = true},
    {OPTION_LAYERS(layers)},
    {INPUT("trails", "FILE", recording_files, "Recording whose trajectories are drawn")},
    {INPUT("baseline", "FILE", recording_files, "Recording to compare the covered area with"),
     .needs = "trails", .old = "against"},
    {WHOLE("agent", "ID", 0, (double)RECORDING_MOST_ID, "Agent to draw (default: all)"),
     .needs = "trails"},
    {NUMBER("radius", "R", 0.001, SCENE_MAX_RADIUS,
            "Agent radius in the recordings in metres (default: mean of the scene)"),
     .needs = "trails"},
    {NUMBER(
         "time", "S", 0, SCENE_MAX_SECONDS,
         "Time in seconds at which the recording's agents, groups, doors and obstacles are drawn"),
     .needs = "trails", .old = "at"},
    {OPTION_WIDTH},
    {OPTION_FORMAT},
    {0},
};

const command command_draw = {
    .name = "draw",
    .summary = "Draw a scene as SVG, PNG or PDF",
    .operands = "SCENE",
    .operand_kind = ARGUMENT_SCENE,
    .options = options,
    .details =
        "The image has a legend and a scale bar; both axes have the same scale, y points up. "
        "In SVG each layer is a group whose id is its name. By default the image is at most "
        "800 points wide; PNG has 2 pixels per point. Invalid scenes are drawn as they are, "
        "but have no mesh and no diagram.\n\n"
        "By default the parts of the scene are drawn; with --trails also used and trails. "
        "Agents without a position are counted in the label of their area. With --baseline, "
        "used shows the area that only one of the two recordings covers. With --time, "
        "every layer shows that instant.",
    .examples = "wend draw hall -o hall.svg\n"
                "wend draw plan.json --layers obstacles,agents -o plan.pdf\n"
                "wend draw city --width 4000 -o city.png\n"
                "wend draw museum --layers cells,bounds,obstacles -o mesh.svg\n"
                "wend draw museum --layers voronoi,bounds,obstacles -o voronoi.svg\n"
                "wend draw figure-2 --layers mang,obstacles,agents -o mang.svg\n"
                "wend draw infinity --trails portals.csv --baseline points.csv -o gain.svg\n"
                "wend draw crowd-50 --trails run.sqlite --time 30 --layers mang,agents -o t30.svg",
    .run = run,
};
