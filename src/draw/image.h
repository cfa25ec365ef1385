// SPDX-License-Identifier: MIT
// Pixel images for cairo and as PNG.
#ifndef WEND_DRAW_IMAGE_H
#define WEND_DRAW_IMAGE_H

#include "draw/pen.h"

#include <cairo.h>

/// A surface with these pixels, given row by row from the bottom; free with cairo_surface_destroy.
/// Its status reports a failure.
cairo_surface_t *image_surface(const wend_colour *pixels, uint32_t width, uint32_t height);

/// Writes a surface as PNG. False: out of memory, or write returned false.
bool image_write_png(cairo_surface_t *surface, pen_write_fn *write, void *write_context);

#endif
