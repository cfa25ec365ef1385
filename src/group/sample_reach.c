// SPDX-License-Identifier: MIT
// How far a disc can go along a line.
//
// A wall is met where the disc's centre is a radius away from it: on the rim of the wall grown by
// the radius. That is convex, so the line is in it from one place to another; both come from the
// discs around the wall's ends and the strip between them.
#include "group/sample.h"

#include "geometry/floor.h"

#include <math.h>

/// The line is looked along in stretches, since the box around all of a slanting line holds much
/// that is far from it. So many radii are about as long as what a box holds beside the line.
#define STRETCH_RADII 4.0

typedef struct reach {
    const wend_floor *floor;
    wend_vec2 from, direction;
    double radius;
    double back, ahead;
} reach;

/// The part of the line that is within the radius of a point: from *low to *high, made larger.
static void add_disc(const reach *r, wend_vec2 centre, double *low, double *high)
{
    wend_vec2 d = wend_group_minus(centre, r->from);
    double along = wend_group_dot(d, r->direction), off = wend_group_cross(r->direction, d);
    double square = r->radius * r->radius - off * off;
    if (!(square > 0))
        return;
    double half = sqrt(square);
    *low = fmin(*low, along - half);
    *high = fmax(*high, along + half);
}

/// The same for the strip between a wall's ends.
static void add_strip(const reach *r, wend_segment wall, double *low, double *high)
{
    wend_vec2 e = wend_group_minus(wall.b, wall.a), d = wend_group_minus(r->from, wall.a);
    double length = sqrt(wend_group_dot(e, e));
    if (!(length > 0))
        return;
    e = (wend_vec2){e.x / length, e.y / length};
    // Along the wall 0..length, and across it no further than the radius.
    double at[2] = {wend_group_dot(d, e), wend_group_cross(e, d)};
    double speed[2] = {wend_group_dot(r->direction, e), wend_group_cross(e, r->direction)};
    double least[2] = {0, -r->radius}, most[2] = {length, r->radius};
    double from = -INFINITY, to = INFINITY;
    for (int i = 0; i < 2; ++i) {
        if (speed[i] == 0) {
            if (!(at[i] > least[i] && at[i] < most[i]))
                return;
            continue;
        }
        double one = (least[i] - at[i]) / speed[i], other = (most[i] - at[i]) / speed[i];
        from = fmax(from, fmin(one, other));
        to = fmin(to, fmax(one, other));
    }
    if (from < to) {
        *low = fmin(*low, from);
        *high = fmax(*high, to);
    }
}

static bool meet_wall(void *context, uint32_t number)
{
    reach *r = context;
    wend_segment wall = wend_wall_segment(r->floor, number);
    double a = wend_group_cross(r->direction, wend_group_minus(wall.a, r->from));
    double b = wend_group_cross(r->direction, wend_group_minus(wall.b, r->from));
    if ((a >= r->radius && b >= r->radius) || (a <= -r->radius && b <= -r->radius))
        return true; // beside the line, as most are
    double low = INFINITY, high = -INFINITY;
    add_disc(r, wall.a, &low, &high);
    add_disc(r, wall.b, &low, &high);
    add_strip(r, wall, &low, &high);
    if (!(low < high))
        return true;
    if (low >= 0)
        r->ahead = fmin(r->ahead, low);
    else if (high <= 0)
        r->back = fmin(r->back, -high);
    else
        r->ahead = r->back = 0;
    return true;
}

/// Looks at all walls that may be met between two places on the line.
static void look_along(reach *r, double low, double high)
{
    wend_vec2 a = wend_group_plus(r->from, r->direction, low);
    wend_vec2 b = wend_group_plus(r->from, r->direction, high);
    wend_segment diagonal = {{fmin(a.x, b.x) - r->radius, fmin(a.y, b.y) - r->radius},
                             {fmax(a.x, b.x) + r->radius, fmax(a.y, b.y) + r->radius}};
    wend_index_along(r->floor->index, diagonal, meet_wall, r);
}

void wend_group_reach(const wend_floor *floor, wend_vec2 from, wend_vec2 direction, double radius,
                      double limit, double *back, double *ahead)
{
    reach r = {floor, from, direction, radius, limit, limit};
    // Beyond the floor's box there is nothing to be met.
    wend_box box = wend_floor_box(floor);
    double size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    double most = fmin(limit, 2 * (size + radius) + wend_box_distance(box, from));
    double step = fmax(STRETCH_RADII * radius, most / 256);
    if (box.min.x <= box.max.x) {
        look_along(&r, -fmin(step, most), fmin(step, most));
        for (double at = step; at < fmin(r.ahead, most); at += step)
            look_along(&r, at, at + step);
        for (double at = step; at < fmin(r.back, most); at += step)
            look_along(&r, -at - step, -at);
    }
    *back = r.back;
    *ahead = r.ahead;
}
