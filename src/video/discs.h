// SPDX-License-Identifier: MIT
// Many small discs on a cairo surface, quickly: each is a mask that was drawn once, for a radius
// and a place between pixels that are close enough, and is then only laid down.
#ifndef WEND_VIDEO_DISCS_H
#define WEND_VIDEO_DISCS_H

#include "wend/base.h"

#include <cairo.h>

enum {
    DISC_PHASES = 4,      ///< places in a pixel, each way
    DISC_SIZES = 4,       ///< radii in a pixel
    DISC_MOST_RADIUS = 24 ///< larger ones are drawn as they are [Units: pixels]
};

/// A zeroed one is empty.
typedef struct video_discs {
    cairo_surface_t *masks[DISC_MOST_RADIUS * DISC_SIZES + 1][DISC_PHASES][DISC_PHASES];
} video_discs;

/// Draws a disc with the source that is set, within a fifth of a pixel. [Units: pixels]
void video_discs_draw(video_discs *discs, cairo_t *cr, wend_vec2 centre, double radius);
void video_discs_free(video_discs *discs);

#endif
