// SPDX-License-Identifier: MIT
// The phase that moves agents: to the positions computed by their motion models, but never into a
// wall or into the current shape of a moving obstacle.
#include "geometry/points.h"
#include "geometry/walls.h"
#include "wend/vec2.h"
#include "world/models/motion.h"

#include <math.h>

/// Agents per task.
enum { GRAIN = 512 };

/// End of a move that walls allow when moving obstacles limit it, too. If walls do not allow that
/// end, there is no move.
static wend_vec2 slide_among_both(const wend_obstacles *obstacles, wend_vec2 p, wend_vec2 end,
                                  double radius)
{
    wend_vec2 off_movers = wend_walls_slide(obstacles->movers, p, wend_sub(end, p), radius);
    if (wend_equal(off_movers, end))
        return end;
    wend_vec2 off_walls = wend_walls_slide(obstacles->walls, p, wend_sub(off_movers, p), radius);
    return wend_equal(off_walls, off_movers) ? off_walls : p;
}

/// `around`: the motion model led the body around static walls, on a path that need not be the
/// straight line; it stands if at least the centre can take that.
static wend_vec2 hold(const wend_world *world, wend_box box, wend_vec2 p, wend_vec2 next,
                      double radius, bool around)
{
    const wend_obstacles *obstacles = &world->obstacles;
    wend_vec2 by = wend_sub(next, p);
    if (!isfinite(by.x) || !isfinite(by.y))
        return p;
    wend_vec2 end = next;
    if (!around || !wend_equal(wend_walls_slide(obstacles->walls, p, by, 0), wend_add(p, by)))
        end = wend_walls_slide(obstacles->walls, p, by, radius);
    if (obstacles->mover_count > 0)
        end = slide_among_both(obstacles, p, end, radius);
    // There is no mesh outside the box.
    bool inside = end.x > box.min.x && end.x < box.max.x && end.y > box.min.y && end.y < box.max.y;
    return inside ? end : p;
}

static void move(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    wend_crowd *crowd = &world->crowd;
    wend_box box = wend_mesh_box(world->obstacles.mesh);
    double step = world->def.step;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        wend_body *body = &crowd->bodies[i];
        if (body->radius < 0)
            continue;
        wend_vec2 p = body->position, next = crowd->next_positions[i];
        wend_vec2 held = next;
        // Lanes and group shapes keep clear of walls. Moves that leave them, such as the chord of a
        // bend, may not.
        if (!wend_lane_walks_keep(world, i) && !wend_group_members_keep(world, i))
            held = hold(world, box, p, next, body->radius * (1 - WEND_BODY_GIVE),
                        wend_motion_info_of(wend_motion_now(world, i))->keeps_walls ||
                            wend_priority_of(world, i) < WEND_MOST_PRIORITIES);
        wend_vec2 by = wend_sub(held, p), wanted = wend_sub(next, p);
        bool free = wend_equal(held, wend_add(p, wanted));
        // An agent that was held off, or that the host moves, gets the velocity of its
        // displacement; any other that of its motion model.
        body->velocity = free && !world->def.host_moves ? crowd->next_velocities[i]
                                                        : (wend_vec2){by.x / step, by.y / step};
        if (!isfinite(body->velocity.x) || !isfinite(body->velocity.y))
            body->velocity = (wend_vec2){0, 0};
        if (!world->def.host_moves)
            body->position = held;
    }
}

bool wend_phase_integrate(wend_world *world)
{
    wend_parallel_for(world->tasks, world->crowd.slots, GRAIN, move, world);
    wend_groups_advance(world);
    return true;
}
