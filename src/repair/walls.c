// SPDX-License-Identifier: MIT
#include "repair/walls.h"
#include "scene/shape.h"

#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>

static bool add_wall(repair_walls *w, wend_vec2 a, wend_vec2 b, uint32_t owner)
{
    return wend_array_push(&w->edges.items, NULL, (wend_segment){a, b}) &&
           wend_array_push(&w->owners, NULL, owner);
}

static bool add_walls(repair_walls *w, wend_shape shape, uint32_t owner)
{
    uint32_t rings = shape_rings(shape);
    for (uint32_t ring = 0; ring < rings; ++ring) {
        uint32_t begin, end;
        shape_ring(shape, ring, &begin, &end);
        for (uint32_t i = begin; i < end; ++i)
            if (!add_wall(w, shape.points[i], shape.points[i + 1 < end ? i + 1 : begin], owner))
                return false;
    }
    return true;
}

bool walls_open(repair_walls *w, const scene *s)
{
    uint32_t owners = s->obstacle_count;
    bool good = true;
    for (uint32_t i = 0; good && i < owners; ++i)
        good = add_walls(w, shape_view(&s->obstacles[i].shape), i);
    if (good && s->bounds)
        good =
            add_walls(w, (wend_shape){.points = s->bounds, .point_count = s->bounds_count}, owners);
    size_t count = w->edges.items.count;
    good = good && index_segments(w->edges.items.data, count, &w->index);
    w->first = good ? calloc((size_t)owners + 2, sizeof *w->first) : NULL;
    for (size_t i = 0; w->first && i < count; ++i)
        w->first[w->owners.data[i] + 1] = (uint32_t)i + 1;
    // Without bounds, or for an owner without walls, the end of the previous one applies.
    for (uint32_t i = 1; w->first && i < owners + 2; ++i)
        if (w->first[i] < w->first[i - 1])
            w->first[i] = w->first[i - 1];
    return w->first != NULL;
}

void walls_close(repair_walls *w)
{
    wend_array_free(&w->edges.items, NULL);
    wend_array_free(&w->owners, NULL);
    free(w->first);
    if (w->index)
        wend_index_destroy(w->index);
}

typedef struct near_search {
    const repair_walls *walls;
    wend_segment edge;
    double reach;
    void (*found)(void *context, uint32_t wall);
    void *context;
} near_search;

static bool try_near(void *context, uint32_t wall)
{
    const near_search *search = context;
    if (wend_segments_distance(search->edge, search->walls->edges.items.data[wall], NULL, NULL) <=
        search->reach)
        search->found(search->context, wall);
    return true;
}

void walls_near(const repair_walls *w, wend_segment edge, double reach,
                void (*found)(void *context, uint32_t wall), void *context)
{
    // The query is by boxes, so the edge's box is enlarged along its diagonal.
    wend_segment wide = {{fmin(edge.a.x, edge.b.x) - reach, fmin(edge.a.y, edge.b.y) - reach},
                         {fmax(edge.a.x, edge.b.x) + reach, fmax(edge.a.y, edge.b.y) + reach}};
    near_search search = {w, edge, reach, found, context};
    wend_index_along(w->index, wide, try_near, &search);
}

typedef struct spread {
    const repair_walls *walls;
    bool *marked;
    uint32_t *queue;
    uint32_t count;
} spread;

static void mark_owner(void *context, uint32_t wall)
{
    spread *to = context;
    uint32_t owner = to->walls->owners.data[wall];
    if (to->marked[owner])
        return;
    to->marked[owner] = true;
    to->queue[to->count++] = owner;
}

bool walls_spread(const repair_walls *w, uint32_t obstacle_count, double reach, bool *marked)
{
    spread to = {.walls = w, .marked = marked};
    to.queue = calloc((size_t)obstacle_count + 1, sizeof *to.queue);
    if (!to.queue)
        return false;
    for (uint32_t i = 0; i <= obstacle_count; ++i)
        if (marked[i])
            to.queue[to.count++] = i;
    for (uint32_t i = 0; i < to.count; ++i) {
        uint32_t owner = to.queue[i];
        for (uint32_t k = w->first[owner]; k < w->first[owner + 1]; ++k)
            walls_near(w, w->edges.items.data[k], reach, mark_owner, &to);
    }
    free(to.queue);
    return true;
}
