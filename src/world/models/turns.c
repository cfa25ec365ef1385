// SPDX-License-Identifier: MIT
// Taking turns: how those who want through a narrow place from both sides get through.
//
// Two crowds that meet in a door stand against each other, and no velocity avoids that: each waits
// for the other to go back. So those who are stuck against others who come the opposite way, and
// those who stand behind them, take turns: for a while the right of way belongs to one direction,
// as if a light had turned green, then to another. Who walks that way hardly gives way; who walks
// against it steps back. The direction is one function of the time, and turns by the golden angle,
// so every direction has its turn soon.
//
// Those who press into a door side by side may hold each other there, like the stones of an arch,
// and with them all who are behind. One that is stuck for long, has nobody before it and touches
// others who are stuck is such a stone: it takes turns as well, with the few behind it. In a queue
// where everybody stands behind another, nothing changes.
#include "world/models/turns.h"

#include "core/angle.h"
#include "motion/orca.h"
#include "wend/vec2.h"

#include <assert.h>
#include <math.h>

/// How long the right of way belongs to a direction: long enough to walk through a door and the
/// people in it. [Units: s]
#define TURN_SECONDS 4.0
#define GOLDEN_ANGLE 2.399963229728653
/// The share of those whose turn it is, and of the others.
#define SHARE_PRIORITY 0.05f
#define SHARE_YIELD    1.0f
/// How fast the others step back. [Units: speeds]
#define STEP_BACK 0.5f
/// One is in the way that is no further than so many radii from touching, and heads against: the
/// cosine of the angle between both ways is less than minus this.
#define IN_THE_WAY 1.5
#define AGAINST    0.3
/// One is before another if the cosine of the angle to it is more than this: in a packed crowd the
/// two at 30 degrees are. And they touch if no further apart than so many radii. [Units: radii]
#define IN_FRONT 0.8
#define TOUCHING 1.1
/// So many behind each other step back for one in front, or for a stone of an arch.
enum { BEHIND = 12, BEHIND_ARCH = 4 };

wend_vec2 wend_turn_direction(double time)
{
    wend_vec2 direction;
    wend_sin_cos(fmod(floor(time / TURN_SECONDS), 65536) * GOLDEN_ANGLE, &direction.y,
                 &direction.x);
    return direction;
}

float wend_turn_share(const wend_walker *walker, wend_vec2 direction, wend_preferred_velocity *wish)
{
    // One that never gives way, or always, does so now.
    if (walker->opposed == 0 || walker->share == 0 || walker->share == 1)
        return walker->share;
    if ((wish->ax + wish->bx) * direction.x + (wish->ay + wish->by) * direction.y > 0)
        return SHARE_PRIORITY;
    *wish = (wend_preferred_velocity){-STEP_BACK * wish->ax,
                                      -STEP_BACK * wish->ay,
                                      -STEP_BACK * wish->bx,
                                      -STEP_BACK * wish->by,
                                      wish->bias,
                                      0};
    return SHARE_YIELD;
}

// ---- who stands against whom --------------------------------------------------------------------

/// The way from a body to where it heads.
static wend_vec2 heading_of(const wend_crowd *crowd, uint32_t slot)
{
    const wend_steering_target *aim = &crowd->aims[slot];
    wend_vec2 p = crowd->bodies[slot].position;
    return (wend_vec2){aim->a.x + aim->bias * (aim->b.x - aim->a.x) - p.x,
                       aim->a.y + aim->bias * (aim->b.y - aim->a.y) - p.y};
}

/// Somebody's neighbours: slots.
typedef struct neighbour_slots {
    uint32_t slots[WEND_MAX_NEIGHBOURS];
    uint32_t count;
} neighbour_slots;

static_assert(ORCA_NEIGHBOURS <= WEND_MAX_NEIGHBOURS, "room for all that ORCA minds");

/// How many in front of a stuck one wait for each other, up to one who stands against somebody or
/// in an arch. `patient`: it is stuck for long.
static uint8_t opposition(const wend_crowd *crowd, uint32_t slot, const neighbour_slots *neighbours,
                          bool patient)
{
    uint32_t most = 0;
    const wend_body *me = &crowd->bodies[slot];
    wend_vec2 way = heading_of(crowd, slot);
    double length = wend_length_squared(way);
    bool held = false, free_ahead = length > 0;
    for (uint32_t k = 0; k < neighbours->count; ++k) {
        uint32_t other = neighbours->slots[k];
        const wend_body *it = &crowd->bodies[other];
        wend_vec2 to = wend_sub(it->position, me->position);
        double radii = me->radius + it->radius, distance = wend_length_squared(to),
               ahead = wend_dot(way, to);
        if (it->radius < 0 || distance > IN_THE_WAY * IN_THE_WAY * radii * radii)
            continue;
        if (ahead > 0 && ahead * ahead > IN_FRONT * IN_FRONT * length * distance)
            free_ahead = false;
        else if (ahead > 0 && distance < TOUCHING * TOUCHING * radii * radii)
            held = held || crowd->walkers[other].reported_stuck;
        // One of them stands still if this is 0, and is neither against nor behind.
        wend_vec2 its = heading_of(crowd, other);
        double along = wend_dot(way, its);
        if (!(along * along > AGAINST * AGAINST * length * wend_length_squared(its)))
            continue;
        if (along < 0 && ahead > 0)
            return BEHIND;
        if (along > 0 && crowd->walkers[other].opposed > most)
            most = crowd->walkers[other].opposed;
    }
    if (patient && held && free_ahead && most <= BEHIND_ARCH)
        return BEHIND_ARCH;
    return (uint8_t)(most > 0 ? most - 1 : 0);
}

/// Those whom ORCA found for the one that is i-th in its order.
static neighbour_slots orca_neighbours(const orca_crowd *sorted, uint32_t i)
{
    neighbour_slots neighbours = {.count = sorted->neighbour_count[i]};
    const int32_t *column =
        sorted->neighbours + (size_t)(i / ORCA_TILE) * ORCA_TILE * ORCA_NEIGHBOURS + i % ORCA_TILE;
    for (uint32_t k = 0; k < neighbours.count; ++k)
        neighbours.slots[k] = sorted->slot[column[k * ORCA_TILE]];
    return neighbours;
}

/// Those who are in its list.
static neighbour_slots listed_neighbours(const wend_neighbours *lists, uint32_t slot)
{
    neighbour_slots neighbours = {.count = 0};
    const wend_neighbour *list = lists->list.data + (size_t)slot * WEND_MAX_NEIGHBOURS;
    for (uint32_t k = 0; k < lists->counts.data[slot]; ++k)
        if (list[k].body != WEND_NEIGHBOUR_WALL)
            neighbours.slots[neighbours.count++] = list[k].body;
    return neighbours;
}

static void update_opposed(wend_crowd *crowd, uint32_t slot, const neighbour_slots *neighbours,
                           double since)
{
    wend_walker *walker = &crowd->walkers[slot];
    walker->opposed = opposition(crowd, slot, neighbours, walker->nearest_time <= since);
}

void wend_turns_update(wend_crowd *crowd, const wend_orca *orca, double since)
{
    const orca_crowd *sorted = &orca->crowd;
    for (uint32_t i = 0; i < sorted->count; ++i) {
        uint32_t slot = sorted->slot[i];
        crowd->walkers[slot].opposed = 0;
        if (!crowd->walkers[slot].reported_stuck)
            continue;
        neighbour_slots neighbours = orca_neighbours(sorted, i);
        update_opposed(crowd, slot, &neighbours, since);
    }
}

void wend_turns_update_listed(wend_crowd *crowd, const wend_neighbours *lists, double since)
{
    for (uint32_t slot = 0; slot < crowd->slots; ++slot) {
        crowd->walkers[slot].opposed = 0;
        if (wend_agent_id_is_null(crowd->id[slot]) || !crowd->walkers[slot].reported_stuck)
            continue;
        neighbour_slots neighbours = listed_neighbours(lists, slot);
        update_opposed(crowd, slot, &neighbours, since);
    }
}
