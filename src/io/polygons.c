// SPDX-License-Identifier: MIT
#include "io/polygons.h"

#include "wend/geometry.h"

#include <string.h>

static bool same(wend_vec2 a, wend_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// Where the ring that is being added begins in points.
static size_t ring_begin(const polygons *p)
{
    size_t begin = p->open.first_point;
    if (p->open.ring_count > 0)
        begin += p->ring_ends.data[p->ring_ends.count - 1];
    return begin;
}

bool polygons_add_point(polygons *p, wend_vec2 point)
{
    if (p->points.count >= UINT32_MAX || !wend_array_reserve(&p->points, NULL, 1))
        return false;
    p->points.data[p->points.count++] = point;
    return true;
}

bool polygons_end_ring(polygons *p, uint32_t least, uint32_t *count)
{
    size_t begin = ring_begin(p), kept = begin;
    wend_vec2 *points = p->points.data;
    for (size_t i = begin; i < p->points.count; ++i)
        if (kept == begin || !same(points[i], points[kept - 1]))
            points[kept++] = points[i];
    while (kept > begin + 1 && same(points[begin], points[kept - 1]))
        --kept;
    if (count)
        *count = (uint32_t)(kept - begin);
    if (kept - begin < least) {
        p->points.count = begin;
        return true;
    }
    if (!wend_array_reserve(&p->ring_ends, NULL, 1))
        return false;
    p->points.count = kept;
    p->ring_ends.data[p->ring_ends.count++] = (uint32_t)(kept - p->open.first_point);
    ++p->open.ring_count;
    return true;
}

bool polygons_end_shape(polygons *p)
{
    if (p->open.ring_count > 0) {
        if (!wend_array_reserve(&p->spans, NULL, 1))
            return false;
        p->open.point_count = (uint32_t)p->points.count - p->open.first_point;
        p->spans.data[p->spans.count++] = p->open;
    }
    p->open = (polygon_span){.first_point = (uint32_t)p->points.count,
                             .first_ring = (uint32_t)p->ring_ends.count};
    return true;
}

bool polygons_add(polygons *p, wend_shape shape)
{
    uint32_t rings = shape_rings(shape);
    for (uint32_t r = 0; r < rings; ++r) {
        uint32_t begin, end;
        shape_ring(shape, r, &begin, &end);
        for (uint32_t i = begin; i < end; ++i)
            if (!polygons_add_point(p, shape.points[i]))
                return false;
        if (!polygons_end_ring(p, 1, NULL))
            return false;
    }
    return polygons_end_shape(p);
}

void polygons_free(polygons *p)
{
    wend_array_free(&p->points, NULL);
    wend_array_free(&p->ring_ends, NULL);
    wend_array_free(&p->spans, NULL);
    p->open = (polygon_span){0};
}

wend_shape polygons_get(const polygons *p, size_t i)
{
    polygon_span span = p->spans.data[i];
    return (wend_shape){p->points.data + span.first_point, p->ring_ends.data + span.first_ring,
                        span.ring_count, span.point_count};
}

void polygons_localise(polygons *p, scene *s)
{
    wend_box box = wend_box_of(p->points.data, p->points.count);
    wend_vec2 offset = scene_local_offset(box);
    if (offset.x == 0 && offset.y == 0)
        return;
    for (size_t i = 0; i < p->points.count; ++i) {
        p->points.data[i].x -= offset.x;
        p->points.data[i].y -= offset.y;
    }
    s->origin = (wend_vec2){s->origin.x + offset.x, s->origin.y + offset.y};
}

static uint32_t straighten(wend_vec2 *ring, uint32_t count)
{
    uint32_t kept = 0, first = 0;
    for (uint32_t i = 0; i < count; ++i) {
        while (kept >= 2 && wend_orient2d(ring[kept - 2], ring[kept - 1], ring[i]) == 0)
            --kept;
        ring[kept++] = ring[i];
    }
    while (kept > 3 && wend_orient2d(ring[kept - 2], ring[kept - 1], ring[0]) == 0)
        --kept;
    while (kept - first > 3 && wend_orient2d(ring[kept - 1], ring[first], ring[first + 1]) == 0)
        ++first;
    memmove(ring, ring + first, (kept - first) * sizeof *ring);
    return kept - first;
}

bool polygons_straighten(polygons *shapes)
{
    polygons result = {0};
    bool good = true;
    for (size_t i = 0; good && i < shapes->spans.count; ++i) {
        polygon_span span = shapes->spans.data[i];
        for (uint32_t r = 0; good && r < span.ring_count; ++r) {
            uint32_t begin, end;
            shape_ring(polygons_get(shapes, i), r, &begin, &end);
            wend_vec2 *ring = shapes->points.data + span.first_point + begin;
            uint32_t kept = straighten(ring, end - begin);
            for (uint32_t k = 0; good && k < kept; ++k)
                good = polygons_add_point(&result, ring[k]);
            good = good && polygons_end_ring(&result, 3, NULL);
        }
        good = good && polygons_end_shape(&result);
    }
    polygons_free(shapes);
    *shapes = result;
    return good;
}

wend_shape shape_view(const scene_shape *shape)
{
    return (wend_shape){shape->points, shape->ring_ends, shape->ring_count, shape->point_count};
}

bool shape_copy(scene *s, wend_shape shape, scene_shape *copy)
{
    if (!shape.ring_ends)
        return scene_shape_ring(s, shape.points, shape.point_count, copy);
    return scene_shape_rings(s, shape.points, shape.ring_ends, shape.ring_count, copy);
}

uint32_t shape_rings(wend_shape shape)
{
    return shape.ring_ends ? shape.ring_count : 1;
}

void shape_ring(wend_shape shape, uint32_t ring, uint32_t *begin, uint32_t *end)
{
    *begin = ring > 0 ? shape.ring_ends[ring - 1] : 0;
    *end = shape.ring_ends ? shape.ring_ends[ring] : shape.point_count;
}
