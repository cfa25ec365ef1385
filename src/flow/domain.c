// SPDX-License-Identifier: MIT
// The domain of a flow: the part of the free space that has both sources and sinks at its border,
// and its bodies. A body is what a walk along walls with the free space on the left visits: the
// walk around an obstacle, or around several that touch; and on a walk that contains openings, each
// section between two of them. Around corners the walk passes through free sectors,
// so it is purely topological.
#include "flow/domain.h"

#include "core/memory.h"
#include "flow/openings.h"

/// Openings at the border of a part of the free space.
enum { HAS_SOURCE = 1, HAS_SINK = 2, HAS_BOTH = 3 };

typedef struct domain {
    wend_flow *flow;
    const wend_mesh *mesh;
    wend_array(uint8_t) parts;       ///< [part_limit] HAS_...
    wend_array(uint32_t) edge_of;    ///< [openings] See find_edges
    wend_array(bool) is_dot;         ///< by vertex: it is a point obstacle
    wend_array(uint32_t) dot_spokes; ///< a half-edge from each point obstacle
    wend_array(uint32_t) walk;       ///< the walls with the openings, walk by walk, in order
    wend_array(size_t) walk_ends;    ///< end of each in `walk`
    wend_array(bool) walked;         ///< by half-edge
} domain;

static bool is_opening(const wend_flow *flow, uint32_t h)
{
    uint32_t kind = flow->kinds.data[h];
    return kind != WEND_NONE && kind >= WEND_FLOW_OPENING;
}

static bool is_sink(const wend_flow *flow, uint32_t h)
{
    return flow->is_sink.data[flow->kinds.data[h] - WEND_FLOW_OPENING];
}

static uint32_t opening_of(const wend_flow *flow, uint32_t h)
{
    return flow->kinds.data[h] - WEND_FLOW_OPENING;
}

static wend_vec2 middle_of(const wend_mesh *mesh, uint32_t h)
{
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
    return (wend_vec2){0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
}

static uint32_t part_of(const wend_mesh *mesh, uint32_t triangle)
{
    uint32_t cell = mesh->cell_of[triangle];
    return cell == WEND_NONE ? WEND_NONE : mesh->cells[cell].part;
}

// ---- part of the free space ---------------------------------------------------------------------

/// Finds, for each opening, a half-edge with free space on its left: of any part, or of one that
/// has sources and sinks. WEND_NONE for an opening without such a half-edge.
static void find_edges(domain *d, bool any)
{
    const wend_flow *flow = d->flow;
    for (size_t i = 0; i < d->edge_of.count; ++i)
        d->edge_of.data[i] = WEND_NONE;
    for (uint32_t h = 0; h < flow->kinds.count; ++h)
        if (is_opening(flow, h) && (any || d->parts.data[part_of(d->mesh, h / 3)] == HAS_BOTH))
            d->edge_of.data[opening_of(flow, h)] = h;
}

static wend_vec2 start_of_opening(const wend_flow *flow, uint32_t opening)
{
    return flow->opening_points.data[opening > 0 ? flow->opening_ends.data[opening - 1] : 0];
}

static wend_result fail_no_part(domain *d, wend_error *error)
{
    const wend_flow *flow = d->flow;
    find_edges(d, true);
    for (uint32_t i = 0; i < flow->is_sink.count; ++i)
        if (d->edge_of.data[i] == WEND_NONE)
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, start_of_opening(flow, i),
                                WEND_OPENING " has no free space beside it: move it to "
                                             "free space",
                                WEND_OPENING_NAME(flow, i));
    uint32_t source = 0;
    while (flow->is_sink.data[source])
        ++source;
    return wend_fail_at(error, WEND_INVALID_GEOMETRY, start_of_opening(flow, source),
                        "no free space between sources and sinks: no path leads from "
                        "opening %u (counted from 0) to any sink",
                        (unsigned)source);
}

/// The parts with sources and sinks.
static wend_result find_parts(domain *d, wend_error *error)
{
    const wend_flow *flow = d->flow;
    size_t limit = d->mesh->part_limit;
    bool any = false;
    if (!wend_array_reserve(&d->parts, &flow->allocator, limit) ||
        !wend_array_reserve(&d->edge_of, &flow->allocator, flow->is_sink.count))
        return wend_fail_memory(error);
    d->edge_of.count = flow->is_sink.count;
    for (; d->parts.count < limit; ++d->parts.count)
        d->parts.data[d->parts.count] = 0;
    for (uint32_t h = 0; h < flow->kinds.count; ++h)
        if (is_opening(flow, h))
            d->parts.data[part_of(d->mesh, h / 3)] |= is_sink(flow, h) ? HAS_SINK : HAS_SOURCE;
    for (size_t i = 0; i < limit; ++i)
        any = any || d->parts.data[i] == HAS_BOTH;
    return any ? WEND_OK : fail_no_part(d, error);
}

static wend_result check_openings(domain *d, wend_error *error)
{
    const wend_flow *flow = d->flow;
    find_edges(d, false);
    for (uint32_t i = 0; i < flow->is_sink.count; ++i)
        if (d->edge_of.data[i] == WEND_NONE)
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, start_of_opening(flow, i),
                                WEND_OPENING " is not connected to the others: no path leads "
                                             "from it to them",
                                WEND_OPENING_NAME(flow, i));
    return WEND_OK;
}

/// Records the triangles of the domain, and removes openings outside it.
static wend_result set_parts(domain *d, wend_error *error)
{
    wend_flow *flow = d->flow;
    const wend_mesh *mesh = d->mesh;
    if (!wend_array_reserve(&flow->inside, &flow->allocator, mesh->triangle_count))
        return wend_fail_memory(error);
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        uint32_t part = wend_is_used(mesh, t) ? part_of(mesh, t) : WEND_NONE;
        bool inside = part != WEND_NONE && d->parts.data[part] == HAS_BOTH;
        flow->inside.data[flow->inside.count++] = inside;
        wend_vec2 corners[3];
        for (uint32_t i = 0; i < 3; ++i) {
            uint32_t h = 3 * t + i;
            if (!inside) {
                flow->kinds.data[h] = WEND_NONE;
                continue;
            }
            corners[i] = wend_at(mesh, wend_origin(mesh, h));
            if (wend_twin(mesh, h) == WEND_NONE)
                return wend_fail_at(error, WEND_INVALID_GEOMETRY, middle_of(mesh, h),
                                    "the region between sources and sinks has no outer wall: add "
                                    "bounds to the plan");
        }
        if (inside)
            flow->area += wend_polygon_area(corners, 3);
    }
    return WEND_OK;
}

// ---- walks with the openings --------------------------------------------------------------------

/// Walks around once from an opening and records the walls. Begins with the first source after a
/// sink, if there are both.
static bool walk_around(domain *d, uint32_t first)
{
    wend_flow *flow = d->flow;
    // Ahead to the first sink, and from there to the next source.
    uint32_t h = first;
    for (int required = 1; required >= 0; --required)
        do {
            h = wend_flow_next_wall(d->mesh, h);
        } while (h != first && !(is_opening(flow, h) && is_sink(flow, h) == (required == 1)));
    first = h;
    size_t begin = d->walk.count;
    do {
        if (!wend_array_reserve(&d->walk, &flow->allocator, 1))
            return false;
        d->walk.data[d->walk.count++] = h;
        d->walked.data[h] = true;
        h = wend_flow_next_wall(d->mesh, h);
    } while (h != first);
    if (!wend_array_reserve(&d->walk_ends, &flow->allocator, 1) ||
        !wend_array_reserve(&flow->walks, &flow->allocator, 1))
        return false;
    d->walk_ends.data[d->walk_ends.count++] = d->walk.count;
    flow->walks.data[flow->walks.count++] =
        (wend_flow_walk){d->walk.data[begin], part_of(d->mesh, d->walk.data[begin] / 3), 0, 0};
    return true;
}

static bool walk_openings(domain *d)
{
    wend_flow *flow = d->flow;
    if (!wend_array_reserve(&d->walked, &flow->allocator, flow->kinds.count))
        return false;
    while (d->walked.count < flow->kinds.count)
        d->walked.data[d->walked.count++] = false;
    // Sources first, so that the order does not depend on which kind comes first.
    for (int sinks = 0; sinks < 2; ++sinks)
        for (uint32_t h = 0; h < flow->kinds.count; ++h)
            if (is_opening(flow, h) && is_sink(flow, h) == (sinks == 1) && !d->walked.data[h] &&
                !walk_around(d, h))
                return false;
    return true;
}

// ---- bodies -------------------------------------------------------------------------------------

static bool add_body_point(wend_flow *flow, uint32_t spoke)
{
    if (!wend_array_reserve(&flow->body_points, &flow->allocator, 1))
        return false;
    flow->body_points.data[flow->body_points.count++] =
        (wend_map_body_point){spoke, flow->body_count};
    return true;
}

/// Numbers the sections of a walk between two openings: those between a source and a sink
/// (changes), or the others. A section without walls becomes a point body if it is needed: between
/// a source and a sink, or at a point obstacle. False: out of memory.
static bool number_sections(domain *d, size_t number, bool changes)
{
    wend_flow *flow = d->flow;
    size_t begin = number > 0 ? d->walk_ends.data[number - 1] : 0;
    const uint32_t *walk = d->walk.data + begin;
    size_t count = d->walk_ends.data[number] - begin;
    for (size_t i = 0, end; i < count; i = end) {
        // The walk begins with an opening; i is always one.
        for (end = i + 1; end < count && !is_opening(flow, walk[end]);)
            ++end;
        uint32_t next = walk[end < count ? end : 0];
        if ((is_sink(flow, walk[i]) != is_sink(flow, next)) != changes)
            continue;
        bool empty = end == i + 1;
        if (empty && !changes && !d->is_dot.data[wend_origin(d->mesh, next)])
            continue;
        if (empty && !add_body_point(flow, next))
            return false;
        for (size_t k = i + 1; k < end; ++k)
            flow->kinds.data[walk[k]] = flow->body_count;
        ++flow->body_count;
    }
    return true;
}

static bool number_changes(domain *d)
{
    wend_flow *flow = d->flow;
    for (size_t i = 0; i < flow->walks.count; ++i) {
        flow->walks.data[i].first_change = flow->body_count;
        if (!number_sections(d, i, true))
            return false;
        flow->walks.data[i].change_count = flow->body_count - flow->walks.data[i].first_change;
    }
    flow->turns = flow->body_count;
    if (!wend_array_reserve(&flow->changes, &flow->allocator, flow->turns))
        return false;
    for (uint32_t i = 0; i < flow->turns; ++i)
        flow->changes.data[flow->changes.count++] = i;
    for (size_t i = 0; i < flow->walks.count; ++i)
        if (!number_sections(d, i, false))
            return false;
    return true;
}

/// The walks around inner obstacles.
static void number_islands(domain *d)
{
    wend_flow *flow = d->flow;
    const wend_mesh *mesh = d->mesh;
    for (uint32_t first = 0; first < flow->kinds.count; ++first) {
        if (!flow->inside.data[first / 3] || flow->kinds.data[first] != WEND_NONE ||
            !wend_is_closed(mesh, first))
            continue;
        uint32_t h = first;
        do {
            flow->kinds.data[h] = flow->body_count;
            h = wend_flow_next_wall(mesh, h);
        } while (h != first);
        ++flow->body_count;
    }
}

/// True if the vertex lies in the interior of the domain and on no wall.
static bool stands_free(const domain *d, uint32_t spoke)
{
    uint32_t h = wend_first_spoke(d->mesh, spoke), first = h;
    do {
        if (!d->flow->inside.data[h / 3] || wend_is_closed(d->mesh, h))
            return false;
        h = wend_turn_left(d->mesh, h);
    } while (h != first);
    return true;
}

static bool number_points(domain *d)
{
    wend_flow *flow = d->flow;
    for (size_t i = 0; i < d->dot_spokes.count; ++i) {
        uint32_t spoke = d->dot_spokes.data[i];
        bool *is_dot = &d->is_dot.data[wend_origin(d->mesh, spoke)];
        if (*is_dot && stands_free(d, spoke)) {
            if (!add_body_point(flow, spoke))
                return false;
            ++flow->body_count;
        }
        *is_dot = false;
    }
    return true;
}

/// Acquires the list of point obstacles, not all of which become bodies.
static bool acquire_dots(domain *d)
{
    wend_flow *flow = d->flow;
    size_t dots = flow->body_points.count, vertices = d->mesh->vertices.count;
    if (!wend_array_reserve(&d->dot_spokes, &flow->allocator, dots) ||
        !wend_array_reserve(&d->is_dot, &flow->allocator, vertices))
        return false;
    for (; d->is_dot.count < vertices; ++d->is_dot.count)
        d->is_dot.data[d->is_dot.count] = false;
    for (size_t i = 0; i < dots; ++i) {
        uint32_t spoke = flow->body_points.data[i].spoke;
        d->dot_spokes.data[d->dot_spokes.count++] = spoke;
        d->is_dot.data[wend_origin(d->mesh, spoke)] = true;
    }
    flow->body_points.count = 0;
    return true;
}

static wend_result find_bodies(domain *d, wend_error *error)
{
    if (!walk_openings(d) || !acquire_dots(d) || !number_changes(d))
        return wend_fail_memory(error);
    number_islands(d);
    return number_points(d) ? WEND_OK : wend_fail_memory(error);
}

wend_result wend_flow_find_domain(wend_flow *flow, wend_error *error)
{
    domain d = {.flow = flow, .mesh = flow->mesh};
    wend_result result = find_parts(&d, error);
    if (result == WEND_OK)
        result = check_openings(&d, error);
    if (result == WEND_OK)
        result = set_parts(&d, error);
    if (result == WEND_OK)
        result = find_bodies(&d, error);
    wend_array_free(&d.parts, &flow->allocator);
    wend_array_free(&d.edge_of, &flow->allocator);
    wend_array_free(&d.is_dot, &flow->allocator);
    wend_array_free(&d.dot_spokes, &flow->allocator);
    wend_array_free(&d.walk, &flow->allocator);
    wend_array_free(&d.walk_ends, &flow->allocator);
    wend_array_free(&d.walked, &flow->allocator);
    return result;
}
