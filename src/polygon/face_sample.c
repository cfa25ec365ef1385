// SPDX-License-Identifier: MIT
// Scans the face along level lines: at each height the face is a row of intervals, and some
// positions in each interval are tried. First with few lines, then with more, until a point is far
// enough from the walls.
#include "polygon/face_sample.h"

#include "core/array.h"
#include "polygon/polygons.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>

// Number of heights in the first round, and in the last. Every round meets a face that is a hundred
// times as wide as the wanted distance; the last one is for thin and winding faces.
enum { FIRST_HEIGHTS = 4, LAST_HEIGHTS = 256 };
// Positions tried in an interval. Not evenly spaced, so that no regular row of slivers is missed.
static const double places[] = {0.5, 0.27, 0.71, 0.11, 0.89};
enum { PLACE_COUNT = sizeof places / sizeof places[0] };

typedef wend_array(double) crossing_list;

static int compare_numbers(const void *one, const void *two)
{
    double a = *(const double *)one, b = *(const double *)two;
    return (a > b) - (a < b);
}

// Intersections of the outline with a height. An edge includes its lower end but not its upper one,
// so intersections come in pairs.
static bool find_crossings(wend_shape face, double height, crossing_list *at)
{
    at->count = 0;
    for (uint32_t r = 0; r < shape_rings(face); ++r) {
        uint32_t begin, end;
        shape_ring(face, r, &begin, &end);
        for (uint32_t i = begin; i < end; ++i) {
            wend_vec2 a = face.points[i], b = face.points[i + 1 < end ? i + 1 : begin];
            if ((a.y <= height) == (b.y <= height))
                continue;
            if (!wend_array_push(at, NULL, a.x + (b.x - a.x) * ((height - a.y) / (b.y - a.y))))
                return false;
        }
    }
    if (at->count > 0)
        qsort(at->data, at->count, sizeof *at->data, compare_numbers);
    return true;
}

bool face_sample_clear(wend_shape face, const wend_index *walls, double wanted, wend_vec2 *sample)
{
    double best = wend_index_nearest(walls, *sample, INFINITY).distance;
    wend_box box = wend_box_of(face.points, face.point_count);
    crossing_list at = {0};
    bool good = true;
    for (int heights = FIRST_HEIGHTS; good && best < wanted && heights <= LAST_HEIGHTS;
         heights *= 4)
        for (int h = 0; good && best < wanted && h < heights; ++h) {
            double y = box.min.y + (box.max.y - box.min.y) * ((h + 0.5) / heights);
            good = find_crossings(face, y, &at);
            for (size_t i = 0; good && i + 1 < at.count && best < wanted; i += 2)
                for (int k = 0; k < PLACE_COUNT && at.data[i + 1] - at.data[i] > best; ++k) {
                    wend_vec2 p = {at.data[i] + (at.data[i + 1] - at.data[i]) * places[k], y};
                    double clear = wend_index_nearest(walls, p, INFINITY).distance;
                    if (clear > best) {
                        best = clear;
                        *sample = p;
                    }
                }
        }
    wend_array_free(&at, NULL);
    return good;
}
