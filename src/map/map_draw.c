// SPDX-License-Identifier: MIT
// Drawing of a path map: borders of regions, isolines, sources. Meant to be drawn over a background
// that shows the distance by colours.
#include "map/map.h"

#include "geometry/points.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdio.h>

// [Units: points]
#define BORDER_LINE   0.5
#define ISOLINE       0.7
#define SEGMENT_LINE  3.0
#define POINT_DOT     7.0
#define CRITICAL_RING 5.5
#define CRITICAL_DOT  3.5

/// Steps between levels that differ by less than this fraction are equal: sums of decimal
/// fractions.
#define SAME_STEP 1e-9

static const wend_ink border_ink = {.line = WEND_ALPHA(WEND_BLACK, 0xa0), .width = BORDER_LINE};
static const wend_ink isoline_ink = {.line = WEND_WHITE, .width = ISOLINE};
static const wend_ink isoline_sample = {.line = WEND_GREY, .width = ISOLINE};
static const wend_ink segment_ink = {.line = WEND_BLUE, .width = SEGMENT_LINE};
static const wend_ink point_ink = {.line = WEND_BLUE, .width = POINT_DOT};
static const wend_ink ring_ink = {.line = WEND_BLUE, .width = CRITICAL_RING};
static const wend_ink critical_ink = {.line = WEND_WHITE, .width = CRITICAL_DOT};

static bool draw_border(void *context, uint32_t root, uint32_t other, const wend_vec2 *points,
                        uint32_t count)
{
    const wend_draw *draw = context;
    (void)root;
    (void)other;
    draw->line(draw->context, points, count, border_ink);
    return true;
}

static bool draw_isoline(void *context, double level, const wend_vec2 *points, uint32_t count)
{
    const wend_draw *draw = context;
    (void)level;
    draw->line(draw->context, points, count, isoline_ink);
    return true;
}

/// The step between levels; 0: not uniform.
static double step_of(const double *levels, uint32_t count)
{
    double step = count > 1 ? levels[1] - levels[0] : 0;
    for (uint32_t i = 2; i < count; ++i)
        if (fabs(levels[i] - levels[i - 1] - step) > SAME_STEP * fabs(levels[i]))
            return 0;
    return step;
}

static bool has_isoline_layer(const double *levels, uint32_t count, const wend_draw *draw)
{
    char title[64] = "";
    double step = step_of(levels, count);
    if (step > 0)
        snprintf(title, sizeof title, "equal distance, every %g m", step);
    else if (count > 0)
        snprintf(title, sizeof title, "equal distance");
    return draw->layer(draw->context, "isolines", title, isoline_sample);
}

static void draw_dot(const wend_draw *draw, wend_vec2 at, wend_ink ink)
{
    draw->line(draw->context, &at, 1, ink);
}

/// Segments and points, and on the segments the points that paths from corners lead to.
static void draw_sources(const wend_map *map, const wend_draw *draw)
{
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(map, &count);
    for (uint32_t i = 0; i < count; ++i)
        if (roots[i].source != WEND_MAP_NONE && roots[i].parent == WEND_MAP_NONE &&
            !wend_equal(roots[i].a, roots[i].b))
            draw->line(draw->context, (wend_vec2[]){roots[i].a, roots[i].b}, 2, segment_ink);
    for (uint32_t i = 0; i < count; ++i) {
        const wend_map_root *root = &roots[i];
        if (root->source == WEND_MAP_NONE || !wend_equal(root->a, root->b))
            continue;
        if (root->parent == WEND_MAP_NONE) {
            draw_dot(draw, root->a, point_ink);
        } else if (!wend_equal(roots[root->parent].a, roots[root->parent].b)) {
            wend_vec2 critical = wend_map_projection(&roots[root->parent], root->a);
            draw_dot(draw, critical, ring_ink);
            draw_dot(draw, critical, critical_ink);
        }
    }
}

wend_result wend_map_draw(const wend_map *map, const double *levels, uint32_t level_count,
                          double error, const wend_draw *draw, wend_error *problem)
{
    wend_result result = WEND_OK;
    if (draw->layer(draw->context, "borders", "borders of regions", border_ink))
        result = wend_map_borders(map, error, draw_border, (void *)draw, problem);
    if (result == WEND_OK && has_isoline_layer(levels, level_count, draw))
        result =
            wend_map_isolines(map, levels, level_count, error, draw_isoline, (void *)draw, problem);
    if (result == WEND_OK && draw->layer(draw->context, "sources", "sources", segment_ink))
        draw_sources(map, draw);
    return result;
}
