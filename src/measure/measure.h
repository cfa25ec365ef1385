// SPDX-License-Identifier: MIT
// Figures computed from recordings of any origin. This header includes the others:
//
//     line.h    crossings of a line, N(t), flow, line in a door
//     area.h    density and speed in an area, passages, fundamental diagram
//     voronoi.h the same two by Voronoi cells; cells.h has the cells themselves
//     map.h     density and speed over the floor, as squares
//     agents.h  per agent: times, path length over the shortest, waiting, time lost
//     crowd.h   collisions, use of space, groups, lanes, positions outside the floor
//
// Formulas are those of PedPy (github.com/PedestrianDynamics/PedPy), so both give the same figures;
// exceptions are documented at the declaration. Functions that return bool return false when out of
// memory, with nothing to free. Unknown values are NAN, never 0.
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
