// SPDX-License-Identifier: MIT
// Shared by the tests against experiments, of streams, queues and time steps: filling a scene,
// flows in a time window, and values of several seeds.
#ifndef WEND_VERIFY_CASES_H
#define WEND_VERIFY_CASES_H

#include "verify/verify.h"

/// Maximum number of seeds of a test.
enum { CASES_MOST_SEEDS = 256 };

/// `few`, or `all` if v->thorough.
uint32_t cases_seeds(const verify *v, uint32_t few, uint32_t all);

/// Sets the numbers of agents to `density` times the areas they start in, which must be named.
/// [Units: 1/m^2]
void cases_fill(scene *s, double density);
/// Number of agents of all entries.
uint32_t cases_people(const scene *s);

/// Agents of a stream of `width` through a segment between two times, either way, per metre.
/// [Units: 1/(m s)]
double cases_flow(const recording *r, wend_segment at, double from, double to);

/// Time at which an agent that starts at x < at is at x >= at, or the reverse; INFINITY: never.
double cases_time_at(const recording *r, uint32_t agent, double x);

/// True if an agent has that role in the scene.
bool cases_has_role(const recording *r, uint32_t agent, const char *role);

#endif
