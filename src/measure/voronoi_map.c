// SPDX-License-Identifier: MIT
// Maps by Voronoi cells: every cell is cut into the squares of the map, row by row.
#include "measure/cells.h"
#include "measure/map_sums.h"
#include "measure/voronoi.h"

#include <math.h>

typedef struct mapping {
    const recording *r;
    measure_map_sums sums;
    measure_window window;
    wend_convex piece, strip, square;
} mapping;

/// Squares of an axis from low to high: first to one past the last.
static void squares_of(double low, double high, double origin, double cell, uint32_t count,
                       uint32_t *first, uint32_t *end)
{
    *first = (uint32_t)fmin(fmax(floor((low - origin) / cell), 0), count);
    *end = (uint32_t)fmin(fmax(ceil((high - origin) / cell), *first), count);
}

/// Minimum and maximum of values.
static void span_of(const double *values, uint32_t count, double *least, double *greatest)
{
    *least = *greatest = values[0];
    for (uint32_t i = 1; i < count; ++i) {
        *least = values[i] < *least ? values[i] : *least;
        *greatest = values[i] > *greatest ? values[i] : *greatest;
    }
}

/// Cuts a strip, a row of the map, into squares.
static void add_strip(mapping *m, const measure_cell *cell, uint32_t row, double scale,
                      double value)
{
    const measure_map *map = m->sums.map;
    double least, greatest;
    uint32_t first, end;
    span_of(m->strip.x, m->strip.count, &least, &greatest);
    squares_of(cell->at.x + least, cell->at.x + greatest, map->origin.x, map->cell, map->width,
               &first, &end);
    for (uint32_t column = first; column < end; ++column) {
        double left = map->origin.x + column * map->cell - cell->at.x;
        wend_convex_copy(&m->square, &m->strip);
        wend_convex_cut(&m->square, (wend_vec2){-1, 0}, -left, 0);
        wend_convex_cut(&m->square, (wend_vec2){1, 0}, left + map->cell, 0);
        double area = wend_convex_area(&m->square);
        if (area > 0)
            measure_map_add(&m->sums, column, row, area * scale, value);
    }
}

/// scale: factor from areas to weights.
static void add_piece(mapping *m, const measure_cell *cell, uint32_t from, uint32_t to,
                      double scale, double value)
{
    const measure_map *map = m->sums.map;
    double least, greatest;
    uint32_t first, end;
    for (uint32_t i = from; i < to; ++i)
        wend_convex_set(&m->piece, i - from, cell->corners[i], 0);
    wend_convex_finish(&m->piece, to - from);
    span_of(m->piece.y, m->piece.count, &least, &greatest);
    squares_of(cell->at.y + least, cell->at.y + greatest, map->origin.y, map->cell, map->height,
               &first, &end);
    for (uint32_t row = first; row < end; ++row) {
        double low = map->origin.y + row * map->cell - cell->at.y;
        wend_convex_copy(&m->strip, &m->piece);
        wend_convex_cut(&m->strip, (wend_vec2){0, -1}, -low, 0);
        wend_convex_cut(&m->strip, (wend_vec2){0, 1}, low + map->cell, 0);
        if (m->strip.count > 0)
            add_strip(m, cell, row, scale, value);
    }
}

static bool add_cell(void *context, const measure_cell *cell)
{
    mapping *m = context;
    if (cell->piece_count == 0 || !(cell->area > 0))
        return true;
    bool speed = m->sums.values != NULL;
    double value = speed ? measure_speed(m->r, cell->row, m->window) : 0;
    if (isnan(value))
        return true;
    size_t room = cell->ends[cell->piece_count - 1] + (size_t)4; // corners added by a square
    if (!wend_convex_reserve(&m->piece, room, NULL) ||
        !wend_convex_reserve(&m->strip, room, NULL) || !wend_convex_reserve(&m->square, room, NULL))
        return false;
    double scale = speed ? 1.0 / cell->sharing : 1 / cell->area;
    for (uint32_t i = 0, first = 0; i < cell->piece_count; first = cell->ends[i++])
        add_piece(m, cell, first, cell->ends[i], scale, value);
    return true;
}

/// Adds the frames with this floor. False: out of memory.
static bool map_on(mapping *m, const measure_map_rule *map, measure_cells *cells,
                   const scene *floor)
{
    for (uint32_t f = 0; f < m->r->frame_count; ++f)
        if (recording_floor(m->r, f) == floor && cells->parts.items.count > 0 &&
            measure_map_wants(map, f) && !measure_cells_visit(cells, f, add_cell, m))
            return false;
    return true;
}

bool measure_make_voronoi_map(const recording *r, const measure_map_rule *map,
                              const measure_voronoi_rule *rule, measure_map *out,
                              problem_list *problems)
{
    mapping m = {.r = r, .window = rule->window};
    if (!measure_map_start(&m.sums, r, map, out))
        return problem_no_memory(problems);
    measure_cells cells = {0};
    bool done = true;
    for (uint32_t i = 0; done && (i < r->floor_count || i == 0); ++i) {
        const scene *floor = r->floor_count > 0 ? r->floors[i].floor : NULL;
        done = measure_cells_start(&cells, r, floor, rule->cutoff, rule->quarter, problems) &&
               (map_on(&m, map, &cells, floor) || problem_no_memory(problems));
    }
    measure_cells_free(&cells);
    wend_convex_free(&m.piece, NULL);
    wend_convex_free(&m.strip, NULL);
    wend_convex_free(&m.square, NULL);
    if (done)
        measure_map_finish(&m.sums, r, map, out->cell * out->cell);
    else
        measure_map_give_up(&m.sums);
    return done;
}
