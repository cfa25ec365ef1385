// SPDX-License-Identifier: MIT
// What the files that look at agents' ways share.
#ifndef WEND_MEASURE_WAYS_H
#define WEND_MEASURE_WAYS_H

#include "measure/agents.h"

#include <math.h>

/// One past the last row of an agent's way: who arrived and stays where it is has no way from then
/// on. Equal to its first row if it has none.
static inline size_t measure_way_end(const recording *r, const recorded_agent *a)
{
    const double rounding = 1e-6; // of a time that is a whole number of frames
    size_t end = a->first + a->count;
    while (!isnan(a->left) && end > a->first + 1 &&
           r->frames[end - 1] > a->left * r->fps + rounding)
        --end;
    return end;
}

/// The radius of an agent, or the other if its file tells none that a scene could have.
static inline double measure_radius(const recorded_agent *a, double otherwise)
{
    return a->radius >= 0 && a->radius <= SCENE_MAX_RADIUS ? a->radius : otherwise;
}

/// Fills the shortest ways of all agents; NAN where there is none, or no floor. As measure_agents.
bool measure_find_shortest(const recording *r, double radius, measure_agent *agents,
                           problem_list *problems);

#endif
