// SPDX-License-Identifier: MIT
// Planners: how an agent finds its path. A planner is a const table at the bottom of its own file,
// with its description (wend/planner.h) and its functions, and is in the list in planner.c.
//
// The phase has three parts. First every agent, in parallel and each alone, follows the way it has
// and notes whether it needs another. Then some of those who do get a search: which ones is decided
// in the order of slots, the searches run in parallel, each by itself, and what they found is given
// out in the order of slots. So the number of threads makes no difference. Nobody takes memory
// while tasks run: a search that needs more is done again afterwards, alone.
#ifndef WEND_WORLD_PLANNERS_PLANNER_H
#define WEND_WORLD_PLANNERS_PLANNER_H

#include "plan/portals.h"
#include "wend/roadmap.h"
#include "world/world.h"

/// Memory for searches of one worker.
typedef struct wend_searcher {
    wend_path_query *query;
    wend_roadmap *roadmap;      ///< NULL: nobody has needed it yet
    wend_mang_planner *planner; ///< the same
    wend_portals portals;
    uint64_t expansions; ///< of this job
} wend_searcher;

/// What a search found.
typedef struct wend_found {
    double length; ///< of the way; INFINITY: there is none
    uint32_t count;
    bool cut;     ///< the way goes on behind the last portal
    bool partial; ///< because the budget was spent before the goal was found
    wend_way_portal portals[WEND_PATH_LONGEST];
} wend_found;

/// Whose search it is.
typedef struct wend_search_turn {
    uint32_t slot;
    bool thinks; ///< it has a way and only asks whether another goal is quicker
} wend_search_turn;

/// A search for one agent.
typedef struct wend_job {
    uint32_t slot;
    uint32_t goal;   ///< that was chosen; WEND_NO_GOAL: no way to any
    uint32_t worker; ///< who did it
    bool thinks;     ///< as in its turn
    bool starved;    ///< out of memory: do it again
    bool unsure;     ///< the budget was spent before anything was found
    uint64_t expansions;
    wend_found found;
} wend_job;

/// Who else heads for a goal: how many have so many metres left.
enum { WEND_QUEUE_BINS = 128 };
typedef struct wend_queue {
    uint32_t nearer[WEND_QUEUE_BINS]; ///< with less than so many metres
} wend_queue;

/// Where a plan that is made anew in every step leads next (planner_plan.c).
typedef enum wend_lead_kind {
    WEND_LEAD_NONE,    ///< nothing was planned
    WEND_LEAD_WAY,     ///< there is a way
    WEND_LEAD_FOCUS,   ///< there is none: on towards the goal
    WEND_LEAD_STARVED, ///< out of memory: to be done again
} wend_lead_kind;
typedef struct wend_lead {
    wend_vec2 aim;
    double rest;   ///< of the way behind the aim
    double length; ///< of the way
    uint32_t iterations;
    wend_lead_kind kind;
    bool is_far;     ///< planned up to the goal: `mark` counts
    bool is_partial; ///< because the budget was spent before the goal was found
    bool wants_far;  ///< is to be planned up to the goal
    bool has_mark;   ///< the way goes on for long:
    wend_vec2 mark;  ///< a place on it, up to which it will be planned in the steps to come
    double mark_rest;
} wend_lead;

/// What the plans of a step have come to, for measurements.
typedef struct wend_plan_sums {
    uint64_t plans, iterations;
    double longest; ///< [Units: m]
} wend_plan_sums;

/// What a worker noted in the first part.
typedef struct wend_wants {
    uint32_t urgent, later;
    char apart[56]; ///< workers do not share a cache line
} wend_wants;

/// Memory of the phase; nothing in it outlives a step.
typedef struct wend_planners {
    wend_allocator inner; ///< the world's
    bool shut;            ///< tasks run: nobody may take memory
    wend_searcher searchers[WEND_MAX_WORKERS];
    wend_wants wants[WEND_MAX_WORKERS];
    wend_array(wend_search_turn) turns; ///< of this step
    wend_array(wend_job) jobs;          ///< of them, those that run now
    wend_array(wend_queue) queues;      ///< by slot of the goal; empty if nobody chooses by them
    wend_array(wend_lead) leads;        ///< by slot, of those who plan in every step
    wend_plan_sums roadmap;             ///< searches on the diagram
} wend_planners;

/// NULL is allowed.
void wend_planners_destroy(wend_planners *planners);

/// What the functions of a planner see. They write to their own agent's slot only.
typedef struct wend_planner_step {
    wend_world *world;
    wend_planners *planners;
    wend_vec2 turn;         ///< the direction that has the right of way (turns.h)
    double approach_cosine; ///< of the def's approach_angle
    uint32_t check_steps;   ///< every so many steps an agent looks whether its way is still open:
    uint32_t check_turn;    ///< those whose slot leaves this remainder do in this one
} wend_planner_step;

typedef struct wend_planner {
    wend_planner_info info;
    /// [opt] Makes plans for all its agents, before they follow them. Out of memory, some have
    /// none.
    void (*plan)(const wend_planner_step *step);
    /// Goes on along the agent's way and says where to head next. False: it has no way and stands.
    /// What it wants is noted in its way's state.
    bool (*follow)(const wend_planner_step *step, uint32_t slot, wend_steering_target *aim);
    /// Looks for a way to a goal. WEND_OK: here it is. WEND_NOT_FOUND: there is none.
    /// WEND_BUDGET_EXHAUSTED: nobody knows yet. WEND_OUT_OF_MEMORY.
    wend_result (*find)(const wend_planner_step *step, wend_searcher *searcher, uint32_t slot,
                        uint32_t goal, wend_found *found);
} wend_planner;

extern const wend_planner wend_planner_mesh, wend_planner_direct, wend_planner_voronoi,
    wend_planner_mang, wend_planner_map, wend_planner_lanes, wend_planner_group;

/// The planner of that kind.
const wend_planner *wend_planner_of(wend_planner_kind kind);

/// True if an agent is on its way somewhere, or would like to be.
static inline bool wend_planner_walks(const wend_walker *walker)
{
    return walker->doing == WEND_ACTIVITY_WALKING || walker->doing == WEND_ACTIVITY_NO_PATH;
}

/// The speed that an agent likes where it is.
double wend_planner_speed(const wend_world *world, uint32_t slot);

/// That, or less if its planner wants it to go slower.
double wend_planner_pace(const wend_world *world, uint32_t slot);

/// There is no way for an agent: says so, once.
void wend_planner_tell_lost(wend_world *world, uint32_t slot);

/// For those who plan in every step: heads where the plan leads. (planner_plan.c)
bool wend_planner_follow_lead(const wend_planner_step *step, uint32_t slot,
                              wend_steering_target *aim);

/// Notes what a plan has come to: who has had no way for long is lost, and who has one again is
/// not. (planner_plan.c)
void wend_planner_note_lead(wend_world *world, uint32_t slot, const wend_lead *lead);

// ---- choice.c -----------------------------------------------------------------------------------

/// The goals an agent can choose from now: its stop's, or its only one.
typedef struct wend_options {
    const uint32_t *goals; ///< [count] slots
    uint32_t count;
    uint32_t stop; ///< number in the list of stops; UINT32_MAX: none
    uint32_t only; ///< what goals points to if it has no route
    wend_choice choice;
} wend_options;

/// Fills options, which may point into themselves.
void wend_options_of(const wend_world *world, uint32_t slot, wend_options *options);

/// Counts queues for this step. False: out of memory, nobody chooses by them.
bool wend_choice_count(wend_planners *planners, const wend_world *world);

/// Takes the only goal, if there is but one.
void wend_choice_only(wend_world *world, uint32_t slot);

/// Takes the next goal, if goals are given out in turn. Not for two agents at once.
void wend_choice_in_turn(wend_world *world, uint32_t slot);

/// How many searches a choice may take.
uint32_t wend_choice_width(const wend_world *world, uint32_t slot);

/// True if it is time to think the choice over and another goal may be quicker.
bool wend_choice_wavers(const wend_planner_step *step, uint32_t slot);

/// Finds ways to the goals that come into question and takes the best one; for one who thinks, the
/// one it has unless another is clearly quicker.
void wend_choice_find(const wend_planner_step *step, wend_searcher *searcher, wend_job *job);

#endif
