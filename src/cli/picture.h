// SPDX-License-Identifier: MIT
// Image files, for `wend draw` and the commands that draw their results.
#ifndef WEND_CLI_PICTURE_H
#define WEND_CLI_PICTURE_H

#include "cli/command.h"
#include "draw/chart.h"
#include "draw/scale_png.h"
#include "scene/scene.h"

/// Content of an image.
typedef struct picture {
    canvas_describe_fn *describe;
    const void *subject;
    wend_box world;
    const char *title;
    const char *layers; ///< as in canvas_def
} picture;

/// Writes the image to the file, which appears complete or not at all ("-" is standard output). The
/// command must have the option --width. Returns EXIT_DONE with the report filled, or the exit code
/// of a reported error.
int picture_write(const arguments *args, const char *path, const picture *what,
                  canvas_report *report);

/// As picture_write, for a sheet of charts; kind, width and write are set here.
int picture_write_charts(const arguments *args, const char *path, chart_sheet what,
                         chart_report *report);

/// As picture_write, for a raster with its scale, in its own size.
int picture_write_scale(const arguments *args, const char *path, scale_png what);

/// Kind of image by the extension; SVG on standard output.
canvas_kind picture_kind(const char *path);

/// The box, with a margin if the scene has no bounds, for an image of unbounded content.
wend_box picture_box(const scene *s, wend_box box);

/// File extensions of images. A command may also write other files, or none to standard output.
#define PICTURE_FILES "svg png pdf"
choice_fn picture_files;

/// Layers of every scene, for --layers and its list of choices.
#define SCENE_LAYERS "bounds,areas,zones,fields,obstacles,doors,movers,flow,groups,agents,labels"
#define SCENE_LAYER_CHOICE                                                                         \
    {                                                                                              \
        SCENE_LAYERS, "Parts of the scene"                                                         \
    }

// Options of a command that uses picture_write.
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
