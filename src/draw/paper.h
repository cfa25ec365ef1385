// SPDX-License-Identifier: MIT
// Sheet of a drawing: its size, the frame of the drawing, and the title, legend and scale bar
// around the frame.
#ifndef WEND_DRAW_PAPER_H
#define WEND_DRAW_PAPER_H

#include "draw/lettering.h"
#include "draw/pen.h"

/// Legend entry.
typedef struct paper_entry {
    char name[LETTERING_SIZE];  ///< name of the layer
    char title[LETTERING_SIZE]; ///< empty: not in the legend
    wend_ink sample;
    bool wanted;
} paper_entry;

typedef struct paper {
    // Input:
    wend_box world;      ///< region to show; may be empty
    double wanted_width; ///< width of the sheet; 0: up to PAPER_WIDTH, narrower for a tall region
    double most_height;  ///< maximum height of the sheet
    const char *title;   ///< clean
    const paper_entry *entries;
    size_t entry_count;
    cairo_t *ruler; ///< from lettering_open

    // Set by paper_plan:
    double width, height;
    wend_box frame;
    wend_vec2 centre; ///< point of the world at the centre of the frame
    double scale;     ///< points per metre; 0 for an empty world
    double bar;       ///< length of the scale bar [Units: m]
    char bar_label[24];
    double legend_width;
    bool bar_alone; ///< the scale bar has its own row, above the legend
} paper;

/// Default width of the sheet. [Units: points]
#define PAPER_WIDTH 800.0

/// Computes the layout from the input fields.
void paper_plan(paper *sheet);

/// Position of a world point on the sheet.
wend_vec2 paper_place(const paper *sheet, wend_vec2 point);

/// Draws title, legend and scale bar. The note, if not empty, is at the upper right.
void paper_decorate(const paper *sheet, pen *p, const char *note);

#endif
