// SPDX-License-Identifier: MIT
// A walk as few knots: straight and even from one to the next, and never farther from where the
// agent was than one unit of the grid that the knots lie on.
#ifndef WEND_RECORD_REPLAY_KNOTS_H
#define WEND_RECORD_REPLAY_KNOTS_H

#include "wend/base.h"

/// How places become whole numbers. What is beyond REPLAY_REACH is put there.
typedef struct replay_grid {
    wend_vec2 origin; ///< is (0, 0)
    double unit;      ///< [Units: m]
    bool mirrored;    ///< y points the other way
} replay_grid;

/// Sums and differences of a few such numbers fit in 32 bits.
#define REPLAY_REACH ((int32_t)1 << 29)

typedef struct replay_knot {
    uint32_t frame;
    int32_t x, y; ///< in units of the grid
} replay_knot;

/// The place on the grid that is nearest.
replay_knot replay_knot_at(const replay_grid *grid, uint32_t frame, wend_vec2 at);

/// Finds knots for the places of an agent in consecutive frames, the first of which has the knot
/// `first` (not farther than a unit from at[0]). Writes those after it, fewer than count, and
/// returns how many. In each frame, x and y on the straight line between knots are within a unit of
/// the place, if that is within the grid's reach. [Limit: count > 0]
size_t replay_fit(const replay_grid *grid, const wend_vec2 *at, size_t count, replay_knot first,
                  replay_knot *knots);

/// Where an agent would be after `frames` more, if it went on as from a to b: what the difference
/// to is coded. The page computes the same, to the bit.
replay_knot replay_predict(replay_knot a, replay_knot b, uint32_t frames);

#endif
