// SPDX-License-Identifier: MIT
// Shrinks a case that locks, by delta debugging: agents, walls and members of groups are left out
// as long as agents are still locked, and numbers are rounded.
#ifndef WEND_TESTS_HUNT_SHRINK_H
#define WEND_TESTS_HUNT_SHRINK_H

#include "tests/hunt/case.h"
#include "tests/hunt/judge.h"

/// Limit of the work of a shrinking: runs, and their agent-steps. Both are counted, not measured,
/// so that the result is the same on every machine.
typedef struct hunt_budget {
    uint32_t runs;
    uint64_t agent_steps;
} hunt_budget;

/// True if the shrunk case is still a failure of the kind in question.
typedef bool hunt_fails_fn(const hunt_case *c, hunt_verdict *verdict, void *context);

/// Shrinks the case in place; it fails before and after. *verdict is that of the last case that
/// failed.
void hunt_shrink(hunt_case *c, hunt_verdict *verdict, hunt_budget budget, hunt_fails_fn *fails,
                 void *context);

/// The usual kind of failure: at least one agent is locked.
bool hunt_locks(const hunt_case *c, hunt_verdict *verdict, void *context);

#endif
