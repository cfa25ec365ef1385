// SPDX-License-Identifier: MIT
// Drawing of any subject that describes itself through wend_draw: SVG, PNG or PDF with a title, a
// legend and a scale bar. The world's y points up, and both axes have the same scale.
//
// A subject is described twice. The first pass records its layers, so that the sheet can be laid
// out and an unknown layer is reported before anything is written; the second draws.
#ifndef WEND_DRAW_CANVAS_H
#define WEND_DRAW_CANVAS_H

#include "draw/pen.h"

typedef enum canvas_kind {
    CANVAS_SVG,
    CANVAS_PNG,
    CANVAS_PDF,
} canvas_kind;

/// Format from the extension of a path, in any case. False: none of the three.
bool canvas_kind_of(const char *path, canvas_kind *kind);

/// Describes the subject through the callbacks, identically each time. False: out of memory.
typedef bool canvas_describe_fn(const void *subject, const wend_draw *draw);

/// Pixels per point of a PNG. Sizes are points for SVG and PDF, pixels for PNG.
#define CANVAS_PIXELS_PER_POINT 2
enum { CANVAS_LEAST_WIDTH = 200, CANVAS_MOST_SIZE = 8000 };

typedef struct canvas_def {
    wend_box world; ///< region to show; may be empty
    canvas_kind kind;
    uint32_t width;     ///< CANVAS_LEAST_WIDTH to CANVAS_MOST_SIZE, or 0: 800 points or less
    const char *title;  ///< [opt]
    const char *layers; ///< names of the layers to draw, separated by commas; NULL: all
    pen_write_fn *write;
    void *write_context;
} canvas_def;

typedef enum canvas_outcome {
    CANVAS_DONE,
    CANVAS_NO_LAYER, ///< unknown layer
    CANVAS_FAILED,   ///< out of memory, or write returned false
} canvas_outcome;

enum { CANVAS_TEXT_SIZE = 400 };

typedef struct canvas_report {
    uint32_t width, height;        ///< in the units of canvas_def's width
    uint32_t texts_left_out;       ///< number of texts omitted for lack of space
    char layers[CANVAS_TEXT_SIZE]; ///< names of the layers drawn, separated by commas
    char error[CANVAS_TEXT_SIZE];  ///< message, empty on success
} canvas_report;

canvas_outcome canvas_paint(const canvas_def *def, canvas_describe_fn *describe,
                            const void *subject, canvas_report *report);

#endif
