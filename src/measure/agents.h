// SPDX-License-Identifier: MIT
// Figures of each agent: exit time, path length, waiting time, time lost.
#ifndef WEND_MEASURE_AGENTS_H
#define WEND_MEASURE_AGENTS_H

#include "measure/speed.h"
#include "measure/statistics.h"

/// Below this speed an agent counts as waiting. [Units: m/s]
#define MEASURE_WAITING_SPEED 0.2
/// An agent that has moved less than this has not started. [Units: m]
#define MEASURE_STILL 0.01

/// One agent. Times count from frame 0.
typedef struct measure_agent {
    double came;
    double left;     ///< exit time; NAN: present at the end
    double travel;   ///< left - came
    double set_out;  ///< time of the last frame before it moved; NAN: it never moves
    double length;   ///< path length, linear between rows [Units: m]
    double shortest; ///< shortest path from its first to its last row; NAN: unknown [Units: m]
    double detour;   ///< length / shortest; NAN: unknown, or no displacement
    double speed; ///< length divided by the time from first to last row; NAN: one row [Units: m/s]
    double waiting; ///< time below the rule's speed, after the pre-movement time [Units: s]
    /// Time from its first to its last row, without the pre-movement time, beyond the time that the
    /// shortest path (lost) or its own path (slowed) takes at its preferred speed. NAN: unknown.
    double lost, slowed;
} measure_agent;

typedef struct measure_agents_rule {
    measure_window window;
    double waiting_speed;
    double radius; ///< radius of agents without one, for the shortest path; NAN: 0
    bool shortest; ///< find the shortest paths: one search per agent
} measure_agents_rule;

measure_agents_rule measure_default_agents_rule(const recording *r);

/// agents: [r->agent_count]. False with a problem: out of memory. True with a problem: the floor is
/// invalid, and shortest paths are NAN.
///
/// Shortest paths are those of a disc on its first floor: for wend's own recordings all doors that
/// were ever open are open, for others it is the floor of the agent's first frame. An agent that
/// starts or ends nearer to a wall than its radius is shrunk accordingly.
bool measure_agents(const recording *r, const measure_agents_rule *rule, measure_agent *agents,
                    problem_list *problems);

/// Summary of all agents.
typedef struct measure_agents_summary {
    uint32_t agents, left, arrived, inside; ///< inside: at the end
    double left_last, left_mean;            ///< exit times [Units: s]
    double left_95; ///< time at which 95 % of all had exited; NAN: never [Units: s]
    measure_statistics travel, length, shortest, detour, speed, waiting, lost, slowed;
} measure_agents_summary;

bool measure_summarise(const recording *r, const measure_agent *agents,
                       measure_agents_summary *out);

#endif
