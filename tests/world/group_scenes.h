// SPDX-License-Identifier: MIT
// Groups for tests of the world: floors, groups of so many discs, and what must always hold.
#ifndef WEND_TESTS_WORLD_GROUP_SCENES_H
#define WEND_TESTS_WORLD_GROUP_SCENES_H

#include "tests/world/world_support.h"
#include "wend/world_groups.h"

/// Two rooms with one gap, 2.4 m wide.
static const double GAP[][4] = {{0, 0, 40, 20}, {19.5, 0, 20.5, 8.8}, {19.5, 11.2, 20.5, 20}};

/// The same with another gap that is farther away.
static const double GAPS[][4] = {
    {0, 0, 40, 20}, {19.5, 0, 20.5, 2}, {19.5, 4.4, 20.5, 8.8}, {19.5, 11.2, 20.5, 20}};

/// Nothing.
static const double HALL[][4] = {{0, 0, 40, 30}};

/// A group of so many discs of one radius from one place to another, where it stays or leaves.
static inline wend_world_group_def group_def(uint32_t count, double radius, wend_vec2 from,
                                             wend_vec2 to)
{
    wend_world_group_def def = wend_default_world_group_def();
    double radii[512];
    wend_error error = {0};
    assert_true(count <= 512);
    for (uint32_t i = 0; i < count; ++i)
        radii[i] = radius;
    if (wend_group_size_for(radii, count, WEND_GROUP_DENSITY, &def.size, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    def.from.centre = from;
    def.to.centre = to;
    return def;
}

static inline wend_group_id add_group(wend_world *world, const wend_world_group_def *def)
{
    wend_group_id id;
    wend_error error = {0};
    if (wend_world_add_group(world, def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static inline wend_agent_def member_of_group(double radius, wend_motion_kind motion)
{
    wend_agent_def def = wend_default_agent_def();
    def.radius = radius;
    def.motion = motion;
    return def;
}

/// Fills a group with agents of one kind.
static inline void fill_group(wend_world *world, wend_group_id group, uint32_t count,
                              const wend_agent_def *agent)
{
    wend_agent_def agents[512];
    wend_error error = {0};
    assert_true(count <= 512);
    for (uint32_t i = 0; i < count; ++i)
        agents[i] = *agent;
    if (wend_world_fill_group(world, group, agents, count, NULL, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

/// Both.
static inline wend_group_id new_group(wend_world *world, const wend_world_group_def *def,
                                      uint32_t count, double radius, wend_motion_kind motion)
{
    wend_group_id id = add_group(world, def);
    const wend_agent_def agent = member_of_group(radius, motion);
    fill_group(world, id, count, &agent);
    return id;
}

static inline wend_world_group_state group_state(const wend_world *world, wend_group_id id)
{
    wend_world_group_state state;
    assert_int_equal(wend_world_group(world, id, &state, NULL), WEND_OK);
    return state;
}

/// The greatest part by which a disc sticks out of its group's shape. [Units: m]
static inline double sticks_out_of_group(const wend_world *world, wend_group_id id)
{
    wend_world_group_state state = group_state(world, id);
    wend_agents agents = wend_world_agents(world);
    double most = -INFINITY;
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_agent_def def;
        if (wend_agent_id_is_null(agents.ids[i]))
            continue;
        assert_int_equal(wend_world_agent(world, agents.ids[i], &def, NULL), WEND_OK);
        if (wend_group_id_equal(def.coherent_group, id))
            most =
                fmax(most, def.radius - wend_group_shape_depth(&state.shape, def.position, NULL));
    }
    return most;
}

/// The greatest part of its radius by which somebody is in a wall.
static inline double deepest_in_wall(const wend_world *world)
{
    wend_agents agents = wend_world_agents(world);
    const wend_walls *walls = wend_world_walls(world);
    double most = 0;
    for (uint32_t i = 0; i < agents.slots; ++i) {
        const wend_body *body = &agents.bodies[i];
        if (body->radius > 0)
            most = fmax(most, 1 - wend_walls_clearance(walls, body->position, body->radius) /
                                      body->radius);
    }
    return most;
}

/// Shapes of groups do not meet.
static inline void assert_apart(const wend_world *world)
{
    for (uint32_t i = 0; i < wend_world_group_count(world); ++i)
        for (uint32_t k = 0; k < i; ++k) {
            wend_world_group_state a = group_state(world, wend_world_group_at(world, i)),
                                   b = group_state(world, wend_world_group_at(world, k));
            if (a.members > 0 && b.members > 0 &&
                !(wend_group_shapes_distance(&a.shape, &b.shape) > 0))
                fail_msg("at %g s groups %u and %u meet", wend_world_time(world), k, i);
        }
}

/// What holds in every step of a world whose groups are all strict.
static inline void assert_held(const wend_world *world)
{
    assert_apart(world);
    for (uint32_t i = 0; i < wend_world_group_count(world); ++i) {
        double out = sticks_out_of_group(world, wend_world_group_at(world, i));
        if (out > WEND_GROUP_POTENTIAL_SLACK)
            fail_msg("at %g s one sticks out of group %u by %g m", wend_world_time(world), i, out);
    }
    double overlap = deepest_overlap(world), wall = deepest_in_wall(world);
    if (overlap > 1e-5)
        fail_msg("at %g s two overlap by %g of a radius", wend_world_time(world), overlap);
    if (wall > 1e-5)
        fail_msg("at %g s one is in a wall by %g of its radius", wend_world_time(world), wall);
}

/// Steps until nobody is there any more, at most for so long; how long it took.
static inline double step_until_gone(wend_world *world, double seconds,
                                     void (*look)(const wend_world *))
{
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < seconds) {
        step(world);
        if (look)
            look(world);
    }
    if (wend_world_agents(world).count > 0) {
        wend_world_group_state state = group_state(world, wend_world_group_at(world, 0));
        fail_msg("after %g s %u are still there; group 1 is at %g of %g m, waited %g s, status %d",
                 seconds, wend_world_agents(world).count, state.along, state.length, state.waited,
                 (int)state.status);
    }
    return wend_world_time(world);
}

#endif
