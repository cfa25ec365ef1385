// SPDX-License-Identifier: MIT
// Speed of an agent in a frame, from its positions some frames earlier and later.
#ifndef WEND_MEASURE_SPEED_H
#define WEND_MEASURE_SPEED_H

#include "record/recording.h"

/// Treatment of the first and last rows of an agent, where rows before or after are missing.
typedef enum measure_border {
    MEASURE_SINGLE_SIDED, ///< from this row to n rows later, or from n rows before to this
    MEASURE_ADAPTIVE,     ///< as many frames as exist, equally on both sides
    MEASURE_EXCLUDE,      ///< no speed
} measure_border;

/// Time window of a speed.
typedef struct measure_window {
    uint32_t frames; ///< n frames before and after [Limit: >= 1]
    measure_border border;
} measure_window;

/// Default window: shorter than two steps, longer than the sway of a head in a tracked experiment.
/// [Units: s]
#define MEASURE_WINDOW_SECONDS 0.4

/// That window at the recording's frame rate, n at least 1, single-sided: every agent present for n
/// frames has a speed in every frame.
measure_window measure_default_window(const recording *r);

/// Time of a frame, from frame 0. [Units: s]
static inline double measure_time(const recording *r, uint32_t frame)
{
    return (double)frame / r->fps;
}

/// Velocity in a row: (X(t + n) - X(t - n)) fps / 2n, at the ends according to the window. If
/// frames are missing, n counts rows and the time is that between them; adaptive windows require
/// the frames themselves. False: undefined.
bool measure_velocity(const recording *r, size_t row, measure_window window, wend_vec2 *velocity);

/// Magnitude of the velocity; NAN: undefined. [Units: m/s]
double measure_speed(const recording *r, size_t row, measure_window window);

/// Component in a direction, negative against it. [Limit: along is not zero]
double measure_speed_along(const recording *r, size_t row, measure_window window, wend_vec2 along);

#endif
