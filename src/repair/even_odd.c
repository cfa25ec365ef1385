// SPDX-License-Identifier: MIT
// The even-odd sum of rings. Each face between the rings lies wholly inside or outside each of
// them, so one point determines the whole face: a ray from it crosses the edges of each ring around
// it an odd number of times.
#include "polygon/planar.h"
#include "repair/planar_scene.h"
#include "repair/walkable.h"
#include "scene/shape.h"

#include <stdlib.h>

typedef struct ray {
    planar *p;
    const uint32_t *ring_of; ///< for each edge
    wend_vec2 from;
    wend_array(uint32_t) hits; ///< rings, once for each edge that the ray crosses
    bool good;
} ray;

// The ray runs to the left. An edge includes its lower end but not its upper one, so a ray through
// a vertex crosses as many edges as one beside it.
static bool visit_edge(void *context, uint32_t number)
{
    ray *r = context;
    r->good = planar_spend(r->p, 1);
    wend_item edge = wend_index_item(r->p->edges, number);
    bool up = edge.b.y > r->from.y;
    if (!r->good || (edge.a.y > r->from.y) == up ||
        wend_orient2d(edge.a, edge.b, r->from) != (up ? -1 : 1))
        return r->good;
    r->good =
        wend_array_push(&r->hits, NULL, r->ring_of[number]) || problem_no_memory(r->p->problems);
    return r->good;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Leaves in hits each ring that contains r->from, once.
static bool find_rings(ray *r)
{
    r->hits.count = 0;
    wend_vec2 end = {wend_index_bounds(r->p->edges).min.x, r->from.y};
    wend_index_along(r->p->edges, (wend_segment){r->from, end}, visit_edge, r);
    if (r->hits.count > 0)
        qsort(r->hits.data, r->hits.count, sizeof *r->hits.data, compare_numbers);
    size_t kept = 0;
    for (size_t i = 0, next; i < r->hits.count; i = next) {
        for (next = i; next < r->hits.count && r->hits.data[next] == r->hits.data[i];)
            ++next;
        if ((next - i) % 2 == 1)
            r->hits.data[kept++] = r->hits.data[i];
    }
    r->hits.count = kept;
    return r->good;
}

// *flat: every face lies in the ring `outer` and in at most one other ring.
static bool mark_solid(ray *r, uint32_t outer, bool *flat)
{
    planar *p = r->p;
    *flat = true;
    for (uint32_t i = 0; i < p->faces.spans.count; ++i) {
        if (i == p->outside)
            continue;
        if (!planar_inside(p, i, &r->from) || !find_rings(r))
            return false;
        p->solid[i] = r->hits.count % 2 == 0;
        bool in_outer = false;
        for (size_t k = 0; k < r->hits.count; ++k)
            in_outer = in_outer || r->hits.data[k] == outer;
        *flat = *flat && in_outer && r->hits.count <= 2;
    }
    return true;
}

// ---- invalid rings ------------------------------------------------------------------------------

// The ring with the largest box.
static uint32_t find_outer(const polygons *rings)
{
    uint32_t best = 0;
    double most = -1;
    for (uint32_t i = 0; i < rings->spans.count; ++i) {
        wend_shape ring = polygons_get(rings, i);
        wend_box box = wend_box_of(ring.points, ring.point_count);
        double size = (box.max.x - box.min.x) * (box.max.y - box.min.y);
        if (size > most) {
            most = size;
            best = i;
        }
    }
    return best;
}

// The first ring that touches or crosses itself, or UINT32_MAX.
static bool find_fault(const polygons *rings, uint32_t *faulty, wend_error *error,
                       problem_list *problems)
{
    *faulty = UINT32_MAX;
    for (uint32_t i = 0; i < rings->spans.count; ++i) {
        wend_shape ring = polygons_get(rings, i);
        wend_result result = wend_polygon_check(ring.points, ring.point_count, NULL, error);
        if (result == WEND_OUT_OF_MEMORY)
            return problem_no_memory(problems);
        if (result != WEND_OK) {
            *faulty = i;
            return true;
        }
    }
    return true;
}

static bool keep_rings(scene *s, const polygons *rings, uint32_t outer, problem_list *problems)
{
    for (uint32_t i = 0; i < rings->spans.count; ++i) {
        wend_shape ring = polygons_get(rings, i);
        if (i == outer ? !scene_set_bounds(s, ring.points, ring.point_count)
                       : !scene_add_shape(s, ring))
            return problem_no_memory(problems);
    }
    return true;
}

// ---- the sum ------------------------------------------------------------------------------------

static void list_edges(const polygons *rings, wend_segment *edges, uint32_t *ring_of)
{
    size_t edge = 0;
    for (uint32_t i = 0; i < rings->spans.count; ++i) {
        wend_shape ring = polygons_get(rings, i);
        for (uint32_t k = 0; k < ring.point_count; ++k, ++edge) {
            edges[edge].a = ring.points[k];
            edges[edge].b = ring.points[(k + 1) % ring.point_count];
            ring_of[edge] = i;
        }
    }
}

static bool fill_scene(ray *r, const polygons *rings, scene *s)
{
    problem_list *problems = r->p->problems;
    uint32_t outer = find_outer(rings), faulty;
    wend_error error;
    bool flat;
    if (!mark_solid(r, outer, &flat) || !find_fault(rings, &faulty, &error, problems))
        return false;
    if (faulty == UINT32_MAX)
        return planar_to_scene(r->p, false, s);
    if (flat)
        return keep_rings(s, rings, outer, problems);
    return problem_at_point(problems, error.position, "ring %u: %s", faulty + 1, error.text);
}

bool planar_even_odd(scene *s, const polygons *rings, problem_list *problems)
{
    size_t count = rings->points.count;
    wend_segment *edges = malloc((count + 1) * sizeof *edges);
    uint32_t *ring_of = malloc((count + 1) * sizeof *ring_of);
    bool good = edges && ring_of;
    if (good) {
        planar p;
        ray r = {.p = &p, .ring_of = ring_of, .good = true};
        list_edges(rings, edges, ring_of);
        good = planar_open(&p, edges, count, problems) && fill_scene(&r, rings, s);
        wend_array_free(&r.hits, NULL);
        planar_close(&p);
    } else {
        problem_no_memory(problems);
    }
    free(ring_of);
    free(edges);
    return good;
}
