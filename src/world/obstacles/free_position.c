// SPDX-License-Identifier: MIT
// Free position search: the nearest position for an agent that an obstacle overlaps.
//
// First, positions where the disc touches one of the nearest walls, on either side, are tried; if
// one wall is in the way, the nearest free position is among them. Then points of square lattices
// around the start are tried, ring by ring. Each lattice is twice as wide as the one before.
#include "geometry/points.h"
#include "geometry/walls.h"
#include "wend/geometry.h"
#include "world/obstacles/obstacles.h"
#include "world/state/crowd.h"

#include <math.h>

/// Lattices: the first has a spacing of this part of the radius. Each has RINGS rings; the next
/// lattice begins where the last one ended. So the search reaches about 256 radii.
#define LATTICE_OF_RADIUS 0.25
enum { RINGS = 8, LATTICES = 8 };

/// Maximum number of walls whose sides are tried.
enum { MAX_WALLS = 8 };

/// Other agents are considered within this number of radii, and at least within this distance. An
/// overlap with another agent is preferred to a position further away. [Units: radii, m]
#define AGENTS_RADII  20
#define AGENTS_WITHIN 5.0

/// Distance kept beyond the radius, to absorb rounding. [Units: the walls' slack]
#define MARGIN_OF_SLACK 4

// The inside of a moving obstacle has no walls near, but is not free.
static bool is_in_moving_obstacle(const wend_obstacles *obstacles, wend_vec2 p)
{
    if (obstacles->mover_count == 0)
        return false;
    for (size_t i = 0; i < obstacles->list.count; ++i) {
        const wend_world_obstacle *obstacle = &obstacles->list.data[i];
        if (obstacle->kind == WEND_OBSTACLE_MOVING &&
            wend_obstacle_contains(obstacles, obstacle, p))
            return true;
    }
    return false;
}

bool wend_obstacles_is_free(const wend_obstacles *obstacles, wend_vec2 p, double radius)
{
    return wend_walls_clearance(obstacles->walls, p, radius) >= radius &&
           wend_walls_clearance(obstacles->movers, p, radius) >= radius &&
           wend_mesh_locate(obstacles->mesh, p) == WEND_LOCATION_FREE &&
           !is_in_moving_obstacle(obstacles, p);
}

/// Quality of a position; the greatest is best.
typedef enum quality {
    NOT_FREE,
    BEHIND_WALL,    ///< the straight line to it meets a wall
    OVERLAPS_AGENT, ///< it overlaps another agent
    UNOBSTRUCTED,
    QUALITIES
} quality;

typedef struct position_search {
    const wend_obstacles *obstacles;
    const wend_crowd *crowd; ///< [opt] NULL: overlaps with agents do not matter
    wend_vec2 from;
    double radius;
    wend_vec2 best[QUALITIES]; ///< the nearest position of each quality
    double nearest[QUALITIES]; ///< its distance; INFINITY: none
} position_search;

// ---- quality of a position ----------------------------------------------------------------------

/// True if the straight line to p meets a wall. Walls of a new obstacle that contains the start do
/// not count.
static bool meets_wall(const position_search *search, wend_vec2 p)
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
        if (owner == WEND_BOUNDS || !obstacles->list.data[owner].came ||
            !wend_obstacle_contains(obstacles, &obstacles->list.data[owner], search->from))
            return true;
    }
    return false;
}

static bool overlaps_agent(const position_search *search, wend_vec2 p)
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

static void evaluate(position_search *search, wend_vec2 p)
{
    double away = wend_distance(p, search->from);
    if (away >= search->nearest[UNOBSTRUCTED] ||
        !wend_obstacles_is_free(search->obstacles, p, search->radius))
        return;
    quality found = meets_wall(search, p)       ? BEHIND_WALL
                    : overlaps_agent(search, p) ? OVERLAPS_AGENT
                                                : UNOBSTRUCTED;
    if (away < search->nearest[found]) {
        search->nearest[found] = away;
        search->best[found] = p;
    }
}

// ---- candidate positions ------------------------------------------------------------------------

static void try_sides(position_search *search)
{
    const wend_walls *walls = search->obstacles->walls;
    wend_wall_near near[MAX_WALLS];
    double radius = search->radius, touch = radius + MARGIN_OF_SLACK * wend_walls_slack(walls);
    uint32_t count = wend_walls_near(walls, search->from, 2 * radius, near, MAX_WALLS);
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
        evaluate(search, wend_add(point, out));
        evaluate(search, wend_sub(point, out));
    }
}

/// Tries the points of a lattice whose greater coordinate is `ring`.
static void try_ring(position_search *search, double between, int ring)
{
    for (int i = -ring; i <= ring; ++i) {
        bool border = i == -ring || i == ring;
        for (int k = -ring; k <= ring; k += border ? 1 : 2 * ring)
            evaluate(search,
                     (wend_vec2){search->from.x + i * between, search->from.y + k * between});
    }
}

/// True if the search can stop at the distance `around`.
static bool is_enough(const position_search *search, double around)
{
    // Agents further away are not considered, and a position there would be too far from the start.
    bool far = around > fmax(AGENTS_WITHIN, AGENTS_RADII * search->radius);
    for (int i = far ? BEHIND_WALL : UNOBSTRUCTED; i < QUALITIES; ++i)
        if (search->nearest[i] < INFINITY)
            return true;
    return false;
}

static bool search_around(position_search *search, wend_vec2 *place)
{
    double between = LATTICE_OF_RADIUS * search->radius;
    for (int i = 0; i < QUALITIES; ++i)
        search->nearest[i] = INFINITY;
    evaluate(search, search->from);
    try_sides(search);
    for (int lattice = 0; lattice < LATTICES; ++lattice, between *= 2) {
        int ring = lattice == 0 ? 1 : RINGS / 2 + 1;
        for (; ring <= RINGS && search->nearest[UNOBSTRUCTED] > ring * between; ++ring)
            try_ring(search, between, ring);
        if (is_enough(search, RINGS * between))
            break;
    }
    for (int i = UNOBSTRUCTED; i > NOT_FREE; --i) {
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
    position_search search = {.obstacles = obstacles, .from = p, .radius = radius};
    return search_around(&search, place);
}

bool wend_obstacles_place_for(wend_obstacles *obstacles, const wend_crowd *crowd, uint32_t slot,
                              wend_vec2 *place)
{
    const wend_body *self = &crowd->bodies[slot];
    position_search search = {
        .obstacles = obstacles, .crowd = crowd, .from = self->position, .radius = self->radius};
    double within = fmax(AGENTS_WITHIN, AGENTS_RADII * search.radius) + 2 * search.radius;
    obstacles->near.count = 0;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        const wend_body *body = &crowd->bodies[i];
        double limit = within + body->radius;
        if (i != slot && body->radius >= 0 &&
            wend_distance_squared(body->position, search.from) < limit * limit)
            obstacles->near.data[obstacles->near.count++] = i;
    }
    return search_around(&search, place);
}
