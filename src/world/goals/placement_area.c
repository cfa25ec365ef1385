// SPDX-License-Identifier: MIT
// Random points of an area. A height is drawn and accepted with a probability proportional to the
// length of the horizontal line inside the area, then a point of that line is drawn. No point is
// rejected for being outside, so narrow oblique areas cost no more than boxes.
#include "world/goals/placement.h"

#include "geometry/sort.h"
#include "wend/geometry.h"
#include "wend/vec2.h"

#include <math.h>

enum {
    FEW = 16,         // crossings up to which insertion sort is used
    MEASURED = 256,   // corners at which the length is computed; more corners are sampled
    MAX_HEIGHTS = 256 // heights drawn for one dart; a few are nearly always enough
};

static bool is_less(const void *context, const void *one, const void *other)
{
    (void)context;
    return *(const double *)one < *(const double *)other;
}

// A line usually crosses two or four sides.
static void sort(double *values, uint32_t count)
{
    if (count > FEW) {
        wend_sort(values, count, sizeof *values, is_less, NULL);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        double value = values[i];
        uint32_t k = i;
        for (; k > 0 && values[k - 1] > value; k--)
            values[k] = values[k - 1];
        values[k] = value;
    }
}

uint32_t wend_placement_cross(wend_placement *placement, bool turned, double height, bool lower)
{
    const wend_vec2 *points = placement->area.points;
    double low = turned ? placement->box.min.y : placement->box.min.x;
    double high = turned ? placement->box.max.y : placement->box.max.x;
    uint32_t count = 0;
    wend_vec2 a = points[placement->area.count - 1];
    for (uint32_t i = 0; i < placement->area.count; i++) {
        wend_vec2 b = points[i];
        double ah = turned ? a.x : a.y, bh = turned ? b.x : b.y;
        if (lower ? (ah < height) != (bh < height) : (ah <= height) != (bh <= height)) {
            double av = turned ? a.y : a.x, bv = turned ? b.y : b.x;
            double at = av + (bv - av) * ((height - ah) / (bh - ah));
            placement->crossings.data[count++] = fmin(fmax(at, low), high);
        }
        a = b;
    }
    sort(placement->crossings.data, count);
    return count;
}

static double length_inside(const wend_placement *placement, uint32_t count)
{
    double length = 0;
    for (uint32_t i = 0; i + 1 < count; i += 2)
        length += placement->crossings.data[i + 1] - placement->crossings.data[i];
    return length;
}

void wend_placement_measure(wend_placement *placement)
{
    // The length is linear in the height between two corners, so the longest line is just above or
    // just below a corner.
    const wend_goal *area = &placement->area;
    uint32_t step = 1 + (area->count - 1) / MEASURED;
    placement->longest = 0;
    for (uint32_t i = 0; i < area->count; i += step)
        for (int lower = 0; lower < 2; lower++) {
            double height = area->points[i].y;
            height = fmin(fmax(height, placement->box.min.y), placement->box.max.y);
            uint32_t count = wend_placement_cross(placement, false, height, lower);
            placement->longest = fmax(placement->longest, length_inside(placement, count));
        }
}

bool wend_placement_dart(wend_placement *placement, wend_random *random, wend_vec2 *at)
{
    for (int i = 0; i < MAX_HEIGHTS; i++) {
        at->y = wend_random_between(random, placement->box.min.y, placement->box.max.y);
        uint32_t count = wend_placement_cross(placement, false, at->y, false);
        double length = length_inside(placement, count);
        if (!(length > wend_random_unit(random) * placement->longest))
            continue;
        double along = length * wend_random_unit(random);
        for (uint32_t k = 0; k + 1 < count; k += 2) {
            double low = placement->crossings.data[k], high = placement->crossings.data[k + 1];
            at->x = fmin(low + along, high);
            if (along <= high - low)
                break;
            along -= high - low;
        }
        return true;
    }
    return false;
}

double wend_placement_max_discs(const wend_goal *area, double radius)
{
    if (area->count < 3)
        return 1;
    // N. Oler, "An inequality in the geometry of numbers", 1961: points at a distance of at least
    // d.
    double d = 2 * radius, around = 0;
    for (uint32_t i = 0; i < area->count; i++) {
        uint32_t next = i + 1 < area->count ? i + 1 : 0;
        around += wend_distance(area->points[i], area->points[next]);
    }
    double size = fabs(wend_polygon_area(area->points, area->count));
    return floor(2 / sqrt(3.0) * size / (d * d) + around / (2 * d) + 1);
}
