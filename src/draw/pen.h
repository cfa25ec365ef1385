// SPDX-License-Identifier: MIT
// Drawing interface in paper coordinates: points (1/72 inch) from the upper left corner, y down.
//
// There are two pens. PNG and PDF use cairo. SVG is written directly, because cairo's SVG has no
// named groups, converts text to outlines and numbers its elements with a process-wide counter.
// Here each layer is a group with its name as id, text remains text, and the same drawing gives the
// same bytes.
#ifndef WEND_DRAW_PEN_H
#define WEND_DRAW_PEN_H

#include "wend/draw.h"

/// Receives the bytes of the file in order. False: write error; no more bytes follow.
typedef bool pen_write_fn(void *context, const void *bytes, size_t size);

/// Minimum line width on screen and on paper. [Units: points]
#define PEN_LEAST_WIDTH 0.5

/// Coordinates are clamped to this: cairo uses 24.8 fixed point, and points that far off the paper
/// are invisible. [Units: points]
#define PEN_FARTHEST 1e6

/// Width of the white halo around a text. [Units: points]
#define PEN_HALO 1.2

typedef struct pen_def {
    double width, height;    ///< size of the paper [Units: points]
    double pixels_per_point; ///< for PNG
    wend_box clip;           ///< clip box of layers
    const char *title;       ///< document title
    pen_write_fn *write;
    void *write_context;
} pen_def;

typedef enum pen_anchor {
    PEN_LEFT,
    PEN_CENTRE,
    PEN_RIGHT,
} pen_anchor;

typedef struct pen_text {
    wend_vec2 at; ///< on the base line
    pen_anchor anchor;
    double size;
    wend_colour colour;
    bool bold;
    bool halo; ///< with a white halo, for text on top of a drawing
} pen_text;

typedef struct pen pen;

/// Functions of a pen. A pen that has failed ignores further calls.
typedef struct pen_class {
    /// Starts a layer; layers do not nest. name is its id if the format supports ids.
    void (*begin_layer)(pen *p, const char *name);
    void (*end_layer)(pen *p);
    /// Rings (closed) or polylines in sequence; even-odd fill.
    void (*path)(pen *p, const wend_vec2 *points, const uint32_t *ends, uint32_t count, bool closed,
                 wend_ink ink);
    void (*circle)(pen *p, wend_vec2 centre, double radius, wend_ink ink);
    /// Image that fills a box on paper, row by row from the bottom.
    void (*image)(pen *p, wend_box box, const wend_colour *pixels, uint32_t width, uint32_t height);
    /// text must be clean (see lettering_clean).
    void (*text)(pen *p, const char *text, const pen_text *how);
    /// Finishes the file and frees the pen. NULL on success, otherwise an error message.
    const char *(*close)(pen *p);
} pen_class;

struct pen {
    const pen_class *class;
};

// Each returns NULL when out of memory.
pen *pen_open_svg(const pen_def *def);
pen *pen_open_png(const pen_def *def);
pen *pen_open_pdf(const pen_def *def);

#endif
