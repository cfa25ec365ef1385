// SPDX-License-Identifier: MIT
// The pixels whose centres lie in a triangle. The intersection of a side and a row is computed, and
// where it is too near to a centre to decide, an exact predicate decides.
#include "map/paint_rows.h"

#include "geometry/predicates.h"

/// Bound of the error of the intersection of a side and a row, as a fraction of the x of its two
/// ends: six roundings of 2^-53 each.
#define CROSSING_ERROR 0x1p-49

// ---- centres ------------------------------------------------------------------------------------

paint_grid wend_paint_grid(const wend_map_raster *raster)
{
    wend_vec2 pixel = {(raster->box.max.x - raster->box.min.x) / raster->width,
                       (raster->box.max.y - raster->box.min.y) / raster->height};
    return (paint_grid){.min = raster->box.min,
                        .pixel = pixel,
                        .per_metre = {1 / pixel.x, 1 / pixel.y},
                        .width = raster->width,
                        .height = raster->height};
}

wend_vec2 wend_map_pixel(const wend_map_raster *raster, uint32_t column, uint32_t row)
{
    paint_grid grid = wend_paint_grid(raster);
    return (wend_vec2){grid.min.x + (column + 0.5) * grid.pixel.x, wend_paint_y(&grid, row)};
}

/// A count from a number that may be out of range or NaN.
static uint32_t clamp_count(double value, uint32_t max)
{
    return value > 0 ? value < max ? (uint32_t)value : max : 0;
}

/// The first row whose centre is not below y; the height if there is none.
static uint32_t first_row(const paint_grid *grid, double y)
{
    uint32_t row = clamp_count((y - grid->min.y) * grid->per_metre.y, grid->height);
    while (row > 0 && wend_paint_y(grid, row - 1) >= y)
        --row;
    while (row < grid->height && wend_paint_y(grid, row) < y)
        ++row;
    return row;
}

/// The first column whose centre is not to the left of x; the width if there is none.
static uint32_t first_column(const paint_grid *grid, double x)
{
    uint32_t column = clamp_count((x - grid->min.x) * grid->per_metre.x, grid->width);
    while (column > 0 && grid->x[column - 1] >= x)
        --column;
    while (column < grid->width && grid->x[column] < x)
        ++column;
    return column;
}

bool wend_paint_pixel_at(const paint_grid *grid, wend_vec2 p, uint32_t *column, uint32_t *row)
{
    *row = first_row(grid, p.y);
    if (*row == grid->height || wend_paint_y(grid, *row) != p.y)
        return false;
    *column = first_column(grid, p.x);
    return *column < grid->width && grid->x[*column] == p.x;
}

void wend_paint_find_rows(const paint_grid *grid, const wend_mesh *mesh, uint32_t triangle,
                          uint32_t *begin, uint32_t *end)
{
    double low = INFINITY, high = -INFINITY;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        double y = wend_at(mesh, wend_origin(mesh, h)).y;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    *begin = first_row(grid, low);
    *end = first_row(grid, high);
    *end += *end < grid->height && wend_paint_y(grid, *end) == high;
}

// ---- sides --------------------------------------------------------------------------------------

/// A side of a triangle that is not horizontal.
typedef struct paint_side {
    wend_vec2 low, high;
    double per_y, error;
    bool thin; ///< A wall with free space behind it
} paint_side;

/// The sides of a triangle on the left, or on the right: one or two, the lower one first.
typedef struct paint_flank {
    paint_side sides[2];
    uint32_t count;
} paint_flank;

typedef struct paint_triangle {
    paint_flank left, right;
    bool thin_level; ///< it has a horizontal side that is thin
    double level;    ///< its y
} paint_triangle;

static void add_side(paint_flank *flank, paint_side side)
{
    bool below = flank->count == 1 && side.low.y < flank->sides[0].low.y;
    if (below)
        flank->sides[1] = flank->sides[0];
    flank->sides[below ? 0 : flank->count] = side;
    ++flank->count;
}

static paint_triangle ready_triangle(const wend_mesh *mesh, uint32_t triangle)
{
    paint_triangle out = {0};
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
        uint32_t twin = wend_twin(mesh, h);
        bool thin = wend_is_fixed(mesh, h) && twin != WEND_NONE && !wend_is_solid(mesh, twin / 3);
        paint_side side = {.low = a, .high = b, .thin = thin};
        side.per_y = (b.x - a.x) / (b.y - a.y);
        side.error = CROSSING_ERROR * (fabs(a.x) + fabs(b.x));
        if (a.y < b.y) {
            add_side(&out.right, side);
        } else if (a.y > b.y) {
            side.low = b;
            side.high = a;
            add_side(&out.left, side);
        } else if (thin) {
            out.thin_level = true;
            out.level = a.y;
        }
    }
    return out;
}

static const paint_side *side_at(const paint_flank *flank, double y)
{
    return &flank->sides[flank->count == 2 && y > flank->sides[0].high.y];
}

/// 1 to the left of a side, seen upwards; 0 on it.
static int turn_to(const paint_grid *grid, const paint_side *side, uint32_t column, double y)
{
    return wend_orient2d_fast(side->low, side->high, (wend_vec2){grid->x[column], y});
}

/// The first column that is not to the left of a side (`beyond` 0), or that is to the right of it
/// (1).
static uint32_t cross_side(const paint_grid *grid, const paint_side *side, double y, int beyond)
{
    double x = side->low.x + (y - side->low.y) * side->per_y;
    uint32_t column = first_column(grid, x - side->error);
    while (column < grid->width && grid->x[column] <= x + side->error &&
           turn_to(grid, side, column, y) > -beyond)
        ++column;
    return column;
}

paint_rows wend_paint_rows(const paint_grid *grid, const wend_mesh *mesh, uint32_t triangle,
                           uint32_t low, uint32_t high)
{
    paint_triangle ready = ready_triangle(mesh, triangle);
    paint_rows rows;
    rows.low = low;
    rows.count = high - low;
    rows.left = UINT32_MAX;
    rows.right = 0;
    for (uint32_t i = 0; i < rows.count; ++i) {
        double y = wend_paint_y(grid, low + i);
        const paint_side *left = side_at(&ready.left, y), *right = side_at(&ready.right, y);
        uint32_t begin = cross_side(grid, left, y, 0), end = cross_side(grid, right, y, 1);
        rows.begin[i] = begin;
        rows.end[i] = end;
        rows.walls[i] = 0;
        if (begin >= end)
            continue;
        rows.left = begin < rows.left ? begin : rows.left;
        rows.right = end > rows.right ? end : rows.right;
        if (ready.thin_level && y == ready.level)
            rows.walls[i] |= PAINT_ALL_ON_WALL;
        if (left->thin && turn_to(grid, left, begin, y) == 0)
            rows.walls[i] |= PAINT_FIRST_ON_WALL;
        if (right->thin && turn_to(grid, right, end - 1, y) == 0)
            rows.walls[i] |= PAINT_LAST_ON_WALL;
    }
    return rows;
}
