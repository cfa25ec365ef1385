// SPDX-License-Identifier: MIT
// The planning phase: agents follow their paths, some of them get a search_some, and its result is
// applied.
#include "world/planners/planner.h"

#include "core/angle.h"
#include "geometry/sort.h"
#include "world/models/motion.h"
#include "world/models/turns.h"
#include "world/planners/mang.h"

#include <math.h>
#include <string.h>

/// Agents per task.
enum { GRAIN = 256 };

/// Searches per batch, for whose results memory is reserved. The step's budget is checked after
/// each batch.
enum { BATCH = 32 };

/// Searches that are useful but not needed are at most one in this number of those allowed in a
/// step.
enum { LATER_PART = 4 };

/// Interval of checks whether an agent's path is open. [Units: s]
#define CHECK_EVERY 0.8

/// Time for which an agent keeps a new path in any case, and additional time if a search_some is
/// useful but not needed. [Units: s]
#define KEEP_PATH  0.5
#define KEEP_LATER 1.5

/// Time before an agent without a path searches again: at first, doubling with each failure, and at
/// most. [Units: s]
#define LOST_FIRST 2.0
#define LOST_MOST  60.0

static const wend_planner *const PLANNERS[WEND_PLANNER_COUNT] = {
    [WEND_PLANNER_MESH] = &wend_planner_mesh,       [WEND_PLANNER_DIRECT] = &wend_planner_direct,
    [WEND_PLANNER_VORONOI] = &wend_planner_voronoi, [WEND_PLANNER_MANG] = &wend_planner_mang,
    [WEND_PLANNER_MAP] = &wend_planner_map,         [WEND_PLANNER_LANES] = &wend_planner_lanes,
    [WEND_PLANNER_GROUP] = &wend_planner_group,
};

const wend_planner *wend_planner_of(wend_planner_kind kind)
{
    return PLANNERS[kind];
}

const wend_planner_info *wend_planner_info_of(wend_planner_kind kind)
{
    return (unsigned)kind < WEND_PLANNER_COUNT ? &PLANNERS[kind]->info : NULL;
}

const wend_planner_info *wend_planner_info_named(const char *name)
{
    for (int kind = 0; name && kind < WEND_PLANNER_COUNT; ++kind)
        if (strcmp(PLANNERS[kind]->info.name, name) == 0)
            return &PLANNERS[kind]->info;
    return NULL;
}

// ---- memory -------------------------------------------------------------------------------------

static void *allocate_unless_shut(void *context, size_t size)
{
    wend_planners *planners = context;
    return planners->shut ? NULL : wend_allocate(&planners->inner, size, 1);
}

static void release(void *context, void *memory, size_t size)
{
    wend_planners *planners = context;
    wend_release(&planners->inner, memory, size, 1);
}

static wend_allocator gate_of(wend_planners *planners)
{
    return (wend_allocator){allocate_unless_shut, release, planners};
}

void wend_planners_destroy(wend_planners *planners)
{
    if (!planners)
        return;
    wend_allocator inner = planners->inner, gate = gate_of(planners);
    for (uint32_t i = 0; i < WEND_MAX_WORKERS; ++i) {
        wend_array_free(&planners->searchers[i].portals, &gate);
        wend_path_query_destroy(planners->searchers[i].query);
        wend_roadmap_destroy(planners->searchers[i].roadmap);
        wend_mang_planner_destroy(planners->searchers[i].planner);
    }
    wend_array_free(&planners->leads, &inner);
    wend_array_free(&planners->turns, &inner);
    wend_array_free(&planners->jobs, &inner);
    wend_array_free(&planners->queues, &inner);
    wend_release(&inner, planners, 1, sizeof *planners);
}

/// Creates the missing search_some structures of the workers. False: out of memory.
static bool prepare(wend_world *world, uint32_t workers)
{
    if (!world->planners) {
        world->planners = wend_allocate(&world->allocator, 1, sizeof *world->planners);
        if (!world->planners)
            return false;
        *world->planners = (wend_planners){.inner = world->allocator};
    }
    wend_allocator gate = gate_of(world->planners);
    for (uint32_t i = 0; i < workers; ++i) {
        wend_searcher *searcher = &world->planners->searchers[i];
        if (!searcher->query && wend_path_query_create(&gate, &searcher->query, NULL) != WEND_OK)
            return false;
        bool presses = i == 0 && world->crowd.by_planner[WEND_PLANNER_MANG] > 0;
        if (!searcher->roadmap && (presses || world->crowd.by_planner[WEND_PLANNER_VORONOI] > 0) &&
            wend_roadmap_create(&gate, &searcher->roadmap, NULL) != WEND_OK)
            return false;
        if (!searcher->planner && world->crowd.by_planner[WEND_PLANNER_MANG] > 0 &&
            wend_mang_planner_create(&gate, &searcher->planner, NULL) != WEND_OK)
            return false;
    }
    world->planners->roadmap = (wend_plan_sums){0};
    world->planners->leads.count = 0;
    if (world->crowd.by_planner[WEND_PLANNER_MANG] > 0 && !wend_mang_plan_reserve(world, workers))
        return false;
    return wend_choice_count(world->planners, world);
}

// ---- each agent alone ---------------------------------------------------------------------------

double wend_planner_speed(const wend_world *world, uint32_t slot)
{
    double speed = wend_walker_speed(&world->crowd.walkers[slot]);
    if (world->goals.zones.count > 0)
        speed *= wend_goals_factor(&world->goals, world->crowd.bodies[slot].position);
    return speed;
}

double wend_planner_pace(const wend_world *world, uint32_t slot)
{
    double speed = wend_planner_speed(world, slot);
    return wend_walker_planner(&world->crowd.walkers[slot])->needs & WEND_NEEDS_GROUP
               ? fmin(speed, world->group_memory.paces.data[slot])
               : speed;
}

static void write_preferred_velocity(const wend_planner_step *step, uint32_t slot, bool has_aim,
                                     wend_steering_target aim)
{
    wend_world *world = step->world;
    wend_crowd *crowd = &world->crowd;
    const wend_walker *walker = &crowd->walkers[slot];
    wend_vec2 p = crowd->bodies[slot].position;
    double pace = wend_planner_pace(world, slot);
    const wend_motion_info *motion = wend_motion_info_of(wend_motion_now(world, slot));
    wend_preferred_velocity *wish = &crowd->wishes[slot];
    float share = walker->share;
    if (!has_aim)
        aim = (wend_steering_target){
            .a = p, .b = p, .remaining = wend_planner_walks(walker) ? INFINITY : 0};
    crowd->aims[slot] = aim;
    *wish = has_aim ? wend_arc_preferred_velocity(&world->arc, &aim, p, pace, world->def.step)
                    : (wend_preferred_velocity){0};
    if (!wend_priority_lead(world, slot, pace, wish, &share) && has_aim &&
        !wend_gates_lead(world, slot, pace, wish, &share) && motion->takes_turns)
        share = wend_turn_share(walker, step->turn, wish);
    crowd->bodies[slot].avoidance_share = motion->gives_way ? share : 0;
}

/// Follows the agent's path; needed searches are noted in its state.
static void follow(const wend_planner_step *step, uint32_t slot)
{
    wend_world *world = step->world;
    wend_walker *walker = &world->crowd.walkers[slot];
    wend_steering_target aim = {.remaining = 0};
    bool has_aim = false;
    if (wend_planner_walks(walker)) {
        wend_way *way = &world->paths.ways.data[slot];
        way->state &= (uint8_t) ~(WEND_WAY_WANTS | WEND_WAY_LATER | WEND_WAY_THINKS);
        if (walker->chosen == WEND_NO_GOAL)
            wend_choice_only(world, slot);
        has_aim = wend_planner_of((wend_planner_kind)walker->planner)->follow(step, slot, &aim);
        if (has_aim && wend_choice_wavers(step, slot))
            way->state |= WEND_WAY_THINKS;
    }
    write_preferred_velocity(step, slot, has_aim, aim);
}

static bool may_search(const wend_world *world, const wend_way *way, bool urgent)
{
    if (urgent)
        return way->state & WEND_WAY_WANTS && world->time >= way->again;
    return !(way->state & WEND_WAY_WANTS) && way->state & (WEND_WAY_LATER | WEND_WAY_THINKS) &&
           world->time >= way->again + KEEP_LATER;
}

static void follow_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const wend_planner_step *step = argument;
    const wend_world *world = step->world;
    wend_wants *wants = &step->planners->wants[worker];
    for (uint32_t i = begin; i < end; ++i) {
        if (wend_agent_id_is_null(world->crowd.id[i]))
            continue;
        follow(step, i);
        wants->urgent += may_search(world, &world->paths.ways.data[i], true);
        wants->later += may_search(world, &world->paths.ways.data[i], false);
    }
}

// ---- turns --------------------------------------------------------------------------------------

static bool add_turn(const wend_planner_step *step, uint32_t slot, bool urgent)
{
    wend_planners *planners = step->planners;
    if (!wend_array_reserve(&planners->turns, &planners->inner, 1))
        return false;
    uint8_t state = step->world->paths.ways.data[slot].state;
    planners->turns.data[planners->turns.count++] =
        (wend_search_turn){slot, !urgent && !(state & WEND_WAY_LATER)};
    return true;
}

/// Adds turns for agents that may search_some, starting with the slot `turn`, up to `budget`
/// searches; `turn` becomes the first slot that has to wait.
static void add_turns(const wend_planner_step *step, bool urgent, uint32_t budget)
{
    wend_world *world = step->world;
    uint32_t slots = world->crowd.slots, first = world->paths.turn % slots, spent = 0;
    for (uint32_t i = 0; i < slots; ++i) {
        uint32_t slot = i < slots - first ? first + i : i - (slots - first);
        if (wend_agent_id_is_null(world->crowd.id[slot]) ||
            !may_search(world, &world->paths.ways.data[slot], urgent))
            continue;
        wend_walker *walker = &world->crowd.walkers[slot];
        if (!wend_planner_walks(walker))
            continue;
        bool chooses =
            walker->chosen == WEND_NO_GOAL || world->paths.ways.data[slot].state & WEND_WAY_THINKS;
        uint32_t width = chooses ? wend_choice_width(world, slot) : 1;
        if (spent > 0 && spent + width > budget) {
            world->paths.turn = slot;
            return;
        }
        if (walker->chosen == WEND_NO_GOAL)
            wend_choice_in_turn(world, slot);
        if (!add_turn(step, slot, urgent))
            return;
        spent += width;
    }
}

static bool slot_before(const void *context, const void *one, const void *other)
{
    (void)context;
    return ((const wend_search_turn *)one)->slot < ((const wend_search_turn *)other)->slot;
}

/// Lists the turns of this step, in the order of slots.
static void list_turns(const wend_planner_step *step, uint32_t workers)
{
    wend_planners *planners = step->planners;
    const wend_world *world = step->world;
    uint32_t urgent = 0, later = 0;
    planners->turns.count = 0;
    for (uint32_t i = 0; i < workers; ++i) {
        urgent += planners->wants[i].urgent;
        later += planners->wants[i].later;
    }
    if (urgent > 0)
        add_turns(step, true, world->def.max_searches);
    uint32_t used = (uint32_t)planners->turns.count;
    uint32_t rest = used < world->def.max_searches ? world->def.max_searches - used : 0;
    uint32_t most = (world->def.max_searches + LATER_PART - 1) / LATER_PART;
    rest = rest < most ? rest : most;
    if (later > 0 && rest > 0)
        add_turns(step, false, rest);
    if (planners->turns.count > 1)
        wend_sort(planners->turns.data, planners->turns.count, sizeof *planners->turns.data,
                  slot_before, NULL);
}

static void find(const wend_planner_step *step, wend_job *job)
{
    wend_searcher *searcher = &step->planners->searchers[job->worker];
    searcher->expansions = 0;
    wend_choice_find(step, searcher, job);
    job->expansions = searcher->expansions;
}

static void search_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const wend_planner_step *step = argument;
    for (uint32_t i = begin; i < end; ++i) {
        wend_job *job = &step->planners->jobs.data[i];
        job->worker = worker;
        find(step, job);
    }
}

/// Runs the jobs. Those that need more memory are repeated alone.
static void run_jobs(wend_planner_step *step, uint32_t workers)
{
    wend_planners *planners = step->planners;
    uint32_t count = (uint32_t)planners->jobs.count;
    planners->shut = workers > 1;
    wend_parallel_for(step->world->tasks, count, 1, search_some, step);
    planners->shut = false;
    for (uint32_t i = 0; i < count; ++i) {
        wend_job *job = &planners->jobs.data[i];
        if (job->starved)
            find(step, job);
    }
}

// ---- results ------------------------------------------------------------------------------------

void wend_planner_set_lost(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    wend_way *way = &world->paths.ways.data[slot];
    walker->doing = WEND_ACTIVITY_NO_PATH;
    if (way->state & WEND_WAY_LOST)
        return;
    way->state |= WEND_WAY_LOST;
    wend_events_add(&world->events, &world->allocator,
                    (wend_event){.kind = WEND_EVENT_NO_PATH,
                                 .number = walker->stop,
                                 .agent = world->crowd.id[slot],
                                 .time = world->time,
                                 .position = world->crowd.bodies[slot].position});
}

static void give_up(wend_world *world, uint32_t slot)
{
    wend_way *way = &world->paths.ways.data[slot];
    uint8_t failures = way->failures;
    wend_planner_set_lost(world, slot);
    wend_paths_drop(&world->paths, slot);
    way->state = WEND_WAY_LOST;
    way->version = world->obstacles.trail;
    way->again =
        world->time +
        fmin(LOST_FIRST * (double)(UINT64_C(1) << (failures < 8 ? failures : 8)), LOST_MOST);
    way->failures = failures < UINT8_MAX ? failures + 1 : failures;
}

static void adopt_path(wend_world *world, const wend_job *job)
{
    uint32_t slot = job->slot;
    wend_walker *walker = &world->crowd.walkers[slot];
    wend_way *way = &world->paths.ways.data[slot];
    if (walker->doing == WEND_ACTIVITY_NO_PATH || walker->chosen != job->goal)
        wend_crowd_set_out(&world->crowd, slot, world->time);
    walker->chosen = job->goal;
    if (job->found.count > 0)
        wend_paths_put(&world->paths, slot, job->found.portals, job->found.count);
    if (way->version != world->obstacles.trail)
        walker->best = INFINITY; // the walls have changed: the path may get longer
    way->state = (uint8_t)((way->state & WEND_WAY_STUCK) | (job->found.cut ? WEND_WAY_CUT : 0));
    way->version = world->obstacles.trail;
    way->again = world->time + KEEP_PATH;
    // After a spent budget the next search_some gets more.
    if (!job->found.partial)
        way->failures = 0;
    else if (way->failures < UINT8_MAX)
        ++way->failures;
}

static void finish_job(const wend_planner_step *step, const wend_job *job)
{
    wend_world *world = step->world;
    wend_way *way = &world->paths.ways.data[job->slot];
    if (job->starved)
        return;
    if (job->goal != WEND_NO_GOAL) {
        if (!wend_paths_reserve_portals(&world->paths, job->found.count, &world->allocator))
            return;
        adopt_path(world, job);
    } else if (job->thinks || job->unsure) {
        // It keeps its path, if any.
        way->again = world->time + KEEP_PATH;
        way->failures += job->unsure && way->failures < UINT8_MAX;
    } else {
        give_up(world, job->slot);
    }
    follow(step, job->slot);
}

/// Runs all turns, in batches. Out of memory, or when the budget is spent, the rest waits.
static void search_all(wend_planner_step *step, uint32_t workers)
{
    wend_planners *planners = step->planners;
    size_t count = planners->turns.count, batch = count < BATCH ? count : BATCH;
    planners->jobs.count = 0;
    if (count == 0 || !wend_array_reserve(&planners->jobs, &planners->inner, batch))
        return;
    uint64_t budget = step->world->def.step_budget, spent = 0;
    for (size_t i = 0; i < count;) {
        if (budget > 0 && spent >= budget) {
            step->world->paths.turn = planners->turns.data[i].slot;
            return;
        }
        for (planners->jobs.count = 0; planners->jobs.count < batch && i < count; ++i) {
            wend_job *job = &planners->jobs.data[planners->jobs.count++];
            job->slot = planners->turns.data[i].slot;
            job->thinks = planners->turns.data[i].thinks;
        }
        run_jobs(step, workers);
        for (size_t k = 0; k < planners->jobs.count; ++k) {
            spent += planners->jobs.data[k].expansions;
            finish_job(step, &planners->jobs.data[k]);
        }
    }
}

bool wend_phase_plan(wend_world *world)
{
    uint32_t workers = wend_tasks_workers(world->tasks);
    world->priority_memory.count = 0;
    if (world->crowd.slots == 0)
        return true;
    if (!wend_paths_reserve(&world->paths, world->crowd.slots, &world->allocator) ||
        !prepare(world, workers) || !wend_pursuits_aim(world) || !wend_lane_walks_aim(world) ||
        !wend_group_members_aim(world) || !wend_gates_update(world) ||
        !wend_priority_find_paths(world))
        return false;
    uint32_t check_steps = (uint32_t)fmin(fmax(CHECK_EVERY / world->def.step + 0.5, 1), 1000);
    wend_planner_step step = {
        .world = world,
        .planners = world->planners,
        .turn = wend_turn_direction(world->time),
        .approach_cosine = wend_cos(fmin(world->def.approach_angle, 3.14159265358979323846)),
        .check_steps = check_steps,
        .check_turn = (uint32_t)(world->steps % check_steps),
    };
    for (uint32_t i = 0; i < workers; ++i)
        world->planners->wants[i] = (wend_wants){0};
    for (int kind = 0; kind < WEND_PLANNER_COUNT; ++kind)
        if (PLANNERS[kind]->plan && world->crowd.by_planner[kind] > 0)
            PLANNERS[kind]->plan(&step);
    wend_parallel_for(world->tasks, world->crowd.slots, GRAIN, follow_some, &step);
    list_turns(&step, workers);
    search_all(&step, workers);
    wend_maps_count(world);
    return true;
}
