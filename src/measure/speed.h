// SPDX-License-Identifier: MIT
// How fast an agent is in a frame, from where it is some frames earlier and later.
#ifndef WEND_MEASURE_SPEED_H
#define WEND_MEASURE_SPEED_H

#include "record/recording.h"

/// What to do near the first and the last row of an agent, where there are too few rows before or
/// after.
typedef enum measure_border {
    MEASURE_SINGLE_SIDED, ///< from here to n rows later, or from n rows before to here
    MEASURE_ADAPTIVE,     ///< as many frames as there are, the same number to both sides
    MEASURE_EXCLUDE,      ///< no speed there
} measure_border;

/// Over which time a speed is taken.
typedef struct measure_window {
    uint32_t frames; ///< n: so many before and after [Limit: >= 1]
    measure_border border;
} measure_window;

/// Speeds are taken over so long where nothing else is said: shorter than a step of two, longer
/// than the sway of a head in a tracked experiment. [Units: s]
#define MEASURE_WINDOW_SECONDS 0.4

/// That window at the recording's frame rate, n at least 1; single-sided, so that everybody who is
/// there for n frames has a speed in every frame.
measure_window measure_default_window(const recording *r);

/// When a frame was, from frame 0 on. [Units: s]
static inline double measure_time(const recording *r, uint32_t frame)
{
    return (double)frame / r->fps;
}

/// The velocity in a row: (X(t + n) - X(t - n)) fps / 2n, and at the borders as the window says.
/// Where frames are missing, n counts rows and the time is that between them; adaptive windows need
/// the frames themselves. False: it has none there.
bool measure_velocity(const recording *r, size_t row, measure_window window, wend_vec2 *velocity);

/// Its length; NAN: it has none there. [Units: m/s]
double measure_speed(const recording *r, size_t row, measure_window window);

/// Its part in a direction, negative against it. [Limit: along is not zero]
double measure_speed_along(const recording *r, size_t row, measure_window window, wend_vec2 along);

#endif
