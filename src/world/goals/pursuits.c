// SPDX-License-Identifier: MIT
// Storage of pursuits, and functions that all kinds share.
#include "world/goals/pursuits.h"

#include "wend/geometry.h"
#include "world/world.h"

#include <string.h>

#define PURSUIT_COOKIE 0x70757273u

// Streams of random numbers for the draws of pursuits. (All other streams have one of the two
// highest bits set.)
#define DRAW_STREAMS UINT64_C(0)

// Limits of lengths [m], times [s] and rates [1/s].
#define MAX_REACH   1e6
#define MAX_SECONDS 1e7
#define MAX_RATE    1e9

/// Delay until the next attempt if there was no goal or no path. [Units: s]
#define TRY_AGAIN 1.0

/// Time without progress after which a stuck agent gives up its goal. [Units: s]
#define GIVE_UP_AFTER 10.0

static const wend_pursuit_rules *const RULES[WEND_PURSUIT_KINDS] = {
    [WEND_PURSUIT_ROAM] = &wend_pursuit_roam,
    [WEND_PURSUIT_GATHER] = &wend_pursuit_gather,
    [WEND_PURSUIT_CHASE] = &wend_pursuit_chase,
};

static const wend_pursuit_rules *rules_of(wend_world *world, uint32_t slot)
{
    return RULES[wend_pursuit_of(world, slot)->def.kind];
}

// ---- adding -------------------------------------------------------------------------------------

wend_pursuit_def wend_default_pursuit_def(wend_pursuit_kind kind)
{
    return (wend_pursuit_def){
        .kind = kind,
        .rate = 1,
        .depletion_threshold = 0.25,
        .reach = kind == WEND_PURSUIT_CHASE ? 0.3 : 1,
        .cookie = PURSUIT_COOKIE,
    };
}

// False for NaN.
static bool is_between(double value, double least, double most)
{
    return value >= least && value <= most;
}

static wend_result check(const wend_world *world, const wend_pursuit_def *def, wend_error *error)
{
    if (!def || def->cookie != PURSUIT_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_pursuit_def()");
    if ((int)def->kind < 0 || (int)def->kind >= WEND_PURSUIT_KINDS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "unknown kind of pursuit %d", (int)def->kind);
    if (!is_between(def->wait, 0, MAX_SECONDS) || !is_between(def->wait_spread, 0, MAX_SECONDS))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "wait and wait_spread must be 0 to %g s, found %g and %g", MAX_SECONDS,
                         def->wait, def->wait_spread);
    if (!is_between(def->rate, 0, MAX_RATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "rate must be 0 to %g per second, found %g",
                         MAX_RATE, def->rate);
    if (!is_between(def->depletion_threshold, 0, 1) || def->depletion_threshold == 1)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "depletion_threshold must be 0 or more and below 1, found %g",
                         def->depletion_threshold);
    if (!is_between(def->reach, 0, MAX_REACH))
        return wend_fail(error, WEND_BAD_ARGUMENT, "reach must be 0 to %g m, found %g", MAX_REACH,
                         def->reach);
    return RULES[def->kind]->check(world, def, error);
}

/// wend_placement.longest of an area. [Limit: the placement has memory for its corners]
static double longest_of(wend_world *world, const wend_goal *area)
{
    wend_placement *placement = &world->pursuits.placement;
    placement->area = *area;
    placement->box = wend_box_of(area->points, area->count);
    wend_placement_measure(placement);
    return placement->longest;
}

wend_result wend_world_add_pursuit(wend_world *world, const wend_pursuit_def *def,
                                   wend_pursuit_id *id, wend_error *error)
{
    if (id)
        *id = (wend_pursuit_id){0};
    wend_result result = check(world, def, error);
    if (result != WEND_OK)
        return result;
    wend_pursuits *pursuits = &world->pursuits;
    uint32_t corners = def->kind == WEND_PURSUIT_ROAM ? def->area.count : 0;
    if (!wend_id_pool_reserve(&pursuits->ids, 1) ||
        !wend_array_reserve(&pursuits->list, &world->allocator, 1) ||
        !wend_array_reserve(&pursuits->points, &world->allocator, corners) ||
        !wend_placement_reserve(&pursuits->placement, 0, 0, corners, &world->allocator))
        return wend_fail_memory(error);
    wend_pursuit made = {.def = *def, .first = (uint32_t)pursuits->points.count};
    made.def.area = (wend_goal){NULL, corners};
    if (corners > 0) {
        made.longest = longest_of(world, &def->area);
        memcpy(pursuits->points.data + made.first, def->area.points,
               corners * sizeof *def->area.points);
        pursuits->points.count += corners;
        pursuits->corners = corners > pursuits->corners ? corners : pursuits->corners;
    }
    pursuits->list.data[pursuits->list.count++] = made;
    wend_pursuit_id taken = {wend_id_take(&pursuits->ids)};
    if (id)
        *id = taken;
    return WEND_OK;
}

// ---- queries ------------------------------------------------------------------------------------

static void add_sums(wend_pursuit_totals *to, const wend_pursuit_totals *sums)
{
    to->goals_reached += sums->goals_reached;
    to->caught += sums->caught;
    to->gathered += sums->gathered;
    to->value += sums->value;
}

wend_result wend_world_pursuit_totals(const wend_world *world, wend_pursuit_id pursuit,
                                      wend_pursuit_totals *sums, wend_error *error)
{
    const wend_pursuits *pursuits = &world->pursuits;
    *sums = (wend_pursuit_totals){0};
    if (wend_pursuit_id_is_null(pursuit)) {
        for (size_t i = 0; i < pursuits->list.count; ++i)
            add_sums(sums, &pursuits->list.data[i].sums);
        return WEND_OK;
    }
    if (!wend_id_valid(&pursuits->ids, pursuit.raw))
        return wend_fail(error, WEND_STALE, "unknown pursuit id");
    *sums = pursuits->list.data[wend_id_slot(pursuit.raw)].sums;
    return WEND_OK;
}

wend_result wend_world_pursuer(const wend_world *world, wend_agent_id agent,
                               wend_pursuer_state *state, wend_error *error)
{
    *state = (wend_pursuer_state){0};
    if (!wend_id_valid(&world->crowd.ids, agent.raw))
        return wend_fail(error, WEND_STALE, "unknown or removed agent id");
    uint32_t slot = wend_id_slot(agent.raw);
    const wend_walker *walker = &world->crowd.walkers[slot];
    if (wend_pursuit_id_is_null(walker->pursuit))
        return WEND_NOT_FOUND;
    if (slot >= world->pursuits.pursuers.count)
        return WEND_OK;
    const wend_pursuer *pursuer = &world->pursuits.pursuers.data[slot];
    state->quarry = pursuer->quarry;
    state->sums = pursuer->sums;
    state->has_goal = walker->chosen != WEND_NO_GOAL;
    if (state->has_goal)
        state->goal = wend_goals_goal(&world->goals, walker->chosen).points[0];
    return WEND_OK;
}

// ---- functions for the kinds --------------------------------------------------------------------

wend_pursuit *wend_pursuit_of(wend_world *world, uint32_t slot)
{
    return &world->pursuits.list.data[wend_id_slot(world->crowd.walkers[slot].pursuit.raw)];
}

wend_pursuer *wend_pursuer_of(wend_world *world, uint32_t slot)
{
    return &world->pursuits.pursuers.data[slot];
}

bool wend_pursuit_wants(wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    bool in_vain = walker->doing == WEND_ACTIVITY_IDLE || walker->doing == WEND_ACTIVITY_NO_PATH ||
                   (walker->doing == WEND_ACTIVITY_WALKING && walker->reported_stuck &&
                    world->time - walker->nearest_time >= GIVE_UP_AFTER);
    if (in_vain)
        return world->time >= wend_pursuer_of(world, slot)->again;
    return walker->doing == WEND_ACTIVITY_WALKING && walker->chosen == WEND_NO_GOAL;
}

wend_random wend_pursuit_random(wend_world *world, uint32_t slot)
{
    wend_hash hash = wend_hash_start();
    wend_hash_u64(&hash, wend_id_pack(world->crowd.id[slot].raw));
    wend_hash_u64(&hash, wend_pursuer_of(world, slot)->draws++);
    return wend_random_stream(world->def.seed, DRAW_STREAMS | wend_hash_end(&hash) >> 2);
}

void wend_pursuit_head_for(wend_world *world, uint32_t slot, wend_vec2 place)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    wend_pursuer *pursuer = wend_pursuer_of(world, slot);
    walker->chosen = pursuer->goal1 - 1;
    walker->doing = WEND_ACTIVITY_WALKING;
    pursuer->again = world->time + TRY_AGAIN;
    wend_goals_move(&world->goals, walker->chosen, place);
    wend_world_set_out(world, slot);
}

void wend_pursuit_stand(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    wend_paths_drop(&world->paths, slot);
    walker->chosen = WEND_NO_GOAL;
    walker->doing = WEND_ACTIVITY_IDLE;
    wend_pursuer_of(world, slot)->again = world->time + TRY_AGAIN;
}

void wend_pursuit_stay(wend_world *world, uint32_t slot, double seconds)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    wend_pursuer *pursuer = wend_pursuer_of(world, slot);
    wend_paths_drop(&world->paths, slot);
    wend_events_add_agent(world, WEND_EVENT_WAYPOINT, slot, (uint32_t)pursuer->sums.goals_reached);
    ++pursuer->sums.goals_reached;
    ++wend_pursuit_of(world, slot)->sums.goals_reached;
    walker->doing = WEND_ACTIVITY_WAITING;
    walker->resumes = world->time + seconds;
}

// ---- in a step ----------------------------------------------------------------------------------

static bool pursues(const wend_world *world, uint32_t slot)
{
    return !wend_agent_id_is_null(world->crowd.id[slot]) &&
           !wend_pursuit_id_is_null(world->crowd.walkers[slot].pursuit);
}

/// Reserves memory, and creates the goals of slots that need one. False: out of memory, nothing
/// changed.
static bool reserve(wend_world *world)
{
    wend_pursuits *pursuits = &world->pursuits;
    const wend_crowd *crowd = &world->crowd;
    size_t known = pursuits->pursuers.count, more = crowd->slots > known ? crowd->slots - known : 0;
    uint32_t without = 0;
    for (uint32_t i = 0; i < crowd->slots; ++i)
        without += pursues(world, i) && (i >= known || pursuits->pursuers.data[i].goal1 == 0);
    if (!wend_array_reserve(&pursuits->pursuers, &world->allocator, more) ||
        !wend_placement_reserve(&pursuits->placement, 0, 0, pursuits->corners, &world->allocator) ||
        !wend_goals_reserve_own(&world->goals, without, &world->allocator))
        return false;
    for (; pursuits->pursuers.count < crowd->slots; ++pursuits->pursuers.count)
        pursuits->pursuers.data[pursuits->pursuers.count] = (wend_pursuer){0};
    for (uint32_t i = 0; without > 0 && i < crowd->slots; ++i) {
        wend_pursuer *pursuer = &pursuits->pursuers.data[i];
        if (pursues(world, i) && pursuer->goal1 == 0)
            pursuer->goal1 = wend_goals_add_own(&world->goals, crowd->bodies[i].position) + 1;
    }
    return true;
}

bool wend_pursuits_aim(wend_world *world)
{
    if (world->pursuits.list.count == 0)
        return true;
    if (!reserve(world))
        return false;
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        if (pursues(world, i) && world->crowd.walkers[i].doing != WEND_ACTIVITY_PREMOVEMENT)
            rules_of(world, i)->aim(world, i);
    return true;
}

void wend_pursuits_reached(wend_world *world, uint32_t slot)
{
    const wend_pursuit_rules *rules = rules_of(world, slot);
    if (rules->reached)
        rules->reached(world, slot);
}

void wend_pursuits_resume(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    walker->chosen = WEND_NO_GOAL;
    walker->doing = WEND_ACTIVITY_WALKING;
    wend_world_set_out(world, slot);
}

void wend_pursuits_act(wend_world *world)
{
    if (world->pursuits.list.count == 0)
        return;
    // The number of slots may decrease when agents leave.
    for (uint32_t i = 0; i < world->crowd.slots && i < world->pursuits.pursuers.count; ++i) {
        if (!pursues(world, i) || world->crowd.walkers[i].doing == WEND_ACTIVITY_PREMOVEMENT)
            continue;
        const wend_pursuit_rules *rules = rules_of(world, i);
        if (rules->act)
            rules->act(world, i);
    }
}

void wend_pursuits_forget(wend_pursuits *pursuits, uint32_t slot)
{
    if (slot < pursuits->pursuers.count)
        pursuits->pursuers.data[slot] =
            (wend_pursuer){.goal1 = pursuits->pursuers.data[slot].goal1};
}

// ---- free, copy, hash ---------------------------------------------------------------------------

void wend_pursuits_free(wend_pursuits *pursuits, const wend_allocator *allocator)
{
    wend_id_pool_free(&pursuits->ids);
    wend_array_free(&pursuits->list, allocator);
    wend_array_free(&pursuits->points, allocator);
    wend_array_free(&pursuits->pursuers, allocator);
    wend_placement_free(&pursuits->placement, allocator);
}

bool wend_pursuits_copy(wend_pursuits *to, const wend_pursuits *from,
                        const wend_allocator *allocator)
{
    to->corners = from->corners;
    return wend_id_pool_copy(&to->ids, &from->ids, allocator) &&
           wend_array_copy(&to->list, &from->list, allocator) &&
           wend_array_copy(&to->points, &from->points, allocator) &&
           wend_array_copy(&to->pursuers, &from->pursuers, allocator);
}

static void hash_sums(const wend_pursuit_totals *sums, wend_hash *hash)
{
    wend_hash_u64(hash, sums->goals_reached);
    wend_hash_u64(hash, sums->caught);
    wend_hash_double(hash, sums->gathered);
    wend_hash_double(hash, sums->value);
}

static void hash_def(const wend_pursuit_def *def, wend_hash *hash)
{
    wend_hash_u64(hash, (uint64_t)def->kind << 32 | def->role);
    wend_hash_u64(hash, wend_id_pack(def->resource.raw));
    wend_hash_u64(hash, def->area.count);
    wend_hash_doubles(hash, def->wait, def->wait_spread, def->rate, def->depletion_threshold,
                      def->reach);
}

void wend_pursuits_hash(const wend_pursuits *pursuits, wend_hash *hash)
{
    wend_id_pool_hash(&pursuits->ids, hash);
    for (size_t i = 0; i < pursuits->list.count; ++i) {
        hash_def(&pursuits->list.data[i].def, hash);
        hash_sums(&pursuits->list.data[i].sums, hash);
    }
    for (size_t i = 0; i < pursuits->points.count; ++i)
        wend_hash_vec2(hash, pursuits->points.data[i]);
    for (size_t i = 0; i < pursuits->pursuers.count; ++i) {
        const wend_pursuer *pursuer = &pursuits->pursuers.data[i];
        wend_hash_u64(hash, (uint64_t)pursuer->goal1 << 32 | pursuer->draws);
        wend_hash_double(hash, pursuer->again);
        wend_hash_double(hash, pursuer->hoped);
        wend_hash_vec2(hash, pursuer->seen);
        wend_hash_u64(hash, wend_id_pack(pursuer->quarry.raw));
        hash_sums(&pursuer->sums, hash);
    }
}
