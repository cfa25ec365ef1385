// SPDX-License-Identifier: MIT
// Barriers that learn (Farias 2020, chapter 5): where people queue from wall to wall, a world puts
// a line across, and going over it costs as much as the queue is worth. So those who come later,
// and whose other way is not much longer, go around. Barriers follow the queue, and go when it has
// gone. They are for agents whose guide is map.
//
//     wend_world_def def = wend_default_world_def();
//     def.barriers.on = true;
#ifndef WEND_BARRIERS_H
#define WEND_BARRIERS_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An agent is slowed while it gets nearer to its goal by less than `slowed` of what its speed
/// would give. Slowed steps are counted up, others down; beyond `threshold` the agent is
/// bottlenecked. Where a chain of bottlenecked neighbours reaches from one wall to another, a
/// barrier comes to stand at the end of the interval.
typedef struct wend_barriers_def {
    bool on;
    /// Crossing a barrier towards the goal costs (weight - 1) times the length of the queue behind
    /// it. [Limit: 1..most_weight]
    double weight;
    /// The weight grows with the jam: it is how many times slower the queue is than its people
    /// would walk, but no more than this. The same as `weight`: it stays. [Limit: up to 100]
    double most_weight;
    double interval;  ///< after so long barriers are placed, moved and weighed again [Units: s]
    double threshold; ///< [Units: s]
    double slowed;    ///< [Limit: 0..1]
} wend_barriers_def;

/// Off; weight 1.5 and interval 10 s, as in the document; up to weight 4; threshold 3 s, which is
/// the document's 30 steps at the usual step of 0.1 s; slowed below half of the speed.
WEND_API wend_barriers_def wend_default_barriers_def(void);

/// A barrier as it stands. Those who queue cross it to its left, seen from a to b; to go back costs
/// nothing.
typedef struct wend_barrier {
    wend_vec2 a, b;  ///< on the walls
    double queue;    ///< how far back those reach who wait to cross it [Units: m]
    double weight;   ///< as the jam has it now
    double toll;     ///< what crossing it costs [Units: m]
    double since;    ///< when it was placed [Units: s]
    uint32_t number; ///< counts all that the world has placed, from 0
} wend_barrier;

#ifdef __cplusplus
}
#endif

#endif
