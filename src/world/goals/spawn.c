// SPDX-License-Identifier: MIT
// The phase that spawns agents. Agent k of a spawner with a rate is due at start + k / rate and is
// added in the step that contains this time, so n agents have been added after n / rate seconds
// with any step. Radius, speed and pre-movement time depend on k only, not on the step in which the
// agent is added.
//
// An agent without a free position waits, and so do all later agents of the same spawner.
#include "world/goals/spawners.h"

#include "world/goals/spread.h"
#include "world/world.h"

#include <math.h>

// Streams of random numbers for the properties of agents.
#define AGENT_STREAMS (UINT64_C(2) << 62)
#define HOST_STREAMS  (UINT64_C(5) << 61)

// Relative tolerance within which a number of agents is an integer: times are rounded sums.
#define COUNT_SLACK 0x1p-40

enum {
    MAX_WAITING = 64,     // agents tried in one step by a spawner that waits for free positions
    MAX_AT_ONCE = 1 << 22 // agents of one spawner in one step
};

// ---- due times ----------------------------------------------------------------------------------

uint32_t wend_spawner_due(const wend_spawner *spawner, double time)
{
    const wend_spawner_def *def = &spawner->def;
    double end = fmin(time, def->end);
    if (!(end > def->start))
        return spawner->done;
    if (def->rate == 0)
        return def->count;
    double due = (end - def->start) * def->rate, whole = floor(due + 0.5);
    if (!(fabs(due - whole) <= COUNT_SLACK * (1 + def->rate * fabs(end))))
        whole = ceil(due);
    return whole < def->count ? (uint32_t)fmax(whole, spawner->done) : def->count;
}

static uint32_t wanted_of(const wend_world *world, const wend_spawner *spawner, double end)
{
    if (spawner->tried > world->steps || !(world->time < spawner->def.end))
        return 0;
    uint32_t wanted = wend_spawner_due(spawner, end) - spawner->done;
    wanted = wanted < spawner->room ? wanted : spawner->room;
    bool seeks = spawner->waits && spawner->def.area.count > 0;
    uint32_t most = seeks ? MAX_WAITING : MAX_AT_ONCE;
    return wanted < most ? wanted : most;
}

// ---- properties ---------------------------------------------------------------------------------

static wend_agent_def draw(const wend_spawner_def *def, wend_random random)
{
    wend_agent_def agent = def->agent;
    agent.radius = wend_spread_draw(agent.radius, &def->radius, &random);
    agent.preferred_speed = wend_spread_draw(agent.preferred_speed, &def->preferred_speed, &random);
    agent.max_speed = fmax(agent.max_speed, agent.preferred_speed);
    agent.premovement_time =
        wend_spread_draw(agent.premovement_time, &def->premovement_time, &random);
    return agent;
}

wend_agent_def wend_spawner_agent(const wend_world *world, uint32_t slot, uint32_t k)
{
    return draw(&world->spawners.list.data[slot].def,
                wend_random_stream(world->def.seed, AGENT_STREAMS | (uint64_t)slot << 32 | k));
}

wend_agent_def wend_spawner_def_draw(const wend_spawner_def *def, uint64_t seed, uint64_t number)
{
    return draw(def, wend_random_stream(seed, HOST_STREAMS | number));
}

// ---- positions ----------------------------------------------------------------------------------

static void bring(wend_world *world, uint32_t slot, double end)
{
    wend_spawners *spawners = &world->spawners;
    wend_spawner *spawner = &spawners->list.data[slot];
    wend_placement *placement = &spawners->placement;
    uint32_t wanted = wanted_of(world, spawner, end);
    if (wanted == 0)
        return;
    if (spawner->def.area.count == 0) {
        spawner->done += wend_lane_sets_deploy(world, slot, wanted);
        spawner->waits = wend_spawner_due(spawner, end) > spawner->done;
        return;
    }
    // Rounded to a float, as in the body.
    for (uint32_t i = 0; i < wanted; i++)
        placement->radii.data[i] = (float)wend_spawner_agent(world, slot, spawner->done + i).radius;
    const wend_goal area = {spawners->points.data + spawner->first, spawner->def.area.count};
    bool thorough = spawner->def.rate == 0 && !spawner->waits;
    uint32_t found = wend_placement_find(placement, &area, &world->obstacles, &world->crowd, wanted,
                                         thorough, &spawner->random);
    for (uint32_t i = 0; i < found; i++) {
        wend_agent_def agent = wend_spawner_agent(world, slot, spawner->done + i);
        agent.position = wend_placement_new(placement, i)->at;
        wend_agent_id id = wend_crowd_add(&world->crowd, &agent, world->time);
        wend_events_add_agent(world, WEND_EVENT_SPAWNED, wend_id_slot(id.raw), 0);
    }
    spawner->done += found;
    spawner->waits = wend_spawner_due(spawner, end) > spawner->done;
    if (spawner->waits && !spawner->reported_waiting) {
        spawner->reported_waiting = true;
        wend_events_add(&world->events, &world->allocator,
                        (wend_event){.kind = WEND_EVENT_SPAWN_WAITING,
                                     .number = wend_spawner_due(spawner, end) - spawner->done,
                                     .spawner = {wend_id_of_slot(&spawners->ids, slot)},
                                     .time = world->time,
                                     .position = area.points[0]});
    }
}

// Sizes for which the spawners need memory.
typedef struct load {
    uint64_t all;     // agents of all spawners
    uint32_t most;    // most agents of one spawner
    uint32_t corners; // most corners of an area
} load;

static load load_of(const wend_world *world, uint32_t first, uint32_t last, double end)
{
    load sum = {0};
    for (uint32_t i = first; i < last; i++) {
        const wend_spawner *spawner = &world->spawners.list.data[i];
        uint32_t wanted = wanted_of(world, spawner, end);
        if (wanted == 0)
            continue;
        sum.all += wanted;
        sum.most = wanted > sum.most ? wanted : sum.most;
        if (spawner->def.area.count > sum.corners)
            sum.corners = spawner->def.area.count;
    }
    return sum;
}

bool wend_spawners_reserve(wend_world *world, uint32_t first, uint32_t last, double end)
{
    load sum = load_of(world, first, last, end);
    if (sum.all == 0)
        return true;
    // One event per agent and per spawner.
    uint64_t events = sum.all + (last - first);
    return events <= UINT32_MAX && wend_obstacles_refresh(&world->obstacles, &world->allocator) &&
           wend_world_reserve_agents(world, (uint32_t)sum.all) &&
           wend_events_reserve(&world->events, (uint32_t)events, &world->allocator) &&
           wend_placement_reserve(&world->spawners.placement, world->crowd.capacity, sum.most,
                                  sum.corners, &world->allocator);
}

void wend_spawners_bring(wend_world *world, uint32_t first, uint32_t last, double end)
{
    for (uint32_t i = first; i < last; i++)
        bring(world, i, end);
}

static double end_of_step(const wend_world *world)
{
    return (double)(world->steps + 1) * world->def.step;
}

uint32_t wend_spawners_due(const wend_world *world)
{
    uint32_t count = (uint32_t)world->spawners.list.count;
    uint64_t all = load_of(world, 0, count, end_of_step(world)).all;
    return all < UINT32_MAX ? (uint32_t)all : UINT32_MAX;
}

bool wend_phase_spawn(wend_world *world)
{
    wend_spawners *spawners = &world->spawners;
    const uint32_t count = (uint32_t)spawners->list.count;
    if (!wend_spawners_reserve(world, 0, count, end_of_step(world)))
        return false;
    wend_spawners_bring(world, 0, count, end_of_step(world));
    // If a later phase fails, the next try of this step must not spawn them again.
    for (size_t i = 0; i < spawners->list.count; i++)
        spawners->list.data[i].tried = world->steps + 1;
    return wend_groups_appear(world);
}
