// SPDX-License-Identifier: MIT
// Searches of the planner "mesh": the start, the goal, the shortest path between them, and its
// portals.
#include "world/planners/mesh.h"

#include "wend/geometry.h"

#include <math.h>

/// Paths are searched for discs smaller by this part: radii are floats, and an agent that touches a
/// wall may be nearer than its radius by rounding. Both must find a path.
#define SMALLER 1e-5

/// Distance beyond the radius by which a start is moved off walls. [Units: radii]
#define START_ROOM 1e-4

/// A start that was moved by less does not become a portal of its own. [Units: radii]
#define START_NEAR 0.1

/// Maximum number of rounds of pushes off walls (in a corner, walls push in turn), and of walls per
/// round.
enum { PUSHES = 8, NEAR_WALLS = 4 };

/// Distance of the border around a goal too near to a wall: far enough for the disc to fit, and
/// near enough to touch the goal (WEND_TOUCHES) even at the corners of the octagon around a point.
/// [Units: radii]
#define BESIDE 1.01

// ---- start --------------------------------------------------------------------------------------

bool wend_push_off_walls(const wend_obstacles *obstacles, double radius, wend_vec2 *place)
{
    const double room = radius * (1 + START_ROOM);
    wend_wall_near near[NEAR_WALLS];
    wend_vec2 p = *place;
    for (int i = 0; i < PUSHES; ++i) {
        uint32_t count = wend_walls_near(obstacles->walls, p, radius, near, NEAR_WALLS);
        if (count == 0)
            break;
        for (uint32_t k = 0; k < count; ++k) {
            double distance = wend_distance(near[k].point, p);
            wend_vec2 away = wend_sub(p, near[k].point);
            if (!(distance > 0))
                return false;
            if (distance < room)
                p = wend_add_scaled(near[k].point, room / distance, away);
        }
    }
    wend_ray ray;
    if (wend_walls_clearance(obstacles->walls, p, radius) < radius ||
        wend_mesh_raycast(obstacles->mesh, *place, p, &ray, NULL) != WEND_OK || ray.hit)
        return false;
    *place = p;
    return true;
}

/// The start of the path: the agent's position, or the nearest position with clearance.
static wend_vec2 start_of(const wend_world *world, wend_vec2 p, double radius)
{
    wend_vec2 place = p;
    if (wend_walls_clearance(world->obstacles.walls, p, radius) >= radius ||
        wend_push_off_walls(&world->obstacles, radius, &place) ||
        wend_obstacles_free_place(&world->obstacles, p, radius, &place))
        return place;
    return p;
}

// ---- goal ---------------------------------------------------------------------------------------

double wend_goal_border(wend_goal goal, double radius, wend_vec2 points[WEND_GOAL_BORDER])
{
    const double reach = BESIDE * radius,
                 corner = reach * 0.41421356237309505; // tan of 22.5 degrees
    wend_vec2 a = goal.points[0], b = goal.points[goal.count - 1];
    double length = wend_distance(a, b);
    wend_vec2 u = {1, 0};
    if (length > 0)
        u = (wend_vec2){(b.x - a.x) / length, (b.y - a.y) / length};
    wend_vec2 left = wend_perp_left(u);
    const double along[4] = {corner, reach, reach, corner};
    const double beside[4] = {-reach, -corner, corner, reach};
    for (int i = 0; i < 4; ++i) {
        points[i] = wend_add_scaled(wend_add_scaled(b, along[i], u), beside[i], left);
        points[4 + i] = wend_add_scaled(wend_add_scaled(a, -along[i], u), -beside[i], left);
    }
    return reach;
}

// ---- portals ------------------------------------------------------------------------------------

/// A portal to be stored: shorter, since the disc of the search was smaller.
static wend_way_portal keep(const wend_portal *portal, double radius, double more)
{
    double width = wend_distance(portal->a, portal->b);
    double less = fmin(SMALLER * radius, 0.5 * width), kept = width - 2 * less;
    double crossing = portal->crossing * width - less;
    return (wend_way_portal){
        .a = wend_add_scaled(portal->a, less, portal->right),
        .right_x = (float)portal->right.x,
        .right_y = (float)portal->right.y,
        .width = (float)kept,
        .crossing = kept > 0 ? (float)fmin(fmax(crossing / kept, 0), 1) : 0,
        .rest = (float)(portal->rest + more),
    };
}

void wend_portals_keep(const wend_portals *portals, wend_vec2 from, wend_vec2 start, double radius,
                       double more, wend_found *found)
{
    double moved = wend_distance(from, start);
    if (moved > START_NEAR * radius || portals->count == 0) {
        wend_vec2 way = {1, 0};
        if (moved > 0)
            way = (wend_vec2){(start.x - from.x) / moved, (start.y - from.y) / moved};
        const wend_portal first = {start, start, {way.y, -way.x}, 0, found->length, UINT32_MAX};
        found->portals[found->count++] = keep(&first, radius, 0);
    }
    size_t kept = 0;
    while (kept < portals->count && found->count < WEND_PATH_LONGEST)
        found->portals[found->count++] = keep(&portals->data[kept++], radius, more);
    found->cut |= kept < portals->count;
}

uint32_t wend_search_budget(const wend_world *world, uint32_t slot)
{
    uint8_t failures = world->paths.ways.data[slot].failures;
    uint32_t budget = world->def.search_budget;
    for (uint8_t i = 0; i < failures && budget > 0 && budget < UINT32_MAX / 2; ++i)
        budget *= 2;
    return budget;
}

wend_result wend_mesh_shortest(const wend_world *world, wend_searcher *searcher, uint32_t slot,
                               uint32_t goal, wend_path_request *request,
                               wend_vec2 border[WEND_GOAL_BORDER], wend_path *path)
{
    const wend_mesh *mesh = world->obstacles.mesh;
    const wend_body *body = &world->crowd.bodies[slot];
    *request = wend_default_path_request();
    request->radius = body->radius * (1 - SMALLER);
    request->from = start_of(world, body->position, request->radius);
    request->goal = wend_goals_goal(&world->goals, goal);
    request->budget = wend_search_budget(world, slot);
    wend_result result = wend_path_find(searcher->query, mesh, request, path, NULL);
    searcher->expansions += path->expansions;
    if (result != WEND_NOT_FOUND || request->goal.count > 2)
        return result;
    wend_goal_border(request->goal, body->radius, border);
    request->goal = (wend_goal){border, WEND_GOAL_BORDER};
    result = wend_path_find(searcher->query, mesh, request, path, NULL);
    searcher->expansions += path->expansions;
    return result;
}

wend_result wend_mesh_find_way(const wend_planner_step *step, wend_searcher *searcher,
                               uint32_t slot, uint32_t goal, wend_found *found)
{
    const wend_world *world = step->world;
    const wend_body *body = &world->crowd.bodies[slot];
    wend_path_request request;
    wend_vec2 border[WEND_GOAL_BORDER];
    wend_path path;
    *found = (wend_found){.length = INFINITY};
    wend_result result = wend_mesh_shortest(world, searcher, slot, goal, &request, border, &path);
    bool whole = result == WEND_OK;
    if (!whole && result != WEND_BUDGET_EXHAUSTED)
        return result == WEND_OUT_OF_MEMORY ? result : WEND_NOT_FOUND;
    if (!whole && path.piece_count == 0)
        return WEND_BUDGET_EXHAUSTED;
    if (!wend_portals_of_path(searcher->query, &path, request.goal, whole, &searcher->portals))
        return WEND_OUT_OF_MEMORY;
    double more = 0;
    // No slowing down at the border of an area; a part of the path that is not found yet counts as
    // well.
    if (request.goal.count > 2)
        more = body->radius;
    if (!whole)
        more = fmax(path.bound - path.length,
                    wend_distance(path.pieces[path.piece_count - 1].b,
                                  wend_goals_nearest(&world->goals, goal,
                                                     path.pieces[path.piece_count - 1].b, NULL)));
    found->length = path.length + more;
    found->cut = found->partial = !whole;
    wend_portals_keep(&searcher->portals, body->position, request.from, body->radius, more, found);
    return WEND_OK;
}
