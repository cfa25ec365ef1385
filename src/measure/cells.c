// SPDX-License-Identifier: MIT
// Cells of agents on a floor: the convex cell of the point is clipped to the part of the floor that
// contains its agent, and continues in the next part wherever it was clipped at a side that is not
// a wall.
#include "measure/cells.h"

#include "core/angle.h"
#include "wend/geometry.h"

#include <math.h>

/// A cell continues through openings wider than this many tolerances of the floor; a valid floor
/// has no narrower ones. Gaps between two cuts due to rounding are narrower.
#define NARROWEST 4.0

// ---- starting -----------------------------------------------------------------------------------

/// Circle as in PedPy's shapely: corners on the circle, the first one to the right.
static bool make_ring(measure_cells *cells, double cutoff, uint32_t quarter)
{
    cells->ring.count = 0;
    if (!isfinite(cutoff))
        return true;
    if (!wend_array_reserve(&cells->ring, NULL, 4 * (size_t)quarter))
        return false;
    for (uint32_t i = 0; i < 4 * quarter; ++i) {
        double angle = WEND_HALF_PI * i / quarter;
        cells->ring.data[cells->ring.count++] =
            (wend_vec2){cutoff * wend_cos(angle), cutoff * wend_sin(angle)};
    }
    return true;
}

static void forget_parts(measure_cells *cells)
{
    for (size_t i = 0; i < cells->parts.items.count; ++i)
        cells->seen.data[i] = 0;
    cells->stamp = 0;
}

static bool make_room(measure_cells *cells)
{
    size_t agents = cells->r->agent_count, parts = cells->parts.items.count;
    cells->kept.count = cells->seen.count = 0;
    if (!wend_array_reserve(&cells->kept, NULL, agents) ||
        !wend_array_reserve(&cells->seen, NULL, parts))
        return false;
    for (size_t i = 0; i < agents; ++i)
        cells->kept.data[cells->kept.count++] = (measure_kept_cell){.part = MEASURE_NO_PART};
    forget_parts(cells);
    return true;
}

/// Limit of cells where no bounds end them.
static wend_box box_around(const recording *r, double cutoff)
{
    wend_box box = recording_box(r);
    if (box.min.x > box.max.x)
        box = (wend_box){{0, 0}, {0, 0}};
    double margin = isfinite(cutoff) ? 2 * cutoff : 1;
    return (wend_box){{box.min.x - margin, box.min.y - margin},
                      {box.max.x + margin, box.max.y + margin}};
}

bool measure_cells_start(measure_cells *cells, const recording *r, const scene *floor,
                         double cutoff, uint32_t quarter, problem_list *problems)
{
    cells->r = r;
    measure_parts_free(&cells->parts);
    wend_box around = floor && floor->bounds ? wend_box_empty() : box_around(r, cutoff);
    if (!measure_parts_make(floor, around, &cells->parts, problems))
        return false;
    return (make_ring(cells, cutoff, quarter) && make_room(cells)) || problem_no_memory(problems);
}

void measure_cells_free(measure_cells *cells)
{
    measure_parts_free(&cells->parts);
    wend_array_free(&cells->ring, NULL);
    wend_array_free(&cells->points, NULL);
    wend_array_free(&cells->agents, NULL);
    wend_array_free(&cells->kept, NULL);
    wend_array_free(&cells->seen, NULL);
    wend_array_free(&cells->waiting, NULL);
    wend_array_free(&cells->corners, NULL);
    wend_array_free(&cells->inner, NULL);
    wend_array_free(&cells->ends, NULL);
    wend_point_cells_free(&cells->crowd, NULL);
    wend_convex_free(&cells->whole, NULL);
    wend_convex_free(&cells->piece, NULL);
    *cells = (measure_cells){0};
}

// ---- one cell -----------------------------------------------------------------------------------

/// Line of a side of a part relative to the agent: out . v == most.
typedef struct side_line {
    wend_vec2 a;   ///< start of the side
    wend_vec2 out; ///< outward normal, as long as the side
    double most;
} side_line;

static side_line line_of(const measure_side *sides, uint32_t count, uint32_t i, wend_vec2 at)
{
    wend_vec2 a = sides[i].at, b = sides[i + 1 < count ? i + 1 : 0].at;
    a = (wend_vec2){a.x - at.x, a.y - at.y};
    b = (wend_vec2){b.x - at.x, b.y - at.y};
    wend_vec2 out = {b.y - a.y, a.x - b.x};
    return (side_line){a, out, out.x * a.x + out.y * a.y};
}

/// Piece of the cell inside a part: the whole cell if it does not extend beyond.
static const wend_convex *cut_to(measure_cells *cells, const measure_part *part, wend_vec2 at)
{
    const measure_side *sides = cells->parts.sides.data + part->first;
    const wend_convex *piece = &cells->whole;
    for (uint32_t i = 0; i < part->count; ++i) {
        side_line line = line_of(sides, part->count, i, at);
        double square = line.out.x * line.out.x + line.out.y * line.out.y;
        if (line.most > 0 && line.most * line.most >= piece->reach * square)
            continue; // all corners are on the near side
        if (!wend_convex_beyond(piece, line.out, line.most))
            continue;
        if (piece == &cells->whole)
            wend_convex_copy(&cells->piece, &cells->whole);
        piece = &cells->piece;
        wend_convex_cut(&cells->piece, line.out, line.most, 0);
        if (piece->count == 0)
            break;
    }
    return piece;
}

/// True if the piece shares a segment with a side of its part. Marks its own sides there as inner.
/// Compares corner positions, because several sides may lie on one line.
static bool reaches(const wend_convex *piece, const side_line *line, double tolerance, bool *inner)
{
    double length = sqrt(line->out.x * line->out.x + line->out.y * line->out.y);
    double least = INFINITY, most = -INFINITY, limit = line->most - tolerance * length;
    for (uint32_t i = 0; i < piece->count; ++i) {
        double x = piece->x[i], y = piece->y[i];
        if (line->out.x * x + line->out.y * y < limit)
            continue;
        double along = line->out.x * (y - line->a.y) - line->out.y * (x - line->a.x);
        least = fmin(least, along);
        most = fmax(most, along);
    }
    double stretch = fmin(most, length * length) - fmax(least, 0);
    if (!(stretch > NARROWEST * tolerance * length))
        return false;
    for (uint32_t i = 0, before = piece->count - 1; i < piece->count; before = i++)
        if (line->out.x * piece->x[before] + line->out.y * piece->y[before] >= limit &&
            line->out.x * piece->x[i] + line->out.y * piece->y[i] >= limit)
            inner[before] = true;
    return true;
}

/// Finds the parts in which the cell continues beyond the piece, and queues them.
static void queue_neighbours(measure_cells *cells, const wend_convex *piece,
                             const measure_part *part, wend_vec2 at, bool *inner)
{
    const measure_side *sides = cells->parts.sides.data + part->first;
    for (uint32_t i = 0; i < part->count; ++i) {
        uint32_t beyond = sides[i].beyond;
        if (beyond == MEASURE_NO_PART)
            continue;
        side_line line = line_of(sides, part->count, i, at);
        if (!wend_convex_beyond(&cells->whole, line.out, line.most) ||
            !reaches(piece, &line, cells->parts.tolerance, inner) ||
            cells->seen.data[beyond] == cells->stamp)
            continue;
        cells->seen.data[beyond] = cells->stamp;
        cells->waiting.data[cells->waiting.count++] = beyond;
    }
}

/// Adds the piece of the cell inside a part. False: out of memory.
static bool add_piece(measure_cells *cells, uint32_t number, measure_cell *cell)
{
    const measure_part *part = &cells->parts.items.data[number];
    const wend_convex *piece = cut_to(cells, part, cell->at);
    if (piece->count == 0)
        return true;
    if (!wend_array_reserve(&cells->corners, NULL, piece->count) ||
        !wend_array_reserve(&cells->inner, NULL, piece->count) ||
        !wend_array_reserve(&cells->ends, NULL, 1) ||
        !wend_array_reserve(&cells->waiting, NULL, part->count))
        return false;
    bool *inner = cells->inner.data + cells->inner.count;
    for (uint32_t i = 0; i < piece->count; ++i) {
        cells->corners.data[cells->corners.count++] = (wend_vec2){piece->x[i], piece->y[i]};
        inner[i] = false;
    }
    cells->inner.count += piece->count;
    cells->ends.data[cells->ends.count++] = (uint32_t)cells->corners.count;
    cell->area += wend_convex_area(piece);
    if (piece != &cells->whole)
        queue_neighbours(cells, piece, part, cell->at, inner);
    return true;
}

/// Unclipped cell of the i-th row of the frame, starting from its previous sides. Returns the
/// number of agents that share it.
static uint32_t find_whole(measure_cells *cells, uint32_t i, measure_kept_cell *kept)
{
    uint32_t guess[MEASURE_KEPT_SIDES], count = 0;
    for (uint32_t k = 0; k < kept->count; ++k) {
        guess[count] = kept->sides[k];
        if (kept->sides[k] < WEND_SURROUNDING_SIDE) {
            const measure_kept_cell *other = &cells->kept.data[kept->sides[k]];
            guess[count] = other->index;
            count += other->frame == cells->frame; // still present
        } else {
            ++count;
        }
    }
    wend_convex *whole = &cells->whole;
    uint32_t sharing = wend_point_cell_find(&cells->crowd, i, guess, count, whole);
    kept->count = whole->count <= MEASURE_KEPT_SIDES ? whole->count : 0;
    for (uint32_t k = 0; k < kept->count; ++k) {
        uint32_t side = whole->across[k];
        kept->sides[k] = side < WEND_SURROUNDING_SIDE ? cells->agents.data[side] : side;
    }
    return sharing;
}

/// Cell of the i-th row of the frame. False: out of memory.
static bool find_cell(measure_cells *cells, uint32_t i, measure_cell *cell)
{
    measure_kept_cell *kept = &cells->kept.data[cells->agents.data[i]];
    cells->corners.count = cells->inner.count = cells->ends.count = cells->waiting.count = 0;
    kept->part = measure_parts_locate(&cells->parts, cell->at, kept->part, MEASURE_ASTRAY);
    if (kept->part != MEASURE_NO_PART) {
        cell->sharing = find_whole(cells, i, kept);
        cell->reach = sqrt(cells->whole.reach);
        if (++cells->stamp == 0) {
            forget_parts(cells);
            cells->stamp = 1;
        }
        cells->seen.data[kept->part] = cells->stamp;
        if (!add_piece(cells, kept->part, cell))
            return false;
        while (cells->waiting.count > 0)
            if (!add_piece(cells, cells->waiting.data[--cells->waiting.count], cell))
                return false;
    }
    cell->corners = cells->corners.data;
    cell->inner = cells->inner.data;
    cell->ends = cells->ends.data;
    cell->piece_count = (uint32_t)cells->ends.count;
    return true;
}

// ---- a frame ------------------------------------------------------------------------------------

static bool load_points(measure_cells *cells, const size_t *rows, uint32_t count)
{
    cells->points.count = cells->agents.count = 0;
    if (!wend_array_reserve(&cells->points, NULL, count) ||
        !wend_array_reserve(&cells->agents, NULL, count))
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t agent = cells->r->row_agent[rows[i]];
        cells->points.data[cells->points.count++] = cells->r->at[rows[i]];
        cells->agents.data[cells->agents.count++] = agent;
        cells->kept.data[agent].frame = cells->frame;
        cells->kept.data[agent].index = i;
    }
    const wend_surrounding surrounding = {
        .box = cells->parts.box,
        .ring = cells->ring.count > 0 ? cells->ring.data : NULL,
        .count = (uint32_t)cells->ring.count,
    };
    if (!wend_point_cells_place(&cells->crowd, cells->points.data, count, surrounding, NULL))
        return false;
    size_t room = wend_point_cells_room(&cells->crowd);
    return wend_convex_reserve(&cells->whole, room, NULL) &&
           wend_convex_reserve(&cells->piece, room + cells->parts.most_sides, NULL);
}

bool measure_cells_visit(measure_cells *cells, uint32_t frame, measure_cell_fn *visit,
                         void *context)
{
    const recording *r = cells->r;
    const size_t *rows = r->by_frame + r->frame_starts[frame];
    uint32_t count = (uint32_t)(r->frame_starts[frame + 1] - r->frame_starts[frame]);
    cells->frame = frame;
    if (!load_points(cells, rows, count))
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        measure_cell cell = {.row = rows[i], .at = cells->points.data[i], .sharing = 1};
        if (!find_cell(cells, i, &cell) || !visit(context, &cell))
            return false;
    }
    return true;
}
