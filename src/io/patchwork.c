// SPDX-License-Identifier: MIT
// Collecting the polygons of a mesh file, each of them checked for itself.
#include "io/patchwork.h"

#include "geometry/points.h"
#include "wend/geometry.h"

#include <math.h>

// By how much of the greatest coordinate a corner may bend inwards. Files hold six digits or more,
// so that corners of straight sides lie off them by this much.
#define PATCHWORK_BEND 1e-5

void patchwork_free(patchwork *p)
{
    wend_array_free(&p->vertices, NULL);
    wend_array_free(&p->corners, NULL);
    wend_array_free(&p->patches, NULL);
    wend_array_free(&p->passages, NULL);
}

scene *patchwork_done(patchwork *p, scene *s, bool good)
{
    patchwork_free(p);
    if (good) {
        scene_localise(s);
        return s;
    }
    scene_free(s);
    return NULL;
}

bool patchwork_read_vertex(patchwork *p)
{
    wend_vec2 at;
    if (!token_coordinate(&p->source, p->problems, "an x", &at.x) ||
        !token_coordinate(&p->source, p->problems, "a y", &at.y))
        return false;
    if (!wend_array_reserve(&p->vertices, NULL, 1))
        return problem_no_memory(p->problems);
    p->vertices.data[p->vertices.count++] = at;
    return true;
}

bool patchwork_read_corner(patchwork *p, uint64_t base)
{
    uint64_t vertex;
    if (!token_whole(&p->source, p->problems, "the number of a vertex", PATCHWORK_MOST_ITEMS,
                     &vertex))
        return false;
    if (vertex < base || vertex - base >= p->vertices.count)
        return token_problem(&p->source, p->source.last, p->problems,
                             "there is no vertex %llu: they are numbered from %llu to %llu",
                             (unsigned long long)vertex, (unsigned long long)base,
                             (unsigned long long)(base + p->vertices.count - 1));
    if (!wend_array_reserve(&p->corners, NULL, 1))
        return problem_no_memory(p->problems);
    p->corners.data[p->corners.count++] = (uint32_t)(vertex - base);
    return true;
}

bool patchwork_add_passage(patchwork *p, passage gate)
{
    if (!wend_array_reserve(&p->passages, NULL, 1))
        return problem_no_memory(p->problems);
    p->passages.data[p->passages.count++] = gate;
    return true;
}

bool patchwork_at_end(patchwork *p)
{
    token rest;
    if (!token_next(&p->source, &rest))
        return true;
    return token_problem(&p->source, rest, p->problems, "there is more after the last polygon");
}

// ---- the shape of one polygon -------------------------------------------------------------------

static wend_vec2 corner_at(const patchwork *p, const patch *ring, uint32_t i)
{
    return p->vertices.data[p->corners.data[ring->first + i % ring->count]];
}

// True if the ring is convex and counter-clockwise without any doubt. From left to right and back
// it turns twice; a ring that only turns left, and so only twice, goes around once.
static bool is_convex(const patchwork *p, const patch *ring)
{
    unsigned turns = 0;
    wend_vec2 a = corner_at(p, ring, 0), b = corner_at(p, ring, 1);
    for (uint32_t i = 2; i < ring->count + 2; ++i) {
        wend_vec2 c = corner_at(p, ring, i);
        bool turned = wend_is_before(a, b) != wend_is_before(b, c);
        int side = wend_orient2d(a, b, c);
        if (side < 0 || (turned && side == 0))
            return false;
        turns += turned;
        a = b;
        b = c;
    }
    return turns == 2;
}

// How far the corner b lies inside of the line from a to c; negative: outside.
static double bend(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    wend_vec2 along = {c.x - a.x, c.y - a.y};
    double length = hypot(along.x, along.y);
    return length > 0 ? ((b.y - a.y) * along.x - (b.x - a.x) * along.y) / length : INFINITY;
}

// A simple ring that runs counter-clockwise: is it convex but for rounding?
static bool is_nearly_convex(const patchwork *p, const patch *ring)
{
    double most = 0;
    for (uint32_t i = 0; i < ring->count; ++i) {
        wend_vec2 at = corner_at(p, ring, i);
        most = fmax(most, fmax(fabs(at.x), fabs(at.y)));
    }
    for (uint32_t i = 0; i < ring->count; ++i) {
        wend_vec2 a = corner_at(p, ring, i), b = corner_at(p, ring, i + 1);
        wend_vec2 c = corner_at(p, ring, i + 2);
        if (wend_orient2d(a, b, c) < 0 && bend(a, b, c) > most * PATCHWORK_BEND)
            return false;
    }
    return true;
}

static void turn_round(patchwork *p, const patch *ring)
{
    uint32_t *corners = p->corners.data + ring->first;
    for (uint32_t i = 0, k = ring->count - 1; i < k; ++i, --k) {
        uint32_t swapped = corners[i];
        corners[i] = corners[k];
        corners[k] = swapped;
    }
}

// What is_convex could not tell: is the ring simple, which way does it run, how far is it bent?
static bool check_ring(patchwork *p, const patch *ring, token start, bool either_way)
{
    wend_vec2 *points = wend_allocate(NULL, ring->count, sizeof *points);
    if (!points)
        return problem_no_memory(p->problems);
    for (uint32_t i = 0; i < ring->count; ++i)
        points[i] = corner_at(p, ring, i);
    wend_error error;
    wend_result result = wend_polygon_check(points, ring->count, NULL, &error);
    int way = result == WEND_OK ? wend_polygon_orientation(points, ring->count) : 0;
    wend_release(NULL, points, ring->count, sizeof *points);
    if (result == WEND_NO_MEMORY)
        return problem_no_memory(p->problems);
    if (result != WEND_OK)
        return token_problem(&p->source, start, p->problems, "polygon %u is not simple: %s",
                             (unsigned)ring->number, error.text);
    if (way < 0 && !either_way)
        return token_problem(&p->source, start, p->problems,
                             "polygon %u runs clockwise: its vertices must be listed "
                             "counter-clockwise, as seen with y upwards",
                             (unsigned)ring->number);
    if (way < 0)
        turn_round(p, ring);
    return is_nearly_convex(p, ring) ||
           token_problem(&p->source, start, p->problems, "polygon %u is not convex",
                         (unsigned)ring->number);
}

bool patchwork_end_patch(patchwork *p, uint32_t first, uint32_t number, token start,
                         bool either_way)
{
    patch ring = {.first = first,
                  .count = (uint32_t)p->corners.count - first,
                  .number = number,
                  .offset = start.offset};
    if (ring.count < 3)
        return token_problem(&p->source, start, p->problems,
                             "polygon %u has %u vertices, but needs at least 3", (unsigned)number,
                             (unsigned)ring.count);
    if (!is_convex(p, &ring) && !check_ring(p, &ring, start, either_way))
        return false;
    if (!wend_array_reserve(&p->patches, NULL, 1))
        return problem_no_memory(p->problems);
    p->patches.data[p->patches.count++] = ring;
    return true;
}

// ---- all together -------------------------------------------------------------------------------

bool patchwork_to_scene(patchwork *p, scene *s)
{
    if (p->patches.count == 0)
        return problem_add(p->problems, "there are no polygons to walk on");
    border b = {0};
    bool good = patchwork_find_border(p, &b) && border_to_scene(&b, s, p->problems);
    border_free(&b);
    return good;
}
