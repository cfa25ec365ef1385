// SPDX-License-Identifier: MIT
// Lanes that the world computes itself. The lanes of a flow are a function of its definition and of
// the fixed obstacles and shut doors, whose hash is stored with them. At the start of a step in
// which that hash differs, the flow is solved again and its lanes are replaced.
#include "flow/lanes.h"
#include "wend/vec2.h"
#include "world/planners/planner.h"
#include "world/world.h"

#include <string.h>

#define FLOW_COOKIE 0x1a9ef10u

wend_world_flow_def wend_default_world_flow_def(void)
{
    return (wend_world_flow_def){.snap = wend_default_flow_def().snap,
                                 .lanes = wend_default_lanes_def(),
                                 .shortening = wend_default_lanes_shortening(),
                                 .cookie = FLOW_COOKIE};
}

uint32_t wend_world_lane_count(const wend_world *world, wend_lanes_id id)
{
    const wend_lane_sets *sets = &world->lanes;
    return wend_id_valid(&sets->ids, id.raw) ? sets->list.data[wend_id_slot(id.raw)].count : 0;
}

const wend_lane_flow *wend_lane_flow_of(const wend_lane_sets *sets, uint32_t set)
{
    for (size_t i = 0; i < sets->flows.count; ++i)
        if (sets->flows.data[i].set == set)
            return &sets->flows.data[i];
    return NULL;
}

/// The hash of the walls that lanes keep clear of: moving obstacles are not among them.
static uint64_t hash_walls(const wend_obstacles *obstacles)
{
    wend_hash hash = wend_hash_start();
    for (uint32_t i = 0; i < obstacles->list.count; ++i) {
        const wend_world_obstacle *obstacle = &obstacles->list.data[i];
        if (obstacle->kind != WEND_OBSTACLE_MOVING &&
            !wend_mesh_shape_id_is_null(obstacle->in_mesh))
            wend_hash_u64(&hash, wend_id_pack(wend_id_of_slot(&obstacles->ids, i)));
    }
    return wend_hash_end(&hash);
}

// ---- solving ------------------------------------------------------------------------------------

/// Removes the doors from a list of obstacles.
static void take_doors_out(const wend_obstacles *obstacles, wend_shape_list *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        if (obstacles->list.data[list->slots[i]].kind == WEND_OBSTACLE_DOOR)
            continue;
        list->shapes[kept] = list->shapes[i];
        list->slots[kept++] = list->slots[i];
    }
    list->count = kept;
}

static wend_result create_flow(wend_world *world, const wend_floor *floor,
                               const wend_lane_flow *from, wend_flow **flow, wend_error *error)
{
    const wend_lane_sets *sets = &world->lanes;
    uint32_t count = from->opening_count;
    wend_opening *openings = wend_allocate(&world->allocator, count, sizeof *openings);
    if (!openings)
        return wend_fail_memory(error);
    for (uint32_t i = 0; i < count; ++i) {
        const wend_lane_opening *opening = &sets->openings.data[from->first_opening + i];
        openings[i] = (wend_opening){sets->opening_points.data + opening->first, opening->count,
                                     opening->is_sink};
    }
    wend_flow_def def = wend_default_flow_def();
    def.floor = floor;
    def.openings = openings;
    def.opening_count = count;
    def.snap = from->snap;
    def.allocator = world->allocator;
    wend_result result = wend_flow_create(&def, flow, error);
    wend_release(&world->allocator, openings, count, sizeof *openings);
    return result;
}

/// Creates the flow past the current walls, with or without doors.
static wend_result make_flow(wend_world *world, const wend_lane_flow *from, bool doors,
                             wend_flow **flow, wend_error *error)
{
    const wend_obstacles *obstacles = &world->obstacles;
    wend_shape_list list;
    wend_floor *floor = NULL;
    wend_result result = WEND_OUT_OF_MEMORY;
    *flow = NULL;
    if (wend_obstacles_list(obstacles, false, &world->allocator, &list)) {
        if (!doors)
            take_doors_out(obstacles, &list);
        result = wend_obstacles_floor_of(obstacles, &list, &world->allocator, &floor);
    }
    wend_shape_list_free(&list, &world->allocator);
    if (result == WEND_OK)
        result = create_flow(world, floor, from, flow, error);
    else if (result == WEND_OUT_OF_MEMORY)
        wend_fail_memory(error);
    wend_floor_destroy(floor);
    return result;
}

/// Computes the lanes of a flow past the current walls. *lanes is NULL after a failure.
static wend_result solve(wend_world *world, const wend_lane_flow *from, double radius,
                         wend_lanes **lanes, wend_error *error)
{
    wend_flow *flow = NULL;
    *lanes = NULL;
    wend_result result = make_flow(world, from, true, &flow, error);
    wend_lanes_def def = wend_default_lanes_def();
    def.radius = radius;
    def.kind = from->kind;
    def.side = from->side;
    def.allocator = world->allocator;
    if (result == WEND_OK)
        result = wend_lanes_create(flow, &def, lanes, error);
    if (result == WEND_OK && from->shorten)
        result = wend_lanes_shorten(*lanes, flow, &from->shortening, NULL, error);
    wend_flow_destroy(flow);
    if (result != WEND_OK) {
        wend_lanes_destroy(*lanes);
        *lanes = NULL;
    }
    return result;
}

// ---- replacing ----------------------------------------------------------------------------------

/// Number of lanes of a set, with retired ones.
static uint32_t all_of(const wend_lane_set *set)
{
    return set->count + set->retired;
}

/// Removes all lanes of a set, on which no agent is. Agents on lanes of other sets stay there.
static void remove_lanes(wend_lane_sets *sets, uint32_t slot)
{
    wend_lane_set *set = &sets->list.data[slot];
    uint32_t first = set->first, count = all_of(set);
    if (count == 0)
        return;
    wend_world_lane *lanes = sets->lanes.data;
    uint32_t first_piece = lanes[first].first;
    uint32_t end_piece = lanes[first + count - 1].first + lanes[first + count - 1].count;
    memmove(&lanes[first], &lanes[first + count],
            (sets->lanes.count - first - count) * sizeof *lanes);
    memmove(&sets->pieces.data[first_piece], &sets->pieces.data[end_piece],
            (sets->pieces.count - end_piece) * sizeof *sets->pieces.data);
    sets->lanes.count -= count;
    sets->pieces.count -= end_piece - first_piece;
    for (size_t i = first; i < sets->lanes.count; ++i)
        lanes[i].first -= end_piece - first_piece;
    for (size_t i = 0; i < sets->list.count; ++i)
        if (i != slot && sets->list.data[i].first >= first + count)
            sets->list.data[i].first -= count;
    for (size_t i = 0; i < sets->walks.count; ++i)
        if (sets->walks.data[i].lane1 > first + count)
            sets->walks.data[i].lane1 -= count;
    for (size_t i = 0; i < sets->walks.count; ++i)
        if (sets->walks.data[i].next1 > first + count)
            sets->walks.data[i].next1 -= count;
}

/// True if an agent is exactly on a lane of `set`, to which it changes then.
static bool changes_lane(wend_world *world, uint32_t slot, const wend_lane_set *set)
{
    const wend_lane_sets *sets = &world->lanes;
    const wend_body *body = &world->crowd.bodies[slot];
    wend_lane_walk *walk = &world->lanes.walks.data[slot];
    for (uint32_t i = set->first; i < set->first + set->count; ++i) {
        const wend_world_lane *lane = &sets->lanes.data[i];
        double distance, along = wend_lane_sets_along(sets, i, body->position, lane->begin,
                                                      lane->end, &distance);
        if (distance <= WEND_ON_LANE * body->radius) {
            walk->lane1 = i + 1;
            walk->along = along;
            return true;
        }
    }
    return false;
}

/// True if an agent has not been moved off its lane, and that is free from there on.
static bool keeps_lane(const wend_world *world, uint32_t slot)
{
    const wend_lane_walk *walk = &world->lanes.walks.data[slot];
    const wend_body *body = &world->crowd.bodies[slot];
    wend_vec2 on = wend_lane_sets_at(&world->lanes, walk->lane1 - 1, walk->along, NULL);
    return wend_distance(on, body->position) <= body->radius &&
           walk->along >= world->lanes.lanes.data[walk->lane1 - 1].open_from;
}

/// Copies a lane behind all others; memory is reserved. Agents on it change to the copy.
static void keep_lane(wend_lane_sets *sets, uint32_t lane)
{
    wend_world_lane copy = sets->lanes.data[lane];
    memcpy(&sets->pieces.data[sets->pieces.count], &sets->pieces.data[copy.first],
           copy.count * sizeof *sets->pieces.data);
    copy.first = (uint32_t)sets->pieces.count;
    copy.retired = true;
    sets->pieces.count += copy.count;
    sets->lanes.data[sets->lanes.count++] = copy;
    for (size_t i = 0; i < sets->walks.count; ++i)
        if (sets->walks.data[i].lane1 == lane + 1)
            sets->walks.data[i].lane1 = (uint32_t)sets->lanes.count;
}

static bool is_used(const wend_lane_sets *sets, uint32_t lane)
{
    for (size_t i = 0; i < sets->walks.count; ++i)
        if (sets->walks.data[i].lane1 == lane + 1)
            return true;
    return false;
}

static bool has_set(const wend_world *world, uint32_t slot, uint32_t set)
{
    wend_lanes_id id = world->crowd.walkers[slot].lanes;
    return !wend_agent_id_is_null(world->crowd.id[slot]) && !wend_lanes_id_is_null(id) &&
           wend_id_slot(id.raw) == set && slot < world->lanes.walks.count;
}

/// Replaces the lanes of a set by `set`, which was appended. Memory is reserved for copies of the
/// former.
static void replace(wend_world *world, uint32_t slot, wend_lane_set *set)
{
    wend_lane_sets *sets = &world->lanes;
    const wend_lane_set old = sets->list.data[slot];
    for (uint32_t i = old.first; i < old.first + all_of(&old); ++i)
        wend_lane_sets_find_open(world, i, old.radius);
    for (uint32_t i = 0; i < world->crowd.slots; ++i) {
        if (!has_set(world, i, slot))
            continue;
        if (!wend_lane_walks_on(world, i) ||
            (!changes_lane(world, i, set) && !keeps_lane(world, i)))
            wend_lane_walks_leave(world, i);
    }
    set->retired = 0;
    for (uint32_t i = old.first; i < old.first + all_of(&old); ++i)
        if (is_used(sets, i)) {
            keep_lane(sets, i);
            ++set->retired;
        }
    remove_lanes(sets, slot);
    sets->list.data[slot].first = set->first - all_of(&old);
    sets->list.data[slot].count = set->count;
    sets->list.data[slot].retired = set->retired;
}

/// Reserves memory for copies of a set's lanes.
static bool reserve_copies(wend_world *world, uint32_t slot)
{
    wend_lane_sets *sets = &world->lanes;
    const wend_lane_set *set = &sets->list.data[slot];
    size_t pieces = 0;
    for (uint32_t i = set->first; i < set->first + all_of(set); ++i)
        pieces += sets->lanes.data[i].count;
    return wend_array_reserve(&sets->lanes, &world->allocator, all_of(set)) &&
           wend_array_reserve(&sets->pieces, &world->allocator, pieces) &&
           wend_lane_walks_reserve(world);
}

/// WEND_NOT_FOUND: no lane fits past the current walls.
static wend_result update(wend_world *world, wend_lane_flow *flow, wend_error *error)
{
    wend_lane_sets *sets = &world->lanes;
    wend_lanes *lanes = NULL;
    double radius = sets->list.data[flow->set].radius;
    size_t pieces = sets->pieces.count;
    wend_lane_set set = {.first = (uint32_t)sets->lanes.count, .radius = radius};
    wend_result result = solve(world, flow, radius, &lanes, error);
    if (result == WEND_OK)
        result = wend_lane_sets_append(world, lanes, &set, error);
    wend_lanes_destroy(lanes);
    if (result == WEND_OUT_OF_MEMORY)
        return result;
    if (!reserve_copies(world, flow->set)) {
        sets->pieces.count = pieces;
        sets->lanes.count = set.first;
        return wend_fail_memory(error);
    }
    if (result != WEND_OK)
        set.count = 0;
    replace(world, flow->set, &set);
    return result;
}

bool wend_lane_flows_update(wend_world *world)
{
    wend_lane_sets *sets = &world->lanes;
    if (sets->flows.count == 0 || sets->trail == world->obstacles.trail)
        return true;
    uint64_t walls = hash_walls(&world->obstacles);
    for (size_t i = 0; i < sets->flows.count; ++i) {
        wend_lane_flow *flow = &sets->flows.data[i];
        if (flow->walls == walls)
            continue;
        if (update(world, flow, NULL) == WEND_OUT_OF_MEMORY)
            return false;
        flow->walls = walls;
    }
    sets->trail = world->obstacles.trail;
    return true;
}

// ---- adding -------------------------------------------------------------------------------------

static wend_result check_def(const wend_world_flow_def *def, wend_error *error)
{
    if (!def || def->cookie != FLOW_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "start from wend_default_world_flow_def()");
    if (!def->openings && def->opening_count > 0)
        return wend_fail(error, WEND_BAD_ARGUMENT, "openings must not be NULL");
    if (def->opening_count > WEND_MAX_OPENINGS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "%u openings: the limit is %d",
                         def->opening_count, WEND_MAX_OPENINGS);
    for (uint32_t i = 0; i < def->opening_count; ++i)
        if (!def->openings[i].points || def->openings[i].count < 2)
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "opening %u (counted from 0) has %u vertices: at least 2 are required",
                             i, def->openings[i].points ? def->openings[i].count : 0);
    return WEND_OK;
}

static bool reserve(wend_world *world, const wend_world_flow_def *def)
{
    wend_lane_sets *sets = &world->lanes;
    const wend_allocator *allocator = &world->allocator;
    size_t points = 0;
    for (uint32_t i = 0; i < def->opening_count; ++i)
        points += def->openings[i].count;
    return wend_id_pool_reserve(&sets->ids, 1) && wend_array_reserve(&sets->list, allocator, 1) &&
           wend_array_reserve(&sets->flows, allocator, 1) &&
           wend_array_reserve(&sets->openings, allocator, def->opening_count) &&
           wend_array_reserve(&sets->opening_points, allocator, points) &&
           wend_obstacles_refresh(&world->obstacles, allocator);
}

/// Copies a definition; memory is reserved.
static wend_lane_flow *copy_def(wend_lane_sets *sets, const wend_world_flow_def *def)
{
    wend_lane_flow *flow = &sets->flows.data[sets->flows.count++];
    memset(flow, 0, sizeof *flow);
    flow->set = (uint32_t)sets->list.count;
    flow->first_opening = (uint32_t)sets->openings.count;
    flow->opening_count = def->opening_count;
    flow->snap = def->snap;
    flow->kind = def->lanes.kind;
    flow->side = def->lanes.side;
    flow->shorten = def->shorten;
    flow->shortening = def->shortening;
    for (uint32_t i = 0; i < def->opening_count; ++i) {
        const wend_opening *opening = &def->openings[i];
        sets->openings.data[sets->openings.count++] = (wend_lane_opening){
            (uint32_t)sets->opening_points.count, opening->count, opening->is_sink};
        for (uint32_t k = 0; k < opening->count; ++k)
            sets->opening_points.data[sets->opening_points.count++] = opening->points[k];
    }
    sets->list.data[sets->list.count++] =
        (wend_lane_set){.first = (uint32_t)sets->lanes.count, .radius = def->lanes.radius};
    return flow;
}

/// A flow that shut doors make impossible has no lanes now. Any other failure stays one.
static wend_result excuse_doors(wend_world *world, const wend_lane_flow *flow, wend_result result,
                                wend_error *error)
{
    wend_flow *open = NULL;
    if (result != WEND_INVALID_GEOMETRY)
        return result;
    wend_result without = make_flow(world, flow, false, &open, NULL);
    wend_flow_destroy(open);
    if (without == WEND_OUT_OF_MEMORY)
        return wend_fail_memory(error);
    return without == WEND_OK ? WEND_NOT_FOUND : result;
}

static wend_result add(wend_world *world, const wend_world_flow_def *def, wend_error *error)
{
    wend_lane_sets *sets = &world->lanes;
    if (!reserve(world, def))
        return wend_fail_memory(error);
    size_t openings = sets->openings.count, points = sets->opening_points.count;
    size_t lanes = sets->lanes.count, pieces = sets->pieces.count;
    // Flows that were added earlier may be out of date; the next step finds that by the trail.
    if (sets->flows.count == 0)
        sets->trail = world->obstacles.trail;
    wend_lane_flow *flow = copy_def(sets, def);
    wend_result result = excuse_doors(world, flow, update(world, flow, error), error);
    flow->walls = hash_walls(&world->obstacles);
    if (result == WEND_OK || result == WEND_NOT_FOUND)
        return result;
    sets->lanes.count = lanes;
    sets->pieces.count = pieces;
    --sets->flows.count;
    --sets->list.count;
    sets->openings.count = openings;
    sets->opening_points.count = points;
    return result;
}

wend_result wend_world_add_flow(wend_world *world, const wend_world_flow_def *def,
                                wend_lanes_id *id, wend_error *error)
{
    if (id)
        *id = (wend_lanes_id){0};
    wend_result result = check_def(def, error);
    if (result == WEND_OK)
        result = add(world, def, error);
    if (result != WEND_OK && result != WEND_NOT_FOUND)
        return result;
    wend_lanes_id made = {wend_id_take(&world->lanes.ids)};
    if (id)
        *id = made;
    return result;
}
