// SPDX-License-Identifier: MIT
// The cell of a lone point among lone points, the usual case in crowds: a convex polygon, clipped
// by one line after the other. The result is the same envelope, computed faster. If anything other
// than points is near, or nothing is, the general method is used.
#include "voronoi/cell.h"

#include "wend/vec2.h"

/// Maximum number of rings of the grid before giving up.
enum { MAX_RINGS = 4 };

/// Maximum number of walls near a cell that are stored until it is known whether they are near
/// enough.
enum { MAX_WALLS = 16 };

typedef struct lone_search {
    wend_convex *cell;
    const wend_boundary *boundary;
    wend_vec2 at;
    uint32_t element;
    uint32_t walls[MAX_WALLS];
    uint32_t wall_count;
    bool failed;
} lone_search;

static bool is_lone(const wend_element *e)
{
    return wend_equal(e->p, e->q) && wend_equal(e->from, e->to);
}

static void meet(lone_search *s, uint32_t number)
{
    const wend_element *other = &s->boundary->elements.data[number];
    wend_vec2 d = wend_sub(other->p, s->at);
    double square = wend_length_squared(d);
    if (!is_lone(other)) {
        if (s->wall_count == MAX_WALLS)
            s->failed = true;
        else
            s->walls[s->wall_count++] = number;
        return;
    }
    // Nothing more than twice as far away as the furthest corner can cut.
    if (square >= 4 * s->cell->reach || number == s->element)
        return;
    if (s->cell->count + 1 >= s->cell->capacity)
        s->failed = true;
    else
        wend_convex_cut(s->cell, d, 0.5 * square, number);
}

static void meet_row(lone_search *s, uint32_t left, uint32_t right, uint32_t row)
{
    const wend_site_grid *grid = &s->boundary->grid;
    for (uint32_t column = left; column <= right; ++column)
        for (const wend_grid_block *block = wend_grid_list(grid, column, row); block;
             block = wend_grid_next(grid, block))
            for (uint32_t i = 0; i < block->count; ++i)
                meet(s, block->numbers[i]);
}

/// The grid cells touched by the circles around the corners, through the point.
static wend_grid_range wanted(const lone_search *s)
{
    const wend_convex *cell = s->cell;
    wend_box box = {s->at, s->at};
    for (uint32_t i = 0; i < cell->count; ++i) {
        double x = cell->x[i], y = cell->y[i], r = sqrt(x * x + y * y);
        x += s->at.x;
        y += s->at.y;
        box.min = (wend_vec2){wend_smaller(box.min.x, x - r), wend_smaller(box.min.y, y - r)};
        box.max = (wend_vec2){wend_larger(box.max.x, x + r), wend_larger(box.max.y, y + r)};
    }
    return wend_grid_range_of(&s->boundary->grid, box);
}

/// Visits the nine grid cells around the point, roughly the nearest first, which avoids repeated
/// cuts.
static wend_grid_range meet_block(lone_search *s)
{
    static const int8_t order[9][2] = {{0, 0},  {1, 0},  {0, 1},  {1, 1},  {-1, 0},
                                       {0, -1}, {-1, 1}, {1, -1}, {-1, -1}};
    const wend_site_grid *grid = &s->boundary->grid;
    uint32_t column = wend_grid_column(grid, s->at.x), row = wend_grid_row(grid, s->at.y);
    // 1 is the side to which the point is nearer.
    double x = (s->at.x - grid->origin.x) * grid->per_side - (double)column;
    double y = (s->at.y - grid->origin.y) * grid->per_side - (double)row;
    int to_x = x < 0.5 ? -1 : 1, to_y = y < 0.5 ? -1 : 1;
    for (int i = 0; i < 9; ++i) {
        uint32_t c = column + (uint32_t)(order[i][0] * to_x);
        uint32_t r = row + (uint32_t)(order[i][1] * to_y);
        if (c < grid->columns && r < grid->rows) // below 0 they wrap to large values
            meet_row(s, c, c, r);
    }
    return (wend_grid_range){column - (column > 0), row - (row > 0),
                             column + (column + 1 < grid->columns), row + (row + 1 < grid->rows)};
}

/// Visits the grid cells around the point, then ring by ring, only where circles reach. False: too
/// far.
static bool search(lone_search *s)
{
    wend_grid_range done = meet_block(s);
    for (int ring = 0; ring < MAX_RINGS; ++ring) {
        wend_grid_range want = wanted(s);
        wend_grid_range next = {
            done.left - (want.left < done.left), done.bottom - (want.bottom < done.bottom),
            done.right + (want.right > done.right), done.top + (want.top > done.top)};
        if (next.left == done.left && next.right == done.right && next.bottom == done.bottom &&
            next.top == done.top)
            return true;
        for (uint32_t row = next.bottom; row <= next.top; ++row) {
            if (row < done.bottom || row > done.top) {
                meet_row(s, next.left, next.right, row);
                continue;
            }
            if (next.left < done.left)
                meet_row(s, next.left, next.left, row);
            if (next.right > done.right)
                meet_row(s, next.right, next.right, row);
        }
        if (s->failed)
            return false;
        done = next;
    }
    return false;
}

/// True if one of the walls is near enough to change the cell.
static bool walls_are_near(const lone_search *s)
{
    for (uint32_t i = 0; i < s->wall_count; ++i) {
        const wend_element *wall = &s->boundary->elements.data[s->walls[i]];
        wend_vec2 d = wend_sub(s->at, wall->p), along = wend_sub(wall->q, wall->p);
        double square = wend_length_squared(along),
               t = square > 0 ? wend_dot(d, along) / square : 0;
        t = wend_smaller(wend_larger(t, 0), 1);
        wend_vec2 off = {d.x - t * along.x, d.y - t * along.y};
        if (wend_length_squared(off) <= 4 * s->cell->reach)
            return true;
    }
    return false;
}

/// The corner between two sides, from the adjacent points alone: free of the errors of the cuts.
static wend_voronoi_arc arc_between(const lone_search *s, uint32_t before, uint32_t after)
{
    wend_vec2 a = wend_sub(s->boundary->elements.data[before].p, s->at);
    wend_vec2 b = wend_sub(s->boundary->elements.data[after].p, s->at);
    double aa = wend_length_squared(a), bb = wend_length_squared(b), turn = wend_cross(a, b);
    double half = 0.5 / turn;
    wend_vec2 off = {(aa * b.y - bb * a.y) * half, (bb * a.x - aa * b.x) * half};
    double sharp = turn * turn / (aa * bb);
    return (wend_voronoi_arc){
        .at = wend_add(s->at, off),
        .radius = wend_length(off),
        .other = after,
        .twin = WEND_NO_ARC,
        .quality = (uint16_t)(WEND_SHARPNESS * wend_smaller(sharp, 1)),
    };
}

static void start(lone_search *s, double limit)
{
    for (uint32_t i = 0; i < 4; ++i) {
        wend_vec2 corner = {i == 1 || i == 2 ? limit : -limit, i >= 2 ? limit : -limit};
        wend_convex_set(s->cell, i, corner, WEND_NO_ELEMENT);
    }
    wend_convex_finish(s->cell, 4);
}

bool wend_lone_cell_compute(wend_cell_work *work, const wend_boundary *boundary, uint32_t element,
                            double limit)
{
    lone_search s = {
        .cell = &work->lone,
        .boundary = boundary,
        .at = boundary->elements.data[element].p,
        .element = element,
    };
    start(&s, limit);
    if (!search(&s) || s.failed || walls_are_near(&s))
        return false;
    const wend_convex *cell = s.cell;
    work->arc_count = cell->count;
    for (uint32_t i = 0; i < cell->count; ++i) {
        uint32_t before = cell->across[i > 0 ? i - 1 : cell->count - 1];
        if (cell->across[i] == WEND_NO_ELEMENT || before == WEND_NO_ELEMENT)
            return false;
        work->arcs[i] = arc_between(&s, before, cell->across[i]);
    }
    return true;
}
