// SPDX-License-Identifier: MIT
// A path as points: an arc becomes a chain of tangents around it, so that it keeps at least the
// distance of the arc from the corner.
#include "wend/path.h"

#include "core/angle.h"

#include <math.h>

#define PI 3.14159265358979323846

/// Minimum of half the angle between two tangent points: the tangents' intersection is then outside
/// the arc by half a unit in the last place of the radius.
#define MIN_HALF_ANGLE 0x1p-26

typedef struct writer {
    wend_vec2 *points;
    uint32_t capacity;
    double count; // may exceed the capacity
} writer;

static void write_point(writer *w, wend_vec2 p)
{
    if (w->count < w->capacity)
        w->points[(uint32_t)w->count] = p;
    w->count++;
}

// Writes the intersections of the tangents of an arc, between its ends.
static void write_arc(writer *w, const wend_path_piece *piece, double error)
{
    double ax = piece->a.x - piece->corner.x, ay = piece->a.y - piece->corner.y;
    double bx = piece->b.x - piece->corner.x, by = piece->b.y - piece->corner.y;
    double radius = sqrt(ax * ax + ay * ay);
    double sweep = wend_atan2(ax * by - ay * bx, ax * bx + ay * by) * piece->turn;
    if (sweep < 0)
        sweep += 2 * PI;
    if (!(radius > 0) || !(sweep > 0))
        return;
    // radius / cos(half) = radius + error
    double half = wend_atan2(sqrt(error * (2 * radius + error)), radius);
    half = half > MIN_HALF_ANGLE ? half : MIN_HALF_ANGLE;
    double parts = ceil(sweep / (2 * half));
    half = sweep / (2 * parts);
    double reach = 1 / wend_cos(half);
    for (double i = 0; i < parts; i++) {
        if (w->count >= w->capacity) {
            w->count += parts - i;
            return;
        }
        double angle = piece->turn * (2 * i + 1) * half;
        double c, s;
        wend_sin_cos(angle, &s, &c);
        c *= reach;
        s *= reach;
        write_point(
            w, (wend_vec2){piece->corner.x + c * ax - s * ay, piece->corner.y + s * ax + c * ay});
    }
}

wend_result wend_path_points(const wend_path *path, double error, wend_vec2 *points,
                             uint32_t capacity, uint32_t *count)
{
    if (!path || !count || !(error > 0) || (capacity > 0 && !points))
        return WEND_BAD_ARGUMENT;
    writer w = {points, capacity, 0};
    if (path->piece_count > 0)
        write_point(&w, path->pieces[0].a);
    for (uint32_t i = 0; i < path->piece_count; i++) {
        if (path->pieces[i].turn != 0)
            write_arc(&w, &path->pieces[i], error);
        write_point(&w, path->pieces[i].b);
    }
    *count = w.count < UINT32_MAX ? (uint32_t)w.count : UINT32_MAX;
    return w.count <= capacity ? WEND_OK : WEND_BUFFER_TOO_SMALL;
}
