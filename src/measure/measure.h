// SPDX-License-Identifier: MIT
// Figures from recordings, whoever made them. This header has what all measures share: times,
// speeds, statistics of some values; and it includes the others.
//
//     line.h    who crosses a line, N(t), flow, flow through a door
//     area.h    density and speed in an area, who passes through it, fundamental diagram
//     voronoi.h the same two by Voronoi cells; cells.h has the cells themselves
//     map.h     density and speed over the floor, as squares
//     agents.h  for each agent: times, length of its way over the shortest, waiting, time lost
//     crowd.h   collisions, use of space, groups, lanes, places outside the floor
//
// Formulas are those of PedPy (github.com/PedestrianDynamics/PedPy), so that its users find the
// same figures; where one differs, its declaration says how. Functions that return bool return
// false when out of memory and then leave nothing to free. What can't be told is NAN, never 0.
#ifndef WEND_MEASURE_MEASURE_H
#define WEND_MEASURE_MEASURE_H

#include "measure/agents.h"
#include "measure/area.h"
#include "measure/crowd.h"
#include "measure/line.h"
#include "measure/map.h"
#include "measure/speed.h"
#include "measure/statistics.h"
#include "measure/voronoi.h"

#endif
