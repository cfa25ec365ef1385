// SPDX-License-Identifier: MIT
// Deadlock resolution at narrow passages.
//
// Two opposing crowds that meet in a door block each other under any purely velocity-based rule.
// Agents that are stuck facing oncoming agents, and those queued behind them, alternate right of
// way, as at a traffic light: agents moving in the direction that has it hardly yield, agents
// moving against it step back. The direction depends on the simulated time only and rotates by the
// golden angle every TURN_SECONDS, so that every direction soon has its turn.
//
// Agents that press into a door side by side can wedge each other and block all agents behind them
// (arching). An agent of an arch is stuck for long, has no agent in front of it and touches other
// stuck agents: it joins the rotation, with the few agents behind it. Ordinary queues, in which
// every agent has another one in front of it, are unaffected.
#include "world/models/turns.h"

#include "core/angle.h"
#include "motion/orca.h"
#include "wend/vec2.h"

#include <assert.h>
#include <math.h>

/// Duration of the right of way of a direction: long enough to walk through a door and the people
/// in it. [Units: s]
#define TURN_SECONDS 4.0
#define GOLDEN_ANGLE 2.399963229728653
/// Avoidance share of agents with the right of way, and of the others.
#define SHARE_PRIORITY 0.05f
#define SHARE_YIELD    1.0f
/// Speed at which the others step back. [Units: preferred speeds]
#define STEP_BACK 0.5f
/// Largest distance of the centres of agents that are in each other's way. [Units: sums of their
/// radii]
#define IN_THE_WAY 1.5
/// Two directions are opposite if the cosine of their angle is below -AGAINST, and the same if it
/// is above AGAINST.
#define AGAINST 0.3
/// An agent is in front of another if the cosine of the angle to it is above this: in a packed
/// crowd the two at 30 degrees are.
#define IN_FRONT 0.8
/// Largest distance of the centres of agents that touch. [Units: sums of their radii]
#define TOUCHING 1.1
/// An agent blocks another one if it is this near, and the cosine of the angle to it is at least
/// BLOCKS_AHEAD. [Units: sums of their radii]
#define BLOCKS       4.0
#define BLOCKS_AHEAD 0.3
/// Number of agents behind each other that take part behind an opposed agent, and behind an agent
/// of an arch.
enum { BEHIND = 12, BEHIND_ARCH = 4 };

/// Agents of a patient model join this much later. [Units: s]
#define PATIENT 6.0

wend_vec2 wend_turn_direction(double time)
{
    wend_vec2 direction;
    wend_sin_cos(fmod(floor(time / TURN_SECONDS), 65536) * GOLDEN_ANGLE, &direction.y,
                 &direction.x);
    return direction;
}

float wend_turn_share(const wend_walker *walker, wend_vec2 direction, wend_preferred_velocity *wish)
{
    // An agent that never or always gives way does so here, too.
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

// ---- opposed agents -----------------------------------------------------------------------------

/// Vector from an agent to its steering target.
static wend_vec2 heading_of(const wend_crowd *crowd, uint32_t slot)
{
    return wend_sub(wend_crowd_target(crowd, slot), crowd->bodies[slot].position);
}

/// Slots of the neighbours of an agent.
typedef struct neighbour_slots {
    uint32_t slots[WEND_MAX_NEIGHBOURS];
    uint32_t count;
} neighbour_slots;

static_assert(ORCA_NEIGHBOURS <= WEND_MAX_NEIGHBOURS, "room for all that ORCA minds");

/// Value of wend_walker.opposed for a stuck agent: BEHIND if it faces oncoming agents, BEHIND_ARCH
/// if it is part of an arch, otherwise one less than the greatest value of neighbours with the same
/// direction, at least 0. `patient`: it is stuck for long.
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
        // 0 if one of them has no direction: it is neither opposed nor behind.
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

/// Neighbours that ORCA found for agent i of its order.
static neighbour_slots orca_neighbours(const orca_crowd *sorted, uint32_t i)
{
    neighbour_slots neighbours = {.count = sorted->neighbour_count[i]};
    const int32_t *column = sorted->neighbours + orca_entry(i, 0);
    for (uint32_t k = 0; k < neighbours.count; ++k)
        neighbours.slots[k] = sorted->slot[column[k * ORCA_TILE]];
    return neighbours;
}

/// Neighbours in the list of an agent, without walls.
static neighbour_slots listed_neighbours(const wend_neighbours *lists, uint32_t slot)
{
    neighbour_slots neighbours = {.count = 0};
    const wend_neighbour *list = lists->list.data + (size_t)slot * WEND_MAX_NEIGHBOURS;
    for (uint32_t k = 0; k < lists->counts.data[slot]; ++k)
        if (list[k].body != WEND_NEIGHBOUR_WALL)
            neighbours.slots[neighbours.count++] = list[k].body;
    return neighbours;
}

/// Value of wend_walker.blocker1: the nearest agent in the direction of an agent.
static uint32_t blocker(const wend_crowd *crowd, uint32_t slot, const neighbour_slots *neighbours)
{
    const wend_body *me = &crowd->bodies[slot];
    wend_vec2 way = heading_of(crowd, slot);
    double length = wend_length(way), least = INFINITY;
    uint32_t found = 0;
    for (uint32_t k = 0; k < neighbours->count; ++k) {
        const wend_body *it = &crowd->bodies[neighbours->slots[k]];
        if (it->radius < 0)
            continue;
        wend_vec2 to = wend_sub(it->position, me->position);
        double distance = wend_length(to), radii = me->radius + it->radius;
        if (distance - radii >= least || distance > BLOCKS * radii ||
            wend_dot(way, to) < BLOCKS_AHEAD * length * distance)
            continue;
        least = distance - radii;
        found = neighbours->slots[k] + 1;
    }
    return found;
}

static void update(wend_crowd *crowd, uint32_t slot, const neighbour_slots *neighbours,
                   const wend_turn_times *times)
{
    wend_walker *walker = &crowd->walkers[slot];
    bool patient = wend_walker_motion(walker)->is_patient;
    walker->opposed = 0;
    if (!walker->reported_stuck)
        walker->blocker1 = blocker(crowd, slot, neighbours);
    else if (!patient || walker->nearest_time <= times->long_stuck - PATIENT)
        walker->opposed =
            opposition(crowd, slot, neighbours, walker->nearest_time <= times->long_stuck);
}

/// True if an agent is stuck or may be reported as stuck in this step.
static bool is_late(const wend_walker *walker, const wend_turn_times *times)
{
    return walker->reported_stuck || walker->nearest_time <= times->stuck ||
           walker->best_time <= times->stuck;
}

/// True if an agent's motion model reads a list of neighbours.
static bool has_list(const wend_walker *walker)
{
    return wend_walker_motion(walker)->needs & WEND_NEEDS_NEIGHBOURS;
}

void wend_turns_update(wend_crowd *crowd, const wend_orca *orca, wend_turn_times times)
{
    const orca_crowd *sorted = &orca->crowd;
    for (uint32_t i = 0; i < sorted->count; ++i) {
        uint32_t slot = sorted->slot[i];
        wend_walker *walker = &crowd->walkers[slot];
        if (has_list(walker))
            continue;
        walker->opposed = 0;
        walker->blocker1 = 0;
        if (!is_late(walker, &times))
            continue;
        neighbour_slots neighbours = orca_neighbours(sorted, i);
        update(crowd, slot, &neighbours, &times);
    }
}

void wend_turns_update_listed(wend_crowd *crowd, const wend_neighbours *lists,
                              wend_turn_times times)
{
    for (uint32_t slot = 0; slot < crowd->slots; ++slot) {
        wend_walker *walker = &crowd->walkers[slot];
        if (wend_agent_id_is_null(crowd->id[slot]) || !has_list(walker))
            continue;
        walker->opposed = 0;
        walker->blocker1 = 0;
        if (!is_late(walker, &times))
            continue;
        neighbour_slots neighbours = listed_neighbours(lists, slot);
        update(crowd, slot, &neighbours, &times);
    }
}
