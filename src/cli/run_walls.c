// SPDX-License-Identifier: MIT
// Did anybody get into a wall, or through one? This asks a floor and a mesh of its own, not those
// of the world, whose guard it checks.
//
// The distance to the walls is measured only where an agent may be near them: from where it was
// last measured it can't have shrunk by more than the agent has moved since.
#include "cli/run.h"
#include "io/polygons.h"
#include "io/scene_floor.h"
#include "wend/geometry.h"
#include "wend/path.h"

#include <math.h>
#include <stdlib.h>

/// A way around a corner may be this much longer than the agent's greatest speed allows, which is
/// single precision, before it counts as a way through the wall.
#define SPEED_SLACK 1.0001

typedef struct door {
    const scene_shape *shape;
    wend_box box;
    wend_id id;      ///< in the world
    wend_id in_mesh; ///< while it is shut
    bool shut;
} door;

struct run_walls {
    wend_floor *floor; ///< without doors
    wend_mesh *mesh;   ///< with the doors that are shut
    wend_path_query *query;
    bool bounded;
    door *doors;
    uint32_t door_count;
};

void run_walls_free(run_walls *walls)
{
    if (!walls)
        return;
    wend_path_query_destroy(walls->query);
    wend_mesh_destroy(walls->mesh);
    wend_floor_destroy(walls->floor);
    free(walls->doors);
    free(walls);
}

static bool build(run_walls *walls, const scene *s, const scene_names *names)
{
    wend_mesh_def def = wend_default_mesh_def();
    def.frame = scene_world_frame(s);
    walls->bounded = s->bounds_count > 0;
    walls->doors = calloc((size_t)s->door_count + 1, sizeof *walls->doors);
    if (!walls->doors || scene_floor(s, &walls->floor, NULL) != WEND_OK ||
        wend_mesh_create(walls->floor, &def, &walls->mesh, NULL) != WEND_OK ||
        wend_path_query_create(NULL, &walls->query, NULL) != WEND_OK)
        return false;
    for (uint32_t i = 0; i < s->door_count; ++i) {
        const scene_shape *shape = &s->doors[i].shape;
        walls->doors[i] = (door){.shape = shape,
                                 .box = wend_box_of(shape->points, shape->point_count),
                                 .id = names->doors[i]};
    }
    walls->door_count = s->door_count;
    return true;
}

run_walls *run_walls_create(const scene *s, const scene_names *names)
{
    run_walls *walls = calloc(1, sizeof *walls);
    if (walls && build(walls, s, names))
        return walls;
    run_walls_free(walls);
    return NULL;
}

bool run_walls_update(run_walls *walls, const wend_world *world)
{
    for (uint32_t i = 0; i < walls->door_count; ++i) {
        door *d = &walls->doors[i];
        bool shut = false;
        if (wend_world_door(world, d->id, &shut, NULL) != WEND_OK || shut == d->shut)
            continue;
        const wend_shape shape = shape_view(d->shape);
        wend_result result = shut ? wend_mesh_insert(walls->mesh, &shape, &d->in_mesh, NULL)
                                  : wend_mesh_remove(walls->mesh, d->in_mesh, NULL);
        if (result == WEND_NO_MEMORY)
            return false;
        d->shut = shut;
    }
    return true;
}

static double distance(wend_vec2 a, wend_vec2 b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/// The distance from p to a shape's walls, or limit if that is less.
static double shape_distance(const scene_shape *shape, wend_vec2 p, double limit)
{
    uint32_t start = 0;
    for (uint32_t ring = 0; ring < shape->ring_count; start = shape->ring_ends[ring++]) {
        uint32_t end = shape->ring_ends[ring];
        for (uint32_t i = start; i < end; ++i) {
            wend_segment side = {shape->points[i], shape->points[i + 1 < end ? i + 1 : start]};
            limit = fmin(limit, wend_segment_distance(side, p));
        }
    }
    return limit;
}

/// The distance from p to the nearest door that is shut, or limit if that is less.
static double door_distance(const run_walls *walls, wend_vec2 p, double limit)
{
    for (uint32_t i = 0; i < walls->door_count; ++i) {
        const door *d = &walls->doors[i];
        if (d->shut && wend_box_distance(d->box, p) < limit)
            limit = shape_distance(d->shape, p, limit);
    }
    return limit;
}

/// True in *passed if the straight way meets a wall and there is no way around it that the agent
/// could have gone in a step. False: out of memory.
static bool look_at_way(run_walls *walls, wend_vec2 from, const wend_body *body, double step,
                        bool *passed)
{
    wend_vec2 to = body->position;
    wend_ray ray;
    if (wend_mesh_raycast(walls->mesh, from, to, &ray, NULL) != WEND_OK || !ray.hit)
        return true; // from a place that is not free, which was counted when it got there
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    wend_path path;
    wend_result result = wend_path_find(walls->query, walls->mesh, &request, &path, NULL);
    *passed = result != WEND_OK || path.length > body->max_speed * step * SPEED_SLACK;
    return result != WEND_NO_MEMORY;
}

bool run_walls_look(run_walls *walls, run_seen *seen, const wend_body *body, double step,
                    bool *crossed, bool *deep)
{
    *crossed = *deep = false;
    wend_vec2 to = body->position;
    double way = seen->placed ? distance(seen->at, to) : 0;
    double least = body->radius * (1 - RUN_DEPTH), need = fmax(way, least);
    double doors = door_distance(walls, to, INFINITY);
    if (seen->placed && doors > need && seen->clearance - distance(seen->cleared, to) > need)
        return true;
    seen->cleared = to;
    seen->clearance = wend_floor_clearance(walls->floor, to, NULL, NULL);
    double clearance = fmin(seen->clearance, doors);
    *deep = clearance < least;
    wend_place place = wend_mesh_locate(walls->mesh, to);
    *crossed = place == WEND_PLACE_SOLID || (place == WEND_PLACE_OUT && walls->bounded);
    if (*crossed)
        seen->clearance = 0; // look again after the next step
    else if (seen->placed && !seen->moved && clearance <= way)
        return look_at_way(walls, seen->at, body, step, crossed);
    return true;
}
