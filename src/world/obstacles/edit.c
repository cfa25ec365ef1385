// SPDX-License-Identifier: MIT
// The obstacle phase: goals and doors follow their timetables, walls are rebuilt, agents under new
// obstacles are moved, moving obstacles advance, and groups check that their plans are still free.
// If a later part runs out of memory, earlier parts stay done; each part knows what is left, so
// that a retry continues there.
#include "wend/geometry.h"
#include "world/world.h"

#include <math.h>

/// True if a disc overlaps an obstacle.
static bool is_under(const wend_obstacles *obstacles, const wend_world_obstacle *obstacle,
                     wend_vec2 p, double radius)
{
    wend_shape shape = wend_obstacle_shape(obstacles, obstacle);
    for (uint32_t ring = 0, first = 0; ring < shape.ring_count; ++ring) {
        uint32_t end = shape.ring_ends[ring];
        for (uint32_t i = first; i < end; ++i) {
            wend_segment side = {shape.points[i], shape.points[i + 1 < end ? i + 1 : first]};
            if (wend_segment_distance(side, p) < radius)
                return true;
        }
        first = end;
    }
    return wend_obstacle_contains(obstacles, obstacle, p);
}

/// Moves an agent to the nearest free position. If the host moves the agents, only the event is
/// sent. False: no free position was found.
static bool move_away(wend_world *world, uint32_t slot)
{
    wend_vec2 place;
    if (!wend_obstacles_place_for(&world->obstacles, &world->crowd, slot, &place))
        return false;
    if (!world->def.host_moves) {
        world->crowd.bodies[slot].position = place;
        wend_world_set_out(world, slot);
    }
    const wend_event event = {.kind = WEND_EVENT_MOVED,
                              .agent = world->crowd.id[slot],
                              .time = world->time,
                              .position = place};
    wend_events_add(&world->events, &world->allocator, event);
    return true;
}

/// Moves all agents that an obstacle overlaps. If there is no free position for one, it is tried
/// again in the next step.
static void clear(wend_world *world, wend_world_obstacle *obstacle)
{
    wend_obstacles *obstacles = &world->obstacles;
    wend_shape shape = wend_obstacle_shape(obstacles, obstacle);
    wend_box box = wend_box_of(shape.points, shape.point_count);
    bool all = true;
    for (uint32_t i = 0; i < world->crowd.slots; ++i) {
        const wend_body *body = &world->crowd.bodies[i];
        if (body->radius < 0 || wend_box_distance(box, body->position) >= body->radius)
            continue;
        if (is_under(obstacles, obstacle, body->position, body->radius))
            all &= move_away(world, i);
    }
    obstacle->came = !all;
}

static bool clear_all(wend_world *world)
{
    wend_obstacles *obstacles = &world->obstacles;
    if (!obstacles->any_came)
        return true;
    obstacles->near.count = 0;
    if (!wend_array_reserve(&obstacles->near, &world->allocator, world->crowd.slots))
        return false;
    obstacles->any_came = false;
    for (size_t i = 0; i < obstacles->list.count; ++i) {
        wend_world_obstacle *obstacle = &obstacles->list.data[i];
        if (obstacle->came)
            clear(world, obstacle);
        obstacles->any_came |= obstacle->came;
    }
    return true;
}

bool wend_phase_obstacles(wend_world *world)
{
    wend_obstacles *obstacles = &world->obstacles;
    wend_goals_follow(world);
    return wend_doors_follow(world) && wend_obstacles_refresh(obstacles, &world->allocator) &&
           clear_all(world) && wend_movers_advance(world) &&
           wend_obstacles_refresh(obstacles, &world->allocator) && wend_lane_flows_update(world) &&
           wend_groups_continue(world) && wend_groups_replan(world);
}
