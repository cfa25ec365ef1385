// SPDX-License-Identifier: MIT
// The planner "mang": paths on the multi-agent navigation graph, to a first goal that no other
// agent has (Sud et al., "Real-Time Path Planning in Dynamic Virtual Environments Using Multiagent
// Navigation Graphs", 2008, §4.2, §5.2).
//
// The graph is new in every step, but most of a plan is not: an agent between the same neighbours
// keeps its exit and only searches its first goal again (mang_plan.c). At every replan interval,
// and when necessary, it plans up to the goal, together with agents that have the same goal
// (mang_far.c).
#include "world/planners/mang.h"

#include "core/clock.h"
#include "wend/vec2.h"

/// Agents per task.
enum { GRAIN = 16 };

/// Paths are for discs smaller by this part: radii are floats, and an agent that touches a wall may
/// be nearer than its radius by rounding.
#define SMALLER 1e-5

/// A vertex counts as reached within this distance, or if the next step leads beyond it. [Units:
/// radii]
#define REACHED 0.2

/// Cost of passing another agent on the wrong side. More than any gap beside it costs, unless walls
/// make that one a long way. [Units: m]
#define PASS_COST 20.0

wend_mang_walker wend_mang_walker_of(wend_world *world, wend_mang_planner *planner, uint32_t slot,
                                     uint32_t goal)
{
    const wend_body *body = &world->crowd.bodies[slot];
    return (wend_mang_walker){
        .world = world,
        .graph = wend_mangs_graph(world),
        .planner = planner,
        .keep = &world->keeps.list.data[slot],
        .slot = slot,
        .cell = wend_mangs_cell(world, slot),
        .goal = goal,
        .place = body->position,
        .radius = body->radius * (1 - SMALLER),
        .stride = wend_walker_speed(&world->crowd.walkers[slot]) * world->def.step,
    };
}

wend_mang_request wend_mang_walker_request(const wend_mang_walker *w, bool keeps)
{
    wend_mang_request request = wend_default_mang_request();
    request.cell = w->cell;
    request.from = w->place;
    request.radius = w->radius;
    request.reach = fmax(w->stride, REACHED * w->radius);
    request.first_order = w->world->def.mang.first_order;
    const wend_mang_meeting *meeting = wend_mang_passes_of(w->world, w->slot);
    if (meeting) {
        request.passes = meeting->passes;
        request.pass_count = meeting->count;
        request.pass_cost = PASS_COST;
    }
    if (keeps) {
        request.kept = &w->keep->exit;
        if (!w->world->passes.list.data[w->slot].ended)
            request.bonus = w->world->def.mang.replan_threshold * w->keep->cost;
    }
    return request;
}

wend_lead wend_mang_lead_along(const wend_mang_walker *w, const wend_mang_path *path, double rest)
{
    double length = path->length + rest;
    return (wend_lead){.kind = WEND_LEAD_WAY,
                       .aim = path->first,
                       .length = length,
                       .rest = fmax(length - wend_distance(w->place, path->first), 0),
                       .iterations = path->iterations};
}

// ---- memory -------------------------------------------------------------------------------------

static bool reserve_planners(wend_world *world, uint32_t workers)
{
    const wend_mang_graph *graph = wend_mangs_graph(world);
    if (!graph)
        return true;
    for (uint32_t i = 0; i < workers; ++i)
        if (!wend_mang_planner_reserve(world->planners->searchers[i].planner, graph->vertex_count,
                                       world->mang.most_nodes))
            return false;
    return true;
}

bool wend_mang_plan_reserve(wend_world *world, uint32_t workers)
{
    const wend_allocator *allocator = &world->allocator;
    wend_mang_memory *memory = &world->mang;
    wend_mang_keeps *keeps = &world->keeps;
    size_t slots = world->crowd.slots;
    size_t more = slots > keeps->list.count ? slots - keeps->list.count : 0;
    memory->turns.count = memory->groups.count = memory->requests.count = 0;
    if (!wend_array_reserve(&keeps->list, allocator, more) ||
        !wend_array_reserve(&memory->turns, allocator, slots) ||
        !wend_array_reserve(&memory->groups, allocator, slots) ||
        !wend_array_reserve(&memory->requests, allocator, slots) ||
        !wend_array_reserve(&world->planners->leads, allocator, slots) ||
        !wend_mang_passes_reserve(world))
        return false;
    while (keeps->list.count < slots)
        keeps->list.data[keeps->list.count++] = (wend_mang_keep){0};
    return reserve_planners(world, workers);
}

// ---- all agents ---------------------------------------------------------------------------------

static bool is_guided(const wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    return !wend_agent_id_is_null(world->crowd.id[slot]) && walker->planner == WEND_PLANNER_MANG &&
           wend_planner_walks(walker);
}

static void plan_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const wend_planner_step *step = argument;
    wend_world *world = step->world;
    for (uint32_t i = begin; i < end; ++i) {
        if (!is_guided(world, i))
            continue;
        wend_walker *walker = &world->crowd.walkers[i];
        if (walker->chosen == WEND_NO_GOAL)
            wend_choice_only(world, i);
        if (walker->chosen == WEND_NO_GOAL)
            continue;
        wend_mang_walker w = wend_mang_walker_of(world, step->planners->searchers[worker].planner,
                                                 i, walker->chosen);
        step->planners->leads.data[i] = wend_mang_plan_near(&w);
    }
}

/// A spent budget grows for the next plan and shrinks once less suffices: a small budget right
/// after a large one would lead back into the dead end that was just left.
static void note_budget(wend_world *world, uint32_t slot, const wend_lead *lead)
{
    uint8_t *failures = &world->paths.ways.data[slot].failures;
    if (lead->is_partial)
        *failures += *failures < UINT8_MAX;
    else if (lead->is_far && *failures > 0 &&
             lead->iterations < wend_search_budget(world, slot) / 2)
        --*failures;
}

static void sum_up(wend_mang_times *times, const wend_lead *lead)
{
    times->iterations += lead->iterations;
    if (lead->is_far)
        ++times->far_plans;
    else if (lead->iterations > 0)
        ++times->near_plans;
    else
        ++times->kept_plans;
}

static void plan(const wend_planner_step *step)
{
    wend_world *world = step->world;
    wend_planners *planners = step->planners;
    uint32_t slots = world->crowd.slots;
    double begin = wend_clock();
    while (planners->leads.count <
           slots) // memory is reserved; another planner may have filled them
        planners->leads.data[planners->leads.count++] = (wend_lead){.kind = WEND_LEAD_NONE};
    wend_mang_passes_decide(world);
    wend_parallel_for(world->tasks, slots, GRAIN, plan_some, (void *)step);
    wend_mang_plan_far(step);
    for (uint32_t i = 0; i < slots; ++i) {
        const wend_lead *lead = &planners->leads.data[i];
        if (lead->kind == WEND_LEAD_NONE || !is_guided(world, i))
            continue;
        wend_planner_note_lead(world, i, lead);
        note_budget(world, i, lead);
        sum_up(&world->times.mang, lead);
    }
    world->times.mang.plan = wend_clock() - begin;
}

// ---- distance for choices -----------------------------------------------------------------------

/// The path length to a goal, for an agent that chooses between goals.
static wend_result find(const wend_planner_step *step, wend_searcher *searcher, uint32_t slot,
                        uint32_t goal, wend_found *found)
{
    wend_world *world = step->world;
    wend_mang_walker w = wend_mang_walker_of(world, searcher->planner, slot, goal);
    wend_vec2 nearest = wend_goals_nearest(&world->goals, goal, w.place, NULL);
    *found = (wend_found){.length = wend_distance(w.place, nearest)};
    if (w.cell == WEND_MANG_NONE)
        return WEND_OK;
    wend_mang_goal join;
    wend_mang_path path = {0};
    if (wend_mang_join(w.planner, world->mang.mang, world->diagram.voronoi,
                       wend_goals_inner(&world->goals, goal), w.radius, &join, NULL) != WEND_OK)
        return WEND_NOT_FOUND;
    wend_mang_request request = wend_mang_walker_request(&w, false);
    request.goal = &join;
    request.iterations = wend_search_budget(world, slot);
    wend_result result = wend_mang_find(w.planner, w.graph, &request, &path, NULL);
    searcher->expansions += path.iterations;
    if (result == WEND_OK)
        found->length = fmax(found->length, path.length);
    return result;
}

const wend_planner wend_planner_mang = {
    .info =
        {
            .kind = WEND_PLANNER_MANG,
            .name = "mang",
            .summary = "path on the multi-agent navigation graph",
            .needs = WEND_NEEDS_MESH | WEND_NEEDS_DIAGRAM | WEND_NEEDS_AGENT_SITES,
            .replans_each_step = true,
            .has_first_goal = true,
        },
    .plan = plan,
    .follow = wend_planner_follow_lead,
    .find = find,
};
