// SPDX-License-Identifier: MIT
// Discs as masks (see discs.h).
#include "video/discs.h"

#include <math.h>

#define PI 3.14159265358979323846

/// Margin around the disc, for its rim and its subpixel position. [Units: pixels]
enum { ROOM = 2 };

static void draw_arc(cairo_t *cr, double x, double y, double radius)
{
    cairo_new_path(cr);
    cairo_arc(cr, x, y, radius, 0, 2 * PI);
    cairo_fill(cr);
}

/// A mask whose disc has its centre at the subpixel position right, below of the pixel (reach,
/// reach).
static cairo_surface_t *make_mask(double radius, int reach, int right, int below)
{
    cairo_surface_t *mask =
        cairo_image_surface_create(CAIRO_FORMAT_A8, 2 * reach + 1, 2 * reach + 1);
    cairo_t *cr = cairo_create(mask);
    draw_arc(cr, reach + (right + 0.5) / DISC_PHASES, reach + (below + 0.5) / DISC_PHASES, radius);
    cairo_destroy(cr);
    cairo_surface_flush(mask);
    return mask;
}

void video_discs_draw(video_discs *discs, cairo_t *cr, wend_vec2 centre, double radius)
{
    if (!(radius < DISC_MOST_RADIUS)) {
        draw_arc(cr, centre.x, centre.y, radius);
        return;
    }
    int size = (int)nearbyint(fmax(radius, 0) * DISC_SIZES);
    int reach = size / DISC_SIZES + ROOM;
    double x = floor(centre.x), y = floor(centre.y);
    int right = (int)fmin((centre.x - x) * DISC_PHASES, DISC_PHASES - 1);
    int below = (int)fmin((centre.y - y) * DISC_PHASES, DISC_PHASES - 1);
    cairo_surface_t **mask = &discs->masks[size][below][right];
    if (!*mask)
        *mask = make_mask((double)size / DISC_SIZES, reach, right, below);
    cairo_mask_surface(cr, *mask, x - reach, y - reach);
}

void video_discs_free(video_discs *discs)
{
    cairo_surface_t **masks = &discs->masks[0][0][0];
    for (size_t i = 0; i < sizeof discs->masks / sizeof *masks; ++i)
        if (masks[i])
            cairo_surface_destroy(masks[i]);
    *discs = (video_discs){0};
}
