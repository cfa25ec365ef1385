// SPDX-License-Identifier: MIT
// Pieces of lines joined into long ones. Ends that should coincide differ by rounding, so they are
// searched in the cells of a grid; four times, with the grid moved by half a cell, since two
// coincident ends may lie on either side of a border.
#include "map/lines.h"
#include "geometry/sort.h"

#include <math.h>

/// Width of cells in tolerances: two ends within a tolerance are not separated by both the borders
/// of the grid and of the one moved by half a cell.
enum { CELL_TOLERANCES = 4 };

/// No end.
#define NO_END SIZE_MAX

/// An end of a piece: 2 i is the first point of piece i, 2 i + 1 the last.
typedef struct line_end {
    uint64_t key;
    double column, row; ///< of the cell
    size_t end;
} line_end;

typedef struct joiner {
    const wend_lines *lines;
    size_t end_count;
    line_end *ends;  ///< [end_count] Those without a partner yet
    size_t *partner; ///< [end_count]
    bool *done;      ///< [pieces]
    wend_vec2 *line; ///< [points] The line under construction
} joiner;

void wend_lines_add(wend_lines *lines, wend_vec2 p, const wend_allocator *allocator)
{
    if (!wend_array_reserve(&lines->points, allocator, 1))
        lines->starved = true;
    else
        lines->points.data[lines->points.count++] = p;
}

/// Lower bound of the extent of the current piece.
static double extent_of(const wend_lines *lines)
{
    double extent = 0;
    for (size_t i = lines->open + 1; i < lines->points.count; ++i) {
        wend_vec2 a = lines->points.data[lines->open], b = lines->points.data[i];
        extent = fmax(extent, fmax(fabs(a.x - b.x), fabs(a.y - b.y)));
    }
    return extent;
}

void wend_lines_end(wend_lines *lines, uint64_t key, const wend_allocator *allocator)
{
    size_t first = lines->open, count = lines->points.count - first;
    if (!wend_array_reserve(&lines->pieces, allocator, 1))
        lines->starved = true;
    if (lines->starved || count < 2 || !(extent_of(lines) > lines->tolerance)) {
        lines->points.count = first;
        return;
    }
    lines->pieces.data[lines->pieces.count++] = (wend_line_piece){key, first, count};
    lines->open = lines->points.count;
}

void wend_lines_free(wend_lines *lines, const wend_allocator *allocator)
{
    wend_array_free(&lines->points, allocator);
    wend_array_free(&lines->pieces, allocator);
}

// ---- partners -----------------------------------------------------------------------------------

static wend_vec2 position_of(const wend_lines *lines, size_t end)
{
    const wend_line_piece *piece = &lines->pieces.data[end / 2];
    return lines->points.data[piece->first + (end % 2 ? piece->count - 1 : 0)];
}

static bool comes_before(const void *context, const void *one, const void *other)
{
    const line_end *a = one, *b = other;
    (void)context;
    if (a->key != b->key)
        return a->key < b->key;
    if (a->column != b->column)
        return a->column < b->column;
    return a->row != b->row ? a->row < b->row : a->end < b->end;
}

/// Finds partners in a grid that is moved by a fraction of a cell.
static void find_partners(joiner *join, double move_x, double move_y)
{
    double per_metre = 1 / (CELL_TOLERANCES * join->lines->tolerance);
    size_t count = 0;
    for (size_t end = 0; end < join->end_count; ++end) {
        if (join->partner[end] != NO_END)
            continue;
        wend_vec2 at = position_of(join->lines, end);
        join->ends[count++] =
            (line_end){join->lines->pieces.data[end / 2].key, floor(at.x * per_metre + move_x),
                       floor(at.y * per_metre + move_y), end};
    }
    wend_sort(join->ends, count, sizeof *join->ends, comes_before, NULL);
    for (size_t i = 0; i + 1 < count; ++i) {
        const line_end *a = &join->ends[i], *b = a + 1;
        // A piece is not closed by itself: it would be a short one.
        if (a->key == b->key && a->column == b->column && a->row == b->row &&
            a->end / 2 != b->end / 2) {
            join->partner[a->end] = b->end;
            join->partner[b->end] = a->end;
            ++i;
        }
    }
}

// ---- lines --------------------------------------------------------------------------------------

/// Writes the points of a piece entered at an end, without the first if the line has begun already.
/// Returns the end on its other side.
static size_t append_piece(joiner *join, size_t end, uint32_t *count)
{
    const wend_line_piece *piece = &join->lines->pieces.data[end / 2];
    const wend_vec2 *points = join->lines->points.data + piece->first;
    for (size_t i = *count > 0; i < piece->count; ++i)
        join->line[(*count)++] = points[end % 2 ? piece->count - 1 - i : i];
    join->done[end / 2] = true;
    return end ^ 1;
}

/// Outputs the line that begins with an end. False: visit stopped.
static bool visit_line(joiner *join, size_t end, wend_lines_fn *visit, void *context)
{
    uint64_t key = join->lines->pieces.data[end / 2].key;
    size_t begin = end;
    uint32_t count = 0;
    do
        end = join->partner[append_piece(join, end, &count)];
    while (end != NO_END && !join->done[end / 2]);
    if (end == begin)
        join->line[count - 1] = join->line[0];
    return visit(context, key, join->line, count);
}

/// All lines of a key, from piece `from` on: first those with ends, then the closed ones. Pieces
/// come in the order of their keys. Returns the first piece of the next key; NO_END: stopped.
static size_t visit_key(joiner *join, const size_t *order, size_t from, wend_lines_fn *visit,
                        void *context)
{
    const wend_line_piece *pieces = join->lines->pieces.data;
    size_t to = from;
    while (to < join->lines->pieces.count && pieces[order[to]].key == pieces[order[from]].key)
        ++to;
    for (int closed = 0; closed < 2; ++closed)
        for (size_t i = from; i < to; ++i)
            for (size_t end = 2 * order[i]; end < 2 * order[i] + 2; ++end)
                if (!join->done[end / 2] && (closed || join->partner[end] == NO_END) &&
                    !visit_line(join, end, visit, context))
                    return NO_END;
    return to;
}

static bool is_lower_key(const void *context, const void *one, const void *other)
{
    const wend_line_piece *pieces = context;
    size_t a = *(const size_t *)one, b = *(const size_t *)other;
    return pieces[a].key != pieces[b].key ? pieces[a].key < pieces[b].key : a < b;
}

static void join_all(joiner *join, size_t *order, wend_lines_fn *visit, void *context)
{
    size_t count = join->lines->pieces.count;
    for (size_t i = 0; i < join->end_count; ++i)
        join->partner[i] = NO_END;
    for (size_t i = 0; i < count; ++i) {
        order[i] = i;
        join->done[i] = false;
    }
    for (int i = 0; i < 4; ++i)
        find_partners(join, i % 2 * 0.5, i / 2 * 0.5);
    wend_sort(order, count, sizeof *order, is_lower_key, join->lines->pieces.data);
    for (size_t from = 0; from < count;)
        from = visit_key(join, order, from, visit, context);
}

bool wend_lines_join(const wend_lines *lines, wend_lines_fn *visit, void *context,
                     const wend_allocator *allocator)
{
    size_t pieces = lines->pieces.count, points = lines->points.count;
    if (lines->starved || pieces == 0)
        return !lines->starved;
    joiner join = {.lines = lines,
                   .end_count = 2 * pieces,
                   .ends = wend_allocate(allocator, 2 * pieces, sizeof *join.ends),
                   .partner = wend_allocate(allocator, 2 * pieces, sizeof *join.partner),
                   .done = wend_allocate(allocator, pieces, sizeof *join.done),
                   .line = wend_allocate(allocator, points, sizeof *join.line)};
    size_t *order = wend_allocate(allocator, pieces, sizeof *order);
    bool fits = join.ends && join.partner && join.done && join.line && order;
    if (fits)
        join_all(&join, order, visit, context);
    wend_release(allocator, join.ends, 2 * pieces, sizeof *join.ends);
    wend_release(allocator, join.partner, 2 * pieces, sizeof *join.partner);
    wend_release(allocator, join.done, pieces, sizeof *join.done);
    wend_release(allocator, join.line, points, sizeof *join.line);
    wend_release(allocator, order, pieces, sizeof *order);
    return fits;
}
