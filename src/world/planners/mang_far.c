// SPDX-License-Identifier: MIT
// Plans on the multi-agent navigation graph up to the goal. Agents with the same goal are a group:
// the goal joins the graph once for all of them, and if one search backwards from it is cheaper
// than a search for each, they share it.
#include "world/planners/mang.h"

#include "geometry/sort.h"
#include "wend/geometry.h"

/// An A* search expands about this part of the vertices that are no further from the goal than its
/// start: those in an ellipse.
#define ELLIPSE 0.25

/// Groups per batch; the budget, if any, is checked after each batch.
enum { BATCH = 16 };

static bool turn_before(const void *context, const void *one, const void *other)
{
    const wend_mang_turn *a = one, *b = other;
    (void)context;
    return a->goal != b->goal ? a->goal < b->goal : a->slot < b->slot;
}

/// Lists the agents that need a plan, grouped by goal. Memory is reserved.
static void list_groups(const wend_planner_step *step)
{
    const wend_world *world = step->world;
    wend_mang_memory *memory = &step->world->mang;
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        if (step->planners->leads.data[i].wants_far)
            memory->turns.data[memory->turns.count++] =
                (wend_mang_turn){world->crowd.walkers[i].chosen, i};
    if (memory->turns.count > 1)
        wend_sort(memory->turns.data, memory->turns.count, sizeof *memory->turns.data, turn_before,
                  NULL);
    for (uint32_t i = 0; i < memory->turns.count; ++i) {
        if (i == 0 || memory->turns.data[i].goal != memory->turns.data[i - 1].goal)
            memory->groups.data[memory->groups.count++] = (wend_mang_group){.first = i};
        ++memory->groups.data[memory->groups.count - 1].count;
    }
    memory->requests.count = memory->turns.count;
}

// ---- a group ------------------------------------------------------------------------------------

/// A group and the planner of its worker.
typedef struct grouping {
    const wend_planner_step *step;
    wend_mang_planner *planner;
    const wend_mang_turn *turns;
    wend_mang_request *requests;
    uint32_t count;
    wend_mang_goal goal;
} grouping;

static wend_mang_walker walker_of(const grouping *g, uint32_t i)
{
    return wend_mang_walker_of(g->step->world, g->planner, g->turns[i].slot, g->turns[i].goal);
}

static void fill_requests(grouping *g)
{
    wend_world *world = g->step->world;
    for (uint32_t i = 0; i < g->count; ++i) {
        wend_mang_walker w = walker_of(g, i);
        bool keeps = w.keep->kind == WEND_KEEP_WAY;
        g->requests[i] = wend_mang_walker_request(&w, keeps);
        g->requests[i].goal = &g->goal;
        g->requests[i].iterations = wend_search_budget(world, w.slot);
    }
}

/// True if one search backwards is cheaper than one for each. The cost of a search grows with the
/// square of the distance.
static bool is_worth_sharing(const grouping *g)
{
    double sum = 0, most = 0;
    if (g->step->world->def.search_budget > 0)
        return false;
    for (uint32_t i = 0; i < g->count; ++i) {
        double distance = wend_box_distance(g->goal.box, g->requests[i].from);
        sum += ELLIPSE * distance * distance;
        most = fmax(most, distance * distance);
    }
    return sum > most;
}

/// Joins the goal to the graph for a radius. False: too close to walls, or not in free space.
static bool join(grouping *g, double radius)
{
    const wend_world *world = g->step->world;
    return wend_mang_join(g->planner, world->mang.mang, world->diagram.voronoi,
                          wend_goals_inner(&world->goals, g->turns[0].goal), radius, &g->goal,
                          NULL) == WEND_OK &&
           g->goal.count > 0;
}

/// A search for one agent: to the goal as joined for the group, then as joined for its own radius.
static wend_lead plan_alone(grouping *g, uint32_t i, bool joined, double largest)
{
    wend_mang_walker w = walker_of(g, i);
    wend_mang_path path = {.first = w.place};
    wend_result result = WEND_NOT_FOUND;
    if (joined)
        result = wend_mang_find(g->planner, w.graph, &g->requests[i], &path, NULL);
    if (result == WEND_NOT_FOUND && w.radius < largest) {
        if (join(g, w.radius))
            result = wend_mang_find(g->planner, w.graph, &g->requests[i], &path, NULL);
        join(g, largest); // restored for the others
    }
    return wend_mang_take_far(&w, result, &path);
}

/// Plans for a group by one shared search, except for agents that fit where the largest does not.
/// Returns the number of iterations.
static uint32_t plan_together(grouping *g, double largest)
{
    wend_lead *leads = g->step->planners->leads.data;
    uint32_t iterations = 0;
    bool narrow;
    if (wend_mang_spread(g->planner, walker_of(g, 0).graph, g->requests, g->count, &narrow,
                         &iterations, NULL) != WEND_OK)
        return 0;
    for (uint32_t i = 0; i < g->count; ++i) {
        wend_mang_walker w = walker_of(g, i);
        wend_mang_path path;
        if ((narrow && w.radius < largest) ||
            wend_mang_spread_path(g->planner, w.graph, &g->requests[i], &path, NULL) != WEND_OK)
            continue;
        leads[w.slot] = wend_mang_take_far(&w, WEND_OK, &path);
        leads[w.slot].iterations = i == 0 ? iterations : 0;
    }
    return iterations;
}

/// Plans for a group. Returns the number of iterations.
static uint64_t plan_group(grouping *g)
{
    wend_lead *leads = g->step->planners->leads.data;
    double largest = 0;
    uint64_t sum = 0;
    fill_requests(g);
    for (uint32_t i = 0; i < g->count; ++i)
        largest = fmax(largest, g->requests[i].radius);
    bool joined = join(g, largest);
    if (joined && is_worth_sharing(g))
        sum += plan_together(g, largest);
    for (uint32_t i = 0; i < g->count; ++i) {
        wend_lead *lead = &leads[g->turns[i].slot];
        if (!lead->wants_far)
            continue;
        *lead = plan_alone(g, i, joined, largest);
        sum += lead->iterations;
    }
    return sum;
}

// ---- all groups ---------------------------------------------------------------------------------

/// Groups in the order of this step, which rotates so that all get a turn if there is a budget.
typedef struct batch {
    const wend_planner_step *step;
    uint32_t first, offset;
} batch;

static wend_mang_group *group_at(const batch *b, uint32_t i)
{
    wend_mang_memory *memory = &b->step->world->mang;
    return &memory->groups.data[(b->offset + b->first + i) % memory->groups.count];
}

static void plan_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const batch *b = argument;
    wend_mang_memory *memory = &b->step->world->mang;
    for (uint32_t i = begin; i < end; ++i) {
        wend_mang_group *group = group_at(b, i);
        grouping g = {.step = b->step,
                      .planner = b->step->planners->searchers[worker].planner,
                      .turns = memory->turns.data + group->first,
                      .requests = memory->requests.data + group->first,
                      .count = group->count};
        group->iterations = plan_group(&g);
    }
}

/// Groups that get no turn in this step ask again in the next.
static void defer(const wend_planner_step *step, const wend_mang_group *group)
{
    const wend_mang_memory *memory = &step->world->mang;
    for (uint32_t i = 0; i < group->count; ++i)
        step->world->keeps.list.data[memory->turns.data[group->first + i].slot].late = true;
}

void wend_mang_plan_far(const wend_planner_step *step)
{
    wend_world *world = step->world;
    uint64_t budget = world->def.step_budget, spent = 0;
    list_groups(step);
    uint32_t count = (uint32_t)world->mang.groups.count;
    batch b = {.step = step, .offset = (uint32_t)(world->steps % (count > 0 ? count : 1))};
    while (b.first < count && (budget == 0 || spent < budget)) {
        uint32_t some = budget > 0 && count - b.first > BATCH ? BATCH : count - b.first;
        wend_parallel_for(world->tasks, some, 1, plan_some, &b);
        for (uint32_t i = 0; i < some; ++i)
            spent += group_at(&b, i)->iterations;
        b.first += some;
    }
    for (uint32_t i = 0; b.first + i < count; ++i)
        defer(step, group_at(&b, i));
}
