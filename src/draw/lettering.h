// SPDX-License-Identifier: MIT
// Text metrics, shortening to a width, and sanitising.
#ifndef WEND_DRAW_LETTERING_H
#define WEND_DRAW_LETTERING_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

/// Maximum size of a text; longer ones are truncated. [Units: bytes, with the final 0]
enum { LETTERING_SIZE = 240 };

/// Copies a text in a form that every format accepts: control characters and invalid UTF-8 become
/// '?', and a long text is truncated between characters.
void lettering_clean(const char *text, char clean[LETTERING_SIZE]);

/// A context for measuring; free with cairo_destroy.
cairo_t *lettering_open(void);

/// Selects the font of all drawings.
void lettering_select(cairo_t *cr, double size, bool bold);

/// Width of a clean text. [Units: points]
double lettering_width(cairo_t *cr, const char *clean, double size, bool bold);

/// Shortens a clean text with "…" to a maximum width; it may become empty.
void lettering_fit(cairo_t *cr, char clean[LETTERING_SIZE], double size, bool bold, double width);

#endif
