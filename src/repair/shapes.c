// SPDX-License-Identifier: MIT
#include "repair/shapes.h"

#include "polygon/ground.h"
#include "wend/geometry.h"

static wend_vec2 farthest(wend_shape shape, wend_vec2 from)
{
    wend_vec2 best = from;
    double most = 0;
    for (uint32_t i = 0; i < shape.point_count; ++i) {
        double away = wend_distance(shape.points[i], from);
        if (away > most) {
            most = away;
            best = shape.points[i];
        }
    }
    return best;
}

uint32_t shape_thin_ends(wend_shape shape, double width, wend_vec2 ends[2])
{
    ends[0] = farthest(shape, shape.points[0]);
    ends[1] = farthest(shape, ends[0]);
    wend_segment line = {ends[0], ends[1]};
    for (uint32_t i = 0; i < shape.point_count; ++i)
        if (wend_segment_distance(line, shape.points[i]) >= width)
            return 0;
    return wend_distance(line.b, line.a) < width ? 1 : 2;
}

bool shape_has_corners(wend_shape one, wend_shape other)
{
    if (one.point_count != other.point_count || shape_rings(one) != shape_rings(other))
        return false;
    uint32_t k = 0;
    for (uint32_t i = 0; i < one.point_count; ++i) {
        uint32_t tries = 0;
        while (tries < other.point_count &&
               (other.points[k].x != one.points[i].x || other.points[k].y != one.points[i].y)) {
            k = k > 0 ? k - 1 : other.point_count - 1; // most rings were turned around
            ++tries;
        }
        if (tries == other.point_count)
            return false;
    }
    return true;
}

static bool is_at(wend_shape shape, wend_vec2 p, double reach)
{
    if (shape_covers(shape, p))
        return true;
    for (uint32_t r = 0; r < shape_rings(shape); ++r) {
        uint32_t begin, end;
        shape_ring(shape, r, &begin, &end);
        for (uint32_t k = begin; k < end; ++k) {
            wend_segment wall = {shape.points[k], shape.points[k + 1 < end ? k + 1 : begin]};
            if (wend_segment_distance(wall, p) <= reach)
                return true;
        }
    }
    return false;
}

bool shape_is_made_of(wend_shape made, wend_box box, wend_shape of, double reach)
{
    wend_box other = wend_box_of(of.points, of.point_count);
    if (other.min.x > box.max.x + reach || other.max.x < box.min.x - reach ||
        other.min.y > box.max.y + reach || other.max.y < box.min.y - reach)
        return false;
    for (uint32_t i = 0; i < of.point_count; ++i)
        if (is_at(made, of.points[i], reach))
            return true;
    for (uint32_t i = 0; i < made.point_count; ++i)
        if (is_at(of, made.points[i], 0))
            return true;
    return false;
}
