// SPDX-License-Identifier: MIT
// The spine of a shape as one curve.
#include "group/spine.h"
#include "wend/geometry.h"

double wend_spine_length(const wend_group_shape *shape)
{
    double length = 0;
    for (uint32_t i = 0; i < shape->count; ++i) {
        wend_curve_piece curve = wend_spine_curve(&shape->spine[i]);
        length += wend_curve_piece_length(&curve);
    }
    return length;
}

/// The direction at the start or at the end of the spine: that of the first piece from there with a
/// direction.
static wend_vec2 end_direction(const wend_group_shape *shape, bool at_end)
{
    for (uint32_t k = 0; k < shape->count; ++k) {
        uint32_t i = at_end ? shape->count - 1 - k : k;
        wend_curve_piece curve = wend_spine_curve(&shape->spine[i]);
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
    for (uint32_t i = 0; left >= 0 && i < shape->count; ++i) {
        wend_curve_piece curve = wend_spine_curve(&shape->spine[i]);
        double length = wend_curve_piece_length(&curve);
        if (left < length)
            return wend_curve_piece_at(&curve, left, direction);
        left -= length;
    }
    bool at_end = left >= 0;
    wend_vec2 ahead = end_direction(shape, at_end);
    wend_vec2 end = at_end ? shape->spine[shape->count - 1].b : shape->spine[0].a;
    if (direction)
        *direction = ahead;
    return (wend_vec2){end.x + left * ahead.x, end.y + left * ahead.y};
}

double wend_spine_along(const wend_group_shape *shape, wend_vec2 p, double *distance,
                        wend_vec2 *nearest)
{
    double min = INFINITY, along = 0, begin = 0, on_curve = 0;
    wend_curve_piece best = {0};
    for (uint32_t i = 0; i < shape->count; ++i) {
        wend_curve_piece curve = wend_spine_curve(&shape->spine[i]);
        double off, at = wend_curve_piece_along(&curve, p, &off);
        if (off < min) {
            min = off;
            along = begin + at;
            on_curve = at;
            best = curve;
        }
        begin += wend_curve_piece_length(&curve);
    }
    if (distance)
        *distance = min;
    if (nearest)
        *nearest = wend_curve_piece_at(&best, on_curve, NULL);
    return along;
}

wend_box wend_spine_box(const wend_group_shape *shape)
{
    wend_box box = wend_box_empty();
    for (uint32_t i = 0; i < shape->count; ++i) {
        wend_curve_piece curve = wend_spine_curve(&shape->spine[i]);
        box = wend_box_join(box, wend_curve_piece_box(&curve));
    }
    return box;
}
