// SPDX-License-Identifier: MIT
// The spine of a shape as one curve.
#include "group/spine.h"
#include "wend/geometry.h"

static wend_curve_piece piece_of(const wend_group_shape *shape, uint32_t index)
{
    return wend_spine_curve(wend_group_shape_piece(shape, index));
}

/// The length of the first pieces of the spine. The lengths of pieces of a track are known.
static double length_before(const wend_group_shape *shape, uint32_t count)
{
    double length = 0;
    uint32_t between = shape->between_count;
    for (uint32_t i = 0; i < count;) {
        if (i == 1 && between > 0) {
            uint32_t whole = count - 1 < between ? count - 1 : between;
            length += shape->begins[whole] - shape->begins[0];
            i += whole;
            continue;
        }
        wend_curve_piece curve = piece_of(shape, i++);
        length += wend_curve_piece_length(&curve);
    }
    return length;
}

double wend_spine_length(const wend_group_shape *shape)
{
    return length_before(shape, wend_group_shape_pieces(shape));
}

/// The direction at the start or at the end of the spine: that of the first piece from there with a
/// direction.
static wend_vec2 end_direction(const wend_group_shape *shape, bool at_end)
{
    uint32_t count = wend_group_shape_pieces(shape);
    for (uint32_t k = 0; k < count; ++k) {
        wend_curve_piece curve = piece_of(shape, at_end ? count - 1 - k : k);
        wend_vec2 direction = at_end ? wend_curve_piece_end_direction(&curve)
                                     : wend_curve_piece_start_direction(&curve);
        if (direction.x != 0 || direction.y != 0)
            return direction;
    }
    return (wend_vec2){1, 0};
}

wend_vec2 wend_spine_at(const wend_group_shape *shape, double along, wend_vec2 *direction)
{
    double left = along; // from the start of the piece
    uint32_t count = wend_group_shape_pieces(shape);
    for (uint32_t i = 0; left >= 0 && i < count; ++i) {
        wend_curve_piece curve = piece_of(shape, i);
        bool is_whole = i > 0 && i <= shape->between_count;
        double length =
            is_whole ? shape->begins[i] - shape->begins[i - 1] : wend_curve_piece_length(&curve);
        if (left < length)
            return wend_curve_piece_at(&curve, left, direction);
        left -= length;
    }
    bool at_end = left >= 0;
    wend_vec2 ahead = end_direction(shape, at_end);
    wend_vec2 end = at_end ? wend_group_shape_piece(shape, count - 1)->b : shape->spine[0].a;
    if (direction)
        *direction = ahead;
    return (wend_vec2){end.x + left * ahead.x, end.y + left * ahead.y};
}

double wend_spine_along(const wend_group_shape *shape, wend_vec2 p, double *distance,
                        wend_vec2 *nearest)
{
    double min = INFINITY;
    uint32_t best = 0, count = wend_group_shape_pieces(shape);
    for (uint32_t i = 0; i < count; ++i) { // angles only for the nearest
        wend_curve_piece curve = piece_of(shape, i);
        double off = wend_curve_piece_distance(&curve, p);
        if (off < min) {
            min = off;
            best = i;
        }
    }
    wend_curve_piece curve = piece_of(shape, best);
    double along = wend_curve_piece_along(&curve, p, NULL);
    if (distance)
        *distance = min;
    if (nearest)
        *nearest = wend_curve_piece_at(&curve, along, NULL);
    return length_before(shape, best) + along;
}

wend_box wend_spine_box(const wend_group_shape *shape)
{
    wend_box box = wend_box_empty();
    for (uint32_t i = 0; i < wend_group_shape_pieces(shape); ++i) {
        wend_curve_piece curve = piece_of(shape, i);
        box = wend_box_join(box, wend_curve_piece_box(&curve));
    }
    return box;
}
