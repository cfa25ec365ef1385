// SPDX-License-Identifier: MIT
// Groups that appear at a given time, with all their members at once. A group without space waits:
// its shape must be free of other groups, and no agent may be in it.
#include "world/groups/search.h"

#include <math.h>

/// Time between two attempts of a group to appear. [Units: s]
#define RETRY 1.0

static bool is_due(const wend_world *world, const wend_moving_group *g)
{
    return g->pending && g->waiting_count > 0 &&
           g->due < (double)(world->steps + 1) * world->def.step;
}

uint32_t wend_groups_due(const wend_world *world)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < world->groups.list.count; ++i)
        if (is_due(world, &world->groups.list.data[i]))
            sum += world->groups.list.data[i].waiting_count;
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

uint64_t wend_groups_pending(const wend_world *world)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < world->groups.list.count; ++i)
        if (world->groups.list.data[i].pending)
            sum += world->groups.list.data[i].waiting_count;
    return sum;
}

/// True if no agent is in a shape.
static bool has_no_agent(const wend_world *world, const wend_group_shape *shape)
{
    const wend_crowd *crowd = &world->crowd;
    for (uint32_t i = 0; i < crowd->slots; ++i)
        if (!wend_agent_id_is_null(crowd->id[i]) &&
            wend_group_shape_depth(shape, crowd->bodies[i].position, NULL) >
                -(double)crowd->bodies[i].radius)
            return false;
    return true;
}

/// A cheap test before the search: true if the disc of the least width at the start is free of
/// agents and other groups.
static bool may_have_space(const wend_world *world, const wend_moving_group *g)
{
    const double half = 0.5 * g->def.size.min_width;
    const wend_group_shape disc = {.spine = {{.a = g->def.from.centre, .b = g->def.from.centre}},
                                   .count = 1,
                                   .width = 2 * half};
    for (uint32_t i = 0; i < world->groups.list.count; ++i)
        if (wend_group_is_there(world, i) &&
            wend_group_shape_depth(&world->groups.list.data[i].shape, g->def.from.centre, NULL) >
                -half)
            return false;
    return has_no_agent(world, &disc);
}

/// Lets a group appear if it has space. False: out of memory, nothing has changed.
static bool try_to_appear(wend_world *world, uint32_t group)
{
    wend_moving_group *g = &world->groups.list.data[group];
    const wend_moving_group before = *g;
    wend_result result = WEND_NOT_FOUND;
    if (may_have_space(world, g)) {
        result = wend_group_head_for_stop(world, group, WEND_GROUP_STEP_SAMPLES, NULL);
        bool stands_there = !wend_failed(result) && has_no_agent(world, &g->shape);
        if (stands_there) {
            g->pending = false;
            result =
                wend_group_add_members(world, group, &world->groups.waiting.data[g->first_waiting],
                                       g->waiting_count, NULL, true, NULL);
        }
        if (!stands_there || result != WEND_OK) {
            wend_group_plan_destroy(g->plan);
            *g = before;
        }
    }
    if (result != WEND_OUT_OF_MEMORY && g->pending)
        g->due = fmax(g->due, world->time) + RETRY;
    return result != WEND_OUT_OF_MEMORY;
}

bool wend_groups_appear(wend_world *world)
{
    for (uint32_t i = 0; i < world->groups.list.count; ++i)
        if (is_due(world, &world->groups.list.data[i]) && !try_to_appear(world, i))
            return false;
    return true;
}
