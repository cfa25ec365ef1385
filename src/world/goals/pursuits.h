// SPDX-License-Identifier: MIT
// What agents do who have no goal but a pursuit. A pursuit is of a kind, and a kind is a const
// table of functions at the bottom of its own file, which stands in the list in pursuits.c.
//
// Whoever pursues has a goal of its own, a point that is moved (goals.h). It belongs to the slot:
// made when an agent with a pursuit is first there, and kept for those to come. The pursuit says
// where it is before the planners look for ways, in the order of slots; so it may read what it
// likes.
#ifndef WEND_WORLD_GOALS_PURSUITS_H
#define WEND_WORLD_GOALS_PURSUITS_H

#include "core/ids.h"
#include "wend/pursuit.h"
#include "wend/random.h"
#include "world/goals/placement.h"

enum { WEND_PURSUIT_KINDS = WEND_PURSUIT_CHASE + 1 };

typedef struct wend_pursuit {
    wend_pursuit_def def; ///< area.points is not used
    uint32_t first;       ///< of the area's corners in points
    double longest;       ///< line across the area, see wend_placement
    wend_pursuit_totals sums;
} wend_pursuit;

/// What is known of one who pursues; by slot of the crowd.
typedef struct wend_pursuer {
    uint32_t goal1; ///< slot of its own goal, plus 1; 0: it has none yet. It stays with the slot
    uint32_t draws; ///< goals that were drawn so far
    double again;   ///< what there was not, or could not be got to, is not tried before this time
    double hoped;   ///< gather: what was within reach of the goal when it was chosen
    wend_vec2 seen; ///< chase: where the quarry was when it last set out
    wend_agent_id quarry; ///< chase: null: nobody
    wend_pursuit_totals sums;
} wend_pursuer;

typedef struct wend_pursuits {
    wend_id_pool ids;
    wend_array(wend_pursuit) list; ///< by slot; none is ever removed
    wend_array(wend_vec2) points;
    wend_array(wend_pursuer) pursuers;
    uint32_t corners;         ///< most of an area
    wend_placement placement; ///< only memory: not copied, not hashed
} wend_pursuits;

/// Gives everybody who pursues a goal, or none: before the planners. False: out of memory, nothing
/// has changed.
bool wend_pursuits_aim(wend_world *world);

/// One who pursues is at its goal, or its wait there is over.
void wend_pursuits_reached(wend_world *world, uint32_t slot);
void wend_pursuits_resume(wend_world *world, uint32_t slot);

/// Everybody has moved: takes and catches.
void wend_pursuits_act(wend_world *world);

/// Whoever is in that slot begins anew, or is gone.
void wend_pursuits_forget(wend_pursuits *pursuits, uint32_t slot);

// ---- the kinds ----------------------------------------------------------------------------------

/// What a kind does. All but check write to their own agent's slot, to fields and to events; act
/// may remove agents.
typedef struct wend_pursuit_rules {
    const char *name;
    wend_result (*check)(const wend_world *world, const wend_pursuit_def *def, wend_error *error);
    /// Looks after the goal of an agent that does not wait for its start.
    void (*aim)(wend_world *world, uint32_t slot);
    void (*reached)(wend_world *world, uint32_t slot); ///< [opt] it is at its goal
    void (*act)(wend_world *world, uint32_t slot);     ///< [opt] everybody has moved
} wend_pursuit_rules;

extern const wend_pursuit_rules wend_pursuit_roam, wend_pursuit_gather, wend_pursuit_chase;

/// The pursuit of an agent that has one.
wend_pursuit *wend_pursuit_of(wend_world *world, uint32_t slot);
wend_pursuer *wend_pursuer_of(wend_world *world, uint32_t slot);

/// True if a goal has to be found for an agent now: it has none, or one that is not to be got to;
/// of these, not before wend_pursuer.again.
bool wend_pursuit_wants(wend_world *world, uint32_t slot);

/// A stream of random numbers for the next draw of an agent.
wend_random wend_pursuit_random(wend_world *world, uint32_t slot);

/// Sends an agent to a place.
void wend_pursuit_head_for(wend_world *world, uint32_t slot, wend_vec2 place);
/// There is nothing for an agent now: it stands, and asks again after a while.
void wend_pursuit_stand(wend_world *world, uint32_t slot);

/// It is at its goal, and stays for so long. INFINITY: until it is sent elsewhere.
void wend_pursuit_stay(wend_world *world, uint32_t slot, double seconds);

#endif
