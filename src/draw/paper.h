// SPDX-License-Identifier: MIT
// The sheet a picture is drawn on: its size, the frame with the drawing in it, and what stands
// around the frame and never in it: title, legend, scale bar.
#ifndef WEND_DRAW_PAPER_H
#define WEND_DRAW_PAPER_H

#include "draw/lettering.h"
#include "draw/pen.h"

/// A line of the legend.
typedef struct paper_entry {
    char name[LETTERING_SIZE];  ///< of the layer
    char title[LETTERING_SIZE]; ///< empty: the legend leaves it out
    wend_ink sample;
    bool wanted;
} paper_entry;

typedef struct paper {
    // Given:
    wend_box world;      ///< what the frame must show; may be empty
    double wanted_width; ///< of the sheet; 0: up to PAPER_WIDTH, narrower for a tall world
    double most_height;  ///< of the sheet
    const char *title;   ///< clean
    const paper_entry *entries;
    size_t entry_count;
    cairo_t *ruler; ///< from lettering_open

    // By paper_plan:
    double width, height;
    wend_box frame;
    wend_vec2 centre; ///< the point of the world in the middle of the frame
    double scale;     ///< points per metre; 0 for an empty world
    double bar;       ///< length of the scale bar [Units: m]
    char bar_label[24];
    double legend_width;
    bool bar_alone; ///< the scale bar has a row of its own, above the legend
} paper;

/// A world that is neither tall nor given another width is drawn this wide. [Units: points]
#define PAPER_WIDTH 800.0

/// Lays the sheet out from the fields that are given.
void paper_plan(paper *sheet);

/// Where a point of the world is on the sheet.
wend_vec2 paper_place(const paper *sheet, wend_vec2 point);

/// Draws what stands around the drawing. The note, if not empty, is a remark at the upper right.
void paper_decorate(const paper *sheet, pen *p, const char *note);

#endif
