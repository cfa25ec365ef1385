// SPDX-License-Identifier: MIT
// Paths on a diagram with agents as sites, planned in every step from the agent's own cell
// ("Real-Time Path Planning in Large Environments Based on the Dynamic Voronoi Diagram", UFRGS
// 2010, §4.2 to §4.5).
//
// Only the beginning of a path is used: the agent heads for the centre of the first empty circle,
// on whose rim it is, and so into free space. The far part of a long path is not searched in every
// step: every FAR_EVERY steps a path is planned up to the goal, under the def's budget, and a mark
// is set on it further away than the agent gets until the next time. In between, plans lead up to
// that mark.
//
// Without a path, an agent that is blocked only by others presses on through them; otherwise it
// walks towards its goal (goal focus) as far as its motion model permits.
#include "world/planners/voronoi.h"

#include "wend/vec2.h"

#include <math.h>

/// Agents per task.
enum { GRAIN = 4 };

/// Interval of plans up to the goal [Units: steps]; distance of a mark as a multiple of what the
/// agent walks in that time.
enum { FAR_EVERY = 8, MARK_TIMES = 2 };

/// Iteration limit of a plan up to the mark: one that needs more has to find another path.
enum { NEAR_ITERATIONS = 64 };

/// An agent without a path for this time is lost: in a crowd many have none for a moment. [Units:
/// s]
#define LOST_AFTER 2.0

/// The agent that plans, and what it plans with.
typedef struct planner {
    const wend_world *world;
    wend_roadmap *roadmap;
    uint32_t slot;
    wend_vec2 place;
    double stride; ///< distance walked in a step [Units: m]
    uint32_t iterations;
} planner;

static wend_result find(planner *p, const wend_roadmap_request *request, wend_roadmap_path *path)
{
    *path = (wend_roadmap_path){.circle_count = 0};
    wend_result result =
        wend_roadmap_find(p->roadmap, p->world->diagram.voronoi, request, path, NULL);
    p->iterations += path->iterations;
    return result;
}

/// The lead along a path: the centre of the first empty circle, or, if the step leads beyond it, a
/// later centre within that circle.
static wend_lead lead_along(const planner *p, const wend_roadmap_path *path)
{
    wend_lead lead = {.kind = WEND_LEAD_WAY, .aim = path->end, .length = path->length};
    if (path->circle_count == 0)
        return lead;
    const wend_circle *first = &path->circles[0];
    if (path->whole && wend_distance(first->centre, path->end) <= first->radius)
        return lead;
    uint32_t at = 0;
    double gone = wend_distance(p->place, first->centre);
    while (gone < p->stride && at + 1 < path->circle_count &&
           wend_distance(first->centre, path->circles[at + 1].centre) <= first->radius) {
        gone += wend_distance(path->circles[at].centre, path->circles[at + 1].centre);
        ++at;
    }
    lead.aim = path->circles[at].centre;
    lead.rest = fmax(path->length - gone, 0) + path->gap_to_goal;
    return lead;
}

/// Sets a mark if the path is long enough.
static void set_mark(const planner *p, const wend_roadmap_path *path, wend_lead *lead)
{
    double gone = 0, enough = MARK_TIMES * FAR_EVERY * p->stride;
    wend_vec2 last = p->place;
    for (uint32_t i = 0; i + 1 < path->circle_count && !lead->has_mark; ++i) {
        gone += wend_distance(last, path->circles[i].centre);
        last = path->circles[i].centre;
        lead->has_mark = gone >= enough;
    }
    lead->mark = last;
    lead->mark_rest = fmax(path->length - gone, 0) + path->gap_to_goal;
}

/// No path: as near to the goal as the search got, or straight to it if the agent is already that
/// near.
static wend_lead lead_to_goal(const planner *p, const wend_roadmap_path *path)
{
    const wend_world *world = p->world;
    wend_vec2 goal =
        wend_goals_nearest(&world->goals, world->crowd.walkers[p->slot].chosen, p->place, NULL);
    wend_lead lead = {.aim = goal};
    if (path->circle_count > 0 && path->gap_to_goal < wend_distance(p->place, goal) - p->stride)
        lead = lead_along(p, path);
    lead.kind = WEND_LEAD_FOCUS;
    return lead;
}

// ---- plans --------------------------------------------------------------------------------------

/// True if it is time for a plan up to the goal.
static bool is_due(const planner *p)
{
    return p->world->paths.ways.data[p->slot].version != p->world->obstacles.trail ||
           (p->world->steps + p->slot) % FAR_EVERY == 0;
}

/// The mark; false: none, or it is time for a plan up to the goal.
static bool mark_of(const planner *p, wend_way_portal *mark)
{
    const wend_paths *paths = &p->world->paths;
    const wend_way *way = &paths->ways.data[p->slot];
    if (!wend_way_has_path(way) || is_due(p))
        return false;
    *mark = wend_path_portal(wend_path_block_of(paths, way->block), way->at);
    return true;
}

/// Plans up to the mark, if necessary through other agents. False: there is no mark, or no path to
/// it.
static bool plan_near(planner *p, wend_lead *lead)
{
    wend_way_portal mark;
    if (!mark_of(p, &mark))
        return false;
    wend_roadmap_path path;
    wend_roadmap_request request =
        wend_voronoi_request(p->world, p->slot, p->world->crowd.walkers[p->slot].chosen);
    uint32_t budget = p->world->def.search_budget;
    request.goal = (wend_goal){&mark.a, 1};
    request.iterations = budget > 0 && budget < NEAR_ITERATIONS ? budget : NEAR_ITERATIONS;
    wend_result result = find(p, &request, &path);
    if (result == WEND_NOT_FOUND || result == WEND_BUDGET_EXHAUSTED) {
        request.press = true;
        result = find(p, &request, &path);
    }
    if (result == WEND_OUT_OF_MEMORY) {
        *lead = (wend_lead){.kind = WEND_LEAD_STARVED};
        return true;
    }
    if (result != WEND_OK || path.gap_to_goal > 0)
        return false;
    *lead = lead_along(p, &path);
    lead->rest += mark.rest;
    lead->length += mark.rest;
    return true;
}

/// True if walls alone are known to block the path. Moving obstacles are walls too, so this is not
/// assumed for long.
static bool is_shut(const planner *p)
{
    return p->world->paths.ways.data[p->slot].state & WEND_WAY_SHUT && !is_due(p);
}

/// Plans up to the goal.
static wend_lead plan_far(planner *p)
{
    wend_way *way = &p->world->paths.ways.data[p->slot];
    wend_lead lead = {.kind = WEND_LEAD_STARVED};
    wend_roadmap_path path;
    wend_roadmap_request request =
        wend_voronoi_request(p->world, p->slot, p->world->crowd.walkers[p->slot].chosen);
    request.iterations = p->world->def.search_budget;
    request.dead_end = way->dead_end;
    wend_result result = find(p, &request, &path);
    if (result == WEND_NOT_FOUND) {
        lead = lead_to_goal(p, &path);
        // Is the path blocked only by other agents?
        request.press = true;
        if (!is_shut(p))
            result = find(p, &request, &path);
    }
    if (result == WEND_OUT_OF_MEMORY)
        return (wend_lead){.kind = WEND_LEAD_STARVED};
    if (result == WEND_OK || result == WEND_BUDGET_EXHAUSTED) {
        way->dead_end = path.dead_end;
        lead = lead_along(p, &path);
        // In a dead end the next step plans up to the goal again.
        if (path.dead_end == 0)
            set_mark(p, &path, &lead);
    }
    lead.is_far = true;
    return lead;
}

static planner planner_of(const wend_world *world, wend_roadmap *roadmap, uint32_t slot)
{
    return (planner){.world = world,
                     .roadmap = roadmap,
                     .slot = slot,
                     .place = world->crowd.bodies[slot].position,
                     .stride = wend_walker_speed(&world->crowd.walkers[slot]) * world->def.step};
}

static wend_lead plan_for(const wend_world *world, wend_roadmap *roadmap, uint32_t slot)
{
    planner p = planner_of(world, roadmap, slot);
    wend_lead lead;
    if (!plan_near(&p, &lead))
        lead = plan_far(&p);
    lead.iterations = p.iterations;
    return lead;
}

static void plan_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const wend_planner_step *step = argument;
    wend_world *world = step->world;
    for (uint32_t i = begin; i < end; ++i) {
        wend_walker *walker = &world->crowd.walkers[i];
        wend_lead *lead = &step->planners->leads.data[i];
        *lead = (wend_lead){.kind = WEND_LEAD_NONE};
        if (wend_agent_id_is_null(world->crowd.id[i]) || walker->planner != WEND_PLANNER_VORONOI ||
            !wend_planner_walks(walker))
            continue;
        if (walker->chosen == WEND_NO_GOAL)
            wend_choice_only(world, i);
        if (walker->chosen != WEND_NO_GOAL)
            *lead = plan_for(world, step->planners->searchers[worker].roadmap, i);
    }
}

bool wend_voronoi_press(const wend_world *world, wend_roadmap *roadmap, uint32_t slot,
                        wend_lead *lead)
{
    planner p = planner_of(world, roadmap, slot);
    wend_roadmap_path path;
    wend_roadmap_request request =
        wend_voronoi_request(world, slot, world->crowd.walkers[slot].chosen);
    request.iterations = world->def.search_budget;
    request.press = true;
    if (find(&p, &request, &path) != WEND_OK)
        return false;
    *lead = lead_along(&p, &path);
    lead->iterations = p.iterations;
    return true;
}

// ---- results ------------------------------------------------------------------------------------

/// Stores the mark as the only portal of the agent's path. Out of memory, there is none.
static void keep_mark(wend_world *world, uint32_t slot, const wend_lead *lead)
{
    wend_way *way = &world->paths.ways.data[slot];
    wend_paths_clear(&world->paths, slot);
    if (!lead->has_mark || !wend_paths_reserve_portals(&world->paths, 1, &world->allocator))
        return;
    const wend_way_portal mark = {.a = lead->mark, .right_x = 1, .rest = (float)lead->mark_rest};
    wend_paths_put(&world->paths, slot, &mark, 1);
    way->state |= WEND_WAY_CUT;
}

bool wend_planner_follow_lead(const wend_planner_step *step, uint32_t slot,
                              wend_steering_target *aim)
{
    const wend_world *world = step->world;
    const wend_planners *planners = step->planners;
    if (world->crowd.walkers[slot].chosen == WEND_NO_GOAL) {
        world->paths.ways.data[slot].state |= WEND_WAY_WANTS;
        return false;
    }
    wend_lead lead = {.kind = WEND_LEAD_NONE};
    if (slot < planners->leads.count)
        lead = planners->leads.data[slot];
    if (lead.kind != WEND_LEAD_WAY && lead.kind != WEND_LEAD_FOCUS)
        return false;
    *aim = (wend_steering_target){.a = lead.aim, .b = lead.aim, .remaining = lead.rest};
    return true;
}

void wend_planner_note_lead(wend_world *world, uint32_t slot, const wend_lead *lead)
{
    wend_way *way = &world->paths.ways.data[slot];
    if (lead->kind == WEND_LEAD_WAY) {
        way->again = world->time;
        way->state &= (uint8_t) ~(WEND_WAY_LOST | WEND_WAY_SHUT);
        if (world->crowd.walkers[slot].doing == WEND_ACTIVITY_NO_PATH)
            wend_crowd_set_out(&world->crowd, slot, world->time);
        return;
    }
    way->state |= WEND_WAY_SHUT;
    if (world->time >= way->again + LOST_AFTER)
        wend_planner_set_lost(world, slot);
}

static void note_plan(wend_world *world, uint32_t slot, const wend_lead *lead)
{
    if (lead->is_far) {
        keep_mark(world, slot, lead);
        world->paths.ways.data[slot].version = world->obstacles.trail;
    }
    wend_planner_note_lead(world, slot, lead);
}

static void sum_up(wend_plan_sums *sums, const wend_lead *lead)
{
    ++sums->plans;
    sums->iterations += lead->iterations;
    sums->longest = fmax(sums->longest, lead->length);
}

void wend_voronoi_plan(const wend_planner_step *step)
{
    wend_world *world = step->world;
    wend_planners *planners = step->planners;
    uint32_t slots = world->crowd.slots;
    planners->leads.count = 0;
    if (!world->diagram.voronoi || !world->diagram.has_agents ||
        !wend_array_reserve(&planners->leads, &planners->inner, slots))
        return;
    planners->leads.count = slots;
    planners->shut = wend_tasks_workers(world->tasks) > 1;
    wend_parallel_for(world->tasks, slots, GRAIN, plan_some, (void *)step);
    planners->shut = false;
    for (uint32_t i = 0; i < slots; ++i) {
        wend_lead *lead = &planners->leads.data[i];
        if (lead->kind == WEND_LEAD_STARVED)
            *lead = plan_for(world, planners->searchers[0].roadmap, i);
        if (lead->kind == WEND_LEAD_NONE || lead->kind == WEND_LEAD_STARVED)
            continue;
        note_plan(world, i, lead);
        sum_up(&planners->roadmap, lead);
    }
}
