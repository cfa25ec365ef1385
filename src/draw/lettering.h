// SPDX-License-Identifier: MIT
// Text on paper: how wide it is, how it is cut to a width, and what bytes of it may be drawn.
#ifndef WEND_DRAW_LETTERING_H
#define WEND_DRAW_LETTERING_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

/// Texts are cut to this many bytes before anything else. [Units: bytes, with the final 0]
enum { LETTERING_SIZE = 240 };

/// Copies a text so that every format takes it: control characters and what is not UTF-8 become
/// '?', and what is too long is cut between characters.
void lettering_clean(const char *text, char clean[LETTERING_SIZE]);

/// A context for measuring; destroy it with cairo_destroy.
cairo_t *lettering_open(void);

/// Selects the font that all pictures use.
void lettering_select(cairo_t *cr, double size, bool bold);

/// How wide a clean text is. [Units: points]
double lettering_width(cairo_t *cr, const char *clean, double size, bool bold);

/// Shortens a clean text with "…" until it is at most that wide; it may become empty.
void lettering_fit(cairo_t *cr, char clean[LETTERING_SIZE], double size, bool bold, double width);

#endif
