// SPDX-License-Identifier: MIT
// Consistency check of the cells: rings, neighbours, the merging rule applied from scratch,
// components.
#include "mesh/cells.h"

#include "geometry/predicates.h"
#include "geometry/sort.h"

#include <string.h>

static wend_result fail_at_edge(const wend_mesh *mesh, uint32_t h, const char *what,
                                wend_error *error)
{
    return wend_fail_at(error, WEND_INVALID_GEOMETRY, wend_at(mesh, wend_origin(mesh, h)), "%s",
                        what);
}

static wend_result fail_at_cell(const wend_mesh *mesh, uint32_t cell, const char *what,
                                wend_error *error)
{
    return wend_fail_at(error, WEND_INVALID_GEOMETRY, mesh->sides[mesh->cells[cell].first].at,
                        "cell %lu: %s", (unsigned long)cell, what);
}

// ---- the rule -----------------------------------------------------------------------------------

static bool comes_first(const void *context, const void *one, const void *other)
{
    const wend_mesh *mesh = context;
    uint32_t g = *(const uint32_t *)one, h = *(const uint32_t *)other;
    return wend_edge_precedes(
        wend_at(mesh, wend_origin(mesh, g)), wend_at(mesh, wend_target(mesh, g)),
        wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h)));
}

/// True if the remaining edges on either side of h at its origin are at most 180 degrees apart.
static bool is_removable(const wend_mesh *mesh, uint32_t h, const bool *gone)
{
    uint32_t in = wend_prev(h), out = wend_turn_right(mesh, h);
    while (gone[in])
        in = wend_prev(wend_twin(mesh, in));
    while (gone[out])
        out = wend_turn_right(mesh, out);
    uint32_t left = wend_origin(mesh, in), right = wend_target(mesh, out);
    return left != right && wend_orient2d(wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, right),
                                          wend_at(mesh, left)) >= 0;
}

/// Evaluates all edges in order, and compares. edges and gone have capacity for all half-edges.
static wend_result compare_rule(const wend_mesh *mesh, uint32_t *edges, bool *gone,
                                wend_error *error)
{
    uint32_t limit = 3 * mesh->triangle_count, count = 0;
    memset(gone, 0, limit * sizeof *gone);
    for (uint32_t h = 0; h < limit; ++h)
        if (wend_is_used(mesh, h / 3) && wend_is_inner(mesh, h) && h < wend_twin(mesh, h))
            edges[count++] = h;
    wend_sort(edges, count, sizeof *edges, comes_first, mesh);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t h = edges[i], twin = wend_twin(mesh, h);
        gone[h] = gone[twin] = is_removable(mesh, h, gone) && is_removable(mesh, twin, gone);
    }
    for (uint32_t h = 0; h < limit; ++h)
        if (wend_is_used(mesh, h / 3) && gone[h] != wend_is_merged(mesh, h))
            return fail_at_edge(mesh, h, "an edge is not merged by the rule", error);
    return WEND_OK;
}

static wend_result check_rule(const wend_mesh *mesh, wend_error *error)
{
    size_t limit = 3 * (size_t)mesh->triangle_count;
    uint32_t *edges = wend_allocate(&mesh->allocator, limit, sizeof *edges);
    bool *gone = wend_allocate(&mesh->allocator, limit, sizeof *gone);
    wend_result result =
        edges && gone ? compare_rule(mesh, edges, gone, error) : wend_fail_memory(error);
    wend_release(&mesh->allocator, edges, limit, sizeof *edges);
    wend_release(&mesh->allocator, gone, limit, sizeof *gone);
    return result;
}

// ---- rings --------------------------------------------------------------------------------------

static wend_result check_side(const wend_mesh *mesh, uint32_t cell, uint32_t side, uint32_t next,
                              wend_error *error)
{
    const wend_cell_side *s = &mesh->sides[side];
    if (s->edge >= 3 * mesh->triangle_count || mesh->cell_of[s->edge / 3] != cell)
        return fail_at_cell(mesh, cell, "the half-edge of a side belongs to another", error);
    if (wend_origin(mesh, s->edge) != s->vertex ||
        wend_target(mesh, s->edge) != mesh->sides[next].vertex ||
        !wend_equal(wend_at(mesh, s->vertex), s->at))
        return fail_at_cell(mesh, cell, "a side and its half-edge differ in position", error);
    if (!wend_is_inner(mesh, s->edge)) {
        return s->twin == WEND_NONE && s->cell == WEND_NONE
                   ? WEND_OK
                   : fail_at_cell(mesh, cell, "a wall has a neighbour", error);
    }
    uint32_t twin = wend_twin(mesh, s->edge);
    if (s->twin >= mesh->side_limit || s->cell != mesh->cell_of[twin / 3] ||
        mesh->sides[s->twin].edge != twin || mesh->sides[s->twin].twin != side ||
        mesh->sides[s->twin].cell != cell)
        return fail_at_cell(mesh, cell, "a side and its twin do not match", error);
    return WEND_OK;
}

static wend_result check_cell(const wend_mesh *mesh, uint32_t cell, wend_error *error)
{
    uint32_t first = mesh->cells[cell].first, count = mesh->cells[cell].count;
    if (count < 3 || first > mesh->side_limit || count > mesh->side_limit - first)
        return wend_fail(error, WEND_INVALID_GEOMETRY, "cell %lu has no ring", (unsigned long)cell);
    const wend_cell_side *ring = mesh->sides + first;
    int turns = 0, descents = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t next = i + 1 < count ? i + 1 : 0, after = next + 1 < count ? next + 1 : 0;
        wend_result result = check_side(mesh, cell, first + i, first + next, error);
        if (result != WEND_OK)
            return result;
        int turn = wend_orient2d(ring[i].at, ring[next].at, ring[after].at);
        if (turn < 0)
            return fail_at_cell(mesh, cell, "it is not convex", error);
        turns += turn;
        descents += wend_is_before(ring[next].at, ring[i].at) &&
                    wend_is_before(ring[next].at, ring[after].at);
        if (wend_is_before(ring[i].at, ring[0].at))
            return fail_at_cell(mesh, cell, "its ring begins at the wrong side", error);
    }
    // Left turns only and one lowest corner: winds once.
    return turns > 0 && descents == 1 ? WEND_OK
                                      : fail_at_cell(mesh, cell, "its ring is not simple", error);
}

// ---- cells and triangles ------------------------------------------------------------------------

/// Every free triangle is in the cell of those it is merged with, and the number of triangles of a
/// cell matches its ring.
static wend_result check_triangles(const wend_mesh *mesh, wend_error *error)
{
    uint32_t free_count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        uint32_t cell = mesh->cell_of[t];
        if (!wend_is_used(mesh, t) || wend_is_solid(mesh, t)) {
            if (cell != WEND_NONE)
                return wend_fail(error, WEND_INVALID_GEOMETRY,
                                 "triangle %lu is in a cell but not free", (unsigned long)t);
            continue;
        }
        ++free_count;
        if (cell >= mesh->cell_limit || mesh->cells[cell].count == 0)
            return fail_at_edge(mesh, 3 * t, "a free triangle has no cell", error);
        for (uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
            if (mesh->flags[h] & WEND_EDGE_QUEUED)
                return fail_at_edge(mesh, h, "an edge is still pending", error);
            if (wend_is_merged(mesh, h) && mesh->cell_of[wend_twin(mesh, h) / 3] != cell)
                return fail_at_edge(mesh, h, "two merged triangles are in two cells", error);
        }
    }
    uint32_t held = 0;
    for (uint32_t cell = 0; cell < mesh->cell_limit; ++cell)
        held += mesh->cells[cell].count > 0 ? mesh->cells[cell].count - 2 : 0;
    return held == free_count
               ? WEND_OK
               : wend_fail(error, WEND_INVALID_GEOMETRY, "the cells contain %lu triangles, not %lu",
                           (unsigned long)held, (unsigned long)free_count);
}

static wend_result check_counts(const wend_mesh *mesh, wend_error *error)
{
    uint32_t cells = 0, sides = 0, chain = 0, live = 0;
    for (uint32_t cell = 0; cell < mesh->cell_limit; ++cell) {
        cells += mesh->cells[cell].count > 0;
        sides += mesh->cells[cell].count;
        if (mesh->marks[cell] != WEND_NONE)
            return wend_fail(error, WEND_INVALID_GEOMETRY, "cell %lu is still marked",
                             (unsigned long)cell);
    }
    for (uint32_t cell = mesh->free_cell; cell < mesh->cell_limit && chain <= mesh->cell_limit;
         cell = mesh->cells[cell].first)
        ++chain;
    for (uint32_t side = 0; side < mesh->side_limit; ++side)
        live += mesh->sides[side].edge != WEND_NONE;
    if (cells != mesh->cell_count || sides != mesh->side_count || live != sides ||
        chain != mesh->cell_limit - cells || mesh->loose_count + mesh->seed_count > 0)
        return wend_fail(error, WEND_INVALID_GEOMETRY, "the number of cells is wrong");
    return WEND_OK;
}

// ---- components ---------------------------------------------------------------------------------

/// Traverses one component and returns its size; 0 if it has cells of several parts.
static uint32_t flood_part(const wend_mesh *mesh, uint32_t cell, bool *seen, uint32_t *stack)
{
    uint32_t count = 0, size = 0, part = mesh->cells[cell].part;
    seen[cell] = true;
    stack[count++] = cell;
    while (count > 0) {
        const wend_cell *from = &mesh->cells[stack[--count]];
        ++size;
        if (from->part != part)
            return 0;
        for (uint32_t i = from->first; i < from->first + from->count; ++i) {
            uint32_t other = mesh->sides[i].cell;
            if (other == WEND_NONE || seen[other])
                continue;
            seen[other] = true;
            stack[count++] = other;
        }
    }
    return size;
}

/// A component has cells of one part, and as many as that part has in total; so no two components
/// have the same part.
static wend_result compare_parts(const wend_mesh *mesh, bool *seen, uint32_t *stack,
                                 wend_error *error)
{
    uint32_t parts = 0;
    memset(seen, 0, mesh->cell_limit * sizeof *seen);
    for (uint32_t cell = 0; cell < mesh->cell_limit; ++cell) {
        if (mesh->cells[cell].count == 0 || seen[cell])
            continue;
        ++parts;
        uint32_t size = flood_part(mesh, cell, seen, stack), part = mesh->cells[cell].part;
        if (part >= mesh->part_limit || mesh->part_sizes[part] != size)
            return fail_at_cell(mesh, cell, "its component is not connected", error);
    }
    return parts == mesh->part_count
               ? WEND_OK
               : wend_fail(error, WEND_INVALID_GEOMETRY, "there are %lu components, not %lu",
                           (unsigned long)parts, (unsigned long)mesh->part_count);
}

static wend_result check_parts(const wend_mesh *mesh, wend_error *error)
{
    size_t limit = (size_t)mesh->cell_limit + 1;
    uint32_t *stack = wend_allocate(&mesh->allocator, limit, sizeof *stack);
    bool *seen = wend_allocate(&mesh->allocator, limit, sizeof *seen);
    wend_result result =
        stack && seen ? compare_parts(mesh, seen, stack, error) : wend_fail_memory(error);
    wend_release(&mesh->allocator, stack, limit, sizeof *stack);
    wend_release(&mesh->allocator, seen, limit, sizeof *seen);
    return result;
}

wend_result wend_cells_check(const wend_mesh *mesh, wend_error *error)
{
    wend_result result = check_counts(mesh, error);
    for (uint32_t cell = 0; cell < mesh->cell_limit && result == WEND_OK; ++cell)
        if (mesh->cells[cell].count > 0)
            result = check_cell(mesh, cell, error);
    if (result == WEND_OK)
        result = check_triangles(mesh, error);
    if (result == WEND_OK)
        result = check_rule(mesh, error);
    return result == WEND_OK ? check_parts(mesh, error) : result;
}
