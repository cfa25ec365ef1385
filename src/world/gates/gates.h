// SPDX-License-Identifier: MIT
// Gates with a right of way: in a passage where two agents cannot pass each other, people go one
// way at a time.
//
// The gates of a world (wend/passage.h) are found when an agent gets stuck, and again when one does
// after the walls have changed. A gate acts only while agents want to pass it both ways and one of
// them is stuck. Then one direction has the right of way: its agents go straight through, the
// others step aside, so that those who come out have a lane. The direction changes after a while,
// or when nobody of it is left, but only when the passage is empty. So nobody waits for ever, and
// whoever is inside gets out.
#ifndef WEND_WORLD_GATES_GATES_H
#define WEND_WORLD_GATES_GATES_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/world.h"
#include "wend/world_gates.h"
#include "world/state/crowd.h"

/// The right of way at a gate.
typedef struct wend_gate_right {
    double since;      ///< time of the last change of direction
    double passed[2];  ///< time when an agent last got ahead there, by the mouth where it enters
    double waited;     ///< time that agents waited for it, summed over them [Units: s]
    uint32_t changes;  ///< of direction
    uint8_t direction; ///< 0: none; otherwise 1 plus the mouth where agents may enter
    bool closing;      ///< nobody may enter any more
} wend_gate_right;

/// The gates of a world: a part of its state.
typedef struct wend_world_gates {
    wend_array(wend_passage) gates;
    wend_array(wend_passage_point) points; ///< of all gates
    wend_array(wend_gate_right) rights;    ///< by gate
    wend_array(uint32_t) starts, items;    ///< gates near each cell of a grid
    wend_box box;                          ///< of the grid
    double per_cell;                       ///< 1 / the side of its cells
    uint32_t columns, rows;
    double radius;    ///< mean of the agents when the gates were found
    uint64_t version; ///< of the walls then; moving obstacles are none
    bool known;       ///< the gates were found
    bool wanted;      ///< an agent got stuck
} wend_world_gates;

/// Where an agent is at a gate.
typedef enum wend_gate_place {
    WEND_GATE_BEFORE, ///< wants to enter
    WEND_GATE_INSIDE,
    WEND_GATE_BEHIND, ///< has just come out
} wend_gate_place;

/// An agent at a gate; by slot of the crowd.
typedef struct wend_gate_visit {
    uint32_t gate1; ///< the gate, plus 1; 0: at none
    uint8_t mouth;  ///< where it enters, or has entered
    uint8_t place;  ///< wend_gate_place
    bool sure;      ///< its path certainly leads through the gate
    double ahead;   ///< how far it is past the line of the mouth; negative: before it
} wend_gate_visit;

/// The agents at a gate that go one way.
typedef struct wend_gate_side {
    uint32_t before, inside, stuck, stuck_inside;
    double nearest; ///< distance of the first one before it
    double radius;  ///< the largest
    uint32_t first; ///< slot of the foremost of those who are stuck in the mouth
    double ahead;   ///< how far that one is past the line of the mouth; -INFINITY: there is none
} wend_gate_side;

/// Scratch memory.
typedef struct wend_gate_memory {
    wend_array(wend_gate_visit) visits; ///< by slot; empty: no gate acts
    wend_array(wend_gate_side) sides;   ///< two for each gate
} wend_gate_memory;

/// The agents that go the same way as a visit, at its gate.
static inline wend_gate_side *wend_gates_side(const wend_gate_memory *memory, wend_gate_visit visit)
{
    return &memory->sides.data[2 * (visit.gate1 - 1) + visit.mouth];
}

void wend_gate_memory_free(wend_gate_memory *memory, const wend_allocator *allocator);

/// Finds the gates if that is needed, and updates their rights of way, with the positions and
/// targets of the last step. False: out of memory, nothing changed. (rights.c)
bool wend_gates_update(wend_world *world);

/// Adds up the time that agents have waited in the step. (rights.c)
void wend_gates_count(wend_world *world);

/// Forgets the gates: the walls have changed. (gates.c)
void wend_gates_forget(wend_world *world);

/// Finds the gates of the present walls. False: out of memory. (gates.c)
bool wend_gates_make(wend_world *world);

/// The gates near a point: the caller looks at items[begin] to items[end - 1].
typedef struct wend_gate_list {
    const uint32_t *item, *end;
} wend_gate_list;
wend_gate_list wend_gates_near(const wend_world_gates *gates, wend_vec2 p);

/// The nearest point of a gate's axis to a point p.
typedef struct wend_gate_axis {
    wend_vec2 at;
    double distance, radius; ///< from p, and of the gate there
    double out;              ///< how far p is outside of a mouth; 0: of none
    wend_vec2 along;         ///< unit vector from mouth 0 to mouth 1
} wend_gate_axis;
wend_gate_axis wend_gates_axis(const wend_world_gates *gates, const wend_passage *gate,
                               wend_vec2 p);

/// True if a gate leads an agent now: its preferred velocity is replaced, and its avoidance share.
/// (walk.c)
bool wend_gates_lead(const wend_world *world, uint32_t slot, double pace,
                     wend_preferred_velocity *wish, float *share);

/// True if an agent that is stuck gets through a gate only by its help, also without opponents: its
/// planner knows no walls.
static inline bool wend_gates_help(const wend_walker *walker)
{
    return walker->planner == WEND_PLANNER_DIRECT && walker->reported_stuck;
}

/// Distances at gates. [Units: mean radii of the agents]
#define WEND_GATE_REACH 24  ///< of those who wait, from the mouth
#define WEND_GATE_MOUTH 2.0 ///< an agent this near to the line of a mouth is in it

/// Middle of a mouth.
static inline wend_vec2 wend_gate_middle(const wend_passage_mouth *mouth)
{
    return (wend_vec2){(mouth->left.x + mouth->right.x) / 2, (mouth->left.y + mouth->right.y) / 2};
}

#endif
