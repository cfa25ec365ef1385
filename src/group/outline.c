// SPDX-License-Identifier: MIT
// The outline of a shape: along the right of its spine, around its end, back along the left to the
// start, and around that. Offsets of lines are lines, offsets of arcs are arcs.
#include "core/angle.h"
#include "group/spine.h"

/// Maximum number of chords of an arc, whatever the error.
#define MAX_CHORDS 1024

/// Points closer than this fraction of the width are merged: where the inside of a bend has no
/// radius.
#define SAME_POINT 1e-12

typedef struct outline {
    wend_vec2 *points;
    uint32_t capacity, count;
    wend_vec2 first, last;
    double same, error;
} outline;

static bool is_same(const outline *line, wend_vec2 p, wend_vec2 q)
{
    return fabs(p.x - q.x) <= line->same && fabs(p.y - q.y) <= line->same;
}

static void add_point(outline *line, wend_vec2 p)
{
    if (line->count > 0 && is_same(line, p, line->last))
        return;
    if (line->count == 0)
        line->first = p;
    if (line->count < line->capacity)
        line->points[line->count] = p;
    line->count++;
    line->last = p;
}

/// An arc around centre starting at `arm`, turning by `turning`, both ends included.
static void add_arc(outline *line, wend_vec2 centre, wend_vec2 arm, double turning)
{
    double radius = sqrt(arm.x * arm.x + arm.y * arm.y);
    // A chord of angle t deviates by radius (1 - cos(t / 2)).
    double max = 2 * wend_acos(1 - line->error / radius), need = ceil(fabs(turning) / max);
    uint32_t chords = need >= 1 && need < MAX_CHORDS ? (uint32_t)need : need >= 1 ? MAX_CHORDS : 1;
    for (uint32_t k = 0; k <= chords; ++k) {
        double s, c;
        wend_sin_cos(turning * k / chords, &s, &c);
        add_point(line,
                  (wend_vec2){centre.x + c * arm.x - s * arm.y, centre.y + s * arm.x + c * arm.y});
    }
}

/// One side of a piece, at distance `left` to its left.
static void add_side(outline *line, const wend_path_piece *piece, double left)
{
    wend_curve_piece curve = wend_spine_curve(piece);
    if (!piece->turn) {
        wend_vec2 u = wend_curve_piece_start_direction(&curve);
        add_point(line, (wend_vec2){piece->a.x - left * u.y, piece->a.y + left * u.x});
        add_point(line, (wend_vec2){piece->b.x - left * u.y, piece->b.y + left * u.x});
        return;
    }
    double radius = wend_curve_piece_radius(&curve);
    double part = fmax(0, radius - piece->turn * left) / radius;
    wend_vec2 arm = {part * (piece->a.x - piece->corner.x), part * (piece->a.y - piece->corner.y)};
    add_arc(line, piece->corner, arm, wend_curve_piece_turning(&curve));
}

static bool has_length(const wend_path_piece *piece)
{
    return piece->a.x != piece->b.x || piece->a.y != piece->b.y;
}

wend_result wend_group_shape_outline(const wend_group_shape *shape, double error, wend_vec2 *points,
                                     uint32_t capacity, uint32_t *count)
{
    double half = shape->width / 2, length = wend_spine_length(shape);
    outline line = {
        .points = points, .capacity = capacity, .same = SAME_POINT * shape->width, .error = error};
    uint32_t pieces = wend_group_shape_pieces(shape);
    for (uint32_t i = 0; i < pieces; ++i)
        if (has_length(wend_group_shape_piece(shape, i)))
            add_side(&line, wend_group_shape_piece(shape, i), -half);
    wend_vec2 ahead, at = wend_spine_at(shape, length, &ahead);
    add_arc(&line, at, (wend_vec2){half * ahead.y, -half * ahead.x}, 2 * WEND_HALF_PI);
    for (uint32_t i = pieces; i-- > 0;) {
        const wend_path_piece *p = wend_group_shape_piece(shape, i);
        if (has_length(p)) {
            wend_path_piece back = {p->b, p->a, p->corner, -p->turn};
            add_side(&line, &back, -half);
        }
    }
    at = wend_spine_at(shape, 0, &ahead);
    add_arc(&line, at, (wend_vec2){-half * ahead.y, half * ahead.x}, 2 * WEND_HALF_PI);
    if (line.count > 1 && is_same(&line, line.first, line.last))
        line.count--;
    *count = line.count;
    return line.count > capacity ? WEND_BUFFER_TOO_SMALL : WEND_OK;
}
