// SPDX-License-Identifier: MIT
#include "polygon/polygons.h"

#include <string.h>

// Start in points of the ring under construction.
static size_t ring_begin(const polygons *p)
{
    size_t begin = p->open.first_point;
    if (p->open.ring_count > 0)
        begin += p->ring_ends.data[p->ring_ends.count - 1];
    return begin;
}

bool polygons_add_point(polygons *p, wend_vec2 point)
{
    return p->points.count < UINT32_MAX && wend_array_push(&p->points, NULL, point);
}

bool polygons_end_ring(polygons *p, uint32_t least, uint32_t *count)
{
    size_t begin = ring_begin(p), kept = begin;
    wend_vec2 *points = p->points.data;
    for (size_t i = begin; i < p->points.count; ++i)
        if (kept == begin || !wend_equal(points[i], points[kept - 1]))
            points[kept++] = points[i];
    while (kept > begin + 1 && wend_equal(points[begin], points[kept - 1]))
        --kept;
    if (count)
        *count = (uint32_t)(kept - begin);
    if (kept - begin < least) {
        p->points.count = begin;
        return true;
    }
    p->points.count = kept;
    ++p->open.ring_count;
    return wend_array_push(&p->ring_ends, NULL, (uint32_t)(kept - p->open.first_point));
}

bool polygons_end_shape(polygons *p)
{
    p->open.point_count = (uint32_t)p->points.count - p->open.first_point;
    if (p->open.ring_count > 0 && !wend_array_push(&p->spans, NULL, p->open))
        return false;
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

uint32_t shape_rings(wend_shape shape)
{
    return shape.ring_ends ? shape.ring_count : 1;
}

void shape_ring(wend_shape shape, uint32_t ring, uint32_t *begin, uint32_t *end)
{
    *begin = ring > 0 ? shape.ring_ends[ring - 1] : 0;
    *end = shape.ring_ends ? shape.ring_ends[ring] : shape.point_count;
}

static int compare_points(wend_vec2 a, wend_vec2 b)
{
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    return (a.y > b.y) - (a.y < b.y);
}

wend_segment segment_unordered(wend_segment s)
{
    return compare_points(s.a, s.b) <= 0 ? s : (wend_segment){s.b, s.a};
}

int segments_compare(const void *one, const void *other)
{
    const wend_segment *a = one, *b = other;
    int order = compare_points(a->a, b->a);
    return order ? order : compare_points(a->b, b->b);
}

bool index_segments(const wend_segment *lines, size_t count, wend_index **index)
{
    wend_item *items = NULL;
    if (count < UINT32_MAX)
        items = wend_allocate(NULL, count + 1, sizeof *items);
    for (size_t i = 0; items && i < count; ++i)
        items[i] = (wend_item){lines[i].a, lines[i].b, WEND_ITEM_SEGMENT};
    bool good = items && wend_index_create(items, (uint32_t)count, NULL, index, NULL) == WEND_OK;
    wend_release(NULL, items, count + 1, sizeof *items);
    return good;
}

wend_side shape_locate(wend_shape shape, wend_vec2 point)
{
    bool inside = false;
    uint32_t begin, end;
    for (uint32_t r = 0; r < shape_rings(shape); ++r) {
        shape_ring(shape, r, &begin, &end);
        wend_side side = wend_polygon_locate(shape.points + begin, end - begin, point);
        if (side == WEND_ON)
            return WEND_ON;
        inside = inside != (side == WEND_INSIDE);
    }
    return inside ? WEND_INSIDE : WEND_OUTSIDE;
}

void box_corners(wend_box box, wend_vec2 corners[4])
{
    corners[0] = box.min;
    corners[1] = (wend_vec2){box.max.x, box.min.y};
    corners[2] = box.max;
    corners[3] = (wend_vec2){box.min.x, box.max.y};
}

wend_box box_grown(wend_box box, double margin)
{
    return (wend_box){{box.min.x - margin, box.min.y - margin},
                      {box.max.x + margin, box.max.y + margin}};
}
