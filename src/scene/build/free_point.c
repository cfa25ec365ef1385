// SPDX-License-Identifier: MIT
#include "scene/build/free_point.h"

#include "polygon/ground.h"
#include "polygon/polygons.h"
#include "scene/shape.h"
#include "wend/geometry.h"

#include <math.h>

/// Centroid of a ring, computed relative to its first corner, so that a ring far from the origin
/// loses no digits.
static wend_vec2 ring_centre(const wend_vec2 *ring, uint32_t count)
{
    double area = 0;
    wend_vec2 sum = {0, 0}, o = ring[0];
    for (uint32_t i = 1; i + 1 < count; ++i) {
        wend_vec2 a = {ring[i].x - o.x, ring[i].y - o.y};
        wend_vec2 b = {ring[i + 1].x - o.x, ring[i + 1].y - o.y};
        double twice = a.x * b.y - a.y * b.x;
        area += twice;
        sum.x += twice * (a.x + b.x) / 3;
        sum.y += twice * (a.y + b.y) / 3;
    }
    return area == 0 ? o : (wend_vec2){o.x + sum.x / area, o.y + sum.y / area};
}

/// True if p is in the area and a disc fits there.
static bool disc_fits(const scene_area *area, const wend_floor *floor, wend_vec2 p, double radius)
{
    return shape_covers(shape_view(&area->shape), p) &&
           wend_floor_locate(floor, p, NULL) == WEND_LOCATION_FREE &&
           wend_floor_clearance(floor, p, NULL, NULL) >= radius;
}

bool scene_area_free_point(const scene_area *area, const wend_floor *floor, double radius,
                           wend_vec2 *point)
{
    enum { STEPS = 40 };
    uint32_t count = area->shape.ring_ends[0];
    wend_vec2 centre = ring_centre(area->shape.points, count);
    wend_box box = wend_box_of(area->shape.points, count);
    double nearest = INFINITY;
    *point = centre;
    if (disc_fits(area, floor, centre, radius))
        return true;
    for (int i = 0; i <= STEPS; ++i)
        for (int j = 0; j <= STEPS; ++j) {
            wend_vec2 p = {box.min.x + (box.max.x - box.min.x) * i / STEPS,
                           box.min.y + (box.max.y - box.min.y) * j / STEPS};
            double distance = wend_distance(p, centre);
            if (distance < nearest && disc_fits(area, floor, p, radius)) {
                nearest = distance;
                *point = p;
            }
        }
    return nearest < INFINITY;
}
