// SPDX-License-Identifier: MIT
// A picture of whatever describes itself through wend_draw: SVG, PNG or PDF with a title, a legend
// and a scale bar. The world's y is up, both axes have one scale.
//
// A describer is asked twice. The first time only its layers are noted, so that the sheet can be
// laid out and an unknown layer is reported before a byte is written; then it draws.
#ifndef WEND_DRAW_CANVAS_H
#define WEND_DRAW_CANVAS_H

#include "draw/pen.h"

typedef enum canvas_kind {
    CANVAS_SVG,
    CANVAS_PNG,
    CANVAS_PDF,
} canvas_kind;

/// By the path's extension, without regard to case. False: none of the three.
bool canvas_kind_of(const char *path, canvas_kind *kind);

/// Draws the subject through the callbacks, the same each time. False: out of memory.
typedef bool canvas_describe_fn(const void *subject, const wend_draw *draw);

/// Sizes are points for SVG and PDF, pixels for PNG, which has this many pixels per point.
#define CANVAS_PIXELS_PER_POINT 2
enum { CANVAS_LEAST_WIDTH = 200, CANVAS_MOST_SIZE = 8000 };

typedef struct canvas_def {
    wend_box world; ///< what the picture must show; may be empty
    canvas_kind kind;
    uint32_t width;     ///< CANVAS_LEAST_WIDTH to CANVAS_MOST_SIZE, or 0: 800 points or less
    const char *title;  ///< [opt]
    const char *layers; ///< the names of those to draw, separated by commas; NULL: all
    pen_write_fn *write;
    void *write_context;
} canvas_def;

typedef enum canvas_outcome {
    CANVAS_DONE,
    CANVAS_NO_LAYER, ///< a layer that the subject does not have was asked for
    CANVAS_FAILED,   ///< out of memory, or write returned false
} canvas_outcome;

enum { CANVAS_TEXT_SIZE = 400 };

typedef struct canvas_report {
    uint32_t width, height;        ///< in the units of canvas_def's width
    uint32_t texts_left_out;       ///< because there was no room for them
    char layers[CANVAS_TEXT_SIZE]; ///< the names of those drawn, separated by commas
    char error[CANVAS_TEXT_SIZE];  ///< a sentence, empty if done
} canvas_report;

canvas_outcome canvas_paint(const canvas_def *def, canvas_describe_fn *describe,
                            const void *subject, canvas_report *report);

#endif
