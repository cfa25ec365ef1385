// SPDX-License-Identifier: MIT
// Moving obstacles push agents in their way out along the nearest direction, limited by walls. If
// an agent would be deeper inside than before, the obstacle may not move. Pushed agents push
// others; if two would be pressed into each other, the obstacle may not move either.
#include "world/obstacles/obstacles.h"

#include "wend/geometry.h"
#include "world/world.h"

#include <math.h>

/// Maximum number of pushes per agent and part of the way: an agent that slides along a wall may
/// need more than one.
enum { MAX_PUSHES = 4 };

/// Distances kept beyond the radius, and tolerated below it, to absorb rounding. [Units: the walls'
/// slack]
#define MARGIN_OF_SLACK 4
#define PARDON_OF_SLACK 16

/// A pushed agent may overlap another by this part of the smaller radius: the two separate by
/// themselves, and the obstacle can advance.
#define PRESSED 0.01

/// The gap between a point and a moving obstacle.
typedef struct obstacle_gap {
    wend_vec2 out; ///< unit vector away from the obstacle
    double depth;  ///< distance of the outline; negative inside
} obstacle_gap;

/// p is relative to the obstacle's offset.
static obstacle_gap gap_of(const wend_vec2 *shape, uint32_t count, wend_vec2 p)
{
    double least = INFINITY;
    wend_vec2 closest = p, along = {1, 0};
    for (uint32_t i = 0; i < (count > 2 ? count : 1); ++i) {
        wend_segment side = {shape[i], shape[i + 1 < count ? i + 1 : 0]};
        wend_vec2 point = wend_segment_closest(side, p), from = wend_sub(p, point);
        double square = wend_length_squared(from);
        if (square < least) {
            least = square;
            closest = point;
            along = wend_sub(side.b, side.a);
        }
    }
    bool inside = count > 2 && wend_polygon_locate(shape, count, p) == WEND_INSIDE;
    obstacle_gap gap = {wend_sub(p, closest), sqrt(least)};
    if (gap.depth > 0) {
        double sign = inside ? -1 : 1;
        gap.out = (wend_vec2){sign * gap.out.x / gap.depth, sign * gap.out.y / gap.depth};
        gap.depth *= sign;
    } else {
        // On the edge: perpendicular to it, to the right, the outside of a counter-clockwise shape.
        double length = wend_length(along);
        double sign = count > 2 && wend_polygon_orientation(shape, count) < 0 ? -1 : 1;
        gap.out = (wend_vec2){sign * along.y / length, -sign * along.x / length};
    }
    return gap;
}

/// A pushed agent, and the obstacle that pushes it.
typedef struct pushed {
    const wend_walls *walls;
    const wend_vec2 *shape;
    uint32_t count;
    double radius;
    double allowed; ///< lower bound of the gap's depth
} pushed;

/// Pushes p out of the obstacle at that offset. False: it stays deeper inside than allowed.
static bool push_out(const pushed *who, wend_vec2 offset, wend_vec2 *p)
{
    double slack = wend_walls_slack(who->walls);
    for (int i = 0; i < MAX_PUSHES; ++i) {
        obstacle_gap gap = gap_of(who->shape, who->count, wend_sub(*p, offset));
        if (gap.depth >= who->radius)
            return true;
        double by = who->radius + MARGIN_OF_SLACK * slack - gap.depth;
        *p = wend_walls_slide(who->walls, *p, wend_scale(gap.out, by), who->radius);
    }
    obstacle_gap left = gap_of(who->shape, who->count, wend_sub(*p, offset));
    return left.depth >= who->allowed - PARDON_OF_SLACK * slack;
}

/// Lists the agents that the obstacle could touch on its way.
static void list_near(wend_world *world, const wend_vec2 *shape, uint32_t count,
                      const wend_world_obstacle *obstacle, const wend_vec2 *offsets,
                      uint32_t strides)
{
    wend_obstacles *obstacles = &world->obstacles;
    const wend_crowd *crowd = &world->crowd;
    wend_box box = wend_box_of(shape, count), ways = {obstacle->offset, obstacle->offset};
    for (uint32_t i = 0; i < strides; ++i)
        ways = wend_box_add(ways, offsets[i]);
    box.min = wend_add(box.min, ways.min);
    box.max = wend_add(box.max, ways.max);
    obstacles->near.count = 0;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        const wend_body *body = &crowd->bodies[i];
        wend_vec2 p = body->position;
        double radius = body->radius;
        // Fast rejection: most agents are elsewhere.
        if (p.x + radius < box.min.x || p.x - radius > box.max.x || p.y + radius < box.min.y ||
            p.y - radius > box.max.y)
            continue;
        if (radius >= 0 && wend_box_distance(box, p) < radius)
            obstacles->near.data[obstacles->near.count++] = i;
    }
}

/// True if an agent may be pushed to p: it is free, or was covered by the obstacle's old position.
static bool is_allowed(const wend_obstacles *obstacles, const wend_world_obstacle *obstacle,
                       wend_vec2 p)
{
    return wend_mesh_locate(obstacles->mesh, p) == WEND_LOCATION_FREE ||
           (!wend_mesh_shape_id_is_null(obstacle->in_mesh) &&
            wend_obstacle_contains(obstacles, obstacle, p));
}

/// Moves p along with the pushes of all parts of the way; false: crushed.
static bool push_along(const wend_world *world, const pushed *who, const wend_vec2 *offsets,
                       uint32_t count, wend_vec2 *p)
{
    wend_vec2 from = *p;
    for (uint32_t i = 0; i < count; ++i) {
        // If the host moves the agents, they stay and the obstacle waits.
        if (world->def.host_moves) {
            if (gap_of(who->shape, who->count, wend_sub(from, offsets[i])).depth < who->allowed)
                return false;
        } else if (!push_out(who, offsets[i], p)) {
            return false;
        }
    }
    return true;
}

/// Index of an agent in the list of agents that are or may be pushed; the length of the list if it
/// is not there.
static size_t index_of(const wend_obstacles *obstacles, uint32_t slot)
{
    size_t i = 0;
    while (i < obstacles->near.count && obstacles->near.data[i] != slot)
        ++i;
    return i;
}

/// Position of an agent after the push.
static wend_vec2 position_after(const wend_world *world, uint32_t slot)
{
    bool among = index_of(&world->obstacles, slot) < world->obstacles.near.count;
    return among ? world->crowd.next_positions[slot] : world->crowd.bodies[slot].position;
}

/// Two agents, one of which is pushed.
typedef struct meeting {
    wend_vec2 to;         ///< from the pushed agent to the other, after the push
    double before, after; ///< distance of their centres
} meeting;

static meeting meeting_of(const wend_world *world, uint32_t one, uint32_t other)
{
    const wend_crowd *crowd = &world->crowd;
    wend_vec2 old = wend_sub(crowd->bodies[other].position, crowd->bodies[one].position);
    meeting m = {.to = wend_sub(position_after(world, other), crowd->next_positions[one])};
    m.before = wend_length(old);
    m.after = wend_length(m.to);
    return m;
}

/// Squared length of an agent's push.
static double push_of(const wend_crowd *crowd, uint32_t slot)
{
    wend_vec2 by = wend_sub(crowd->next_positions[slot], crowd->bodies[slot].position);
    return wend_length_squared(by);
}

/// True if the slot `other` holds an agent that the pushed one could touch.
static bool may_touch(const wend_crowd *crowd, uint32_t one, uint32_t other)
{
    const wend_body *body = &crowd->bodies[one], *it = &crowd->bodies[other];
    double along = fabs(it->position.x - crowd->next_positions[one].x);
    return other != one && it->radius >= 0 && along < 2 * (body->radius + it->radius);
}

/// Sorts the list by length of the push, the longest first.
static void sort_near(wend_obstacles *obstacles, const wend_crowd *crowd)
{
    uint32_t *near = obstacles->near.data;
    for (size_t i = 1; i < obstacles->near.count; ++i) {
        uint32_t slot = near[i];
        size_t k = i;
        for (; k > 0 && push_of(crowd, near[k - 1]) < push_of(crowd, slot); --k)
            near[k] = near[k - 1];
        near[k] = slot;
    }
}

/// Pushed agents push others near them, which join the list. Each pushes only those that come later
/// in the list or are not in it. There is memory for all.
static void pass_on(wend_world *world)
{
    wend_obstacles *obstacles = &world->obstacles;
    wend_crowd *crowd = &world->crowd;
    for (size_t i = 0; i < obstacles->near.count; ++i) {
        uint32_t slot = obstacles->near.data[i];
        for (uint32_t k = 0; k < crowd->slots && push_of(crowd, slot) > 0; ++k) {
            if (!may_touch(crowd, slot, k))
                continue;
            size_t turn = index_of(obstacles, k);
            double radius = crowd->bodies[k].radius, apart = crowd->bodies[slot].radius + radius;
            meeting m = meeting_of(world, slot, k);
            if (turn < i || !(m.after < fmin(apart, m.before)) || m.after == 0)
                continue;
            double by = (apart - m.after) / m.after;
            crowd->next_positions[k] = wend_walls_slide(obstacles->walls, position_after(world, k),
                                                        wend_scale(m.to, by), radius);
            if (turn == obstacles->near.count)
                obstacles->near.data[obstacles->near.count++] = k;
        }
    }
}

/// True if a pushed agent overlaps another more than is allowed, and more than before.
static bool presses(const wend_world *world, uint32_t slot)
{
    const wend_crowd *crowd = &world->crowd;
    for (uint32_t i = 0; i < crowd->slots && push_of(crowd, slot) > 0; ++i) {
        if (!may_touch(crowd, slot, i))
            continue;
        double radius = crowd->bodies[slot].radius, other = crowd->bodies[i].radius;
        meeting m = meeting_of(world, slot, i);
        if (m.after < fmin(radius + other - PRESSED * fmin(radius, other), m.before))
            return true;
    }
    return false;
}

/// True if this push is not possible: the agent is deeper in the obstacle than both before and
/// touching, in something solid, or pressed into another.
static bool is_crushed(const wend_world *world, const pushed *who,
                       const wend_world_obstacle *obstacle, wend_vec2 offset, uint32_t slot)
{
    const wend_crowd *crowd = &world->crowd;
    wend_vec2 from = crowd->bodies[slot].position, to = crowd->next_positions[slot];
    double before = gap_of(who->shape, who->count, wend_sub(from, obstacle->offset)).depth;
    double after = gap_of(who->shape, who->count, wend_sub(to, offset)).depth;
    double allowed = fmin(before, crowd->bodies[slot].radius);
    return after < allowed - PARDON_OF_SLACK * wend_walls_slack(who->walls) ||
           (push_of(crowd, slot) > 0 && !is_allowed(&world->obstacles, obstacle, to)) ||
           presses(world, slot);
}

bool wend_movers_push(wend_world *world, const wend_world_obstacle *obstacle,
                      const wend_vec2 *offsets, uint32_t count, uint32_t *crushed)
{
    wend_obstacles *obstacles = &world->obstacles;
    wend_crowd *crowd = &world->crowd;
    pushed who = {.walls = obstacles->walls,
                  .shape = obstacles->points.data + obstacle->first_point,
                  .count = obstacle->point_count};
    list_near(world, who.shape, who.count, obstacle, offsets, count);
    for (size_t i = 0; i < obstacles->near.count; ++i) {
        uint32_t slot = obstacles->near.data[i];
        wend_vec2 p = crowd->bodies[slot].position;
        who.radius = crowd->bodies[slot].radius;
        who.allowed =
            fmin(gap_of(who.shape, who.count, wend_sub(p, obstacle->offset)).depth, who.radius);
        *crushed = slot;
        if (!push_along(world, &who, offsets, count, &p))
            return false;
        crowd->next_positions[slot] = p;
    }
    sort_near(obstacles, crowd);
    pass_on(world);
    for (size_t i = 0; i < obstacles->near.count; ++i) {
        *crushed = obstacles->near.data[i];
        if (is_crushed(world, &who, obstacle, offsets[count - 1], *crushed))
            return false;
    }
    for (size_t i = 0; i < obstacles->near.count; ++i) {
        uint32_t slot = obstacles->near.data[i];
        crowd->bodies[slot].position = crowd->next_positions[slot];
    }
    return true;
}
