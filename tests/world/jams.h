// SPDX-License-Identifier: MIT
// People before a narrow corridor, for tests of barriers.
#ifndef WEND_TESTS_WORLD_JAMS_H
#define WEND_TESTS_WORLD_JAMS_H

#include "tests/world/planned_worlds.h"

/// A narrow corridor in the middle, and two wide ways around.
static const double THREE_WAYS[][4] = {{0, 0, 30, 20}, {12, 3, 18, 9.5}, {12, 10.5, 18, 17}};

typedef struct jam {
    const double (*boxes)[4];
    bool barriers;
    wend_motion_kind motion;
    uint32_t people;
    uint64_t seed;
    uint32_t goals;    ///< the people are shared out on them
    double max_weight; ///< of barriers; 0: the default
    wend_tasks *tasks;
    wend_allocator allocator;
} jam;

static const jam USUAL = {THREE_WAYS, true, WEND_MOTION_ORCA, 90, 1, 1, 0, NULL, {0}};

static inline wend_world *jam_world(const jam *j)
{
    wend_world_def def = def_of(0.1);
    def.seed = j->seed;
    def.barriers.enabled = j->barriers;
    if (j->max_weight > 0)
        def.barriers.max_weight = j->max_weight;
    def.tasks = j->tasks;
    def.allocator = j->allocator;
    wend_world *world = box_world(def, j->boxes, 3);
    wend_random random = wend_random_stream(j->seed, 9);
    wend_goal_id goals[2] = {box_goal(world, 29, 9, 29.5, 11), box_goal(world, 27, 9, 27.5, 11)};
    for (uint32_t i = 0; i < j->people; ++i) {
        wend_agent_def agent = guided_at(10.5 - 0.8 * (i / 10), 6.4 + 0.8 * (i % 10),
                                         goals[i % j->goals], WEND_PLANNER_MAP, j->motion);
        agent.position.x += wend_random_between(&random, -0.1, 0.1);
        agent.position.y += wend_random_between(&random, -0.1, 0.1);
        add_agent(world, &agent);
    }
    return world;
}

#endif
