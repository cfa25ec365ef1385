// SPDX-License-Identifier: MIT
// A picture into a file: what `wend draw` and the commands that draw their answers share.
#ifndef WEND_CLI_PICTURE_H
#define WEND_CLI_PICTURE_H

#include "cli/command.h"
#include "draw/chart.h"
#include "draw/scale_png.h"
#include "scene/scene.h"

/// What is drawn.
typedef struct picture {
    canvas_describe_fn *describe;
    const void *subject;
    wend_box world;
    const char *title;
    const char *layers; ///< as in canvas_def
} picture;

/// Paints it into the file, which appears whole or not at all ("-" is standard output). The command
/// must have the option --width. Returns EXIT_DONE with the report filled, or the exit code after a
/// complaint.
int picture_write(const arguments *args, const char *path, const picture *what,
                  canvas_report *report);

/// The same for a sheet of charts: what it shows is given, where and how it goes is not.
int picture_write_charts(const arguments *args, const char *path, chart_sheet what,
                         chart_report *report);

/// The same for a raster with its scale, which has the size that it has.
int picture_write_scale(const arguments *args, const char *path, scale_png what);

/// By the extension; SVG on standard output.
canvas_kind picture_kind(const char *path);

/// The box with room around it where the scene has no bounds, for a picture of what has no end.
wend_box picture_box(const scene *s, wend_box box);

/// File extensions of pictures. A command may also write other files, or none to standard output.
#define PICTURE_FILES "svg png pdf"
choice_fn picture_files;

/// Layers of every scene, for --layers and its list of choices.
#define SCENE_LAYERS "bounds,areas,zones,fields,obstacles,doors,movers,flow,groups,agents,labels"
#define SCENE_LAYER_CHOICE                                                                         \
    {                                                                                              \
        SCENE_LAYERS, "Parts of the scene"                                                         \
    }

// Options of a command that has a picture_write.
#define OPTION_PICTURE                                                                             \
    OUTPUT("output", picture_files, "Output image (-: SVG on standard output)"), .letter = 'o'
#define OPTION_LAYERS(list)                                                                        \
    LIST("layers", "NAME,...", list, "Layers of the image, in any order"), .needs = "output"
#define OPTION_WIDTH OPTION_WIDTH_OF("output")
#define OPTION_WIDTH_OF(outputs)                                                                   \
    WHOLE("width", "N", CANVAS_LEAST_WIDTH, CANVAS_MOST_SIZE,                                      \
          "Image width in pixels (PNG) or points (SVG, PDF)"),                                     \
        .needs = outputs

#endif
