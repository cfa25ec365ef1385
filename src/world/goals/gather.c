// SPDX-License-Identifier: MIT
// The pursuit "gather": head for positions where much of a resource is left, and take it there and
// on the way, like the thieves of Sud et al. 2008, "Real-Time Path Planning in Dynamic Virtual
// Environments Using Multiagent Navigation Graphs", §7.2.
#include "world/goals/pursuits.h"

#include "world/world.h"

#include <math.h>

/// Cells drawn for one goal until one has a free position within reach.
enum { TRIES = 16 };

/// Alternative positions if the cell's centre is not free: in eight directions, at these multiples
/// of the reach.
static const double PARTS[] = {0.5, 0.95};
#define HALF_ROOT 0.70710678118654757

static wend_result check(const wend_world *world, const wend_pursuit_def *def, wend_error *error)
{
    if (wend_id_valid(&world->fields.ids, def->resource.raw))
        return WEND_OK;
    return wend_fail(error, WEND_STALE, "unknown resource id");
}

/// Replaces *place by a free position from which the agent reaches it. False: none was found.
static bool stand_near(const wend_world *world, uint32_t slot, double reach, wend_vec2 *place)
{
    static const wend_vec2 ways[8] = {
        {1, 0},  {HALF_ROOT, HALF_ROOT},   {0, 1},  {-HALF_ROOT, HALF_ROOT},
        {-1, 0}, {-HALF_ROOT, -HALF_ROOT}, {0, -1}, {HALF_ROOT, -HALF_ROOT},
    };
    double radius = world->crowd.bodies[slot].radius;
    wend_vec2 from = *place;
    if (wend_obstacles_is_free(&world->obstacles, from, radius))
        return true;
    for (size_t k = 0; k < sizeof PARTS / sizeof *PARTS; ++k)
        for (int i = 0; i < 8; ++i) {
            double away = PARTS[k] * reach;
            *place = (wend_vec2){from.x + away * ways[i].x, from.y + away * ways[i].y};
            if (wend_obstacles_is_free(&world->obstacles, *place, radius))
                return true;
        }
    return false;
}

/// Sends an agent to another position, or lets it stand if none was found.
static void choose(wend_world *world, uint32_t slot)
{
    const wend_pursuit_def *def = &wend_pursuit_of(world, slot)->def;
    wend_random random = wend_pursuit_random(world, slot);
    wend_vec2 p = world->crowd.bodies[slot].position, place = {0, 0};
    uint32_t field = wend_id_slot(def->resource.raw);
    for (int i = 0; i < TRIES; ++i) {
        if (!wend_resource_draw(&world->fields, field, p, &random, &place))
            break;
        if (!stand_near(world, slot, def->reach, &place))
            continue;
        double hoped = wend_resource_within(&world->fields, field, place, def->reach);
        if (!(hoped > 0))
            continue;
        wend_pursuer_of(world, slot)->hoped = hoped;
        wend_pursuit_head_for(world, slot, place);
        return;
    }
    wend_pursuit_stand(world, slot);
}

/// True if the resource at an agent's goal is depleted down to the threshold. For an agent that has
/// arrived, its position counts, which is slightly beside the goal: otherwise it might wait forever
/// for an amount that is out of its reach.
static bool has_enough(wend_world *world, uint32_t slot)
{
    const wend_pursuit_def *def = &wend_pursuit_of(world, slot)->def;
    const wend_walker *walker = &world->crowd.walkers[slot];
    if (walker->chosen == WEND_NO_GOAL)
        return false;
    wend_vec2 place = walker->doing == WEND_ACTIVITY_WAITING
                          ? world->crowd.bodies[slot].position
                          : wend_goals_goal(&world->goals, walker->chosen).points[0];
    double left =
        wend_resource_within(&world->fields, wend_id_slot(def->resource.raw), place, def->reach);
    return !(left > def->depletion_threshold * wend_pursuer_of(world, slot)->hoped);
}

static void aim(wend_world *world, uint32_t slot)
{
    if (wend_pursuit_wants(world, slot) || has_enough(world, slot))
        choose(world, slot);
}

static void reached(wend_world *world, uint32_t slot)
{
    wend_pursuit_stay(world, slot, INFINITY);
}

static void act(wend_world *world, uint32_t slot)
{
    wend_pursuit *pursuit = wend_pursuit_of(world, slot);
    double value, wanted = pursuit->def.rate * world->def.step;
    double taken =
        wend_resource_take(&world->fields, wend_id_slot(pursuit->def.resource.raw),
                           world->crowd.bodies[slot].position, pursuit->def.reach, wanted, &value);
    wend_pursuit_totals *own = &wend_pursuer_of(world, slot)->sums;
    pursuit->sums.gathered += taken;
    pursuit->sums.value += value;
    own->gathered += taken;
    own->value += value;
}

const wend_pursuit_rules wend_pursuit_gather = {
    .name = "gather",
    .check = check,
    .aim = aim,
    .reached = reached,
    .act = act,
};
