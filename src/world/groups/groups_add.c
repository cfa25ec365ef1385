// SPDX-License-Identifier: MIT
// Adding groups, setting new targets, and filling groups with agents.
#include "world/groups/groups.h"
#include "world/world.h"

#include <math.h>

#define GROUP_COOKIE 0x67727570u

/// Upper bound of all members' speeds (state/agents.c), so that only these limit the speed. [Units:
/// m/s]
#define ANY_SPEED 1e6

wend_world_group_def wend_default_world_group_def(void)
{
    const wend_group_roadmap_def roadmap = wend_default_group_roadmap_def();
    const wend_group_query query = wend_default_group_query();
    wend_world_group_def def = {
        .sampler = roadmap.sampler,
        .local_planner = roadmap.local_planner,
        .metric = roadmap.metric,
        .neighbours = roadmap.neighbours,
        .max_samples = query.max_samples,
        .potential = wend_default_group_potential_def(),
        .on_arrival = WEND_ON_ARRIVAL_LEAVE,
        .cookie = GROUP_COOKIE,
    };
    def.potential.speed = def.potential.max_speed = ANY_SPEED;
    return def;
}

static wend_result check(const wend_world *world, const wend_world_group_def *def,
                         wend_error *error)
{
    if (!def || def->cookie != GROUP_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "start from wend_default_world_group_def()");
    if (def->on_arrival != WEND_ON_ARRIVAL_LEAVE && def->on_arrival != WEND_ON_ARRIVAL_STAY)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "on_arrival of a group is %d: it must be leave or stay",
                         (int)def->on_arrival);
    if (!isfinite(def->start))
        return wend_fail(error, WEND_BAD_ARGUMENT, "start of a group must be finite, found %g",
                         def->start);
    wend_result result = wend_group_check_route(world, def->route, error);
    return result == WEND_OK ? wend_group_potential_def_check(&def->potential, error) : result;
}

/// The group of a definition, without a plan.
static wend_moving_group make(const wend_world *world, const wend_world_group_def *def)
{
    wend_moving_group group = {.def = *def, .pending = def->start > world->time};
    if (!wend_route_id_is_null(def->route)) {
        wend_on_arrival end = world->goals.routes.data[wend_id_slot(def->route.raw)].end;
        group.def.on_arrival = end == WEND_ON_ARRIVAL_STAY ? end : WEND_ON_ARRIVAL_LEAVE;
    }
    if (group.pending) {
        group.status = WEND_GROUP_NOT_FOUND;
        group.due = def->start;
    }
    return group;
}

wend_result wend_world_add_group(wend_world *world, const wend_world_group_def *def,
                                 wend_group_id *id, wend_error *error)
{
    wend_groups *groups = &world->groups;
    if (id)
        *id = (wend_group_id){0};
    wend_result result = check(world, def, error);
    if (result != WEND_OK)
        return result;
    if (!wend_id_pool_reserve(&groups->ids, 1) ||
        !wend_array_reserve(&groups->list, &world->allocator, 1))
        return wend_fail_memory(error);
    const wend_moving_group group = make(world, def);
    groups->list.data[groups->list.count++] = group;
    if (!wend_group_members_reserve(world))
        result = wend_fail_memory(error);
    else if (!group.pending)
        result = wend_group_head_for_stop(world, (uint32_t)groups->list.count - 1, 0, error);
    if (wend_failed(result)) {
        --groups->list.count;
        return result;
    }
    wend_group_id made = {wend_id_take(&groups->ids)};
    if (id)
        *id = made;
    return result;
}

static wend_result check_id(const wend_world *world, wend_group_id id, wend_error *error)
{
    if (wend_id_valid(&world->groups.ids, id.raw))
        return WEND_OK;
    return wend_fail(error, WEND_STALE, "unknown group id");
}

wend_result wend_world_send_group(wend_world *world, wend_group_id id, const wend_group_pose *to,
                                  wend_error *error)
{
    wend_result result = check_id(world, id, error);
    if (result == WEND_OK && !to)
        result =
            wend_fail(error, WEND_BAD_ARGUMENT, "the target pose of the group must not be NULL");
    wend_moving_group *group =
        result == WEND_OK ? &world->groups.list.data[wend_id_slot(id.raw)] : NULL;
    if (group && group->pending)
        group->def.to = *to;
    else if (group)
        result = wend_groups_find_way(world, wend_id_slot(id.raw), to, 0, error);
    if (wend_failed(result))
        return result;
    group->def.route = (wend_route_id){0};
    group->waits = false;
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        if (wend_group_id_equal(world->crowd.walkers[i].shape, id) &&
            (world->crowd.walkers[i].doing == WEND_ACTIVITY_IDLE ||
             world->crowd.walkers[i].doing == WEND_ACTIVITY_WAITING))
            wend_crowd_set_out(&world->crowd, i, world->time);
    return result;
}

// ---- members ------------------------------------------------------------------------------------

/// The def of a member, without its position.
static wend_agent_def member_def(const wend_agent_def *agent, wend_group_id id)
{
    wend_agent_def def = *agent;
    def.planner = WEND_PLANNER_GROUP;
    def.coherent_group = id;
    if (def.social_group == 0)
        def.social_group = id.raw.slot1;
    return def;
}

static wend_result check_members(const wend_world *world, wend_group_id id,
                                 const wend_agent_def *agents, uint32_t count, wend_error *error)
{
    bool filled = world->groups.list.data[wend_id_slot(id.raw)].waiting_count > 0;
    for (uint32_t i = 0; i < world->crowd.slots || filled; ++i)
        if (filled || wend_group_id_equal(world->crowd.walkers[i].shape, id))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "the group already has members: add all of them in one call");
    for (uint32_t i = 0; i < count; ++i) {
        const wend_agent_def def = member_def(&agents[i], id);
        wend_result result = wend_agent_def_check(world, &def, error);
        if (result != WEND_OK)
            return result;
    }
    return WEND_OK;
}

/// Writes positions of all agents in a shape to places [count].
static wend_result find_places(const wend_world *world, uint32_t group,
                               const wend_group_shape *shape, const wend_agent_def *agents,
                               uint32_t count, wend_vec2 *places, wend_error *error)
{
    double *radii = wend_allocate(&world->allocator, count, sizeof *radii);
    if (!radii)
        return wend_fail_memory(error);
    // Bodies store radii as floats.
    for (uint32_t i = 0; i < count; ++i)
        radii[i] = (float)agents[i].radius;
    wend_result result = wend_group_potential_place(
        shape, radii, count, world->groups.list.data[group].def.seed, places, error);
    wend_release(&world->allocator, radii, count, sizeof *radii);
    return result;
}

wend_result wend_group_add_members(wend_world *world, uint32_t group, const wend_agent_def *agents,
                                   uint32_t count, wend_agent_id *ids, bool spawned,
                                   wend_error *error)
{
    const wend_group_id id = wend_world_group_at(world, group);
    wend_vec2 *places = wend_allocate(&world->allocator, count, sizeof *places);
    wend_result result = WEND_OUT_OF_MEMORY;
    if (places)
        result = find_places(world, group, &world->groups.list.data[group].shape, agents, count,
                             places, error);
    if (result == WEND_OK && !wend_world_reserve_agents(world, count))
        result = WEND_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count && result == WEND_OK; ++i) {
        wend_agent_def def = member_def(&agents[i], id);
        def.position = places[i];
        wend_agent_id added = wend_crowd_add(&world->crowd, &def, world->time);
        if (spawned)
            wend_events_add_agent(world, WEND_EVENT_SPAWNED, wend_id_slot(added.raw), 0);
        if (ids)
            ids[i] = added;
    }
    wend_release(&world->allocator, places, count, sizeof *places);
    return result == WEND_OUT_OF_MEMORY ? wend_fail_memory(error) : result;
}

/// Keeps the members of a group that appears later. They must fit into the disc of its area.
static wend_result keep_members(wend_world *world, uint32_t group, const wend_agent_def *agents,
                                uint32_t count, wend_agent_id *ids, wend_error *error)
{
    wend_groups *groups = &world->groups;
    wend_moving_group *g = &groups->list.data[group];
    const wend_group_pose disc = {.width = wend_group_disc_width(g->def.size.area)};
    const wend_group_shape shape = wend_group_shape_of(&disc, g->def.size.area);
    wend_vec2 *places = wend_allocate(&world->allocator, count, sizeof *places);
    wend_result result = WEND_OUT_OF_MEMORY;
    if (places && wend_array_reserve(&groups->waiting, &world->allocator, count))
        result = find_places(world, group, &shape, agents, count, places, error);
    wend_release(&world->allocator, places, count, sizeof *places);
    if (result != WEND_OK)
        return result == WEND_OUT_OF_MEMORY ? wend_fail_memory(error) : result;
    g->first_waiting = (uint32_t)groups->waiting.count;
    g->waiting_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        groups->waiting.data[groups->waiting.count++] = agents[i];
        if (ids)
            ids[i] = (wend_agent_id){0};
    }
    return WEND_OK;
}

wend_result wend_world_fill_group(wend_world *world, wend_group_id id, const wend_agent_def *agents,
                                  uint32_t count, wend_agent_id *ids, wend_error *error)
{
    wend_result result = check_id(world, id, error);
    if (result == WEND_OK && (!agents || count == 0))
        result = wend_fail(error, WEND_BAD_ARGUMENT,
                           "there must be at least one agent to fill the group with");
    if (result == WEND_OK)
        result = check_members(world, id, agents, count, error);
    if (result != WEND_OK)
        return result;
    const uint32_t group = wend_id_slot(id.raw);
    if (world->groups.list.data[group].pending)
        return keep_members(world, group, agents, count, ids, error);
    return wend_group_add_members(world, group, agents, count, ids, false, error);
}
