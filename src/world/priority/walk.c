// SPDX-License-Identifier: MIT
// Agents with priority walk on their paths, not where their motion models would have them: a model
// may find no way where the exact path is free.
#include "world/priority/priority.h"

#include "wend/vec2.h"
#include "world/planners/planner.h"
#include "world/world.h"

#include <math.h>

/// Parts of the way of a step: the agent walks as many of them as are free.
enum { PARTS = 4 };

/// Rounding of distances between bodies that touch. [Units: sums of their radii]
#define TOUCH_SLACK 1e-7

/// True if an agent can move along a chord without touching others where they will be. Those that
/// are nearer already may not come nearer.
static bool is_clear(const wend_world *world, uint32_t slot, wend_vec2 to)
{
    const wend_crowd *crowd = &world->crowd;
    wend_vec2 p = crowd->bodies[slot].position;
    wend_segment chord = {p, to};
    double reach = wend_distance(p, to);
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        if (i == slot || crowd->bodies[i].radius < 0)
            continue;
        wend_vec2 other = crowd->next_positions[i];
        double radii = crowd->bodies[slot].radius + crowd->bodies[i].radius;
        double before = wend_distance(p, other);
        if (before - reach > radii)
            continue;
        double least = wend_segment_distance(chord, other);
        if (least < radii && least < before * (1 - TOUCH_SLACK))
            return false;
    }
    return true;
}

void wend_priority_walk(wend_world *world)
{
    wend_priority_memory *memory = &world->priority_memory;
    wend_crowd *crowd = &world->crowd;
    for (uint32_t i = 0; i < memory->count; ++i) {
        wend_priority_path *path = &memory->paths[i];
        uint32_t slot = path->slot;
        path->walks = 0;
        if (!path->found)
            continue;
        wend_vec2 p = crowd->bodies[slot].position;
        double reach =
            fmin(wend_planner_speed(world, slot) * world->def.step, path->length);
        crowd->next_positions[slot] = p;
        crowd->next_velocities[slot] = (wend_vec2){0, 0};
        for (int part = PARTS; part > 0; --part) {
            wend_vec2 to = wend_priority_at(world, path, reach * part / PARTS);
            if (!is_clear(world, slot, to))
                continue;
            path->walks = reach * part / PARTS;
            crowd->next_positions[slot] = to;
            crowd->next_velocities[slot] = wend_scale(wend_sub(to, p), 1 / world->def.step);
            break;
        }
    }
}
