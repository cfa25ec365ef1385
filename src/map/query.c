// SPDX-License-Identifier: MIT
// Queries: find the triangle, take the best of its windows.
#include "map/wave.h"

#include "geometry/predicates.h"

enum {
    GRAIN = 4096,   ///< points per task
    MAX_STEPS = 64, ///< maximum length of a walk from a hint, against cycles
};

wend_vec2 wend_map_projection(const wend_map_root *root, wend_vec2 p)
{
    double x = root->b.x - root->a.x, y = root->b.y - root->a.y, square = x * x + y * y;
    if (!(square > 0))
        return root->a;
    double share = ((p.x - root->a.x) * x + (p.y - root->a.y) * y) / square;
    share = share > 0 ? share < 1 ? share : 1 : 0;
    return share < 1 ? (wend_vec2){root->a.x + share * x, root->a.y + share * y} : root->b;
}

static wend_map_result nowhere(wend_vec2 p)
{
    return (wend_map_result){.distance = -1, .next = p, .root = WEND_MAP_NONE};
}

static wend_map_result result_by(const wend_map *map, const wend_map_window *window,
                                 double distance, wend_vec2 p)
{
    if (!window)
        return nowhere(p);
    wend_map_result found = {distance, window->origin, window->root};
    if (wend_window_is_segment(window))
        found.next = wend_map_projection(&map->roots.data[found.root], p);
    // A point on a corner continues to the next root.
    const wend_map_root *roots = map->roots.data;
    while (found.next.x == p.x && found.next.y == p.y &&
           roots[found.root].parent != WEND_MAP_NONE) {
        found.root = roots[found.root].parent;
        found.next = wend_map_projection(&roots[found.root], p);
    }
    return found;
}

/// The best of all triangles around a spot: on a wall distances on both sides may differ.
static wend_map_result result_around(const wend_map *map, wend_spot spot, wend_vec2 p)
{
    const wend_map_window *best = NULL;
    double min = INFINITY;
    for (uint32_t h = wend_around(map->lookup.mesh, spot); h != WEND_NONE;
         h = wend_around_next(map->lookup.mesh, spot, h)) {
        double distance;
        const wend_map_window *window = wend_map_best(&map->lookup, h / 3, p, &distance);
        if (distance < min) {
            min = distance;
            best = window;
        }
    }
    return result_by(map, best, min, p);
}

/// The triangle that strictly contains p; WEND_NONE if rounding prevents a decision. A faster walk
/// than the mesh's own, for the many points that are not near an edge.
static uint32_t find_triangle(const wend_mesh *mesh, wend_vec2 p)
{
    uint32_t triangle = wend_hint(mesh, p);
    for (int step = 0; step < MAX_STEPS; ++step) {
        const wend_half_edge *edges = mesh->edges + 3 * triangle;
        wend_vec2 a = wend_at(mesh, edges[0].origin), b = wend_at(mesh, edges[1].origin),
                  c = wend_at(mesh, edges[2].origin);
        double ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y, cx = c.x - p.x,
               cy = c.y - p.y;
        double axby = ax * by, aybx = ay * bx, bxcy = bx * cy, bycx = by * cx, cxay = cx * ay,
               cyax = cy * ax;
        double ab = axby - aybx, bc = bxcy - bycx, ca = cxay - cyax;
        double min = ab < bc ? ab : bc;
        uint32_t behind = ab < bc ? 0 : 1;
        behind = ca < min ? 2 : behind;
        min = ca < min ? ca : min;
        double bound = WEND_ORIENT2D_BOUND * (fabs(axby) + fabs(aybx) + fabs(bxcy) + fabs(bycx) +
                                              fabs(cxay) + fabs(cyax)) +
                       WEND_UNDERFLOW_BOUND;
        if (min > bound)
            return triangle;
        if (!(min < 0) || edges[behind].twin == WEND_NONE)
            return WEND_NONE;
        triangle = edges[behind].twin / 3;
    }
    return WEND_NONE;
}

static wend_map_result query_point(const wend_map *map, wend_vec2 p)
{
    const wend_mesh *mesh = map->lookup.mesh;
    if (!wend_in_box(mesh, p))
        return nowhere(p);
    uint32_t triangle = find_triangle(mesh, p);
    if (triangle == WEND_NONE)
        return result_around(map, wend_mesh_find(mesh, p), p);
    double distance;
    const wend_map_window *window = wend_map_best(&map->lookup, triangle, p, &distance);
    return result_by(map, window, distance, p);
}

wend_map_result wend_map_query(const wend_map *map, wend_vec2 p)
{
    return wend_map_is_current(&map->lookup) ? query_point(map, p) : nowhere(p);
}

typedef struct batch_job {
    const wend_map *map;
    const wend_vec2 *points;
    wend_map_result *results;
} batch_job;

static void query_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    batch_job *job = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        job->results[i] = query_point(job->map, job->points[i]);
}

void wend_map_query_batch(const wend_map *map, const wend_vec2 *points, uint32_t count,
                          wend_map_result *results, wend_tasks *tasks)
{
    if (wend_map_is_current(&map->lookup))
        wend_parallel_for(tasks, count, GRAIN, query_some, &(batch_job){map, points, results});
    else
        for (uint32_t i = 0; i < count; ++i)
            results[i] = nowhere(points[i]);
}

wend_result wend_map_path(const wend_map *map, wend_vec2 p, wend_vec2 *points, uint32_t capacity,
                          uint32_t *count)
{
    wend_map_result from = wend_map_query(map, p);
    *count = 0;
    if (from.root == WEND_MAP_NONE)
        return WEND_NOT_FOUND;
    uint32_t written = 0;
    if (capacity > 0)
        points[0] = p;
    ++written;
    wend_vec2 here = p;
    for (uint32_t root = from.root; root != WEND_MAP_NONE; root = map->roots.data[root].parent) {
        wend_vec2 next = wend_map_projection(&map->roots.data[root], here);
        if (next.x == here.x && next.y == here.y)
            continue;
        here = next;
        if (written < capacity)
            points[written] = here;
        ++written;
    }
    *count = written;
    return written > capacity ? WEND_BUFFER_TOO_SMALL : WEND_OK;
}

const wend_map_root *wend_map_roots(const wend_map *map, uint32_t *count)
{
    *count = (uint32_t)map->roots.count;
    return map->roots.data;
}

// ---- corners ------------------------------------------------------------------------------------

wend_map_result wend_map_corner_result(const wend_map *map, uint32_t spoke)
{
    const wend_corner *corner = &map->corners.data[map->corner_of.data[spoke]];
    if (!(corner->distance < INFINITY))
        return nowhere(corner->at);
    wend_vec2 next = wend_map_projection(&map->roots.data[corner->parent], corner->at);
    return (wend_map_result){corner->distance, next, corner->parent};
}
