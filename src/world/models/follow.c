// SPDX-License-Identifier: MIT
// The motion model "follow": straight to the steering target at the preferred speed, without
// avoidance. For planners that keep agents apart, like "lanes".
#include "world/models/motion.h"
#include "world/planners/planner.h"

#include <math.h>

/// Agents per task.
enum { GRAIN = 512 };

static void move_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    const wend_crowd *crowd = &world->crowd;
    double step = world->def.step;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        if (wend_agent_id_is_null(crowd->id[i]) || crowd->walkers[i].motion != WEND_MOTION_FOLLOW ||
            wend_lane_walks_off(world, i))
            continue;
        wend_vec2 p = crowd->bodies[i].position, next = wend_crowd_target(crowd, i);
        double x = next.x - p.x, y = next.y - p.y, distance = sqrt(x * x + y * y);
        double stride = wend_planner_pace(world, i) * step;
        if (distance > stride)
            next = (wend_vec2){p.x + x * stride / distance, p.y + y * stride / distance};
        crowd->next_positions[i] = next;
        crowd->next_velocities[i] = (wend_vec2){(next.x - p.x) / step, (next.y - p.y) / step};
    }
}

static bool move(wend_world *world)
{
    wend_parallel_for(world->tasks, world->crowd.slots, GRAIN, move_some, world);
    return true;
}

const wend_motion wend_motion_follow = {
    .info =
        {
            .kind = WEND_MOTION_FOLLOW,
            .name = "follow",
            .summary = "straight to the target, without avoidance",
            .reaches_target = true,
        },
    .move = move,
};
