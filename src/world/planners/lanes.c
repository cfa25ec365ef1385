// SPDX-License-Identifier: MIT
// Storage of lanes: checks of agents, queries, copies and hashes. lanes_add.c adds lanes.
#include "world/planners/lanes.h"
#include "world/world.h"

wend_result wend_lane_sets_check(const wend_lane_sets *sets, const wend_agent_def *def,
                                 wend_error *error)
{
    const wend_planner_info *planner = wend_planner_info_of(def->planner);
    bool led = planner->needs & WEND_NEEDS_LANES;
    wend_lanes_id id = def->lanes;
    if (!led && wend_lanes_id_is_null(id))
        return WEND_OK;
    if (!led)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "agent has lanes but its planner is %s: use planner lanes", planner->name);
    if (wend_lanes_id_is_null(id))
        return wend_fail(error, WEND_BAD_ARGUMENT, "planner %s needs lanes, and no goal",
                         planner->name);
    if (!wend_id_valid(&sets->ids, id.raw))
        return wend_fail(error, WEND_STALE, "unknown lanes id");
    double most = sets->list.data[wend_id_slot(id.raw)].radius;
    // Compared as floats: radii are stored and returned as floats.
    if ((float)def->radius > (float)most)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "radius %g m is too large, the lanes are for up to %g m: use wider lanes",
                         def->radius, most);
    return WEND_OK;
}

wend_result wend_world_agent_lane(const wend_world *world, wend_agent_id id,
                                  wend_lane_position *place, wend_error *error)
{
    *place = (wend_lane_position){.lane = UINT32_MAX};
    if (!wend_id_valid(&world->crowd.ids, id.raw))
        return wend_fail(error, WEND_STALE, "unknown or removed agent id");
    uint32_t slot = wend_id_slot(id.raw);
    wend_lanes_id set = world->crowd.walkers[slot].lanes;
    if (wend_lanes_id_is_null(set))
        return WEND_NOT_FOUND;
    if (!wend_lane_walks_on(world, slot))
        return WEND_OK;
    const wend_lane_walk *walk = &world->lanes.walks.data[slot];
    place->lane = walk->lane1 - 1 - world->lanes.list.data[wend_id_slot(set.raw)].first;
    place->along = walk->along;
    return WEND_OK;
}

// ---- free, copy, hash ---------------------------------------------------------------------------

void wend_lane_sets_free(wend_lane_sets *sets, const wend_allocator *allocator)
{
    wend_id_pool_free(&sets->ids);
    wend_array_free(&sets->list, allocator);
    wend_array_free(&sets->lanes, allocator);
    wend_array_free(&sets->pieces, allocator);
    wend_array_free(&sets->walks, allocator);
    wend_array_free(&sets->flows, allocator);
    wend_array_free(&sets->openings, allocator);
    wend_array_free(&sets->opening_points, allocator);
}

void wend_lane_memory_free(wend_lane_memory *memory, const wend_allocator *allocator)
{
    wend_array_free(&memory->order, allocator);
    wend_array_free(&memory->rest, allocator);
    wend_array_free(&memory->next, allocator);
    wend_array_free(&memory->keeps, allocator);
    wend_array_free(&memory->last, allocator);
}

bool wend_lane_sets_copy(wend_lane_sets *to, const wend_lane_sets *from,
                         const wend_allocator *allocator)
{
    to->trail = from->trail;
    return wend_id_pool_copy(&to->ids, &from->ids, allocator) &&
           wend_array_copy(&to->list, &from->list, allocator) &&
           wend_array_copy(&to->lanes, &from->lanes, allocator) &&
           wend_array_copy(&to->pieces, &from->pieces, allocator) &&
           wend_array_copy(&to->walks, &from->walks, allocator) &&
           wend_array_copy(&to->flows, &from->flows, allocator) &&
           wend_array_copy(&to->openings, &from->openings, allocator) &&
           wend_array_copy(&to->opening_points, &from->opening_points, allocator);
}

static void hash_lane(const wend_lane_sets *sets, const wend_world_lane *lane, wend_hash *hash)
{
    wend_hash_doubles(hash, lane->length, lane->headway, lane->begin, lane->end, lane->clear);
    if (lane->period > 0)
        wend_hash_doubles(hash, lane->period, lane->phase);
    for (uint32_t i = lane->first; i < lane->first + lane->count; ++i) {
        const wend_curve_piece *piece = &sets->pieces.data[i];
        wend_hash_vec2(hash, piece->a);
        wend_hash_vec2(hash, piece->b);
        wend_hash_vec2(hash, piece->centre);
        wend_hash_u64(hash, (uint64_t)(piece->turn + 1));
    }
}

static void hash_flow(const wend_lane_sets *sets, const wend_lane_flow *flow, wend_hash *hash)
{
    wend_hash_u64(hash, (uint64_t)flow->set << 32 | flow->opening_count);
    wend_hash_doubles(hash, flow->snap, flow->shortening.converged);
    wend_hash_u64(hash, (uint64_t)flow->kind << 32 | (uint64_t)flow->side << 1 | flow->shorten);
    wend_hash_u64(hash, flow->shortening.seed);
    wend_hash_u64(hash, (uint64_t)flow->shortening.max_rounds << 2 |
                            (uint64_t)flow->shortening.slide << 1 | flow->shortening.wrap);
    wend_hash_u64(hash, flow->walls);
    for (uint32_t i = flow->first_opening; i < flow->first_opening + flow->opening_count; ++i) {
        const wend_lane_opening *opening = &sets->openings.data[i];
        wend_hash_u64(hash, (uint64_t)opening->count << 1 | opening->is_sink);
        for (uint32_t k = 0; k < opening->count; ++k)
            wend_hash_vec2(hash, sets->opening_points.data[opening->first + k]);
    }
}

void wend_lane_sets_hash(const wend_lane_sets *sets, wend_hash *hash)
{
    wend_id_pool_hash(&sets->ids, hash);
    for (size_t i = 0; i < sets->list.count; ++i) {
        wend_hash_u64(hash, sets->list.data[i].count);
        if (sets->list.data[i].retired > 0)
            wend_hash_u64(hash, sets->list.data[i].retired);
        wend_hash_double(hash, sets->list.data[i].radius);
    }
    for (size_t i = 0; i < sets->lanes.count; ++i)
        hash_lane(sets, &sets->lanes.data[i], hash);
    for (size_t i = 0; i < sets->walks.count; ++i) {
        wend_hash_double(hash, sets->walks.data[i].along);
        wend_hash_u64(hash, (uint64_t)sets->walks.data[i].lane1 << 32 | sets->walks.data[i].goal1);
        if (sets->walks.data[i].to_sink || sets->walks.data[i].lost != 0)
            wend_hash_u64(hash, sets->walks.data[i].lost ^ sets->walks.data[i].to_sink);
        if (sets->walks.data[i].next1 != 0)
            wend_hash_u64(hash, sets->walks.data[i].next1);
    }
    for (size_t i = 0; i < sets->flows.count; ++i)
        hash_flow(sets, &sets->flows.data[i], hash);
}
