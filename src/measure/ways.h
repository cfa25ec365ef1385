// SPDX-License-Identifier: MIT
// Shared by the files that evaluate agents' paths.
#ifndef WEND_MEASURE_WAYS_H
#define WEND_MEASURE_WAYS_H

#include "measure/agents.h"

#include <math.h>

/// One past the last row of an agent's path: rows after the arrival of an agent that stays are
/// excluded. Equal to its first row if there is none.
static inline size_t measure_way_end(const recording *r, const recorded_agent *a)
{
    const double rounding = 1e-6; // of a time that is a whole number of frames
    size_t end = a->first + a->count;
    while (!isnan(a->left) && end > a->first + 1 &&
           r->frames[end - 1] > a->left * r->fps + rounding)
        --end;
    return end;
}

/// Radius of an agent, or `otherwise` if its file has none that a scene could have.
static inline double measure_radius(const recorded_agent *a, double otherwise)
{
    return a->radius >= 0 && a->radius <= SCENE_MAX_RADIUS ? a->radius : otherwise;
}

/// Fills the shortest path of all agents; NAN where there is none, or no floor. As measure_agents.
bool measure_find_shortest(const recording *r, double radius, measure_agent *agents,
                           problem_list *problems);

#endif
