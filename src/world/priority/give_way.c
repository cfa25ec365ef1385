// SPDX-License-Identifier: MIT
// What agents want while one of them has priority: it goes its way, the others make way.
#include "world/priority/priority.h"

#include "core/angle.h"
#include "wend/random.h"
#include "wend/vec2.h"
#include "world/models/motion.h"
#include "world/world.h"

#include <math.h>

#define PI              3.14159265358979323846
#define SHUFFLE_STREAMS (UINT64_C(7) << 60)

/// Avoidance shares: of an agent with priority, of those who leave the strip in front of it, and of
/// those beside the strip, who yield to all of them.
#define SHARE_PRIORITY 0.05f
#define SHARE_LEAVES   0.3f
#define SHARE_BESIDE   1.0f
#define SHARE_SHUFFLES 0.5f

/// Width of the region beside the strip in which agents hold still. [Units: radii of the agent with
/// priority]
#define BESIDE 10.0

/// Those who cannot step aside walk towards a point of the path this far ahead of them; towards a
/// nearer one where walls are in between. [Units: their radii]
#define LEADS       4.0
#define LEADS_LEAST 0.25

/// Much room is this much more than is needed. [Units: radii of the agent with priority]
#define FAR 5.0

/// An agent this near to the path of one with priority can walk on it. [Units: its radii]
#define ON_PATH 0.25

/// Clearance half way to that point. [Units: their radii]
#define MIDWAY 0.9

/// Speeds. [Units: preferred speeds]
#define ASIDE_SPEED   0.8
#define SHUFFLE_SPEED 0.5
#define SPREAD_SPEED  0.3 ///< of those beside the strip, at its border; less further away

static void set_wish(wend_preferred_velocity *wish, wend_vec2 direction, double speed)
{
    float x = (float)(direction.x * speed), y = (float)(direction.y * speed);
    *wish = (wend_preferred_velocity){x, y, x, y, 0, WEND_MAKES_ROOM};
}

/// The strip in front of an agent with priority, as seen by another agent.
typedef struct strip {
    const wend_priority_path *path;
    wend_priority_place place;
    double half; ///< centres at this distance from the path are out of the way
} strip;

/// True if walls let an agent step out of the strip to a side.
static bool has_room(const wend_world *world, uint32_t slot, wend_vec2 side, double by)
{
    const wend_body *body = &world->crowd.bodies[slot];
    wend_vec2 move = wend_scale(side, by), end = wend_add(body->position, move);
    return wend_equal(wend_walls_slide(world->obstacles.walls, body->position, move, body->radius),
                      end);
}

/// True if no wall is between an agent and a point.
static bool sees(const wend_world *world, wend_vec2 p, wend_vec2 to)
{
    wend_vec2 by = wend_sub(to, p);
    return wend_equal(wend_walls_slide(world->obstacles.walls, p, by, 0), wend_add(p, by));
}

/// The point of the path that an agent walks to in front of the one with priority.
static wend_vec2 point_ahead(const wend_world *world, uint32_t slot, const strip *s)
{
    const wend_body *body = &world->crowd.bodies[slot];
    wend_vec2 to = s->place.at;
    for (double leads = LEADS; leads >= LEADS_LEAST; leads /= 2) {
        to = wend_priority_at(world, s->path,
                              fmin(s->place.along + leads * body->radius, s->path->length));
        wend_vec2 by = wend_sub(to, body->position);
        if (sees(world, body->position, to) &&
            wend_walls_clearance(world->obstacles.walls, wend_add_scaled(body->position, 0.5, by),
                                 body->radius) >= MIDWAY * body->radius)
            break;
    }
    return to;
}

/// The side to which an agent can step out of the strip, the nearer one first. False: walls leave
/// no room.
static bool find_side(const wend_world *world, uint32_t slot, const strip *s, wend_vec2 *side)
{
    wend_vec2 from = wend_sub(world->crowd.bodies[slot].position, s->place.at);
    double left = wend_cross(s->place.direction, from);
    double far = s->path->far ? FAR * s->path->radius : 0;
    *side = left > 0 ? wend_perp_left(s->place.direction) : wend_perp_right(s->place.direction);
    if (has_room(world, slot, *side, s->half - fabs(left) + far))
        return true;
    *side = wend_scale(*side, -1);
    return has_room(world, slot, *side, s->half + fabs(left) + far);
}

/// An agent in the strip: to the side, or ahead.
static void leave(const wend_world *world, uint32_t slot, const strip *s, double pace,
                  wend_preferred_velocity *wish)
{
    wend_vec2 side, p = world->crowd.bodies[slot].position;
    if (find_side(world, slot, s, &side)) {
        set_wish(wish, side, ASIDE_SPEED * pace);
        return;
    }
    wend_vec2 to = point_ahead(world, slot, s);
    set_wish(wish, wend_unit_or(wend_sub(to, p), s->place.direction), pace);
}

/// The strip that an agent is in, or nearest to. False: it is far from all of them, or behind
/// walls.
static bool find_strip(const wend_world *world, uint32_t slot, strip *nearest)
{
    const wend_priority_memory *memory = &world->priority_memory;
    const wend_body *body = &world->crowd.bodies[slot];
    double least = INFINITY;
    for (uint32_t i = 0; i < memory->count; ++i) {
        const wend_priority_path *path = &memory->paths[i];
        strip s = {.path = path,
                   .half = path->radius + body->radius + WEND_PRIORITY_GAP * path->radius};
        if (wend_box_distance(path->box, body->position) > s.half + BESIDE * path->radius ||
            !wend_priority_place_of(world, path, body->position, &s.place))
            continue;
        double beyond = s.place.distance - s.half;
        if (beyond < least && beyond < BESIDE * path->radius &&
            sees(world, body->position, s.place.at)) {
            least = beyond;
            *nearest = s;
        }
    }
    return least < INFINITY;
}

/// True if an agent is in the strip. Behind the one with priority nobody is in its way.
static bool is_in(const wend_world *world, uint32_t slot, const strip *s)
{
    wend_vec2 from = wend_sub(world->crowd.bodies[slot].position, s->place.at);
    bool behind = s->place.along <= 0 && wend_dot(s->place.direction, from) <= 0;
    return s->place.distance < s->half && !behind;
}

bool wend_priority_drives(const wend_world *world, const wend_priority_path *path, uint32_t slot,
                          double *along)
{
    const wend_body *body = &world->crowd.bodies[slot];
    strip s = {0};
    wend_vec2 side;
    if (slot == path->slot || !wend_motion_can_be_led(world, slot) || body->radius > path->radius ||
        !find_strip(world, slot, &s) || s.path != path)
        return false;
    *along = s.place.along;
    return s.place.distance <= ON_PATH * body->radius && is_in(world, slot, &s) &&
           !find_side(world, slot, &s, &side);
}

/// A random direction, the same for all steps of a shuffle.
static wend_vec2 shuffle(const wend_world *world, uint32_t slot, const wend_priority_path *path)
{
    const wend_priority *own = &world->priorities.list[path - world->priority_memory.paths];
    wend_random random =
        wend_random_stream(world->def.seed ^ wend_id_pack(world->crowd.id[slot].raw),
                           SHUFFLE_STREAMS | (uint64_t)(own->shuffles * 1000));
    double angle = wend_random_between(&random, -PI, PI);
    wend_vec2 direction;
    wend_sin_cos(angle, &direction.y, &direction.x);
    return direction;
}

bool wend_priority_lead(const wend_world *world, uint32_t slot, double pace,
                        wend_preferred_velocity *wish, float *share)
{
    const wend_priority_memory *memory = &world->priority_memory;
    if (memory->count == 0)
        return false;
    uint32_t own = wend_priority_of(world, slot);
    wend_vec2 p = world->crowd.bodies[slot].position;
    if (own < memory->count && memory->paths[own].shuffles) {
        set_wish(wish, shuffle(world, slot, &memory->paths[own]), SHUFFLE_SPEED * pace);
        *share = SHARE_SHUFFLES;
        return true;
    }
    if (own < memory->count && memory->paths[own].found) {
        const wend_priority_path *path = &memory->paths[own];
        double reach = fmin(pace * world->def.step, path->length);
        wend_vec2 to = wend_priority_at(world, path, reach);
        set_wish(wish, wend_unit(wend_sub(to, p)), pace);
        *share = SHARE_PRIORITY;
        return true;
    }
    strip s = {0};
    if (!wend_motion_can_be_led(world, slot) || !find_strip(world, slot, &s))
        return false;
    if (s.path->shuffles) {
        set_wish(wish, shuffle(world, slot, s.path), SHUFFLE_SPEED * pace);
        *share = SHARE_SHUFFLES;
        return true;
    }
    if (is_in(world, slot, &s)) {
        leave(world, slot, &s, pace, wish);
        *share = SHARE_LEAVES;
        return true;
    }
    double beyond = fmax(s.place.distance - s.half, 0) / (BESIDE * s.path->radius);
    wend_vec2 away = wend_unit(wend_sub(p, s.place.at));
    set_wish(wish, away, SPREAD_SPEED * pace * fmax(1 - 2 * beyond, 0));
    *share = SHARE_BESIDE;
    return true;
}
