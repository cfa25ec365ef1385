// SPDX-License-Identifier: MIT
// Choice between several goals: the nearest by path length, the quickest including queues, or the
// next in turn.
//
// The queue before an agent consists of the agents with the same goal and a shorter remaining path.
// Queues are counted for all goals once per step, in bins of 1 m. Paths are searched in the order
// of a lower bound of their costs, so that one or two searches are usually enough.
#include "world/planners/planner.h"

#include "wend/geometry.h"

#include <math.h>

/// Specific flow assumed for goals, a common planning value for doors. [Units: 1/(m s)]
#define PERSONS_PER_METRE_SECOND 1.3

/// Interval at which an agent reconsiders the choice of the quickest goal. [Units: s]
#define RECONSIDER_EVERY 2.0
/// Limit of that interval for tiny steps: a double counts exactly up to it. [Units: steps]
#define MAX_STEPS 0x1p53

/// An agent changes to a goal only if its cost is below this fraction of the current cost, so that
/// agents do not run to and fro.
#define CLEARLY_QUICKER 0.8

void wend_options_of(const wend_world *world, uint32_t slot, wend_options *options)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    const wend_goals *goals = &world->goals;
    *options = (wend_options){.stop = UINT32_MAX, .choice = WEND_CHOICE_NEAREST};
    if (!wend_route_id_is_null(walker->route)) {
        const wend_world_route *route = &goals->routes.data[wend_id_slot(walker->route.raw)];
        options->stop = route->first + walker->stop;
        const wend_world_stop *stop = &goals->stops.data[options->stop];
        options->goals = &goals->stop_goals.data[stop->first];
        options->count = stop->count;
        options->choice = stop->choice;
    } else if (!wend_goal_id_is_null(walker->goal)) {
        options->only = wend_id_slot(walker->goal.raw);
        options->goals = &options->only;
        options->count = 1;
    } else if ((!wend_pursuit_id_is_null(walker->pursuit) ||
                !wend_lanes_id_is_null(walker->lanes) || !wend_group_id_is_null(walker->shape)) &&
               walker->chosen != WEND_NO_GOAL) {
        options->only = walker->chosen;
        options->goals = &options->only;
        options->count = 1;
    }
}

// ---- queues -------------------------------------------------------------------------------------

static uint32_t bin_of(double left)
{
    return left < WEND_QUEUE_BINS - 1 ? (uint32_t)left : WEND_QUEUE_BINS - 1;
}

bool wend_choice_count(wend_planners *planners, const wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    planners->queues.count = 0;
    if (!world->goals.have_queues)
        return true;
    size_t count = world->goals.goals.count;
    if (!wend_array_reserve(&planners->queues, &world->allocator, count))
        return false;
    for (size_t i = 0; i < count; ++i)
        planners->queues.data[i] = (wend_queue){{0}};
    planners->queues.count = count;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        const wend_walker *walker = &crowd->walkers[i];
        if (wend_agent_id_is_null(crowd->id[i]) || walker->doing != WEND_ACTIVITY_WALKING ||
            walker->chosen == WEND_NO_GOAL)
            continue;
        double left = wend_crowd_remaining(crowd, i);
        if (isfinite(left))
            ++planners->queues.data[walker->chosen].nearer[bin_of(left)];
    }
    for (size_t i = 0; i < count; ++i) {
        uint32_t sum = 0;
        for (uint32_t k = 0; k < WEND_QUEUE_BINS; ++k) {
            uint32_t here = planners->queues.data[i].nearer[k];
            planners->queues.data[i].nearer[k] = sum;
            sum += here;
        }
    }
    return true;
}

/// Cost of a path of that length to a goal: in seconds with queues, otherwise in metres. It does
/// not decrease with the length.
static double cost_of(const wend_planner_step *step, const wend_options *options, uint32_t slot,
                      uint32_t goal, double length)
{
    const wend_planners *planners = step->planners;
    double speed = wend_walker_speed(&step->world->crowd.walkers[slot]);
    if (options->choice != WEND_CHOICE_QUICKEST || goal >= planners->queues.count || !(speed > 0) ||
        !isfinite(length))
        return length;
    double queue = planners->queues.data[goal].nearer[bin_of(length)];
    return length / speed +
           queue / (PERSONS_PER_METRE_SECOND * step->world->goals.goals.data[goal].width);
}

static double least_cost(const wend_planner_step *step, const wend_options *options, uint32_t slot,
                         uint32_t goal)
{
    return cost_of(step, options, slot, goal,
                   wend_box_distance(step->world->goals.goals.data[goal].box,
                                     step->world->crowd.bodies[slot].position));
}

/// Upper limit of the cost of another goal for an agent that has chosen one.
static double max_cost_to_switch(const wend_planner_step *step, const wend_options *options,
                                 uint32_t slot)
{
    uint32_t chosen = step->world->crowd.walkers[slot].chosen;
    return CLEARLY_QUICKER *
           cost_of(step, options, slot, chosen, wend_crowd_remaining(&step->world->crowd, slot));
}

// ---- choosing -----------------------------------------------------------------------------------

static bool is_present(const wend_world *world, uint32_t goal)
{
    return !world->goals.goals.data[goal].is_absent;
}

void wend_choice_only(wend_world *world, uint32_t slot)
{
    wend_options options;
    wend_options_of(world, slot, &options);
    if (options.count == 1 && is_present(world, options.goals[0]))
        world->crowd.walkers[slot].chosen = options.goals[0];
}

void wend_choice_in_turn(wend_world *world, uint32_t slot)
{
    wend_options options;
    wend_options_of(world, slot, &options);
    if (options.choice != WEND_CHOICE_IN_TURN)
        return;
    // Absent goals are skipped.
    for (uint32_t i = 0; i < options.count; ++i) {
        uint32_t goal = options.goals[world->goals.stops.data[options.stop].turn++ % options.count];
        if (is_present(world, goal)) {
            world->crowd.walkers[slot].chosen = goal;
            return;
        }
    }
}

uint32_t wend_choice_width(const wend_world *world, uint32_t slot)
{
    wend_options options;
    wend_options_of(world, slot, &options);
    return options.count > 1 ? options.count : 1;
}

bool wend_choice_wavers(const wend_planner_step *step, uint32_t slot)
{
    const wend_world *world = step->world;
    uint64_t period = (uint64_t)fmin(fmax(RECONSIDER_EVERY / world->def.step, 1), MAX_STEPS);
    if (step->planners->queues.count == 0 || (world->steps + slot) % period != 0)
        return false;
    wend_options options;
    wend_options_of(world, slot, &options);
    if (options.choice != WEND_CHOICE_QUICKEST)
        return false;
    uint32_t chosen = world->crowd.walkers[slot].chosen;
    double most = max_cost_to_switch(step, &options, slot);
    for (uint32_t i = 0; i < options.count; ++i)
        if (options.goals[i] != chosen && is_present(world, options.goals[i]) &&
            least_cost(step, &options, slot, options.goals[i]) < most)
            return true;
    return false;
}

/// The next option after `last` (UINT32_MAX: the first one) in the order of lower bounds of costs,
/// then of indices. *least is the lower bound of `last` on entry and that of the result on return.
/// UINT32_MAX: no option is left.
static uint32_t next_option(const wend_planner_step *step, const wend_options *options,
                            uint32_t slot, uint32_t last, double *least)
{
    uint32_t best = UINT32_MAX;
    double best_cost = INFINITY;
    for (uint32_t i = 0; i < options->count; ++i) {
        if (!is_present(step->world, options->goals[i]))
            continue;
        double cost = least_cost(step, options, slot, options->goals[i]);
        if (last != UINT32_MAX && (cost < *least || (cost == *least && i <= last)))
            continue;
        if (best == UINT32_MAX || cost < best_cost) {
            best = i;
            best_cost = cost;
        }
    }
    *least = best_cost;
    return best;
}

static void find_best(const wend_planner_step *step, wend_searcher *searcher, wend_job *job,
                      uint32_t without, double most)
{
    const wend_planner *planner =
        wend_planner_of((wend_planner_kind)step->world->crowd.walkers[job->slot].planner);
    wend_options options;
    wend_options_of(step->world, job->slot, &options);
    double least = 0;
    uint32_t i = next_option(step, &options, job->slot, UINT32_MAX, &least);
    for (; i != UINT32_MAX && least < most; i = next_option(step, &options, job->slot, i, &least)) {
        uint32_t goal = options.goals[i];
        if (goal == without)
            continue;
        wend_found found;
        wend_result result = planner->find(step, searcher, job->slot, goal, &found);
        if (result == WEND_OUT_OF_MEMORY) {
            job->starved = true;
            return;
        }
        job->unsure |= result == WEND_BUDGET_EXHAUSTED;
        if (result != WEND_OK)
            continue;
        double cost = cost_of(step, &options, job->slot, goal, found.length);
        if (cost < most) {
            most = cost;
            job->goal = goal;
            job->found = found;
        }
    }
}

void wend_choice_find(const wend_planner_step *step, wend_searcher *searcher, wend_job *job)
{
    const wend_walker *walker = &step->world->crowd.walkers[job->slot];
    const wend_planner *planner = wend_planner_of((wend_planner_kind)walker->planner);
    uint32_t chosen = walker->chosen;
    double most = INFINITY;
    job->goal = WEND_NO_GOAL;
    job->starved = job->unsure = false;
    if (job->thinks) {
        wend_options options;
        wend_options_of(step->world, job->slot, &options);
        most = max_cost_to_switch(step, &options, job->slot);
    } else if (chosen != WEND_NO_GOAL) {
        wend_result result = planner->find(step, searcher, job->slot, chosen, &job->found);
        job->starved = result == WEND_OUT_OF_MEMORY;
        job->unsure = result == WEND_BUDGET_EXHAUSTED;
        if (result == WEND_OK)
            job->goal = chosen;
        if (result != WEND_NOT_FOUND)
            return;
    }
    find_best(step, searcher, job, chosen, most);
}
