// SPDX-License-Identifier: MIT
// Collects the polygons of a mesh file and checks each of them by itself.
#include "formats/patchwork.h"
#include "scene/scene.h"

#include "geometry/points.h"
#include "wend/geometry.h"

#include <math.h>

// Tolerance of a corner that bends inwards, as a share of the greatest coordinate. Files have six
// digits or more, so corners on straight sides deviate by this much.
#define PATCHWORK_BEND 1e-5

void patchwork_free(patchwork *p)
{
    wend_array_free(&p->vertices, NULL);
    wend_array_free(&p->corners, NULL);
    wend_array_free(&p->patches, NULL);
    wend_array_free(&p->passages, NULL);
}

void patchwork_read_vertex(patchwork *p)
{
    wend_vec2 at = token_point(&p->source);
    if (!wend_array_push(&p->vertices, NULL, at))
        token_no_memory(&p->source);
}

void patchwork_read_corner(patchwork *p, uint64_t base)
{
    uint64_t vertex = token_count(&p->source, "the number of a vertex");
    if (vertex < base || vertex - base >= p->vertices.count)
        token_problem(&p->source, p->source.last,
                      "there is no vertex %llu: they are numbered from %llu to %llu",
                      (unsigned long long)vertex, (unsigned long long)base,
                      (unsigned long long)(base + p->vertices.count - 1));
    else if (!wend_array_push(&p->corners, NULL, (uint32_t)(vertex - base)))
        token_no_memory(&p->source);
}

void patchwork_add_passage(patchwork *p, passage gate)
{
    if (!wend_array_push(&p->passages, NULL, gate))
        token_no_memory(&p->source);
}

// ---- the shape of one polygon -------------------------------------------------------------------

static wend_vec2 corner_at(const patchwork *p, const patch *ring, uint32_t i)
{
    return p->vertices.data[p->corners.data[ring->first + i % ring->count]];
}

// True if the ring is certainly convex and counter-clockwise: it turns only left, and its direction
// changes between rightwards and leftwards twice, so it goes around once.
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

// Distance of the corner b inside the line from a to c; negative: outside.
static double bend(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    wend_vec2 along = {c.x - a.x, c.y - a.y};
    double length = wend_length(along);
    return length > 0 ? ((b.y - a.y) * along.x - (b.x - a.x) * along.y) / length : INFINITY;
}

// True if a simple counter-clockwise ring is convex except for rounding.
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

// Checks a ring that is_convex does not accept: simplicity, orientation, bends.
static bool check_ring(patchwork *p, const patch *ring, token start, bool either_way)
{
    wend_vec2 *points = wend_allocate(NULL, ring->count, sizeof *points);
    if (!points)
        return token_no_memory(&p->source);
    for (uint32_t i = 0; i < ring->count; ++i)
        points[i] = corner_at(p, ring, i);
    wend_error error;
    wend_result result = wend_polygon_check(points, ring->count, NULL, &error);
    int way = result == WEND_OK ? wend_polygon_orientation(points, ring->count) : 0;
    wend_release(NULL, points, ring->count, sizeof *points);
    if (result == WEND_OUT_OF_MEMORY)
        return token_no_memory(&p->source);
    if (result != WEND_OK)
        return token_problem(&p->source, start, "polygon %u is not simple: %s",
                             (unsigned)ring->number, error.text);
    if (way < 0 && !either_way)
        return token_problem(&p->source, start,
                             "polygon %u runs clockwise: its vertices must be listed "
                             "counter-clockwise, as seen with y upwards",
                             (unsigned)ring->number);
    if (way < 0)
        turn_round(p, ring);
    return is_nearly_convex(p, ring) ||
           token_problem(&p->source, start, "polygon %u is not convex", (unsigned)ring->number);
}

void patchwork_end_patch(patchwork *p, uint32_t first, uint32_t number, token start,
                         bool either_way)
{
    patch ring = {first, (uint32_t)p->corners.count - first, number};
    if (p->source.failed)
        return;
    if (ring.count < 3)
        token_problem(&p->source, start, "polygon %u has %u vertices, but needs at least 3",
                      (unsigned)number, (unsigned)ring.count);
    else if ((is_convex(p, &ring) || check_ring(p, &ring, start, either_way)) &&
             !wend_array_push(&p->patches, NULL, ring))
        token_no_memory(&p->source);
}

// ---- all polygons -------------------------------------------------------------------------------

bool patchwork_to_scene(patchwork *p, scene *s)
{
    if (p->source.failed)
        return false;
    if (p->patches.count == 0)
        return problem_add(p->source.problems, "there are no polygons to walk on");
    border b = {0};
    bool good = patchwork_find_border(p, &b) && border_to_scene(&b, s, p->source.problems);
    border_free(&b);
    return good;
}
