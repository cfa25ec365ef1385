// SPDX-License-Identifier: MIT
// A mover pushes those who are in its way: out along the nearest way, held off by walls. Where that
// does not take somebody out, or at least no deeper in than before, the mover may not go.
#include "world/obstacles.h"

#include "wend/geometry.h"
#include "world/world.h"

#include <math.h>

/// Somebody who is pushed along a wall may have to be pushed again, but not for ever.
enum { MOST_PUSHES = 4 };

/// Beyond the radius, so that rounding does not count as touching: parts of the walls' slack.
#define MARGIN_OF_SLACK 4
#define PARDON_OF_SLACK 16

/// A mover at some offset, as seen by somebody.
typedef struct mover_gap {
    wend_vec2 out; ///< the direction away from it
    double depth;  ///< how far the closest point is, negative from inside
} mover_gap;

static wend_vec2 minus(wend_vec2 p, wend_vec2 q)
{
    return (wend_vec2){p.x - q.x, p.y - q.y};
}

/// p is given as the mover sees it, without its offset.
static mover_gap gap_of(const wend_vec2 *shape, uint32_t count, wend_vec2 p)
{
    double least = INFINITY;
    wend_vec2 closest = p, along = {1, 0};
    for (uint32_t i = 0; i < (count > 2 ? count : 1); ++i) {
        wend_segment side = {shape[i], shape[i + 1 < count ? i + 1 : 0]};
        wend_vec2 point = wend_segment_closest(side, p), from = minus(p, point);
        double square = from.x * from.x + from.y * from.y;
        if (square < least) {
            least = square;
            closest = point;
            along = minus(side.b, side.a);
        }
    }
    bool inside = count > 2 && wend_polygon_locate(shape, count, p) == WEND_INSIDE;
    mover_gap gap = {minus(p, closest), sqrt(least)};
    if (gap.depth > 0) {
        double sign = inside ? -1 : 1;
        gap.out = (wend_vec2){sign * gap.out.x / gap.depth, sign * gap.out.y / gap.depth};
        gap.depth *= sign;
    } else {
        // On its edge: square to that, to the right, where a counter-clockwise shape has its
        // outside.
        double length = sqrt(along.x * along.x + along.y * along.y);
        double sign = count > 2 && wend_polygon_orientation(shape, count) < 0 ? -1 : 1;
        gap.out = (wend_vec2){sign * along.y / length, -sign * along.x / length};
    }
    return gap;
}

/// Somebody in the way.
typedef struct pushed {
    const wend_walls *walls;
    const wend_vec2 *shape;
    uint32_t count;
    double radius;
    double allowed; ///< no deeper than this
} pushed;

/// Pushes p out of a mover with that offset. False: it stays too deep.
static bool push_out(const pushed *who, wend_vec2 offset, wend_vec2 *p)
{
    double slack = wend_walls_slack(who->walls);
    for (int i = 0; i < MOST_PUSHES; ++i) {
        mover_gap gap = gap_of(who->shape, who->count, minus(*p, offset));
        if (gap.depth >= who->radius)
            return true;
        double by = who->radius + MARGIN_OF_SLACK * slack - gap.depth;
        *p = wend_walls_slide(who->walls, *p, (wend_vec2){by * gap.out.x, by * gap.out.y},
                              who->radius);
    }
    mover_gap left = gap_of(who->shape, who->count, minus(*p, offset));
    return left.depth >= who->allowed - PARDON_OF_SLACK * slack;
}

/// Lists those whom the mover could touch on its way.
static void find_near(wend_world *world, const wend_vec2 *shape, uint32_t count,
                      const wend_thing *thing, const wend_vec2 *offsets, uint32_t strides)
{
    wend_obstacles *obstacles = &world->obstacles;
    const wend_crowd *crowd = &world->crowd;
    wend_box box = wend_box_of(shape, count), ways = {thing->offset, thing->offset};
    for (uint32_t i = 0; i < strides; ++i)
        ways = wend_box_add(ways, offsets[i]);
    box.min = (wend_vec2){box.min.x + ways.min.x, box.min.y + ways.min.y};
    box.max = (wend_vec2){box.max.x + ways.max.x, box.max.y + ways.max.y};
    obstacles->near.count = 0;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        const wend_body *body = &crowd->bodies[i];
        if (body->radius >= 0 && wend_box_distance(box, body->position) < body->radius)
            obstacles->near.data[obstacles->near.count++] = i;
    }
}

/// True if somebody may be pushed there: not into what is solid, but for the mover's own old place.
static bool is_allowed(const wend_obstacles *obstacles, const wend_thing *thing, wend_vec2 p)
{
    return wend_mesh_locate(obstacles->mesh, p) == WEND_PLACE_FREE ||
           (!wend_id_null(thing->in_mesh) && wend_thing_holds(obstacles, thing, p));
}

/// Where somebody is when the mover has gone its way; false: crushed.
static bool push_along(const wend_world *world, const wend_thing *thing, const pushed *who,
                       const wend_vec2 *offsets, uint32_t count, wend_vec2 *p)
{
    wend_vec2 from = *p;
    for (uint32_t i = 0; i < count; ++i) {
        // Where the host moves them, they stay and the mover waits.
        if (world->def.host_moves) {
            if (gap_of(who->shape, who->count, minus(from, offsets[i])).depth < who->allowed)
                return false;
        } else if (!push_out(who, offsets[i], p)) {
            return false;
        }
    }
    bool moved = p->x != from.x || p->y != from.y;
    return !moved || is_allowed(&world->obstacles, thing, *p);
}

bool wend_movers_push(wend_world *world, const wend_thing *thing, const wend_vec2 *offsets,
                      uint32_t count, uint32_t *crushed)
{
    wend_obstacles *obstacles = &world->obstacles;
    wend_crowd *crowd = &world->crowd;
    pushed who = {.walls = obstacles->walls,
                  .shape = obstacles->points.data + thing->first_point,
                  .count = thing->point_count};
    find_near(world, who.shape, who.count, thing, offsets, count);
    for (size_t i = 0; i < obstacles->near.count; ++i) {
        uint32_t slot = obstacles->near.data[i];
        wend_vec2 p = crowd->bodies[slot].position;
        who.radius = crowd->bodies[slot].radius;
        who.allowed = fmin(gap_of(who.shape, who.count, minus(p, thing->offset)).depth, who.radius);
        if (!push_along(world, thing, &who, offsets, count, &p)) {
            *crushed = slot;
            return false;
        }
        crowd->next_positions[slot] = p;
    }
    for (size_t i = 0; i < obstacles->near.count; ++i) {
        uint32_t slot = obstacles->near.data[i];
        crowd->bodies[slot].position = crowd->next_positions[slot];
    }
    return true;
}
