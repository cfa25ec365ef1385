// SPDX-License-Identifier: MIT
// An upper bound of the shortest cut, from a Voronoi diagram.
#ifndef WEND_FLOW_VORONOI_CUT_H
#define WEND_FLOW_VORONOI_CUT_H

#include "wend/flow.h"
#include "wend/voronoi.h"

/// Length of the shortest cut of a solved flow over the gates of the Voronoi diagram of its floor's
/// walls; INFINITY: no such cut. [Units: m]
wend_result wend_flow_voronoi_cut(const wend_flow *flow, const wend_floor *floor,
                                  const wend_voronoi *voronoi, double *length, wend_error *error);

#endif
