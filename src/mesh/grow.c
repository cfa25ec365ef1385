// SPDX-License-Identifier: MIT
// The mesh for the centre of a disc.
//
// The walls, moved by the radius, become closed curves (grow_rings.c) and these edges of a
// triangulation (grow_cross.c). How often the curves wind around a triangle follows from that of a
// neighbour by counting what runs along the edge between them: exact, whatever crosses. What winds
// around more than zero times is solid. Edges inside of the solid or of the free space are
// walls no more, and vertices without walls go, so that all this leaves a mesh as if it were built
// of the borders alone.
#include "mesh/grow.h"

#include "geometry/predicates.h"
#include "mesh/edit.h"

#include <math.h>

/// The finest arcs, as a share of the radius: 2,200 corners around a point.
#define LEAST_ARC_ERROR 1e-6

// ---- what is solid ------------------------------------------------------------------------------

enum { UNSEEN = INT32_MIN };

/// Counts for each triangle how often the curves wind around it, from the frame inwards.
static void wind(wend_mesh *mesh, const wend_along_table *table, int32_t outside, int32_t *turns)
{
    for (uint32_t t = 0; t < mesh->triangle_count; ++t)
        turns[t] = UNSEEN;
    uint32_t count = 0, first = mesh->vertices.data[0].spoke / 3;
    turns[first] = outside;
    mesh->stack[count++] = first;
    while (count > 0) {
        uint32_t t = mesh->stack[--count];
        for (uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
            uint32_t twin = wend_twin(mesh, h);
            if (twin == WEND_NONE || turns[twin / 3] != UNSEEN)
                continue;
            // What runs along h has t on its left, where it adds a turn.
            int32_t net = wend_is_fixed(mesh, h)
                              ? wend_along_net(table, wend_origin(mesh, h), wend_target(mesh, h))
                              : 0;
            turns[twin / 3] = turns[t] - net;
            mesh->stack[count++] = twin / 3;
        }
    }
}

/// Marks what is solid, and leaves walls only between solid and free. Returns how many.
static uint32_t keep_borders(wend_mesh *mesh, const int32_t *turns)
{
    uint32_t walls = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t)
        if (turns[t] > 0)
            mesh->state[t] |= WEND_TRIANGLE_SOLID;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h) {
        if (!wend_is_fixed(mesh, h))
            continue;
        uint32_t twin = wend_twin(mesh, h);
        bool solid = wend_is_solid(mesh, h / 3);
        if (solid != wend_is_solid(mesh, twin / 3)) {
            walls += solid;
            mesh->flags[h] += solid; // one wall, on its solid side
            continue;
        }
        mesh->flags[h] &= (uint8_t)~WEND_EDGE_FIXED;
        mesh->flags[twin] &= (uint8_t)~WEND_EDGE_FIXED;
        wend_mesh_push(mesh, h);
    }
    wend_mesh_settle(mesh);
    return walls;
}

// ---- what is left over --------------------------------------------------------------------------

/// True if nothing ends or turns at a vertex: no wall is there, or one that runs straight through.
static bool is_idle(const wend_mesh *mesh, uint32_t vertex)
{
    uint32_t first = mesh->vertices.data[vertex].spoke, h = first, walls = 0, ends[2];
    do {
        if (wend_is_fixed(mesh, h)) {
            if (walls == 2)
                return false;
            ends[walls++] = wend_target(mesh, h);
        }
        h = wend_turn_left(mesh, h);
    } while (h != first);
    if (walls == 2) // two that are on one line go to opposite sides
        return wend_orient2d_fast(wend_at(mesh, ends[0]), wend_at(mesh, vertex),
                                  wend_at(mesh, ends[1])) == 0;
    return walls == 0;
}

static void remove_idle(wend_mesh *mesh)
{
    for (uint32_t v = 4; v < mesh->vertices.count; ++v)
        if (is_idle(mesh, v))
            wend_mesh_remove_point(mesh, v);
}

/// The wall that comes after one along the border of its solid.
static uint32_t next_wall(const wend_mesh *mesh, uint32_t h)
{
    for (h = wend_next(h); !wend_is_fixed(mesh, h);)
        h = wend_next(wend_twin(mesh, h));
    return h;
}

/// Goes along all borders, and counts the rings and their corners; marked walls are those of rings
/// before. With an obstacle, its rings are written down, and the vertices' uses.
static void walk_borders(wend_mesh *mesh, wend_obstacle *obstacle, uint32_t *rings,
                         uint32_t *corners)
{
    uint8_t seen = obstacle ? 0 : WEND_EDGE_OWN;
    *rings = *corners = 0;
    for (uint32_t first = 0; first < 3 * mesh->triangle_count; ++first) {
        if (!wend_is_used(mesh, first / 3) || !(mesh->flags[first] & WEND_EDGE_WALLS) ||
            (mesh->flags[first] & WEND_EDGE_OWN) == seen)
            continue;
        uint32_t h = first;
        do {
            mesh->flags[h] ^= WEND_EDGE_OWN;
            if (obstacle) {
                obstacle->corners[*corners] = wend_origin(mesh, h);
                ++mesh->vertices.data[wend_origin(mesh, h)].uses;
            }
            ++*corners;
            h = next_wall(mesh, h);
        } while (h != first);
        if (obstacle)
            obstacle->ring_ends[*rings] = *corners;
        ++*rings;
    }
}

/// Makes the borders one obstacle. False: out of memory.
static bool keep_obstacle(wend_mesh *mesh)
{
    for (uint32_t v = 4; v < mesh->vertices.count; ++v)
        mesh->vertices.data[v].uses = 0;
    uint32_t rings, corners;
    walk_borders(mesh, NULL, &rings, &corners);
    if (rings == 0)
        return true;
    wend_obstacle obstacle;
    if (!wend_array_reserve(&mesh->obstacles, &mesh->allocator, 1) ||
        !wend_obstacle_make(mesh, &obstacle, rings, corners))
        return false;
    obstacle.solid = true;
    mesh->obstacles.data[mesh->obstacles.count++] = obstacle;
    walk_borders(mesh, &obstacle, &rings, &corners);
    return !wend_id_null(wend_id_take(&mesh->ids));
}

/// Where nothing is free there is no border to tell it by: a triangle with walls all around, inside
/// and outside, does.
static bool shut(wend_mesh *mesh)
{
    if (!wend_mesh_reserve(mesh, 6, 3))
        return false;
    wend_box f = mesh->frame;
    double width = (f.max.x - f.min.x) / 4, height = (f.max.y - f.min.y) / 4;
    const wend_vec2 places[3] = {{f.min.x + width, f.min.y + height},
                                 {f.max.x - width, f.min.y + height},
                                 {f.min.x + width, f.max.y - height}};
    uint32_t vertices[3];
    for (int i = 0; i < 3; ++i)
        vertices[i] = wend_mesh_add_point(mesh, places[i], mesh->vertices.data[0].spoke / 3);
    for (int i = 0; i < 3; ++i) {
        wend_vec2 crossing;
        wend_mesh_add_wall(mesh, vertices[i], vertices[(i + 1) % 3], &crossing);
        wend_mesh_add_wall(mesh, vertices[(i + 1) % 3], vertices[i], &crossing);
    }
    return true;
}

// ---- all together -------------------------------------------------------------------------------

static bool grow(wend_mesh *mesh, const wend_curves *curves, const uint32_t *vertex_of,
                 bool has_bounds)
{
    wend_along_table table = {0};
    int32_t *turns = NULL;
    uint32_t walls = 0, triangles = 0;
    if (wend_curves_lay(mesh, curves, vertex_of, &table)) {
        triangles = mesh->triangle_count;
        turns = wend_allocate(&mesh->allocator, triangles, sizeof *turns);
    }
    if (turns) {
        wind(mesh, &table, has_bounds, turns);
        walls = keep_borders(mesh, turns);
        remove_idle(mesh);
    }
    wend_release(&mesh->allocator, turns, triangles, sizeof *turns);
    wend_along_free(mesh, &table);
    return turns && (walls > 0 || !has_bounds || shut(mesh)) && keep_obstacle(mesh);
}

/// The frame that was asked for, if any, beyond everything.
static wend_box widen(wend_box asked, wend_box box, double by)
{
    if (!(asked.min.x < asked.max.x && asked.min.y < asked.max.y && box.min.x <= box.max.x))
        return asked;
    return (wend_box){{fmin(asked.min.x, box.min.x - by), fmin(asked.min.y, box.min.y - by)},
                      {fmax(asked.max.x, box.max.x + by), fmax(asked.max.y, box.max.y + by)}};
}

/// Lays the curves in a triangulation. NULL: out of memory.
static wend_mesh *make(const wend_floor *floor, const wend_curves *curves, double radius,
                       const wend_mesh_def *def)
{
    const wend_floor raw = {.points = curves->points.data,
                            .wall_count = (uint32_t)curves->points.count,
                            .box = curves->box,
                            .has_bounds = floor->has_bounds,
                            .tolerance = floor->tolerance};
    wend_mesh_def wide = *def;
    wide.frame = widen(def->frame, curves->box, radius);
    size_t count = curves->points.count + 1;
    uint32_t *vertex_of = wend_allocate(&def->allocator, count, sizeof *vertex_of);
    wend_mesh *mesh = vertex_of ? wend_mesh_begin(&raw, &wide, vertex_of) : NULL;
    bool grown = mesh && grow(mesh, curves, vertex_of, floor->has_bounds);
    wend_release(&def->allocator, vertex_of, count, sizeof *vertex_of);
    if (!grown) {
        wend_mesh_destroy(mesh);
        return NULL;
    }
    if (floor->has_bounds)
        mesh->box = floor->box;
    return mesh;
}

wend_result wend_mesh_create_grown(const wend_floor *floor, double radius, double arc_error,
                                   const wend_mesh_def *def, wend_mesh **mesh, wend_error *error)
{
    *mesh = NULL;
    if (!(radius >= 0 && radius <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "a radius is a number from 0 to %g m",
                         WEND_MAX_COORDINATE);
    if (arc_error == 0)
        arc_error = WEND_ARC_ERROR * radius;
    if (!(arc_error >= LEAST_ARC_ERROR * radius && arc_error <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the error of arcs is at least %g of the radius, or 0 for %g of it",
                         LEAST_ARC_ERROR, WEND_ARC_ERROR);
    if (radius <= floor->tolerance)
        return wend_mesh_create(floor, def, mesh, error);
    wend_result result = wend_mesh_check_def(floor, def, error);
    if (result != WEND_OK)
        return result;
    wend_curves curves;
    if (wend_curves_make(&curves, floor, radius, arc_error, &def->allocator))
        *mesh = make(floor, &curves, radius, def);
    wend_curves_free(&curves, &def->allocator);
    return *mesh ? wend_mesh_finish(mesh, error) : wend_fail_memory(error);
}
