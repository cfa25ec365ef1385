// SPDX-License-Identifier: MIT
// Construction of the mesh of a floor: points, walls, solids, cells.
//
// Points are inserted in rounds, each a few times as large as the one before, chosen at random;
// within a round they follow a Hilbert curve, so that each lies near the previous one (Amenta, Choi
// and Rote, "Incremental constructions con BRIO", 2003). Without the rounds the triangles at the
// front of the curve would be long and thin and be flipped twice as often.
#include "mesh/mesh.h"

#include "geometry/floor.h"

#include <math.h>

// ---- insertion order ----------------------------------------------------------------------------

/// Index of a cell of a 2^16 by 2^16 grid along the Hilbert curve.
static uint32_t hilbert(uint32_t x, uint32_t y)
{
    uint32_t d = 0;
    for (uint32_t s = 1u << 15; s > 0; s >>= 1) {
        uint32_t right = (x & s) != 0, up = (y & s) != 0;
        d = d << 2 | ((3 * right) ^ up);
        if (!up) {
            if (right) {
                x = ~x;
                y = ~y;
            }
            uint32_t swap = x;
            x = y;
            y = swap;
        }
    }
    return d;
}

/// Stable sort by the upper 32 bits. The result is in items.
static void sort_upper(uint64_t *items, uint64_t *scratch, uint32_t count)
{
    for (int shift = 32; shift < 64; shift += 8) {
        uint32_t starts[257] = {0};
        for (uint32_t i = 0; i < count; ++i)
            ++starts[(items[i] >> shift & 255) + 1];
        for (int k = 0; k < 256; ++k)
            starts[k + 1] += starts[k];
        for (uint32_t i = 0; i < count; ++i)
            scratch[starts[items[i] >> shift & 255]++] = items[i];
        uint64_t *swap = items;
        items = scratch;
        scratch = swap;
    }
}

enum { ROUNDS = 8 };

/// The round of a point: three of four are in the last one, three of four of the rest in the one
/// before, and so on. Randomness is a hash of the point's number; the result does not depend on it.
static uint32_t round_of(uint32_t number)
{
    uint32_t hash = number * 0x9e3779b1u;
    hash = (hash ^ hash >> 15) * 0x85ebca77u;
    hash ^= hash >> 13;
    uint32_t round = ROUNDS - 1;
    for (; round > 0 && (hash & 3) == 0; hash >>= 2)
        --round;
    return round;
}

static void order_points(const wend_floor *floor, uint64_t *order, uint64_t *scratch)
{
    wend_box box = floor->box;
    double size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    double scale = size > 0 ? 65535.0 / size : 0;
    for (uint32_t i = 0; i < floor->wall_count; ++i) {
        wend_vec2 p = floor->points[i];
        uint32_t x = (uint32_t)((p.x - box.min.x) * scale);
        uint32_t y = (uint32_t)((p.y - box.min.y) * scale);
        order[i] = (uint64_t)(round_of(i) << 29 | hilbert(x, y) >> 3) << 32 | i;
    }
    sort_upper(order, scratch, floor->wall_count);
}

// ---- the steps ----------------------------------------------------------------------------------

/// The frame: extends beyond everything by the longer side.
static wend_box find_frame(const wend_floor *floor, wend_box requested)
{
    if (!floor->has_bounds && requested.min.x < requested.max.x &&
        requested.min.y < requested.max.y)
        return requested;
    wend_box box = floor->box;
    if (box.min.x > box.max.x)
        box = (wend_box){{0, 0}, {0, 0}};
    double size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    double far =
        fmax(fmax(fabs(box.min.x), fabs(box.max.x)), fmax(fabs(box.min.y), fabs(box.max.y)));
    // Large enough not to be rounded away.
    double by = fmax(size > 0 ? size : 1, far * 0x1p-20);
    return (wend_box){{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}};
}

/// The two initial triangles.
static void make_frame(wend_mesh *mesh)
{
    wend_box f = mesh->frame;
    const wend_vec2 corners[4] = {f.min, {f.max.x, f.min.y}, f.max, {f.min.x, f.max.y}};
    for (int i = 0; i < 4; ++i) {
        uint32_t vertex = wend_mesh_acquire_vertex(mesh, corners[i]);
        mesh->vertices.data[vertex].uses = 1;
    }
    const uint32_t first[2][3] = {{0, 1, 3}, {2, 3, 1}};
    for (int t = 0; t < 2; ++t) {
        uint32_t h = 3 * wend_mesh_acquire_triangle(mesh);
        for (uint32_t i = 0; i < 3; ++i) {
            mesh->edges[h + i].origin = first[t][i];
            mesh->vertices.data[first[t][i]].spoke = h + i;
        }
    }
    wend_mesh_link(mesh, 1, 4);
}

/// Adds all points; vertex_of[i] is the vertex of the floor's point i.
static void add_points(wend_mesh *mesh, const wend_floor *floor, const uint64_t *order,
                       uint32_t *vertex_of)
{
    uint32_t start = 0;
    for (uint32_t i = 0; i < floor->wall_count; ++i) {
        uint32_t point = (uint32_t)order[i];
        uint32_t vertex = wend_mesh_add_point(mesh, floor->points[point], start);
        ++mesh->vertices.data[vertex].uses;
        vertex_of[point] = vertex;
        start = mesh->vertices.data[vertex].spoke / 3;
    }
}

static wend_result add_walls(wend_mesh *mesh, const wend_floor *floor, const uint32_t *vertex_of,
                             wend_error *error)
{
    for (uint32_t i = 0; i < floor->wall_count; ++i) {
        wend_vec2 position;
        uint32_t next = wend_wall_next(floor, i);
        if (!wend_mesh_add_wall(mesh, vertex_of[i], vertex_of[next], &position))
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, position,
                                "two walls cross: a mesh requires a valid floor (see "
                                "wend_floor_validate or `wend check`)");
    }
    return WEND_OK;
}

/// Records the obstacles, so that they can be removed.
static bool record_obstacles(wend_mesh *mesh, const wend_floor *floor, const uint32_t *vertex_of)
{
    if (!wend_array_reserve(&mesh->obstacles, &mesh->allocator, floor->shape_count))
        return false;
    for (uint32_t i = 0; i < floor->shape_count; ++i) {
        if (wend_id_is_null(wend_id_take(&mesh->ids)))
            return false;
        mesh->obstacles.data[mesh->obstacles.count++] = (wend_obstacle){0};
    }
    for (uint32_t r = 0, end; r < floor->ring_count; r = end) {
        const wend_ring *first = &floor->rings[r];
        uint32_t corners = 0;
        for (end = r; end < floor->ring_count && floor->rings[end].shape == first->shape; ++end)
            corners += floor->rings[end].count;
        wend_obstacle *obstacle =
            first->shape == WEND_BOUNDS ? &mesh->bounds : &mesh->obstacles.data[first->shape];
        if (!wend_obstacle_make(mesh, obstacle, end - r, corners))
            return false;
        obstacle->solid = first->role != WEND_RING_POINT && first->role != WEND_RING_SEGMENT;
        for (uint32_t k = r, filled = 0; k < end; ++k) {
            for (uint32_t i = 0; i < floor->rings[k].count; ++i)
                obstacle->corners[filled++] = vertex_of[floor->rings[k].first + i];
            obstacle->ring_ends[k - r] = filled;
        }
    }
    return true;
}

void wend_mesh_flood(wend_mesh *mesh, uint32_t triangle, bool solid)
{
    uint8_t mark = solid ? WEND_TRIANGLE_SOLID : 0;
    if ((mesh->state[triangle] & WEND_TRIANGLE_SOLID) == mark)
        return;
    uint32_t base = mesh->stack_count;
    wend_mesh_touch(mesh, triangle);
    mesh->state[triangle] ^= WEND_TRIANGLE_SOLID;
    mesh->stack[mesh->stack_count++] = triangle;
    while (mesh->stack_count > base) {
        uint32_t h = 3 * mesh->stack[--mesh->stack_count];
        for (uint32_t end = h + 3; h < end; ++h) {
            uint32_t twin = wend_twin(mesh, h);
            if (twin == WEND_NONE || wend_is_fixed(mesh, h))
                continue;
            uint32_t other = twin / 3;
            if ((mesh->state[other] & WEND_TRIANGLE_SOLID) == mark)
                continue;
            wend_mesh_touch(mesh, other);
            mesh->state[other] ^= WEND_TRIANGLE_SOLID;
            mesh->stack[mesh->stack_count++] = other;
        }
    }
}

void wend_mesh_flood_obstacle(wend_mesh *mesh, const wend_obstacle *obstacle, bool solid)
{
    for (uint32_t ring = 0, first = 0; ring < obstacle->ring_count; ++ring) {
        uint32_t end = obstacle->ring_ends[ring];
        for (uint32_t i = first; i < end; ++i) {
            uint32_t a = obstacle->corners[i];
            uint32_t b = obstacle->corners[i + 1 < end ? i + 1 : first];
            // Every part, because a hole that touches the wall may divide the interior there.
            while (a != b) {
                uint32_t h = wend_mesh_wall_from(mesh, a, b);
                wend_mesh_flood(mesh, h / 3, solid);
                a = wend_target(mesh, h);
            }
        }
        first = end;
    }
}

static void find_solid(wend_mesh *mesh)
{
    for (size_t i = 0; i < mesh->obstacles.count; ++i)
        if (mesh->obstacles.data[i].solid)
            wend_mesh_flood_obstacle(mesh, &mesh->obstacles.data[i], true);
    wend_mesh_flood_obstacle(mesh, &mesh->bounds, true);
}

static wend_mesh *make_empty(const wend_floor *floor, const wend_mesh_def *def)
{
    wend_mesh *mesh = wend_allocate(&def->allocator, 1, sizeof *mesh);
    if (!mesh)
        return NULL;
    *mesh = (wend_mesh){.allocator = def->allocator,
                        .ids = wend_id_pool_make(WEND_ID_MESH_SHAPE, &def->allocator),
                        .tolerance = floor->tolerance,
                        .free_triangle = WEND_NONE,
                        .free_vertex = WEND_NONE,
                        .free_cell = WEND_NONE,
                        .building = true};
    mesh->frame = find_frame(floor, def->frame);
    mesh->box = floor->has_bounds ? floor->box : mesh->frame;
    // Each point adds 2 triangles, and the frame has 2.
    if (wend_mesh_reserve(mesh, 2 * floor->wall_count + 2, floor->wall_count + 4))
        return mesh;
    wend_mesh_destroy(mesh);
    return NULL;
}

wend_mesh *wend_mesh_begin(const wend_floor *floor, const wend_mesh_def *def, uint32_t *vertex_of)
{
    size_t count = floor->wall_count + (floor->wall_count == 0);
    uint64_t *order = wend_allocate(&def->allocator, 2 * count, sizeof *order);
    wend_mesh *mesh = order ? make_empty(floor, def) : NULL;
    if (mesh) {
        make_frame(mesh);
        order_points(floor, order, order + floor->wall_count);
        add_points(mesh, floor, order, vertex_of);
    }
    wend_release(&def->allocator, order, 2 * count, sizeof *order);
    return mesh;
}

wend_result wend_mesh_check_def(const wend_floor *floor, const wend_mesh_def *def,
                                wend_error *error)
{
    if (!wend_mesh_def_valid(def))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "def is not initialised: use wend_default_mesh_def()");
    wend_box requested = def->frame, box = floor->box;
    if (!floor->has_bounds && requested.min.x < requested.max.x &&
        requested.min.y < requested.max.y && floor->wall_count > 0 &&
        !(requested.min.x < box.min.x && requested.min.y < box.min.y &&
          box.max.x < requested.max.x && box.max.y < requested.max.y))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the frame must contain all obstacles");
    if (!floor->has_bounds &&
        !(requested.min.x >= -WEND_MAX_COORDINATE * 4 &&
          requested.min.y >= -WEND_MAX_COORDINATE * 4 &&
          requested.max.x <= WEND_MAX_COORDINATE * 4 && requested.max.y <= WEND_MAX_COORDINATE * 4))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the frame reaches beyond 4e9 m");
    if (floor->wall_count > UINT32_MAX / 8)
        return wend_fail(error, WEND_BAD_ARGUMENT, "too many walls for one mesh");
    return WEND_OK;
}

wend_result wend_mesh_triangulate(const wend_floor *floor, const wend_mesh_def *def,
                                  wend_mesh **mesh, wend_error *error)
{
    *mesh = NULL;
    wend_result result = wend_mesh_check_def(floor, def, error);
    if (result != WEND_OK)
        return result;
    size_t count = floor->wall_count + (floor->wall_count == 0);
    uint32_t *vertex_of = wend_allocate(&def->allocator, count, sizeof *vertex_of);
    wend_mesh *fresh = vertex_of ? wend_mesh_begin(floor, def, vertex_of) : NULL;
    result = fresh ? add_walls(fresh, floor, vertex_of, error) : wend_fail_memory(error);
    if (result == WEND_OK && !record_obstacles(fresh, floor, vertex_of))
        result = wend_fail_memory(error);
    wend_release(&def->allocator, vertex_of, count, sizeof *vertex_of);
    if (result != WEND_OK) {
        wend_mesh_destroy(fresh);
        return result;
    }
    find_solid(fresh);
    *mesh = fresh;
    return WEND_OK;
}

wend_result wend_mesh_finish(wend_mesh **mesh, wend_error *error)
{
    wend_cells_build(*mesh);
    if (!wend_hints_create(*mesh)) {
        wend_mesh_destroy(*mesh);
        *mesh = NULL;
        return wend_fail_memory(error);
    }
    (*mesh)->building = false;
    return WEND_OK;
}

wend_result wend_mesh_create(const wend_floor *floor, const wend_mesh_def *def, wend_mesh **mesh,
                             wend_error *error)
{
    wend_result result = wend_mesh_triangulate(floor, def, mesh, error);
    return result == WEND_OK ? wend_mesh_finish(mesh, error) : result;
}
