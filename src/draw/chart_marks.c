// SPDX-License-Identifier: MIT
// Contents of the axes: shapes, map, series and rules. All are clipped here, because a pen has one
// clip box per sheet and a sheet has many charts.
#include "draw/chart_frame.h"

#include "core/array.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Number of distinct colours of maps and lines: more are not visible and make files large.
enum { MAP_LEVELS = 64, LINE_LEVELS = 16 };
// Overlap of cells with their upper and right neighbours, which hides seams. [Units: points]
#define CELL_OVERLAP 0.3
// Points of a line within this distance of it are omitted. [Units: points]
#define LINE_ERROR 0.15
// Maximum number of consecutive points omitted, which keeps the search linear.
enum { MOST_LEFT_OUT = 100 };
// Dots with centres in one cell of this size are drawn once. [Units: points]
#define DOT_CELL   0.75
#define LINE_WIDTH 1.6
// Number of series colours; a line that repeats a colour is dashed.
enum { COLOURS = 7 };
#define AGAIN_DASH 6.0
#define BOX_LINE   1.0
#define RULE_WIDTH 1.2
#define RULE_DASH  4.0

typedef wend_array(wend_vec2) path;

wend_vec2 chart_place(const chart_frame *f, wend_vec2 point)
{
    double x = (point.x - f->x.least) / (f->x.most - f->x.least);
    double y = (point.y - f->y.least) / (f->y.most - f->y.least);
    if (f->chart->y.down)
        y = 1 - y;
    return (wend_vec2){f->paper.min.x + x * (f->paper.max.x - f->paper.min.x),
                       f->paper.max.y - y * (f->paper.max.y - f->paper.min.y)};
}

double chart_share(const chart_frame *f, double value)
{
    return (value - f->scale.least) / (f->scale.most - f->scale.least);
}

wend_colour chart_colour(size_t place)
{
    static const wend_colour colours[COLOURS] = {
        WEND_BLUE, WEND_VERMILION, WEND_GREEN, WEND_ORANGE, WEND_PURPLE, WEND_SKY, WEND_DARK_GREY,
    };
    return colours[place % COLOURS];
}

// Many dots are more transparent, to show density.
static uint32_t dot_opacity(size_t count)
{
    return count > 3000 ? 90 : count > 400 ? 140 : 220;
}

wend_ink chart_series_ink(const chart_series *s, size_t place)
{
    wend_colour colour = s->colour ? s->colour : chart_colour(place);
    if (s->values)
        colour = WEND_GREY;
    switch (s->mark) {
    case CHART_POINTS:
        return (wend_ink){
            .fill = s->values || s->colour ? colour : WEND_ALPHA(colour, dot_opacity(s->count))};
    case CHART_AREA:
        return (wend_ink){.fill = WEND_ALPHA(colour, 50)};
    case CHART_BOXES:
        return (wend_ink){.fill = WEND_ALPHA(colour, 70), .line = colour, .width = BOX_LINE};
    default: {
        bool own = s->dash > 0 || s->colour || s->values || place < COLOURS;
        return (wend_ink){.line = colour,
                          .width = s->width > 0 ? s->width : LINE_WIDTH,
                          .dash = own ? s->dash : AGAIN_DASH};
    }
    }
}

wend_ink chart_rule_ink(const chart_rule *r)
{
    return (wend_ink){
        .line = r->colour ? r->colour : WEND_DARK_GREY, .width = RULE_WIDTH, .dash = RULE_DASH};
}

// ---- clipping -----------------------------------------------------------------------------------

static bool add(path *line, wend_vec2 point)
{
    if (!wend_array_reserve(line, NULL, 1))
        return false;
    line->data[line->count++] = point;
    return true;
}

// Part of a segment inside a box, as fractions of its length (Liang and Barsky 1984). False: none.
static bool cut_segment(wend_box box, wend_vec2 a, wend_vec2 b, double *from, double *to)
{
    const double ahead[] = {a.x - b.x, b.x - a.x, a.y - b.y, b.y - a.y};
    const double room[] = {a.x - box.min.x, box.max.x - a.x, a.y - box.min.y, box.max.y - a.y};
    *from = 0;
    *to = 1;
    for (int i = 0; i < 4; ++i) {
        if (ahead[i] == 0 && room[i] < 0)
            return false;
        if (ahead[i] > 0)
            *to = fmin(*to, room[i] / ahead[i]);
        else if (ahead[i] < 0)
            *from = fmax(*from, room[i] / ahead[i]);
    }
    return *from <= *to;
}

// Distance of a point inside one of the four sides of a box.
static double inside_by(wend_box box, int side, wend_vec2 p)
{
    switch (side) {
    case 0:
        return p.x - box.min.x;
    case 1:
        return box.max.x - p.x;
    case 2:
        return p.y - box.min.y;
    default:
        return box.max.y - p.y;
    }
}

// Clips a ring at each side of the box in turn (Sutherland and Hodgman 1974), in place, using
// `spare`. False: out of memory.
static bool cut_ring(wend_box box, path *ring, path *spare)
{
    for (int side = 0; side < 4; ++side) {
        spare->count = 0;
        for (size_t i = 0; i < ring->count; ++i) {
            wend_vec2 a = ring->data[i], b = ring->data[i + 1 < ring->count ? i + 1 : 0];
            double da = inside_by(box, side, a), db = inside_by(box, side, b);
            if (da >= 0 && !add(spare, a))
                return false;
            if ((da >= 0) != (db >= 0) && !add(spare, wend_lerp(a, b, da / (da - db))))
                return false;
        }
        path swap = *ring;
        *ring = *spare;
        *spare = swap;
    }
    return true;
}

// ---- lines --------------------------------------------------------------------------------------

static double distance_to_chord(wend_vec2 a, wend_vec2 b, wend_vec2 p)
{
    double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    double share = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
    wend_vec2 nearest = wend_lerp(a, b, fmin(fmax(share, 0), 1));
    return wend_distance(p, nearest);
}

static bool is_straight(const wend_vec2 *points, size_t count)
{
    for (size_t i = 1; i + 1 < count; ++i)
        if (distance_to_chord(points[0], points[count - 1], points[i]) > LINE_ERROR)
            return false;
    return true;
}

// Draws a line without redundant points, and empties it.
static void draw_line(path *line, pen *p, wend_ink ink)
{
    uint32_t count = 0;
    for (size_t i = 0; i < line->count;) {
        line->data[count++] = line->data[i];
        size_t next = i + 1;
        while (next + 1 < line->count && next - i < MOST_LEFT_OUT &&
               is_straight(line->data + i, next - i + 2))
            ++next;
        i = next;
    }
    if (count > 1)
        p->class->path(p, line->data, &count, 1, false, ink);
    line->count = 0;
}

// Ink of a piece of a line with values: from the mean of its ends.
static wend_ink piece_ink(const chart_frame *f, const chart_series *s, size_t end, wend_ink ink)
{
    double share = chart_share(f, s->values[end - 1] / 2 + s->values[end] / 2);
    if (!isnan(share))
        ink.line = ramp_colour(f->chart->scale.ramp,
                               round(fmin(fmax(share, 0), 1) * LINE_LEVELS) / LINE_LEVELS);
    return ink;
}

// Adds the part of a segment inside the axes to a line, and draws the line so far where it leaves
// them.
static bool add_segment(const chart_frame *f, pen *p, wend_vec2 a, wend_vec2 b, wend_ink ink,
                        path *line)
{
    double from, to;
    bool known = isfinite(a.x) && isfinite(a.y) && isfinite(b.x) && isfinite(b.y);
    if (!known || !cut_segment(f->paper, a, b, &from, &to)) {
        draw_line(line, p, ink);
        return true;
    }
    if (from > 0)
        draw_line(line, p, ink);
    if ((line->count == 0 && !add(line, wend_lerp(a, b, from))) || !add(line, wend_lerp(a, b, to)))
        return false;
    if (to < 1)
        draw_line(line, p, ink);
    return true;
}

static bool draw_lines(const chart_frame *f, pen *p, const chart_series *s, wend_ink usual)
{
    path line = {0};
    bool enough = true;
    wend_ink ink = usual;
    for (size_t i = 1; i < s->count && enough; ++i) {
        wend_vec2 a = chart_place(f, s->points[i - 1]), b = chart_place(f, s->points[i]);
        wend_ink next = s->values ? piece_ink(f, s, i, usual) : usual;
        if (next.line != ink.line)
            draw_line(&line, p, ink);
        ink = next;
        if (s->mark == CHART_STEPS) {
            wend_vec2 corner = {b.x, a.y};
            enough = add_segment(f, p, a, corner, ink, &line) &&
                     add_segment(f, p, corner, b, ink, &line);
        } else {
            enough = add_segment(f, p, a, b, ink, &line);
        }
    }
    draw_line(&line, p, ink);
    wend_array_free(&line, NULL);
    return enough;
}

// ---- dots, areas, shapes ------------------------------------------------------------------------

static bool draw_dots(const chart_frame *f, pen *p, const chart_series *s, wend_ink usual)
{
    wend_box paper = f->paper;
    size_t columns = (size_t)((paper.max.x - paper.min.x) / DOT_CELL) + 1;
    size_t rows = (size_t)((paper.max.y - paper.min.y) / DOT_CELL) + 1;
    unsigned char *taken = calloc(columns, rows);
    if (!taken)
        return false;
    for (size_t i = 0; i < s->count; ++i) {
        wend_vec2 at = chart_place(f, s->points[i]);
        if (!(at.x >= paper.min.x && at.x <= paper.max.x && at.y >= paper.min.y &&
              at.y <= paper.max.y))
            continue;
        size_t column = (size_t)((at.x - paper.min.x) / DOT_CELL);
        size_t row = (size_t)((at.y - paper.min.y) / DOT_CELL);
        if (taken[row * columns + column]++)
            continue;
        taken[row * columns + column] = 1;
        wend_ink ink = usual;
        if (s->values && !isnan(s->values[i]))
            ink.fill = ramp_colour(f->chart->scale.ramp, chart_share(f, s->values[i]));
        p->class->circle(p, at, (s->width > 0 ? s->width : CHART_DOT) / 2, ink);
    }
    free(taken);
    return true;
}

// Fills rings, clipped to the axes.
static bool draw_rings(const chart_frame *f, pen *p, const chart_shape *shape)
{
    path all = {0}, ring = {0}, spare = {0};
    wend_array(uint32_t) ends = {0};
    bool enough = wend_array_reserve(&ends, NULL, shape->ring_count);
    uint32_t start = 0;
    for (uint32_t i = 0; i < shape->ring_count && enough; start = shape->ring_ends[i++]) {
        ring.count = 0;
        for (uint32_t k = start; k < shape->ring_ends[i] && enough; ++k)
            enough = add(&ring, chart_place(f, shape->points[k]));
        enough = enough && cut_ring(f->paper, &ring, &spare) &&
                 wend_array_reserve(&all, NULL, ring.count);
        for (size_t k = 0; k < ring.count && enough; ++k)
            all.data[all.count++] = ring.data[k];
        if (enough)
            ends.data[ends.count++] = (uint32_t)all.count;
    }
    if (enough && all.count > 0)
        p->class->path(p, all.data, ends.data, (uint32_t)ends.count, true, shape->ink);
    wend_array_free(&all, NULL);
    wend_array_free(&ring, NULL);
    wend_array_free(&spare, NULL);
    wend_array_free(&ends, NULL);
    return enough;
}

bool chart_draw_shapes(const chart_frame *f, pen *p, bool above)
{
    for (size_t i = 0; i < f->chart->shape_count; ++i) {
        chart_shape shape = f->chart->shapes[i];
        if (shape.above != above)
            shape.ink.fill = WEND_NO_COLOUR;
        if (!above)
            shape.ink.line = WEND_NO_COLOUR;
        if ((shape.ink.fill & 0xff) + (shape.ink.line & 0xff) > 0 && !draw_rings(f, p, &shape))
            return false;
    }
    return true;
}

bool chart_draw_series(const chart_frame *f, pen *p)
{
    bool enough = true;
    for (size_t i = 0; i < f->chart->series_count && enough; ++i) {
        const chart_series *s = &f->chart->series[i];
        wend_ink ink = chart_series_ink(s, i);
        if (s->mark == CHART_AREA)
            enough = draw_rings(f, p,
                                &(chart_shape){.points = s->points,
                                               .ring_ends = &(uint32_t){(uint32_t)s->count},
                                               .ring_count = 1,
                                               .ink = ink});
        else if (s->mark == CHART_BOXES)
            chart_draw_boxes(f, p, s, ink);
        else
            enough = s->mark == CHART_POINTS ? draw_dots(f, p, s, ink) : draw_lines(f, p, s, ink);
    }
    return enough;
}

void chart_draw_rules(const chart_frame *f, pen *p)
{
    for (size_t i = 0; i < f->chart->rule_count; ++i) {
        const chart_rule *r = &f->chart->rules[i];
        wend_vec2 a = f->paper.min, b = f->paper.max,
                  at = chart_place(f, (wend_vec2){r->at, r->at});
        if (r->upright)
            a.x = b.x = at.x;
        else
            a.y = b.y = at.y;
        double from, to;
        if (cut_segment(f->paper, a, b, &from, &to))
            p->class->path(p, (wend_vec2[]){a, b}, &(uint32_t){2}, 1, false, chart_rule_ink(r));
    }
}

// ---- map ----------------------------------------------------------------------------------------

// Part of a row of cells with one colour.
static void draw_run(const chart_frame *f, pen *p, uint32_t row, uint32_t from, uint32_t to,
                     wend_colour colour)
{
    const chart_map *m = f->chart->map;
    double width = (m->box.max.x - m->box.min.x) / m->columns;
    double height = (m->box.max.y - m->box.min.y) / m->rows;
    wend_vec2 low =
        chart_place(f, (wend_vec2){m->box.min.x + from * width, m->box.min.y + row * height});
    wend_vec2 high =
        chart_place(f, (wend_vec2){m->box.min.x + to * width, m->box.min.y + (row + 1) * height});
    double left = fmax(low.x, f->paper.min.x);
    double right = fmin(high.x + CELL_OVERLAP, f->paper.max.x);
    double bottom = fmin(fmax(low.y, high.y), f->paper.max.y);
    double top = fmax(fmin(low.y, high.y) - CELL_OVERLAP, f->paper.min.y);
    if (!(left < right && top < bottom))
        return;
    wend_vec2 corners[] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    p->class->path(p, corners, &(uint32_t){4}, 1, true, (wend_ink){.fill = colour});
}

static void draw_level(const chart_frame *f, pen *p, const unsigned char *levels, int level)
{
    const chart_map *m = f->chart->map;
    wend_colour colour = ramp_colour(f->chart->scale.ramp, (double)level / (MAP_LEVELS - 1));
    for (uint32_t row = 0; row < m->rows; ++row) {
        const unsigned char *line = levels + (size_t)row * m->columns;
        for (uint32_t from = 0, to; from < m->columns; from = to) {
            to = from + 1;
            if (line[from] != level)
                continue;
            while (to < m->columns && line[to] == level)
                ++to;
            draw_run(f, p, row, from, to, colour);
        }
    }
}

bool chart_draw_map(const chart_frame *f, pen *p)
{
    const chart_map *m = f->chart->map;
    size_t cells = m ? (size_t)m->columns * m->rows : 0;
    if (cells == 0)
        return true;
    unsigned char *levels = malloc(cells);
    if (!levels)
        return false;
    bool present[MAP_LEVELS + 1] = {false};
    for (size_t i = 0; i < cells; ++i) {
        double share = chart_share(f, m->values[i]);
        levels[i] = isnan(share)
                        ? MAP_LEVELS
                        : (unsigned char)lround(fmin(fmax(share, 0), 1) * (MAP_LEVELS - 1));
        present[levels[i]] = true;
    }
    for (int level = 0; level < MAP_LEVELS; ++level)
        if (present[level])
            draw_level(f, p, levels, level);
    free(levels);
    return true;
}
