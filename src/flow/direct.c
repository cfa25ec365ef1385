// SPDX-License-Identifier: MIT
// The direct path, by a path map from the sinks over the walls of the bodies, inflated by the
// radius. Openings are lines there, which keep it in the domain but are not inflated: a disc enters
// through them.
#include "flow/direct.h"

#include "core/memory.h"
#include "flow/domain.h"
#include "wend/geometry.h"

/// Paths begin and end this far inside the openings, in radii, and are then extended to them:
/// exactly on a line the side would be undetermined.
#define INSET 1e-3

/// Insets end this far before the corners of their opening, in radii: closer to a sharp corner they
/// would lie behind the next edge. The loss is less than that of rounding the corner.
#define SHORT_OF_CORNERS 0.05

/// Resolution of the start position on a source, in radii: paths that begin between two candidates
/// are shorter by no more than half of it.
#define START_STEP 0.1

/// Sections of a source that seem to lie completely in walls are searched down to this resolution,
/// in radii: a gap between walls is at least two radii wide.
#define SOLID_STEP 0.25

/// Maximum distance of tangents around a corner from the arc, in radii: up to 49 degrees take one
/// corner. Half of the time is spent on the mesh, and shortening turns them into arcs.
#define ARC_ERROR 0.1

typedef struct edge {
    wend_segment line;  ///< of the opening
    wend_segment inset; ///< inside of it
    uint32_t opening;
} edge;

typedef struct work {
    wend_direct *direct;
    const wend_flow *flow;
    const wend_allocator *allocator;
    double radius;
    wend_array(wend_vec2) points; ///< of walls
    wend_array(wend_shape) shapes;
    wend_array(bool) done;        ///< by half-edge: it is in a shape
    wend_array(uint32_t) visited; ///< by vertex: the last walk that visited it
    wend_array(wend_segment) lines;
    wend_array(edge) sources;
    wend_array(edge) sinks;
    wend_array(wend_map_source) map_sources;
    wend_mesh *mesh;
    wend_map *map;
    // The best start so far.
    double length;
    wend_vec2 start;
    uint32_t from; ///< opening of the start
} work;

// ---- plan ---------------------------------------------------------------------------------------

/// Adds points of a shape under construction; its points are identified by their number until all
/// are there.
static bool add_point(work *w, wend_vec2 p)
{
    if (!wend_array_reserve(&w->points, w->allocator, 1))
        return false;
    w->points.data[w->points.count++] = p;
    return true;
}

static bool end_shape(work *w, size_t first)
{
    if (!wend_array_reserve(&w->shapes, w->allocator, 1))
        return false;
    w->shapes.data[w->shapes.count++] =
        (wend_shape){.point_count = (uint32_t)(w->points.count - first)};
    return true;
}

static bool add_wall(work *w, wend_vec2 a, wend_vec2 b)
{
    size_t first = w->points.count;
    return add_point(w, a) && add_point(w, b) && end_shape(w, first);
}

static bool add_opening(work *w, wend_vec2 a, wend_vec2 b, uint32_t opening)
{
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    double in = INSET * w->radius / length;
    double cut = fmin(SHORT_OF_CORNERS * w->radius / length, 0.5); // as a share
    wend_vec2 p = {a.x + cut * x - in * y, a.y + cut * y + in * x},
              q = {b.x - cut * x - in * y, b.y - cut * y + in * x};
    edge own = {{a, b}, {p, q}, opening};
    bool is_sink = w->flow->is_sink.data[opening];
    if (!wend_array_reserve(&w->lines, w->allocator, 1) ||
        !wend_array_reserve(&w->sources, w->allocator, 1) ||
        !wend_array_reserve(&w->sinks, w->allocator, 1) ||
        !wend_array_reserve(&w->map_sources, w->allocator, 1))
        return false;
    w->lines.data[w->lines.count++] = own.line;
    if (is_sink) {
        w->sinks.data[w->sinks.count++] = own;
        w->map_sources.data[w->map_sources.count++] =
            (wend_map_source){own.inset.a, own.inset.b, 0};
    } else {
        w->sources.data[w->sources.count++] = own;
    }
    return true;
}

/// True if the walk along walls from h goes around an obstacle with an area: no opening is on it,
/// and it visits no vertex twice, as it does where obstacles touch.
static bool is_ring(work *w, uint32_t h)
{
    const wend_mesh *mesh = w->flow->mesh;
    uint32_t wall = h, count = 0;
    do {
        uint32_t *visited = &w->visited.data[wend_origin(mesh, wall)];
        if ((w->flow->kinds.data[wall] & WEND_FLOW_OPENING) || *visited == h)
            return false;
        *visited = h;
        ++count;
        wall = wend_flow_next_wall(mesh, wall);
    } while (wall != h);
    return count > 2;
}

/// Adds a walk: an obstacle as a whole yields fewer curves than its walls.
static bool add_walk(work *w, uint32_t h)
{
    const wend_mesh *mesh = w->flow->mesh;
    bool ring = is_ring(w, h), fits = true;
    size_t first = w->points.count;
    uint32_t wall = h;
    do {
        uint32_t kind = w->flow->kinds.data[wall];
        wend_vec2 a = wend_at(mesh, wend_origin(mesh, wall)),
                  b = wend_at(mesh, wend_target(mesh, wall));
        fits = ring                       ? add_point(w, a)
               : kind & WEND_FLOW_OPENING ? add_opening(w, a, b, kind & ~WEND_FLOW_OPENING)
                                          : add_wall(w, a, b);
        w->done.data[wall] = true;
        wall = wend_flow_next_wall(mesh, wall);
    } while (wall != h && fits);
    return fits && (!ring || end_shape(w, first));
}

static bool list_walls(work *w)
{
    const wend_flow *flow = w->flow;
    size_t vertices = flow->mesh->vertices.count;
    if (!wend_array_reserve(&w->done, w->allocator, flow->kinds.count) ||
        !wend_array_reserve(&w->visited, w->allocator, vertices))
        return false;
    for (size_t h = 0; h < flow->kinds.count; ++h)
        w->done.data[h] = false;
    for (size_t i = 0; i < vertices; ++i)
        w->visited.data[i] = WEND_NONE;
    for (uint32_t h = 0; h < flow->kinds.count; ++h)
        if (flow->kinds.data[h] != WEND_NONE && !w->done.data[h] && !add_walk(w, h))
            return false;
    for (size_t i = 0; i < flow->body_points.count; ++i) {
        size_t first = w->points.count;
        uint32_t spoke = flow->body_points.data[i].spoke;
        if (!add_point(w, wend_at(flow->mesh, wend_origin(flow->mesh, spoke))) ||
            !end_shape(w, first))
            return false;
    }
    const wend_vec2 *points = w->points.data;
    for (size_t i = 0; i < w->shapes.count; points += w->shapes.data[i++].point_count)
        w->shapes.data[i].points = points;
    return true;
}

/// The mesh of all shapes.
static wend_result build_mesh(work *w, wend_error *error)
{
    if (!list_walls(w))
        return wend_fail_memory(error);
    wend_floor_def floor_def = wend_default_floor_def();
    floor_def.shapes = w->shapes.data;
    floor_def.shape_count = (uint32_t)w->shapes.count;
    floor_def.allocator = *w->allocator;
    wend_floor *floor;
    wend_result result = wend_floor_create(&floor_def, &floor, error);
    if (result != WEND_OK)
        return result;
    wend_mesh_def def = wend_default_mesh_def();
    def.lines = w->lines.data;
    def.line_count = (uint32_t)w->lines.count;
    def.allocator = *w->allocator;
    result =
        wend_mesh_create_inflated(floor, w->radius, ARC_ERROR * w->radius, &def, &w->mesh, error);
    wend_floor_destroy(floor);
    return result;
}

// ---- start --------------------------------------------------------------------------------------

/// Distance to a sink; INFINITY: no path.
static double distance_at(const work *w, wend_vec2 p)
{
    double distance = wend_map_query(w->map, p).distance;
    return distance >= 0 ? distance : INFINITY;
}

static void consider(work *w, wend_vec2 p, double distance, uint32_t source)
{
    if (!(distance < w->length))
        return;
    w->length = distance;
    w->start = p;
    w->from = source;
}

/// Searches the nearest point between a and b, whose distances are known. Distances differ by no
/// more than the distance of the points, so most sections cannot contain it.
static void search_between(work *w, wend_vec2 a, wend_vec2 b, double at_a, double at_b,
                           uint32_t source)
{
    double x = b.x - a.x, y = b.y - a.y, span = sqrt(x * x + y * y);
    bool is_solid = !(at_a < INFINITY) && !(at_b < INFINITY);
    double min = at_a < INFINITY && at_b < INFINITY ? 0.5 * (at_a + at_b - span)
                 : is_solid                         ? 0
                                                    : fmin(at_a, at_b) - span;
    if (!(min < w->length) || span < (is_solid ? SOLID_STEP : START_STEP) * w->radius)
        return;
    wend_vec2 middle = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
    double at_middle = distance_at(w, middle);
    consider(w, middle, at_middle, source);
    search_between(w, a, middle, at_a, at_middle, source);
    search_between(w, middle, b, at_middle, at_b, source);
}

static void find_start(work *w)
{
    w->length = INFINITY;
    for (uint32_t i = 0; i < w->sources.count; ++i) {
        wend_segment line = w->sources.data[i].inset;
        double at_a = distance_at(w, line.a), at_b = distance_at(w, line.b);
        consider(w, line.a, at_a, i);
        consider(w, line.b, at_b, i);
        search_between(w, line.a, line.b, at_a, at_b, i);
    }
}

// ---- path ---------------------------------------------------------------------------------------

/// The point of an opening that corresponds to a point on its inset.
static wend_vec2 outward(const edge *own, wend_vec2 p)
{
    return wend_segment_closest(own->line, p);
}

static bool add_line(wend_direct *direct, wend_vec2 a, wend_vec2 b)
{
    if (a.x == b.x && a.y == b.y)
        return true;
    if (!wend_array_reserve(&direct->pieces, direct->allocator, 1))
        return false;
    wend_curve_piece *piece = &direct->pieces.data[direct->pieces.count++];
    *piece = (wend_curve_piece){.a = a, .b = b, .begin = direct->length};
    direct->length += sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    return true;
}

/// Reads the path off the map, from the best start.
static bool read_path(work *w)
{
    wend_direct *direct = w->direct;
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(w->map, &count);
    uint32_t root = wend_map_query(w->map, w->start).root;
    const edge *first = &w->sources.data[w->from], *last = &w->sinks.data[roots[root].source];
    direct->source = first->opening;
    direct->sink = last->opening;
    wend_vec2 at = outward(first, w->start);
    bool fits = add_line(direct, at, w->start);
    at = w->start;
    for (; root != WEND_MAP_NONE && fits; root = roots[root].parent) {
        wend_vec2 next = wend_map_projection(&roots[root], at);
        fits = add_line(direct, at, next);
        at = next;
    }
    return fits && add_line(direct, at, outward(last, at));
}

wend_result wend_direct_find(wend_direct *direct, const wend_flow *flow, double radius,
                             wend_error *error)
{
    work w = {.direct = direct, .flow = flow, .allocator = direct->allocator, .radius = radius};
    direct->pieces.count = 0;
    direct->length = 0;
    wend_result result = build_mesh(&w, error);
    if (result == WEND_OK)
        result = wend_map_create(w.allocator, &w.map, error);
    if (result == WEND_OK)
        result =
            wend_map_build(w.map, w.mesh, w.map_sources.data, (uint32_t)w.map_sources.count, error);
    if (result == WEND_OK) {
        find_start(&w);
        if (!(w.length < INFINITY))
            result = wend_fail(error, WEND_NOT_FOUND,
                               "no path from a source to a sink for a disc of radius %g m", radius);
        else if (!read_path(&w))
            result = wend_fail_memory(error);
    }
    wend_map_destroy(w.map);
    wend_mesh_destroy(w.mesh);
    wend_array_free(&w.points, w.allocator);
    wend_array_free(&w.shapes, w.allocator);
    wend_array_free(&w.done, w.allocator);
    wend_array_free(&w.visited, w.allocator);
    wend_array_free(&w.lines, w.allocator);
    wend_array_free(&w.sources, w.allocator);
    wend_array_free(&w.sinks, w.allocator);
    wend_array_free(&w.map_sources, w.allocator);
    return result;
}

void wend_direct_free(wend_direct *direct)
{
    wend_array_free(&direct->pieces, direct->allocator);
}
