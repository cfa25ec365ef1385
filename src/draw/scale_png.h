// SPDX-License-Identifier: MIT
// A raster as a PNG, one pixel per cell, with its colour scale below.
#ifndef WEND_DRAW_SCALE_PNG_H
#define WEND_DRAW_SCALE_PNG_H

#include "draw/pen.h"
#include "draw/ramp.h"

typedef struct scale_png {
    const wend_colour *pixels; ///< [width * height] row by row from the bottom
    uint32_t width, height;
    ramp ramp;
    double most;      ///< value of the last colour of the ramp; the first is 0
    const char *unit; ///< "m"
    pen_write_fn *write;
    void *write_context;
} scale_png;

/// Height of the strip below the raster; 0 if the raster is too narrow for a scale. [Units: pixels]
uint32_t scale_png_strip(uint32_t width);

/// Writes the PNG. NULL, or an error message.
const char *scale_png_paint(const scale_png *what);

/// Maximum side of a PNG (cairo's limit). [Units: pixels]
enum { SCALE_PNG_MOST = 32767 };

#endif
