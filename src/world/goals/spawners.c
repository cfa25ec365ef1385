// SPDX-License-Identifier: MIT
// Storage of spawners. spawn.c has the phase in which they add agents.
#include "world/goals/spawners.h"

#include "wend/geometry.h"
#include "world/goals/spread.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

#define SPAWNER_COOKIE 0x7370776eu

// Streams of random numbers for positions, one per spawner.
#define PLACE_STREAMS (UINT64_C(1) << 62)

wend_spawner_def wend_default_spawner_def(void)
{
    return (wend_spawner_def){
        .agent = wend_default_agent_def(), .count = 1, .end = INFINITY, .cookie = SPAWNER_COOKIE};
}

// ---- checks -------------------------------------------------------------------------------------

static wend_result check_area(const wend_world *world, const wend_spawner_def *def,
                              wend_error *error)
{
    const wend_goal *area = &def->area;
    if (area->count == 0 && !wend_lanes_id_is_null(def->agent.lanes))
        return WEND_OK;
    if (!area->points || area->count == 0 || area->count == 2 || area->count > WEND_MAX_GOAL_POINTS)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a spawner's area must have 3 to %d corners, or be one point, found %u "
                         "points",
                         WEND_MAX_GOAL_POINTS, area->points ? area->count : 0);
    for (uint32_t i = 0; i < area->count; i++) {
        wend_vec2 p = area->points[i];
        if (!wend_is_in_range(p))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "corner %u of a spawner's area is not within %g m of the origin", i,
                             WEND_MAX_COORDINATE);
    }
    const wend_mesh *mesh = world->obstacles.mesh;
    if (area->count == 1 && wend_mesh_locate(mesh, area->points[0]) != WEND_LOCATION_FREE)
        return wend_fail_at(error, WEND_BAD_ARGUMENT, area->points[0],
                            "a spawner's point must be in free space, not on or in an obstacle");
    if (area->count == 1)
        return WEND_OK;
    if (!wend_box_meets(wend_box_of(area->points, area->count), wend_mesh_box(mesh)))
        return wend_fail_at(error, WEND_BAD_ARGUMENT, area->points[0],
                            "a spawner's area must not be wholly outside the bounds");
    return wend_polygon_check(area->points, area->count, &world->allocator, error);
}

// All agents of a spawner are valid if those at both ends of the spreads are.
static wend_result check_agents(const wend_world *world, const wend_spawner_def *def,
                                wend_error *error)
{
    wend_agent_def least = def->agent, most = def->agent;
    if (def->radius.std > 0) {
        least.radius = def->radius.min;
        most.radius = def->radius.max;
    }
    if (def->preferred_speed.std > 0) {
        least.preferred_speed = def->preferred_speed.min;
        most.preferred_speed = def->preferred_speed.max;
        most.max_speed = fmax(most.max_speed, most.preferred_speed);
    }
    if (def->premovement_time.std > 0) {
        least.premovement_time = def->premovement_time.min;
        most.premovement_time = def->premovement_time.max;
    }
    wend_result result = wend_agent_def_check(world, &def->agent, error);
    if (result == WEND_OK)
        result = wend_agent_def_check(world, &least, error);
    return result == WEND_OK ? wend_agent_def_check(world, &most, error) : result;
}

static wend_result check(const wend_world *world, const wend_spawner_def *def, wend_error *error)
{
    if (!def || def->cookie != SPAWNER_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_spawner_def()");
    if (def->count == 0)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a spawner's count must be 1 or more, found 0");
    if (!(def->rate >= 0) || !isfinite(def->rate))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a spawner's rate must be finite and 0 or more (0: all at once), found %g",
                         def->rate);
    if (!isfinite(def->start) || !(def->end > fmax(def->start, world->time)))
        return wend_fail(
            error, WEND_BAD_ARGUMENT,
            "a spawner's start must be finite, and its end after start and the current time (%g "
            "s), found %g s and %g s",
            world->time, def->start, def->end);
    wend_result result = wend_spread_check(def->agent.radius, &def->radius, "radius", error);
    if (result == WEND_OK)
        result = wend_spread_check(def->agent.preferred_speed, &def->preferred_speed,
                                   "preferred_speed", error);
    if (result == WEND_OK)
        result = wend_spread_check(def->agent.premovement_time, &def->premovement_time,
                                   "premovement_time", error);
    if (result == WEND_OK)
        result = check_agents(world, def, error);
    return result == WEND_OK ? check_area(world, def, error) : result;
}

// ---- adding -------------------------------------------------------------------------------------

static wend_spawner make(const wend_world *world, const wend_spawner_def *def)
{
    const wend_spawners *spawners = &world->spawners;
    wend_spawner spawner = {.def = *def, .first = (uint32_t)spawners->points.count};
    spawner.def.area.points = NULL;
    // Agents that were due before the spawner was added are not spawned.
    spawner.def.start = fmax(def->start, world->time);
    double radius = def->radius.std > 0 ? def->radius.min : def->agent.radius;
    double speed =
        def->preferred_speed.std > 0 ? def->preferred_speed.max : def->agent.preferred_speed;
    spawner.room = def->area.count == 0
                       ? wend_lane_sets_room(world, def->agent.lanes, speed)
                       : (uint32_t)fmin(wend_placement_max_discs(&def->area, radius), UINT32_MAX);
    spawner.random = wend_random_stream(world->def.seed, PLACE_STREAMS | spawners->list.count);
    return spawner;
}

wend_result wend_world_add_spawner(wend_world *world, const wend_spawner_def *def,
                                   wend_spawner_id *id, wend_error *error)
{
    if (id)
        *id = (wend_spawner_id){0};
    wend_result result = check(world, def, error);
    if (result != WEND_OK)
        return result;
    wend_spawners *spawners = &world->spawners;
    if (spawners->list.count >= WEND_MAX_SPAWNERS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a world has at most %u spawners",
                         (unsigned)WEND_MAX_SPAWNERS);
    if (!wend_id_pool_reserve(&spawners->ids, 1) ||
        !wend_array_reserve(&spawners->list, &world->allocator, 1) ||
        !wend_array_reserve(&spawners->points, &world->allocator, def->area.count))
        return wend_fail_memory(error);
    uint32_t slot = (uint32_t)spawners->list.count;
    spawners->list.data[slot] = make(world, def);
    spawners->list.count++;
    if (def->area.count > 0)
        memcpy(spawners->points.data + spawners->points.count, def->area.points,
               def->area.count * sizeof *def->area.points);
    spawners->points.count += def->area.count;
    bool now = def->rate == 0 && def->start <= world->time;
    if (now && !wend_spawners_reserve(world, slot, slot + 1, INFINITY)) {
        spawners->list.count--;
        spawners->points.count -= def->area.count;
        return wend_fail_memory(error);
    }
    const wend_spawner_id made = {wend_id_take(&spawners->ids)};
    if (now)
        wend_spawners_bring(world, slot, slot + 1, INFINITY);
    if (id)
        *id = made;
    return WEND_OK;
}

// ---- query, free, copy, hash --------------------------------------------------------------------

uint32_t wend_world_pending(const wend_world *world)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < world->spawners.list.count; i++) {
        const wend_spawner *spawner = &world->spawners.list.data[i];
        if (world->time < spawner->def.end)
            sum += wend_spawner_due(spawner, INFINITY) - spawner->done;
    }
    sum += wend_groups_pending(world);
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

void wend_spawners_free(wend_spawners *spawners, const wend_allocator *allocator)
{
    wend_id_pool_free(&spawners->ids);
    wend_array_free(&spawners->list, allocator);
    wend_array_free(&spawners->points, allocator);
    wend_placement_free(&spawners->placement, allocator);
}

bool wend_spawners_copy(wend_spawners *to, const wend_spawners *from,
                        const wend_allocator *allocator)
{
    return wend_id_pool_copy(&to->ids, &from->ids, allocator) &&
           wend_array_copy(&to->list, &from->list, allocator) &&
           wend_array_copy(&to->points, &from->points, allocator);
}

void wend_agent_def_hash(const wend_agent_def *def, wend_hash *hash)
{
    wend_hash_vec2(hash, def->velocity);
    wend_hash_doubles(hash, def->radius, def->preferred_speed, def->max_speed, def->time_horizon,
                      def->avoidance_share, def->premovement_time);
    wend_hash_u64(hash, wend_id_pack(def->route.raw));
    wend_hash_u64(hash, wend_id_pack(def->goal.raw));
    wend_hash_u64(hash, wend_id_pack(def->pursuit.raw));
    wend_hash_u64(hash, wend_id_pack(def->lanes.raw));
    wend_hash_u64(hash, wend_id_pack(def->coherent_group.raw));
    wend_hash_u64(hash, (uint64_t)def->social_group << 32 | def->role);
    wend_hash_u64(hash, (uint64_t)def->planner << 32 | (uint64_t)def->motion);
    wend_hash_u64(hash, def->user);
}

void wend_spawners_hash(const wend_spawners *spawners, wend_hash *hash)
{
    wend_id_pool_hash(&spawners->ids, hash);
    for (size_t i = 0; i < spawners->list.count; i++) {
        const wend_spawner *spawner = &spawners->list.data[i];
        wend_agent_def_hash(&spawner->def.agent, hash);
        wend_spread_hash(&spawner->def.radius, hash);
        wend_spread_hash(&spawner->def.preferred_speed, hash);
        wend_spread_hash(&spawner->def.premovement_time, hash);
        wend_hash_doubles(hash, spawner->def.rate, spawner->def.start, spawner->def.end);
        wend_hash_u64(hash, (uint64_t)spawner->def.count << 32 | spawner->done);
        wend_hash_u64(hash, (uint64_t)spawner->waits << 1 | spawner->reported_waiting);
        wend_hash_u64(hash, spawner->random.state);
        wend_hash_u64(hash, spawner->def.area.count);
    }
    for (size_t i = 0; i < spawners->points.count; i++)
        wend_hash_vec2(hash, spawners->points.data[i]);
}
