// SPDX-License-Identifier: MIT
// A goal, cut into pieces that each lie in one free cell: a point, a segment, or the boundary of an
// area. Parts in obstacles are removed. A piece along a side is in the cells on both sides.
//
// The cells that a segment meets are found by spreading from triangle to triangle over all edges
// that it meets. Which edges these are is decided exactly; where the segment enters and leaves a
// cell is rounded.
#include "plan/query.h"

#include "geometry/predicates.h"
#include "geometry/sort.h"
#include "mesh/around.h"

#include <string.h>

// ---- points -------------------------------------------------------------------------------------

bool wend_cells_at(const wend_mesh *mesh, const wend_allocator *allocator, wend_vec2 p,
                   wend_numbers *cells)
{
    wend_spot spot = wend_mesh_find(mesh, p);
    cells->count = 0;
    for (uint32_t h = wend_around(mesh, spot); h != WEND_NONE;
         h = wend_around_next(mesh, spot, h)) {
        uint32_t cell = mesh->cell_of[h / 3];
        bool known = cell == WEND_NONE;
        for (size_t i = 0; !known && i < cells->count; i++)
            known = cells->data[i] == cell;
        if (known)
            continue;
        if (!wend_array_reserve(cells, allocator, 1))
            return false;
        cells->data[cells->count++] = cell;
    }
    return true;
}

static bool add_piece(wend_path_query *query, wend_segment at, uint32_t cell)
{
    if (!wend_array_reserve(&query->goal, &query->allocator, 1))
        return false;
    query->goal.data[query->goal.count++] = (wend_goal_piece){at, cell};
    return true;
}

static bool cut_point(wend_path_query *query, const wend_mesh *mesh, wend_vec2 p)
{
    if (!wend_cells_at(mesh, &query->allocator, p, &query->visited))
        return false;
    for (size_t i = 0; i < query->visited.count; i++)
        if (!add_piece(query, (wend_segment){p, p}, query->visited.data[i]))
            return false;
    return true;
}

// ---- segments -----------------------------------------------------------------------------------

static bool visit(wend_path_query *query, uint32_t triangle)
{
    if (query->seen.data[triangle] == query->seen_stamp)
        return true;
    query->seen.data[triangle] = query->seen_stamp;
    if (!wend_array_reserve(&query->visited, &query->allocator, 1))
        return false;
    query->visited.data[query->visited.count++] = triangle;
    return true;
}

// Starts a new stamp, which no triangle has.
static bool renew_stamps(wend_path_query *query, const wend_mesh *mesh)
{
    wend_numbers *seen = &query->seen;
    if (seen->count < mesh->triangle_count || query->seen_stamp == UINT32_MAX) {
        seen->count = 0;
        if (!wend_array_reserve(seen, &query->allocator, mesh->triangle_count))
            return false;
        seen->count = mesh->triangle_count;
        memset(seen->data, 0, seen->count * sizeof *seen->data);
        query->seen_stamp = 0;
    }
    query->seen_stamp++;
    return true;
}

static wend_segment edge_segment(const wend_mesh *mesh, uint32_t h)
{
    return (wend_segment){wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h))};
}

// Start of the spread: a triangle at the segment's first end, or those at the frame if that end is
// outside. Only the frame's corners are on the frame, so it has four edges.
static bool visit_first(wend_path_query *query, const wend_mesh *mesh, wend_segment s)
{
    wend_spot spot = wend_mesh_find(mesh, s.a);
    if (spot.kind != WEND_SPOT_OUT)
        return visit(query, spot.edge / 3);
    for (uint32_t vertex = 0; vertex < 4; vertex++) {
        uint32_t h = wend_first_spoke(mesh, vertex);
        if (wend_segments_meet(edge_segment(mesh, h), s, NULL) != WEND_APART &&
            !visit(query, h / 3))
            return false;
    }
    return true;
}

// Finds all triangles that the segment meets.
static bool visit_all(wend_path_query *query, const wend_mesh *mesh, wend_segment s)
{
    query->visited.count = 0;
    if (!renew_stamps(query, mesh) || !visit_first(query, mesh, s))
        return false;
    for (size_t i = 0; i < query->visited.count; i++) {
        uint32_t first = 3 * query->visited.data[i];
        for (uint32_t h = first; h < first + 3; h++) {
            uint32_t twin = wend_twin(mesh, h);
            if (twin != WEND_NONE && query->seen.data[twin / 3] != query->seen_stamp &&
                wend_segments_meet(edge_segment(mesh, h), s, NULL) != WEND_APART &&
                !visit(query, twin / 3))
                return false;
        }
    }
    return true;
}

static wend_vec2 along(wend_segment s, double share)
{
    if (share <= 0)
        return s.a;
    if (share >= 1)
        return s.b;
    return (wend_vec2){s.a.x + share * (s.b.x - s.a.x), s.a.y + share * (s.b.y - s.a.y)};
}

// The part of a segment in a cell that it meets. If it only touches the cell, that is in a corner
// of the cell or in an end of the segment.
static wend_segment clip(const wend_mesh *mesh, uint32_t cell, wend_segment s)
{
    const wend_cell_side *ring = &mesh->sides[mesh->cells[cell].first];
    uint32_t count = mesh->cells[cell].count;
    double low = 0, high = 1;
    wend_vec2 touch = s.a;
    bool touches = false;
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 p = ring[i].at, q = ring[i + 1 < count ? i + 1 : 0].at;
        bool a_out = wend_orient2d(p, q, s.a) < 0, b_out = wend_orient2d(p, q, s.b) < 0;
        double a = (q.x - p.x) * (s.a.y - p.y) - (q.y - p.y) * (s.a.x - p.x);
        double b = (q.x - p.x) * (s.b.y - p.y) - (q.y - p.y) * (s.b.x - p.x);
        double share = a / (a - b);
        if (a_out)
            low = share > low ? share : low;
        if (b_out)
            high = share < high ? share : high;
        if (!touches && wend_on_segment(s, p)) {
            touches = true;
            touch = p;
        }
    }
    if (low < high)
        return (wend_segment){along(s, low), along(s, high)};
    if (!touches && high <= 0)
        touch = s.a;
    else if (!touches && low >= 1)
        touch = s.b;
    else if (!touches)
        touch = along(s, low);
    return (wend_segment){touch, touch};
}

static bool cut_segment(wend_path_query *query, const wend_mesh *mesh, wend_segment s)
{
    if (!visit_all(query, mesh, s))
        return false;
    wend_numbers *cells = &query->visited;
    size_t count = 0;
    for (size_t i = 0; i < cells->count; i++) {
        uint32_t cell = mesh->cell_of[cells->data[i]];
        if (cell != WEND_NONE)
            cells->data[count++] = cell;
    }
    cells->count = count;
    wend_sort(cells->data, count, sizeof *cells->data, wend_number_precedes, NULL);
    for (size_t i = 0; i < count; i++)
        if ((i == 0 || cells->data[i] != cells->data[i - 1]) &&
            !add_piece(query, clip(mesh, cells->data[i], s), cells->data[i]))
            return false;
    return true;
}

// ---- entry point --------------------------------------------------------------------------------

static bool piece_before(const void *context, const void *one, const void *other)
{
    const wend_goal_piece *p = one, *q = other;
    (void)context;
    if (p->cell != q->cell)
        return p->cell < q->cell;
    if (p->at.a.x != q->at.a.x)
        return p->at.a.x < q->at.a.x;
    if (p->at.a.y != q->at.a.y)
        return p->at.a.y < q->at.a.y;
    if (p->at.b.x != q->at.b.x)
        return p->at.b.x < q->at.b.x;
    return p->at.b.y < q->at.b.y;
}

static bool is_reachable(const wend_path_query *query, const wend_mesh *mesh, uint32_t cell)
{
    for (size_t i = 0; i < query->start_cells.count; i++)
        if (mesh->cells[query->start_cells.data[i]].part == mesh->cells[cell].part)
            return true;
    return false;
}

// Removes the pieces that are not reachable.
static void drop_unreachable(wend_path_query *query, const wend_mesh *mesh)
{
    size_t count = 0;
    for (size_t i = 0; i < query->goal.count; i++)
        if (is_reachable(query, mesh, query->goal.data[i].cell))
            query->goal.data[count++] = query->goal.data[i];
    query->goal.count = count;
}

static wend_box box_of(const wend_path_query *query)
{
    if (query->goal_is_point)
        return (wend_box){query->goal.data[0].at.a, query->goal.data[0].at.a};
    wend_box box = wend_box_empty();
    for (size_t i = 0; i < query->goal.count; i++)
        box = wend_box_add(wend_box_add(box, query->goal.data[i].at.a), query->goal.data[i].at.b);
    return box;
}

bool wend_goal_cut(wend_path_query *query, const wend_mesh *mesh, wend_goal goal, bool *anywhere)
{
    query->goal.count = 0;
    query->goal_is_point = goal.count == 1;
    if (goal.count == 1 && !cut_point(query, mesh, goal.points[0]))
        return false;
    uint32_t sides = goal.count == 1 ? 0 : goal.count == 2 ? 1 : goal.count;
    for (uint32_t i = 0; i < sides; i++) {
        wend_vec2 next = goal.points[i + 1 < goal.count ? i + 1 : 0];
        if (!cut_segment(query, mesh, (wend_segment){goal.points[i], next}))
            return false;
    }
    *anywhere = query->goal.count > 0;
    drop_unreachable(query, mesh);
    if (query->goal.count > 0)
        query->goal_box = box_of(query);
    if (query->goal.count > 1)
        wend_sort(query->goal.data, query->goal.count, sizeof *query->goal.data, piece_before,
                  NULL);
    return true;
}
