// SPDX-License-Identifier: MIT
#include "run/monitor.h"

#include "base/xalloc.h"
#include "measure/overlaps.h"
#include "run/wall_check.h"

#include <math.h>
#include <stdlib.h>

struct run_monitor {
    const tracker *agents;
    wall_check *walls;
    wend_array(wall_check_agent) slots;
    overlaps *overlaps;
    run_checks checks;
};

/// Each slot has its state; that of an agent that has just come is empty.
static void take_changes(run_monitor *m)
{
    size_t slots = m->agents->slots.count;
    xreserve(&m->slots, slots - m->slots.count);
    while (m->slots.count < slots)
        m->slots.data[m->slots.count++] = (wall_check_agent){0};
    for (size_t i = 0; i < m->agents->changes.count; ++i)
        if (m->agents->changes.data[i].kind == TRACKER_CAME)
            m->slots.data[m->agents->changes.data[i].id.raw.slot1 - 1] = (wall_check_agent){0};
}

static run_checks check_walls(run_monitor *m, wend_agents agents)
{
    run_checks found = {0};
    uint64_t step = wend_world_steps(m->agents->world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        if (wend_agent_id_is_null(agents.ids[i]))
            continue;
        bool crossed, deep;
        bool moved = step > 0 && m->agents->slots.data[i].moved_step == step;
        wall_check_look(m->walls, &m->slots.data[i], &agents.bodies[i], moved, &crossed, &deep);
        found.walls_crossed += crossed;
        found.in_walls += deep;
    }
    return found;
}

run_monitor *run_monitor_start(const scene *s, const scene_names *names, const tracker *agents,
                               double step)
{
    run_monitor *m = xcalloc(1, sizeof *m);
    m->agents = agents;
    m->walls = wall_check_create(s, names, step);
    m->overlaps = xcheck(overlaps_create());
    wall_check_update(m->walls, agents->world);
    take_changes(m);
    check_walls(m, wend_world_agents(agents->world)); // the start is no step: it does not count
    return m;
}

void run_monitor_step(run_monitor *m)
{
    wend_agents agents = wend_world_agents(m->agents->world);
    uint64_t overlapping = 0;
    wall_check_update(m->walls, m->agents->world);
    take_changes(m);
    run_checks found = check_walls(m, agents);
    m->checks.walls_crossed += found.walls_crossed;
    m->checks.in_walls += found.in_walls;
    xneed(overlaps_count(m->overlaps, agents.bodies, agents.slots, &overlapping));
    m->checks.overlaps += overlapping;
    if (overlapping > 0)
        m->checks.deepest = fmax(m->checks.deepest, overlaps_deepest(m->overlaps));
}

run_checks run_monitor_checks(const run_monitor *m)
{
    return m->checks;
}

void run_monitor_free(run_monitor *m)
{
    if (!m)
        return;
    wall_check_free(m->walls);
    wend_array_free(&m->slots, NULL);
    overlaps_free(m->overlaps);
    free(m);
}
