// SPDX-License-Identifier: MIT
// What the tests of the world share: floors in a line, agents in a line, events by kind.
#ifndef WEND_TESTS_WORLD_WORLD_SUPPORT_H
#define WEND_TESTS_WORLD_WORLD_SUPPORT_H

#include "tests/support/support.h"
#include "wend/random.h"
#include "wend/world.h"

#include <math.h>

/// A floor of a box with boxes in it: {x0, y0, x1, y1} each, the bounds first.
static inline wend_floor *box_floor(const double (*boxes)[4], uint32_t count)
{
    enum { MOST = 64 };
    wend_vec2 corners[MOST][4];
    wend_shape shapes[MOST];
    assert_true(count >= 1 && count <= MOST);
    for (uint32_t i = 0; i < count; ++i) {
        const double *b = boxes[i];
        corners[i][0] = (wend_vec2){b[0], b[1]};
        corners[i][1] = (wend_vec2){b[2], b[1]};
        corners[i][2] = (wend_vec2){b[2], b[3]};
        corners[i][3] = (wend_vec2){b[0], b[3]};
        shapes[i] = (wend_shape){.points = corners[i], .point_count = 4};
    }
    wend_floor_def def = wend_default_floor_def();
    def.bounds = corners[0];
    def.bounds_count = 4;
    def.shapes = shapes + 1;
    def.shape_count = count - 1;
    wend_floor *floor = NULL;
    wend_error error = {0};
    if (wend_floor_create(&def, &floor, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return floor;
}

/// A def with that step.
static inline wend_world_def def_of(double seconds)
{
    wend_world_def def = wend_default_world_def();
    def.step = seconds;
    return def;
}

/// A world on such a floor (count 0: the plane).
static inline wend_world *box_world(wend_world_def def, const double (*boxes)[4], uint32_t count)
{
    wend_floor *floor = count > 0 ? box_floor(boxes, count) : NULL;
    wend_world *world = NULL;
    wend_error error = {0};
    def.floor = floor;
    if (wend_world_create(&def, &world, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    return world;
}

/// A goal of count points.
static inline wend_goal_id add_goal(wend_world *world, const wend_vec2 *points, uint32_t count)
{
    wend_goal_id id;
    wend_error error = {0};
    if (wend_world_add_goal(world, &(wend_goal){points, count}, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static inline wend_goal_id point_goal(wend_world *world, double x, double y)
{
    return add_goal(world, &(wend_vec2){x, y}, 1);
}

static inline wend_goal_id box_goal(wend_world *world, double x0, double y0, double x1, double y1)
{
    return add_goal(world, (wend_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

static inline wend_route_id add_route(wend_world *world, const wend_route_def *def)
{
    wend_route_id id;
    wend_error error = {0};
    if (wend_world_add_route(world, def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static inline wend_agent_id add_agent(wend_world *world, const wend_agent_def *def)
{
    wend_agent_id id;
    wend_error error = {0};
    if (wend_world_add_agent(world, def, &id, &error) != WEND_OK)
        fail_msg("%s at (%g, %g)", wend_error_text(&error), def->position.x, def->position.y);
    return id;
}

static inline wend_agent_def walker_at(double x, double y, wend_goal_id goal)
{
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_vec2){x, y};
    def.goal = goal;
    return def;
}

/// The same for one that steers by the diagram.
static inline wend_agent_def steerer_at(double x, double y, wend_goal_id goal)
{
    wend_agent_def def = walker_at(x, y, goal);
    def.planner = WEND_PLANNER_VORONOI;
    def.motion = WEND_MOTION_STEER;
    return def;
}

static inline void step(wend_world *world)
{
    wend_error error = {0};
    if (wend_world_step(world, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

/// How many events of that kind the last step had; *last [opt] is the last of them.
static inline uint32_t count_events(const wend_world *world, wend_event_kind kind, wend_event *last)
{
    uint32_t count, found = 0;
    const wend_event *events = wend_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i)
        if (events[i].kind == kind) {
            ++found;
            if (last)
                *last = events[i];
        }
    return found;
}

/// Steps until an event of that kind, at most for so long; false: none came.
static inline bool step_until(wend_world *world, wend_event_kind kind, double seconds,
                              wend_event *event)
{
    double end = wend_world_time(world) + seconds;
    while (wend_world_time(world) < end) {
        step(world);
        if (count_events(world, kind, event) > 0)
            return true;
    }
    return false;
}

static inline wend_vec2 position_of(const wend_world *world, wend_agent_id id)
{
    wend_agent_def def;
    assert_int_equal(wend_world_agent(world, id, &def, NULL), WEND_OK);
    return def.position;
}

static inline wend_agent_state state_of(const wend_world *world, wend_agent_id id)
{
    wend_agent_state state;
    assert_int_equal(wend_world_agent_state(world, id, &state, NULL), WEND_OK);
    return state;
}

/// Every call on an agent that has gone says so.
static inline void assert_stale(wend_world *world, wend_agent_id id)
{
    wend_agent_def def = wend_default_agent_def();
    wend_agent_state agent;
    def.position = (wend_vec2){1, 1};
    assert_int_equal(wend_world_agent(world, id, &def, NULL), WEND_STALE);
    assert_int_equal(wend_world_agent_state(world, id, &agent, NULL), WEND_STALE);
    assert_int_equal(wend_world_change_agent(world, id, &def, NULL), WEND_STALE);
    assert_int_equal(wend_world_place_agent(world, id, def.position, NULL, NULL), WEND_STALE);
    assert_int_equal(wend_world_remove_agent(world, id, NULL), WEND_STALE);
}

/// Steps on, and none of these steps takes memory: the world is warm.
static inline void assert_warm(wend_world *world, const failing_allocator *memory, int steps)
{
    size_t calls = memory->calls;
    for (int i = 0; i < steps; ++i)
        step(world);
    assert_int_equal(memory->calls, calls);
}

/// A step, and a second try of it if memory ran out, when nothing may have happened. True if so.
static inline bool step_twice_if_told(wend_world *world)
{
    wend_error error = {0};
    uint64_t before = wend_world_steps(world);
    wend_result result = wend_world_step(world, &error);
    if (result == WEND_OK)
        return false;
    assert_int_equal(result, WEND_OUT_OF_MEMORY);
    assert_int_equal(wend_world_steps(world), before);
    step(world);
    return true;
}

/// The deepest overlap of two, as a part of the smaller radius.
static inline double deepest_overlap(const wend_world *world)
{
    wend_agents agents = wend_world_agents(world);
    double deepest = 0;
    for (uint32_t i = 0; i < agents.slots; ++i)
        for (uint32_t k = 0; k < i; ++k) {
            const wend_body *a = &agents.bodies[i], *b = &agents.bodies[k];
            if (a->radius < 0 || b->radius < 0)
                continue;
            double gap = hypot(a->position.x - b->position.x, a->position.y - b->position.y) -
                         a->radius - b->radius;
            deepest = fmax(deepest, -gap / fmin(a->radius, b->radius));
        }
    return deepest;
}

#endif
