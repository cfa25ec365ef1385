// SPDX-License-Identifier: MIT
// The store of agents: arrays that grow together, slots that are used again.
#include "world/crowd.h"

#include <math.h>
#include <string.h>

// ---- memory -------------------------------------------------------------------------------------

/// An array of the crowd.
typedef struct column {
    void **data;
    size_t size; ///< of an item
    bool kept;   ///< part of the state; else scratch of a step
} column;

enum { COLUMNS = 8, FIRST_CAPACITY = 16 };

static void list_columns(const wend_crowd *crowd, column columns[COLUMNS])
{
    // The list is of places; a const crowd's are only read.
    wend_crowd *c = (wend_crowd *)crowd;
    const column list[COLUMNS] = {
        {(void **)&c->id, sizeof *c->id, true},
        {(void **)&c->bodies, sizeof *c->bodies, true},
        {(void **)&c->groups, sizeof *c->groups, true},
        {(void **)&c->wishes, sizeof *c->wishes, true},
        {(void **)&c->aims, sizeof *c->aims, true},
        {(void **)&c->walkers, sizeof *c->walkers, true},
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
    // By a quarter, not to the double: there are many arrays, and how much they take is promised.
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
    // A slot that was given out once may be used again, so there must be room for all of them.
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
    memcpy(to->by_guide, from->by_guide, sizeof to->by_guide);
    memcpy(to->by_motion, from->by_motion, sizeof to->by_motion);
    return true;
}

// ---- agents -------------------------------------------------------------------------------------

static void clear_slot(wend_crowd *crowd, uint32_t slot)
{
    crowd->id[slot] = (wend_id){0, 0};
    crowd->bodies[slot] = (wend_body){.radius = -1};
    crowd->groups[slot] = 0;
    crowd->wishes[slot] = (wend_wish){0};
    crowd->aims[slot] = (wend_aim){0};
    crowd->walkers[slot] = (wend_walker){.chosen = WEND_NO_GOAL};
}

wend_id wend_crowd_add(wend_crowd *crowd, const wend_agent_def *def, double now)
{
    wend_id id = wend_id_take(&crowd->ids);
    uint32_t slot = wend_id_slot(id);
    WEND_ASSERT(!wend_id_null(id) && slot < crowd->capacity);
    for (; crowd->slots <= slot; ++crowd->slots)
        clear_slot(crowd, crowd->slots);
    ++crowd->count;
    crowd->id[slot] = id;
    crowd->groups[slot] = def->group;
    crowd->bodies[slot] = (wend_body){
        .position = def->position,
        .velocity = def->velocity,
        .radius = (float)def->radius,
        .max_speed = (float)def->max_speed,
        .horizon = (float)def->horizon,
        .share = (float)def->share,
    };
    crowd->wishes[slot] = (wend_wish){0};
    crowd->aims[slot] = (wend_aim){.a = def->position, .b = def->position, .rest = INFINITY};
    crowd->walkers[slot] = (wend_walker){
        .speed = def->speed,
        .begins = now + def->reaction,
        .added = now,
        .user = def->user,
        .route = def->route,
        .goal = def->goal,
        .pursuit = def->pursuit,
        .lanes = def->lanes,
        .shape = def->shape,
        .chosen = WEND_NO_GOAL,
        .role = def->role,
        .faster = 1,
        .max_speed = (float)def->max_speed,
        .share = (float)def->share,
        .guide = (uint8_t)def->guide,
        .motion = (uint8_t)def->motion,
    };
    ++crowd->by_guide[def->guide];
    ++crowd->by_motion[def->motion];
    wend_crowd_set_out(crowd, slot, now);
    return id;
}

void wend_crowd_set_kinds(wend_crowd *crowd, uint32_t slot, wend_guide_kind guide,
                          wend_motion_kind motion)
{
    wend_walker *walker = &crowd->walkers[slot];
    --crowd->by_guide[walker->guide];
    --crowd->by_motion[walker->motion];
    walker->guide = (uint8_t)guide;
    walker->motion = (uint8_t)motion;
    ++crowd->by_guide[guide];
    ++crowd->by_motion[motion];
}

void wend_crowd_remove(wend_crowd *crowd, uint32_t slot)
{
    wend_id_give(&crowd->ids, crowd->id[slot]);
    --crowd->by_guide[crowd->walkers[slot].guide];
    --crowd->by_motion[crowd->walkers[slot].motion];
    clear_slot(crowd, slot);
    --crowd->count;
    while (crowd->slots > 0 && wend_id_null(crowd->id[crowd->slots - 1]))
        --crowd->slots;
}

void wend_crowd_set_out(wend_crowd *crowd, uint32_t slot, double now)
{
    wend_walker *walker = &crowd->walkers[slot];
    walker->nearest = INFINITY;
    walker->nearest_time = now;
    walker->told_stuck = false;
    if (wend_id_null(walker->route) && wend_id_null(walker->goal) &&
        wend_id_null(walker->pursuit) && wend_id_null(walker->lanes) && wend_id_null(walker->shape))
        walker->doing = WEND_DOING_NOTHING;
    else
        walker->doing = walker->begins > now ? WEND_DOING_REACTS : WEND_DOING_WALKS;
}

double wend_crowd_left(const wend_crowd *crowd, uint32_t slot)
{
    const wend_aim *aim = &crowd->aims[slot];
    wend_vec2 p = crowd->bodies[slot].position;
    double x = aim->a.x + aim->bias * (aim->b.x - aim->a.x) - p.x;
    double y = aim->a.y + aim->bias * (aim->b.y - aim->a.y) - p.y;
    return sqrt(x * x + y * y) + aim->rest;
}

// ---- hash ---------------------------------------------------------------------------------------

static void hash_agent(const wend_crowd *crowd, uint32_t slot, wend_hash *hash)
{
    const wend_body *body = &crowd->bodies[slot];
    wend_hash_vec2(hash, body->position);
    wend_hash_vec2(hash, body->velocity);
    wend_hash_double(hash, body->radius);
    wend_hash_double(hash, body->max_speed);
    wend_hash_double(hash, body->horizon);
    wend_hash_double(hash, body->share);
    const wend_aim *aim = &crowd->aims[slot];
    wend_hash_vec2(hash, aim->a);
    wend_hash_vec2(hash, aim->b);
    wend_hash_double(hash, aim->bias);
    wend_hash_double(hash, aim->rest);
    const wend_walker *walker = &crowd->walkers[slot];
    wend_hash_double(hash, walker->share);
    wend_hash_double(hash, walker->held);
    wend_hash_double(hash, walker->speed);
    wend_hash_double(hash, walker->faster);
    wend_hash_double(hash, walker->max_speed);
    wend_hash_u64(hash, walker->ride1);
    wend_hash_double(hash, walker->begins);
    wend_hash_double(hash, walker->resumes);
    wend_hash_double(hash, walker->nearest);
    wend_hash_double(hash, walker->nearest_time);
    wend_hash_double(hash, walker->added);
    wend_hash_u64(hash, walker->user);
    wend_hash_u64(hash, wend_id_pack(walker->route));
    wend_hash_u64(hash, wend_id_pack(walker->goal));
    wend_hash_u64(hash, wend_id_pack(walker->pursuit));
    wend_hash_u64(hash, wend_id_pack(walker->lanes));
    wend_hash_u64(hash, wend_id_pack(walker->shape));
    wend_hash_u64(hash, (uint64_t)walker->chosen << 32 | walker->stop);
    wend_hash_u64(hash, (uint64_t)walker->rounds << 32 | walker->role);
    wend_hash_u64(hash, (uint64_t)walker->opposed << 32 | (uint64_t)walker->doing << 24 |
                            (uint64_t)walker->guide << 16 | (uint64_t)walker->motion << 8 |
                            walker->told_stuck);
    wend_hash_u64(hash, crowd->groups[slot]);
}

void wend_crowd_hash(const wend_crowd *crowd, wend_hash *hash)
{
    wend_id_pool_hash(&crowd->ids, hash);
    wend_hash_u64(hash, crowd->count);
    for (uint32_t i = 0; i < crowd->slots; ++i)
        if (!wend_id_null(crowd->id[i]))
            hash_agent(crowd, i, hash);
}
