// SPDX-License-Identifier: MIT
// A raster as a PNG of its own, a pixel for each cell, with the scale of its colours below.
#ifndef WEND_DRAW_SCALE_PNG_H
#define WEND_DRAW_SCALE_PNG_H

#include "draw/pen.h"
#include "draw/ramp.h"

typedef struct scale_png {
    const wend_colour *pixels; ///< [width * height] row by row from the lowest up
    uint32_t width, height;
    ramp ramp;
    double most;      ///< what the last colour of the ramp stands for; the first is 0
    const char *unit; ///< "m"
    pen_write_fn *write;
    void *write_context;
} scale_png;

/// How high the part below the raster is; 0 where that is too narrow for a scale. [Units: pixels]
uint32_t scale_png_strip(uint32_t width);

/// Paints it. NULL, or what went wrong.
const char *scale_png_paint(const scale_png *what);

/// The longest side that a PNG can have here (cairo's). [Units: pixels]
enum { SCALE_PNG_MOST = 32767 };

#endif
