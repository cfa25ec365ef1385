// SPDX-License-Identifier: MIT
// Where the texts of a drawing go: inside the frame, and not on top of each other.
#ifndef WEND_DRAW_LABELS_H
#define WEND_DRAW_LABELS_H

#include "draw/lettering.h"
#include "draw/pen.h"

/// The frame as a grid of cells that are taken or free. A zeroed one may be closed.
typedef struct labels {
    wend_box frame;
    size_t columns, rows;
    unsigned char *taken;
    uint32_t left_out; ///< how many texts found no room
} labels;

/// False: out of memory.
bool labels_open(labels *l, wend_box frame);
void labels_close(labels *l);

enum { LABEL_LINES = 4 }; ///< further lines of a text are dropped

/// A text that has found its place.
typedef struct label {
    int count;
    char lines[LABEL_LINES][LETTERING_SIZE]; ///< clean
    wend_vec2 places[LABEL_LINES];           ///< on the base line, for centred text
} label;

/// Finds a place for the label of a box on paper: in its middle if that is wide enough or the box
/// is a point, else just above or below. It is cut if it is wider than the frame. False: there is
/// no room, or the box's middle is outside the frame.
bool labels_place(labels *l, cairo_t *ruler, const char *text, wend_box box, double size,
                  label *placed);

#endif
