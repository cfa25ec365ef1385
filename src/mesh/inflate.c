// SPDX-License-Identifier: MIT
// Mesh for the centre of a disc.
//
// The walls, offset by the radius, become closed curves (inflate_rings.c) and these become edges of
// a triangulation (inflate_cross.c). The winding number of the curves around a triangle follows
// from that of a neighbour by counting the curves along the edge between them: exact, whatever
// crosses. A triangle with a positive winding number is solid. Edges inside the solid or the free
// space are no longer walls, and vertices without walls are removed, so that the result equals a
// mesh built of the borders alone. Straight runs stay walls in free space: lines, and segments of a
// point's mesh.
#include "mesh/inflate.h"

#include "geometry/predicates.h"
#include "mesh/edit.h"

#include <inttypes.h>
#include <math.h>

/// Minimum arc error as a fraction of the radius: 2,200 corners around a point.
#define MIN_ARC_ERROR 1e-6

// ---- solids -------------------------------------------------------------------------------------

enum { UNSEEN = INT32_MIN };

/// Computes the winding number of each triangle, from the frame inwards.
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
            // A curve along h has t on its left, where it adds a turn.
            int32_t net = wend_is_fixed(mesh, h)
                              ? wend_along_net(table, wend_origin(mesh, h), wend_target(mesh, h))
                              : 0;
            turns[twin / 3] = turns[t] - net;
            mesh->stack[count++] = twin / 3;
        }
    }
}

/// True for an edge with free space on both sides.
static bool is_thin(const wend_mesh *mesh, uint32_t h)
{
    return !wend_is_solid(mesh, h / 3) && !wend_is_solid(mesh, wend_twin(mesh, h) / 3);
}

/// True if a run other than curves follows an edge.
static bool has_runs(const wend_along_table *table, uint32_t from, uint32_t to)
{
    uint32_t i = wend_along_runs(table, from, to);
    while (i != WEND_NONE && table->runs.data[i].net == 0)
        i = table->runs.data[i].next;
    return i != WEND_NONE;
}

/// Marks solids, and keeps walls only between solid and free, and where runs are in free space.
/// Returns the number of the former.
static uint32_t keep_borders(wend_mesh *mesh, const wend_along_table *table, const int32_t *turns)
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
        if (!solid && has_runs(table, wend_origin(mesh, h), wend_target(mesh, h))) {
            ++mesh->flags[h];
            continue;
        }
        mesh->flags[h] &= (uint8_t)~WEND_EDGE_FIXED;
        mesh->flags[twin] &= (uint8_t)~WEND_EDGE_FIXED;
        wend_mesh_push(mesh, h);
    }
    wend_mesh_settle(mesh);
    return walls;
}

// ---- cleanup ------------------------------------------------------------------------------------

/// True if nothing ends or turns at a vertex: there is no wall, or one that runs straight through.
static bool is_idle(const wend_mesh *mesh, uint32_t vertex)
{
    uint32_t first = mesh->vertices.data[vertex].spoke, h = first, walls = 0, ends[2];
    do {
        if (wend_is_fixed(mesh, h)) {
            if (walls == 2 || is_thin(mesh, h))
                return false;
            ends[walls++] = wend_target(mesh, h);
        }
        h = wend_turn_left(mesh, h);
    } while (h != first);
    if (walls == 2) // two that are on one line have opposite directions
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

/// The wall after a wall along the border of its solid.
static uint32_t next_wall(const wend_mesh *mesh, uint32_t h)
{
    for (h = wend_next(h); !wend_is_fixed(mesh, h);)
        h = wend_next(wend_twin(mesh, h));
    return h;
}

/// Traverses all borders, and counts the rings and their corners; marked walls belong to rings
/// already visited. With an obstacle, its rings and the vertices' uses are written.
static void walk_borders(wend_mesh *mesh, wend_obstacle *obstacle, uint32_t *rings,
                         uint32_t *corners)
{
    uint8_t seen = obstacle ? 0 : WEND_EDGE_OWN;
    *rings = *corners = 0;
    for (uint32_t first = 0; first < 3 * mesh->triangle_count; ++first) {
        if (!wend_is_used(mesh, first / 3) || !(mesh->flags[first] & WEND_EDGE_WALLS) ||
            is_thin(mesh, first) || (mesh->flags[first] & WEND_EDGE_OWN) == seen)
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

/// The walls with free space on both sides: each is a ring of its own. With an obstacle, they are
/// written to it. Returns their number.
static uint32_t walk_thin(wend_mesh *mesh, wend_obstacle *obstacle)
{
    uint32_t count = 0;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h) {
        if (!wend_is_used(mesh, h / 3) || !wend_is_fixed(mesh, h) || wend_twin(mesh, h) < h ||
            !is_thin(mesh, h))
            continue;
        if (obstacle) {
            obstacle->corners[2 * count] = wend_origin(mesh, h);
            obstacle->corners[2 * count + 1] = wend_target(mesh, h);
            obstacle->ring_ends[count] = 2 * count + 2;
            ++mesh->vertices.data[wend_origin(mesh, h)].uses;
            ++mesh->vertices.data[wend_target(mesh, h)].uses;
        }
        ++count;
    }
    return count;
}

/// A new obstacle; NULL: out of memory.
static wend_obstacle *add_obstacle(wend_mesh *mesh, uint32_t rings, uint32_t corners, bool solid)
{
    wend_obstacle obstacle;
    if (!wend_array_reserve(&mesh->obstacles, &mesh->allocator, 1) ||
        !wend_obstacle_make(mesh, &obstacle, rings, corners))
        return NULL;
    obstacle.solid = solid;
    mesh->obstacles.data[mesh->obstacles.count++] = obstacle;
    return wend_id_is_null(wend_id_take(&mesh->ids))
               ? NULL
               : &mesh->obstacles.data[mesh->obstacles.count - 1];
}

/// Makes the borders one obstacle, and the walls in free space another. False: out of memory.
static bool record_obstacles(wend_mesh *mesh)
{
    for (uint32_t v = 4; v < mesh->vertices.count; ++v)
        mesh->vertices.data[v].uses = 0;
    uint32_t rings, corners, thin = walk_thin(mesh, NULL);
    walk_borders(mesh, NULL, &rings, &corners);
    if (rings > 0) {
        wend_obstacle *borders = add_obstacle(mesh, rings, corners, true);
        if (!borders)
            return false;
        walk_borders(mesh, borders, &rings, &corners);
    }
    if (thin > 0) {
        wend_obstacle *walls = add_obstacle(mesh, thin, 2 * thin, false);
        if (!walls)
            return false;
        walk_thin(mesh, walls);
    }
    return true;
}

/// Notes the lines along a half-edge, unless it has a wall too. False: out of memory.
static bool keep_lines_along(wend_mesh *mesh, const wend_along_table *table, uint32_t h)
{
    uint32_t from = wend_origin(mesh, h), to = wend_target(mesh, h);
    uint32_t first = wend_along_runs(table, from, to);
    for (uint32_t i = first; i != WEND_NONE; i = table->runs.data[i].next)
        if (table->runs.data[i].owner == WEND_RUN_WALL)
            return true;
    for (uint32_t i = first; i != WEND_NONE; i = table->runs.data[i].next) {
        wend_run run = table->runs.data[i];
        if (from < to ? run.net <= 0 : run.net >= 0)
            continue;
        if (!wend_array_reserve(&mesh->lines, &mesh->allocator, 1))
            return false;
        mesh->lines.data[mesh->lines.count++] = (wend_mesh_line){h, run.owner};
    }
    return true;
}

static bool keep_lines(wend_mesh *mesh, const wend_along_table *table)
{
    bool kept = true;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count && kept && table->runs.count > 0; ++h)
        if (wend_is_used(mesh, h / 3) && wend_is_fixed(mesh, h) && is_thin(mesh, h))
            kept = keep_lines_along(mesh, table, h);
    return kept;
}

/// Without any free space there is no border: a triangle with walls all around, inside and outside,
/// represents it.
static bool shut(wend_mesh *mesh)
{
    if (!wend_mesh_reserve(mesh, 6, 3))
        return false;
    wend_box f = mesh->frame;
    double width = (f.max.x - f.min.x) / 4, height = (f.max.y - f.min.y) / 4;
    const wend_vec2 slots[3] = {{f.min.x + width, f.min.y + height},
                                {f.max.x - width, f.min.y + height},
                                {f.min.x + width, f.max.y - height}};
    uint32_t vertices[3];
    for (int i = 0; i < 3; ++i)
        vertices[i] = wend_mesh_add_point(mesh, slots[i], mesh->vertices.data[0].spoke / 3);
    for (int i = 0; i < 3; ++i) {
        wend_vec2 crossing;
        wend_mesh_add_wall(mesh, vertices[i], vertices[(i + 1) % 3], &crossing);
        wend_mesh_add_wall(mesh, vertices[(i + 1) % 3], vertices[i], &crossing);
    }
    return true;
}

// ---- entry point --------------------------------------------------------------------------------

static wend_result inflate(wend_mesh *mesh, const wend_curves *curves, const uint32_t *vertex_of,
                           bool has_bounds)
{
    wend_along_table table = {0};
    int32_t *turns = NULL;
    uint32_t walls = 0, triangles = 0;
    bool kept = false;
    wend_result result = wend_curves_lay(mesh, curves, vertex_of, &table);
    if (result == WEND_OK) {
        triangles = mesh->triangle_count;
        turns = wend_allocate(&mesh->allocator, triangles, sizeof *turns);
    }
    if (turns) {
        wind(mesh, &table, has_bounds, turns);
        walls = keep_borders(mesh, &table, turns);
        remove_idle(mesh);
        kept = keep_lines(mesh, &table);
    }
    wend_release(&mesh->allocator, turns, triangles, sizeof *turns);
    wend_along_free(mesh, &table);
    if (result != WEND_OK)
        return result;
    return kept && (walls > 0 || !has_bounds || shut(mesh)) && record_obstacles(mesh)
               ? WEND_OK
               : WEND_OUT_OF_MEMORY;
}

/// The requested frame, if any, extended beyond everything.
static wend_box widen(wend_box requested, wend_box box, double by)
{
    if (!(requested.min.x < requested.max.x && requested.min.y < requested.max.y &&
          box.min.x <= box.max.x))
        return requested;
    return (wend_box){
        {fmin(requested.min.x, box.min.x - by), fmin(requested.min.y, box.min.y - by)},
        {fmax(requested.max.x, box.max.x + by), fmax(requested.max.y, box.max.y + by)}};
}

/// Lays the curves in a triangulation.
static wend_result make(const wend_floor *floor, const wend_curves *curves, double radius,
                        const wend_mesh_def *def, wend_mesh **mesh)
{
    const wend_floor raw = {.points = curves->points.data,
                            .wall_count = (uint32_t)curves->points.count,
                            .box = curves->box,
                            .has_bounds = floor->has_bounds,
                            .tolerance = floor->tolerance};
    wend_mesh_def wide = *def;
    wide.frame = widen(def->frame, curves->box, fmax(radius, floor->tolerance));
    size_t count = curves->points.count + 1;
    uint32_t *vertex_of = wend_allocate(&def->allocator, count, sizeof *vertex_of);
    *mesh = vertex_of ? wend_mesh_begin(&raw, &wide, vertex_of) : NULL;
    wend_result result =
        *mesh ? inflate(*mesh, curves, vertex_of, floor->has_bounds) : WEND_OUT_OF_MEMORY;
    wend_release(&def->allocator, vertex_of, count, sizeof *vertex_of);
    if (result != WEND_OK) {
        wend_mesh_destroy(*mesh);
        *mesh = NULL;
        return result;
    }
    if (floor->has_bounds)
        (*mesh)->box = floor->box;
    (*mesh)->line_count = def->line_count;
    return WEND_OK;
}

static wend_result check_lines(const wend_mesh_def *def, wend_error *error)
{
    if (!def->lines && def->line_count > 0)
        return wend_fail(error, WEND_BAD_ARGUMENT, "def has no lines array");
    for (uint32_t i = 0; i < def->line_count; ++i)
        if (!wend_is_in_range(def->lines[i].a) || !wend_is_in_range(def->lines[i].b))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "line %" PRIu32 " has an end that is not within %g m", i,
                             WEND_MAX_COORDINATE);
    return WEND_OK;
}

wend_result wend_mesh_create_inflated(const wend_floor *floor, double radius, double arc_error,
                                      const wend_mesh_def *def, wend_mesh **mesh, wend_error *error)
{
    *mesh = NULL;
    if (!(radius >= 0 && radius <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "radius must be from 0 to %g m",
                         WEND_MAX_COORDINATE);
    if (arc_error == 0)
        arc_error = WEND_ARC_ERROR * radius;
    if (!(arc_error >= MIN_ARC_ERROR * radius && arc_error <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "arc_error must be at least %g of the radius, or 0 for %g of it",
                         MIN_ARC_ERROR, WEND_ARC_ERROR);
    wend_result result = wend_mesh_check_def(floor, def, error);
    if (result == WEND_OK)
        result = check_lines(def, error);
    if (result != WEND_OK)
        return result;
    if (radius <= floor->tolerance) {
        if (def->line_count == 0)
            return wend_mesh_create(floor, def, mesh, error);
        radius = arc_error = 0;
    }
    wend_curves curves;
    result = wend_curves_make(&curves, floor, radius, arc_error, def)
                 ? make(floor, &curves, radius, def, mesh)
                 : WEND_OUT_OF_MEMORY;
    wend_curves_free(&curves, &def->allocator);
    if (result == WEND_OK)
        return wend_mesh_finish(mesh, error);
    if (result == WEND_OUT_OF_MEMORY)
        return wend_fail_memory(error);
    return wend_fail(error, result,
                     "walls are too close to each other for a line between them: a mesh requires a "
                     "valid floor (see wend_floor_validate or `wend check`)");
}
