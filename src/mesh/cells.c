// SPDX-License-Identifier: MIT
// Convex cells as rings of sides with their neighbours, on which searches and visibility queries
// run.
//
// A cell consists of the triangles between which edges were removed (merge.c). No vertex lies
// inside a cell, since at every vertex some edges remain; so all triangles of a cell have a corner
// on its ring, and a traversal of the ring that rotates around each corner visits them all.
#include "mesh/cells.h"

#include <string.h>

// ---- one cell -----------------------------------------------------------------------------------

static uint32_t acquire_cell(wend_mesh *mesh)
{
    uint32_t cell = mesh->free_cell;
    if (cell != WEND_NONE) {
        mesh->free_cell = mesh->cells[cell].first;
    } else {
        cell = mesh->cell_limit++;
        mesh->marks[cell] = WEND_NONE;
    }
    ++mesh->cell_count;
    return cell;
}

/// Traverses the ring of half-edge `start`, pushes its half-edges on the mesh's stack, and assigns
/// the triangles to the cell. Returns the number of sides; *least is the position on the stack of
/// the one whose origin comes first by coordinates.
static uint32_t walk_ring(wend_mesh *mesh, uint32_t start, uint32_t cell, uint32_t *minimum)
{
    uint32_t count = 0, h = start;
    wend_vec2 lowest = wend_at(mesh, wend_origin(mesh, start));
    *minimum = 0;
    do {
        wend_vec2 at = wend_at(mesh, wend_origin(mesh, h));
        if (wend_is_before(at, lowest)) {
            lowest = at;
            *minimum = count;
        }
        mesh->stack[count++] = h;
        mesh->cell_of[h / 3] = cell;
        for (h = wend_next(h); wend_is_merged(mesh, h); h = wend_next(h)) {
            h = wend_twin(mesh, h);
            mesh->cell_of[h / 3] = cell;
        }
    } while (h != start);
    return count;
}

/// Creates the cell on whose ring half-edge `start` is; its neighbours are not known yet.
static uint32_t make_cell(wend_mesh *mesh, uint32_t start)
{
    uint32_t cell = acquire_cell(mesh), minimum;
    uint32_t count = walk_ring(mesh, start, cell, &minimum);
    mesh->cells[cell] = (wend_cell){mesh->side_limit, count, WEND_NONE};
    wend_cell_side *sides = mesh->sides + mesh->side_limit;
    for (uint32_t i = 0, from = minimum; i < count; ++i, from = from + 1 < count ? from + 1 : 0) {
        uint32_t h = mesh->stack[from], vertex = wend_origin(mesh, h);
        sides[i] = (wend_cell_side){wend_at(mesh, vertex), vertex, WEND_NONE, WEND_NONE, h};
    }
    mesh->side_limit += count;
    mesh->side_count += count;
    return cell;
}

/// A half-edge of the triangle that is on the ring of its cell; WEND_NONE if all three edges are
/// removed. Then other triangles of the cell have one.
static uint32_t ring_edge(const wend_mesh *mesh, uint32_t triangle)
{
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h)
        if (!wend_is_merged(mesh, h))
            return h;
    return WEND_NONE;
}

static bool lacks_cell(const wend_mesh *mesh, uint32_t triangle)
{
    return mesh->cell_of[triangle] == WEND_NONE && wend_is_used(mesh, triangle) &&
           !wend_is_solid(mesh, triangle);
}

static void loosen(wend_mesh *mesh, uint32_t triangle)
{
    if (mesh->cell_of[triangle] == WEND_NONE)
        return;
    mesh->cell_of[triangle] = WEND_NONE;
    mesh->loose[mesh->loose_count++] = triangle;
}

/// Detaches the triangles between a side and the next one of its ring from their cell.
static void loosen_corner(wend_mesh *mesh, uint32_t edge, uint32_t next_edge)
{
    loosen(mesh, edge / 3);
    for (uint32_t h = wend_next(edge); h != next_edge; h = wend_next(h)) {
        h = wend_twin(mesh, h);
        loosen(mesh, h / 3);
    }
}

void wend_cell_dissolve(wend_mesh *mesh, uint32_t cell)
{
    uint32_t count = mesh->cells[cell].count;
    wend_cell_side *sides = mesh->sides + mesh->cells[cell].first;
    for (uint32_t i = 0; i < count; ++i)
        loosen_corner(mesh, sides[i].edge, sides[i + 1 < count ? i + 1 : 0].edge);
    for (uint32_t i = 0; i < count; ++i) {
        if (sides[i].twin != WEND_NONE) {
            wend_parts_seed(mesh, sides[i].cell);
            mesh->sides[sides[i].twin].twin = WEND_NONE;
            mesh->sides[sides[i].twin].cell = WEND_NONE;
        }
        sides[i].edge = WEND_NONE;
    }
    wend_parts_leave(mesh, cell);
    mesh->side_count -= count;
    --mesh->cell_count;
    mesh->cells[cell] = (wend_cell){.first = mesh->free_cell, .part = WEND_NONE};
    mesh->free_cell = cell;
}

// ---- all cells ----------------------------------------------------------------------------------

/// Finds the neighbours of all sides, using the stack as a table from half-edges to sides.
static void link_all(wend_mesh *mesh)
{
    wend_cell_side *sides = mesh->sides;
    uint32_t *side_of = mesh->stack;
    for (uint32_t i = 0; i < mesh->side_limit; ++i)
        side_of[sides[i].edge] = i;
    for (uint32_t i = 0; i < mesh->side_limit; ++i) {
        if (!wend_is_inner(mesh, sides[i].edge))
            continue;
        uint32_t twin = wend_twin(mesh, sides[i].edge);
        sides[i].twin = side_of[twin];
        sides[i].cell = mesh->cell_of[twin / 3];
    }
}

void wend_cells_build(wend_mesh *mesh)
{
    mesh->cell_limit = mesh->cell_count = mesh->side_limit = mesh->side_count = 0;
    mesh->free_cell = WEND_NONE;
    mesh->loose_count = mesh->seed_count = 0;
    wend_merge_all(mesh);
    for (uint32_t t = 0; t < mesh->triangle_count; ++t)
        mesh->cell_of[t] = WEND_NONE;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        if (!lacks_cell(mesh, t))
            continue;
        uint32_t start = ring_edge(mesh, t);
        if (start != WEND_NONE)
            make_cell(mesh, start);
    }
    link_all(mesh);
    wend_parts_build(mesh);
}

// ---- after an edit ------------------------------------------------------------------------------

void wend_cells_touch(wend_mesh *mesh, uint32_t triangle)
{
    if (mesh->cell_of[triangle] != WEND_NONE)
        wend_cell_dissolve(mesh, mesh->cell_of[triangle]);
}

/// Compacts the sides, keeping their order.
static void close_gaps(wend_mesh *mesh)
{
    wend_cell_side *sides = mesh->sides;
    uint32_t filled = 0;
    for (uint32_t i = 0, count; i < mesh->side_limit; i += count) {
        count = 1;
        if (sides[i].edge == WEND_NONE)
            continue;
        wend_cell *cell = &mesh->cells[mesh->cell_of[sides[i].edge / 3]];
        count = cell->count;
        memmove(sides + filled, sides + i, count * sizeof *sides);
        cell->first = filled;
        for (uint32_t end = filled + count; filled < end; ++filled)
            if (sides[filled].twin != WEND_NONE)
                sides[sides[filled].twin].twin = filled;
    }
    mesh->side_limit = filled;
}

/// Links new cells and their neighbours. All of them are seeds: a neighbour that stays was adjacent
/// to a dissolved cell, and where a wall was removed both sides of it were touched. The stack is a
/// table from half-edges to sides, as far as needed.
static void link_seeds(wend_mesh *mesh)
{
    wend_cell_side *sides = mesh->sides;
    uint32_t *side_of = mesh->stack;
    for (uint32_t i = 0; i < mesh->seed_count; ++i) {
        const wend_cell *cell = &mesh->cells[mesh->seeds[i]];
        for (uint32_t k = 0; k < cell->count; ++k)
            side_of[sides[cell->first + k].edge] = cell->first + k;
    }
    for (uint32_t i = 0; i < mesh->seed_count; ++i) {
        uint32_t seed = mesh->seeds[i];
        const wend_cell *cell = &mesh->cells[seed];
        if (cell->part != WEND_NONE)
            continue;
        for (uint32_t k = 0; k < cell->count; ++k) {
            wend_cell_side *side = &sides[cell->first + k];
            if (!wend_is_inner(mesh, side->edge))
                continue;
            uint32_t edge = wend_twin(mesh, side->edge);
            side->twin = side_of[edge];
            side->cell = mesh->cell_of[edge / 3];
            WEND_ASSERT(mesh->marks[side->cell] != WEND_NONE && sides[side->twin].edge == edge);
            sides[side->twin].twin = cell->first + k;
            sides[side->twin].cell = seed;
        }
    }
}

/// Number of sides of the cells of these triangles.
static uint32_t count_sides(const wend_mesh *mesh, const uint32_t *triangles, uint32_t count)
{
    uint32_t sides = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (!lacks_cell(mesh, triangles[i]))
            continue;
        for (uint32_t h = 3 * triangles[i]; h < 3 * triangles[i] + 3; ++h)
            sides += !wend_is_merged(mesh, h);
    }
    return sides;
}

static void make_cells_of(wend_mesh *mesh, const uint32_t *triangles, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (!lacks_cell(mesh, triangles[i]))
            continue;
        uint32_t start = ring_edge(mesh, triangles[i]);
        if (start != WEND_NONE)
            wend_parts_seed(mesh, make_cell(mesh, start));
    }
}

void wend_cells_update(wend_mesh *mesh)
{
    wend_merge_touched(mesh);
    // Some triangles are in both lists, so this may compact slightly too early.
    uint32_t more = count_sides(mesh, mesh->loose, mesh->loose_count) +
                    count_sides(mesh, mesh->touched, mesh->touched_count);
    if (more > 3 * mesh->capacity - mesh->side_limit)
        close_gaps(mesh);
    make_cells_of(mesh, mesh->loose, mesh->loose_count);
    make_cells_of(mesh, mesh->touched, mesh->touched_count);
    link_seeds(mesh);
    wend_parts_update(mesh);
}
