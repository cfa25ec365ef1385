// SPDX-License-Identifier: MIT
// Isolines of the distance: circles around the roots, and parallels to segments, each clipped to
// the share of its window (share.h), then joined (lines.h).
#include "core/angle.h"
#include "map/lines.h"
#include "map/share.h"
#include "wend/vec2.h"

#include <math.h>

/// Fraction of the mesh's tolerance by which two limits may differ and still be one: a hundred
/// times their rounding error.
#define SAME_LIMIT 0x1p-10

/// Minimum and maximum turn per tangent of an arc, whatever the error.
#define MAX_TURN (WEND_HALF_PI / 4)
#define MIN_TURN (WEND_HALF_PI / 4096)

typedef struct contours {
    const wend_map_lookup *lookup;
    const wend_allocator *allocator;
    const double *levels;
    uint32_t level_count;
    double error, same;
    wend_lines lines;
    wend_map_line_fn *visit;
    void *context;
} contours;

// ---- points -------------------------------------------------------------------------------------

/// The arc of radius r between two directions, by tangents: they touch it at its ends and in
/// between, and meet outside it.
static void add_arc(contours *out, const wend_share_frame *frame, double r, double from, double to)
{
    double begin = 2 * wend_atan2(from, 1), turn = 2 * wend_atan2(to, 1) - begin;
    // Tangents that turn by a meet r (1 / cos(a / 2) - 1) outside.
    double max = 2 * wend_acos(r / (r + out->error));
    max = max > MIN_TURN ? max < MAX_TURN ? max : MAX_TURN : MIN_TURN;
    uint32_t count = (uint32_t)ceil(turn / max);
    double half = turn / count / 2, far = r / wend_cos(half);
    wend_lines_add(&out->lines, wend_share_point(frame, from, r), out->allocator);
    for (uint32_t i = 0; i < count; ++i) {
        double s, c;
        wend_sin_cos(begin + (2 * i + 1) * half, &s, &c);
        wend_vec2 p = {frame->origin.x + far * (c * frame->along.x + s * frame->across.x),
                       frame->origin.y + far * (c * frame->along.y + s * frame->across.y)};
        wend_lines_add(&out->lines, p, out->allocator);
    }
    wend_lines_add(&out->lines, wend_share_point(frame, to, r), out->allocator);
}

static void add_run(contours *out, const wend_share_frame *frame, uint32_t level, double from,
                    double to)
{
    double r = out->levels[level] - frame->base;
    if (!(from < to))
        return;
    if (frame->is_segment) {
        wend_lines_add(&out->lines, wend_share_point(frame, from, r), out->allocator);
        wend_lines_add(&out->lines, wend_share_point(frame, to, r), out->allocator);
    } else {
        add_arc(out, frame, r, from, to);
    }
    wend_lines_end(&out->lines, level, out->allocator);
}

// ---- parts --------------------------------------------------------------------------------------

/// True if the line at r runs within a piece in the direction x. Where it runs along the limit of
/// two shares, or touches it, one of them owns it: the one limited from outside, and the first of
/// two such.
static bool runs_within(const contours *out, const wend_share_frame *frame, uint32_t number,
                        const wend_share_piece *piece, double x, double r)
{
    double outer = wend_share_reach(frame, &piece->outer, x);
    bool second = piece->outer.kind == WEND_SHARE_EQUAL && number > piece->outer.number;
    return r > wend_share_reach(frame, &piece->inner, x) + out->same &&
           (second ? r < outer - out->same : r <= outer + out->same);
}

/// The points of a piece where the line may begin or end, including the piece's ends. Returns their
/// number.
static uint32_t cut_piece(const wend_share_piece *piece, const wend_share_curve *line, double x[6])
{
    x[0] = piece->from;
    uint32_t count = 1 + wend_share_meet(line, &piece->inner, piece->from, piece->to, x + 1);
    count += wend_share_meet(line, &piece->outer, piece->from, piece->to, x + count);
    for (uint32_t i = 2; i < count; ++i)
        for (uint32_t k = i; k > 1 && x[k - 1] > x[k]; --k) {
            double swap = x[k];
            x[k] = x[k - 1];
            x[k - 1] = swap;
        }
    x[count++] = piece->to;
    return count;
}

static void add_level(contours *out, const wend_share *share, uint32_t number, uint32_t level)
{
    const wend_share_frame *frame = &share->frame;
    wend_share_curve line = wend_share_level(frame, out->levels[level]);
    double r = out->levels[level] - frame->base, from = 0, to = 0; // the current run
    for (size_t i = 0; i < share->pieces.count; ++i) {
        const wend_share_piece *piece = &share->pieces.data[i];
        double x[6];
        uint32_t count = cut_piece(piece, &line, x);
        for (uint32_t k = 0; k + 1 < count; ++k) {
            if (!runs_within(out, frame, number, piece, (x[k] + x[k + 1]) / 2, r))
                continue;
            if (from < to && x[k] == to) {
                to = x[k + 1];
                continue;
            }
            add_run(out, frame, level, from, to);
            from = x[k];
            to = x[k + 1];
        }
    }
    add_run(out, frame, level, from, to);
}

/// Minimum and maximum distance of the triangle from the root.
static void reaches_of(const contours *out, const wend_share_frame *frame, uint32_t triangle,
                       double *min, double *max)
{
    const wend_mesh *mesh = out->lookup->mesh;
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, 3 * triangle));
    double around = 0, x = a.x - frame->origin.x, y = a.y - frame->origin.y;
    double centre =
        frame->is_segment ? x * frame->across.x + y * frame->across.y : sqrt(x * x + y * y);
    for (uint32_t h = 3 * triangle + 1; h < 3 * triangle + 3; ++h) {
        wend_vec2 b = wend_at(mesh, wend_origin(mesh, h));
        around = fmax(around, wend_distance(b, a));
    }
    *min = centre - around - out->same;
    *max = centre + around + out->same;
}

static bool add_share(void *context, const wend_share *share, uint32_t triangle, uint32_t number)
{
    contours *out = context;
    double min, max;
    reaches_of(out, &share->frame, triangle, &min, &max);
    for (uint32_t level = 0; level < out->level_count; ++level) {
        double r = out->levels[level] - share->frame.base;
        if (r > 0 && r >= min && r <= max)
            add_level(out, share, number, level);
    }
    return !out->lines.starved;
}

static bool visit_line(void *context, uint64_t key, const wend_vec2 *points, uint32_t count)
{
    contours *out = context;
    return out->visit(out->context, out->levels[key], points, count);
}

wend_result wend_map_isolines(const wend_map *map, const double *levels, uint32_t level_count,
                              double error, wend_map_line_fn *visit, void *context,
                              wend_error *problem)
{
    if (!(error > 0))
        return wend_fail(problem, WEND_BAD_ARGUMENT,
                         "error must be above 0 m: it is the maximum deviation of an isoline");
    const wend_map_lookup *lookup = wend_map_lookup_of(map);
    double tolerance = lookup->mesh ? wend_mesh_tolerance(lookup->mesh) : 0;
    contours out = {.lookup = lookup,
                    .allocator = wend_map_allocator(map),
                    .levels = levels,
                    .level_count = level_count,
                    .error = error,
                    .same = SAME_LIMIT * tolerance,
                    .lines = {.tolerance = WEND_LINES_JOIN * tolerance},
                    .visit = visit,
                    .context = context};
    bool fits = wend_shares_visit(map, add_share, &out) &&
                wend_lines_join(&out.lines, visit_line, &out, out.allocator);
    wend_lines_free(&out.lines, out.allocator);
    return fits ? WEND_OK : wend_fail_memory(problem);
}
