// SPDX-License-Identifier: MIT
// The planner "mesh": the next way portal on the shortest path (Curtis, Snape and Manocha 2012,
// §5), and recovery when an agent is pushed off it. mesh_search.c finds the paths.
#include "world/planners/mesh.h"

#include "wend/geometry.h"

#include <math.h>

/// An agent heads for a line this far behind the portal, and has passed the portal at half that
/// distance. Otherwise, at a corner with the next one in line with the wall between, the agent
/// would have the corner right in front and no way around it. [Units: radii]
#define THROUGH 0.1

/// Distance beyond the portal's ends at which an agent counts as beside it: the walls are there.
/// [Units: radii]
#define PASS_BESIDE 1.0

/// Sliding along walls to within this distance of a target counts as reaching it. [Units: radii]
#define NEAR_ENOUGH 0.5

/// Number of slides towards a target that decide whether an agent can get around a corner before
/// it. One slide is not enough for agents that are stuck: it would fail for those that only wait
/// for others.
enum { ONE_LOOK = 1, LOOKS = 4 };

/// Portals left of a cut path at which the rest is searched.
enum { FEW_LEFT = 4 };

static wend_vec2 place_on(const wend_way_portal *portal, double share)
{
    double along = share * portal->width;
    return (wend_vec2){portal->a.x + along * portal->right_x,
                       portal->a.y + along * portal->right_y};
}

static wend_vec2 end_of(const wend_way_portal *portal)
{
    return place_on(portal, 1);
}

// ---- along the path -----------------------------------------------------------------------------

/// A portal's position in the pool.
typedef struct cursor {
    uint32_t block, at;
} cursor;

static cursor cursor_of(const wend_way *way)
{
    return (cursor){way->block, way->at};
}

static void advance(const wend_paths *paths, cursor *c)
{
    if (++c->at == WEND_PATH_BLOCK) {
        c->at = 0;
        c->block = wend_path_block_of(paths, c->block)->next;
    }
}

static wend_way_portal portal_at(const wend_paths *paths, cursor c)
{
    return wend_path_portal(wend_path_block_of(paths, c.block), c.at);
}

/// A position relative to a portal: along it to the right, and beyond it.
typedef struct offset {
    double along, beyond;
} offset;

static offset offset_from(const wend_way_portal *portal, wend_vec2 p)
{
    double x = p.x - portal->a.x, y = p.y - portal->a.y;
    return (offset){portal->right_x * x + portal->right_y * y,
                    portal->right_x * y - portal->right_y * x};
}

/// True if a position lies beside a portal, not in front of it or behind it.
static bool is_beside(const wend_way_portal *portal, offset at, double radius)
{
    return at.along < -PASS_BESIDE * radius || at.along > portal->width + PASS_BESIDE * radius;
}

static void next_portal(const wend_paths *paths, wend_way *way)
{
    cursor next = cursor_of(way);
    advance(paths, &next);
    way->block = next.block;
    way->at = (uint8_t)next.at;
    --way->left;
}

/// Drops the portals that the agent has passed. True if there was any.
static bool pass_portals(const wend_paths *paths, wend_way *way, wend_vec2 p, double radius)
{
    bool passed = false;
    for (; way->left > 1; passed = true) {
        wend_way_portal portal = portal_at(paths, cursor_of(way));
        offset at = offset_from(&portal, p);
        if (at.beyond < 0.5 * THROUGH * radius || is_beside(&portal, at, radius))
            break;
        next_portal(paths, way);
    }
    return passed;
}

// ---- crossing point of the next portal ----------------------------------------------------------

static bool sees(const wend_world *world, wend_vec2 from, wend_vec2 to)
{
    wend_ray ray;
    return wend_mesh_raycast(world->obstacles.mesh, from, to, &ray, NULL) != WEND_OK || !ray.hit;
}

/// The middle of a portal ahead: `portals_ahead` further on, or the first that is not visible; the
/// last if there are fewer.
static wend_vec2 middle_ahead(const wend_world *world, const wend_way *way, wend_vec2 p)
{
    cursor c = cursor_of(way);
    bool by_sight = world->def.bias == WEND_BIAS_VISIBLE;
    wend_way_portal portal = portal_at(&world->paths, c);
    for (uint32_t i = 1; i < way->left && (by_sight || i <= world->def.portals_ahead); ++i) {
        advance(&world->paths, &c);
        portal = portal_at(&world->paths, c);
        if (by_sight && !sees(world, p, place_on(&portal, 0.5)))
            break;
    }
    return place_on(&portal, 0.5);
}

/// The point at which the line from p to a target crosses the portal, clamped to its ends. Where
/// the path turns back behind the portal, the crossing point of the shortest path.
static double where_crossed(const wend_way_portal *portal, wend_vec2 p, wend_vec2 target)
{
    offset from = offset_from(portal, p), to = offset_from(portal, target);
    if (from.beyond >= 0) // passing through: straight on
        return fmin(fmax(from.along / portal->width, 0), 1);
    if (!(to.beyond > 0))
        return portal->crossing;
    double along = (from.along * to.beyond - to.along * from.beyond) / (to.beyond - from.beyond);
    return along <= 0 ? 0 : along >= portal->width ? 1 : along / portal->width;
}

static double find_bias(const wend_world *world, const wend_way *way, const wend_way_portal *portal,
                        wend_vec2 p)
{
    if (!(portal->width > 0))
        return 0;
    switch (world->def.bias) {
    case WEND_BIAS_PATH:
        return portal->crossing;
    case WEND_BIAS_MIDDLE:
        return 0.5;
    case WEND_BIAS_AHEAD:
    case WEND_BIAS_VISIBLE:
        break;
    }
    // The goal may be reached at any point: straight on. Beyond the last portal of a cut path only
    // the path is known.
    if (way->left == 1 && way->state & WEND_WAY_CUT)
        return portal->crossing;
    if (way->left == 1)
        return fmin(fmax(offset_from(portal, p).along / portal->width, 0), 1);
    return where_crossed(portal, p, middle_ahead(world, way, p));
}

/// True if the direction to the crossing point has turned by more than the approach angle since it
/// was set.
static bool has_turned(const wend_planner_step *step, const wend_way *way, wend_vec2 to)
{
    double x = way->approach_x, y = way->approach_y;
    double toward = x * to.x + y * to.y, cosine = step->approach_cosine;
    // toward < cosine * |to|, without the root.
    double square = cosine * cosine * wend_length_squared(to);
    if (cosine >= 0)
        return toward < 0 || toward * toward < square;
    return toward < 0 && toward * toward > square;
}

static void set_bias(wend_way *way, const wend_way_portal *portal, wend_vec2 p, double bias)
{
    way->bias = (float)bias;
    wend_vec2 to = wend_sub(place_on(portal, way->bias), p);
    double distance = wend_length(to);
    way->approach_x = distance > 0 ? (float)(to.x / distance) : 1;
    way->approach_y = distance > 0 ? (float)(to.y / distance) : 0;
}

// ---- checks of the path -------------------------------------------------------------------------

/// True if the agent could get to `to` with at most `looks` slides along walls and moving
/// obstacles.
static bool gets_to(const wend_world *world, const wend_body *body, wend_vec2 to, int looks)
{
    const wend_obstacles *obstacles = &world->obstacles;
    double near = NEAR_ENOUGH * body->radius;
    wend_vec2 p = body->position, off = wend_sub(to, p);
    for (; looks > 0; --looks, off = wend_sub(to, p)) {
        wend_vec2 end = wend_walls_slide(obstacles->walls, p, off, body->radius);
        p = wend_walls_slide(obstacles->movers, p, wend_sub(end, p), body->radius);
    }
    return wend_length_squared(off) <= near * near;
}

/// True if the straight lines from crossing to crossing are free.
static bool path_is_open(const wend_world *world, const wend_way *way)
{
    cursor c = cursor_of(way);
    wend_way_portal portal = portal_at(&world->paths, c);
    for (uint32_t i = 1; i < way->left; ++i) {
        wend_vec2 from = place_on(&portal, portal.crossing);
        advance(&world->paths, &c);
        portal = portal_at(&world->paths, c);
        if (!sees(world, from, place_on(&portal, portal.crossing)))
            return false;
    }
    return true;
}

/// Moves the crossing point towards the other end of the portal, to a visible point. False: none
/// was found.
static bool move_crossing(const wend_world *world, wend_way *way, const wend_way_portal *portal,
                          wend_vec2 p)
{
    static const double parts[] = {0.125, 0.5, 1};
    double bias = way->bias, other = bias < 0.5 ? 1 : 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        double share = bias + parts[i] * (other - bias);
        if (sees(world, p, place_on(portal, share))) {
            set_bias(way, portal, p, share);
            return true;
        }
    }
    return false;
}

/// Periodic check that the line to the crossing point is free. An agent that was pushed past a
/// portal, beside it, proceeds to the next portal if it can get there. True: it does.
static bool check_path(const wend_world *world, wend_way *way, const wend_way_portal *portal,
                       const wend_body *body)
{
    wend_vec2 p = body->position, aim = place_on(portal, way->bias);
    offset at = offset_from(portal, p);
    bool pushed_past = at.beyond >= 0 && is_beside(portal, at, body->radius);
    bool open = sees(world, p, aim);
    if (way->version != world->obstacles.trail) {
        way->state |= WEND_WAY_LATER;
        open = open && path_is_open(world, way);
        if (!open)
            way->state |= WEND_WAY_WANTS;
        return false;
    }
    if (way->left > 1 && (pushed_past || !open)) {
        cursor c = cursor_of(way);
        advance(&world->paths, &c);
        wend_way_portal next = portal_at(&world->paths, c);
        if (gets_to(world, body, place_on(&next, next.crossing), ONE_LOOK)) {
            next_portal(&world->paths, way);
            return true;
        }
    }
    if (!open && !move_crossing(world, way, portal, p) && !gets_to(world, body, aim, ONE_LOOK))
        way->state |= WEND_WAY_WANTS;
    return false;
}

/// Requests a search for an agent without a path. After a failure it waits its time, unless
/// obstacles have changed.
static void wait_for_search(const wend_world *world, wend_way *way)
{
    if (way->state & WEND_WAY_LOST && way->version != world->obstacles.trail)
        way->again = world->time;
    way->state |= WEND_WAY_WANTS;
}

/// The portal, moved slightly beyond; the last one as it is.
static wend_steering_target aim_through(const wend_way_portal *portal, const wend_way *way,
                                        double radius)
{
    double through = way->left > 1 ? THROUGH * radius : 0;
    wend_vec2 by = {-portal->right_y * through, portal->right_x * through};
    wend_vec2 a = portal->a, b = end_of(portal);
    return (wend_steering_target){
        {a.x + by.x, a.y + by.y}, {b.x + by.x, b.y + by.y}, way->bias, portal->rest};
}

bool wend_portals_follow(const wend_planner_step *step, uint32_t slot, wend_steering_target *aim)
{
    wend_world *world = step->world;
    wend_way *way = &world->paths.ways.data[slot];
    const wend_body *body = &world->crowd.bodies[slot];
    const wend_walker *walker = &world->crowd.walkers[slot];
    wend_vec2 p = body->position;
    if (!wend_way_has_path(way)) {
        wait_for_search(world, way);
        return false;
    }
    bool passed = pass_portals(&world->paths, way, p, body->radius);
    wend_way_portal portal = portal_at(&world->paths, cursor_of(way));
    if (slot % step->check_steps == step->check_turn && check_path(world, way, &portal, body)) {
        portal = portal_at(&world->paths, cursor_of(way));
        passed = true;
    }
    wend_vec2 to = wend_sub(place_on(&portal, way->bias), p);
    bool is_new = way->approach_x == 0 && way->approach_y == 0;
    if (passed || is_new || has_turned(step, way, to))
        set_bias(way, &portal, p, find_bias(world, way, &portal, p));

    if (way->state & WEND_WAY_CUT && way->left <= FEW_LEFT)
        way->state |= way->left > 1 ? WEND_WAY_LATER : WEND_WAY_WANTS;
    // A stuck agent searches another path, once, unless only other agents are in its way.
    if (!walker->reported_stuck) {
        way->state &= (uint8_t)~WEND_WAY_STUCK;
    } else if (!(way->state & WEND_WAY_STUCK)) {
        way->state |= WEND_WAY_STUCK;
        if (!gets_to(world, body, place_on(&portal, way->bias), LOOKS))
            way->state |= WEND_WAY_LATER;
    }
    *aim = aim_through(&portal, way, body->radius);
    return true;
}

const wend_planner wend_planner_mesh = {
    .info =
        {
            .kind = WEND_PLANNER_MESH,
            .name = "mesh",
            .summary = "shortest path on the navigation mesh, by way portals",
            .needs = WEND_NEEDS_MESH,
            .keeps_path = true,
        },
    .follow = wend_portals_follow,
    .find = wend_mesh_find_way,
};
