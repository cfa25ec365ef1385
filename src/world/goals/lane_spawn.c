// SPDX-License-Identifier: MIT
// Agents spawned at the starts of lanes. The next agent of a lane is added when the previous one is
// a headway ahead. This is rarely exactly at the start of a step: an agent that is late by part of
// a step starts as far along the lane as it would have walked, so that lanes reach their capacity.
//
// On a lane with a timetable, an agent starts where the timetable has it, or not at all.
#include "wend/vec2.h"
#include "world/goals/spawners.h"
#include "world/world.h"

#include <math.h>

/// Relative margin of headways, the same as that of bodies at walls and for the same reason: radii
/// are rounded to floats and may be slightly larger than the lanes were built for.
#define HEADWAY_MARGIN WEND_BODY_GIVE

/// Part of a step by which an agent may be late on its timetable: times are rounded sums.
#define DUE_MARGIN 1e-6

static const wend_lane_set *set_of(const wend_world *world, wend_lanes_id id)
{
    return &world->lanes.list.data[wend_id_slot(id.raw)];
}

static double gap_of(const wend_world_lane *lane)
{
    return lane->headway * (1 + HEADWAY_MARGIN);
}

uint32_t wend_lane_sets_room(const wend_world *world, wend_lanes_id set, double speed)
{
    const wend_lane_set *lanes = set_of(world, set);
    double room = 0;
    for (uint32_t i = lanes->first; i < lanes->first + lanes->count; ++i)
        room += 1 + floor(speed * world->def.step / gap_of(&world->lanes.lanes.data[i]));
    return (uint32_t)fmin(room, UINT32_MAX);
}

/// Stores the position of the last agent of every lane.
static void find_last(wend_world *world)
{
    wend_lane_memory *memory = &world->lane_memory;
    memory->last.count = world->lanes.lanes.count;
    for (size_t i = 0; i < memory->last.count; ++i)
        memory->last.data[i] = INFINITY;
    for (size_t i = 0; i < world->lanes.walks.count; ++i) {
        const wend_lane_walk *walk = &world->lanes.walks.data[i];
        if (walk->lane1 > 0)
            memory->last.data[walk->lane1 - 1] =
                fmin(memory->last.data[walk->lane1 - 1], walk->along);
    }
}

/// True if no agent is in the way, nor a wall that was added after the lanes.
static bool is_free(const wend_world *world, wend_vec2 p, double radius)
{
    const wend_crowd *crowd = &world->crowd;
    double least = radius * (1 - WEND_BODY_GIVE);
    if (wend_walls_clearance(world->obstacles.walls, p, radius) < least ||
        wend_walls_clearance(world->obstacles.movers, p, radius) < least)
        return false;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        const wend_body *body = &crowd->bodies[i];
        if (body->radius < 0)
            continue;
        double apart = (body->radius + radius) * (1 - WEND_BODY_GIVE);
        if (wend_distance_squared(p, body->position) < apart * apart)
            return false;
    }
    return true;
}

/// The position at which a timetable has the next agent of a lane enter in this step; negative:
/// none does.
static double due_on(const wend_world *world, const wend_world_lane *lane, double speed,
                     double last)
{
    double past = speed * world->time - lane->phase - lane->begin;
    double along = lane->begin + past - lane->period * floor(past / lane->period);
    // The agent before it is a period ahead; one that is nearer is the same one.
    bool is_new = along < lane->begin + speed * world->def.step * (1 + DUE_MARGIN) &&
                  last - along > 0.5 * lane->period;
    return is_new ? along : -1;
}

/// The position at which an agent starts on a lane; negative: there is no space.
static double start_on(const wend_world *world, const wend_world_lane *lane, double speed,
                       double last)
{
    double latest = last - gap_of(lane);
    if (lane->period > 0)
        return due_on(world, lane, speed, last);
    if (latest < lane->begin)
        return -1;
    return latest <= lane->begin + speed * world->def.step ? latest : lane->begin;
}

/// Adds an agent to a lane if there is space. False: there is none.
static bool bring(wend_world *world, wend_agent_def *agent, uint32_t lane)
{
    const wend_world_lane *l = &world->lanes.lanes.data[lane];
    double *last = &world->lane_memory.last.data[lane];
    double along = start_on(world, l, agent->preferred_speed, *last);
    if (along < 0)
        return false;
    wend_vec2 direction;
    agent->position = wend_lane_sets_at(&world->lanes, lane, along, &direction);
    if (!is_free(world, agent->position, (float)agent->radius))
        return false;
    if (agent->premovement_time == 0)
        agent->velocity =
            (wend_vec2){agent->preferred_speed * direction.x, agent->preferred_speed * direction.y};
    wend_agent_id id = wend_crowd_add(&world->crowd, agent, world->time);
    uint32_t slot = wend_id_slot(id.raw);
    wend_lane_walk *walk = wend_lane_walk_of(&world->lanes, slot);
    walk->lane1 = lane + 1;
    walk->along = *last = along;
    wend_events_add_agent(world, WEND_EVENT_SPAWNED, slot, 0);
    return true;
}

uint32_t wend_lane_sets_deploy(wend_world *world, uint32_t spawner, uint32_t wanted)
{
    const wend_spawner *from = &world->spawners.list.data[spawner];
    const wend_lane_set *set = set_of(world, from->def.agent.lanes);
    uint32_t done = 0;
    find_last(world);
    // If fewer agents are due than fit, lanes take turns.
    for (uint32_t i = 0, turn = from->done; i < set->count; ++i) {
        uint32_t lane = set->first + (turn + i) % set->count;
        for (; done < wanted; ++done) {
            wend_agent_def agent = wend_spawner_agent(world, spawner, from->done + done);
            if (!bring(world, &agent, lane))
                break;
        }
    }
    return done;
}
