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

/// Time without progress after which an agent on a lane no longer waits for one beside it, which
/// may be unable to get past. [Units: s]
#define PATIENCE 3.0

// ---- each agent alone ---------------------------------------------------------------------------

/// True if the lane is free between two positions of one piece, of walls and of moving obstacles.
/// It bends no tighter than the radius that lanes are for, which bounds its distance from the
/// chord.
static bool is_clear(const wend_world *world, wend_vec2 p, wend_vec2 q, double lane_radius,
                     double radius, bool movers)
{
    wend_vec2 by = wend_sub(q, p), end = wend_add(p, by);
    double half = fmin(0.25 * wend_length_squared(by), lane_radius * lane_radius);
    double bend = lane_radius - sqrt(lane_radius * lane_radius - half);
    double least = fmax(radius * (1 - WEND_BODY_GIVE) - bend, 0);
    const wend_obstacles *obstacles = &world->obstacles;
    return wend_equal(wend_walls_slide(obstacles->walls, p, by, least), end) &&
           (!movers || obstacles->mover_count == 0 ||
            wend_equal(wend_walls_slide(obstacles->movers, p, by, least), end));
}

void wend_lane_sets_find_open(wend_world *world, uint32_t lane, double radius)
{
    wend_world_lane *l = &world->lanes.lanes.data[lane];
    wend_vec2 p = wend_lane_sets_at(&world->lanes, lane, l->begin, NULL);
    l->open_from = l->begin;
    for (double from = l->begin; from < l->end;) {
        double end = wend_lane_sets_piece_end(&world->lanes, lane, from);
        double next = fmin(fmin(from + CHORD * radius, end > from ? end : l->end), l->end);
        wend_vec2 q = wend_lane_sets_at(&world->lanes, lane, next, NULL);
        if (!is_clear(world, p, q, radius, l->clear, false))
            l->open_from = next;
        from = next;
        p = q;
    }
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
        if (i == MOST_CHORDS || !is_clear(world, p, q, lane_radius, radius, true))
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
    const double *rest = context;
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return rest[a] != rest[b] ? rest[a] < rest[b] : a < b;
}

/// Lists an agent that is on a lane or walks to one.
static void list(wend_world *world, uint32_t slot)
{
    const wend_lane_sets *sets = &world->lanes;
    wend_lane_memory *memory = &world->lane_memory;
    const wend_lane_walk *walk = &sets->walks.data[slot];
    uint32_t lane1 = walk->lane1 > 0 ? walk->lane1 : walk->next1;
    if (lane1 == 0 ||
        (walk->lane1 == 0 && world->crowd.walkers[slot].doing != WEND_ACTIVITY_WALKING))
        return;
    double rest = sets->lanes.data[lane1 - 1].end - walk->along;
    if (walk->lane1 == 0)
        rest += wend_distance(world->crowd.bodies[slot].position,
                              wend_lane_sets_at(sets, lane1 - 1, walk->along, NULL));
    memory->rest.data[slot] = rest;
    memory->order.data[memory->order.count++] = slot;
}

static void list_in_order(wend_world *world)
{
    wend_lane_memory *memory = &world->lane_memory;
    memory->order.count = 0;
    memory->strays = 0;
    for (uint32_t i = 0; i < world->crowd.slots; ++i) {
        if (wend_agent_id_is_null(world->crowd.id[i]))
            continue;
        if (i < world->lanes.walks.count)
            list(world, i);
        memory->strays += wend_lane_walks_off(world, i);
    }
    if (memory->order.count > 1)
        wend_sort(memory->order.data, memory->order.count, sizeof *memory->order.data, is_before,
                  memory->rest.data);
}

static bool is_retired(const wend_world *world, uint32_t slot)
{
    const wend_lane_sets *sets = &world->lanes;
    uint32_t lane1 = sets->walks.data[slot].lane1;
    return lane1 > 0 && sets->lanes.data[lane1 - 1].retired;
}

/// True if agent number `at` in the order may move to a distance along its lane: it comes no nearer
/// to an agent beside its lane, or on another lane, that is before it in the order, and touches it
/// there. Lanes that were computed together keep apart; only retired ones cross others.
static bool may_move(const wend_world *world, size_t at, double next)
{
    const wend_lane_sets *sets = &world->lanes;
    const wend_lane_memory *memory = &world->lane_memory;
    uint32_t slot = memory->order.data[at], lane = sets->walks.data[slot].lane1 - 1;
    const wend_body *body = &world->crowd.bodies[slot];
    wend_vec2 to = wend_lane_sets_at(sets, lane, next, NULL);
    bool retired = is_retired(world, slot);
    double since = wend_walker_progress_time(&world->crowd.walkers[slot]);
    bool impatient = world->time - since > PATIENCE;
    for (size_t i = 0; i < at; ++i) {
        uint32_t other = memory->order.data[i], ahead = sets->walks.data[other].lane1 - 1;
        bool on_lane = wend_lane_walks_on(world, other);
        if (!on_lane && impatient)
            continue;
        if (on_lane && (ahead == lane || !(retired || is_retired(world, other))))
            continue;
        wend_vec2 p = world->crowd.bodies[other].position;
        if (on_lane && memory->keeps.data[other])
            p = wend_lane_sets_at(sets, ahead, memory->next.data[other], NULL);
        double apart = (body->radius + world->crowd.bodies[other].radius) * (1 - WEND_BODY_GIVE);
        double distance = wend_distance_squared(to, p);
        if (distance < apart * apart && distance < wend_distance_squared(body->position, p))
            return false;
    }
    return true;
}

/// Agents are in the order of what is left of their lanes, so that those of one lane follow each
/// other, and whoever waits for another waits for one that is nearer to its sink: never in a
/// circle.
void wend_lane_walks_plan(wend_world *world)
{
    const wend_lane_walk *walks = world->lanes.walks.data;
    wend_lane_memory *memory = &world->lane_memory;
    wend_parallel_for(world->tasks, world->crowd.slots, GRAIN, advance_some, world);
    list_in_order(world);
    bool cross = memory->strays > 0;
    memory->last.count = world->lanes.lanes.count;
    for (size_t i = 0; i < memory->last.count; ++i)
        memory->last.data[i] = INFINITY;
    for (size_t i = 0; i < memory->order.count && !cross; ++i)
        cross = is_retired(world, memory->order.data[i]);
    for (size_t i = 0; i < memory->order.count; ++i) {
        uint32_t slot = memory->order.data[i];
        const wend_lane_walk *walk = &walks[slot];
        if (walk->lane1 == 0)
            continue;
        // Distance along the lane of the agent ahead after the step.
        double *before = &memory->last.data[walk->lane1 - 1], *next = &memory->next.data[slot];
        double headway = world->lanes.lanes.data[walk->lane1 - 1].headway;
        *next = fmax(fmin(*next, *before - headway), walk->along);
        if (cross && memory->keeps.data[slot] && !may_move(world, i, *next))
            *next = walk->along;
        // Agents of other motion models, or not exactly on the lane, may not get any further.
        *before = memory->keeps.data[slot] ? *next : walk->along;
    }
}

bool wend_lane_walks_keep(const wend_world *world, uint32_t slot)
{
    return wend_lane_walks_on(world, slot) && world->lane_memory.keeps.data[slot] &&
           wend_planner_walks(&world->crowd.walkers[slot]);
}
