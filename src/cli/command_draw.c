// SPDX-License-Identifier: MIT
// wend draw: a picture of a scene, and of its mesh, its Voronoi diagram or of trajectories in it if
// that is asked for.
#include "cli/draw_trails.h"
#include "cli/picture.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/scene_mesh.h"
#include "io/scene_draw.h"
#include "wend/geometry.h"

#include <stdio.h>
#include <string.h>

/// What is drawn if --layers says nothing.
#define SCENE_LAYERS "bounds,areas,zones,obstacles,doors,movers,agents,labels"

/// The layers of the mesh, which is built only if one of them is asked for.
static const char *const mesh_layers[] = {"cells", "triangles"};
enum { MESH_LAYERS = sizeof mesh_layers / sizeof mesh_layers[0] };

#define VORONOI_LAYER "voronoi"

typedef struct drawing {
    const scene *s;
    const wend_mesh *mesh;       ///< NULL: not asked for
    const wend_voronoi *voronoi; ///< the same
    const draw_trails *trajectories;
} drawing;

/// The mesh and the area used come first, so that the walls lie on top. Where it is not asked for,
/// its layers are offered all the same: the message about a name that is none lists them.
static bool describe(const void *subject, const wend_draw *draw)
{
    const drawing *d = subject;
    if (d->mesh)
        wend_mesh_draw(d->mesh, draw);
    for (int i = 0; !d->mesh && i < MESH_LAYERS; ++i)
        draw->layer(draw->context, mesh_layers[i], "", (wend_ink){0});
    if (d->voronoi)
        wend_voronoi_draw(d->voronoi, draw);
    else
        draw->layer(draw->context, VORONOI_LAYER, "", (wend_ink){0});
    return draw_trails_used(d->trajectories, draw) && scene_describe(d->s, draw) &&
           draw_trails_lines(d->trajectories, draw);
}

/// True if a list of names, separated by commas, has one of these.
static bool wants(const char *list, const char *const *names, int count)
{
    while (*list) {
        size_t length = strcspn(list, ",");
        for (int i = 0; i < count; ++i)
            if (strlen(names[i]) == length && strncmp(names[i], list, length) == 0)
                return true;
        list += length + (list[length] == ',');
    }
    return false;
}

/// Builds what the layers need. EXIT_DONE, or the exit code after a complaint.
static int build_layers(const arguments *args, const scene *s, const char *layers,
                        problem_list *problems, scene_mesh *built, wend_voronoi **voronoi)
{
    static const char *const voronoi_layers[] = {VORONOI_LAYER};
    bool by_voronoi = wants(layers, voronoi_layers, 1);
    if (!by_voronoi && !wants(layers, mesh_layers, MESH_LAYERS))
        return EXIT_DONE;
    int code = scene_mesh_build(args, s, wend_box_empty(), 0, problems, built);
    return code == EXIT_DONE && by_voronoi ? scene_voronoi_build(args, s, built, true, voronoi)
                                           : code;
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
                const canvas_report *report, const draw_trails *trajectories)
{
    if (args->json) {
        json_t *object = json_pack("{s:o, s:i, s:i, s:o, s:i}", "file", text_to_json(path), "width",
                                   (int)report->width, "height", (int)report->height, "layers",
                                   layers_to_json(report->layers), "labels_left_out",
                                   (int)report->texts_left_out);
        if (object && !draw_trails_to_json(trajectories, object)) {
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

/// The picture, with what else is asked for in it.
static int draw_all(const arguments *args, const scene *s, canvas_kind kind,
                    const draw_trails *trajectories, problem_list *problems)
{
    const char *path = option_text(args, "output", NULL);
    const char *usual = trajectories->asked.name ? draw_trails_layers(trajectories) : SCENE_LAYERS;
    const char *layers = option_text(args, "layers", usual);
    scene_mesh built = {0};
    wend_voronoi *voronoi = NULL;
    canvas_report report;
    int code = build_layers(args, s, layers, problems, &built, &voronoi);
    if (code == EXIT_DONE) {
        char title[200];
        picture_title(s, args->operands[0], title, sizeof title);
        const drawing subject = {s, built.mesh, voronoi, trajectories};
        wend_box world = wend_box_join(scene_box(s), trajectories->box);
        const picture what = {describe, &subject, world, title, layers};
        code = picture_write(args, path, kind, &what, &report);
    }
    wend_voronoi_destroy(voronoi);
    scene_mesh_free(&built);
    return code == EXIT_DONE ? tell(args, path, kind, &report, trajectories) : code;
}

static int draw_scene(const arguments *args, const scene *s, canvas_kind kind,
                      problem_list *problems)
{
    draw_trails trajectories;
    int code = draw_trails_read(&trajectories, args, s);
    if (code == EXIT_DONE)
        code = draw_all(args, s, kind, &trajectories, problems);
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

    problem_list problems = {0};
    progress bar = progress_start(args);
    progress_show(&bar, 0, "reading");
    scene *s = load_scene(args, args->operands[0], &problems);
    progress_end(&bar);
    tell_note(args, problems.file, s ? s->note : NULL);
    int code = s ? draw_scene(args, s, kind, &problems) : fail_problems(args, &problems);
    scene_free(s);
    problem_free(&problems);
    return code;
}

static const option options[] = {
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .value = "FILE",
     .about = "the picture, .svg, .png or .pdf; - is SVG on standard output"},
    {.name = "layers",
     .kind = OPTION_TEXT,
     .value = "NAME,...",
     .about = "draw only these: bounds, areas, zones, obstacles, doors, movers, agents, labels; "
              "cells, triangles, voronoi; used, trails"},
    OPTIONS_TRAILS,
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
        "agents that walk by the motion steer, which only a sound scene has; they are drawn only\n"
        "if they are named. With --trails, the layer used is the area that the agents have\n"
        "covered, and trails their lines; with --against, used shows what only one of the two\n"
        "files has covered.",
    .examples = "wend draw hall -o hall.svg\n"
                "wend draw plan.json --layers obstacles,agents -o plan.pdf\n"
                "wend draw city --width 4000 -o city.png\n"
                "wend draw museum --layers cells,bounds,obstacles -o mesh.svg\n"
                "wend draw museum --layers voronoi,bounds,obstacles -o voronoi.svg\n"
                "wend draw infinity --trails portals.csv --against points.csv -o gain.svg",
    .run = run,
};
