// SPDX-License-Identifier: MIT
// Adaptive barriers (R. Farias, "GPU Rasterization Methods for Path Planning and Multi-Agent
// Navigation", 2020, chapter 5). Where a queue reaches from wall to wall, a world places a barrier
// across it with a crossing cost, the toll, that corresponds to the queue. An agent compares the
// time until it will have crossed, given the measured flow and the agents ahead of it that stay,
// with the path around (a user equilibrium): no agent goes around that would be faster in the
// queue. Barriers follow the queue and are removed when it has dissolved. They affect agents with
// planner "map".
//
//     wend_world_def def = wend_default_world_def();
//     def.barriers.enabled = true;
#ifndef WEND_BARRIERS_H
#define WEND_BARRIERS_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An agent is slowed while its progress towards the goal is less than `slowed` times the progress
/// at its preferred speed. Slowed steps are counted up, others down; beyond `threshold` the agent
/// is bottlenecked. A barrier is placed at the end of an interval where a chain of bottlenecked
/// neighbours reaches from one wall to another.
typedef struct wend_barriers_def {
    bool enabled;
    /// Least barrier weight: crossing towards the goal costs at least (weight - 1) times the length
    /// of the queue behind the barrier. [Limit: 1..max_weight]
    double weight;
    /// Maximum weight: the weight grows with the congestion to the ratio of the time in which the
    /// queue crosses to the time to walk its length, but not beyond this. Equal to `weight`:
    /// constant weight. [Limit: weight..100]
    double max_weight;
    /// Interval between updates of barriers and their weights. [Limit: > 0, up to 1e6] [Units: s]
    double interval;
    /// Time slowed after which an agent is bottlenecked. [Limit: 0..1e6] [Units: s]
    double threshold;
    /// Fraction of full-speed progress below which an agent is slowed. [Limit: 0..1]
    double slowed;
} wend_barriers_def;

/// Disabled; weight 1.5 and interval 10 s as in Farias 2020; max_weight 4; threshold 3 s, which is
/// the 30 steps of Farias 2020 at the default step of 0.1 s; slowed 0.5.
WEND_API wend_barriers_def wend_default_barriers_def(void);

/// A placed barrier. Queued agents cross it to its left, seen from a to b; crossing it in the other
/// direction is free.
typedef struct wend_barrier {
    wend_vec2 a, b;   ///< end points, on walls
    double queue;     ///< length of the queue waiting to cross it [Units: m]
    double weight;    ///< current weight
    double toll;      ///< cost of crossing [Units: m]
    double since;     ///< simulated time at which it was placed [Units: s]
    double flow;      ///< agents that cross it towards their goal, measured [Units: 1/s]
    uint32_t crossed; ///< agents that crossed it since its last update
    uint32_t number;  ///< running number of barriers in this world, from 0
} wend_barrier;

#ifdef __cplusplus
}
#endif

#endif
