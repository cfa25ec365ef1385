// SPDX-License-Identifier: MIT
// The pursuit "roam": on arrival, head for another random position in an area.
#include "world/goals/pursuits.h"

#include "wend/geometry.h"
#include "world/world.h"

/// Random points of the area tried for one goal. If 90 % of the area is solid, one search in 10^9
/// finds no position and is repeated later.
enum { DARTS = 200 };

static wend_result check(const wend_world *world, const wend_pursuit_def *def, wend_error *error)
{
    const wend_goal *area = &def->area;
    if (!area->points || area->count < 3 || area->count > WEND_MAX_GOAL_POINTS)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the area to roam in must have 3 to %d corners, found %u",
                         WEND_MAX_GOAL_POINTS, area->points ? area->count : 0);
    for (uint32_t i = 0; i < area->count; ++i)
        if (!wend_is_in_range(area->points[i]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "corner %u of the area is not within %g m of the origin", i,
                             WEND_MAX_COORDINATE);
    return wend_polygon_check(area->points, area->count, &world->allocator, error);
}

/// Draws a free position for an agent in the area. False: none was found.
static bool draw(wend_world *world, uint32_t slot, wend_vec2 *place)
{
    const wend_pursuit *pursuit = wend_pursuit_of(world, slot);
    wend_placement *placement = &world->pursuits.placement;
    wend_random random = wend_pursuit_random(world, slot);
    placement->area =
        (wend_goal){world->pursuits.points.data + pursuit->first, pursuit->def.area.count};
    placement->box = wend_box_of(placement->area.points, placement->area.count);
    placement->longest = pursuit->longest;
    double radius = world->crowd.bodies[slot].radius;
    for (int i = 0; i < DARTS; ++i)
        if (wend_placement_dart(placement, &random, place) &&
            wend_obstacles_is_free(&world->obstacles, *place, radius))
            return true;
    return false;
}

static void aim(wend_world *world, uint32_t slot)
{
    wend_vec2 place;
    if (!wend_pursuit_wants(world, slot))
        return;
    if (draw(world, slot, &place))
        wend_pursuit_head_for(world, slot, place);
    else
        wend_pursuit_stand(world, slot);
}

static void reached(wend_world *world, uint32_t slot)
{
    const wend_pursuit_def *def = &wend_pursuit_of(world, slot)->def;
    double wait = def->wait;
    if (def->wait_spread > 0) {
        wend_random random = wend_pursuit_random(world, slot);
        wait += def->wait_spread * wend_random_unit(&random);
    }
    wend_pursuit_stay(world, slot, wait);
    if (!(wait > 0))
        wend_pursuits_resume(world, slot);
}

const wend_pursuit_rules wend_pursuit_roam = {
    .name = "roam",
    .check = check,
    .aim = aim,
    .reached = reached,
};
