// SPDX-License-Identifier: MIT
// Parts of a solution.
#ifndef WEND_FLOW_SOLVE_H
#define WEND_FLOW_SOLVE_H

#include "flow/flow.h"

/// Builds the map with levels from a body, and fills flow->bodies; no gates of a cut, no value.
wend_result wend_flow_run(wend_flow *flow, const wend_flow_request *request, uint32_t start,
                          wend_error *error);

/// Adds the gates of the shortest cut from the body where levels start to `end`, in that order, to
/// flow->gates and flow->legs. False: out of memory.
bool wend_flow_add_cut(wend_flow *flow, uint32_t end);

/// Discards the solution.
void wend_flow_forget(wend_flow *flow);

/// A gate widened by `by`: the walls that it ends on move apart, as far as they run straight on.
wend_map_widening wend_flow_widening(const wend_flow *flow, const wend_flow_gate *gate, double by);

#endif
