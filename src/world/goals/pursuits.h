// SPDX-License-Identifier: MIT
// Pursuits: rules that choose goals for agents, one after another. Each kind of pursuit is a const
// table of functions at the bottom of its own file, listed in pursuits.c.
//
// Every agent with a pursuit has its own goal, a point that is moved (goals.h). The goal belongs to
// the slot: it is created for the first agent with a pursuit in that slot and reused by later ones.
// Pursuits set their goals before the planners search, one agent after another in the order of
// slots, so they may read the whole world.
#ifndef WEND_WORLD_GOALS_PURSUITS_H
#define WEND_WORLD_GOALS_PURSUITS_H

#include "core/ids.h"
#include "wend/pursuit.h"
#include "wend/random.h"
#include "world/goals/placement.h"

enum { WEND_PURSUIT_KINDS = WEND_PURSUIT_CHASE + 1 };

typedef struct wend_pursuit {
    wend_pursuit_def def; ///< area.points is not used
    uint32_t first;       ///< first corner of the area in points
    double longest;       ///< see wend_placement
    wend_pursuit_totals sums;
} wend_pursuit;

/// State of an agent with a pursuit, by slot of the crowd.
typedef struct wend_pursuer {
    uint32_t goal1;       ///< slot of its own goal, plus 1; 0: none yet. Belongs to the slot
    uint32_t draws;       ///< number of random streams used so far
    double again;         ///< time of the next attempt if no goal was found or reachable [Units: s]
    double hoped;         ///< gather: amount within reach of the goal when it was chosen
    wend_vec2 seen;       ///< chase: position of the quarry for which the path was last planned
    wend_agent_id quarry; ///< chase: null: none
    wend_pursuit_totals sums;
} wend_pursuer;

typedef struct wend_pursuits {
    wend_id_pool ids;
    wend_array(wend_pursuit) list; ///< by slot; none is ever removed
    wend_array(wend_vec2) points;
    wend_array(wend_pursuer) pursuers;
    uint32_t corners;         ///< most corners of an area
    wend_placement placement; ///< scratch memory: not copied, not hashed
} wend_pursuits;

/// Chooses the goals of all agents with a pursuit, before the planners run. False: out of memory,
/// nothing changed.
bool wend_pursuits_aim(wend_world *world);

/// An agent with a pursuit has reached its goal, or its wait there is over.
void wend_pursuits_reached(wend_world *world, uint32_t slot);
void wend_pursuits_resume(wend_world *world, uint32_t slot);

/// Lets agents gather and catch, after all have moved.
void wend_pursuits_act(wend_world *world);

/// Resets the state of a slot whose agent has left or changed its goal.
void wend_pursuits_forget(wend_pursuits *pursuits, uint32_t slot);

// ---- the kinds ----------------------------------------------------------------------------------

/// The functions of a kind. All except check write only to the slot of their agent, to resources
/// and to events; act may also remove agents.
typedef struct wend_pursuit_rules {
    const char *name;
    wend_result (*check)(const wend_world *world, const wend_pursuit_def *def, wend_error *error);
    /// Updates the goal of an agent whose pre-movement time is over.
    void (*aim)(wend_world *world, uint32_t slot);
    void (*reached)(wend_world *world, uint32_t slot); ///< [opt] the agent has reached its goal
    void (*act)(wend_world *world, uint32_t slot);     ///< [opt] all agents have moved
} wend_pursuit_rules;

extern const wend_pursuit_rules wend_pursuit_roam, wend_pursuit_gather, wend_pursuit_chase;

/// The pursuit of an agent, and its state. [Limit: the agent has a pursuit]
wend_pursuit *wend_pursuit_of(wend_world *world, uint32_t slot);
wend_pursuer *wend_pursuer_of(wend_world *world, uint32_t slot);

/// True if an agent needs a goal now: it walks without one, or its last attempt failed (idle, no
/// path, or stuck for long) and wend_pursuer.again has passed.
bool wend_pursuit_wants(wend_world *world, uint32_t slot);

/// Starts the random stream for the next draw of an agent.
wend_random wend_pursuit_random(wend_world *world, uint32_t slot);

/// Sends an agent to a position.
void wend_pursuit_head_for(wend_world *world, uint32_t slot, wend_vec2 place);
/// Lets an agent without a goal stand still; the next attempt is made after a while.
void wend_pursuit_stand(wend_world *world, uint32_t slot);

/// Lets an agent wait at its goal for that many seconds. INFINITY: until it gets another goal.
void wend_pursuit_stay(wend_world *world, uint32_t slot, double seconds);

#endif
