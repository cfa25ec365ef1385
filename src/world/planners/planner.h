// SPDX-License-Identifier: MIT
// Planners: how an agent finds its path. A planner is a const table at the bottom of its own file,
// with its description (wend/planner.h) and its functions, and is listed in planner.c.
//
// The phase has three parts. First every agent, in parallel and independently, follows its path and
// notes whether it needs a search. Then some of those that do get one: turns are assigned in the
// order of slots, searches run in parallel and independently, and results are applied in the order
// of slots. So results do not depend on the number of threads. Nothing is allocated while tasks
// run: a search that needs more memory is repeated afterwards, alone.
#ifndef WEND_WORLD_PLANNERS_PLANNER_H
#define WEND_WORLD_PLANNERS_PLANNER_H

#include "plan/portals.h"
#include "wend/roadmap.h"
#include "world/world.h"

/// Search structures of one worker.
typedef struct wend_searcher {
    wend_path_query *query;
    wend_roadmap *roadmap;      ///< NULL until first use
    wend_mang_planner *planner; ///< NULL until first use
    wend_portals portals;
    uint64_t expansions; ///< expansions of the current job
} wend_searcher;

/// Result of a search.
typedef struct wend_found {
    double length; ///< path length; INFINITY: no path [Units: m]
    uint32_t count;
    bool cut;     ///< the path continues beyond the last portal
    bool partial; ///< cut because the budget was spent before the goal was found
    wend_way_portal portals[WEND_PATH_LONGEST];
} wend_found;

/// The turn of an agent to search.
typedef struct wend_search_turn {
    uint32_t slot;
    bool thinks; ///< it has a path, and compares it with other goals
} wend_search_turn;

/// A search for one agent.
typedef struct wend_job {
    uint32_t slot;
    uint32_t goal;   ///< chosen goal; WEND_NO_GOAL: no path to any
    uint32_t worker; ///< worker that ran it
    bool thinks;     ///< as in its turn
    bool starved;    ///< out of memory: to be repeated
    bool unsure;     ///< the budget was spent before anything was found
    uint64_t expansions;
    wend_found found;
} wend_job;

/// Queue of a goal: how many agents that head for it are nearer than a number of metres.
enum { WEND_QUEUE_BINS = 128 };
typedef struct wend_queue {
    uint32_t nearer[WEND_QUEUE_BINS]; ///< by bin: agents with a shorter path left
} wend_queue;

/// Result of a planner that plans in every step (voronoi_agents.c, mang_plan.c).
typedef enum wend_lead_kind {
    WEND_LEAD_NONE,    ///< nothing was planned
    WEND_LEAD_WAY,     ///< a path was found
    WEND_LEAD_FOCUS,   ///< no path: towards the goal
    WEND_LEAD_STARVED, ///< out of memory: to be repeated
} wend_lead_kind;
typedef struct wend_lead {
    wend_vec2 aim;
    double rest;   ///< path length beyond the aim [Units: m]
    double length; ///< path length [Units: m]
    uint32_t iterations;
    wend_lead_kind kind;
    bool is_far;     ///< planned up to the goal: `mark` is valid
    bool is_partial; ///< the budget was spent before the goal was found
    bool wants_far;  ///< needs a plan up to the goal
    bool has_mark;   ///< the path is long, and has a mark
    wend_vec2 mark;  ///< position on the path up to which the next steps plan
    double mark_rest;
} wend_lead;

/// Sums over the plans of a step, for measurements.
typedef struct wend_plan_sums {
    uint64_t plans, iterations;
    double longest; ///< [Units: m]
} wend_plan_sums;

/// Number of searches needed, as counted by one worker.
typedef struct wend_wants {
    uint32_t urgent, later;
    char apart[56]; ///< workers do not share a cache line
} wend_wants;

/// Memory of the phase; nothing in it outlives a step.
typedef struct wend_planners {
    wend_allocator inner; ///< the world's allocator
    bool shut;            ///< tasks run: no allocations
    wend_searcher searchers[WEND_MAX_WORKERS];
    wend_wants wants[WEND_MAX_WORKERS];
    wend_array(wend_search_turn) turns; ///< turns of this step
    wend_array(wend_job) jobs;          ///< batch of turns that runs now
    wend_array(wend_queue) queues; ///< by slot of the goal; empty if no agent chooses by queues
    wend_array(wend_lead) leads;   ///< by slot, of agents whose planner plans in every step
    wend_plan_sums roadmap;        ///< searches on the diagram
} wend_planners;

/// `planners` may be NULL.
void wend_planners_destroy(wend_planners *planners);

/// Arguments of a planner's functions, which write to their own agent's slot only.
typedef struct wend_planner_step {
    wend_world *world;
    wend_planners *planners;
    wend_vec2 turn;         ///< direction that has right of way (turns.h)
    double approach_cosine; ///< cosine of the def's approach_angle
    uint32_t check_steps;   ///< an agent checks its path every this many steps
    uint32_t check_turn;    ///< agents that do in this step: slot modulo check_steps
} wend_planner_step;

typedef struct wend_planner {
    wend_planner_info info;
    /// [opt] Plans for all its agents before they follow. If memory runs out some have no plan.
    void (*plan)(const wend_planner_step *step);
    /// Advances along the agent's path and computes its steering target. False: it has no path and
    /// stands. Searches that it needs are noted in wend_way.state.
    bool (*follow)(const wend_planner_step *step, uint32_t slot, wend_steering_target *aim);
    /// Searches a path to a goal. WEND_OK: found. WEND_NOT_FOUND: there is none.
    /// WEND_BUDGET_EXHAUSTED: undecided. WEND_OUT_OF_MEMORY.
    wend_result (*find)(const wend_planner_step *step, wend_searcher *searcher, uint32_t slot,
                        uint32_t goal, wend_found *found);
} wend_planner;

extern const wend_planner wend_planner_mesh, wend_planner_direct, wend_planner_voronoi,
    wend_planner_mang, wend_planner_map, wend_planner_lanes, wend_planner_group;

const wend_planner *wend_planner_of(wend_planner_kind kind);

/// True if an agent walks to a goal, or would if it had a path.
static inline bool wend_planner_walks(const wend_walker *walker)
{
    return walker->doing == WEND_ACTIVITY_WALKING || walker->doing == WEND_ACTIVITY_NO_PATH;
}

/// The preferred speed of an agent at its position, with the factor of its zone [Units: m/s].
double wend_planner_speed(const wend_world *world, uint32_t slot);

/// The same, limited by its planner [Units: m/s].
double wend_planner_pace(const wend_world *world, uint32_t slot);

/// Sets an agent's activity to NO_PATH, with an event the first time.
void wend_planner_set_lost(wend_world *world, uint32_t slot);

/// `follow` of planners that plan in every step: heads where the plan leads. (voronoi_agents.c)
bool wend_planner_follow_lead(const wend_planner_step *step, uint32_t slot,
                              wend_steering_target *aim);

/// Updates an agent's activity from its plan: without a path for long it is lost, with a path again
/// it is not. (voronoi_agents.c)
void wend_planner_note_lead(wend_world *world, uint32_t slot, const wend_lead *lead);

// ---- goals/choice.c -----------------------------------------------------------------------------

/// The goals an agent can choose from now: those of its waypoint, or its only one.
typedef struct wend_options {
    const uint32_t *goals; ///< [count] slots
    uint32_t count;
    uint32_t stop; ///< index in the list of waypoints; UINT32_MAX: none
    uint32_t only; ///< storage of `goals` if it has no route
    wend_choice choice;
} wend_options;

/// Fills options, whose `goals` may point to `only`.
void wend_options_of(const wend_world *world, uint32_t slot, wend_options *options);

/// Counts queues for this step. False: out of memory; no agent chooses by queues.
bool wend_choice_count(wend_planners *planners, const wend_world *world);

/// Chooses the goal if there is only one.
void wend_choice_only(wend_world *world, uint32_t slot);

/// Chooses the next goal if goals are assigned in turn. Not thread-safe.
void wend_choice_in_turn(wend_world *world, uint32_t slot);

/// Upper bound of the searches that a choice takes.
uint32_t wend_choice_width(const wend_world *world, uint32_t slot);

/// True if it is time to reconsider the choice and another goal may be quicker.
bool wend_choice_wavers(const wend_planner_step *step, uint32_t slot);

/// Finds paths to the candidate goals and takes the best one; an agent that reconsiders keeps its
/// goal unless another is clearly quicker.
void wend_choice_find(const wend_planner_step *step, wend_searcher *searcher, wend_job *job);

#endif
