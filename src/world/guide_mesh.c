// SPDX-License-Identifier: MIT
// The guide "mesh": the next way portal on the shortest path (Curtis, Snape, Manocha 2012, section
// 5), and what to do when one is pushed off it. guide_search.c finds the paths.
#include "world/guide_mesh.h"

#include "wend/geometry.h"

#include <math.h>

/// A portal counts as passed this part of the radius before its line: one that stands on the very
/// point it heads for has no direction to go on. No more, for in a door as wide as the agent there
/// is no way but straight until its middle is reached.
#define PASS_EARLY 1e-7

/// And so many radii beside its ends: that is where the walls are.
#define PASS_BESIDE 1.0

/// When a cut path has no more portals than this left, it is time to find the rest.
enum { FEW_LEFT = 4 };

static wend_vec2 minus(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x - b.x, a.y - b.y};
}

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
        c->block = paths->blocks.data[c->block].next;
    }
}

static wend_way_portal portal_at(const wend_paths *paths, cursor c)
{
    return wend_path_portal(&paths->blocks.data[c.block], c.at);
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

/// Leaves behind what the agent has passed. True if there was any. One that is beyond a portal's
/// line but not within its ends is off its path.
static bool pass_portals(const wend_paths *paths, wend_way *way, wend_vec2 p, double radius)
{
    bool passed = false;
    while (way->left > 1) {
        wend_way_portal portal = portal_at(paths, cursor_of(way));
        offset at = offset_from(&portal, p);
        if (at.beyond < -PASS_EARLY * radius)
            break;
        if (at.along < -PASS_BESIDE * radius || at.along > portal.width + PASS_BESIDE * radius) {
            way->state |= WEND_WAY_WANTS;
            break;
        }
        cursor next = cursor_of(way);
        advance(paths, &next);
        way->block = next.block;
        way->at = (uint8_t)next.at;
        --way->left;
        passed = true;
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
    for (uint32_t i = 1; i < way->left && (by_sight || i <= world->def.ahead); ++i) {
        advance(&world->paths, &c);
        portal = portal_at(&world->paths, c);
        if (by_sight && !sees(world, p, place_on(&portal, 0.5)))
            break;
    }
    return place_on(&portal, 0.5);
}

/// Where the line from p to a target crosses the portal; if it does not, the end that is nearer to
/// the line.
static double where_crossed(const wend_way_portal *portal, wend_vec2 p, wend_vec2 target)
{
    offset from = offset_from(portal, p), to = offset_from(portal, target);
    if (from.beyond < 0 && to.beyond > 0) {
        double along =
            (from.along * to.beyond - to.along * from.beyond) / (to.beyond - from.beyond);
        return along <= 0 ? 0 : along >= portal->width ? 1 : along / portal->width;
    }
    wend_segment line = {p, target};
    return wend_segment_distance(line, portal->a) <= wend_segment_distance(line, end_of(portal))
               ? 0
               : 1;
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
    // The goal is reached anywhere: straight on.
    if (way->left == 1 && !(way->state & WEND_WAY_CUT))
        return fmin(fmax(offset_from(portal, p).along / portal->width, 0), 1);
    return where_crossed(portal, p, middle_ahead(world, way, p));
}

/// True if the way to the bias has turned further than the approach angle since it was found.
static bool has_turned(const wend_guide_step *step, const wend_way *way, wend_vec2 to)
{
    double x = way->approach_x, y = way->approach_y;
    double toward = x * to.x + y * to.y, cosine = step->approach_cosine;
    // toward < cosine * |to|, without the root.
    double square = cosine * cosine * (to.x * to.x + to.y * to.y);
    if (cosine >= 0)
        return toward < 0 || toward * toward < square;
    return toward < 0 && toward * toward > square;
}

static void set_bias(const wend_guide_step *step, wend_way *way, const wend_way_portal *portal,
                     wend_vec2 p)
{
    way->bias = (float)find_bias(step->world, way, portal, p);
    wend_vec2 to = minus(place_on(portal, way->bias), p);
    double distance = sqrt(to.x * to.x + to.y * to.y);
    way->approach_x = distance > 0 ? (float)(to.x / distance) : 1;
    way->approach_y = distance > 0 ? (float)(to.y / distance) : 0;
}

// ---- looking around -----------------------------------------------------------------------------

/// True if the straight ways from crossing to crossing are open.
static bool path_is_open(const wend_world *world, const wend_way *way, wend_vec2 p)
{
    cursor c = cursor_of(way);
    for (uint32_t i = 0; i < way->left; ++i) {
        wend_way_portal portal = portal_at(&world->paths, c);
        wend_vec2 next = place_on(&portal, portal.crossing);
        if (!sees(world, p, next))
            return false;
        p = next;
        if (i + 1 < way->left)
            advance(&world->paths, &c);
    }
    return true;
}

/// Now and then: is the way to the aim still open? And after an edit, the whole path?
static void look_around(const wend_world *world, wend_way *way, const wend_way_portal *portal,
                        wend_vec2 p)
{
    bool open = sees(world, p, place_on(portal, way->bias));
    if (open && way->version != world->obstacles.trail) {
        open = path_is_open(world, way, p);
        way->state |= WEND_WAY_LATER;
    }
    if (!open)
        way->state |= WEND_WAY_WANTS;
}

/// What an agent without a path wants: nothing until it is time to try again, or a wall has moved.
static void wait_for_search(const wend_world *world, wend_way *way)
{
    if (way->state & WEND_WAY_LOST && way->version != world->obstacles.trail)
        way->again = world->time;
    way->state |= WEND_WAY_WANTS;
}

static bool follow(const wend_guide_step *step, uint32_t slot, wend_aim *aim)
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
    wend_vec2 to = minus(place_on(&portal, way->bias), p);
    bool is_new = way->approach_x == 0 && way->approach_y == 0;
    if (passed || is_new || has_turned(step, way, to))
        set_bias(step, way, &portal, p);

    if (slot % WEND_CHECK_STEPS == step->check_turn)
        look_around(world, way, &portal, p);
    if (way->state & WEND_WAY_CUT && way->left <= FEW_LEFT)
        way->state |= way->left > 1 ? WEND_WAY_LATER : WEND_WAY_WANTS;
    if (!walker->told_stuck)
        way->state &= (uint8_t)~WEND_WAY_STUCK;
    else if (!(way->state & WEND_WAY_STUCK))
        way->state |= WEND_WAY_STUCK | WEND_WAY_LATER;
    *aim = (wend_aim){portal.a, end_of(&portal), way->bias, portal.rest};
    return true;
}

const wend_guide wend_guide_mesh = {
    .name = "mesh",
    .follow = follow,
    .find = wend_mesh_find_way,
};
