// SPDX-License-Identifier: MIT
// A trajectory as few knots with linear motion between them, never farther from the recorded
// positions than one unit of the grid of the knots.
#ifndef WEND_REPLAY_KNOTS_H
#define WEND_REPLAY_KNOTS_H

#include "wend/base.h"

/// Quantisation of positions. Values beyond REPLAY_REACH are clamped.
typedef struct replay_grid {
    wend_vec2 origin; ///< position of (0, 0)
    double unit;      ///< [Units: m]
    bool mirrored;    ///< y is mirrored
} replay_grid;

/// Sums and differences of a few such numbers fit in 32 bits.
#define REPLAY_REACH ((int32_t)1 << 29)

typedef struct replay_knot {
    uint32_t frame;
    int32_t x, y; ///< in units of the grid
} replay_knot;

/// Nearest grid position.
replay_knot replay_knot_at(const replay_grid *grid, uint32_t frame, wend_vec2 at);

/// Finds knots for the positions of an agent in consecutive frames, the first of which has the knot
/// `first` (within a unit of at[0]). Writes the knots after it, fewer than count, and returns their
/// number. In each frame, x and y of the interpolated position are within a unit of the recorded
/// one, if that is within the grid's reach. [Limit: count > 0]
size_t replay_fit(const replay_grid *grid, const wend_vec2 *at, size_t count, replay_knot first,
                  replay_knot *knots);

/// Position extrapolated by `frames` from the motion from a to b; knots are coded as differences to
/// it. The page computes the same value, bit for bit.
replay_knot replay_predict(replay_knot a, replay_knot b, uint32_t frames);

#endif
