// SPDX-License-Identifier: MIT
// What the tests of pursuits share: a hall with something to gather in it, pursuits in a line.
#ifndef WEND_TESTS_WORLD_PURSUIT_SUPPORT_H
#define WEND_TESTS_WORLD_PURSUIT_SUPPORT_H

#include "tests/world/world_support.h"

static const double HALL[][4] = {{0, 0, 30, 20}, {8, 5, 10, 15}, {18, 0, 19, 12}, {24, 16, 26, 18}};
enum { HALL_BOXES = sizeof HALL / sizeof *HALL };

static inline wend_pursuit_id add_pursuit(wend_world *world, const wend_pursuit_def *def)
{
    wend_pursuit_id id;
    wend_error error = {0};
    if (wend_world_add_pursuit(world, def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static inline wend_pursuit_id roam_box(wend_world *world, double x0, double y0, double x1,
                                       double y1, double wait)
{
    const wend_vec2 corners[4] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    wend_pursuit_def def = wend_default_pursuit_def(WEND_PURSUIT_ROAM);
    def.area = (wend_goal){corners, 4};
    def.wait = wait;
    return add_pursuit(world, &def);
}

static inline wend_resource_id add_orchard(wend_world *world)
{
    static const wend_patch patches[] = {
        {{4, 4}, 2, 60, 1}, {{14, 16}, 2, 60, 1}, {{25, 5}, 3, 90, 2}, {{9, 10}, 2.5, 50, 1}};
    wend_resource_def def = wend_default_resource_def();
    def.patches = patches;
    def.patch_count = sizeof patches / sizeof *patches;
    wend_resource_id id;
    assert_int_equal(wend_world_add_resource(world, &def, &id, NULL), WEND_OK);
    return id;
}

static inline wend_pursuit_id gather_from(wend_world *world, wend_resource_id field, double rate,
                                          double enough)
{
    wend_pursuit_def def = wend_default_pursuit_def(WEND_PURSUIT_GATHER);
    def.resource = field;
    def.rate = rate;
    def.depletion_threshold = enough;
    return add_pursuit(world, &def);
}

static inline wend_pursuit_id chase_role(wend_world *world, uint32_t role)
{
    wend_pursuit_def def = wend_default_pursuit_def(WEND_PURSUIT_CHASE);
    def.role = role;
    return add_pursuit(world, &def);
}

static inline wend_agent_def pursuer_at(double x, double y, wend_pursuit_id pursuit)
{
    wend_agent_def def = walker_at(x, y, (wend_goal_id){0});
    def.pursuit = pursuit;
    return def;
}

static inline wend_pursuer_state pursuer_of(const wend_world *world, wend_agent_id id)
{
    wend_pursuer_state state;
    assert_int_equal(wend_world_pursuer(world, id, &state, NULL), WEND_OK);
    return state;
}

static inline wend_pursuit_totals sums_of(const wend_world *world, wend_pursuit_id pursuit)
{
    wend_pursuit_totals sums;
    assert_int_equal(wend_world_pursuit_totals(world, pursuit, &sums, NULL), WEND_OK);
    return sums;
}

static inline double apart(wend_vec2 p, wend_vec2 q)
{
    return hypot(p.x - q.x, p.y - q.y);
}

#endif
