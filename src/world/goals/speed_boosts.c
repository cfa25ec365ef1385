// SPDX-License-Identifier: MIT
// Storage of speed boosts at corners, and how agents take them.
#include "world/goals/speed_boosts.h"

#include "wend/map_boosts.h"
#include "wend/vec2.h"
#include "world/world.h"

/// Largest factor.
#define MAX_FACTOR 1000.0

/// Distance within which an agent passes the corner. A map leads it there to about one radius,
/// rounded up to its class. [Units: radii]
#define TAKES_WITHIN 1.5

// ---- interface for the host ---------------------------------------------------------------------

static wend_result check(const wend_world *world, wend_vec2 at, double weight, uint32_t count,
                         wend_error *error)
{
    const wend_weights *weights = &world->weights;
    if (!wend_is_in_range(at))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the boost's position is not within %g m of the origin",
                         WEND_MAX_COORDINATE);
    if (!(weight >= 1 && weight <= MAX_FACTOR))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the boost's factor must be 1 to %g, found %g",
                         MAX_FACTOR, weight);
    if (count < 1)
        return wend_fail(error, WEND_BAD_ARGUMENT, "the boost's count must be 1 or more, found 0");
    uint32_t speeds = 1;
    for (size_t i = 0; i < weights->list.count; ++i) {
        bool is_new = weights->list.data[i].weight != weight;
        for (size_t k = 0; k < i && is_new; ++k)
            is_new = weights->list.data[k].weight != weights->list.data[i].weight;
        speeds += is_new;
    }
    if (weight > 1 && speeds + 1 > WEND_MAP_MAX_SPEEDS)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "boosts can have at most %u different factors: use one of those",
                         speeds - 1);
    return WEND_OK;
}

wend_result wend_world_add_boost(wend_world *world, wend_vec2 at, double weight, uint32_t count,
                                 wend_boost_id *id, wend_error *error)
{
    wend_weights *weights = &world->weights;
    if (id)
        *id = (wend_boost_id){0};
    wend_result result = check(world, at, weight, count, error);
    if (result != WEND_OK)
        return result;
    if (!wend_id_pool_reserve(&weights->ids, 1) ||
        !wend_array_reserve(&weights->list, &world->allocator, 1))
        return wend_fail_memory(error);
    weights->list.data[weights->list.count++] =
        (wend_weight){.at = at, .weight = weight, .left = count};
    ++weights->changes;
    wend_boost_id made = {wend_id_take(&weights->ids)};
    if (id)
        *id = made;
    return WEND_OK;
}

static wend_weight *weight_of(const wend_world *world, wend_boost_id id, wend_error *error)
{
    const wend_weights *weights = &world->weights;
    if (wend_id_valid(&weights->ids, id.raw))
        return &weights->list.data[wend_id_slot(id.raw)];
    wend_fail(error, WEND_STALE, "unknown boost id");
    return NULL;
}

wend_result wend_world_boost_remaining(const wend_world *world, wend_boost_id id, uint32_t *count,
                                       wend_error *error)
{
    const wend_weight *weight = weight_of(world, id, error);
    *count = weight ? weight->left : 0;
    return weight ? WEND_OK : WEND_STALE;
}

wend_result wend_world_refill_boost(wend_world *world, wend_boost_id id, uint32_t count,
                                    wend_error *error)
{
    wend_weight *weight = weight_of(world, id, error);
    if (!weight)
        return WEND_STALE;
    world->weights.changes += (weight->left > 0) != (count > 0);
    weight->left = count;
    return WEND_OK;
}

// ---- in a step ----------------------------------------------------------------------------------

/// Counts one rider more, or one less. A boost that is used up needs a layer in maps from its first
/// rider to its last.
static void count_rider(wend_weights *weights, uint32_t number, bool comes)
{
    wend_weight *weight = &weights->list.data[number];
    weight->riders = comes ? weight->riders + 1 : weight->riders - 1;
    weights->changes += weight->left == 0 && weight->riders == (comes ? 1 : 0);
}

static void set_ride(wend_world *world, uint32_t slot, uint32_t ride1)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    if (walker->ride1 > 0)
        count_rider(&world->weights, walker->ride1 - 1, false);
    if (ride1 > 0)
        count_rider(&world->weights, ride1 - 1, true);
    walker->ride1 = ride1;
}

void wend_weights_forget(wend_world *world, uint32_t slot)
{
    set_ride(world, slot, 0);
}

static void take(wend_world *world, uint32_t slot, uint32_t number)
{
    wend_weight *weight = &world->weights.list.data[number];
    wend_walker *walker = &world->crowd.walkers[slot];
    --weight->left;
    world->weights.changes += weight->left == 0;
    set_ride(world, slot, number + 1);
    walker->faster = (float)weight->weight;
    world->crowd.bodies[slot].max_speed = walker->max_speed * walker->faster;
    wend_events_add_agent(world, WEND_EVENT_BOOSTED, slot, number);
}

/// True if an agent is at that corner.
static bool is_at(const wend_world *world, uint32_t slot, uint32_t number)
{
    const wend_body *body = &world->crowd.bodies[slot];
    double stride = body->max_speed * world->def.step;
    double reach = TAKES_WITHIN * body->radius + 0.5 * stride;
    return wend_distance_squared(world->weights.list.data[number].at, body->position) <=
           reach * reach;
}

void wend_weights_act(wend_world *world)
{
    const wend_weights *weights = &world->weights;
    for (uint32_t i = 0; weights->list.count > 0 && i < world->crowd.slots; ++i) {
        const wend_walker *walker = &world->crowd.walkers[i];
        uint32_t next = wend_maps_next_weight(&world->map_memory, i);
        if (wend_agent_id_is_null(world->crowd.id[i]) || next >= weights->list.count)
            continue;
        const wend_weight *weight = &weights->list.data[next];
        if (weight->left > 0 && weight->weight > wend_weights_speed(weights, walker->ride1) &&
            is_at(world, i, next))
            take(world, i, next);
    }
}

// ---- free, copy, hash ---------------------------------------------------------------------------

void wend_weights_free(wend_weights *weights, const wend_allocator *allocator)
{
    wend_id_pool_free(&weights->ids);
    wend_array_free(&weights->list, allocator);
}

bool wend_weights_copy(wend_weights *to, const wend_weights *from, const wend_allocator *allocator)
{
    to->changes = from->changes;
    return wend_id_pool_copy(&to->ids, &from->ids, allocator) &&
           wend_array_copy(&to->list, &from->list, allocator);
}

void wend_weights_hash(const wend_weights *weights, wend_hash *hash)
{
    wend_id_pool_hash(&weights->ids, hash);
    wend_hash_u64(hash, weights->changes);
    for (size_t i = 0; i < weights->list.count; ++i) {
        const wend_weight *weight = &weights->list.data[i];
        wend_hash_vec2(hash, weight->at);
        wend_hash_double(hash, weight->weight);
        wend_hash_u64(hash, (uint64_t)weight->left << 32 | weight->riders);
    }
}
