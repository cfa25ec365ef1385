// SPDX-License-Identifier: MIT
// Passing sides: on which side two agents with the planner "mang" that meet pass each other.
#ifndef WEND_WORLD_PLANNERS_MANG_PASSES_H
#define WEND_WORLD_PLANNERS_MANG_PASSES_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/mang_plan.h"
#include "wend/world.h"

/// Passes of one agent: the nearest ones.
enum { WEND_MANG_PASSES = 4 };

/// The agents that an agent meets.
typedef struct wend_mang_meeting {
    wend_agent_id agent; ///< null: slot unused
    uint32_t count;
    bool ended;                              ///< a pass ended in this step
    wend_agent_id others[WEND_MANG_PASSES];  ///< by distance
    wend_mang_pass passes[WEND_MANG_PASSES]; ///< one for each of them
} wend_mang_meeting;

/// A part of the world.
typedef struct wend_mang_passes {
    wend_array(wend_mang_meeting) list; ///< by slot of the crowd
} wend_mang_passes;

/// Course of an agent: the direction in which it would walk if nobody was there.
typedef struct wend_mang_course {
    wend_vec2 velocity; ///< of its preferred speed; 0: it does not walk, or has another planner
    double to_goal;     ///< distance to its goal [Units: m]
} wend_mang_course;

/// Scratch memory.
typedef struct wend_mang_pass_memory {
    wend_array(wend_mang_course) courses; ///< by slot of the crowd
    wend_array(wend_mang_meeting) next;   ///< the list of this step
} wend_mang_pass_memory;

void wend_mang_pass_memory_free(wend_mang_pass_memory *memory, const wend_allocator *allocator);

/// Reserves memory for a step. False: out of memory.
bool wend_mang_passes_reserve(wend_world *world);

/// Decides the passes of this step, from the positions at its start and the plans and passes of the
/// step before.
void wend_mang_passes_decide(wend_world *world);

/// The passes of an agent in this step; NULL: none.
const wend_mang_meeting *wend_mang_passes_of(const wend_world *world, uint32_t slot);

/// Hash of the passes of an agent: changes if an agent or a side does.
uint64_t wend_mang_passes_sum(const wend_world *world, uint32_t slot);

/// True if an agent has to pass another one before it reaches its goal.
bool wend_mang_passes_before_goal(const wend_world *world, uint32_t slot);

#endif
