// SPDX-License-Identifier: MIT
// The regions of first and second order in an image: every site has a colour, a pair of sites has
// the mean of both, and the borders of regions are drawn over them.
#include "cli/draw/diagram.h"
#include "draw/ramp.h"

#include <math.h>

// [Units: points]
#define BORDER_LINE 0.7
#define RED_LINE    1.2
#define BLACK_LINE  0.8
/// Width of the line around each face of a region, which hides gaps between faces.
#define SEAM_LINE 0.6

#define BORDER_COLOUR WEND_DARK_GREY
/// Colour of the region of the bounds.
#define BOUNDS_COLOUR 0xe4e4e4ffu

/// Difference of the hues of consecutive sites, as a share of the circle: the golden section, so
/// that the hues of few or of consecutive sites differ.
#define HUE_STEP 0.6180339887498949
/// Pale, so that lines and agents are visible on them; every other site is slightly darker.
#define SATURATION 0.36
static const double values[] = {0.98, 0.86};

static wend_colour site_colour(const wend_faces *faces, uint32_t slot)
{
    if (slot == faces->bounds)
        return BOUNDS_COLOUR;
    return hue_colour(fmod(slot * HUE_STEP, 1), SATURATION, values[slot % 2]);
}

static wend_colour mean_colour(wend_colour a, wend_colour b)
{
    // Per bit: half of the differing bits, plus the common ones.
    return (a & b) + (((a ^ b) & 0xfefefefeu) >> 1);
}

static void fill_face(const wend_faces *faces, const wend_face *face, wend_colour colour,
                      const wend_draw *draw)
{
    const wend_ink ink = {.fill = colour, .line = colour, .width = SEAM_LINE};
    draw->polygon(draw->context, faces->points.data + face->start, &face->count, 1, ink);
}

/// All lines, or only those between different sites.
static void draw_lines(const wend_faces *faces, bool all, wend_ink ink, const wend_draw *draw)
{
    for (size_t i = 0; i < faces->lines.count; ++i) {
        const wend_face_line *line = &faces->lines.data[i];
        if (all || line->left != line->right)
            draw->line(draw->context, faces->points.data + line->start, line->count, ink);
    }
}

static const wend_ink border_ink = {.line = BORDER_COLOUR, .width = BORDER_LINE};

static void draw_first(const wend_faces *first, const wend_draw *draw)
{
    const char *title = first->faces.count > 0 ? "the nearest site" : "";
    if (!draw->layer(draw->context, "first-order", title, border_ink))
        return;
    for (size_t i = 0; i < first->faces.count; ++i) {
        const wend_face *face = &first->faces.data[i];
        fill_face(first, face, site_colour(first, face->first), draw);
    }
    draw_lines(first, false, border_ink, draw);
}

static void draw_second(const wend_faces *second, const wend_draw *draw)
{
    const char *title = second->faces.count > 0 ? "the two nearest sites" : "";
    if (!draw->layer(draw->context, "second-order", title, border_ink))
        return;
    for (size_t i = 0; i < second->faces.count; ++i) {
        const wend_face *face = &second->faces.data[i];
        wend_colour a = site_colour(second, face->first), b = site_colour(second, face->second);
        fill_face(second, face, mean_colour(a, b), draw);
    }
    draw_lines(second, false, border_ink, draw);
}

static void draw_second_nearest(const draw_diagram *d, const wend_draw *draw)
{
    const wend_faces *second = &d->second;
    const char *title = second->faces.count > 0 ? "the second-nearest site" : "";
    if (!draw->layer(draw->context, "second-nearest", title, border_ink))
        return;
    for (size_t i = 0; i < second->faces.count; ++i) {
        const wend_face *face = &second->faces.data[i];
        fill_face(second, face, site_colour(second, face->second), draw);
    }
    draw_lines(second, false, border_ink, draw);
    draw_lines(&d->first, false, border_ink, draw);
}

/// First-order edges are red. Second-order edges are black and drawn in every cell, not only in
/// those of agents as in the layer "mang".
static void draw_second_graph(const draw_diagram *d, const wend_draw *draw)
{
    const wend_ink black = {.line = WEND_BLACK, .width = BLACK_LINE};
    const wend_ink red = {.line = WEND_MANG_RED, .width = RED_LINE};
    bool any = d->second.lines.count > 0;
    if (draw->layer(draw->context, "second-graph", any ? "second order" : "", black))
        draw_lines(&d->second, true, black, draw);
    if (draw->layer(draw->context, "second-graph", any ? "first order" : "", red))
        draw_lines(&d->first, true, red, draw);
}

void draw_regions_describe(const draw_diagram *d, const wend_draw *draw)
{
    draw_first(&d->first, draw);
    draw_second(&d->second, draw);
    draw_second_nearest(d, draw);
    draw_second_graph(d, draw);
}
