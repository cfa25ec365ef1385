// SPDX-License-Identifier: MIT
// Tracks the agents of a world during a run: when each came, arrived and was removed, and what
// happened meanwhile. The monitor of a run and the recorder both read it.
#ifndef WEND_RECORD_TRACKER_H
#define WEND_RECORD_TRACKER_H

#include "core/array.h"
#include "wend/world.h"

enum { TRACKER_EVENT_KINDS = WEND_EVENT_BARRIER + 1 };

enum { TRACKER_BLOCKERS = WEND_BLOCKER_WALL + 1 };

/// What blocks an agent that is stuck, in numbers that outlive ids.
typedef struct tracked_blocker {
    wend_blocker_kind kind;
    uint32_t number; ///< of an agent, as in the tracker; of a gate or a group, as in the world
} tracked_blocker;

/// The agent that is in a slot, or was last.
typedef struct tracked_agent {
    wend_agent_id id;    ///< null: the slot has not been used
    uint32_t number;     ///< agents are numbered as they come, from 0
    double came;         ///< [Units: s]
    uint64_t moved_step; ///< the last step in which the world moved it out of the way; 0: none
    bool present;
    bool arrived;
    bool stuck;              ///< at least once
    bool is_stuck;           ///< now
    double since;            ///< the time from which it is stuck now [Units: s]
    tracked_blocker blocker; ///< what blocked it then
    bool idle;               ///< it had no goal when it came
} tracked_agent;

typedef enum tracker_change_kind {
    TRACKER_CAME,
    TRACKER_ARRIVED, ///< its first arrival at the end of its route
    TRACKER_REMOVED, ///< without having arrived
    TRACKER_STUCK,   ///< makes no progress
    TRACKER_FREED,   ///< makes progress again
} tracker_change_kind;

typedef struct tracker_change {
    tracker_change_kind kind;
    wend_agent_id id;
    uint32_t number;         ///< of the agent
    double time;             ///< [Units: s]
    wend_vec2 position;      ///< of an arrival
    tracked_blocker blocker; ///< of TRACKER_STUCK
} tracker_change;

/// Zeroed is empty. Read all members; only the functions below write them.
typedef struct tracker {
    const wend_world *world;
    wend_array(tracked_agent) slots;
    wend_array(tracker_change) changes; ///< in the last step, in order
    uint32_t agents;                    ///< number of agents so far
    uint64_t arrived;
    uint64_t stuck;                     ///< agents that made no progress for a while, at least once
    uint64_t blocked[TRACKER_BLOCKERS]; ///< events of stuck agents by what blocked them
    uint64_t inside;                    ///< agents present that have a goal and have not arrived
    double last_arrival;                ///< NAN: none has arrived
    double travelled;                   ///< times from coming to arriving, added up
    uint64_t events[TRACKER_EVENT_KINDS];
    uint64_t barriers;        ///< number of barriers placed across jams
    wend_event first_barrier; ///< the first of them
} tracker;

/// Starts with the agents of a world that has not been stepped. False: out of memory; free it all
/// the same.
bool tracker_start(tracker *t, const wend_world *world);
/// Call it after each step of the world. False: out of memory.
bool tracker_step(tracker *t);
void tracker_free(tracker *t);

#endif
