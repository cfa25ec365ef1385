// SPDX-License-Identifier: MIT
// How far a disc can move along a line.
//
// A wall is hit where the disc's centre is one radius away from it: on the boundary of the wall
// inflated by the radius. That is convex, so the line intersects it in one interval; its ends come
// from the discs around the wall's ends and the strip between them.
#include "group/sample.h"

#include "geometry/floor.h"

#include <math.h>

/// The line is searched in sections, since the box around all of a slanting line contains much that
/// is far from it. This number of radii is about the extent of a box beside the line.
#define SECTION_RADII 4.0

typedef struct reach {
    const wend_floor *floor;
    wend_vec2 from, direction;
    double radius;
    double back, ahead;
} reach;

/// Where the line is too close to a wall: from low to high.
typedef struct stretch {
    double low, high;
} stretch;

static void add(stretch *all, double low, double high)
{
    all->low = low < all->low ? low : all->low;
    all->high = high > all->high ? high : all->high;
}

/// Within the radius of a point at distance `along` the line and `off` it.
static void add_disc(double radius, double along, double off, stretch *all)
{
    double square = radius * radius - off * off;
    if (square > 0) {
        double half = sqrt(square);
        add(all, along - half, along + half);
    }
}

/// In the strip between a wall's ends, the wall given along and off the line.
static void add_strip(double radius, wend_vec2 a, wend_vec2 b, stretch *all)
{
    wend_vec2 e = wend_sub(b, a);
    double square = wend_length_squared(e), length = sqrt(square);
    double low = -INFINITY, high = INFINITY;
    if (!(square > 0))
        return;
    // Across the wall at most the radius: |(x, 0) - a| x e <= radius |e|.
    double middle = wend_cross(a, e);
    if (e.y != 0) {
        double one = (middle - radius * length) / e.y, other = (middle + radius * length) / e.y;
        low = one < other ? one : other;
        high = one < other ? other : one;
    } else if (!(fabs(middle) < radius * length)) {
        return;
    }
    // Along the wall from end to end: 0 <= ((x, 0) - a) . e <= |e|^2.
    if (e.x != 0) {
        double one = wend_dot(a, e) / e.x, other = wend_dot(b, e) / e.x;
        low = fmax(low, one < other ? one : other);
        high = fmin(high, one < other ? other : one);
    } else if (!(a.y * b.y < 0)) {
        return;
    }
    if (low < high)
        add(all, low, high);
}

static bool meet_wall(void *context, uint32_t number)
{
    reach *r = context;
    wend_segment wall = wend_wall_segment(r->floor, number);
    wend_vec2 p = wend_sub(wall.a, r->from), q = wend_sub(wall.b, r->from);
    // Along the line and off it.
    wend_vec2 a = {wend_dot(p, r->direction), wend_cross(r->direction, p)};
    wend_vec2 b = {wend_dot(q, r->direction), wend_cross(r->direction, q)};
    double radius = r->radius, ahead = r->ahead + radius, back = -r->back - radius;
    // Most walls are beside the line, or behind an obstacle found already.
    if ((a.y >= radius && b.y >= radius) || (a.y <= -radius && b.y <= -radius) ||
        (a.x >= ahead && b.x >= ahead) || (a.x <= back && b.x <= back))
        return true;
    stretch met = {INFINITY, -INFINITY};
    add_disc(radius, a.x, a.y, &met);
    add_disc(radius, b.x, b.y, &met);
    add_strip(radius, a, b, &met);
    if (!(met.low < met.high))
        return true;
    if (met.low >= 0)
        r->ahead = fmin(r->ahead, met.low);
    else if (met.high <= 0)
        r->back = fmin(r->back, -met.high);
    else
        r->ahead = r->back = 0;
    return true;
}

/// Tests all walls that may be hit between two points of the line.
static void search_section(reach *r, double low, double high)
{
    wend_vec2 a = wend_add_scaled(r->from, low, r->direction);
    wend_vec2 b = wend_add_scaled(r->from, high, r->direction);
    wend_segment diagonal = {{fmin(a.x, b.x) - r->radius, fmin(a.y, b.y) - r->radius},
                             {fmax(a.x, b.x) + r->radius, fmax(a.y, b.y) + r->radius}};
    wend_index_along(r->floor->index, diagonal, meet_wall, r);
}

void wend_group_reach(const wend_floor *floor, wend_vec2 from, wend_vec2 direction, double radius,
                      double limit, double *back, double *ahead)
{
    reach r = {floor, from, direction, radius, limit, limit};
    // Beyond the floor's box there are no walls.
    wend_box box = wend_floor_box(floor);
    double size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    double max = fmin(limit, 2 * (size + radius) + wend_box_distance(box, from));
    double step = fmax(SECTION_RADII * radius, max / 256);
    if (box.min.x <= box.max.x) {
        search_section(&r, -fmin(step, max), fmin(step, max));
        for (double at = step; at < fmin(r.ahead, max); at += step)
            search_section(&r, at, at + step);
        for (double at = step; at < fmin(r.back, max); at += step)
            search_section(&r, -at - step, -at);
    }
    *back = r.back;
    *ahead = r.ahead;
}
