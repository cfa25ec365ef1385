// SPDX-License-Identifier: MIT
// Obstacles come and go.
//
// An obstacle that comes is put in step by step, each with its own check, and is taken out again
// the usual way if one of them fails: as the triangulation is one function of what is in it, that
// leaves nothing changed. Everything that needs memory comes first, so nothing stops half-way for
// the want of it.
#include "mesh/edit.h"

#include "geometry/floor.h"

// What has changed is made known to the rest of the mesh.
static void finish(wend_mesh *mesh)
{
    ++mesh->layout;
    wend_cells_update(mesh);
    wend_hints_update(mesh);
    for (uint32_t i = 0; i < mesh->touched_count; ++i)
        mesh->changed[mesh->touched[i]] = mesh->layout;
    wend_mesh_forget_touched(mesh);
}

// ---- out ----------------------------------------------------------------------------------------

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

static void take_out(wend_mesh *mesh, const wend_obstacle *obstacle)
{
    if (obstacle->solid)
        wend_mesh_flood_obstacle(mesh, obstacle, false);
    drop_walls(mesh, obstacle);
    drop_corners(mesh, obstacle->corners, obstacle->corner_count);
}

wend_result wend_mesh_remove(wend_mesh *mesh, wend_id id, wend_error *error)
{
    if (!wend_id_valid(&mesh->ids, id))
        return wend_fail(error, WEND_STALE, "there is no such obstacle: it was removed before");
    wend_obstacle *obstacle = &mesh->obstacles.data[wend_id_slot(id)];
    take_out(mesh, obstacle);
    finish(mesh);
    wend_obstacle_free(mesh, obstacle);
    wend_id_give(&mesh->ids, id);
    ++mesh->version;
    return WEND_OK;
}

// ---- in -----------------------------------------------------------------------------------------

// The shape as a floor of its own, which has its rings with the solid on the left and knows its
// flaws.
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
    uint32_t flaws;
    result = wend_floor_flaws(*floor, NULL, 0, &flaws, error);
    wend_box box = (*floor)->box, frame = mesh->frame;
    if (result == WEND_OK && !(frame.min.x < box.min.x && frame.min.y < box.min.y &&
                               box.max.x < frame.max.x && box.max.y < frame.max.y))
        result = wend_fail_at(error, WEND_UNSOUND, box.min,
                              "it leaves what the mesh covers (%g, %g to %g, %g): move it inside, "
                              "or make a mesh with a larger frame",
                              frame.min.x, frame.min.y, frame.max.x, frame.max.y);
    if (result != WEND_OK) {
        wend_floor_destroy(*floor);
        *floor = NULL;
    }
    return result;
}

// Everything that takes memory. False: out of memory, nothing changed.
static bool prepare(wend_mesh *mesh, const wend_floor *floor, wend_obstacle *obstacle, wend_id *id)
{
    uint32_t corners = floor->wall_count;
    if (corners > UINT32_MAX / 8 || !wend_mesh_reserve(mesh, 2 * corners, corners) ||
        !wend_array_reserve(&mesh->obstacles, &mesh->allocator, 1) ||
        !wend_obstacle_make(mesh, obstacle, floor->ring_count, corners))
        return false;
    *id = wend_id_take(&mesh->ids);
    if (wend_id_null(*id)) {
        wend_obstacle_free(mesh, obstacle);
        return false;
    }
    for (uint32_t i = 0; i < floor->ring_count; ++i)
        obstacle->ring_ends[i] = floor->rings[i].first + floor->rings[i].count;
    obstacle->solid = floor->rings[0].role == WEND_RING_OUTLINE;
    return true;
}

// Adds the corners, after a look at where they all lie. Those look-ups begin each where the last
// one ended and are kept, in place of the vertices, for the points to be added from.
static wend_result put_corners(wend_mesh *mesh, const wend_floor *floor, wend_obstacle *obstacle,
                               wend_error *error)
{
    uint32_t *corners = obstacle->corners, count = obstacle->corner_count;
    uint32_t triangle = wend_hint(mesh, floor->points[0]);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; ++i) {
        result = wend_fit_corner(mesh, floor->points[i], count == 1, &triangle, error);
        corners[i] = triangle;
    }
    if (result != WEND_OK)
        return result;
    uint32_t put = 0;
    while (put < count && result == WEND_OK) {
        uint32_t vertex = wend_mesh_add_point(mesh, floor->points[put], corners[put]);
        corners[put++] = vertex;
        if (mesh->vertices.data[vertex].uses++ == 0)
            result = wend_fit_vertex(mesh, vertex, error);
    }
    if (result != WEND_OK)
        drop_corners(mesh, corners, put);
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
        // A segment's second wall runs where its first one does.
        if (!(is_segment && last))
            result = wend_fit_wall(mesh, obstacle->corners[i], obstacle->corners[next], is_segment,
                                   error);
        if (last)
            first = obstacle->ring_ends[ring++];
    }
    return result;
}

static void put_walls(wend_mesh *mesh, const wend_obstacle *obstacle)
{
    uint32_t first = 0;
    for (uint32_t i = 0, ring = 0; i < obstacle->corner_count; ++i) {
        bool last = i + 1 == obstacle->ring_ends[ring];
        wend_vec2 crossing;
        bool added = wend_mesh_add_wall(mesh, obstacle->corners[i],
                                        obstacle->corners[last ? first : i + 1], &crossing);
        WEND_ASSERT(added); // it was checked
        (void)added;
        if (last)
            first = obstacle->ring_ends[ring++];
    }
}

static wend_result put_in(wend_mesh *mesh, const wend_floor *floor, wend_obstacle *obstacle,
                          wend_error *error)
{
    wend_result result = put_corners(mesh, floor, obstacle, error);
    if (result != WEND_OK)
        return result;
    result = check_walls(mesh, obstacle, error);
    if (result != WEND_OK) {
        drop_corners(mesh, obstacle->corners, obstacle->corner_count);
        return result;
    }
    put_walls(mesh, obstacle);
    result = wend_fit_walls(mesh, obstacle, error);
    if (result == WEND_OK && obstacle->solid)
        result = wend_fit_inside(mesh, obstacle, error);
    if (result != WEND_OK)
        take_out(mesh, obstacle);
    return result;
}

static wend_result insert(wend_mesh *mesh, const wend_floor *floor, wend_id *id, wend_error *error)
{
    wend_obstacle obstacle;
    wend_id taken;
    if (!prepare(mesh, floor, &obstacle, &taken))
        return wend_fail_memory(error);
    wend_result result = put_in(mesh, floor, &obstacle, error);
    finish(mesh);
    if (result != WEND_OK) {
        wend_obstacle_free(mesh, &obstacle);
        wend_id_give(&mesh->ids, taken);
        return result;
    }
    uint32_t slot = wend_id_slot(taken);
    if (slot == mesh->obstacles.count)
        ++mesh->obstacles.count;
    mesh->obstacles.data[slot] = obstacle;
    *id = taken;
    ++mesh->version;
    return WEND_OK;
}

wend_result wend_mesh_insert(wend_mesh *mesh, const wend_shape *shape, wend_id *id,
                             wend_error *error)
{
    *id = (wend_id){0, 0};
    wend_floor *floor;
    wend_result result = make_floor(mesh, shape, &floor, error);
    if (result == WEND_OK)
        result = insert(mesh, floor, id, error);
    wend_floor_destroy(floor);
    return result;
}
