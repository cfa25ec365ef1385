// SPDX-License-Identifier: MIT
// Cells of points by clipping: a cell starts as its surrounding and loses what is nearer to another
// point, for one point after the other. Points are visited by cells of a small grid, outwards in
// rings. Only a point in the disc around a corner of the cell through the cell's own point can
// still cut off that corner, so the search ends with the bounding box of these discs.
//
// With a guess, the cell starts as the polygon of the guessed sides, whose corners are computed all
// at once. Other points cut as usual.
#include "voronoi/point_cells.h"

#include <math.h>
#include <string.h>

/// Mean number of points per grid cell. Half or twice as many cost the same.
#define POINTS_IN_CELL 2.0
/// The grid extends this many standard deviations from the mean to every side, if points do: all of
/// them if they are evenly spread, and not much more than the crowd if some are far away.
#define DEVIATIONS 2.5
/// Maximum number of cells per side.
#define MAX_ACROSS 4096.0

/// Maximum number of sides of a guess.
enum { MAX_GUESSED = 12 };

// ---- the crowd ----------------------------------------------------------------------------------

static wend_box reach_of(const wend_vec2 *points, uint32_t count)
{
    wend_vec2 low = points[0], high = points[0], mean = {0, 0}, spread = {0, 0};
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 p = points[i];
        low = (wend_vec2){fmin(low.x, p.x), fmin(low.y, p.y)};
        high = (wend_vec2){fmax(high.x, p.x), fmax(high.y, p.y)};
        // Relative to the first point, so that no precision is lost far from the origin.
        double x = p.x - points[0].x, y = p.y - points[0].y;
        mean = (wend_vec2){mean.x + x, mean.y + y};
        spread = (wend_vec2){spread.x + x * x, spread.y + y * y};
    }
    mean = (wend_vec2){mean.x / count, mean.y / count};
    double x = DEVIATIONS * sqrt(fmax(spread.x / count - mean.x * mean.x, 0));
    double y = DEVIATIONS * sqrt(fmax(spread.y / count - mean.y * mean.y, 0));
    mean = (wend_vec2){mean.x + points[0].x, mean.y + points[0].y};
    return (wend_box){{fmax(low.x, mean.x - x), fmax(low.y, mean.y - y)},
                      {fmin(high.x, mean.x + x), fmin(high.y, mean.y + y)}};
}

static void lay_out(wend_point_cells *all, wend_box reach)
{
    double width = reach.max.x - reach.min.x, height = reach.max.y - reach.min.y;
    double longer = fmax(width, height), cells = fmax(all->count / POINTS_IN_CELL, 1);
    // Collinear points have no area: then the grid is a row of that many cells.
    double side = fmax(sqrt(width / cells * height), longer / fmin(cells, MAX_ACROSS));
    all->origin = reach.min;
    all->per_side = side > 0 ? 1 / side : 0;
    if (!isfinite(all->per_side))
        all->per_side = 0;
    all->columns = (int32_t)(width * all->per_side) + 1;
    all->rows = (int32_t)(height * all->per_side) + 1;
}

static int32_t lane(double from_origin, double per_side, int32_t lanes)
{
    double at = from_origin * per_side;
    return at > 0 ? at < lanes ? (int32_t)at : lanes - 1 : 0;
}

static int32_t column_of(const wend_point_cells *all, double x)
{
    return lane(x - all->origin.x, all->per_side, all->columns);
}

static int32_t row_of(const wend_point_cells *all, double y)
{
    return lane(y - all->origin.y, all->per_side, all->rows);
}

/// Sorts the points by cell (counting sort).
static void sort_points(wend_point_cells *all)
{
    size_t cells = (size_t)all->columns * (size_t)all->rows;
    uint32_t *starts = all->starts.data, *cell_of = all->cell_of.data;
    memset(starts, 0, (cells + 1) * sizeof *starts);
    for (uint32_t i = 0; i < all->count; ++i) {
        wend_vec2 p = all->points[i];
        cell_of[i] = (uint32_t)(row_of(all, p.y) * all->columns + column_of(all, p.x));
        ++starts[cell_of[i] + 1];
    }
    for (size_t c = 0; c < cells; ++c)
        starts[c + 1] += starts[c];
    // Backwards, each start counts down from the end of its cell to its final value.
    for (uint32_t i = all->count; i-- > 0;)
        all->placed.data[--starts[cell_of[i] + 1]] = (wend_placed_point){all->points[i], i};
    memmove(starts, starts + 1, cells * sizeof *starts);
    starts[cells] = all->count;
}

bool wend_point_cells_place(wend_point_cells *all, const wend_vec2 *points, uint32_t count,
                            wend_surrounding surrounding, const wend_allocator *allocator)
{
    all->surrounding = surrounding;
    all->points = points;
    all->count = count;
    lay_out(all, count > 0 ? reach_of(points, count) : (wend_box){{0, 0}, {0, 0}});
    size_t cells = (size_t)all->columns * (size_t)all->rows;
    all->placed.count = all->starts.count = all->cell_of.count = 0;
    if (!wend_array_reserve(&all->placed, allocator, count) ||
        !wend_array_reserve(&all->cell_of, allocator, count) ||
        !wend_array_reserve(&all->starts, allocator, cells + 1)) {
        all->count = 0;
        return false;
    }
    all->placed.count = all->cell_of.count = count;
    all->starts.count = cells + 1;
    sort_points(all);
    return true;
}

void wend_point_cells_free(wend_point_cells *all, const wend_allocator *allocator)
{
    wend_array_free(&all->placed, allocator);
    wend_array_free(&all->starts, allocator);
    wend_array_free(&all->cell_of, allocator);
    *all = (wend_point_cells){0};
}

size_t wend_point_cells_room(const wend_point_cells *all)
{
    // Every point adds one corner at most; 4 is the box.
    size_t corners = all->count + (size_t)all->surrounding.count + 4;
    return corners > MAX_GUESSED ? corners : MAX_GUESSED;
}

// ---- initial polygon ----------------------------------------------------------------------------

/// The surrounding.
static void start(const wend_point_cells *all, wend_vec2 p, wend_convex *cell)
{
    const wend_surrounding *s = &all->surrounding;
    if (s->ring) {
        for (uint32_t i = 0; i < s->count; ++i)
            wend_convex_set(cell, i, s->ring[i], WEND_SURROUNDING_SIDE + i);
        wend_convex_finish(cell, s->count);
        return;
    }
    wend_vec2 min = {s->box.min.x - p.x, s->box.min.y - p.y};
    wend_vec2 max = {s->box.max.x - p.x, s->box.max.y - p.y};
    wend_convex_set(cell, 0, min, WEND_SURROUNDING_SIDE);
    wend_convex_set(cell, 1, (wend_vec2){max.x, min.y}, WEND_SURROUNDING_SIDE + 1);
    wend_convex_set(cell, 2, max, WEND_SURROUNDING_SIDE + 2);
    wend_convex_set(cell, 3, (wend_vec2){min.x, max.y}, WEND_SURROUNDING_SIDE + 3);
    wend_convex_finish(cell, 4);
}

/// The line of a side of a cell: along . v == limit.
typedef struct line {
    wend_vec2 along;
    double limit;
    double square; ///< squared length of along
} line;

static line border_line(const wend_point_cells *all, wend_vec2 p, uint32_t side)
{
    const wend_surrounding *s = &all->surrounding;
    if (s->ring) {
        wend_vec2 a = s->ring[side], b = s->ring[side + 1 < s->count ? side + 1 : 0];
        wend_vec2 out = {b.y - a.y, a.x - b.x};
        return (line){out, out.x * a.x + out.y * a.y, out.x * out.x + out.y * out.y};
    }
    switch (side) {
    case 0:
        return (line){{0, -1}, p.y - s->box.min.y, 1};
    case 1:
        return (line){{1, 0}, s->box.max.x - p.x, 1};
    case 2:
        return (line){{0, 1}, s->box.max.y - p.y, 1};
    default:
        return (line){{-1, 0}, p.x - s->box.min.x, 1};
    }
}

/// Two sides that meet at a smaller angle than this (its sine) have a corner that rounding moves
/// too far.
#define MIN_TURN 1e-3
/// Fills the lines; false: the guess belongs to another crowd.
static bool guess_lines(const wend_point_cells *all, wend_vec2 p, const uint32_t *guess,
                        uint32_t count, line *lines)
{
    uint32_t borders = all->surrounding.ring ? all->surrounding.count : 4;
    for (uint32_t i = 0; i < count; ++i) {
        if (guess[i] >= WEND_SURROUNDING_SIDE) {
            if (guess[i] - WEND_SURROUNDING_SIDE >= borders)
                return false;
            lines[i] = border_line(all, p, guess[i] - WEND_SURROUNDING_SIDE);
        } else {
            if (guess[i] >= all->count)
                return false;
            wend_vec2 to = {all->points[guess[i]].x - p.x, all->points[guess[i]].y - p.y};
            double square = to.x * to.x + to.y * to.y;
            lines[i] = (line){to, square / 2, square};
        }
    }
    return true;
}

/// Clips a cell by the sides of its surrounding that were not guessed.
static void cut_to_surrounding(const wend_point_cells *all, wend_vec2 p, wend_convex *cell)
{
    uint32_t sides = all->surrounding.ring ? all->surrounding.count : 4;
    for (uint32_t i = 0; i < sides && cell->count > 0; ++i) {
        line l = border_line(all, p, i);
        if (l.limit > 0 && l.limit * l.limit >= cell->reach * l.square)
            continue; // all corners are inside
        if (!wend_convex_has_side(cell, WEND_SURROUNDING_SIDE + i))
            wend_convex_cut(cell, l.along, l.limit, WEND_SURROUNDING_SIDE + i);
    }
}

/// Starts a cell as the polygon of the guessed lines. False if they are not its sides in this
/// order: it is not a polygon, winds more than once, or a line has no side.
static bool start_guessed(const wend_point_cells *all, wend_vec2 p, const uint32_t *guess,
                          uint32_t count, wend_convex *cell)
{
    line lines[MAX_GUESSED];
    if (count < 3 || count > MAX_GUESSED || !guess_lines(all, p, guess, count, lines))
        return false;
    bool good = true;
    uint32_t rounds = 0;
    for (uint32_t i = 0, before = count - 1; i < count; before = i++) {
        const line *a = &lines[before], *b = &lines[i];
        double turn = a->along.x * b->along.y - a->along.y * b->along.x;
        good &= turn > 0 && turn * turn > MIN_TURN * MIN_TURN * (a->square * b->square);
        rounds += a->along.y < 0 && b->along.y >= 0;
        double by = 1 / turn;
        cell->x[i] = (a->limit * b->along.y - b->limit * a->along.y) * by;
        cell->y[i] = (a->along.x * b->limit - b->along.x * a->limit) * by;
        cell->across[i] = guess[i];
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t next = i + 1 < count ? i + 1 : 0;
        good &= lines[i].along.x * (cell->y[next] - cell->y[i]) >
                lines[i].along.y * (cell->x[next] - cell->x[i]);
    }
    if (!good || rounds != 1)
        return false;
    wend_convex_finish(cell, count);
    cut_to_surrounding(all, p, cell);
    return true;
}

// ---- one cell -----------------------------------------------------------------------------------

/// A cell in progress.
typedef struct search {
    const wend_point_cells *all;
    wend_convex *cell;
    wend_vec2 at;
    uint32_t number;
    uint32_t sharing;
} search;

/// Cuts by one point, unless it is too far away: more than twice as far as the farthest corner.
static void cut_by_point(search *s, const wend_placed_point *other)
{
    wend_vec2 to = {other->at.x - s->at.x, other->at.y - s->at.y};
    double square = to.x * to.x + to.y * to.y;
    if (square >= 4 * s->cell->reach || other->number == s->number)
        return;
    if (to.x == 0 && to.y == 0)
        ++s->sharing;
    else if (wend_convex_beyond(s->cell, to, square / 2))
        wend_convex_cut(s->cell, to, square / 2, other->number);
}

/// Cuts by the points in a part of a grid row.
static void cut_by(search *s, int32_t row, int32_t left, int32_t right)
{
    const uint32_t *starts = s->all->starts.data + (ptrdiff_t)row * s->all->columns;
    for (uint32_t i = starts[left], end = starts[right + 1]; i < end; ++i)
        cut_by_point(s, &s->all->placed.data[i]);
}

/// Grid cells, inclusive.
typedef struct block {
    int32_t left, right, bottom, top;
} block;

/// Bounding box, relative to the point, of all positions where a point cuts.
static wend_box cutting_box(const wend_convex *cell)
{
    wend_box box = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < cell->count; ++i) {
        double x = cell->x[i], y = cell->y[i], r = sqrt(x * x + y * y);
        box.min.x = x - r < box.min.x ? x - r : box.min.x;
        box.max.x = x + r > box.max.x ? x + r : box.max.x;
        box.min.y = y - r < box.min.y ? y - r : box.min.y;
        box.max.y = y + r > box.max.y ? y + r : box.max.y;
    }
    return box;
}

/// The cells that it lies in.
static block block_of(const search *s, wend_box box)
{
    return (block){column_of(s->all, s->at.x + box.min.x), column_of(s->all, s->at.x + box.max.x),
                   row_of(s->all, s->at.y + box.min.y), row_of(s->all, s->at.y + box.max.y)};
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/// Visits the required cells at that ring distance from the point's own.
static void cut_by_ring(search *s, int32_t column, int32_t row, int32_t ring, block b)
{
    int32_t left = larger(b.left, column - ring), right = smaller(b.right, column + ring);
    if (row - ring >= b.bottom)
        cut_by(s, row - ring, left, right);
    if (row + ring <= b.top)
        cut_by(s, row + ring, left, right);
    int32_t low = larger(b.bottom, row - ring + 1), high = smaller(b.top, row + ring - 1);
    for (int32_t r = low; r <= high; ++r) {
        if (column - ring >= b.left)
            cut_by(s, r, column - ring, column - ring);
        if (column + ring <= b.right)
            cut_by(s, r, column + ring, column + ring);
    }
}

/// Outwards from the point, until no other can cut.
static void search_around(search *s)
{
    int32_t column = column_of(s->all, s->at.x), row = row_of(s->all, s->at.y);
    int32_t left = larger(column - 1, 0), right = smaller(column + 1, s->all->columns - 1);
    cut_by(s, row, left, right);
    if (row > 0)
        cut_by(s, row - 1, left, right);
    if (row + 1 < s->all->rows)
        cut_by(s, row + 1, left, right);
    for (int32_t ring = 2;; ++ring) {
        block b = block_of(s, cutting_box(s->cell));
        if (b.left > column - ring && b.right < column + ring && b.bottom > row - ring &&
            b.top < row + ring)
            return;
        cut_by_ring(s, column, row, ring, b);
    }
}

/// Capacity for points that may cut.
enum { SIFTED = 64 };

/// Points that may cut a guessed cell.
typedef struct sifted {
    uint32_t others, sides;
    uint32_t other[SIFTED], side[SIFTED]; ///< in placed; sides: may be sides already
} sifted;

/// One bit of 64 for a point: a filter that recognises most points that are not sides.
static uint64_t mark_of(uint32_t number)
{
    return (uint64_t)1 << (number % 64);
}

static void cut_by_sifted(search *s, sifted *found)
{
    const wend_placed_point *placed = s->all->placed.data;
    for (uint32_t i = 0; i < found->sides; ++i)
        if (!wend_convex_has_side(s->cell, placed[found->side[i]].number))
            cut_by_point(s, &placed[found->side[i]]);
    for (uint32_t i = 0; i < found->others; ++i)
        cut_by_point(s, &placed[found->other[i]]);
    found->sides = found->others = 0;
}

/// A guessed cell is usually right, so all points that could cut it are collected, without a
/// branch, and few remain to be checked.
static void search_guessed(search *s)
{
    const wend_placed_point *placed = s->all->placed.data;
    uint64_t marks = mark_of(s->number);
    for (uint32_t i = 0; i < s->cell->count; ++i)
        marks |= mark_of(s->cell->across[i]);
    sifted found;
    found.sides = found.others = 0;
    wend_box box = cutting_box(s->cell);
    block b = block_of(s, box);
    for (int32_t row = b.bottom; row <= b.top; ++row) {
        const uint32_t *starts = s->all->starts.data + (ptrdiff_t)row * s->all->columns;
        for (uint32_t i = starts[b.left], end = starts[b.right + 1]; i < end; ++i) {
            double x = placed[i].at.x - s->at.x, y = placed[i].at.y - s->at.y;
            bool near = (x >= box.min.x) & (x <= box.max.x) & (y >= box.min.y) & (y <= box.max.y) &
                        (x * x + y * y < 4 * s->cell->reach);
            bool side = (marks & mark_of(placed[i].number)) != 0;
            found.side[found.sides] = found.other[found.others] = i;
            found.sides += near & side;
            found.others += near & !side;
            if (found.sides == SIFTED || found.others == SIFTED)
                cut_by_sifted(s, &found);
        }
    }
    cut_by_sifted(s, &found);
}

uint32_t wend_point_cell_find(const wend_point_cells *all, uint32_t number, const uint32_t *guess,
                              uint32_t guess_count, wend_convex *cell)
{
    search s = {all, cell, all->points[number], number, 1};
    if (start_guessed(all, s.at, guess, guess_count, cell)) {
        search_guessed(&s);
    } else {
        start(all, s.at, cell);
        search_around(&s);
    }
    return s.sharing;
}
