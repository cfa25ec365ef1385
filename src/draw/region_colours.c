// SPDX-License-Identifier: MIT
#include "draw/region_colours.h"

#include "core/array.h"
#include "draw/ramp.h"

#include <math.h>
#include <stdlib.h>

/// Hues around the circle, each in two shades; a colour is hue + HUES * shade.
enum { HUES = 12, COLOURS = 2 * HUES };

/// From colour to colour in the order in which they are tried: no hue comes again soon.
enum { COLOUR_STEP = 7 };

#define SATURATION 0.42
static const double values[] = {0.99, 0.85};

typedef struct edge {
    uint32_t from, to; ///< points whose regions touch, from < to
} edge;

typedef struct colouring {
    wend_array(wend_vec2) points; ///< sorted, each once
    wend_array(edge) edges;
    uint32_t *point_of; ///< by region; UINT32_MAX: none
    unsigned char *colour_of;
} colouring;

// ---- points -------------------------------------------------------------------------------------

static int compare_points(const void *a, const void *b)
{
    const wend_vec2 *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

/// False: out of memory.
static bool list_points(const wend_vec2 *points, size_t count, colouring *c)
{
    if (!wend_array_reserve(&c->points, NULL, count))
        return false;
    for (size_t i = 0; i < count; ++i)
        if (!isnan(points[i].x))
            c->points.data[c->points.count++] = points[i];
    if (c->points.count == 0)
        return true;
    qsort(c->points.data, c->points.count, sizeof *c->points.data, compare_points);
    size_t kept = 1;
    for (size_t i = 1; i < c->points.count; ++i)
        if (compare_points(&c->points.data[kept - 1], &c->points.data[i]) != 0)
            c->points.data[kept++] = c->points.data[i];
    c->points.count = kept;
    return true;
}

static uint32_t find_point(const colouring *c, wend_vec2 p)
{
    const wend_vec2 *found =
        bsearch(&p, c->points.data, c->points.count, sizeof *c->points.data, compare_points);
    return (uint32_t)(found - c->points.data);
}

static bool list_regions(const wend_vec2 *points, size_t count, colouring *c)
{
    c->point_of = malloc((count + 1) * sizeof *c->point_of);
    for (size_t i = 0; c->point_of && i < count; ++i)
        c->point_of[i] = isnan(points[i].x) ? UINT32_MAX : find_point(c, points[i]);
    return c->point_of != NULL;
}

// ---- which touch --------------------------------------------------------------------------------

static int compare_edges(const void *a, const void *b)
{
    const edge *e = a, *f = b;
    return e->to != f->to ? (e->to > f->to) - (e->to < f->to)
                          : (e->from > f->from) - (e->from < f->from);
}

/// Notes the regions of two cells side by side. False: out of memory.
static bool note(colouring *c, uint32_t a, uint32_t b)
{
    if (a == UINT32_MAX || b == UINT32_MAX)
        return true;
    uint32_t p = c->point_of[a], q = c->point_of[b];
    if (p == q || p == UINT32_MAX || q == UINT32_MAX)
        return true;
    edge e = {p < q ? p : q, p < q ? q : p};
    if (c->edges.count > 0 && compare_edges(&e, &c->edges.data[c->edges.count - 1]) == 0)
        return true;
    if (!wend_array_reserve(&c->edges, NULL, 1))
        return false;
    c->edges.data[c->edges.count++] = e;
    return true;
}

static bool list_edges(const uint32_t *regions, uint32_t columns, uint32_t rows, colouring *c)
{
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < columns; ++column) {
            size_t at = (size_t)row * columns + column;
            if (column + 1 < columns && !note(c, regions[at], regions[at + 1]))
                return false;
            if (row + 1 < rows && !note(c, regions[at], regions[at + columns]))
                return false;
        }
    if (c->edges.count > 0)
        qsort(c->edges.data, c->edges.count, sizeof *c->edges.data, compare_edges);
    return true;
}

// ---- colours ------------------------------------------------------------------------------------

/// A colour and those that look like it, as bits.
static uint32_t alike(uint32_t colour)
{
    uint32_t hue = colour % HUES, bits = 0;
    for (uint32_t turn = HUES - 1; turn <= HUES + 1; ++turn)
        for (uint32_t shade = 0; shade < 2; ++shade)
            bits |= 1u << ((hue + turn) % HUES + HUES * shade);
    return bits;
}

/// In the order of the points: each takes the first colour, from its own on, that is not like those
/// of its neighbours before it; else the first that they do not have.
static void choose(colouring *c)
{
    size_t next = 0;
    for (uint32_t point = 0; point < c->points.count; ++point) {
        uint32_t used = 0, near = 0, chosen = UINT32_MAX;
        for (; next < c->edges.count && c->edges.data[next].to == point; ++next) {
            uint32_t colour = c->colour_of[c->edges.data[next].from];
            used |= 1u << colour;
            near |= alike(colour);
        }
        for (uint32_t i = 0; i < 2 * COLOURS && chosen == UINT32_MAX; ++i) {
            uint32_t colour = (point + i) * COLOUR_STEP % COLOURS;
            if (!((i < COLOURS ? near : used) >> colour & 1))
                chosen = colour;
        }
        c->colour_of[point] = (unsigned char)(chosen == UINT32_MAX ? 0 : chosen);
    }
}

bool region_colours(const wend_vec2 *points, size_t region_count, const uint32_t *regions,
                    uint32_t columns, uint32_t rows, wend_colour *pixels)
{
    colouring c = {0};
    bool good = list_points(points, region_count, &c) && list_regions(points, region_count, &c) &&
                list_edges(regions, columns, rows, &c) &&
                (c.colour_of = malloc(c.points.count + 1));
    wend_colour paints[COLOURS];
    for (int i = 0; i < COLOURS; ++i)
        paints[i] = hue_colour((double)(i % HUES) / HUES, SATURATION, values[i / HUES]);
    if (good)
        choose(&c);
    for (size_t i = 0; good && i < (size_t)columns * rows; ++i) {
        uint32_t point = regions[i] == UINT32_MAX ? UINT32_MAX : c.point_of[regions[i]];
        pixels[i] = regions[i] == UINT32_MAX ? WEND_NO_COLOUR
                    : point == UINT32_MAX    ? WEND_WHITE
                                             : paints[c.colour_of[point]];
    }
    wend_array_free(&c.points, NULL);
    wend_array_free(&c.edges, NULL);
    free(c.point_of);
    free(c.colour_of);
    return good;
}
