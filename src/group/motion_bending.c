// SPDX-License-Identifier: MIT
// Bending motions: the spine is an arc, or a line, or a point. Its middle, the direction there, its
// length and its curvature change linearly. So a disc becomes a bent shape, in any part of a room.
//
// Speed: at distance u from its middle, a point of the spine moves by at most what the middle does,
// |u| times the change of the direction, u^2 / 2 times that of the curvature, and half of what the
// spine lengthens. The last is also more than what half of the width changes (motion_track.c).
#include "group/motion.h"
#include "group/spine.h"
#include "wend/vec2.h"

#include "core/angle.h"

#define PI (2 * WEND_HALF_PI)

/// A spine that turns by less is straight. [Units: rad]
#define STRAIGHT 1e-9

/// Number of shapes whose curvature is compared with what their width permits, and rounding of
/// that.
enum { CURVE_SAMPLES = 16 };
#define SAME_CURVE (1 + 1e-9)

/// The pose and the curvature of a spine of one piece.
static double curve_of(const wend_group_shape *shape, wend_group_pose *pose)
{
    const wend_path_piece *piece = &shape->spine[0];
    wend_vec2 ahead;
    pose->centre = wend_spine_at(shape, 0.5 * wend_spine_length(shape), &ahead);
    pose->angle = wend_atan2(ahead.y, ahead.x);
    pose->width = shape->width;
    return piece->turn ? piece->turn / wend_distance(piece->a, piece->corner) : 0;
}

wend_group_shape wend_group_bending_shape(const wend_group_motion *motion, double area,
                                          double along)
{
    double t = motion->length > 0 ? fmin(fmax(along / motion->length, 0), 1) : 0;
    double spine = motion->spines[0] + (motion->spines[2] - motion->spines[0]) * t;
    double curve = motion->curves[0] + (motion->curves[1] - motion->curves[0]) * t;
    double width = fmin(wend_group_width(motion->area, spine), wend_group_disc_width(area));
    double half = (area == motion->area ? spine : wend_group_spine(area, width)) / 2;
    wend_vec2 p = wend_lerp(motion->from.centre, motion->to.centre, t), ahead;
    wend_sin_cos(motion->from.angle + motion->turn * t, &ahead.y, &ahead.x);
    wend_group_shape shape = {.count = 1, .width = width};
    wend_path_piece *piece = &shape.spine[0];
    if (fabs(curve) * half < STRAIGHT) {
        piece->a = piece->corner = wend_add_scaled(p, -half, ahead);
        piece->b = wend_add_scaled(p, half, ahead);
        return shape;
    }
    double s, c;
    wend_sin_cos(curve * half, &s, &c);
    piece->corner = wend_add_scaled(p, 1 / curve, wend_perp_left(ahead));
    piece->a = wend_add(piece->corner, wend_rotate(wend_sub(p, piece->corner), c, -s));
    piece->b = wend_add(piece->corner, wend_rotate(wend_sub(p, piece->corner), c, s));
    piece->turn = curve > 0 ? 1 : -1;
    return shape;
}

bool wend_group_bending(const wend_group_shape *from, const wend_group_shape *to, double area,
                        wend_group_motion *motion)
{
    *motion = (wend_group_motion){.kind = WEND_GROUP_BENDING, .area = area};
    motion->curves[0] = curve_of(from, &motion->from);
    motion->curves[1] = curve_of(to, &motion->to);
    motion->spines[0] = wend_spine_length(from);
    motion->spines[2] = wend_spine_length(to);
    if (wend_group_shape_is_round(from)) {
        motion->from.angle = motion->to.angle;
        motion->spines[0] = 0;
    } else if (wend_group_shape_is_round(to)) {
        motion->to.angle = motion->from.angle;
        motion->spines[2] = 0;
    }
    double turn = motion->to.angle - motion->from.angle;
    motion->turn = turn - 2 * PI * round(turn / (2 * PI));
    double longest = fmax(motion->spines[0], motion->spines[2]);
    motion->path_length = wend_distance(motion->from.centre, motion->to.centre);
    motion->length = motion->path_length + 0.5 * longest * fabs(motion->turn) +
                     0.125 * longest * longest * fabs(motion->curves[1] - motion->curves[0]) +
                     0.5 * fabs(motion->spines[2] - motion->spines[0]);
    motion->cost = motion->path_length;
    for (int i = 0; i <= CURVE_SAMPLES; ++i) {
        double t = (double)i / CURVE_SAMPLES;
        double spine = motion->spines[0] + (motion->spines[2] - motion->spines[0]) * t;
        double curve = motion->curves[0] + (motion->curves[1] - motion->curves[0]) * t;
        if (fabs(curve) * wend_group_width(area, spine) > 2 * SAME_CURVE ||
            fabs(curve) * spine >= PI)
            return false;
    }
    return true;
}

wend_group_motion wend_group_bending_reversed(const wend_group_motion *motion)
{
    wend_group_motion back = *motion;
    back.from = motion->to;
    back.to = motion->from;
    back.turn = -motion->turn;
    for (int i = 0; i < 3; ++i)
        back.spines[i] = motion->spines[2 - i];
    for (int i = 0; i < 2; ++i)
        back.curves[i] = motion->curves[1 - i];
    return back;
}
