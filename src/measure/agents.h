// SPDX-License-Identifier: MIT
// What each agent went through: when it was out, how far it walked, how long it waited.
#ifndef WEND_MEASURE_AGENTS_H
#define WEND_MEASURE_AGENTS_H

#include "measure/speed.h"
#include "measure/statistics.h"

/// Slower than this, an agent waits. [Units: m/s]
#define MEASURE_WAITING_SPEED 0.2
/// Who has moved less than this from where it came has not set out. [Units: m]
#define MEASURE_STILL 0.01

/// One agent. Times are from frame 0 on.
typedef struct measure_agent {
    double came;
    double left;     ///< NAN: it was there to the end
    double travel;   ///< left - came
    double set_out;  ///< the last frame in which it had not moved yet; NAN: it never does
    double length;   ///< of its way, straight between rows [Units: m]
    double shortest; ///< of the ways from its first to its last row; NAN: not known [Units: m]
    double detour;   ///< length / shortest; NAN: not known, or it is where it was
    double speed;    ///< length by the time from first to last row; NAN: one row [Units: m/s]
    double waiting;  ///< time with a speed below the rule's, once it has reacted [Units: s]
    /// The time from its first to its last row, without its reaction, beyond what the shortest way
    /// takes at the speed it likes; and beyond what its own way takes. NAN: not known.
    double lost, slowed;
} measure_agent;

typedef struct measure_agents_rule {
    measure_window window;
    double waiting_speed;
    double radius; ///< of those whose file does not tell one, for the shortest way; NAN: 0
    bool shortest; ///< find the shortest ways: a search for each agent
} measure_agents_rule;

measure_agents_rule measure_default_agents_rule(const recording *r);

/// agents: [r->agent_count]. False with a problem: out of memory. Where the floor is not sound, so
/// that there is no telling the shortest ways, they are NAN, and it is true with a problem.
///
/// Shortest ways are those of a disc on the floor that it met first: that of wend's own recording
/// has the doors open that were ever open, that of another is the one of the agent's first frame.
/// Who starts or ends nearer to a wall than its radius is made that much smaller.
bool measure_agents(const recording *r, const measure_agents_rule *rule, measure_agent *agents,
                    problem_list *problems);

/// All agents in a few figures.
typedef struct measure_agents_summary {
    uint32_t agents, left, arrived, inside; ///< inside: to the end
    double left_last, left_mean;            ///< evacuation times of those who left [Units: s]
    double left_95; ///< when 95 % of all were out; NAN: they never were [Units: s]
    measure_statistics travel, length, shortest, detour, speed, waiting, lost, slowed;
} measure_agents_summary;

bool measure_summarise(const recording *r, const measure_agent *agents,
                       measure_agents_summary *out);

#endif
