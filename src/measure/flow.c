// SPDX-License-Identifier: MIT
// Flow through a line, from its crossings.
#include "measure/line.h"

#include "scene/frames.h"
#include "wend/vec2.h"

#include <math.h>

/// Mean speed of the crossings that have one.
static double mean_speed(const recording *r, const measure_crossing *items, size_t count,
                         measure_window window)
{
    double sum = 0;
    size_t known = 0;
    for (size_t i = 0; i < count; ++i) {
        double speed = measure_speed(r, items[i].row, window);
        if (isnan(speed))
            continue;
        sum += speed;
        ++known;
    }
    return known > 0 ? sum / (double)known : NAN;
}

measure_flow measure_flow_of(const recording *r, const measure_line *line,
                             const measure_crossings *crossings, measure_window window)
{
    measure_flow flow = {.count = crossings->items.count,
                         .first = NAN,
                         .last = NAN,
                         .flow = NAN,
                         .specific = NAN,
                         .speed = NAN};
    if (flow.count == 0)
        return flow;
    const measure_crossing *items = crossings->items.data;
    uint32_t first = items[0].frame, last = items[flow.count - 1].frame;
    flow.first = measure_time(r, first);
    flow.last = measure_time(r, last);
    if (last > first) {
        double length = wend_distance(line->at.b, line->at.a);
        flow.flow = (double)(flow.count - 1) * r->fps / (double)(last - first);
        flow.specific = flow.flow / length;
    }
    flow.speed = mean_speed(r, items, flow.count, window);
    return flow;
}

void measure_flow_parts_free(measure_flow_parts *parts)
{
    wend_array_free(&parts->items, NULL);
}

bool measure_find_flow_parts(const recording *r, const measure_crossings *crossings,
                             uint32_t frames, measure_window window, measure_flow_parts *out)
{
    *out = (measure_flow_parts){0};
    const measure_crossing *items = crossings->items.data;
    size_t count = crossings->items.count, before = 0, now = 0;
    if (count == 0)
        return true;
    uint32_t from = items[0].frame;
    // 64 bits: the last frame plus one interval may exceed 32.
    for (uint64_t look = (uint64_t)from + frames; look + 1 < r->frame_count; look += frames) {
        while (now < count && items[now].frame <= look)
            ++now;
        if (now == before)
            continue;
        uint32_t to = items[now - 1].frame + 1;
        size_t end = now; // PedPy's speeds include all crossings up to and in that frame
        while (end < count && items[end].frame == to)
            ++end;
        if (!wend_array_reserve(&out->items, NULL, 1)) {
            measure_flow_parts_free(out);
            return false;
        }
        out->items.data[out->items.count++] = (measure_flow_part){
            .from = from,
            .to = to,
            .count = (uint32_t)(now - before),
            .flow = (double)(now - before) * r->fps / (double)(to - from),
            .speed = mean_speed(r, items + before, end - before, window),
        };
        before = now;
        from = to;
    }
    return true;
}

/// Second moments of a polygon about its centre, which is computed on the way; not divided by its
/// area.
typedef struct moments {
    wend_vec2 middle;
    double xx, xy, yy;
} moments;

static moments find_moments(const wend_vec2 *ring, uint32_t count)
{
    moments m = {0};
    double area = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    wend_vec2 o = ring[0]; // local origin: a door far from the origin loses no precision
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 a = {ring[i].x - o.x, ring[i].y - o.y};
        wend_vec2 b = {ring[(i + 1) % count].x - o.x, ring[(i + 1) % count].y - o.y};
        double cross = a.x * b.y - b.x * a.y;
        area += cross / 2;
        x += cross * (a.x + b.x) / 6;
        y += cross * (a.y + b.y) / 6;
        xx += cross * (a.x * a.x + a.x * b.x + b.x * b.x) / 12;
        yy += cross * (a.y * a.y + a.y * b.y + b.y * b.y) / 12;
        xy += cross * (2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y) / 24;
    }
    if (area == 0)
        return (moments){.middle = o};
    x /= area;
    y /= area;
    double sign = area < 0 ? -1 : 1;
    m.middle = (wend_vec2){o.x + x, o.y + y};
    m.xx = sign * (xx - area * x * x);
    m.yy = sign * (yy - area * y * y);
    m.xy = sign * (xy - area * x * y);
    return m;
}

/// Centre line of a polygon along the axis about which it is thinnest, over its full extent.
static wend_segment long_axis(const wend_vec2 *ring, uint32_t count)
{
    moments m = find_moments(ring, count);
    double angle = atan2(2 * m.xy, m.xx - m.yy) / 2;
    wend_vec2 u = {cos(angle), sin(angle)};
    double least = INFINITY, most = -INFINITY, low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 d = {ring[i].x - m.middle.x, ring[i].y - m.middle.y};
        double along = d.x * u.x + d.y * u.y, across = d.y * u.x - d.x * u.y;
        least = fmin(least, along);
        most = fmax(most, along);
        low = fmin(low, across);
        high = fmax(high, across);
    }
    double side = (low + high) / 2;
    wend_vec2 middle = {m.middle.x - side * u.y, m.middle.y + side * u.x};
    return (wend_segment){{middle.x + least * u.x, middle.y + least * u.y},
                          {middle.x + most * u.x, middle.y + most * u.y}};
}

wend_segment measure_door_line(const recording *r, uint32_t door)
{
    const scene_door *d = &r->s->doors[door];
    const scene_shape *shape = &d->body.shape;
    wend_segment line = {shape->points[0], shape->points[shape->point_count - 1]};
    if (d->body.kind != SCENE_SEGMENT)
        line = long_axis(shape->points, shape->ring_ends[0]);
    return (wend_segment){frames_to_metres(r->s, line.a), frames_to_metres(r->s, line.b)};
}
