// SPDX-License-Identifier: MIT
// Rings of vertices: area, orientation, point location. polygon_check.c decides whether a ring is
// simple.
#include "geometry/points.h"
#include "geometry/predicates.h"

double wend_polygon_area(const wend_vec2 *ring, size_t count)
{
    double twice = 0;
    for (size_t i = 2; i < count; i++) {
        double ax = ring[i - 1].x - ring[0].x, ay = ring[i - 1].y - ring[0].y;
        double bx = ring[i].x - ring[0].x, by = ring[i].y - ring[0].y;
        twice += ax * by - ay * bx;
    }
    return twice / 2;
}

wend_vec2 wend_polygon_centroid(const wend_vec2 *ring, size_t count)
{
    double area = 0, x = 0, y = 0;
    wend_vec2 mean = {0, 0};
    for (size_t i = 0; i < count; i++)
        mean = (wend_vec2){mean.x + ring[i].x / (double)count, mean.y + ring[i].y / (double)count};
    // By triangles around the mean of the vertices: large coordinates lose no digits.
    for (size_t i = 0; i < count; i++) {
        wend_vec2 a = ring[i], b = ring[i + 1 < count ? i + 1 : 0];
        double ax = a.x - mean.x, ay = a.y - mean.y, bx = b.x - mean.x, by = b.y - mean.y;
        double twice = ax * by - ay * bx;
        area += twice;
        x += twice * (ax + bx);
        y += twice * (ay + by);
    }
    return area == 0 ? mean : (wend_vec2){mean.x + x / (3 * area), mean.y + y / (3 * area)};
}

static bool all_on_a_line(const wend_vec2 *ring, size_t count)
{
    size_t second = 1;
    while (second < count && wend_equal(ring[second], ring[0]))
        second++;
    for (size_t i = second + 1; i < count; i++)
        if (wend_orient2d_fast(ring[0], ring[second], ring[i]) != 0)
            return false;
    return true;
}

// The lowest vertex, leftmost of those, is a corner of the convex hull, so the ring turns there as
// it turns as a whole. It cannot lie between collinear neighbours: both would be at its height, and
// one of them further left. So if the turn is straight the ring folds back over itself there, is
// not simple, and the rounded area is used.
int wend_polygon_orientation(const wend_vec2 *ring, size_t count)
{
    if (count < 3)
        return 0;
    size_t lowest = 0;
    for (size_t i = 1; i < count; i++)
        if (ring[i].y < ring[lowest].y ||
            (ring[i].y == ring[lowest].y && ring[i].x < ring[lowest].x))
            lowest = i;
    wend_vec2 corner = ring[lowest];
    size_t next = lowest, previous = lowest;
    do
        next = next + 1 < count ? next + 1 : 0;
    while (next != lowest && wend_equal(ring[next], corner));
    do
        previous = previous > 0 ? previous - 1 : count - 1;
    while (previous != lowest && wend_equal(ring[previous], corner));
    int turn = wend_orient2d_fast(ring[previous], corner, ring[next]);
    if (turn != 0 || all_on_a_line(ring, count))
        return turn;
    double area = wend_polygon_area(ring, count);
    return (area > 0) - (area < 0);
}

// Counts the edges to the right of p at its height. An edge counts if one end is above p and the
// other is not: a vertex at p's height belongs to exactly one side, and a horizontal edge to none.
wend_side wend_polygon_locate(const wend_vec2 *ring, size_t count, wend_vec2 p)
{
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        wend_vec2 a = ring[i], b = ring[i + 1 < count ? i + 1 : 0];
        bool a_above = a.y > p.y, b_above = b.y > p.y;
        if (a_above != b_above) {
            int side = wend_orient2d_fast(a, b, p);
            if (side == 0)
                return WEND_ON;
            if ((side > 0) == b_above) // p is to the left of the edge, read upwards
                inside = !inside;
        } else if (!a_above && wend_on_segment((wend_segment){a, b}, p)) {
            return WEND_ON;
        }
    }
    return inside ? WEND_INSIDE : WEND_OUTSIDE;
}
