// SPDX-License-Identifier: MIT
// Motions: how agents choose velocities. A motion is a const table at the bottom of its own file,
// and stands in the list in move.c.
#ifndef WEND_WORLD_MOVE_H
#define WEND_WORLD_MOVE_H

#include "world/world.h"

typedef struct wend_motion {
    const char *name;
    /// It gives way to others as ORCA's half-planes say; one that does not has share 0 to ORCA.
    bool gives_way;
    /// Those who are stuck against each other take turns (turns.h).
    bool takes_turns;
    /// It is given its neighbours as lists (nears.h).
    bool takes_nears;
    /// Writes the next positions and velocities of its agents, at least. The motions come in the
    /// order of their list, each only if somebody has it: a later one may write over what an
    /// earlier one wrote for agents that are not its own. False: out of memory.
    bool (*move)(wend_world *world);
} wend_motion;

extern const wend_motion wend_motion_orca;
extern const wend_motion wend_motion_steer;
extern const wend_motion wend_motion_force;
extern const wend_motion wend_motion_follow;
extern const wend_motion wend_motion_flock;
extern const wend_motion wend_motion_field;

/// The motion of that kind.
const wend_motion *wend_motion_of(wend_motion_kind kind);

/// The motion that moves an agent now: ORCA, as long as one that a group's field moves is on its
/// way to the group's shape.
wend_motion_kind wend_motion_now(const wend_world *world, uint32_t slot);

/// True if somebody's motion is given its neighbours.
bool wend_motions_take_nears(const wend_world *world);

#endif
