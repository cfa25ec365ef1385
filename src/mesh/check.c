// SPDX-License-Identifier: MIT
// Consistency check of a mesh. All stored data are derived again from their sources, by methods
// independent of those that created them, except the walk along a wall.
#include "mesh/edit.h"

#include "geometry/predicates.h"

#include <string.h>

typedef struct checker {
    const wend_mesh *mesh;
    wend_error *error;
    uint32_t *uses;  ///< [vertices] recounted corners
    uint8_t *walls;  ///< [3 triangles] recounted walls
    bool *solid;     ///< [triangles] found by flooding
    uint32_t *stack; ///< [triangles]
} checker;

static wend_result fail_vertex(const checker *c, uint32_t vertex, const char *what)
{
    return wend_fail_at(c->error, WEND_INVALID_GEOMETRY, wend_at(c->mesh, vertex), "vertex %u %s",
                        (unsigned)vertex, what);
}

static wend_result fail_edge(const checker *c, uint32_t h, const char *what)
{
    return wend_fail_at(c->error, WEND_INVALID_GEOMETRY, wend_at(c->mesh, wend_origin(c->mesh, h)),
                        "half-edge %u %s", (unsigned)h, what);
}

static wend_result fail(const checker *c, const char *what)
{
    return wend_fail(c->error, WEND_INVALID_GEOMETRY, "%s", what);
}

// ---- numbers ------------------------------------------------------------------------------------

static bool is_vertex(const wend_mesh *mesh, uint32_t vertex)
{
    return vertex < mesh->vertices.count && mesh->vertices.data[vertex].uses > 0;
}

static bool is_triangle(const wend_mesh *mesh, uint32_t triangle)
{
    return triangle < mesh->triangle_count && wend_is_used(mesh, triangle);
}

static wend_result check_lists(const checker *c)
{
    const wend_mesh *mesh = c->mesh;
    uint32_t unused = 0, free_triangles = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t)
        unused += !wend_is_used(mesh, t);
    for (uint32_t t = mesh->free_triangle; t != WEND_NONE; t = mesh->edges[3 * t].twin)
        if (t >= mesh->triangle_count || wend_is_used(mesh, t) || ++free_triangles > unused)
            return fail(c, "the list of unused triangles contains one in use");
    if (unused != free_triangles || unused != mesh->unused || mesh->triangle_count > mesh->capacity)
        return fail(c, "an unused triangle is not in the list of unused ones");
    uint32_t gone = 0, free_vertices = 0;
    for (size_t i = 0; i < mesh->vertices.count; ++i)
        gone += mesh->vertices.data[i].uses == 0;
    for (uint32_t v = mesh->free_vertex; v != WEND_NONE; v = mesh->vertices.data[v].spoke)
        if (v >= mesh->vertices.count || mesh->vertices.data[v].uses || ++free_vertices > gone)
            return fail(c, "the list of unused vertices contains one in use");
    if (gone != free_vertices || mesh->vertex_count + gone != mesh->vertices.count)
        return fail(c, "an unused vertex is not in the list of unused ones");
    // Euler: each vertex inside the frame adds two triangles to the frame's own two.
    if (mesh->vertex_count < 4 || mesh->triangle_count - unused != 2 + 2 * (mesh->vertex_count - 4))
        return fail(c, "the numbers of triangles and vertices do not match");
    if (mesh->stack_count || mesh->touched_count)
        return fail(c, "an edit is not complete");
    return WEND_OK;
}

// ---- triangles ----------------------------------------------------------------------------------

static wend_result check_links(const checker *c, uint32_t h)
{
    const wend_mesh *mesh = c->mesh;
    uint32_t origin = wend_origin(mesh, h), twin = wend_twin(mesh, h);
    if (!is_vertex(mesh, origin))
        return wend_fail(c->error, WEND_INVALID_GEOMETRY, "half-edge %u has no start", (unsigned)h);
    if (!is_vertex(mesh, wend_target(mesh, h)))
        return wend_fail(c->error, WEND_INVALID_GEOMETRY, "half-edge %u has no end", (unsigned)h);
    if (twin == WEND_NONE)
        return origin < 4 && wend_target(mesh, h) == (origin + 1) % 4
                   ? WEND_OK
                   : fail_edge(c, h, "has no twin but is not at the frame");
    if (!is_triangle(mesh, twin / 3) || wend_twin(mesh, twin) != h)
        return fail_edge(c, h, "is not the twin of its twin");
    if (wend_origin(mesh, twin) != wend_target(mesh, h) || wend_target(mesh, twin) != origin)
        return fail_edge(c, h, "and its twin have different ends");
    return WEND_OK;
}

static wend_result check_flags(const checker *c, uint32_t h)
{
    const wend_mesh *mesh = c->mesh;
    uint32_t twin = wend_twin(mesh, h);
    unsigned mine = mesh->flags[h], others = twin == WEND_NONE ? 0 : mesh->flags[twin];
    unsigned same = WEND_EDGE_FIXED | WEND_EDGE_MERGED;
    if ((mine ^ others) & same)
        return fail_edge(c, h, "and its twin differ in their marks");
    if (!(mine & WEND_EDGE_FIXED) != !((mine | others) & WEND_EDGE_WALLS))
        return fail_edge(c, h, "must be fixed if and only if it has a wall");
    if (mine & (WEND_EDGE_QUEUED | WEND_EDGE_OWN))
        return fail_edge(c, h, "is still marked by an edit");
    return WEND_OK;
}

static wend_result check_triangle(const checker *c, uint32_t triangle)
{
    const wend_mesh *mesh = c->mesh;
    uint32_t h = 3 * triangle;
    for (uint32_t i = 0; i < 3; ++i) {
        wend_result result = check_links(c, h + i);
        if (result == WEND_OK)
            result = check_flags(c, h + i);
        if (result != WEND_OK)
            return result;
    }
    wend_vec2 p[3];
    for (uint32_t i = 0; i < 3; ++i)
        p[i] = wend_at(mesh, wend_origin(mesh, h + i));
    if (wend_orient2d(p[0], p[1], p[2]) <= 0)
        return fail_edge(c, h, "is in a triangle that is not counter-clockwise");
    if (mesh->state[triangle] & WEND_TRIANGLE_TOUCHED)
        return fail_edge(c, h, "is in a triangle that is still marked by an edit");
    return WEND_OK;
}

static wend_result check_delaunay(const checker *c, uint32_t h)
{
    const wend_mesh *mesh = c->mesh;
    uint32_t twin = wend_twin(mesh, h);
    if (twin == WEND_NONE || wend_is_fixed(mesh, h))
        return WEND_OK;
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
    wend_vec2 left = wend_at(mesh, wend_origin(mesh, wend_prev(h)));
    wend_vec2 right = wend_at(mesh, wend_origin(mesh, wend_prev(twin)));
    return wend_in_circle(a, b, left, right) ? fail_edge(c, h, "is not Delaunay") : WEND_OK;
}

static wend_result check_triangles(const checker *c)
{
    const wend_mesh *mesh = c->mesh;
    wend_result result = WEND_OK;
    for (uint32_t t = 0; t < mesh->triangle_count && result == WEND_OK; ++t)
        if (wend_is_used(mesh, t))
            result = check_triangle(c, t);
    for (uint32_t h = 0; h < 3 * mesh->triangle_count && result == WEND_OK; ++h)
        if (wend_is_used(mesh, h / 3))
            result = check_delaunay(c, h);
    return result;
}

// ---- vertices -----------------------------------------------------------------------------------

// Every half-edge that starts at a vertex is reached by rotating around it: there is one fan.
static wend_result check_vertices(const checker *c)
{
    const wend_mesh *mesh = c->mesh;
    memset(c->uses, 0, mesh->vertices.count * sizeof *c->uses); // number of half-edges, for now
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h)
        if (wend_is_used(mesh, h / 3))
            ++c->uses[wend_origin(mesh, h)];
    for (uint32_t v = 0; v < mesh->vertices.count; ++v) {
        if (mesh->vertices.data[v].uses == 0)
            continue;
        uint32_t first = mesh->vertices.data[v].spoke, met = 0, h = first;
        if (first >= 3 * mesh->triangle_count || !wend_is_used(mesh, first / 3) ||
            wend_origin(mesh, first) != v)
            return fail_vertex(c, v, "has a spoke that does not start there");
        do {
            ++met;
            h = wend_turn_left(mesh, h);
        } while (h != first && h != WEND_NONE && met <= c->uses[v]);
        for (h = h == WEND_NONE ? wend_turn_right(mesh, first) : WEND_NONE;
             h != WEND_NONE && met <= c->uses[v]; h = wend_turn_right(mesh, h))
            ++met;
        if (met != c->uses[v])
            return fail_vertex(c, v, "has triangles that do not surround it exactly once");
    }
    const wend_box f = mesh->frame;
    const wend_vec2 corners[4] = {f.min, {f.max.x, f.min.y}, f.max, {f.min.x, f.max.y}};
    for (uint32_t i = 0; i < 4; ++i)
        if (!wend_equal(corners[i], wend_at(mesh, i)))
            return fail_vertex(c, i, "is not the frame's corner");
    return WEND_OK;
}

// ---- obstacles ----------------------------------------------------------------------------------

static wend_result count_obstacle(const checker *c, const wend_obstacle *obstacle)
{
    for (uint32_t i = 0; i < obstacle->corner_count; ++i) {
        if (!is_vertex(c->mesh, obstacle->corners[i]))
            return fail(c, "an obstacle has a corner that is not a vertex");
        ++c->uses[obstacle->corners[i]];
    }
    wend_wall_walk walk = {.mesh = c->mesh, .obstacle = obstacle};
    for (uint32_t h; (h = wend_walk_walls(&walk)) != WEND_NONE;)
        ++c->walls[h];
    return walk.ring == obstacle->ring_count
               ? WEND_OK
               : fail_vertex(c, walk.at, "should have an edge along an obstacle's wall");
}

// Everything left of a wall is solid, up to the next walls.
static void flood(const checker *c, const wend_obstacle *obstacle)
{
    const wend_mesh *mesh = c->mesh;
    wend_wall_walk walk = {.mesh = mesh, .obstacle = obstacle};
    for (uint32_t wall; (wall = wend_walk_walls(&walk)) != WEND_NONE;) {
        uint32_t count = 0;
        if (!c->solid[wall / 3])
            c->stack[count++] = wall / 3;
        c->solid[wall / 3] = true;
        while (count > 0) {
            uint32_t t = c->stack[--count];
            for (uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
                uint32_t twin = wend_twin(mesh, h);
                if (twin == WEND_NONE || wend_is_fixed(mesh, h) || c->solid[twin / 3])
                    continue;
                c->solid[twin / 3] = true;
                c->stack[count++] = twin / 3;
            }
        }
    }
}

static wend_result check_counts(const checker *c)
{
    const wend_mesh *mesh = c->mesh;
    for (uint32_t v = 0; v < mesh->vertices.count; ++v)
        if (mesh->vertices.data[v].uses != c->uses[v])
            return fail_vertex(c, v, "has a wrong number of obstacle corners");
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h)
        if (wend_is_used(mesh, h / 3) && (mesh->flags[h] & WEND_EDGE_WALLS) != c->walls[h])
            return fail_edge(c, h, "has a wrong number of walls");
    for (uint32_t t = 0; t < mesh->triangle_count; ++t)
        if (wend_is_used(mesh, t) && wend_is_solid(mesh, t) != c->solid[t])
            return fail_edge(c, 3 * t,
                             c->solid[t] ? "is in a free triangle that should be solid"
                                         : "is in a solid triangle that should be free");
    return WEND_OK;
}

static wend_result check_obstacles(const checker *c)
{
    const wend_mesh *mesh = c->mesh;
    memset(c->uses, 0, mesh->vertices.count * sizeof *c->uses);
    memset(c->walls, 0, (size_t)3 * mesh->triangle_count * sizeof *c->walls);
    memset(c->solid, 0, mesh->triangle_count * sizeof *c->solid);
    for (uint32_t i = 0; i < 4; ++i)
        c->uses[i] = 1;
    wend_result result = count_obstacle(c, &mesh->bounds);
    flood(c, &mesh->bounds);
    for (uint32_t i = 0; i < mesh->obstacles.count && result == WEND_OK; ++i) {
        const wend_obstacle *obstacle = &mesh->obstacles.data[i];
        if (wend_id_is_null(wend_id_of_slot(&mesh->ids, i)) != (obstacle->ring_count == 0))
            return fail(c, "an obstacle has no id, or an id no obstacle");
        result = count_obstacle(c, obstacle);
        if (obstacle->solid)
            flood(c, obstacle);
    }
    return result == WEND_OK ? check_counts(c) : result;
}

// ---- lines --------------------------------------------------------------------------------------

static wend_result check_lines(const checker *c)
{
    const wend_mesh *mesh = c->mesh;
    uint32_t last = 0;
    for (size_t i = 0; i < mesh->lines.count; ++i) {
        wend_mesh_line piece = mesh->lines.data[i];
        if (piece.line >= mesh->line_count || piece.edge >= 3 * mesh->triangle_count ||
            piece.edge < last || !is_triangle(mesh, piece.edge / 3))
            return fail(c, "a piece of a line is out of order or missing");
        last = piece.edge;
        if (!wend_is_fixed(mesh, last) || wend_is_solid(mesh, last / 3) ||
            wend_is_solid(mesh, wend_twin(mesh, last) / 3))
            return fail_edge(c, last, "has a line but is not a wall in free space");
    }
    return WEND_OK;
}

static wend_result check_all(const checker *c)
{
    wend_result result = check_lists(c);
    if (result == WEND_OK)
        result = check_triangles(c);
    if (result == WEND_OK)
        result = check_vertices(c);
    if (result == WEND_OK)
        result = check_obstacles(c);
    if (result == WEND_OK)
        result = check_lines(c);
    if (result == WEND_OK)
        result = wend_cells_check(c->mesh, c->error);
    if (result == WEND_OK)
        result = wend_hints_check(c->mesh, c->error);
    return result;
}

wend_result wend_mesh_check(const wend_mesh *mesh, wend_error *error)
{
    const wend_allocator *allocator = &mesh->allocator;
    size_t vertices = mesh->vertices.count, triangles = mesh->triangle_count;
    checker c = {.mesh = mesh,
                 .error = error,
                 .uses = wend_allocate(allocator, vertices, sizeof *c.uses),
                 .walls = wend_allocate(allocator, 3 * triangles, sizeof *c.walls),
                 .solid = wend_allocate(allocator, triangles, sizeof *c.solid),
                 .stack = wend_allocate(allocator, triangles, sizeof *c.stack)};
    wend_result result =
        c.uses && c.walls && c.solid && c.stack ? check_all(&c) : wend_fail_memory(error);
    wend_release(allocator, c.uses, vertices, sizeof *c.uses);
    wend_release(allocator, c.walls, 3 * triangles, sizeof *c.walls);
    wend_release(allocator, c.solid, triangles, sizeof *c.solid);
    wend_release(allocator, c.stack, triangles, sizeof *c.stack);
    return result;
}
