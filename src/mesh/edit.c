// SPDX-License-Identifier: MIT
// Insertion and removal of obstacles.
//
// An obstacle is inserted step by step, each with its own check, and is removed in the usual way if
// one of them fails: as the triangulation is a function of its contents, that leaves nothing
// changed. All memory is allocated first, so an edit cannot fail half-way.
#include "mesh/edit.h"

#include "geometry/floor.h"

// Updates the rest of the mesh after a change.
static void finish(wend_mesh *mesh)
{
    ++mesh->layout;
    wend_cells_update(mesh);
    wend_hints_update(mesh);
    for (uint32_t i = 0; i < mesh->touched_count; ++i)
        mesh->changed[mesh->touched[i]] = mesh->layout;
    wend_mesh_forget_touched(mesh);
}

// ---- removal ------------------------------------------------------------------------------------

static void drop_corners(wend_mesh *mesh, const uint32_t *corners, uint32_t count)
{
    while (count > 0) {
        wend_vertex *vertex = &mesh->vertices.data[corners[--count]];
        if (--vertex->uses == 0)
            wend_mesh_remove_point(mesh, corners[count]);
    }
}

static void drop_walls(wend_mesh *mesh, const wend_obstacle *obstacle)
{
    wend_wall_walk walk = {.mesh = mesh, .obstacle = obstacle};
    for (uint32_t h; (h = wend_walk_walls(&walk)) != WEND_NONE;) {
        uint32_t twin = wend_twin(mesh, h);
        --mesh->flags[h];
        if ((mesh->flags[h] | mesh->flags[twin]) & WEND_EDGE_WALLS)
            continue;
        wend_mesh_touch(mesh, h / 3);
        wend_mesh_touch(mesh, twin / 3);
        mesh->flags[h] &= (uint8_t)~WEND_EDGE_FIXED;
        mesh->flags[twin] &= (uint8_t)~WEND_EDGE_FIXED;
        wend_mesh_push(mesh, h);
    }
    wend_mesh_settle(mesh);
}

static void remove_obstacle(wend_mesh *mesh, const wend_obstacle *obstacle)
{
    if (obstacle->solid)
        wend_mesh_flood_obstacle(mesh, obstacle, false);
    drop_walls(mesh, obstacle);
    drop_corners(mesh, obstacle->corners, obstacle->corner_count);
}

wend_result wend_mesh_remove(wend_mesh *mesh, wend_mesh_shape_id id, wend_error *error)
{
    if (!wend_id_valid(&mesh->ids, id.raw))
        return wend_fail(error, WEND_STALE, "unknown or removed obstacle id");
    wend_obstacle *obstacle = &mesh->obstacles.data[wend_id_slot(id.raw)];
    remove_obstacle(mesh, obstacle);
    finish(mesh);
    wend_obstacle_free(mesh, obstacle);
    wend_id_give(&mesh->ids, id.raw);
    ++mesh->version;
    return WEND_OK;
}

// ---- insertion ----------------------------------------------------------------------------------

// The shape as a floor of its own, which has its rings with the solid on the left and can be
// validated.
static wend_result make_floor(const wend_mesh *mesh, const wend_shape *shape, wend_floor **floor,
                              wend_error *error)
{
    wend_floor_def def = wend_default_floor_def();
    def.shapes = shape;
    def.shape_count = 1;
    def.tolerance = mesh->tolerance;
    def.allocator = mesh->allocator;
    wend_result result = wend_floor_create(&def, floor, error);
    if (result != WEND_OK)
        return result;
    uint32_t defects;
    result = wend_floor_validate(*floor, NULL, 0, &defects, error);
    wend_box box = (*floor)->box, frame = mesh->frame;
    if (result == WEND_OK && !(frame.min.x < box.min.x && frame.min.y < box.min.y &&
                               box.max.x < frame.max.x && box.max.y < frame.max.y))
        result = wend_fail_at(error, WEND_INVALID_GEOMETRY, box.min,
                              "it leaves the region of the mesh (%g, %g to %g, %g): move it "
                              "inside, or create the mesh with a larger frame",
                              frame.min.x, frame.min.y, frame.max.x, frame.max.y);
    if (result != WEND_OK) {
        wend_floor_destroy(*floor);
        *floor = NULL;
    }
    return result;
}

// All allocations. False: out of memory, unchanged.
static bool prepare(wend_mesh *mesh, const wend_floor *floor, wend_obstacle *obstacle,
                    wend_mesh_shape_id *id)
{
    uint32_t corners = floor->wall_count;
    if (corners > UINT32_MAX / 8 || !wend_mesh_reserve(mesh, 2 * corners, corners) ||
        !wend_array_reserve(&mesh->obstacles, &mesh->allocator, 1) ||
        !wend_obstacle_make(mesh, obstacle, floor->ring_count, corners))
        return false;
    *id = (wend_mesh_shape_id){wend_id_take(&mesh->ids)};
    if (wend_mesh_shape_id_is_null(*id)) {
        wend_obstacle_free(mesh, obstacle);
        return false;
    }
    for (uint32_t i = 0; i < floor->ring_count; ++i)
        obstacle->ring_ends[i] = floor->rings[i].first + floor->rings[i].count;
    obstacle->solid = floor->rings[0].role == WEND_RING_OUTLINE;
    return true;
}

// Adds the corners, after locating them all. Each location starts where the last one ended; the
// results are kept, in place of the vertices, for inserting the points.
static wend_result insert_corners(wend_mesh *mesh, const wend_floor *floor, wend_obstacle *obstacle,
                                  wend_error *error)
{
    uint32_t *corners = obstacle->corners, count = obstacle->corner_count;
    uint32_t triangle = wend_hint(mesh, floor->points[0]);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; ++i) {
        result = wend_insert_check_corner(mesh, floor->points[i], count == 1, &triangle, error);
        corners[i] = triangle;
    }
    if (result != WEND_OK)
        return result;
    uint32_t inserted = 0;
    while (inserted < count && result == WEND_OK) {
        uint32_t vertex = wend_mesh_add_point(mesh, floor->points[inserted], corners[inserted]);
        corners[inserted++] = vertex;
        if (mesh->vertices.data[vertex].uses++ == 0)
            result = wend_insert_check_vertex(mesh, vertex, error);
    }
    if (result != WEND_OK)
        drop_corners(mesh, corners, inserted);
    return result;
}

static wend_result check_walls(const wend_mesh *mesh, const wend_obstacle *obstacle,
                               wend_error *error)
{
    wend_result result = WEND_OK;
    bool is_segment = obstacle->corner_count == 2;
    uint32_t first = 0;
    for (uint32_t i = 0, ring = 0; i < obstacle->corner_count && result == WEND_OK; ++i) {
        bool last = i + 1 == obstacle->ring_ends[ring];
        uint32_t next = last ? first : i + 1;
        // A segment's second wall coincides with its first one.
        if (!(is_segment && last))
            result = wend_insert_check_wall(mesh, obstacle->corners[i], obstacle->corners[next],
                                            is_segment, error);
        if (last)
            first = obstacle->ring_ends[ring++];
    }
    return result;
}

static void insert_walls(wend_mesh *mesh, const wend_obstacle *obstacle)
{
    uint32_t first = 0;
    for (uint32_t i = 0, ring = 0; i < obstacle->corner_count; ++i) {
        bool last = i + 1 == obstacle->ring_ends[ring];
        wend_vec2 crossing;
        bool added = wend_mesh_add_wall(mesh, obstacle->corners[i],
                                        obstacle->corners[last ? first : i + 1], &crossing);
        WEND_ASSERT(added); // it was checked before
        (void)added;
        if (last)
            first = obstacle->ring_ends[ring++];
    }
}

static wend_result insert_obstacle(wend_mesh *mesh, const wend_floor *floor,
                                   wend_obstacle *obstacle, wend_error *error)
{
    wend_result result = insert_corners(mesh, floor, obstacle, error);
    if (result != WEND_OK)
        return result;
    result = check_walls(mesh, obstacle, error);
    if (result != WEND_OK) {
        drop_corners(mesh, obstacle->corners, obstacle->corner_count);
        return result;
    }
    insert_walls(mesh, obstacle);
    result = wend_insert_check_walls(mesh, obstacle, error);
    if (result == WEND_OK && obstacle->solid)
        result = wend_insert_check_inside(mesh, obstacle, error);
    if (result != WEND_OK)
        remove_obstacle(mesh, obstacle);
    return result;
}

static wend_result insert(wend_mesh *mesh, const wend_floor *floor, wend_mesh_shape_id *id,
                          wend_error *error)
{
    wend_obstacle obstacle;
    wend_mesh_shape_id fresh;
    if (!prepare(mesh, floor, &obstacle, &fresh))
        return wend_fail_memory(error);
    wend_result result = insert_obstacle(mesh, floor, &obstacle, error);
    finish(mesh);
    if (result != WEND_OK) {
        wend_obstacle_free(mesh, &obstacle);
        wend_id_give(&mesh->ids, fresh.raw);
        return result;
    }
    uint32_t slot = wend_id_slot(fresh.raw);
    if (slot == mesh->obstacles.count)
        ++mesh->obstacles.count;
    mesh->obstacles.data[slot] = obstacle;
    *id = fresh;
    ++mesh->version;
    return WEND_OK;
}

wend_result wend_mesh_insert(wend_mesh *mesh, const wend_shape *shape, wend_mesh_shape_id *id,
                             wend_error *error)
{
    *id = (wend_mesh_shape_id){0};
    wend_floor *floor;
    wend_result result = make_floor(mesh, shape, &floor, error);
    if (result == WEND_OK)
        result = insert(mesh, floor, id, error);
    wend_floor_destroy(floor);
    return result;
}
