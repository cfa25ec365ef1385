// SPDX-License-Identifier: MIT
// Placement of texts in a drawing: inside the frame and without overlap.
#ifndef WEND_DRAW_LABELS_H
#define WEND_DRAW_LABELS_H

#include "draw/lettering.h"
#include "draw/pen.h"

/// The frame as a grid of free or occupied cells. May be closed if zeroed.
typedef struct labels {
    wend_box frame;
    size_t columns, rows;
    unsigned char *taken;
    uint32_t left_out; ///< number of texts without space
} labels;

/// False: out of memory.
bool labels_open(labels *l, wend_box frame);
void labels_close(labels *l);

enum { LABEL_LINES = 4 }; ///< further lines of a text are dropped

/// A placed text.
typedef struct label {
    int count;
    char lines[LABEL_LINES][LETTERING_SIZE]; ///< clean
    wend_vec2 places[LABEL_LINES];           ///< on the base line, for centred text
} label;

/// Places the label of a box on paper: in its centre if that is wide enough or the box is a point,
/// otherwise just above or below. It is shortened to the width of the frame. False: no space, or
/// the box's centre is outside the frame.
bool labels_place(labels *l, cairo_t *ruler, const char *text, wend_box box, double size,
                  label *placed);

#endif
