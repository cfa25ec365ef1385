// SPDX-License-Identifier: MIT
// What a picture is drawn with, on paper: points (1/72 inch) from the upper left corner, y down.
//
// There are two pens. PNG and PDF go through cairo. SVG is written by wend itself, because cairo's
// SVG has no groups with names, turns text into outlines and numbers its parts by a counter of the
// process: here each layer is a group with its name as id, text stays text, and the same picture
// gives the same bytes.
#ifndef WEND_DRAW_PEN_H
#define WEND_DRAW_PEN_H

#include "wend/draw.h"

/// Takes the file's bytes as they come. False: they could not be written; nothing more is sent.
typedef bool pen_write_fn(void *context, const void *bytes, size_t size);

/// Lines are drawn at least this wide, so that they show on a screen and survive a printer.
/// [Units: points]
#define PEN_LEAST_WIDTH 0.5

/// Coordinates on paper beyond this are moved to it: cairo counts in 24.8 fixed point, and what is
/// that far off the paper is not seen. [Units: points]
#define PEN_FARTHEST 1e6

/// How far the white rim reaches around a text. [Units: points]
#define PEN_HALO 1.2

typedef struct pen_def {
    double width, height;    ///< of the paper [Units: points]
    double pixels_per_point; ///< for PNG
    wend_box clip;           ///< layers are cut off at this box
    const char *title;       ///< of the document
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
    bool halo; ///< with a white rim, to be read on top of a drawing
} pen_text;

typedef struct pen pen;

/// The functions of one kind of pen. A pen that has failed ignores further calls.
typedef struct pen_class {
    /// Starts a layer; layers do not nest. name is its id where the format has one.
    void (*begin_layer)(pen *p, const char *name);
    void (*end_layer)(pen *p);
    /// Rings (closed) or polylines one after the other; fills even-odd.
    void (*path)(pen *p, const wend_vec2 *points, const uint32_t *ends, uint32_t count, bool closed,
                 wend_ink ink);
    void (*circle)(pen *p, wend_vec2 centre, double radius, wend_ink ink);
    /// Pixels that fill a box on paper, row by row from the lowest up.
    void (*image)(pen *p, wend_box box, const wend_colour *pixels, uint32_t width, uint32_t height);
    /// text must be clean (see lettering_clean).
    void (*text)(pen *p, const char *text, const pen_text *how);
    /// Finishes the file and frees the pen. NULL if all went well, otherwise what did not.
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
