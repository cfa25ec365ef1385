// SPDX-License-Identifier: MIT
// What pedestrians see: walls hide the people behind them.
#ifndef WEND_MOTION_PEDESTRIAN_SIGHT_H
#define WEND_MOTION_PEDESTRIAN_SIGHT_H

#include "motion/orca.h"

/// Number of walls, the nearest, that can hide people from a body.
enum { SIGHT_WALLS = 12 };

/// The walls around a body, relative to it.
typedef struct wend_sight {
    float ax[SIGHT_WALLS], ay[SIGHT_WALLS], bx[SIGHT_WALLS], by[SIGHT_WALLS]; ///< ends
    uint32_t count;
} wend_sight;

/// Finds the walls [opt] around a point that may hide something in a region, which contains the
/// point.
void wend_sight_look(const wend_walls *walls, wend_vec2 from, wend_box region, wend_sight *sight);
/// True: one of the walls lies across the line of sight to a relative position.
bool wend_sight_hides(const wend_sight *sight, float x, float y);

/// Removes hidden bodies from the lists of neighbours of the bodies begin <= i < end.
void wend_sight_drop_hidden(const orca_job *job, uint32_t begin, uint32_t end);

#endif
