// SPDX-License-Identifier: MIT
// Fast drawing of many small discs on a cairo surface: masks are drawn once per quantised radius
// and subpixel position, and then reused.
#ifndef WEND_VIDEO_DISCS_H
#define WEND_VIDEO_DISCS_H

#include "wend/base.h"

#include <cairo.h>

enum {
    DISC_PHASES = 4,      ///< subpixel positions per axis
    DISC_SIZES = 4,       ///< radii per pixel
    DISC_MOST_RADIUS = 24 ///< larger discs are drawn without a mask [Units: pixels]
};

/// Empty if zeroed.
typedef struct video_discs {
    cairo_surface_t *masks[DISC_MOST_RADIUS * DISC_SIZES + 1][DISC_PHASES][DISC_PHASES];
} video_discs;

/// Draws a disc with the current source, accurate to a fifth of a pixel. [Units: pixels]
void video_discs_draw(video_discs *discs, cairo_t *cr, wend_vec2 centre, double radius);
void video_discs_free(video_discs *discs);

#endif
