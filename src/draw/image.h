// SPDX-License-Identifier: MIT
// Pixels as cairo has them, and as PNG: for pens, and for a raster that is a picture of its own.
#ifndef WEND_DRAW_IMAGE_H
#define WEND_DRAW_IMAGE_H

#include "draw/pen.h"

#include <cairo.h>

/// A surface with these pixels, which come row by row from the lowest up; destroy it with
/// cairo_surface_destroy. One that could not be made says why by its status.
cairo_surface_t *image_surface(const wend_colour *pixels, uint32_t width, uint32_t height);

/// Sends a surface as PNG. False: out of memory, or write has returned false.
bool image_write_png(cairo_surface_t *surface, pen_write_fn *write, void *write_context);

#endif
