// SPDX-License-Identifier: MIT
// wend draw: a picture of a scene.
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "draw/canvas.h"
#include "io/scene_draw.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/// Where the picture's bytes go.
typedef struct sink {
    FILE *file;
    int error; ///< errno of the write that failed
} sink;

static bool write_bytes(void *context, const void *bytes, size_t size)
{
    sink *s = context;
    errno = 0;
    if (fwrite(bytes, 1, size, s->file) == size)
        return true;
    s->error = errno ? errno : EIO;
    return false;
}

static bool describe(const void *subject, const wend_draw *draw)
{
    return scene_describe(subject, draw);
}

/// The scene's own name, or its file's without folders and extension.
static void find_title(const scene *s, const char *operand, char *title, size_t size)
{
    const char *slash = strrchr(operand, '/');
    const char *base = slash ? slash + 1 : operand;
    const char *dot = strrchr(base, '.');
    if (s->name)
        snprintf(title, size, "%s", s->name);
    else if (strcmp(operand, "-") == 0)
        snprintf(title, size, "scene");
    else
        snprintf(title, size, "%.*s", (int)(dot && dot > base ? dot - base : (long)strlen(base)),
                 base);
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

static int tell(const arguments *args, const char *path, const canvas_def *def,
                const canvas_report *report)
{
    if (args->json)
        return print_json(args,
                          json_pack("{s:o, s:i, s:i, s:o, s:i}", "file", text_to_json(path),
                                    "width", (int)report->width, "height", (int)report->height,
                                    "layers", layers_to_json(report->layers), "labels_left_out",
                                    (int)report->texts_left_out));
    if (!args->quiet && strcmp(path, "-") != 0)
        print_line(stdout, "%s: drawn (%u x %u %s)", path, (unsigned)report->width,
                   (unsigned)report->height, def->kind == CANVAS_PNG ? "pixels" : "points");
    return EXIT_DONE;
}

static int draw_scene(const arguments *args, const scene *s, canvas_kind kind)
{
    const char *path = option_text(args, "output", NULL);
    char title[200];
    find_title(s, args->operands[0], title, sizeof title);
    output out;
    if (!output_open(&out, path))
        return fail_output(args, path);
    sink file = {.file = out.file};
    const canvas_def def = {
        .world = scene_box(s),
        .kind = kind,
        .width = (uint32_t)option_number(args, "width", 0),
        .title = title,
        .layers = option_text(args, "layers", NULL),
        .write = write_bytes,
        .write_context = &file,
    };
    canvas_report report;
    progress bar = progress_start(args);
    progress_show(&bar, 0.5, "drawing");
    canvas_outcome outcome = canvas_paint(&def, describe, s, &report);
    progress_end(&bar);
    switch (outcome) {
    case CANVAS_DONE:
        if (!output_commit(&out))
            return fail_output(args, path);
        return tell(args, path, &def, &report);
    case CANVAS_NO_LAYER:
        output_discard(&out);
        return fail_usage(args, "%s", report.error);
    default:
        output_discard(&out);
        return file.error ? fail(args, "%s: cannot write: %s", path, strerror(file.error))
                          : fail(args, "%s: %s", path, report.error);
    }
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
    int code = s ? draw_scene(args, s, kind) : fail_problems(args, &problems);
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
     .about = "draw only these: bounds, areas, obstacles, agents, labels"},
    {.name = "width",
     .kind = OPTION_WHOLE,
     .value = "N",
     .about = "of the picture, in pixels for PNG and points for SVG and PDF",
     .least = CANVAS_LEAST_WIDTH,
     .most = CANVAS_MOST_SIZE},
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
        "are only counted are in the label of their area.",
    .examples = "wend draw hall -o hall.svg\n"
                "wend draw plan.json --layers obstacles,agents -o plan.pdf\n"
                "wend draw city --width 4000 -o city.png",
    .run = run,
};
