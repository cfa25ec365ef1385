// SPDX-License-Identifier: MIT
// Start triangles for point location: a grid over the box, whose squares refer to the triangle that
// contains their centre. There are about as many squares as triangles, so the walk from there is
// short.
//
// Squares are assigned to triangles row by row, like pixels in scan conversion. The side of an edge
// on which a centre lies is decided exactly, and one on an edge belongs to the triangle at its
// right. So triangles partition the centres without gap or overlap. An edit replaces the triangles
// of a region and keeps its outline, so filling the new ones is sufficient: they take over all
// squares of the old ones.
#include "mesh/around.h"

#include "geometry/predicates.h"

#include <math.h>
#include <string.h>

struct wend_hints {
    wend_vec2 low;          ///< the box's
    wend_vec2 per_metre;    ///< columns and rows
    wend_vec2 last;         ///< the last column and row, as numbers
    wend_vec2 step;         ///< the size of a square [Units: m]
    uint32_t columns, rows; ///< [Limit: columns * rows <= MAX_SQUARES]
    uint32_t squares[];     ///< row by row: a triangle each
};

enum {
    MAX_SQUARES = 1 << 22,
    CROWDED = 4, ///< triangles per square: threshold for rebuilding the grid
};

// ---- the grid -----------------------------------------------------------------------------------

static uint32_t count_triangles(const wend_mesh *mesh)
{
    return mesh->triangle_count - mesh->unused;
}

static size_t size_of(uint32_t squares)
{
    return sizeof(struct wend_hints) + (size_t)squares * sizeof(uint32_t);
}

/// A grid of nearly square squares, still empty. NULL: out of memory.
static struct wend_hints *make_grid(const wend_mesh *mesh)
{
    double width = mesh->box.max.x - mesh->box.min.x, height = mesh->box.max.y - mesh->box.min.y;
    double wanted = count_triangles(mesh);
    wanted = wanted > MAX_SQUARES ? MAX_SQUARES : wanted;
    double columns = floor(sqrt(wanted * (width / height)));
    columns = columns >= 1 ? columns <= wanted ? columns : wanted : 1;
    double rows = floor(wanted / columns);
    uint32_t squares = (uint32_t)columns * (uint32_t)rows;
    struct wend_hints *hints = wend_allocate(&mesh->allocator, size_of(squares), 1);
    if (hints)
        *hints = (struct wend_hints){.low = mesh->box.min,
                                     .per_metre = {columns / width, rows / height},
                                     .last = {columns - 1, rows - 1},
                                     .step = {width / columns, height / rows},
                                     .columns = (uint32_t)columns,
                                     .rows = (uint32_t)rows};
    return hints;
}

static double middle_x(const struct wend_hints *hints, uint32_t column)
{
    return hints->low.x + (column + 0.5) * hints->step.x;
}

static double middle_y(const struct wend_hints *hints, uint32_t row)
{
    return hints->low.y + (row + 0.5) * hints->step.y;
}

/// The integer at or below a grid position, within 0..last; 0 for NaN.
static uint32_t clamp_down(double position, double last)
{
    position = position > 0 ? position : 0;
    return (uint32_t)(position < last ? position : last);
}

/// A triangle that is always in use.
static uint32_t some_triangle(const wend_mesh *mesh)
{
    return mesh->vertices.data[0].spoke / 3;
}

// ---- filling ------------------------------------------------------------------------------------

/// The first row whose centres lie at or above y; the number of rows if none does.
static uint32_t row_from(const struct wend_hints *hints, double y)
{
    uint32_t row = clamp_down((y - hints->low.y) * hints->per_metre.y, hints->last.y);
    while (row > 0 && middle_y(hints, row - 1) >= y)
        --row;
    while (row < hints->rows && middle_y(hints, row) < y)
        ++row;
    return row;
}

/// The first column whose centres lie at or to the right of x; the number of columns if none does.
static uint32_t column_from(const struct wend_hints *hints, double x)
{
    uint32_t column = clamp_down((x - hints->low.x) * hints->per_metre.x, hints->last.x);
    while (column > 0 && middle_x(hints, column - 1) >= x)
        --column;
    while (column < hints->columns && middle_x(hints, column) < x)
        ++column;
    return column;
}

/// The first column whose centre lies on or to the right of an edge that crosses the row.
static uint32_t first_column(const struct wend_hints *hints, wend_vec2 low, wend_vec2 high,
                             double y)
{
    double x = low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y));
    uint32_t column = clamp_down((x - hints->low.x) * hints->per_metre.x, hints->last.x);
    while (column > 0 &&
           wend_orient2d_fast(low, high, (wend_vec2){middle_x(hints, column - 1), y}) <= 0)
        --column;
    while (column < hints->columns &&
           wend_orient2d_fast(low, high, (wend_vec2){middle_x(hints, column), y}) > 0)
        ++column;
    return column;
}

/// Assigns a triangle the squares of a row whose centres it contains. In a counter-clockwise
/// triangle the edge that goes up is the right border and the one that goes down the left.
static void fill_row(struct wend_hints *hints, uint32_t row, const wend_vec2 corners[3],
                     uint32_t triangle)
{
    double y = middle_y(hints, row);
    uint32_t begin = 0, end = 0;
    for (int i = 0; i < 3; ++i) {
        wend_vec2 a = corners[i], b = corners[i == 2 ? 0 : i + 1];
        if (a.y <= y && y < b.y)
            end = first_column(hints, a, b, y);
        else if (b.y <= y && y < a.y)
            begin = first_column(hints, b, a, y);
    }
    uint32_t *squares = hints->squares + (size_t)row * hints->columns;
    for (uint32_t column = begin; column < end; ++column)
        squares[column] = triangle;
}

static void fill(const wend_mesh *mesh, struct wend_hints *hints, uint32_t triangle)
{
    wend_vec2 corners[3];
    wend_box box = wend_box_empty();
    for (uint32_t i = 0; i < 3; ++i) {
        corners[i] = wend_at(mesh, wend_origin(mesh, 3 * triangle + i));
        box = wend_box_add(box, corners[i]);
    }
    uint32_t column = column_from(hints, box.min.x);
    if (column == hints->columns || middle_x(hints, column) > box.max.x)
        return;
    for (uint32_t row = row_from(hints, box.min.y); row < hints->rows; ++row) {
        if (middle_y(hints, row) >= box.max.y)
            return;
        fill_row(hints, row, corners, triangle);
    }
}

/// True if fill would assign a triangle the square with that centre.
static bool owns(const wend_mesh *mesh, uint32_t triangle, wend_vec2 middle)
{
    bool right_of_left = false, left_of_right = false;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
        if (a.y <= middle.y && middle.y < b.y)
            left_of_right = wend_orient2d_fast(a, b, middle) > 0;
        else if (b.y <= middle.y && middle.y < a.y)
            right_of_left = wend_orient2d_fast(b, a, middle) <= 0;
    }
    return right_of_left && left_of_right;
}

/// The triangle that a centre belongs to; start is one to walk from.
static uint32_t owner_of(const wend_mesh *mesh, uint32_t start, wend_vec2 middle)
{
    wend_spot spot = wend_mesh_walk(mesh, start, middle);
    if (spot.kind == WEND_SPOT_FACE)
        return spot.edge / 3;
    uint32_t h = wend_around(mesh, spot);
    while (h != WEND_NONE && !owns(mesh, h / 3, middle))
        h = wend_around_next(mesh, spot, h);
    return h != WEND_NONE ? h / 3 : start;
}

/// Finds every square's triangle by walking from one to the next, back and forth along the rows:
/// with as many squares as triangles this is faster than filling each triangle.
static void fill_all(const wend_mesh *mesh, struct wend_hints *hints)
{
    uint32_t triangle = some_triangle(mesh);
    for (uint32_t row = 0; row < hints->rows; ++row)
        for (uint32_t i = 0; i < hints->columns; ++i) {
            uint32_t column = row % 2 == 0 ? i : hints->columns - 1 - i;
            wend_vec2 middle = {middle_x(hints, column), middle_y(hints, row)};
            triangle = owner_of(mesh, triangle, middle);
            hints->squares[(size_t)row * hints->columns + column] = triangle;
        }
}

// ---- lifetime -----------------------------------------------------------------------------------

bool wend_hints_create(wend_mesh *mesh)
{
    struct wend_hints *hints = make_grid(mesh);
    if (!hints)
        return false;
    fill_all(mesh, hints);
    wend_hints_destroy(mesh);
    mesh->hints = hints;
    return true;
}

void wend_hints_destroy(wend_mesh *mesh)
{
    if (mesh->hints)
        wend_release(&mesh->allocator, mesh->hints, wend_hints_bytes(mesh), 1);
    mesh->hints = NULL;
}

bool wend_hints_copy(wend_mesh *to, const wend_mesh *from)
{
    size_t bytes = wend_hints_bytes(from);
    if (bytes == 0)
        return true;
    to->hints = wend_allocate(&to->allocator, bytes, 1);
    if (to->hints)
        memcpy(to->hints, from->hints, bytes);
    return to->hints;
}

void wend_hints_update(wend_mesh *mesh)
{
    uint32_t squares = mesh->hints->columns * mesh->hints->rows;
    // Without memory for a finer grid the old one is kept.
    if (squares < MAX_SQUARES / 2 && count_triangles(mesh) / CROWDED > squares &&
        wend_hints_create(mesh))
        return;
    for (uint32_t i = 0; i < mesh->touched_count; ++i)
        if (wend_is_used(mesh, mesh->touched[i]))
            fill(mesh, mesh->hints, mesh->touched[i]);
}

uint32_t wend_hint(const wend_mesh *mesh, wend_vec2 p)
{
    const struct wend_hints *hints = mesh->hints;
    if (!hints)
        return some_triangle(mesh);
    uint32_t column = clamp_down((p.x - hints->low.x) * hints->per_metre.x, hints->last.x);
    uint32_t row = clamp_down((p.y - hints->low.y) * hints->per_metre.y, hints->last.y);
    uint32_t triangle = hints->squares[(size_t)row * hints->columns + column];
    // During an edit it may have been removed.
    return wend_is_used(mesh, triangle) ? triangle : some_triangle(mesh);
}

wend_result wend_hints_check(const wend_mesh *mesh, wend_error *error)
{
    const struct wend_hints *hints = mesh->hints;
    for (uint32_t row = 0; row < hints->rows; ++row)
        for (uint32_t column = 0; column < hints->columns; ++column) {
            uint32_t triangle = hints->squares[(size_t)row * hints->columns + column];
            wend_vec2 middle = {middle_x(hints, column), middle_y(hints, row)};
            if (triangle >= mesh->triangle_count || !wend_is_used(mesh, triangle))
                return wend_fail_at(error, WEND_INVALID_GEOMETRY, middle,
                                    "the hint here refers to an unused triangle");
            if (!owns(mesh, triangle, middle))
                return wend_fail_at(error, WEND_INVALID_GEOMETRY, middle,
                                    "the hint here refers to a triangle elsewhere");
        }
    return WEND_OK;
}

size_t wend_hints_bytes(const wend_mesh *mesh)
{
    return mesh->hints ? size_of(mesh->hints->columns * mesh->hints->rows) : 0;
}
