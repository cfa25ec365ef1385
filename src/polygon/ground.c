// SPDX-License-Identifier: MIT
#include "polygon/ground.h"

#include "wend/geometry.h"

int ring_winding(const wend_vec2 *ring, uint32_t count, wend_vec2 p)
{
    int turns = 0;
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 a = ring[i], b = ring[i + 1 < count ? i + 1 : 0];
        if (a.y <= p.y && b.y > p.y)
            turns += wend_orient2d(a, b, p) > 0;
        else if (a.y > p.y && b.y <= p.y)
            turns -= wend_orient2d(a, b, p) < 0;
    }
    return turns;
}

bool shape_covers(wend_shape shape, wend_vec2 p)
{
    uint32_t rings = shape_rings(shape);
    for (uint32_t r = 0; r < rings; ++r) {
        uint32_t begin, end;
        shape_ring(shape, r, &begin, &end);
        if ((ring_winding(shape.points + begin, end - begin, p) != 0) != (r == 0))
            return false;
    }
    return true;
}

bool ground_open(ground *g, const wend_shape *shapes, uint32_t count)
{
    *g = (ground){.shapes = shapes, .count = count};
    wend_item *items = wend_allocate(NULL, (size_t)count + 1, sizeof *items);
    if (!items)
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        wend_box box = wend_box_of(shapes[i].points, shapes[i].point_count);
        items[i] = (wend_item){box.min, box.max, WEND_ITEM_BOX};
    }
    wend_result result = wend_index_create(items, count, NULL, &g->index, NULL);
    wend_release(NULL, items, (size_t)count + 1, sizeof *items);
    return result == WEND_OK;
}

bool ground_of_polygons(ground *g, const polygons *shapes)
{
    uint32_t count = (uint32_t)shapes->spans.count;
    wend_shape *own = wend_allocate(NULL, (size_t)count + 1, sizeof *own);
    *g = (ground){0};
    if (!own)
        return false;
    for (uint32_t i = 0; i < count; ++i)
        own[i] = polygons_get(shapes, i);
    bool good = ground_open(g, own, count);
    g->own = own;
    return good;
}

void ground_close(ground *g)
{
    wend_release(NULL, g->own, (size_t)g->count + 1, sizeof *g->own);
    wend_index_destroy(g->index);
    *g = (ground){0};
}

typedef struct question {
    const ground *g;
    wend_vec2 p;
    uint32_t found;
    bool several;
} question;

static bool try_shape(void *context, uint32_t number)
{
    question *q = context;
    wend_shape shape = q->g->shapes[number];
    if (shape.point_count < 3 || !shape_covers(shape, q->p))
        return true;
    q->several = q->several || q->found != GROUND_NONE;
    if (number < q->found)
        q->found = number;
    return true;
}

uint32_t ground_at(const ground *g, wend_vec2 p, bool *several)
{
    question q = {.g = g, .p = p, .found = GROUND_NONE};
    wend_index_along(g->index, (wend_segment){p, p}, try_shape, &q);
    if (several)
        *several = q.several;
    return q.found;
}
