// SPDX-License-Identifier: MIT
// Agents with priority walk on their paths, not where their motion models would have them: a model
// may find no way where the exact path is free. Where others push the agent, the model decides, as
// it knows contacts.
#include "world/priority/priority.h"

#include "wend/vec2.h"
#include "world/planners/planner.h"
#include "world/world.h"

#include <math.h>

/// Parts of the way of a step: the agent walks as many of them as are free, or stays where it is.
enum { PARTS = 4 };

/// Agents that walk in front of one with priority; more are not needed for the foremost to go.
enum { MOST_DRIVEN = 64 };

/// Rounding of distances between bodies that touch. [Units: sums of their radii]
#define TOUCH_SLACK 1e-7

/// True if an agent can move along a chord without touching others where they will be. Those that
/// are nearer already, or would be if its motion model moved it, may not come nearer.
static bool is_clear(const wend_world *world, uint32_t slot, wend_vec2 to)
{
    const wend_crowd *crowd = &world->crowd;
    wend_vec2 p = crowd->bodies[slot].position, modelled = crowd->next_positions[slot];
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
        if (wend_segment_distance(chord, other) < fmin(radii, before) * (1 - TOUCH_SLACK) ||
            wend_distance(to, other) <
                fmin(radii, wend_distance(modelled, other)) * (1 - TOUCH_SLACK))
            return false;
    }
    return true;
}

/// Moves an agent that is at an arc length of a path.
static void walk_on(wend_world *world, const wend_priority_path *path, uint32_t slot, double along)
{
    wend_crowd *crowd = &world->crowd;
    wend_vec2 p = crowd->bodies[slot].position;
    double reach = fmin(wend_planner_speed(world, slot) * world->def.step, path->length - along);
    for (int part = PARTS; part >= 0; --part) {
        wend_vec2 to = part > 0 ? wend_priority_at(world, path, along + reach * part / PARTS) : p;
        if (!is_clear(world, slot, to))
            continue;
        crowd->next_positions[slot] = to;
        crowd->next_velocities[slot] = wend_scale(wend_sub(to, p), 1 / world->def.step);
        return;
    }
}

/// An agent that walks in front of one with priority.
typedef struct driven {
    double along;
    uint32_t slot;
} driven;

/// Moves those who walk in front of an agent with priority, the foremost first.
static void walk_ahead(wend_world *world, const wend_priority_path *path)
{
    driven list[MOST_DRIVEN];
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->crowd.slots; ++i) {
        driven d = {.slot = i};
        if (!wend_priority_drives(world, path, i, &d.along))
            continue;
        uint32_t at = count < MOST_DRIVEN ? count++ : MOST_DRIVEN;
        for (; at > 0 && list[at - 1].along < d.along; --at)
            if (at < MOST_DRIVEN)
                list[at] = list[at - 1];
        if (at < MOST_DRIVEN)
            list[at] = d;
    }
    for (uint32_t i = 0; i < count; ++i)
        walk_on(world, path, list[i].slot, list[i].along);
}

void wend_priority_walk(wend_world *world)
{
    const wend_priority_memory *memory = &world->priority_memory;
    for (uint32_t i = 0; i < memory->count; ++i) {
        const wend_priority_path *path = &memory->paths[i];
        if (!path->found || path->shuffles)
            continue;
        walk_ahead(world, path);
        walk_on(world, path, path->slot, 0);
    }
}
