// SPDX-License-Identifier: MIT
// wend draw: a picture of a scene, and of its mesh, its Voronoi diagram or of trajectories in it if
// that is asked for.
#include "cli/draw_goals.h"
#include "cli/draw_moment.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "io/scene_draw.h"
#include "wend/geometry.h"

#include <stdio.h>
#include <string.h>

/// What is drawn if --layers says nothing.
#define SCENE_LAYERS "bounds,areas,zones,fields,obstacles,doors,movers,flow,groups,agents,labels"

typedef struct drawing {
    const scene *s;
    const draw_diagram *diagram;
    const draw_goals *goals;
    const draw_trails *trajectories;
} drawing;

/// The mesh, the diagram and the area used come first, so that the walls lie on top.
static bool describe(const void *subject, const wend_draw *draw)
{
    const drawing *d = subject;
    draw_diagram_describe(d->diagram, draw);
    if (!draw_trails_used(d->trajectories, draw) || !scene_describe(d->s, draw))
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

static int tell(const arguments *args, const char *path, canvas_kind kind,
                const canvas_report *report, const drawing *d)
{
    if (args->json) {
        json_t *object = json_pack("{s:o, s:i, s:i, s:o, s:i}", "file", text_to_json(path), "width",
                                   (int)report->width, "height", (int)report->height, "layers",
                                   layers_to_json(report->layers), "labels_left_out",
                                   (int)report->texts_left_out);
        if (object && !(draw_trails_to_json(d->trajectories, object) &&
                        draw_goals_to_json(d->goals, object))) {
            json_decref(object);
            object = NULL;
        }
        return print_json(args, object);
    }
    if (!args->quiet && strcmp(path, "-") != 0)
        print_line(stdout, "%s: drawn (%u x %u %s)", path, (unsigned)report->width,
                   (unsigned)report->height, kind == CANVAS_PNG ? "pixels" : "points");
    return EXIT_DONE;
}

/// With room around it where the diagram is wanted and has no end.
static wend_box box_to_draw(const scene *s, wend_box box, const char *layers)
{
    return draw_diagram_wanted(layers) ? picture_box(s, box) : box;
}

/// What is drawn when.
typedef struct moment {
    wend_box box; ///< of the scene as it was at first: movers' ways start where they were then
    const wend_vec2 *aims;
} moment;

/// The picture, with what else is asked for in it.
static int draw_all(const arguments *args, const scene *s, canvas_kind kind,
                    const draw_trails *trajectories, const moment *at, problem_list *problems)
{
    const char *path = option_text(args, "output", NULL);
    bool trails = trajectories->asked.name && !option_given(args, "at");
    const char *usual = trails ? draw_trails_layers(trajectories) : SCENE_LAYERS;
    const char *layers = option_text(args, "layers", usual);
    wend_box box = box_to_draw(s, at->box, layers);
    draw_diagram diagram;
    draw_goals goals = {0};
    canvas_report report;
    int code = draw_diagram_build(&diagram, args, s, box, layers, problems);
    if (code == EXIT_DONE)
        code = draw_goals_find(&goals, args, s, &diagram, at->aims, layers);
    if (code == EXIT_DONE) {
        char title[200];
        picture_title(s, args->operands[0], title, sizeof title);
        const drawing subject = {s, &diagram, &goals, trajectories};
        const picture what = {describe, &subject, box, title, layers};
        code = picture_write(args, path, kind, &what, &report);
        code = code == EXIT_DONE ? tell(args, path, kind, &report, &subject) : code;
    }
    draw_goals_free(&goals);
    draw_diagram_free(&diagram);
    return code;
}

static int draw_scene(const arguments *args, scene *s, void *context, problem_list *problems)
{
    const canvas_kind kind = *(const canvas_kind *)context;
    draw_trails trajectories;
    moment at = {0};
    int code = draw_trails_read(&trajectories, args, s);
    at.box = wend_box_join(scene_box(s), trajectories.box);
    if (code == EXIT_DONE)
        code = draw_moment_take(s, args, &trajectories, &at.aims);
    if (code == EXIT_DONE)
        code = draw_all(args, s, kind, &trajectories, &at, problems);
    draw_trails_free(&trajectories);
    return code;
}

static int run(const arguments *args)
{
    const char *path = option_text(args, "output", NULL);
    canvas_kind kind = CANVAS_SVG;
    if (!path)
        return fail_usage(args, "say where the picture goes: -o FILE.svg, .png or .pdf");
    if (strcmp(path, "-") == 0 && args->json)
        return fail_usage(args, "both --json and -o want standard output: name a file for -o");
    if (strcmp(path, "-") != 0 && !canvas_kind_of(path, &kind))
        return fail_usage(args, "%s: a picture's name ends with .svg, .png or .pdf", path);

    return with_scene(args, draw_scene, &kind);
}

static const option options[] = {
    OPTION_PICTURE,
    {.name = "layers",
     .kind = OPTION_TEXT,
     .value = "NAME,...",
     .about = "draw only these: bounds, areas, zones, fields, obstacles, doors, movers, flow, "
              "agents, labels; "
              "cells, triangles, voronoi; first-order, second-order, second-nearest, "
              "second-graph, mang, first-goals, first-order-goals; used, trails"},
    OPTIONS_TRAILS,
    OPTION_AT,
    OPTION_WIDTH,
    OPTION_FORMAT,
    {0},
};

const command command_draw = {
    .name = "draw",
    .summary = "Draw a scene as SVG, PNG or PDF",
    .operands = "SCENE",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .details =
        "The picture has a legend and a scale bar; both axes have one scale, y is up. A scene\n"
        "that is not sound is drawn as it is. In SVG each layer is a group with its name as id.\n"
        "Without --width it is at most 800 points wide; PNG has 2 pixels per point. Agents that\n"
        "are only counted are in the label of their area. The layers triangles and cells show\n"
        "the mesh that paths are planned on, voronoi the Voronoi diagram of the obstacles and of\n"
        "agents if somebody's motion or guide needs them in it; only a sound scene has these, and\n"
        "they are drawn only if they are named. So are those of all obstacles and agents:\n"
        "first-order, second-order and second-nearest are areas by who is nearest, which two are,\n"
        "and who comes second; second-graph has the borders of the last one, and mang is the\n"
        "multi-agent navigation graph. first-goals are where agents would head for at once on\n"
        "their ways along it, first-order-goals the same on its red edges alone. With --trails,\n"
        "the layer used is the area that the agents have covered, and trails their lines; with\n"
        "--against, used shows what only one of the two files has covered. With --at, everything\n"
        "is drawn as it was then.",
    .examples = "wend draw hall -o hall.svg\n"
                "wend draw plan.json --layers obstacles,agents -o plan.pdf\n"
                "wend draw city --width 4000 -o city.png\n"
                "wend draw museum --layers cells,bounds,obstacles -o mesh.svg\n"
                "wend draw museum --layers voronoi,bounds,obstacles -o voronoi.svg\n"
                "wend draw figure-2 --layers mang,obstacles,agents -o mang.svg\n"
                "wend draw infinity --trails portals.csv --against points.csv -o gain.svg\n"
                "wend draw crowd-50 --trails run.sqlite --at 30 --layers mang,agents -o t30.svg",
    .run = run,
};
