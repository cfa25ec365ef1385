// SPDX-License-Identifier: MIT
// The distance to the walls is measured only where an agent may be near them: since the last
// measurement it has not shrunk by more than the agent has moved.
#include "run/wall_check.h"

#include "base/xalloc.h"
#include "polygon/polygons.h"
#include "scene/build/floor.h"
#include "scene/shape.h"
#include "wend/geometry.h"
#include "wend/path.h"

#include <math.h>
#include <stdlib.h>

/// A path around a corner may exceed what the agent's maximum speed (single precision) allows by
/// this factor before it counts as a path through the wall.
#define SPEED_SLACK 1.0001

typedef struct door {
    const scene_shape *shape;
    wend_box box;
    wend_obstacle_id id;        ///< in the world
    wend_mesh_shape_id in_mesh; ///< while it is shut
    bool shut;
} door;

struct wall_check {
    wend_floor *floor; ///< without doors
    wend_mesh *mesh;   ///< with the doors that are shut
    wend_path_query *query;
    double step; ///< [Units: s]
    bool bounded;
    door *doors;
    uint32_t door_count;
};

void wall_check_free(wall_check *c)
{
    wend_path_query_destroy(c->query);
    wend_mesh_destroy(c->mesh);
    wend_floor_destroy(c->floor);
    free(c->doors);
    free(c);
}

wall_check *wall_check_create(const scene *s, const scene_names *names, double step)
{
    wall_check *c = xcalloc(1, sizeof *c);
    wend_mesh_def def = wend_default_mesh_def();
    def.frame = scene_world_frame(s);
    c->step = step;
    c->bounded = s->bounds_count > 0;
    c->doors = xcalloc(s->door_count, sizeof *c->doors);
    // The scene has a world, so its floor is valid.
    xneed(scene_floor(s, &c->floor, NULL) == WEND_OK &&
          wend_mesh_create(c->floor, &def, &c->mesh, NULL) == WEND_OK &&
          wend_path_query_create(NULL, &c->query, NULL) == WEND_OK);
    for (uint32_t i = 0; i < s->door_count; ++i) {
        const scene_shape *shape = &s->doors[i].body.shape;
        c->doors[i] = (door){.shape = shape,
                             .box = wend_box_of(shape->points, shape->point_count),
                             .id = names->doors[i]};
    }
    c->door_count = s->door_count;
    return c;
}

void wall_check_update(wall_check *c, const wend_world *world)
{
    for (uint32_t i = 0; i < c->door_count; ++i) {
        door *d = &c->doors[i];
        bool shut = false;
        if (wend_world_door(world, d->id, &shut, NULL) != WEND_OK || shut == d->shut)
            continue;
        const wend_shape shape = shape_view(d->shape);
        xresult(shut ? wend_mesh_insert(c->mesh, &shape, &d->in_mesh, NULL)
                     : wend_mesh_remove(c->mesh, d->in_mesh, NULL));
        d->shut = shut;
    }
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
static double door_distance(const wall_check *c, wend_vec2 p, double limit)
{
    for (uint32_t i = 0; i < c->door_count; ++i) {
        const door *d = &c->doors[i];
        if (d->shut && wend_box_distance(d->box, p) < limit)
            limit = shape_distance(d->shape, p, limit);
    }
    return limit;
}

/// True if the straight line meets a wall and the agent could not have gone around it in a step.
static bool passes_wall(wall_check *c, wend_vec2 from, const wend_body *body)
{
    wend_vec2 to = body->position;
    wend_ray ray;
    if (wend_mesh_raycast(c->mesh, from, to, &ray, NULL) != WEND_OK || !ray.hit)
        return false; // from a position that is not free, which was counted when it got there
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    wend_path path;
    return xresult(wend_path_find(c->query, c->mesh, &request, &path, NULL)) != WEND_OK ||
           path.length > body->max_speed * c->step * SPEED_SLACK;
}

void wall_check_look(wall_check *c, wall_check_agent *agent, const wend_body *body, bool moved,
                     bool *crossed, bool *deep)
{
    *crossed = *deep = false;
    const wall_check_agent before = *agent;
    wend_vec2 to = body->position;
    double way = before.placed ? wend_distance(before.at, to) : 0;
    double least = body->radius * (1 - WALL_CHECK_DEPTH), need = fmax(way, least);
    double doors = door_distance(c, to, INFINITY);
    agent->at = to;
    agent->placed = true;
    if (before.placed && doors > need &&
        before.clearance - wend_distance(before.measured, to) > need)
        return;
    agent->measured = to;
    agent->clearance = wend_floor_clearance(c->floor, to, NULL, NULL);
    double clearance = fmin(agent->clearance, doors);
    *deep = clearance < least;
    wend_location place = wend_mesh_locate(c->mesh, to);
    *crossed = place == WEND_LOCATION_SOLID || (place == WEND_LOCATION_OUTSIDE && c->bounded);
    if (*crossed)
        agent->clearance = 0; // measure again after the next step
    else if (before.placed && !moved && clearance <= way)
        *crossed = passes_wall(c, before.at, body);
}
