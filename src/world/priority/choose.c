// SPDX-License-Identifier: MIT
// Who gets priority, and for how long.
#include "world/priority/priority.h"

#include "wend/random.h"
#include "wend/vec2.h"
#include "world/models/motion.h"
#include "world/planners/planner.h"
#include "world/world.h"

#include <math.h>

/// Interval of looks for agents that need priority. [Units: s]
#define LOOK 1.0
/// That interval is at most this many steps.
#define MOST_STEPS 1e9

/// An agent gets priority only if nobody near it has come further for this time, or if it has
/// waited STARVES times as long as necessary. [Units: s]
#define RECENT  5.0
#define STARVES 15.0

/// Distances. [Units: radii of the agent]
#define NEAR  24.0  ///< of those whose progress counts
#define APART 120.0 ///< between agents with priority: their strips do not meet
#define AHEAD 12.0  ///< priority does not end while others are in the strip this far ahead
#define COULD 10.0  ///< an agent that cannot walk this far in the time it waits is only slow
#define WAY   10.0  ///< least way with priority; it doubles each time

/// Most doublings of that way.
enum { MOST_DOUBLINGS = 9 };

/// Priority ends if its agent has not come nearer by MARK radii for this time, and in any case
/// after LONGEST. [Units: s]
#define MARK    0.5
#define HELD    3.0
#define LONGEST 60.0
/// Time for which all near it shuffle then.
#define SHUFFLES 2.0

/// Agents that are examined in one look.
enum { MOST_CANDIDATES = 64 };

/// Ways left are told apart up to this. [Units: m]
#define LONGEST_WAY 1e6

/// Random streams for drawing.
#define DRAW_STREAMS (UINT64_C(5) << 60)

// ---- the state ----------------------------------------------------------------------------------

void wend_priorities_free(wend_priorities *priorities, const wend_allocator *allocator)
{
    (void)allocator;
    priorities->count = 0;
}

bool wend_priorities_copy(wend_priorities *to, const wend_priorities *from,
                          const wend_allocator *allocator)
{
    (void)allocator;
    *to = *from;
    return true;
}

void wend_priorities_hash(const wend_priorities *priorities, wend_hash *hash)
{
    wend_hash_u64(hash, priorities->given << 8 | priorities->count);
    for (uint32_t i = 0; i < priorities->count; ++i) {
        const wend_priority *p = &priorities->list[i];
        wend_hash_u64(hash, wend_id_pack(p->agent.raw));
        wend_hash_u64(hash, p->far);
        wend_hash_doubles(hash, p->since, p->start, p->nearest, p->near_time, p->shuffles);
    }
}

uint64_t wend_world_priorities_given(const wend_world *world)
{
    return world->priorities.given;
}

uint32_t wend_priority_of(const wend_world *world, uint32_t slot)
{
    for (uint32_t i = 0; i < world->priorities.count; ++i)
        if (wend_agent_id_equal(world->priorities.list[i].agent, world->crowd.id[slot]))
            return i;
    return WEND_MOST_PRIORITIES;
}

// ---- ending -------------------------------------------------------------------------------------

static bool is_agent_ahead(const wend_world *world, const wend_priority_path *path)
{
    const wend_crowd *crowd = &world->crowd;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        const wend_body *body = &crowd->bodies[i];
        wend_priority_place place;
        if (body->radius < 0 || i == path->slot ||
            wend_distance(body->position, crowd->bodies[path->slot].position) >
                AHEAD * path->radius + body->radius)
            continue;
        if (wend_priority_place_of(world, path, body->position, &place) && place.along > 0 &&
            place.along <= AHEAD * path->radius && place.distance < path->radius + body->radius)
            return true;
    }
    return false;
}

static bool is_in_gate(const wend_world *world, uint32_t slot)
{
    const wend_gate_memory *memory = &world->gate_memory;
    return slot < memory->visits.count && memory->visits.data[slot].gate1 > 0 &&
           memory->visits.data[slot].place == WEND_GATE_INSIDE;
}

/// Updates a priority after a step. False: it ends.
static bool continues(wend_world *world, wend_priority *own, const wend_priority_path *path)
{
    uint32_t slot = path->slot;
    const wend_walker *walker = &world->crowd.walkers[slot];
    if (!wend_agent_id_equal(own->agent, world->crowd.id[slot]) || !path->found ||
        !wend_motion_can_be_led(world, slot) || walker->chosen == WEND_NO_GOAL)
        return false;
    if (own->shuffles > 0)
        return world->time < own->shuffles;
    if (!isfinite(own->start)) {
        own->start = path->left;
        ++world->priorities.given;
    }
    if (path->left <= own->nearest - MARK * path->radius) {
        own->nearest = path->left;
        own->near_time = world->time;
    }
    double way = WAY * path->radius * (double)(1u << walker->priorities) / 2;
    bool done =
        own->start - path->left >= way && !is_in_gate(world, slot) && !is_agent_ahead(world, path);
    if (done || world->time - own->since >= LONGEST)
        return false;
    if (world->time - own->near_time >= HELD)
        own->shuffles = world->time + SHUFFLES;
    return true;
}

static void end_some(wend_world *world)
{
    wend_priorities *all = &world->priorities;
    const wend_priority_memory *memory = &world->priority_memory;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all->count && i < memory->count; ++i)
        if (continues(world, &all->list[i], &memory->paths[i]))
            all->list[kept++] = all->list[i];
    all->count = kept;
}

// ---- giving -------------------------------------------------------------------------------------

/// True if an agent has made no progress for that time, in which it could have walked far enough.
static bool waits(const wend_world *world, uint32_t slot, double for_s)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    return wend_motion_can_be_led(world, slot) && walker->chosen != WEND_NO_GOAL &&
           world->time - wend_walker_progress_time(walker) >= for_s &&
           wend_planner_speed(world, slot) * for_s >= COULD * world->crowd.bodies[slot].radius;
}

/// True if another agent near this one has come nearer to its goal than ever a moment ago. A detour
/// is no progress here: agents that push each other around take them all the time.
static bool is_lively(const wend_world *world, uint32_t slot)
{
    const wend_crowd *crowd = &world->crowd;
    double reach = NEAR * crowd->bodies[slot].radius;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        const wend_walker *walker = &crowd->walkers[i];
        if (i != slot && !wend_agent_id_is_null(crowd->id[i]) &&
            walker->doing == WEND_ACTIVITY_WALKING && walker->chosen != WEND_NO_GOAL &&
            world->time - walker->best_time < RECENT &&
            wend_distance(crowd->bodies[i].position, crowd->bodies[slot].position) < reach)
            return true;
    }
    return false;
}

/// True if an agent waits at a gate that agents pass: its turn comes.
static bool waits_at_gate(const wend_world *world, uint32_t slot)
{
    const wend_gate_memory *memory = &world->gate_memory;
    if (slot >= memory->visits.count || memory->visits.data[slot].gate1 == 0)
        return false;
    const wend_gate_right *right = &world->gates.rights.data[memory->visits.data[slot].gate1 - 1];
    double last = fmax(right->passed[0], right->passed[1]);
    return right->direction != 0 && world->time - last < world->def.priority_after;
}

static bool is_apart(const wend_world *world, uint32_t slot)
{
    const wend_crowd *crowd = &world->crowd;
    const wend_body *body = &crowd->bodies[slot];
    for (uint32_t i = 0; i < world->priorities.count; ++i) {
        const wend_body *other = &crowd->bodies[wend_id_slot(world->priorities.list[i].agent.raw)];
        if (wend_distance(body->position, other->position) <
            APART * fmax(body->radius, other->radius))
            return false;
    }
    return true;
}

static bool needs_priority(const wend_world *world, uint32_t slot)
{
    double after = world->def.priority_after;
    return waits(world, slot, after) && is_apart(world, slot) && !waits_at_gate(world, slot) &&
           (!is_lively(world, slot) || waits(world, slot, STARVES * after));
}

typedef struct candidate {
    uint64_t lot;
    uint32_t slot;
} candidate;

/// Inserts a candidate by its lot. Those with the greatest lots fall out.
static void insert(candidate *list, uint32_t *count, candidate c)
{
    uint32_t at = *count < MOST_CANDIDATES ? (*count)++ : MOST_CANDIDATES;
    for (; at > 0 && list[at - 1].lot > c.lot; --at)
        if (at < MOST_CANDIDATES)
            list[at] = list[at - 1];
    if (at < MOST_CANDIDATES)
        list[at] = c;
}

/// The lot of an agent. In half of the looks those with the shortest ways left come first, since
/// they are in front of queues; in the others the order is random, so that every order has its
/// turn.
static uint64_t lot_of(const wend_world *world, uint32_t slot, bool by_way)
{
    wend_random random =
        wend_random_stream(world->def.seed ^ world->steps, DRAW_STREAMS + 1 + slot);
    double left = wend_crowd_remaining(&world->crowd, slot);
    if (by_way && left < LONGEST_WAY)
        return (uint64_t)(left * (0x1p63 / LONGEST_WAY));
    return wend_random_u64(&random) >> by_way | (uint64_t)by_way << 63;
}

static void give_some(wend_world *world)
{
    wend_crowd *crowd = &world->crowd;
    wend_priorities *all = &world->priorities;
    candidate list[MOST_CANDIDATES];
    uint32_t count = 0;
    wend_random random = wend_random_stream(world->def.seed ^ world->steps, DRAW_STREAMS);
    bool by_way = wend_random_u32(&random) % 2 == 0;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        if (!waits(world, i, world->def.priority_after))
            continue;
        insert(list, &count, (candidate){lot_of(world, i, by_way), i});
    }
    for (uint32_t i = 0; i < count && all->count < WEND_MOST_PRIORITIES; ++i) {
        uint32_t slot = list[i].slot;
        if (!needs_priority(world, slot))
            continue;
        crowd->walkers[slot].priorities += crowd->walkers[slot].priorities < MOST_DOUBLINGS;
        all->list[all->count++] = (wend_priority){.agent = crowd->id[slot],
                                                  .since = world->time,
                                                  .start = INFINITY,
                                                  .nearest = INFINITY,
                                                  .near_time = world->time,
                                                  .far = wend_random_u32(&random) % 2 == 0};
    }
}

void wend_priority_choose(wend_world *world)
{
    if (world->priorities.count > 0)
        end_some(world);
    uint64_t every = (uint64_t)fmin(fmax(floor(LOOK / world->def.step + 0.5), 1), MOST_STEPS);
    if (world->def.priority_after < INFINITY && world->steps % every == 0)
        give_some(world);
}
