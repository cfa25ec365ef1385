// SPDX-License-Identifier: MIT
// Gates of a world: narrow passages where one direction at a time has the right of way, because
// opposing agents got stuck there (wend_world_def.gates).
//
// The passages (wend/passage.h) are found when an agent gets stuck, up to WEND_PASSAGE_RADII radii
// of the largest agent, and again when one does after the walls have changed. A gate acts while
// agents that cannot pass each other in it want to pass it both ways and one of them is stuck.
// Agents with the right of way go straight through; the others step aside, so that those who come
// out have a lane, and keep away from the mouth. A direction closes when no agent of it waits, or
// after 10 s, and changes when the passage is empty, or after 30 s if all agents inside are stuck.
// One-way crowds do not wait; agents that wedge each other in a mouth go in one by one.
#ifndef WEND_WORLD_GATES_H
#define WEND_WORLD_GATES_H

#include "wend/agent.h"
#include "wend/passage.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The state of a gate.
typedef struct wend_world_gate_state {
    wend_passage passage; ///< its points: wend_world_gate_axis
    uint32_t direction;   ///< 0: it does not act; 1 or 2: agents may enter at mouth 0 or 1
    bool closing;         ///< no agent may enter: the direction is about to change
    uint32_t changes;     ///< of direction so far
    double waited;        ///< time that agents have waited for it, added up [Units: s]
} wend_world_gate_state;

/// Number of gates that are known now; 0 until an agent was stuck.
WEND_API uint32_t wend_world_gate_count(const wend_world *world);
/// The gate with a number. WEND_BAD_ARGUMENT if there is none.
WEND_API wend_result wend_world_gate(const wend_world *world, uint32_t number,
                                     wend_world_gate_state *state, wend_error *error);

/// The axis of a gate, from mouth 0 to mouth 1: a view of passage.point_count points, valid until
/// the next step. NULL: there is no such gate.
WEND_API const wend_passage_point *wend_world_gate_axis(const wend_world *world, uint32_t number);

/// Number of times that an agent got priority (wend_world_def.priority_after).
WEND_API uint64_t wend_world_priorities_given(const wend_world *world);

#ifdef __cplusplus
}
#endif

#endif
