// SPDX-License-Identifier: MIT
// Storage of agents: arrays that grow together, with slots that are reused.
#include "world/state/crowd.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

// ---- memory -------------------------------------------------------------------------------------

/// An array of the crowd.
typedef struct column {
    void **data;
    size_t size; ///< of an item
    bool kept;   ///< part of the state; false: scratch of a step
} column;

enum { COLUMNS = 9, FIRST_CAPACITY = 16 };

static void list_columns(const wend_crowd *crowd, column columns[COLUMNS])
{
    // The columns point into the crowd; those of a const crowd are only read.
    wend_crowd *c = (wend_crowd *)crowd;
    const column list[COLUMNS] = {
        {(void **)&c->id, sizeof *c->id, true},
        {(void **)&c->bodies, sizeof *c->bodies, true},
        {(void **)&c->groups, sizeof *c->groups, true},
        {(void **)&c->wishes, sizeof *c->wishes, true},
        {(void **)&c->aims, sizeof *c->aims, true},
        {(void **)&c->walkers, sizeof *c->walkers, true},
        {(void **)&c->memories, sizeof *c->memories, true},
        {(void **)&c->next_positions, sizeof *c->next_positions, false},
        {(void **)&c->next_velocities, sizeof *c->next_velocities, false},
    };
    memcpy(columns, list, sizeof list);
}

static bool set_capacity(wend_crowd *crowd, uint32_t capacity, const wend_allocator *allocator)
{
    column columns[COLUMNS];
    void *fresh[COLUMNS];
    list_columns(crowd, columns);
    for (int i = 0; i < COLUMNS; ++i) {
        fresh[i] = wend_allocate(allocator, capacity, columns[i].size);
        if (!fresh[i]) {
            while (i-- > 0)
                wend_release(allocator, fresh[i], capacity, columns[i].size);
            return false;
        }
    }
    for (int i = 0; i < COLUMNS; ++i) {
        if (crowd->slots > 0)
            memcpy(fresh[i], *columns[i].data, crowd->slots * columns[i].size);
        wend_release(allocator, *columns[i].data, crowd->capacity, columns[i].size);
        *columns[i].data = fresh[i];
    }
    crowd->capacity = capacity;
    return true;
}

bool wend_crowd_reserve(wend_crowd *crowd, uint32_t more, const wend_allocator *allocator)
{
    size_t free_slots = crowd->ids.free_slots.count;
    uint64_t slots = crowd->ids.generations.count + (more > free_slots ? more - free_slots : 0);
    // Slots are 32-bit numbers, plus one in an id.
    if (slots >= UINT32_MAX || !wend_id_pool_reserve(&crowd->ids, more))
        return false;
    if (slots <= crowd->capacity)
        return true;
    // Grows by a quarter instead of doubling, to bound the memory per agent.
    uint64_t capacity = (uint64_t)crowd->capacity + crowd->capacity / 4 + FIRST_CAPACITY;
    capacity = capacity > slots ? capacity : slots;
    return set_capacity(crowd, capacity < UINT32_MAX ? (uint32_t)capacity : UINT32_MAX, allocator);
}

void wend_crowd_free(wend_crowd *crowd, const wend_allocator *allocator)
{
    column columns[COLUMNS];
    list_columns(crowd, columns);
    for (int i = 0; i < COLUMNS; ++i)
        wend_release(allocator, *columns[i].data, crowd->capacity, columns[i].size);
    wend_id_pool_free(&crowd->ids);
    *crowd = (wend_crowd){.ids.allocator = crowd->ids.allocator};
}

bool wend_crowd_copy(wend_crowd *to, const wend_crowd *from, const wend_allocator *allocator)
{
    to->slots = to->count = 0;
    // Any slot that was used once may be reused, so the copy needs capacity for all of them.
    uint32_t capacity = (uint32_t)from->ids.generations.count;
    if (!wend_id_pool_copy(&to->ids, &from->ids, allocator) ||
        (to->capacity < capacity && !set_capacity(to, capacity, allocator)))
        return false;
    column sources[COLUMNS], targets[COLUMNS];
    list_columns(from, sources);
    list_columns(to, targets);
    for (int i = 0; i < COLUMNS; ++i)
        if (sources[i].kept && from->slots > 0)
            memcpy(*targets[i].data, *sources[i].data, from->slots * sources[i].size);
    to->slots = from->slots;
    to->count = from->count;
    memcpy(to->by_planner, from->by_planner, sizeof to->by_planner);
    memcpy(to->by_motion, from->by_motion, sizeof to->by_motion);
    to->needs = from->needs;
    return true;
}

// ---- agents -------------------------------------------------------------------------------------

static void clear_slot(wend_crowd *crowd, uint32_t slot)
{
    crowd->id[slot] = (wend_agent_id){0};
    crowd->bodies[slot] = (wend_body){.radius = -1};
    crowd->groups[slot] = 0;
    crowd->wishes[slot] = (wend_preferred_velocity){0};
    crowd->aims[slot] = (wend_steering_target){0};
    crowd->walkers[slot] = (wend_walker){.chosen = WEND_NO_GOAL};
    crowd->memories[slot] = (wend_pedestrian_memory){0};
}

/// Counts an agent's planner and model once more (1) or once less (UINT32_MAX).
static void count_kinds(wend_crowd *crowd, uint32_t slot, uint32_t change)
{
    crowd->by_planner[crowd->walkers[slot].planner] += change;
    crowd->by_motion[crowd->walkers[slot].motion] += change;
    crowd->needs = 0;
    for (int i = 0; i < WEND_PLANNER_COUNT; ++i)
        if (crowd->by_planner[i] > 0)
            crowd->needs |= wend_planner_info_of((wend_planner_kind)i)->needs;
    for (int i = 0; i < WEND_MOTION_COUNT; ++i)
        if (crowd->by_motion[i] > 0)
            crowd->needs |= wend_motion_info_of((wend_motion_kind)i)->needs;
}

wend_agent_id wend_crowd_add(wend_crowd *crowd, const wend_agent_def *def, double now)
{
    wend_agent_id id = {wend_id_take(&crowd->ids)};
    uint32_t slot = wend_id_slot(id.raw);
    WEND_ASSERT(!wend_agent_id_is_null(id) && slot < crowd->capacity);
    for (; crowd->slots <= slot; ++crowd->slots)
        clear_slot(crowd, crowd->slots);
    ++crowd->count;
    crowd->id[slot] = id;
    crowd->groups[slot] = def->social_group;
    crowd->bodies[slot] = (wend_body){
        .position = def->position,
        .velocity = def->velocity,
        .radius = (float)def->radius,
        .max_speed = (float)def->max_speed,
        .time_horizon = (float)def->time_horizon,
        .avoidance_share = (float)def->avoidance_share,
    };
    crowd->wishes[slot] = (wend_preferred_velocity){0};
    crowd->aims[slot] =
        (wend_steering_target){.a = def->position, .b = def->position, .remaining = INFINITY};
    crowd->walkers[slot] = (wend_walker){
        .speed = def->preferred_speed,
        .begins = now + def->premovement_time,
        .added = now,
        .user = def->user,
        .route = def->route,
        .goal = def->goal,
        .pursuit = def->pursuit,
        .lanes = def->lanes,
        .shape = def->coherent_group,
        .chosen = WEND_NO_GOAL,
        .role = def->role,
        .faster = 1,
        .max_speed = (float)def->max_speed,
        .share = (float)def->avoidance_share,
        .planner = (uint8_t)def->planner,
        .motion = (uint8_t)def->motion,
    };
    count_kinds(crowd, slot, 1);
    wend_crowd_set_out(crowd, slot, now);
    return id;
}

void wend_crowd_set_kinds(wend_crowd *crowd, uint32_t slot, wend_planner_kind planner,
                          wend_motion_kind motion)
{
    wend_walker *walker = &crowd->walkers[slot];
    count_kinds(crowd, slot, UINT32_MAX);
    walker->planner = (uint8_t)planner;
    if (walker->motion != motion)
        crowd->memories[slot] = (wend_pedestrian_memory){0};
    walker->motion = (uint8_t)motion;
    count_kinds(crowd, slot, 1);
}

void wend_crowd_remove(wend_crowd *crowd, uint32_t slot)
{
    wend_id_give(&crowd->ids, crowd->id[slot].raw);
    count_kinds(crowd, slot, UINT32_MAX);
    clear_slot(crowd, slot);
    --crowd->count;
    while (crowd->slots > 0 && wend_agent_id_is_null(crowd->id[crowd->slots - 1]))
        --crowd->slots;
}

void wend_crowd_set_out(wend_crowd *crowd, uint32_t slot, double now)
{
    wend_walker *walker = &crowd->walkers[slot];
    walker->nearest = INFINITY;
    walker->nearest_time = now;
    walker->best = INFINITY;
    walker->best_time = now;
    walker->detours = 0;
    walker->reported_stuck = false;
    walker->gate1 = 0;
    walker->priorities = 0;
    if (wend_route_id_is_null(walker->route) && wend_goal_id_is_null(walker->goal) &&
        wend_pursuit_id_is_null(walker->pursuit) && wend_lanes_id_is_null(walker->lanes) &&
        wend_group_id_is_null(walker->shape))
        walker->doing = WEND_ACTIVITY_IDLE;
    else
        walker->doing = walker->begins > now ? WEND_ACTIVITY_PREMOVEMENT : WEND_ACTIVITY_WALKING;
}

double wend_crowd_remaining(const wend_crowd *crowd, uint32_t slot)
{
    return wend_distance(crowd->bodies[slot].position, wend_crowd_target(crowd, slot)) +
           crowd->aims[slot].remaining;
}

// ---- hash ---------------------------------------------------------------------------------------

static void hash_agent(const wend_crowd *crowd, uint32_t slot, wend_hash *hash)
{
    const wend_body *body = &crowd->bodies[slot];
    wend_hash_vec2(hash, body->position);
    wend_hash_vec2(hash, body->velocity);
    wend_hash_doubles(hash, body->radius, body->max_speed, body->time_horizon,
                      body->avoidance_share);
    const wend_steering_target *aim = &crowd->aims[slot];
    wend_hash_vec2(hash, aim->a);
    wend_hash_vec2(hash, aim->b);
    wend_hash_double(hash, aim->bias);
    wend_hash_double(hash, aim->remaining);
    const wend_walker *walker = &crowd->walkers[slot];
    wend_hash_doubles(hash, walker->share, walker->held, walker->speed, walker->faster,
                      walker->max_speed);
    wend_hash_u64(hash, walker->ride1);
    wend_hash_doubles(hash, walker->begins, walker->resumes, walker->nearest, walker->nearest_time,
                      walker->added, walker->best, walker->best_time);
    wend_hash_u64(hash, walker->user);
    wend_hash_u64(hash, wend_id_pack(walker->route.raw));
    wend_hash_u64(hash, wend_id_pack(walker->goal.raw));
    wend_hash_u64(hash, wend_id_pack(walker->pursuit.raw));
    wend_hash_u64(hash, wend_id_pack(walker->lanes.raw));
    wend_hash_u64(hash, wend_id_pack(walker->shape.raw));
    wend_hash_u64(hash, (uint64_t)walker->chosen << 32 | walker->stop);
    wend_hash_u64(hash, (uint64_t)walker->rounds << 32 | walker->role);
    wend_hash_u64(hash, (uint64_t)walker->detours << 40 | (uint64_t)walker->opposed << 32 |
                            (uint64_t)walker->doing << 24 | (uint64_t)walker->planner << 16 |
                            (uint64_t)walker->motion << 8 | walker->reported_stuck);
    wend_hash_u64(hash, (uint64_t)walker->priorities << 48 | (uint64_t)walker->gate1 << 16 |
                            (uint64_t)walker->gate_place << 8 | walker->gate_mouth);
    wend_hash_u64(hash, crowd->groups[slot]);
    const wend_pedestrian_memory *memory = &crowd->memories[slot];
    wend_hash_doubles(hash, memory->side, memory->flow, memory->oncoming, memory->rest,
                      memory->held);
}

void wend_crowd_hash(const wend_crowd *crowd, wend_hash *hash)
{
    wend_id_pool_hash(&crowd->ids, hash);
    wend_hash_u64(hash, crowd->count);
    for (uint32_t i = 0; i < crowd->slots; ++i)
        if (!wend_agent_id_is_null(crowd->id[i]))
            hash_agent(crowd, i, hash);
}
