// SPDX-License-Identifier: MIT
// Random cases for the hunt for locks. The same seed and pair give the same case on every machine.
#ifndef WEND_TESTS_HUNT_GENERATE_H
#define WEND_TESTS_HUNT_GENERATE_H

#include "tests/hunt/rooms.h"

typedef enum hunt_kind {
    HUNT_SINGLE,       ///< all agents have the pair's planner and motion model
    HUNT_MIXED,        ///< each agent has others
    HUNT_LANES,        ///< lanes, and agents that cross them
    HUNT_GROUP,        ///< coherent groups
    HUNT_GROUPS_MIXED, ///< coherent groups among single agents
} hunt_kind;

/// A planner with a motion model.
typedef struct hunt_pair {
    hunt_kind kind;
    wend_planner_kind planner;
    wend_motion_kind motion;
} hunt_pair;

/// All pairs; hunt_pair_count of them. Case number n is of pair n modulo their number.
extern const hunt_pair hunt_pairs[];
extern const uint32_t hunt_pair_count;

enum { HUNT_PAIR_NAME = 40 };
/// "mesh+orca", "mixed", "groups+mixed".
const char *hunt_pair_name(uint32_t pair, char name[HUNT_PAIR_NAME]);

/// The case of a seed, of family hunt_families[family] or of any that suits the pair if family is
/// HUNT_ANY. It has at least one crew, and every single agent has an exact path to its goal.
/// False: none was found, for a family that does not suit.
bool hunt_generate(uint64_t seed, uint32_t pair, uint32_t family, hunt_case *c);

#endif
