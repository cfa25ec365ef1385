// SPDX-License-Identifier: MIT
// Where there is room: the nearest place for somebody whom an obstacle has come down on.
//
// First the places are tried where the disc just touches one of the walls that are near, on either
// side; where one wall is in the way the nearest place is among them. Then come the points of
// lattices around it, ring by ring, each lattice twice as wide as the one before.
#include "geometry/points.h"
#include "geometry/walls.h"
#include "wend/geometry.h"
#include "world/obstacles/obstacles.h"
#include "world/state/crowd.h"

#include <math.h>

/// Lattices: the first has this part of the radius between its points. Its rings are RINGS, and the
/// next ones begin where the last one ended. So the search goes as far as 250 radii.
#define LATTICE_OF_RADIUS 0.25
enum { RINGS = 8, LATTICES = 8 };

/// Walls whose sides are tried first.
enum { MOST_WALLS = 8 };

/// Others are looked at within so many radii, and so far in any case. Rather than to go further,
/// one is put where another is. [m]
#define OTHERS_RADII  20
#define OTHERS_WITHIN 5.0

/// So much more than the radius, in parts of the walls' slack, as rounding may take.
#define MARGIN_OF_SLACK 4

// Inside a mover there are no walls, but no room either.
static bool is_in_mover(const wend_obstacles *obstacles, wend_vec2 p)
{
    if (obstacles->mover_count == 0)
        return false;
    for (size_t i = 0; i < obstacles->things.count; ++i) {
        const wend_thing *thing = &obstacles->things.data[i];
        if (thing->kind == WEND_OBSTACLE_MOVING && wend_thing_holds(obstacles, thing, p))
            return true;
    }
    return false;
}

bool wend_obstacles_is_free(const wend_obstacles *obstacles, wend_vec2 p, double radius)
{
    return wend_walls_clearance(obstacles->walls, p, radius) >= radius &&
           wend_walls_clearance(obstacles->movers, p, radius) >= radius &&
           wend_mesh_locate(obstacles->mesh, p) == WEND_LOCATION_FREE && !is_in_mover(obstacles, p);
}

/// How good a place is; the greatest is best.
typedef enum standing {
    NO_ROOM,
    BEHIND_WALL, ///< the straight way there meets a wall
    ON_OTHERS,   ///< it overlaps another agent
    GOOD,
    STANDINGS
} standing;

typedef struct room_search {
    const wend_obstacles *obstacles;
    const wend_crowd *crowd; ///< NULL: nobody
    wend_vec2 from;
    double radius;
    wend_vec2 best[STANDINGS]; ///< the nearest place of each standing
    double nearest[STANDINGS]; ///< its distance; INFINITY: none
} room_search;

// ---- judging a place ----------------------------------------------------------------------------

/// True if the straight way to p meets a wall, but for those of what came down on the start itself.
static bool meets_wall(const room_search *search, wend_vec2 p)
{
    const wend_obstacles *obstacles = search->obstacles;
    const wend_walls *walls = obstacles->walls;
    uint32_t wall;
    wend_wall_scan scan = wend_walls_scan(walls, search->from, wend_distance(p, search->from));
    while (wend_walls_next(&scan, &wall)) {
        wend_segment way = {search->from, p};
        if (wend_segments_meet(way, wend_walls_segment(walls, wall), NULL) == WEND_APART)
            continue;
        uint32_t owner = obstacles->owners.data[wall];
        if (owner == WEND_BOUNDS || !obstacles->things.data[owner].came ||
            !wend_thing_holds(obstacles, &obstacles->things.data[owner], search->from))
            return true;
    }
    return false;
}

static bool is_on_others(const room_search *search, wend_vec2 p)
{
    if (!search->crowd)
        return false;
    for (size_t i = 0; i < search->obstacles->near.count; ++i) {
        const wend_body *body = &search->crowd->bodies[search->obstacles->near.data[i]];
        double apart = search->radius + body->radius;
        if (wend_distance_squared(body->position, p) < apart * apart)
            return true;
    }
    return false;
}

static void judge(room_search *search, wend_vec2 p)
{
    double away = wend_distance(p, search->from);
    if (away >= search->nearest[GOOD] ||
        !wend_obstacles_is_free(search->obstacles, p, search->radius))
        return;
    standing found = meets_wall(search, p)     ? BEHIND_WALL
                     : is_on_others(search, p) ? ON_OTHERS
                                               : GOOD;
    if (away < search->nearest[found]) {
        search->nearest[found] = away;
        search->best[found] = p;
    }
}

// ---- places to try ------------------------------------------------------------------------------

static void try_sides(room_search *search)
{
    const wend_walls *walls = search->obstacles->walls;
    wend_wall_near near[MOST_WALLS];
    double radius = search->radius, touch = radius + MARGIN_OF_SLACK * wend_walls_slack(walls);
    uint32_t count = wend_walls_near(walls, search->from, 2 * radius, near, MOST_WALLS);
    for (uint32_t i = 0; i < count; ++i) {
        wend_segment wall = wend_walls_segment(walls, near[i].wall);
        wend_vec2 point = near[i].point;
        wend_vec2 out = wend_sub(search->from, point);
        bool at_end = wend_equal(point, wall.a) || wend_equal(point, wall.b);
        if (!at_end || near[i].distance == 0)
            out = (wend_vec2){wall.a.y - wall.b.y, wall.b.x - wall.a.x};
        double length = wend_length(out);
        if (!(length > 0))
            continue;
        out = (wend_vec2){out.x * touch / length, out.y * touch / length};
        judge(search, wend_add(point, out));
        judge(search, wend_sub(point, out));
    }
}

/// The points of a lattice whose greater coordinate is `ring`.
static void try_ring(room_search *search, double between, int ring)
{
    for (int i = -ring; i <= ring; ++i) {
        bool border = i == -ring || i == ring;
        for (int k = -ring; k <= ring; k += border ? 1 : 2 * ring)
            judge(search, (wend_vec2){search->from.x + i * between, search->from.y + k * between});
    }
}

/// True if there is no need to look further than `around`.
static bool is_enough(const room_search *search, double around)
{
    // Further out others are not looked at, and people would go astray.
    bool far = around > fmax(OTHERS_WITHIN, OTHERS_RADII * search->radius);
    for (int i = far ? BEHIND_WALL : GOOD; i < STANDINGS; ++i)
        if (search->nearest[i] < INFINITY)
            return true;
    return false;
}

static bool look_around(room_search *search, wend_vec2 *place)
{
    double between = LATTICE_OF_RADIUS * search->radius;
    for (int i = 0; i < STANDINGS; ++i)
        search->nearest[i] = INFINITY;
    judge(search, search->from);
    try_sides(search);
    for (int lattice = 0; lattice < LATTICES; ++lattice, between *= 2) {
        int ring = lattice == 0 ? 1 : RINGS / 2 + 1;
        for (; ring <= RINGS && search->nearest[GOOD] > ring * between; ++ring)
            try_ring(search, between, ring);
        if (is_enough(search, RINGS * between))
            break;
    }
    for (int i = GOOD; i > NO_ROOM; --i) {
        if (search->nearest[i] < INFINITY) {
            *place = search->best[i];
            return true;
        }
    }
    return false;
}

bool wend_obstacles_free_place(const wend_obstacles *obstacles, wend_vec2 p, double radius,
                               wend_vec2 *place)
{
    room_search search = {.obstacles = obstacles, .from = p, .radius = radius};
    return look_around(&search, place);
}

bool wend_obstacles_place_for(wend_obstacles *obstacles, const wend_crowd *crowd, uint32_t slot,
                              wend_vec2 *place)
{
    const wend_body *self = &crowd->bodies[slot];
    room_search search = {
        .obstacles = obstacles, .crowd = crowd, .from = self->position, .radius = self->radius};
    double within = fmax(OTHERS_WITHIN, OTHERS_RADII * search.radius) + 2 * search.radius;
    obstacles->near.count = 0;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        const wend_body *body = &crowd->bodies[i];
        double limit = within + body->radius;
        if (i != slot && body->radius >= 0 &&
            wend_distance_squared(body->position, search.from) < limit * limit)
            obstacles->near.data[obstacles->near.count++] = i;
    }
    return look_around(&search, place);
}
