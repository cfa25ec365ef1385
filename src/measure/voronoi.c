// SPDX-License-Identifier: MIT
// Voronoi density and speed as defined by PedPy (see voronoi.h). cells.c computes the cells.
#include "measure/voronoi.h"

#include "measure/cells.h"
#include "measure/inside.h"

#include <math.h>
#include <stdlib.h>

measure_voronoi_rule measure_default_voronoi_rule(const recording *r)
{
    return (measure_voronoi_rule){measure_default_window(r), INFINITY, MEASURE_QUARTER};
}

bool measure_voronoi_bounded(const recording *r, const measure_voronoi_rule *rule)
{
    if (isfinite(rule->cutoff))
        return true;
    for (uint32_t i = 0; i < r->floor_count; ++i)
        if (!r->floors[i].floor->bounds)
            return false;
    return r->floor_count > 0;
}

// ---- intersection of a cell and an area ---------------------------------------------------------

/// An area as convex parts, counter-clockwise: itself, or signed triangles from its first corner to
/// its sides.
typedef struct convex_area {
    const measure_voronoi_area *to;
    wend_box box;
    double size;
    bool whole; ///< convex
    bool left;  ///< counter-clockwise
} convex_area;

static convex_area convex_area_of(const measure_voronoi_area *to)
{
    const wend_vec2 *ring = to->area.ring;
    uint32_t n = to->area.count;
    measure_inside inside = measure_inside_of(to->area);
    int turn = wend_polygon_orientation(ring, n);
    convex_area area = {to, inside.box, inside.size, true, turn > 0};
    for (uint32_t i = 0; i < n; ++i)
        if (wend_orient2d(ring[i], ring[(i + 1) % n], ring[(i + 2) % n]) == -turn)
            area.whole = false;
    return area;
}

/// Clips the part to the right of the line from a to b.
static void cut_right(wend_convex *piece, wend_vec2 a, wend_vec2 b, wend_vec2 at)
{
    wend_vec2 out = {b.y - a.y, a.x - b.x};
    wend_convex_cut(piece, out, out.x * (a.x - at.x) + out.y * (a.y - at.y), 0);
}

/// Areas to measure, and working memory.
typedef struct measuring {
    const recording *r;
    measure_window window;
    convex_area *areas;
    size_t area_count;
    double *cells;
    wend_convex piece; ///< with capacity for a piece and all sides of an area
    uint32_t frame, most_corners;
} measuring;

static void load_piece(measuring *m, const measure_cell *cell, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; ++i)
        wend_convex_set(&m->piece, i - first, cell->corners[i], 0);
    wend_convex_finish(&m->piece, end - first);
}

/// Area of the intersection of a piece of a cell and an area.
static double piece_inside(measuring *m, const convex_area *area, const measure_cell *cell,
                           uint32_t first, uint32_t end)
{
    const wend_vec2 *ring = area->to->area.ring;
    uint32_t n = area->to->area.count;
    double size = 0;
    if (area->whole) {
        load_piece(m, cell, first, end);
        for (uint32_t i = 0; i < n && m->piece.count > 0; ++i) {
            wend_vec2 a = ring[i], b = ring[i + 1 < n ? i + 1 : 0];
            cut_right(&m->piece, area->left ? a : b, area->left ? b : a, cell->at);
        }
        return wend_convex_area(&m->piece);
    }
    for (uint32_t i = 1; i + 1 < n; ++i) {
        int turn = wend_orient2d(ring[0], ring[i], ring[i + 1]);
        if (turn == 0)
            continue;
        const wend_vec2 corners[] = {ring[0], ring[turn > 0 ? i : i + 1],
                                     ring[turn > 0 ? i + 1 : i]};
        load_piece(m, cell, first, end);
        for (int k = 0; k < 3; ++k)
            cut_right(&m->piece, corners[k], corners[(k + 1) % 3], cell->at);
        size += turn * wend_convex_area(&m->piece);
    }
    return area->left ? size : -size;
}

static bool may_reach(const measure_cell *cell, wend_box box)
{
    wend_vec2 at = cell->at;
    return at.x + cell->reach > box.min.x && at.x - cell->reach < box.max.x &&
           at.y + cell->reach > box.min.y && at.y - cell->reach < box.max.y;
}

static wend_box cell_box(const measure_cell *cell)
{
    wend_box box = {cell->corners[0], cell->corners[0]};
    for (uint32_t i = 1, end = cell->ends[cell->piece_count - 1]; i < end; ++i) {
        wend_vec2 v = cell->corners[i];
        box.min.x = v.x < box.min.x ? v.x : box.min.x;
        box.max.x = v.x > box.max.x ? v.x : box.max.x;
        box.min.y = v.y < box.min.y ? v.y : box.min.y;
        box.max.y = v.y > box.max.y ? v.y : box.max.y;
    }
    return (wend_box){{box.min.x + cell->at.x, box.min.y + cell->at.y},
                      {box.max.x + cell->at.x, box.max.y + cell->at.y}};
}

/// A smaller share of a cell inside an area is rounding and ignored.
#define LEAST_SHARE 1e-12

// ---- sums ---------------------------------------------------------------------------------------

/// While rows are added, density is a sum of shares and speed a sum of |C and M| v.
static void add_to_moment(measuring *m, const convex_area *area, const measure_cell *cell)
{
    double inside = 0;
    for (uint32_t i = 0, first = 0; i < cell->piece_count; first = cell->ends[i++])
        inside += piece_inside(m, area, cell, first, cell->ends[i]);
    if (!(inside > LEAST_SHARE * cell->area))
        return;
    measure_moment *moment = &area->to->moments[m->frame];
    ++moment->count;
    moment->density += inside / cell->area;
    double speed = measure_speed(m->r, cell->row, m->window);
    if (isnan(speed))
        return;
    moment->speed = isnan(moment->speed) ? 0 : moment->speed;
    moment->speed += inside / cell->sharing * speed;
}

static bool add_cell(void *context, const measure_cell *cell)
{
    measuring *m = context;
    bool there = cell->piece_count > 0 && cell->area > 0;
    if (m->cells)
        m->cells[cell->row] = there ? cell->area / cell->sharing : NAN;
    if (!there || m->area_count == 0)
        return true;
    size_t room = cell->ends[cell->piece_count - 1] + (size_t)m->most_corners;
    if (!wend_convex_reserve(&m->piece, room, NULL))
        return false;
    for (size_t i = 0; i < m->area_count; ++i)
        if (may_reach(cell, m->areas[i].box) && wend_box_meets(cell_box(cell), m->areas[i].box))
            add_to_moment(m, &m->areas[i], cell);
    return true;
}

/// Resets a frame's moments, or marks them unknown.
static void clear_moments(measuring *m, double density)
{
    for (size_t i = 0; i < m->area_count; ++i)
        m->areas[i].to->moments[m->frame] = (measure_moment){0, density, NAN};
}

static void finish_moments(measuring *m)
{
    for (size_t i = 0; i < m->area_count; ++i) {
        measure_moment *moment = &m->areas[i].to->moments[m->frame];
        moment->density /= m->areas[i].size;
        moment->speed /= m->areas[i].size;
    }
}

// ---- frame by frame -----------------------------------------------------------------------------

/// Measures the frames with this floor. False: out of memory.
static bool measure_on(measuring *m, measure_cells *cells, const scene *floor)
{
    for (m->frame = 0; m->frame < m->r->frame_count; ++m->frame) {
        if (recording_floor(m->r, m->frame) != floor || cells->parts.items.count == 0)
            continue;
        clear_moments(m, 0);
        if (!measure_cells_visit(cells, m->frame, add_cell, m))
            return false;
        finish_moments(m);
    }
    return true;
}

bool measure_find_voronoi(const recording *r, const measure_voronoi_rule *rule,
                          const measure_voronoi_area *areas, size_t area_count, double *cells,
                          problem_list *problems)
{
    measuring m = {.r = r, .window = rule->window, .area_count = area_count, .cells = cells};
    m.areas = malloc((area_count + 1) * sizeof *m.areas);
    bool done = m.areas || problem_no_memory(problems);
    for (size_t i = 0; done && i < area_count; ++i) {
        m.areas[i] = convex_area_of(&areas[i]);
        m.most_corners =
            areas[i].area.count > m.most_corners ? areas[i].area.count : m.most_corners;
    }
    for (m.frame = 0; done && m.frame < r->frame_count; ++m.frame)
        clear_moments(&m, NAN);
    for (size_t i = 0; done && cells && i < r->row_count; ++i)
        cells[i] = NAN;
    measure_cells found = {0};
    for (uint32_t i = 0; done && (i < r->floor_count || i == 0); ++i) {
        const scene *floor = r->floor_count > 0 ? r->floors[i].floor : NULL;
        done = measure_cells_start(&found, r, floor, rule->cutoff, rule->quarter, problems) &&
               (measure_on(&m, &found, floor) || problem_no_memory(problems));
    }
    measure_cells_free(&found);
    wend_convex_free(&m.piece, NULL);
    free(m.areas);
    return done;
}
