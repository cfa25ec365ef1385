// SPDX-License-Identifier: MIT
// A picture into a file: what `wend draw` and the commands that draw their answers share.
#ifndef WEND_CLI_PICTURE_H
#define WEND_CLI_PICTURE_H

#include "cli/command.h"
#include "draw/chart.h"
#include "draw/scale_png.h"
#include "io/scene.h"

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
int picture_write(const arguments *args, const char *path, canvas_kind kind, const picture *what,
                  canvas_report *report);

/// The same for a sheet of charts: what it shows is given, where and how it goes is not.
int picture_write_charts(const arguments *args, const char *path, canvas_kind kind,
                         chart_sheet what, chart_report *report);

/// The same for a raster with its scale, which has the size that it has.
int picture_write_scale(const arguments *args, const char *path, scale_png what);

/// The box with room around it where the scene has no bounds, for a picture of what has no end.
wend_box picture_box(const scene *s, wend_box box);

/// The scene's own name, or its file's without folders and extension.
void picture_title(const scene *s, const char *operand, char *title, size_t size);

/// Options to put into the table of a command that has a picture_write.
#define OPTION_PICTURE                                                                             \
    {                                                                                              \
        .name = "output", .letter = 'o', .kind = OPTION_TEXT, .value = "FILE",                     \
        .about = "the picture, .svg, .png or .pdf; - is SVG on standard output"                    \
    }

#define OPTION_WIDTH                                                                               \
    {                                                                                              \
        .name = "width", .kind = OPTION_WHOLE, .value = "N",                                       \
        .about = "of the picture, in pixels for PNG and points for SVG and PDF",                   \
        .least = CANVAS_LEAST_WIDTH, .most = CANVAS_MOST_SIZE                                      \
    }

#endif
