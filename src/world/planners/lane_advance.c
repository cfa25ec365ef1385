// SPDX-License-Identifier: MIT
// Advance of agents on lanes in a step. First each agent alone, in parallel: as far as its speed
// permits and walls allow. Then, from the foremost of a lane to the last: never nearer to the one
// ahead than the headway. So agents of any speeds stay apart, and agents of one speed never block
// each other.
#include "geometry/points.h"
#include "geometry/sort.h"
#include "wend/vec2.h"
#include "world/planners/planner.h"

#include <math.h>

enum {
    GRAIN = 256,       ///< agents per task
    MOST_CHORDS = 1024 ///< chords checked in a step; a faster agent is stopped there
};

/// Maximum length of the chords in which a lane is checked. [Units: radii]
#define CHORD 0.5

// ---- each agent alone ---------------------------------------------------------------------------

/// True if the lane is free between two positions of one piece. It bends no tighter than the radius
/// that lanes are for, which bounds its distance from the chord.
static bool is_open(const wend_world *world, wend_vec2 p, wend_vec2 q, double lane_radius,
                    double radius)
{
    wend_vec2 by = wend_sub(q, p), end = wend_add(p, by);
    double half = fmin(0.25 * wend_length_squared(by), lane_radius * lane_radius);
    double bend = lane_radius - sqrt(lane_radius * lane_radius - half);
    double least = fmax(radius * (1 - WEND_BODY_GIVE) - bend, 0);
    const wend_obstacles *obstacles = &world->obstacles;
    return wend_equal(wend_walls_slide(obstacles->walls, p, by, least), end) &&
           (obstacles->mover_count == 0 ||
            wend_equal(wend_walls_slide(obstacles->movers, p, by, least), end));
}

/// The distance along its lane that an agent on it can reach if it wants to go up to `wanted`;
/// beyond the lane's end it is free.
static double reach_of(const wend_world *world, uint32_t slot, double wanted)
{
    const wend_lane_sets *sets = &world->lanes;
    const wend_lane_walk *walk = &sets->walks.data[slot];
    uint32_t lane = walk->lane1 - 1;
    double lane_radius = sets->list.data[wend_id_slot(world->crowd.walkers[slot].lanes.raw)].radius;
    const wend_world_lane *l = &sets->lanes.data[lane];
    double radius = fmin(world->crowd.bodies[slot].radius, l->clear), from = walk->along;
    double last = fmin(wanted, l->end), chord = CHORD * lane_radius;
    wend_vec2 p = world->crowd.bodies[slot].position;
    for (int i = 0; from < last; ++i) {
        double end = wend_lane_sets_piece_end(sets, lane, from);
        double next = fmin(fmin(from + chord, end > from ? end : last), last);
        wend_vec2 q = wend_lane_sets_at(sets, lane, next, NULL);
        if (i == MOST_CHORDS || !is_open(world, p, q, lane_radius, radius))
            return from;
        from = next;
        p = q;
    }
    return wanted;
}

static void advance_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    wend_lane_memory *memory = &world->lane_memory;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        memory->keeps.data[i] = false;
        if (!wend_lane_walks_on(world, i))
            continue;
        const wend_walker *walker = &world->crowd.walkers[i];
        const wend_lane_walk *walk = &world->lanes.walks.data[i];
        bool follows = wend_walker_motion(walker)->reaches_target;
        memory->keeps.data[i] = wend_lane_walks_locate(world, i) && follows;
        double wanted = walk->along;
        if (follows && wend_planner_walks(walker))
            wanted += wend_planner_speed(world, i) * world->def.step;
        memory->next.data[i] = memory->keeps.data[i] ? reach_of(world, i, wanted) : wanted;
    }
}

// ---- headways -----------------------------------------------------------------------------------

static bool is_before(const void *context, const void *one, const void *other)
{
    const wend_lane_walk *walks = context;
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    if (walks[a].lane1 != walks[b].lane1)
        return walks[a].lane1 < walks[b].lane1;
    if (walks[a].along != walks[b].along)
        return walks[a].along > walks[b].along;
    return a < b;
}

static void list_in_order(wend_world *world)
{
    wend_lane_memory *memory = &world->lane_memory;
    memory->order.count = 0;
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        if (wend_lane_walks_on(world, i))
            memory->order.data[memory->order.count++] = i;
    if (memory->order.count > 1)
        wend_sort(memory->order.data, memory->order.count, sizeof *memory->order.data, is_before,
                  world->lanes.walks.data);
}

void wend_lane_walks_plan(wend_world *world)
{
    const wend_lane_walk *walks = world->lanes.walks.data;
    wend_lane_memory *memory = &world->lane_memory;
    wend_parallel_for(world->tasks, world->crowd.slots, GRAIN, advance_some, world);
    list_in_order(world);
    double before = INFINITY; // distance along the lane of the agent ahead after the step
    for (size_t i = 0; i < memory->order.count; ++i) {
        uint32_t slot = memory->order.data[i];
        const wend_lane_walk *walk = &walks[slot];
        if (i == 0 || walks[memory->order.data[i - 1]].lane1 != walk->lane1)
            before = INFINITY;
        double *next = &memory->next.data[slot];
        double headway = world->lanes.lanes.data[walk->lane1 - 1].headway;
        *next = fmax(fmin(*next, before - headway), walk->along);
        // Agents of other motion models, or not exactly on the lane, may not get any further.
        before = memory->keeps.data[slot] ? *next : walk->along;
    }
}

bool wend_lane_walks_keep(const wend_world *world, uint32_t slot)
{
    return wend_lane_walks_on(world, slot) && world->lane_memory.keeps.data[slot] &&
           wend_planner_walks(&world->crowd.walkers[slot]);
}
