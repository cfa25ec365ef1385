// SPDX-License-Identifier: MIT
// The planner "map": the next point of the shortest path, read from a path map in every step
// (Farias 2020, chapter 3). There is no path to store, or to search again when an agent is pushed
// aside.
//
// The corners of a map are those of walls inflated by the radius. Around a wall's corner they lie
// close together, and an agent may pass several in one step. Then it heads for the point of its
// path where the step ends, and slides around the corners in between.
#include "world/planners/map.h"
#include "world/planners/mesh.h"

#include "map/boosts.h"
#include "wend/geometry.h"

#include <math.h>

/// Arcs of inflated walls reach beyond the exact ones by this part of the radius
/// (wend_mesh_create_inflated); slightly more is certainly free.
#define PAST_ARCS (1 + WEND_ARC_ERROR + 0.01)

/// An agent further off its map heads for the nearest point on it first. [Units: radii]
#define OFF_BY 0.5

/// Within this distance of a goal that can only be touched, an agent heads straight for it. [Units:
/// radii]
#define TOUCHES_FROM 2.0

/// Maximum width of a gate at a corner. [Units: m]
#define GATE 2.0

/// Maximum distance of a barrier's edges in the mesh from the barrier. [Units: tolerances of the
/// mesh]
#define ON_BARRIER 4.0

/// Maximum number of corners passed in one step.
enum { MAX_PASSED = 16 };

/// Result of a map query for an agent.
typedef struct reading {
    const wend_shared_map *map;
    wend_vec2 place; ///< query point: the agent's position, or a position on the map near it
    wend_time_result result;
    double cost; ///< path length from there, including tolls [Units: m]
} reading;

// ---- queries ------------------------------------------------------------------------------------

static bool query_at(reading *r, uint32_t layer, wend_vec2 p)
{
    r->place = p;
    r->result = wend_time_map_query(r->map->map, layer, p);
    r->cost = r->result.time * r->result.speed;
    return r->result.time >= 0;
}

/// Queries a map; false: there is no path on it. An agent that was pushed nearer to a wall than its
/// class allows queries at a position off the wall.
static bool query_map(const wend_world *world, uint32_t slot, reading *r)
{
    const wend_body *body = &world->crowd.bodies[slot];
    const wend_walker *walker = &world->crowd.walkers[slot];
    uint32_t layer =
        wend_time_map_layer(r->map->map, wend_weights_speed(&world->weights, walker->ride1));
    if (query_at(r, layer, body->position))
        return true;
    const double tries[2] = {1, PAST_ARCS};
    for (int i = 0; i < 2; ++i) {
        wend_vec2 place = body->position;
        if (wend_push_off_walls(&world->obstacles, tries[i] * r->map->key.radius, &place) &&
            query_at(r, layer, place))
            return true;
    }
    return false;
}

/// Queries the map for a goal; false: the agent has no map, or there is no path on it.
static bool query(const wend_world *world, uint32_t slot, uint32_t goal, reading *r)
{
    r->map = wend_maps_of(world, slot, goal);
    return r->map && query_map(world, slot, r);
}

bool wend_map_find_pair(const wend_world *world, uint32_t slot, wend_map_pair *pair)
{
    uint32_t goal = world->crowd.walkers[slot].chosen;
    reading own, twin = {.map = wend_maps_twin_of(world, slot)};
    if (goal == WEND_NO_GOAL || !twin.map || !query(world, slot, goal, &own) ||
        !query_map(world, slot, &twin))
        return false;
    const reading *without = own.map->key.tolled ? &twin : &own;
    const reading *with = own.map->key.tolled ? &own : &twin;
    *pair = (wend_map_pair){.without = without->map, .length = without->cost, .around = with->cost};
    return true;
}

double wend_map_detour(const wend_world *world, uint32_t slot, wend_vec2 point)
{
    uint32_t goal = world->crowd.walkers[slot].chosen;
    reading here, there;
    if (goal == WEND_NO_GOAL || !query(world, slot, goal, &here))
        return INFINITY;
    there = here;
    uint32_t layer = wend_time_map_layer(
        here.map->map, wend_weights_speed(&world->weights, world->crowd.walkers[slot].ride1));
    if (!query_at(&there, layer, point))
        return INFINITY;
    return wend_distance(here.place, point) + there.cost - here.cost;
}

/// Path length from the query point, without tolls: they are not walked, so a changed toll brings a
/// waiting agent neither nearer nor further. [Units: m]
static double way_left(const wend_world *world, const reading *r)
{
    if (world->barriers.list.count == 0)
        return r->cost;
    return r->cost - wend_time_map_tolls(r->map->map, &r->result) * r->result.speed;
}

// ---- steering targets ---------------------------------------------------------------------------

/// True if a ray hit a barrier.
static bool is_barrier(const wend_world *world, const wend_mesh *mesh, const wend_ray *ray)
{
    double slack = ON_BARRIER * wend_mesh_tolerance(mesh);
    for (size_t i = 0; ray->hit && i < world->barriers.list.count; ++i) {
        const wend_barrier *barrier = &world->barriers.list.data[i];
        wend_segment line = {barrier->a, barrier->b};
        if (wend_segment_distance(line, ray->a) <= slack &&
            wend_segment_distance(line, ray->b) <= slack)
            return true;
    }
    return false;
}

/// The point that a ray from a corner to `end` reaches; agents pass through barriers.
static wend_vec2 reach(const wend_world *world, const wend_mesh *mesh, wend_vec2 corner,
                       wend_vec2 end)
{
    wend_vec2 from = corner;
    wend_ray ray;
    for (size_t i = 0; i <= world->barriers.list.count; ++i) {
        if (wend_mesh_raycast(mesh, from, end, &ray, NULL) != WEND_OK)
            return from;
        from = ray.at;
        if (!is_barrier(world, mesh, &ray))
            break;
        wend_vec2 on = wend_unit(wend_sub(end, ray.at));
        double by = 2 * ON_BARRIER * wend_mesh_tolerance(mesh);
        from = wend_add_scaled(from, by, on);
    }
    return from;
}

/// The gate at a corner: from there outwards, bisecting the directions in which the path comes and
/// goes on, up to the next wall. An agent that passes it anywhere is around the corner.
static wend_steering_target gate_at(const wend_world *world, const wend_mesh *mesh, wend_vec2 from,
                                    wend_vec2 corner, wend_vec2 to)
{
    wend_vec2 in = wend_unit(wend_sub(corner, from)), out = wend_unit(wend_sub(to, corner));
    wend_vec2 by = wend_unit(wend_sub(in, out));
    wend_vec2 end = wend_add_scaled(corner, GATE, by);
    wend_vec2 wall = reach(world, mesh, corner, end);
    bool left = wend_cross(in, out) > 0;
    return left ? (wend_steering_target){.a = corner, .b = wall}
                : (wend_steering_target){.a = wall, .b = corner, .bias = 1};
}

/// The point of a leg at the distance `by` before its end.
static wend_vec2 before_end(wend_vec2 from, wend_vec2 to, double by)
{
    wend_vec2 back = wend_unit(wend_sub(from, to));
    return wend_add_scaled(to, by, back);
}

/// The gate at the next corner, or, if the step leads past it, the point of the path where the step
/// ends.
static wend_steering_target aim_along(const wend_world *world, const reading *r, double stride,
                                      bool *is_last)
{
    const wend_mesh *mesh = wend_maps_mesh(&world->maps, r->map);
    const wend_map *plain = wend_time_map_plain(r->map->map, r->result.layer);
    uint32_t count = 0, number = r->result.root;
    const wend_map_root *roots = wend_map_roots(plain, &count);
    wend_vec2 next = r->result.next, last = r->place;
    double gone = wend_distance(last, next);
    bool passes = false;
    for (int i = 0; i < MAX_PASSED && gone < stride && roots[number].parent != WEND_MAP_NONE; ++i) {
        number = roots[number].parent;
        last = next;
        next = wend_map_projection(&roots[number], last);
        gone += wend_distance(last, next);
        passes = true;
    }
    bool ends = roots[number].parent == WEND_MAP_NONE;
    *is_last = ends && roots[number].source < r->map->goals.count;
    wend_steering_target aim = {.a = next, .b = next};
    if (passes && gone > stride) {
        aim.a = aim.b = before_end(last, next, gone - stride);
        gone = stride;
        *is_last = false;
    } else if (!ends) {
        aim = gate_at(world, mesh, last, next,
                      wend_map_projection(&roots[roots[number].parent], next));
    }
    aim.remaining = fmax(way_left(world, r) - gone, 0);
    return aim;
}

/// The target at the end of the path: an area is entered; a goal that can only be touched is
/// approached straight.
static void finish(const wend_world *world, uint32_t slot, const reading *r, uint32_t goal,
                   wend_steering_target *aim)
{
    const wend_body *body = &world->crowd.bodies[slot];
    if (world->goals.goals.data[goal].count > 2) {
        aim->remaining = body->radius;
        return;
    }
    double radius = r->map->key.radius;
    wend_vec2 nearest = wend_goals_nearest(&world->goals, goal, aim->a, NULL);
    if (wend_distance(body->position, aim->a) < TOUCHES_FROM * radius &&
        wend_distance(aim->a, nearest) < TOUCHES_FROM * radius)
        *aim = (wend_steering_target){.a = nearest, .b = nearest};
}

/// The steering target from a map.
static wend_steering_target aim_of(const wend_world *world, uint32_t slot, const reading *r,
                                   uint32_t goal)
{
    const wend_body *body = &world->crowd.bodies[slot];
    double off = wend_distance(body->position, r->place);
    if (off > OFF_BY * body->radius)
        return (wend_steering_target){
            .a = r->place, .b = r->place, .remaining = way_left(world, r)};
    double stride = wend_walker_speed(&world->crowd.walkers[slot]) * world->def.step;
    bool is_last;
    wend_steering_target aim = aim_along(world, r, stride, &is_last);
    if (is_last)
        finish(world, slot, r, goal, &aim);
    return aim;
}

/// The goal that the map leads to: that of the query, or the nearest of a waypoint's.
static uint32_t goal_of(const reading *r)
{
    return r->map->key.is_stop ? r->map->goals.data[r->result.source] : r->map->key.what;
}

static bool follow(const wend_planner_step *step, uint32_t slot, wend_steering_target *aim)
{
    wend_world *world = step->world;
    wend_walker *walker = &world->crowd.walkers[slot];
    wend_way *way = &world->paths.ways.data[slot];
    reading r;
    if (!query(world, slot, walker->chosen, &r)) {
        way->state &= (uint8_t)~WEND_WAY_MAPPED;
        return wend_portals_follow(step, slot, aim);
    }
    // It had no path, and the map has one now.
    if (walker->doing == WEND_ACTIVITY_NO_PATH)
        wend_crowd_set_out(&world->crowd, slot, world->time);
    way->state = (uint8_t)((way->state & (uint8_t)~WEND_WAY_LOST) | WEND_WAY_MAPPED);
    walker->chosen = goal_of(&r);
    world->map_memory.weights.data[slot] = r.result.boost;
    *aim = aim_of(world, slot, &r, walker->chosen);
    return true;
}

/// The path length to a goal, for an agent that chooses between goals; by the mesh planner if there
/// is no map or no path on it.
static wend_result find(const wend_planner_step *step, wend_searcher *searcher, uint32_t slot,
                        uint32_t goal, wend_found *found)
{
    reading r;
    if (!query(step->world, slot, goal, &r) || goal_of(&r) != goal)
        return wend_mesh_find_way(step, searcher, slot, goal, found);
    *found = (wend_found){.length = r.cost};
    return WEND_OK;
}

const wend_planner wend_planner_map = {
    .info =
        {
            .kind = WEND_PLANNER_MAP,
            .name = "map",
            .summary = "shortest path from a shared path map",
            .needs = WEND_NEEDS_MESH | WEND_NEEDS_MAPS,
            .keeps_path = true,
        },
    .follow = follow,
    .find = find,
};
