// SPDX-License-Identifier: MIT
// Shapes of constant area: all points within half of the width of a spine.
//
// A point of a shape is identified by the nearest point of the spine. The radius of a bend is at
// least half of the width, so it is unique; only the centre of the tightest bend has many, and each
// of them leads back to it.
#include "core/angle.h"
#include "group/spine.h"
#include "wend/geometry.h"

/// A quarter of pi: the area of a disc over the square of its width.
#define DISC (WEND_HALF_PI / 2)

double wend_group_spine(double area, double width)
{
    return fmax(0, area / width - DISC * width);
}

// The positive root of DISC w^2 + l w = area, in the form without subtraction.
double wend_group_width(double area, double spine)
{
    return 2 * area / (spine + sqrt(spine * spine + 4 * DISC * area));
}

double wend_group_disc_width(double area)
{
    return sqrt(area / DISC);
}

wend_group_shape wend_group_shape_of(const wend_group_pose *pose, double area)
{
    double half = wend_group_spine(area, pose->width) / 2, s, c;
    wend_sin_cos(pose->angle, &s, &c);
    wend_vec2 a = {pose->centre.x - half * c, pose->centre.y - half * s};
    wend_vec2 b = {pose->centre.x + half * c, pose->centre.y + half * s};
    return (wend_group_shape){
        .spine = {{.a = a, .b = b, .corner = a}}, .count = 1, .width = pose->width};
}

double wend_group_shape_area(const wend_group_shape *shape)
{
    return shape->width * (wend_spine_length(shape) + DISC * shape->width);
}

wend_box wend_group_shape_box(const wend_group_shape *shape)
{
    return wend_box_inflate(wend_spine_box(shape), shape->width / 2);
}

double wend_group_shape_depth(const wend_group_shape *shape, wend_vec2 p, wend_vec2 *nearest)
{
    double distance = INFINITY;
    if (nearest) {
        wend_spine_along(shape, p, &distance, nearest);
    } else {
        for (uint32_t i = 0; i < wend_group_shape_pieces(shape); ++i) { // without angles
            wend_curve_piece curve = wend_spine_curve(wend_group_shape_piece(shape, i));
            distance = fmin(distance, wend_curve_piece_distance(&curve, p));
        }
    }
    return shape->width / 2 - distance;
}

wend_vec2 wend_group_shape_to_local(const wend_group_shape *shape, wend_vec2 p)
{
    double length = wend_spine_length(shape), along = wend_spine_along(shape, p, NULL, NULL);
    wend_vec2 ahead, at = wend_spine_at(shape, along, &ahead);
    wend_vec2 d = {p.x - at.x, p.y - at.y};
    // 0 along the spine except for rounding: the rest is beyond its ends.
    double beyond = d.x * ahead.x + d.y * ahead.y;
    bool inside = along > 0 && along < length;
    return (wend_vec2){along - length / 2 + (inside ? 0 : beyond), ahead.x * d.y - ahead.y * d.x};
}

wend_vec2 wend_group_shape_from_local(const wend_group_shape *shape, wend_vec2 local)
{
    wend_vec2 ahead;
    wend_vec2 at = wend_spine_at(shape, local.x + wend_spine_length(shape) / 2, &ahead);
    return (wend_vec2){at.x - local.y * ahead.y, at.y + local.y * ahead.x};
}

double wend_group_shapes_distance(const wend_group_shape *a, const wend_group_shape *b)
{
    double min = INFINITY;
    for (uint32_t i = 0; i < wend_group_shape_pieces(a); ++i)
        for (uint32_t k = 0; k < wend_group_shape_pieces(b); ++k) {
            wend_curve_piece p = wend_spine_curve(wend_group_shape_piece(a, i));
            wend_curve_piece q = wend_spine_curve(wend_group_shape_piece(b, k));
            min = fmin(min, wend_lane_pieces_distance(&p, &q, NULL, NULL));
        }
    return fmax(0, min - (a->width + b->width) / 2);
}
