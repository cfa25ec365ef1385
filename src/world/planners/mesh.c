// SPDX-License-Identifier: MIT
// The planner "mesh": the next way portal on the shortest path (Curtis, Snape, Manocha 2012,
// section 5), and what to do when one is pushed off it. planner_search.c finds the paths.
#include "world/planners/mesh.h"

#include "wend/geometry.h"

#include <math.h>

/// An agent heads for a place so far behind the portal's line, and has passed it when it is half as
/// far: one that stands at a corner, and heads for another one in line with the wall between, would
/// else have the corner right before it and no way round it. [Units: radii]
#define THROUGH 0.1

/// And so many radii beside its ends: that is where the walls are.
#define PASS_BESIDE 1.0

/// Who slides along walls to within so many radii of its aim can get there.
#define NEAR_ENOUGH 0.5

/// Who walks looks where to go all the time: so many looks are enough to tell whether it will get
/// around the corner before it. One is not: that takes those for lost who only wait for others.
enum { ONE_LOOK = 1, LOOKS = 4 };

/// When a cut path has no more portals than this left, it is time to find the rest.
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

/// A place in a path.
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

/// Where a place is from a portal: along it to the right, and beyond it.
typedef struct offset {
    double along, beyond;
} offset;

static offset offset_from(const wend_way_portal *portal, wend_vec2 p)
{
    double x = p.x - portal->a.x, y = p.y - portal->a.y;
    return (offset){portal->right_x * x + portal->right_y * y,
                    portal->right_x * y - portal->right_y * x};
}

/// True if a place lies beside a portal and not before or behind it.
static bool is_beside(const wend_way_portal *portal, offset at, double radius)
{
    return at.along < -PASS_BESIDE * radius || at.along > portal->width + PASS_BESIDE * radius;
}

static void go_on(const wend_paths *paths, wend_way *way)
{
    cursor next = cursor_of(way);
    advance(paths, &next);
    way->block = next.block;
    way->at = (uint8_t)next.at;
    --way->left;
}

/// Leaves behind what the agent has passed. True if there was any.
static bool pass_portals(const wend_paths *paths, wend_way *way, wend_vec2 p, double radius)
{
    bool passed = false;
    for (; way->left > 1; passed = true) {
        wend_way_portal portal = portal_at(paths, cursor_of(way));
        offset at = offset_from(&portal, p);
        if (at.beyond < 0.5 * THROUGH * radius || is_beside(&portal, at, radius))
            break;
        go_on(paths, way);
    }
    return passed;
}

// ---- where to pass the next portal --------------------------------------------------------------

static bool sees(const wend_world *world, wend_vec2 from, wend_vec2 to)
{
    wend_ray ray;
    return wend_mesh_raycast(world->obstacles.mesh, from, to, &ray, NULL) != WEND_OK || !ray.hit;
}

/// The middle of the portal to look at: `ahead` further on, or the first that is not seen; the last
/// if there are not so many.
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

/// Where the line from p to a target crosses the portal, or the end that it passes by. Where the
/// way turns back behind the portal, the line tells nothing: there, where the shortest path crosses
/// it.
static double where_crossed(const wend_way_portal *portal, wend_vec2 p, wend_vec2 target)
{
    offset from = offset_from(portal, p), to = offset_from(portal, target);
    if (from.beyond >= 0) // on its way through: straight on
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
    // The goal is reached anywhere: straight on. Behind the last portal of a cut path nothing is
    // known but the path.
    if (way->left == 1 && way->state & WEND_WAY_CUT)
        return portal->crossing;
    if (way->left == 1)
        return fmin(fmax(offset_from(portal, p).along / portal->width, 0), 1);
    return where_crossed(portal, p, middle_ahead(world, way, p));
}

/// True if the way to the bias has turned further than the approach angle since it was found.
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

// ---- looking around -----------------------------------------------------------------------------

/// True if the agent could walk there, sliding along walls and movers, with no more than so many
/// looks at where to go.
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

/// True if the straight ways from crossing to crossing are open.
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

/// Heads for another place on the portal, from the bias on towards the other end, that is seen.
/// False: there is none.
static bool head_elsewhere(const wend_world *world, wend_way *way, const wend_way_portal *portal,
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

/// Now and then: is the way to the aim still open? One that was pushed past a portal, beside it,
/// goes on to the next if it can. True: it does.
static bool look_around(const wend_world *world, wend_way *way, const wend_way_portal *portal,
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
            go_on(&world->paths, way);
            return true;
        }
    }
    if (!open && !head_elsewhere(world, way, portal, p) && !gets_to(world, body, aim, ONE_LOOK))
        way->state |= WEND_WAY_WANTS;
    return false;
}

/// What an agent without a path wants: nothing until it is time to try again, or a wall has moved.
static void wait_for_search(const wend_world *world, wend_way *way)
{
    if (way->state & WEND_WAY_LOST && way->version != world->obstacles.trail)
        way->again = world->time;
    way->state |= WEND_WAY_WANTS;
}

/// The portal, and a bit further; the goal itself as it is.
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
    if (slot % step->check_steps == step->check_turn && look_around(world, way, &portal, body)) {
        portal = portal_at(&world->paths, cursor_of(way));
        passed = true;
    }
    wend_vec2 to = wend_sub(place_on(&portal, way->bias), p);
    bool is_new = way->approach_x == 0 && way->approach_y == 0;
    if (passed || is_new || has_turned(step, way, to))
        set_bias(way, &portal, p, find_bias(world, way, &portal, p));

    if (way->state & WEND_WAY_CUT && way->left <= FEW_LEFT)
        way->state |= way->left > 1 ? WEND_WAY_LATER : WEND_WAY_WANTS;
    // One that gets no nearer looks for another way, once, unless it is only others who stand
    // there.
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
