// SPDX-License-Identifier: MIT
// Lines and conics in the frame of a root. That another root is nearer is a condition on distances,
// |p - o| + b > |p - o'| + b'; squared once, it is linear in the distance r = |p - o| and the
// coordinates of p, and so in r and its products with the cosine and the sine of the direction.
#include "map/share.h"
#include "map/wave.h"

#include <math.h>

/// Values below this fraction of their operands are 0: a hundred roundings. A window's ray often
/// leads through another one's root, and a root is often exactly as near as its parent; the sign
/// left by rounding would be meaningless.
#define GRAIN 0x1p-46

double wend_share_direction(const wend_share_frame *frame, wend_vec2 p)
{
    wend_vec2 v = wend_sub(p, frame->origin);
    double along = wend_dot(v, frame->along);
    return frame->is_segment ? along : wend_dot(v, frame->across) / (wend_length(v) + along);
}

wend_share_frame wend_share_frame_of(const wend_map_window *window)
{
    wend_share_frame frame = {wend_window_is_segment(window), .origin = window->origin,
                              .base = window->base};
    if (frame.is_segment) {
        frame.along = window->direction;
        frame.across = wend_perp_left(frame.along);
        frame.low = window->from;
        frame.high = window->to;
        return frame;
    }
    wend_vec2 left = wend_sub(window->left, window->origin);
    wend_vec2 right = wend_sub(window->right, window->origin);
    double left_length = wend_length(left), right_length = wend_length(right);
    left = (wend_vec2){left.x / left_length, left.y / left_length};
    right = (wend_vec2){right.x / right_length, right.y / right_length};
    // The middle, computed in the better of two ways: for narrow windows, and for those of 180
    // degrees.
    wend_vec2 middle =
        wend_dot(left, right) > 0 ? wend_add(left, right) : wend_perp_left(wend_sub(right, left));
    double length = wend_length(middle);
    frame.along = (wend_vec2){middle.x / length, middle.y / length};
    frame.across = wend_perp_left(frame.along);
    frame.low = wend_share_direction(&frame, window->right);
    frame.high = wend_share_direction(&frame, window->left);
    return frame;
}

static double quadratic(const double f[3], double x)
{
    return f[0] + x * (f[1] + x * f[2]);
}

void wend_share_limit(const wend_share_frame *frame, const wend_share_curve *curve, double x,
                      double *s, double *c)
{
    double f = quadratic(curve->f, x);
    *s = frame->is_segment ? curve->d : f;
    *c = frame->is_segment ? f : curve->d * (1 + x * x);
}

double wend_share_reach(const wend_share_frame *frame, const wend_share_curve *curve, double x)
{
    double s, c;
    wend_share_limit(frame, curve, x, &s, &c);
    return c / s;
}

wend_vec2 wend_share_point(const wend_share_frame *frame, double x, double r)
{
    double along = x, across = r;
    if (!frame->is_segment) {
        along = r * (1 - x * x) / (1 + x * x);
        across = r * 2 * x / (1 + x * x);
    }
    return (wend_vec2){frame->origin.x + along * frame->along.x + across * frame->across.x,
                       frame->origin.y + along * frame->along.y + across * frame->across.y};
}

wend_share_curve wend_share_level(const wend_share_frame *frame, double level)
{
    double r = level - frame->base;
    wend_share_curve curve = {.kind = WEND_SHARE_SIDE, .number = WEND_NONE};
    curve.f[0] = frame->is_segment ? r : 1;
    curve.f[2] = frame->is_segment ? 0 : 1;
    curve.d = frame->is_segment ? 1 : r;
    return curve;
}

static double snapped(double value, double size)
{
    return fabs(value) > GRAIN * size ? value : 0;
}

/// a + b cos + c sin of the angle, times 1 + x^2.
static void set_trigonometric(wend_share_curve *curve, double a, double b, double c)
{
    curve->f[0] = a + b;
    curve->f[1] = 2 * c;
    curve->f[2] = a - b;
}

wend_share_curve wend_share_half_plane(const wend_share_frame *frame, wend_vec2 a,
                                       wend_vec2 direction, uint32_t kind, uint32_t number)
{
    wend_share_curve curve = {.kind = kind, .number = number};
    double along = wend_cross(direction, frame->along),
           across = wend_cross(direction, frame->across);
    wend_vec2 o = frame->origin;
    double at = wend_cross(direction, wend_sub(a, o));
    double size = fabs(direction.x) + fabs(direction.y);
    at = snapped(at, size * (fabs(a.x) + fabs(a.y) + fabs(o.x) + fabs(o.y)));
    if (frame->is_segment) {
        curve.f[0] = at;
        curve.f[1] = -along;
        curve.d = across;
    } else {
        set_trigonometric(&curve, 0, along, across);
        curve.d = at;
    }
    return curve;
}

uint32_t wend_share_limits(const wend_share_frame *frame, const wend_map_window *window,
                           uint32_t number, wend_share_curve limits[WEND_SHARE_LIMITS])
{
    wend_vec2 o = window->origin;
    if (!wend_window_is_segment(window)) {
        wend_vec2 left = wend_sub(o, window->left), right = wend_sub(window->right, o);
        limits[0] = wend_share_half_plane(frame, o, left, WEND_SHARE_LIMIT, number);
        limits[1] = wend_share_half_plane(frame, o, right, WEND_SHARE_LIMIT, number);
        return 2;
    }
    wend_vec2 along = window->direction, up = wend_perp_left(along);
    wend_vec2 from = wend_add_scaled(o, window->from, along);
    wend_vec2 to = wend_add_scaled(o, window->to, along);
    limits[0] =
        wend_share_half_plane(frame, from, (wend_vec2){-up.x, -up.y}, WEND_SHARE_LIMIT, number);
    limits[1] = wend_share_half_plane(frame, to, up, WEND_SHARE_LIMIT, number);
    limits[2] = wend_share_half_plane(frame, o, along, WEND_SHARE_LIMIT, number);
    return 3;
}

bool wend_share_beyond(const wend_share_frame *frame, const wend_map_window *other, bool first,
                       uint32_t number, wend_share_curve *curve)
{
    wend_vec2 o = frame->origin, p = other->origin, to = wend_sub(p, o);
    double size = fabs(o.x) + fabs(o.y) + fabs(p.x) + fabs(p.y) + frame->base + other->base;
    double more = other->base - frame->base;
    double along = wend_dot(to, frame->along), across = wend_dot(to, frame->across);
    *curve = (wend_share_curve){.kind = WEND_SHARE_EQUAL, .number = number};
    if (wend_window_is_segment(other)) {
        wend_vec2 up = wend_perp_left(other->direction);
        double up_along = wend_dot(up, frame->along), up_across = wend_dot(up, frame->across);
        double here =
            snapped(more - wend_dot(to, up), size); // how much farther it is at the origin
        if (frame->is_segment) {
            curve->f[0] = here;
            curve->f[1] = up_along;
            curve->d = 1 - up_across;
        } else {
            set_trigonometric(curve, 1, -up_along, -up_across);
            curve->d = here;
        }
        return true;
    }
    if (frame->is_segment) {
        // (x - along)^2 + across^2 - more^2 < 2 r (across - more)
        curve->f[0] = along * along + (across - more) * (across + more);
        curve->f[1] = -2 * along;
        curve->f[2] = 1;
        curve->d = 2 * snapped(across - more, size);
        return curve->d > 0;
    }
    double apart = wend_length(to), nearer = snapped(apart - more, size);
    if (snapped(apart, size) == 0 && nearer == 0) { // same position, same distance
        set_trigonometric(curve, 1, 0, 0);
        return first;
    }
    set_trigonometric(curve, -more, along, across);
    curve->d = nearer * snapped(apart + more, size) / 2;
    return nearer > 0;
}

uint32_t wend_share_meet(const wend_share_curve *a, const wend_share_curve *b, double from,
                         double to, double x[2])
{
    double f[3];
    for (int i = 0; i < 3; ++i)
        f[i] = a->d * b->f[i] - b->d * a->f[i];
    double discriminant = f[1] * f[1] - 4 * f[0] * f[2];
    if (!(discriminant >= 0))
        return 0;
    // The root with the larger sum is not the difference of two almost equal numbers.
    double sum = -(f[1] + copysign(sqrt(discriminant), f[1])) / 2;
    double one = sum / f[2], other = f[0] / sum;
    uint32_t count = 0;
    if (one > from && one < to)
        x[count++] = one;
    if (other > from && other < to && !(count > 0 && other == one))
        x[count++] = other;
    if (count == 2 && x[0] > x[1]) {
        double swap = x[0];
        x[0] = x[1];
        x[1] = swap;
    }
    return count;
}
