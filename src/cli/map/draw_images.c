// SPDX-License-Identifier: MIT
// The raster layers in the image of a map: cells by distance, by region, and the borders of
// regions.
//
// With boosts, several regions may have the same next waypoint, and so the same colour, but
// different paths from there: those through a boosted corner are hatched, each boost with another
// pattern.
#include "base/xalloc.h"
#include "cli/draw/diagram.h"
#include "cli/map/draw.h"
#include "draw/region_colours.h"
#include "wend/vec2.h"

#include <math.h>

/// Hatch of a boost: distance, width, dashes and gaps of its lines. [Units: cells]
enum { HATCH_APART = 18, HATCH_WIDTH = 3, HATCH_DASH = 26, HATCH_GAP = 10 };

static bool is_hatched(uint32_t weight, uint32_t column, uint32_t row)
{
    if (weight == WEND_MAP_NONE)
        return false;
    // Another direction and another distance for each boost.
    uint32_t apart = HATCH_APART + 6 * (weight / 2 % 4);
    uint32_t across = weight % 2 == 0 ? column + row : column + (apart << 16) - row;
    uint32_t along = weight % 2 == 0 ? column + (1u << 20) - row : column + row;
    return across % apart < HATCH_WIDTH && along % (HATCH_DASH + HATCH_GAP) < HATCH_DASH;
}

static void hatch(const map_cells *cells, wend_colour *pixels)
{
    for (uint32_t row = 0; row < cells->frame.rows; ++row)
        for (uint32_t column = 0; column < cells->frame.columns; ++column) {
            size_t at = (size_t)row * cells->frame.columns + column;
            if (cells->value[at] >= 0 && is_hatched(cells->weight[at], column, row))
                pixels[at] = MAP_HATCH_COLOUR;
        }
}

static bool differ(const map_cells *cells, size_t a, size_t b)
{
    return cells->value[a] >= 0 && cells->value[b] >= 0 &&
           (cells->region[a] != cells->region[b] || cells->weight[a] != cells->weight[b]);
}

/// A cell is on a border if its neighbour to the right or above is in another region.
static void paint_borders(const map_cells *cells, wend_colour *pixels)
{
    uint32_t columns = cells->frame.columns, rows = cells->frame.rows;
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < columns; ++column) {
            size_t at = (size_t)row * columns + column;
            bool border = (column + 1 < columns && differ(cells, at, at + 1)) ||
                          (row + 1 < rows && differ(cells, at, at + columns));
            pixels[at] = border ? WEND_ALPHA(MAP_BORDER_COLOUR, 200) : WEND_NO_COLOUR;
        }
}

bool map_borders_are_cells(const map_job *job)
{
    return map_weighted(job) || job->printed;
}

/// Regions have the indices of roots, layer by layer. The colour is chosen by the root's point; for
/// a segment root, by its middle. Areas come last and have no point.
static void colour_regions(const map_job *job, const map_cells *cells, wend_colour *pixels)
{
    uint32_t layers = map_layers(job), count;
    wend_array(wend_vec2) points = {0};
    for (uint32_t i = 0; i < layers; ++i) {
        const wend_map_root *roots = map_roots_of(job, i, &count);
        xreserve(&points, count);
        for (uint32_t k = 0; k < count; ++k)
            points.data[points.count++] = wend_midpoint(roots[k].a, roots[k].b);
    }
    xreserve(&points, job->places.count);
    for (size_t i = 0; i < job->places.count; ++i)
        points.data[points.count++] = (wend_vec2){NAN, NAN};
    xneed(region_colours(points.data, points.count, cells->region, cells->frame.columns,
                         cells->frame.rows, pixels));
    wend_array_free(&points, NULL);
}

void map_draw_images(map_sketch *k, const char *layers)
{
    static const char *const names[] = {"distance", "regions", "borders"};
    wend_colour **const images[] = {&k->distance, &k->regions, &k->borders};
    const map_cells *cells = &k->cells;
    size_t count = (size_t)cells->frame.columns * cells->frame.rows;
    for (int i = 0; i < 3; ++i)
        if (draw_wants(layers, (const char *const[]){names[i], NULL}) &&
            (images[i] != &k->borders || map_borders_are_cells(k->job)))
            *images[i] = xmalloc(count * sizeof **images[i]);
    if (k->regions)
        colour_regions(k->job, cells, k->regions);
    for (size_t i = 0; k->distance && i < count; ++i)
        k->distance[i] = map_value_colour(cells->value[i], cells->farthest);
    if (k->regions)
        hatch(cells, k->regions);
    if (k->borders)
        paint_borders(cells, k->borders);
}

void map_draw_image(const map_sketch *k, const wend_colour *pixels, const wend_draw *draw)
{
    if (pixels && draw->image)
        draw->image(draw->context, k->cells.frame.box, pixels, k->cells.frame.columns,
                    k->cells.frame.rows);
}

void map_describe_image(const map_sketch *k, const char *name, const char *title,
                        const wend_colour *pixels, wend_ink sample, const wend_draw *draw)
{
    bool wanted = draw->layer(draw->context, name, pixels ? title : "", sample);
    map_draw_image(k, wanted ? pixels : NULL, draw);
}
